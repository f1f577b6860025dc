"""Chances of victory: learned from matches, foretold with what was learned, and told once a match is over."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from tests.cli.conftest import Shell

from phaseline.engine import registry
from phaseline.engine.aids import chances as told
from phaseline.engine.aids.chances import Chances, Model, check, endings
from phaseline.engine.aids.clock import turn_of
from phaseline.engine.match import Match
from phaseline.engine.packs import DataError
from phaseline.engine.position import Position
from phaseline.lab import chances, lessons
from phaseline.lab.chances import Course, Moment
from phaseline.lab.experiment import read
from phaseline.lab.runner import Here
from phaseline.lab.running import run
from phaseline.lab.store import Store, StoreError
from phaseline.server.rooms.history import History
from phaseline.server.viewing.charts import series


def courses(count: int, drawn: bool = False) -> list[Course]:
    """Matches of four turns in which who is ahead by points wins the more likely, the later it is."""
    rng = random.Random(5)
    found = []
    for _ in range(count):
        lead, moments = 0.0, []
        for turn in range(1, 5):
            lead += rng.gauss(0, 3)
            moments.append(Moment(turn, {"points 0": 10 + lead, "points 1": 10.0, "odd": rng.random()}))
        ending = 2 if drawn and abs(lead) < 1 else int(lead < 0)
        found.append(Course(tuple(moments), ending))
    return found


def test_who_is_ahead_is_likely_to_win_and_more_so_later() -> None:
    found = chances.learn("made", courses(200), 2)
    assert found is not None
    assert found.model is not None
    assert found.loss < 0.75 * found.plain
    assert "points 1" not in found.model.numbers, "a number that never changes tells nothing"
    early, late = (endings(found.model, turn, {"points 0": 16, "odd": 0.5})[0] for turn in (1, 4))
    behind = endings(found.model, 4, {"points 0": 4, "odd": 0.5})[0]
    assert 0.5 < early < late
    assert late > 0.95
    assert behind < 0.05


def test_what_is_foretold_comes_true_as_often() -> None:
    found = chances.learn("made", courses(250, drawn=True), 2)
    assert found is not None
    assert found.model is not None
    assert len(found.model.weights) == 3
    bins = chances.calibration(found.foretold, 5)
    assert sum(each.moments for each in bins) == 1000
    assert all(abs(each.foretold - each.came) < 0.12 for each in bins), bins


def test_nothing_is_learned_from_few_matches_or_where_nothing_is_told() -> None:
    assert chances.learn("made", courses(19), 2) is None
    rng = random.Random(1)
    blind = [
        Course(tuple(Moment(turn, {"odd": rng.random()}) for turn in (1, 2)), rng.randrange(2))
        for _ in range(60)
    ]
    found = chances.learn("made", blind, 2)
    assert found is not None
    assert found.loss > found.plain - 0.03
    always = chances.learn("made", [each._replace(ending=0) for each in blind], 2)
    assert always is not None
    assert always.loss < 0.1


def test_the_same_matches_teach_the_same() -> None:
    first, second = (chances.learn("made", courses(60), 2) for _ in range(2))
    assert first == second


MODEL = Model(
    matches=9,
    turns=4,
    numbers=("points 0",),
    middle=(0.0,),
    spread=(10.0,),
    weights=((0, 0, 1, 0), (0, 0, -1, 0)),
)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"middle": ()}, "give a middle and a spread for each of the 1 numbers"),
        ({"spread": (0.0,)}, "every spread must be above 0"),
        ({"turns": 0}, "turns and every spread must be above 0"),
        ({"weights": ((0, 0, 1, 0),)}, "a row for each of the 2 seats"),
        ({"weights": ((0, 0, 1), (0, 0, 1))}, "a row has 4 numbers"),
    ],
)
def test_a_model_whose_parts_do_not_fit_is_refused(change: dict[str, object], reason: str) -> None:
    check(MODEL, 2, "x")
    with pytest.raises(DataError, match=reason):
        check(msgspec.structs.replace(MODEL, **change), 2, "chances.toml: scenarios.ford")


EXPERIMENT = """
seed = 3
[keep]
records = "{records}"
details = false
[stop]
matches = 24
[[play]]
games = ["skirmish"]
scenarios = ["ford"]
agents = ["random", "random"]
"""


def played(folder: Path, records: str) -> Store:
    file = folder / f"{records}.toml"
    file.write_text(EXPERIMENT.format(records=records), "utf-8")
    store = Store.create(folder / records, file, *read(file))
    run(store, Here())
    return store


def test_a_run_teaches_a_file_for_its_game(tmp_path: Path) -> None:
    store = played(tmp_path, "all")
    (found,) = Shell(tmp_path).run("lab", "chances", str(store.folder), "--json").json
    assert (found["game"], found["scenario"], found["matches"]) == ("skirmish", "ford", 24)
    assert found["surprise"] < found["surprise_of_plain_shares"]
    assert found["kept"]
    told_of = (store.folder / "chances/foretold.md").read_text("utf-8")
    assert told_of.startswith("| game | scenario |")
    assert "| skirmish | ford | 24 | 0." in told_of
    text = (store.folder / "chances/skirmish.toml").read_text("utf-8")
    model = msgspec.toml.decode(text, type=Chances).scenarios["ford"]
    check(model, 2, "ford")
    assert {"points 0", "points 1"} <= set(model.numbers)
    end = dict(zip(model.numbers, model.middle, strict=True))
    good, bad = ({**end, "points 0": value} for value in (60, 0))
    assert endings(model, 6, good)[0] > endings(model, 6, bad)[0]


def test_where_nearly_all_matches_end_alike_nothing_is_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chances, "RARE", 24)
    assert list(lessons.learn(played(tmp_path, "all"), tmp_path / "out")) == []
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "out/skirmish.toml").exists()


def test_a_run_without_records_teaches_nothing_and_says_why(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match='run it with \\[keep\\] records = "all"'):
        list(lessons.learn(played(tmp_path, "faults"), tmp_path / "out"))
    assert not (tmp_path / "out").exists()


class Past:
    """The positions after each entry of a match, as a history finds them."""

    def __init__(self) -> None:
        self.positions: list[Position] = []

    def found(self, entry: int, _key: object, work: Callable[[Position], Any]) -> Any:
        """What `work` makes of a position."""
        return work(self.positions[entry].copy())


def test_chances_are_told_once_a_match_is_over_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "read_chances", lambda _package, _seats: {"ford": MODEL})
    game, rng, past = registry.game("skirmish"), random.Random(2), Past()
    match = Match.new(game, game.load("ford"), seed=bytes(32))
    past.positions.append(match.position.copy())

    def play(until: int) -> dict[tuple[str, int | None], list[float]]:
        """Play to a turn, and see the lines."""
        while match.decision is not None and turn_of(match.state)[0] < until:
            seat = match.decision.seats[0]
            match.submit(seat, match.legal(seat).sample(rng))
            past.positions.append(match.position.copy())
        drawn = series(match, cast(History, past), 0, bare=True)
        return {(each.key, each.side): [value for _, value in each.points] for each in drawn}

    running = play(3)
    assert running
    assert ("chance", 0) not in running
    over = play(99)
    assert match.outcome is not None
    assert next(iter(over)) == ("chance", 0)
    assert len(over["chance", 0]) == len(over["points", 0])
    assert all(abs(sum(pair) - 100) <= 1 for pair in zip(over["chance", 0], over["chance", 1], strict=True))
