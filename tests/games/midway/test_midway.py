"""The companion of the PTO campaign: all 22 rows of the addendum."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from phaseline.cli.display import prompt
from phaseline.engine import IllegalOrder, Match, OptionsError, Outcome
from phaseline.engine.coverage import coverage
from phaseline.engine.harness import play_checked
from phaseline.engine.ledger import Ledger
from phaseline.games.midway import GAME
from phaseline.games.midway.position import MidwayPosition
from phaseline.games.midway.scenario import PACKAGE, MidwayScenario
from phaseline.games.midway.view import redact

NUMBERS = frozenset(case.number for case in Ledger.read(PACKAGE))


def begun(**options: object) -> Match:
    return Match.new(GAME, GAME.load("pto", options), seed=bytes(32))


def give(match: Match, *texts: str) -> None:
    for text in texts:
        match.submit(0, text)


def operations(match: Match, count: int) -> None:
    for _ in range(count):
        give(match, "draw", "played")


def second_cycle(**options: object) -> Match:
    """The first operation counter of the second cycle has been drawn."""
    match = begun(**options)
    operations(match, 22)
    give(match, "go-on", "draw")
    return match


def in_play(**options: object) -> Match:
    """The bonus units act; every base had room."""
    match = second_cycle(**options)
    give(match, "room", "room", "room", "room", "played")
    return match


def position(match: Match) -> MidwayPosition:
    assert isinstance(match.position, MidwayPosition)
    return match.position


def scenario(match: Match) -> MidwayScenario:
    assert isinstance(match.scenario, MidwayScenario)
    return match.scenario


def over(match: Match) -> Outcome:
    assert match.outcome is not None
    return match.outcome


def where(match: Match, unit: str) -> str:
    found = GAME.report(match.state)["units"][unit]["at"]
    assert isinstance(found, str)
    return found


def refused(match: Match, text: str) -> str:
    with pytest.raises(IllegalOrder) as error:
        match.submit(0, text)
    return error.value.refusal.case


def told(match: Match) -> Iterator[str]:
    for entry in match.entries:
        for event in entry.events:
            yield event.text


@pytest.mark.case("midway", "23.0", "23.1a")
def test_the_pool_is_gone_through_twice() -> None:
    match = begun()
    assert (position(match).cycle, position(match).operations) == (1, 22)
    operations(match, 21)
    assert position(match).operations == 1
    assert refused(match, "go-on") == "23.1a"
    give(match, "draw", "played")
    assert refused(match, "draw") == "23.1a"
    give(match, "go-on")
    assert (position(match).cycle, position(match).operations) == (2, 22)
    give(match, "draw", "room", "room", "room", "room", "played")
    operations(match, 21)
    assert refused(match, "go-on") == "23.1a"
    assert match.decision is not None
    give(match, "decided player")
    assert over(match).winner == 0


@pytest.mark.case("midway", "23.0", "23.1a")
def test_without_the_bonus_counters_there_is_one_cycle() -> None:
    match = begun(bonus=False)
    operations(match, 22)
    assert refused(match, "go-on") == "23.1a"
    give(match, "decided Japan")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == (None, "Japan has won")


@pytest.mark.case("midway", "23.1b")
def test_nobody_moves_when_the_second_cycle_begins() -> None:
    match = begun(incidents=2, nimitz=True)
    give(match, "incident usn-weather", "arrive another-space", "damaged cvn-68")
    operations(match, 22)
    before = position(match).copy()
    give(match, "go-on")
    after = position(match)
    assert (after.at, after.damaged, after.active) == (before.at, before.damaged, before.active)
    assert "all units stay where they are" in list(told(match))


@pytest.mark.case("midway", "23.1c")
def test_a_game_that_is_decided_ends_before_the_second_cycle() -> None:
    match = begun()
    operations(match, 22)
    give(match, "decided player")
    assert match.outcome is not None
    assert match.outcome.case == "23.1c"
    early = begun()
    give(early, "draw", "decided Japan")
    assert early.outcome is not None


@pytest.mark.case("midway", "23.2a", "23.3", "23.2g")
def test_bonus_units_come_between_the_draw_and_the_play_of_the_first_counter() -> None:
    match = begun()
    operations(match, 22)
    give(match, "go-on")
    assert where(match, "Rabaul LAC") == "not yet in play"
    give(match, "draw")
    assert refused(match, "played") == "23.1a", "first they are based"
    give(match, "room", "room", "room", "room")
    assert where(match, "USN bonus units") == "USN Reinforcements"
    assert refused(match, "sunk usn-bonus-units") == "23.2g"
    give(match, "played")
    assert refused(match, "sunk cvn-68") == "23.2a"
    give(match, "damaged 1-sentani-lac", "base 1-sentani-lac rabaul-so", "base usn-bonus-units another-space")
    assert where(match, "1 Sentani LAC") == "Rabaul SO"
    assert refused(match, "damaged 1-sentani-lac") == "23.4f"
    give(match, "repaired 1-sentani-lac", "sunk 1-sentani-lac")
    assert where(match, "1 Sentani LAC") == "eliminated"
    assert refused(match, "base 7-sentani-lac usn-reinforcements") == "23.3"
    give(match, "draw", "played")
    assert where(match, "Rabaul LAC") == "Rabaul SO", "they come once"


@pytest.mark.case("midway", "23.2d", "23.2e", "23.2f")
def test_air_units_go_where_there_is_room() -> None:
    match = second_cycle()
    give(match, "room", "full", "room", "full", "full", "full", "full")
    assert where(match, "1 Sentani LAC") == "Rabaul MO"
    assert where(match, "7 Sentani LAC") == "Rabaul SO"
    assert where(match, "13 Sentani LAC") == "Truk SO", "Truk has room: nobody is asked"
    assert where(match, "Rabaul LAC") == "Truk SO"
    other = second_cycle()
    give(other, "room", "room", "room", "full", "room")
    assert where(other, "Rabaul LAC") == "Rabaul MO"


@pytest.mark.case("midway", "23.2b", "23.2c")
def test_nobody_knows_which_counter_is_the_hiyo_until_it_is_looked_at() -> None:
    assert refused(begun(), "look a") == "23.2b"
    match = in_play()
    truth = position(match).hiyo
    assert truth in range(4)
    seen = match.view(0).position
    assert isinstance(seen, MidwayPosition)
    assert seen.hiyo is None
    assert where(match, "Hiyo NAC") == "aboard the Hiyo"
    assert refused(match, "sunk hiyo-cvl") == "23.2b"
    assert not any(event.draw for entry in match.entries for event in entry.events if event.for_seat(0))
    guesses = {GAME.sample(scenario(match), seen, 0, random.Random(n)).hiyo for n in range(40)}
    assert guesses == {0, 1, 2, 3}
    for guess in range(40):
        found = GAME.sample(scenario(match), seen, 0, random.Random(guess))
        assert GAME.redact(scenario(match), found, 0) == seen
    wrong = next(n for n in range(4) if n != truth)
    give(match, f"look {'abcd'[wrong]}")
    assert refused(match, f"look {'abcd'[wrong]}") == "23.2b"
    assert match.entries[-1].before is None, "what has been seen cannot be taken back"
    seen = match.view(0).position
    assert isinstance(seen, MidwayPosition)
    assert {GAME.sample(scenario(match), seen, 0, random.Random(n)).hiyo for n in range(40)} == {
        0,
        1,
        2,
        3,
    } - {wrong}
    assert truth is not None
    give(match, f"look {'abcd'[truth]}")
    assert redact(scenario(match), position(match), 0).hiyo == truth
    assert where(match, "Hiyo CVL") == ("Truk SO" if truth < 2 else "Truk MO")
    give(match, "sunk hiyo-cvl")


@pytest.mark.case("midway", "23.2c")
def test_the_air_unit_of_the_hiyo_may_lie_open() -> None:
    match = in_play(hiyo_nac_open=True)
    assert where(match, "Hiyo NAC") == "Truk SO"
    give(match, "base hiyo-nac rabaul-so")
    assert refused(match, "base hiyo-nac aboard-the-hiyo") == "23.2c"


@pytest.mark.case("midway", "23.2h")
def test_three_more_incidents_are_in_the_second_pool() -> None:
    match = begun(incidents=2)
    give(match, "incident other", "incident other")
    assert refused(match, "incident other") == "23.2h"
    operations(match, 22)
    give(match, "go-on")
    assert position(match).incidents == 5
    assert refused(begun(), "incident other") == "23.4a"
    without = begun()
    operations(without, 22)
    give(without, "go-on")
    assert position(without).incidents == 0


@pytest.mark.case("midway", "23.4a")
def test_the_nimitz_group_needs_the_incidents() -> None:
    with pytest.raises(OptionsError, match="incidents"):
        begun(nimitz=True)
    with pytest.raises(OptionsError, match="incidents"):
        begun(incidents=-1)


@pytest.mark.case("midway", "23.4a", "23.4b")
@pytest.mark.parametrize("weather", ["ijn-weather", "usn-weather"])
def test_the_nimitz_group_arrives_in_the_first_weather_or_never(weather: str) -> None:
    match = begun(incidents=4, nimitz=True)
    give(match, "incident other", f"incident {weather}")
    assert "no spotting attempts and no launching of air units where it strikes" in list(told(match))
    assert refused(match, "arrive usn-reinforcements") == "23.4b"
    give(match, "arrive rabaul-so")
    assert where(match, "CVN-68") == where(match, "Admiral Yelland") == "Rabaul SO"
    assert where(match, "Nimitz air unit 3") == "aboard CVN-68"
    late = begun(incidents=4, nimitz=True)
    give(late, f"incident {weather}", "stay-out", "incident usn-weather")
    assert where(late, "CVN-68") == "not yet in play"
    without = begun(incidents=4)
    give(without, f"incident {weather}", "draw")
    assert where(without, "CVN-68") == "not yet in play"


def group() -> Match:
    match = begun(incidents=4, nimitz=True)
    give(match, "incident ijn-weather", "arrive another-space")
    return match


@pytest.mark.case("midway", "23.4c", "23.4e")
def test_the_group_is_a_task_force_of_its_own() -> None:
    match = group()
    assert refused(match, "attach cvn-68 another") == "23.4c"
    assert refused(match, "attach admiral-yelland another") == "23.4e"
    assert refused(match, "base admiral-yelland truk-so") == "23.4e"
    give(match, "attach cvn-68 its-own", "attach admiral-yelland its-own")
    other = in_play()
    give(other, "attach usn-bonus-units another")


@pytest.mark.case("midway", "23.4d")
def test_its_air_units_live_and_die_with_the_carrier() -> None:
    match = group()
    assert refused(match, "base nimitz-air-unit-1 rabaul-so") == "23.4d"
    give(match, "base cvn-68 rabaul-mo")
    assert where(match, "Admiral Yelland") == "Rabaul MO"
    give(match, "sunk nimitz-air-unit-2")
    assert where(match, "Nimitz air unit 1") == "aboard CVN-68"
    give(match, "sunk cvn-68")
    for unit in ("CVN-68", "Nimitz air unit 1", "Nimitz air unit 3", "Admiral Yelland"):
        assert where(match, unit) == "eliminated"
    other = in_play()
    assert refused(other, "base 7-sentani-lac aboard-cvn-68") == "23.4c"


@pytest.mark.case("midway", "23.4f")
def test_nothing_of_it_is_repaired() -> None:
    match = group()
    give(match, "damaged cvn-68")
    assert refused(match, "repaired cvn-68") == "23.4f"
    other = in_play()
    assert refused(other, "repaired rabaul-lac") == "23.4f"


@pytest.mark.case("midway", "23.4g")
def test_the_second_weather_takes_the_whole_group_away() -> None:
    match = group()
    give(match, "damaged cvn-68", "sunk nimitz-air-unit-1", "incident usn-weather")
    for unit in ("CVN-68", "Nimitz air unit 1", "Nimitz air unit 2", "Admiral Yelland"):
        assert where(match, unit) == "removed"
    give(match, "incident usn-weather")
    assert refused(match, "damaged cvn-68") == "23.2a"


@pytest.mark.case("midway", "23.4h")
def test_the_group_does_not_change_who_wins() -> None:
    for match in (group(), begun()):
        give(match, "sunk cvn-68") if where(match, "CVN-68") == "another space" else None
        operations(match, 22)
        give(match, "decided player")
        assert match.outcome is not None
        assert match.outcome.reason == "the player has won"


@pytest.mark.case("midway", "23.5", "23.0")
def test_the_corrected_counters_are_listed() -> None:
    texts = list(told(begun(earlier=True)))
    for name in ("Port Moresby coastal defence", "Solomons coastal defence", "18 BW Reinf LAC"):
        assert any(name in text for text in texts)
    assert any("22.0" in text for text in texts)
    assert not any("22.0" in text for text in told(begun()))


def test_orders_can_be_taken_back() -> None:
    match = begun()
    give(match, "draw")
    match.undo(0)
    assert position(match).operations == 22


def test_the_sheet_shows_the_pool_and_where_everybody_is() -> None:
    match = in_play(incidents=1)
    tracks = {track.name: track.text for track in GAME.sheet(scenario(match), match.view(0)).tracks}
    assert tracks["Cycle"] == "2 of 2"
    assert tracks["Operation counters in the pool"] == "21"
    assert tracks["Incident markers in the pool"] == "4"
    assert tracks["Hiyo CVL"] == "face down: A, B, C, D"
    assert tracks["Rabaul LAC"] == "Rabaul SO"


@pytest.mark.parametrize("options", GAME.variants("pto"))
def test_promises_hold(options: dict[str, object]) -> None:
    for seed in range(3):
        played = play_checked(GAME, GAME.load("pto", options), seed=seed, thorough=0.3, cases=NUMBERS)
        assert played.orders > 0


def test_every_row_is_carried_out_and_tested() -> None:
    found = coverage(GAME.key, PACKAGE, Path(__file__).parents[2])
    assert not found.faults
    assert found.counts == {"testable": 22, "implemented": 22, "tested": 22}


def test_the_terminal_tells_who_has_won_without_a_map() -> None:
    match = begun()
    give(match, "decided Japan")
    assert str(prompt(match, match.view(0))).startswith("The match is over: not won (Japan has won)")
    won = begun()
    give(won, "decided player")
    assert str(prompt(won, won.view(0))).startswith("The match is over: Player wins")
