from typing import Any

import pytest
from msgspec import Struct
from tests.engine.casefile.toy import TOY

from phaseline.engine.casefile import QuestionError, answer, question
from phaseline.engine.dice import ScriptedDice
from phaseline.engine.lexicon import HexRef, UnitRef


class Shift(Struct):
    columns: int


@question
def echo(
    state: Any,
    *,
    units: tuple[UnitRef, ...] = (),
    to: HexRef | None = None,
    strength: float = 1,
    title: str = "",
    shifts: list[Shift] | None = None,
) -> dict[str, Any]:
    """Gives back what it was asked with."""
    return {
        "units": units,
        "to": to,
        "strength": strength,
        "title": title,
        "shifts": shifts,
        "turn": state.position.turn,
    }


@question
def needy(state: Any, *, unit: UnitRef) -> int:  # noqa: ARG001
    """Needs a unit."""
    return unit


ASKED = {"echo": echo, "needy": needy}


def ask(name: str, **arguments: Any) -> Any:
    return answer(ASKED, TOY.new(TOY.load(), ScriptedDice()), name, arguments)


def test_arguments_are_read_by_their_types() -> None:
    given = ask(
        "echo", units=["1 red", "1-Blue"], to="Beck NE1", strength="2.5", title=205, shifts=[{"columns": 1}]
    )
    scenario = TOY.load()
    assert given == {
        "units": (1, 0),
        "to": scenario.map.hex("Beck NE1"),
        "strength": 2.5,
        "title": "205",
        "shifts": [Shift(1)],
        "turn": 1,
    }
    assert ask("Echo", units="1-Red,1-Blue")["units"] == (1, 0)
    assert ask("echo", units="none", to="none")["units"] == ()
    assert ask("echo", units="1 Red")["units"] == (1,)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("eco", {}, 'there is no question "eco"; did you mean echo?'),
        ("echo", {"unit": "x"}, 'echo takes no "unit"; did you mean units?'),
        ("needy", {}, "needy needs unit"),
        ("needy", {"unit": "2 Red"}, 'unit: there is no unit "2 Red"'),
        ("echo", {"strength": "lots"}, "strength: "),
    ],
)
def test_what_cannot_be_asked(name: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(QuestionError) as caught:
        ask(name, **arguments)
    assert message in str(caught.value)
