"""The registry of installed games."""

from importlib.metadata import EntryPoint

import pytest

from phaseline.engine import registry
from phaseline.engine.game import OptionsError
from phaseline.games.skirmish import GAME


def test_installed_games_are_found_by_entry_point() -> None:
    assert registry.games()["skirmish"] is GAME
    assert registry.game("skirmish") is GAME


def test_an_unknown_game_is_named_with_a_near_one() -> None:
    with pytest.raises(LookupError, match=r'there is no game "skirmich"; did you mean skirmish\?'):
        registry.game("skirmich")


class Odd:
    name, value = "odd", "somewhere:THING"

    @staticmethod
    def load() -> object:
        return object()


def test_an_entry_point_that_is_no_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda **_: [Odd])
    registry.games.cache_clear()
    try:
        with pytest.raises(
            TypeError, match=r"entry point odd = somewhere:THING of group phaseline\.games is not a Game"
        ):
            registry.games()
    finally:
        registry.games.cache_clear()


def test_a_game_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("lost", "phaseline.no_such_module:GAME", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda **_: [broken])
    registry.games.cache_clear()
    try:
        with pytest.raises(
            ImportError, match=r"game lost = phaseline\.no_such_module:GAME cannot be loaded: No mod"
        ):
            registry.games()
    finally:
        registry.games.cache_clear()


def test_options_are_checked_and_read_from_text() -> None:
    assert GAME.load("ford", {"fog": "false"}).options.fog is False
    with pytest.raises(OptionsError, match='skirmish has no option "snow"; it has: fog, weather'):
        GAME.load("ford", {"snow": "yes"})
    with pytest.raises(OptionsError, match=r"option of skirmish: Invalid enum value 'wet' - at `\$.weather`"):
        GAME.load("ford", {"weather": "wet"})


def test_the_first_scenario_is_the_default() -> None:
    assert GAME.load().key == "ford"
    with pytest.raises(LookupError, match='skirmish has no scenario "sea"; it has: ford, ridge'):
        GAME.load("sea")
