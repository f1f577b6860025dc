"""The registry of installed games."""

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
