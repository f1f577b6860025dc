"""Commands that help to play: look, forecast, forces."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Shell


@pytest.fixture
def fighting(shell: Shell) -> Shell:
    """Everybody is seen; Blue has planned an attack by one unit."""
    shell.run("new", "skirmish", "ford", "--seed", "a", "-o", "ford.match", "--option", "fog=false")
    shell.run("do", "-s", "blue", "stance", "assault")
    shell.run("do", "-s", "red", "stance", "hold")
    while "attack" not in shell.run("legal").out:
        orders = shell.run("legal", "--json").json["orders"]
        north = [order for order in orders if order.startswith("move")]
        shell.run("do", min(north, key=lambda order: order.split()[-1]) if north else orders[-1])
    target = next(
        order for order in shell.run("legal", "--json").json["orders"] if order.startswith("attack")
    )
    shell.run("do", target)
    return shell


def test_a_hex_is_described_with_its_cases(shell: Shell) -> None:
    shell.new()
    out = shell.run("look", "Tilly").out
    assert out.splitlines()[0].endswith("Tilly")
    assert "objective, held by Blue: 2 a turn (12.1)" in out
    assert "in Blue supply (10.1)" in out or "Blue supply source (10.1)" in out
    lines = shell.run("look", "ford.match", "Tilly", "--json").json["lines"]
    assert {"text": "objective, held by Blue", "case": "12.1", "value": "2 a turn"} in lines


def test_a_hex_that_is_none_is_one_line(shell: Shell) -> None:
    shell.new()
    answer = shell.run("look", "Nowhere", code=2)
    assert answer.err.startswith("phaseline: HEX: ")
    assert answer.err.count("\n") == 1


def test_an_attack_is_forecast_before_and_while_it_is_planned(fighting: Shell) -> None:
    unit = fighting.run("legal", "--json").json["orders"][0]
    planned = fighting.run("forecast", *unit.split()).out
    assert planned.startswith("attack on ")
    fighting.run("do", unit)
    assert fighting.run("forecast").out == planned
    found = fighting.run("forecast", "--json").json
    assert sum(row["percent"] for row in found["rows"]) == pytest.approx(100, abs=0.5)


def test_without_a_battle_the_forecast_says_how_to_name_one(shell: Shell) -> None:
    shell.new()
    assert "name one" in shell.run("forecast").out
    assert shell.run("forecast", "--json").json is None


def test_the_forecast_of_an_order_that_is_refused_says_why(shell: Shell) -> None:
    shell.new()
    answer = shell.run("forecast", "attack", "0305", code=1)
    assert "refused: case 9.1" in answer.out


def test_forces_turns_and_arrivals(shell: Shell) -> None:
    shell.new()
    out = shell.run("forces", "-s", "blue").out
    assert "Blue  7 of 7 in the game" in out
    assert "not seen yet" in out
    assert "> Turn 1, dry" in shell.run("forces", "--turns", "-s", "blue").out.replace("mud", "dry")
    assert "Nobody else is to come." in shell.run("forces", "--arrivals", "-s", "blue").out
    assert shell.run("forces", "--json", "-s", "blue").json["key"] == "order_of_battle"
    assert [cell["title"] for cell in shell.run("forces", "--turns", "--json", "-s", "blue").json][:2] == [
        "Turn 1",
        "Turn 2",
    ]


def test_a_match_is_told_what_it_is_about(shell: Shell) -> None:
    shell.new()
    out = shell.run("brief", "-s", "red").out
    assert "The Ford: 6 turns, half an hour" in out
    assert out.index("Red must") < out.index("Blue must")
    assert "(12.4)" in out
    assert "  3. " in out
    assert shell.run("brief", "-s", "red", "--json").json["aims"][0]["side"] == 1


def test_the_outlook_tells_stakes_and_ends(shell: Shell) -> None:
    shell.new()
    out = shell.run("outlook", "-s", "blue").out
    assert "Blue Points: 0 against 0; 12 against 18 at the end if nothing changes hands (12.1)" in out
    assert "after Turn 6 more points win (12.4)" in out
    assert len(shell.run("outlook", "-s", "blue", "--json").json["due"]) == 2


def test_a_hint_is_an_order_that_may_be_given_and_its_reasons(fighting: Shell) -> None:
    found = fighting.run("hint", "--json").json
    assert found["reasons"]
    assert found["order"] in fighting.run("legal", "--json").json["orders"]
    out = fighting.run("hint").out
    assert out.startswith(f"an officer would: {found['order']}\n  {found['reasons'][0]}")
    asked = [fighting.run("hint", "-s", seat, code=None) for seat in ("blue", "red")]
    (idle,) = [answer for answer in asked if answer.code == 2]
    assert "has nothing to decide now" in idle.err


def test_the_same_helps_are_words_at_the_keyboard(fighting: Shell) -> None:
    words = ("", "", "look Tilly", "look Nowhere", "forecast", "forecast stance hold", "hint", "quit")
    typed = "\n".join(words) + "\n"
    out = fighting.run("terminal", "ford.match", "--hot-seat", typed=typed).out
    assert "objective, held by Blue: 2 a turn (12.1)" in out
    assert "HEX: " in out
    assert fighting.run("forecast").out.splitlines()[0] in out
    assert "refused: case " in out
    assert f"an officer would: {fighting.run('hint', '--json').json['order']}" in out
