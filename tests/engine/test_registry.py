"""The registry of installed games."""

import msgspec
import pytest

from phaseline.engine import registry
from phaseline.engine.gameoptions import OptionsError
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
    with pytest.raises(
        OptionsError, match=r'option weather of skirmish cannot be "wet"; write rolled \| dry'
    ):
        GAME.load("ford", {"weather": "wet"})
    with pytest.raises(OptionsError, match=r'option fog of skirmish cannot be "maybe"; write true \| false'):
        GAME.load("ford", {"fog": "maybe"})


@pytest.mark.parametrize("key", registry.games())
def test_no_option_is_a_number_without_ends(key: str) -> None:
    """A number that anybody may choose becomes counters, or rounds of a loop: without an end it can stop a service."""
    game = registry.game(key)
    for name, value in msgspec.structs.asdict(game.options_type()).items():
        if type(value) is int:
            for far in (10**9, -(10**9)):
                with pytest.raises(
                    OptionsError, match=f"option {name} of {key} .* a whole number from -?[0-9]+ to [0-9]+"
                ):
                    game.options({name: far})


def test_the_first_scenario_is_the_default() -> None:
    assert GAME.load().key == "ford"
    with pytest.raises(LookupError, match='skirmish has no scenario "sea"; it has: ford, ridge'):
        GAME.load("sea")


def test_a_game_is_asked_for_by_a_text() -> None:
    with pytest.raises(TypeError, match="games are named by texts, not 3"):
        registry.game(3)  # type: ignore[arg-type] # what is tested
