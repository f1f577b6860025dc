"""What installed packages offer: found by name, loaded when looked up."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from phaseline.engine import installed, registry
from phaseline.engine.installed import CannotLoad, Installed
from phaseline.games.skirmish import GAME

SKIRMISH = "phaseline.games.skirmish:GAME"


def games(monkeypatch: pytest.MonkeyPatch, *entries: tuple[str, str]) -> "Installed[object]":
    """The games as the registry finds them if this is what is installed."""
    found = [EntryPoint(name, value, registry.GROUP) for name, value in entries]
    monkeypatch.setattr(installed, "entry_points", lambda **_: found)
    return Installed(registry.GROUP, "game", registry._accept)


def test_a_thing_that_is_no_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotLoad, match=r"game odd = json:dumps is not a Game: it is of the type function"):
        games(monkeypatch, ("odd", "json:dumps"))["odd"]


def test_a_game_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        CannotLoad, match=r"lost = phaseline\.no_such_module:GAME cannot be loaded: ModuleNot"
    ):
        games(monkeypatch, ("lost", "phaseline.no_such_module:GAME"))["lost"]


def test_a_fault_in_a_game_is_told_with_its_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "hasty.py").write_text("import json\n\nGAME = Gmae()\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CannotLoad, match=r"NameError: name 'Gmae' is not defined \(hasty\.py, line 3\)"):
        games(monkeypatch, ("hasty", "hasty:GAME"))["hasty"]


def test_the_key_of_a_game_is_the_name_it_is_installed_under(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotLoad, match='has the key "skirmish"; entry point and key must be the same'):
        games(monkeypatch, ("scuffle", SKIRMISH))["scuffle"]


def test_a_broken_game_stands_in_nobody_elses_way(monkeypatch: pytest.MonkeyPatch) -> None:
    found = games(monkeypatch, ("skirmish", SKIRMISH), ("lost", "phaseline.no_such_module:GAME"))
    assert list(found) == ["lost", "skirmish"]
    assert "lost" in found
    assert found["skirmish"] is GAME


def test_two_games_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotLoad, match="two games are installed as skirmish: elsewhere:GAME and phaseline"):
        games(monkeypatch, ("skirmish", "elsewhere:GAME"), ("skirmish", SKIRMISH))["skirmish"]


def test_nothing_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LookupError, match='there is no game "chess"; installed: none'):
        games(monkeypatch)["chess"]


def test_what_is_still_being_written_is_found_by_a_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "draft.py").write_text("from phaseline.games.skirmish import GAME\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PHASELINE_GAMES", "skirmish=draft:GAME  lost=phaseline.no_such_module:GAME nameless")
    found = games(monkeypatch, ("other", "json:dumps"))
    assert list(found) == ["lost", "nameless", "other", "skirmish"]
    assert found["skirmish"] is GAME
    with pytest.raises(
        CannotLoad, match=r"two games .* skirmish: .* and draft:GAME; give yours another name in"
    ):
        games(monkeypatch, ("skirmish", SKIRMISH))["skirmish"]


@pytest.mark.parametrize(
    "written", ["nameless", "one=draft", "one=draft:GAME,two=draft:GAME", "=draft", "one="]
)
def test_the_variable_is_told_how_it_is_written(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("PHASELINE_GAMES", written)
    found = games(monkeypatch)
    name = next(iter(found))
    with pytest.raises(CannotLoad) as refused:
        found[name]
    said = f'game {name} cannot be loaded; PHASELINE_GAMES lists "{written}", but each is written NAME=MODULE:WHAT, '
    assert str(refused.value) == said + "without blanks, and several with blanks between"


def test_half_a_name_in_the_variable_is_told_and_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHASELINE_GAMES", "my game=draft:GAME")
    with pytest.raises(LookupError) as refused:
        games(monkeypatch, ("skirmish", SKIRMISH))["mygame"]
    assert str(refused.value).startswith(
        'there is no game "mygame"; did you mean game?; PHASELINE_GAMES lists "my", but each is written NAME=MODULE:WHAT, '
    )
    with pytest.raises(LookupError, match='installed: game, skirmish; PHASELINE_GAMES lists "my", but each'):
        games(monkeypatch, ("skirmish", SKIRMISH))["zzz"]


def test_a_module_that_is_not_found_is_told_where_to_lie(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "needy.py").write_text("import phaseline.no_such_module\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CannotLoad, match="No module named 'away'; PYTHONPATH must name the folder"):
        games(monkeypatch, ("lost", "away.deep:GAME"))["lost"]
    with pytest.raises(CannotLoad, match=r"\(needy\.py, line 1\)$"):
        games(monkeypatch, ("lost", "needy:GAME"))["lost"]


def test_a_reason_is_one_line() -> None:
    with pytest.raises(ValueError, match="first") as caught:
        raise ValueError("first\nsecond")
    assert installed.reason(caught.value) == "ValueError: first second"


def test_two_threads_that_ask_at_once_load_a_thing_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "unhurried.py").write_text("THING = object()\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PHASELINE_UNHURRIED", "slow=unhurried:THING")
    both = threading.Barrier(2)
    loads = []

    def accept(name: str, found: object) -> object:
        loads.append(name)
        time.sleep(0.05)  # the other one asks meanwhile
        return found

    things = Installed("phaseline.unhurried", "thing", accept)

    def ask(_: int) -> object:
        both.wait()
        return things["slow"]

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(ask, range(2))
    assert first is second
    assert loads == ["slow"]


def test_a_module_that_would_end_the_program_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "script.py").write_text("import sys\n\nsys.exit(3)\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CannotLoad, match=r"cannot be loaded: SystemExit: 3 \(script\.py, line 3\)"):
        games(monkeypatch, ("mine", "script:GAME"))["mine"]
