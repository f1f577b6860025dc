"""Agents whose names carry weights."""

from typing import Any

import pytest

from phaseline.ai import registry
from phaseline.ai.brain import brain_of
from phaseline.ai.search.bearings import BearingCouncil
from phaseline.ai.search.general import GeneralAgent
from phaseline.ai.weights import WeightError, check_weights, laid_over, read_weights
from phaseline.ai.westfront.council import WestFrontCouncil
from phaseline.engine import registry as games
from phaseline.games.westfront.files import month_number
from phaseline.games.westfront.position import ALLIED, AXIS
from phaseline.lab.simulate import Recipe, play_recipe

DECEMBER, JANUARY = month_number("1943-12"), month_number("1944-01")


def council(game: str, scenario: str, seat: int, weights: str) -> BearingCouncil[Any]:
    """What a general of the seat goes by, with these weights."""
    make = brain_of(game).council
    assert make is not None
    found = make.weighed(read_weights(weights))(games.game(game).load(scenario), seat)
    assert isinstance(found, BearingCouncil)
    return found


def test_a_name_may_carry_weights() -> None:
    agent = registry.make("marshal:pull.strength=0.02:battle.threat=x0.5", 1)
    assert isinstance(agent, GeneralAgent)
    assert agent.effort == 4
    assert [str(each) for each in agent.weights] == ["pull.strength=0.02", "battle.threat=x0.5"]
    assert registry.plays("general:pull.strength=0.02", "westfront")
    assert not registry.plays("general:pull.strength=0.02", "nonesuch")
    assert registry.code("general:pull.strength=0.02") == registry.code("general")


def test_whoever_weighs_otherwise_is_like_nobody() -> None:
    """Where the general plays as the staff does, one with weights of his own does not."""
    assert registry.alike("general", "war_in_europe", "overlord_1944") == ""
    plain = registry.alike("marshal", "westfront", "W43")
    assert (plain, registry.alike("marshal:pull.strength=0.02", "westfront", "W43")) == ("general", "")


@pytest.mark.parametrize(
    ("name", "game", "complaint"),
    [
        (
            "staff:pull.strength=1",
            "westfront",
            "staff weighs nothing that could be set; take one that does, such as general",
        ),
        (
            "general:pull.strength",
            "westfront",
            'general: "pull.strength" is no weight; write SECTION.NAME=NUMBER, or =xNUMBER for so many times as much',
        ),
        ("general:pull.strength=much", "westfront", 'general: pull.strength: "much" is no number'),
        ("general:pull.strength=inf", "westfront", "general: pull.strength: inf will not do; give a number from -1,000,000 to 1,000,000"),
        ("general:pull.strength=x-1", "westfront", "general: pull.strength: -1 will not do; give a number from 0 to 1,000,000"),
        ("general:", "westfront", 'general: "" is no weight; write SECTION.NAME=NUMBER'),
        ("general:pull.strength=x1e9", "westfront", "general: pull.strength: 1e9 will not do"),
        (
            "general:pull.strenght=1",
            "westfront",
            "general: there is no weight pull.strenght; did you mean pull.strength or pull.reach or pull.empty?",
        ),
        ("general:worth.city=1", "westfront", "general: there is no weight worth.city"),
        ("general:pull.strength=1", "skirmish", "general: nothing can be weighed otherwise in this game"),
    ],
)  # fmt: skip
def test_what_cannot_be_set_is_told(name: str, game: str, complaint: str) -> None:
    with pytest.raises(LookupError) as told:
        registry.plays(name, game)
    assert str(told.value).startswith(complaint)


def test_shares_stay_shares_and_whole_numbers_whole() -> None:
    """Odds of a share are multiplied; what is said twice goes on from the first; rows are, number by number; switches are none of it."""
    weights = {"a": {"share": 0.8, "price": 3.0, "hexes": 9, "row": [0.5, 2.0], "far": True}}
    given = read_weights("a.share=x2:a.price=x2:a.hexes=x0.5:a.row=x2")
    assert laid_over(weights, given) == {
        "a": {"share": 0.8889, "price": 6.0, "hexes": 4, "row": [0.6667, 4.0]}
    }
    assert laid_over(weights, read_weights("a.hexes=2.6:a.share=x0")) == {"a": {"hexes": 3, "share": 0.0}}
    assert laid_over(weights, read_weights("a.price=x2:a.price=x3:a.price=x0.5")) == {"a": {"price": 9.0}}
    assert laid_over(weights, read_weights("a.price=5:a.price=x2")) == {"a": {"price": 10.0}}
    with pytest.raises(WeightError, match=r"there is no weight a\.far"):
        check_weights(weights, read_weights("a.far=1"))


def test_in_westfront_what_changes_from_month_to_month_goes_on_changing() -> None:
    """As the Allies of Winter '43 fear nothing from January on; so many times as much is so in each month, and for them alone."""
    found = council("westfront", "W43", ALLIED, "battle.threat=x2:pull.strength=0.5")
    assert isinstance(found, WestFrontCouncil)
    now, was = found.weights[""], WestFrontCouncil(found.scenario, ALLIED).weights[""]
    for month in (DECEMBER, JANUARY):
        usual = was.within("W43", ALLIED, month).battle.threat
        tried = now.within("W43", ALLIED, month)
        assert tried.battle.threat == pytest.approx(2 * usual / (1 + usual), abs=1e-4)
        assert tried.pull.strength == 0.5
    assert (
        now.within("W43", ALLIED, JANUARY).battle.threat != now.within("W43", ALLIED, DECEMBER).battle.threat
    )
    assert now.within("W43", AXIS, JANUARY).battle == was.within("W43", AXIS, JANUARY).battle


@pytest.mark.parametrize(
    ("game", "scenario", "path"),
    [
        ("eisenhower", "historical", "attack.kill"),
        ("france44", "anvil", "march.errand"),
        ("war_in_europe", "diadem", "march.stay"),
        ("westfront", "S44", "command.axis"),
    ],
)
def test_every_game_has_weights_that_can_be_set(game: str, scenario: str, path: str) -> None:
    """Under every bearing so many times what it is there."""
    section, name = path.split(".")
    make = brain_of(game).council
    assert make is not None
    plain = make(games.game(game).load(scenario), 1)
    tried = council(game, scenario, 1, f"{path}=x3")
    assert isinstance(plain, BearingCouncil)
    for bearing, each in tried.bearings.items():
        usual = plain.weighs(plain.bearings[bearing].otherwise)[section][name]
        now = tried.weighs(each.otherwise)[section][name]
        assert now == laid_over({section: {name: usual}}, read_weights(f"{path}=x3"))[section][name]
        assert now > usual


def test_weights_change_how_a_match_goes() -> None:
    """Once as much is no change; a fifth is one."""

    def played(axis: str) -> list[str]:
        record = play_recipe(Recipe("westfront", "W44", ("staff", axis), seed=3), 0)[1]
        return [line for line in record.splitlines() if "computer" not in line]

    usual = played("general")
    assert played("general:pull.strength=x1") == usual
    assert played("general:pull.strength=x0.2") != usual
