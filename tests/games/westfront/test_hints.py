"""What is told of choices and of circumstances is what the rules say, and no more than is known."""

from __future__ import annotations

import pytest
from tests.games.westfront.composed import state_of
from tests.moments import until

from phaseline.engine.match import Match
from phaseline.engine.orders import Order, verb_of
from phaseline.engine.rehearsal import sampled
from phaseline.games.westfront import GAME
from phaseline.games.westfront.aids import hints, places, tables
from phaseline.games.westfront.orders.combat import Fight
from phaseline.games.westfront.orders.command import MarkTarget
from phaseline.games.westfront.orders.politics import RollSurrender
from phaseline.games.westfront.orders.sea import Invade
from phaseline.games.westfront.position import ALLIED
from phaseline.games.westfront.rules import politics
from phaseline.games.westfront.state import WestFrontState


def test_who_chooses_what_a_headquarters_does_is_told_whom_it_would_command() -> None:
    """5.3: range runs over land, so a unit across the sea is not in command, however near."""
    state = Match.new(GAME, GAME.load("husky"), seed=bytes(32)).state
    assert isinstance(state, WestFrontState)
    units = {unit.name: number for number, unit in enumerate(state.scenario.units)}
    told = hints.role_text(state, units["15 AG"], "command")
    assert (
        told == "command units in range 3: Br 30 Tk, Br 13 Mech and 5 more units; loses a step; Air Range 3"
    )
    position = state.position.copy()
    licata = state.board.hex_of("Licata")
    assert licata is not None
    position.at[units["Br 13 Mech"]] = licata
    landed = type(state)(GAME, state.scenario, position)
    told = hints.role_text(landed, units["15 AG"], "command")
    assert "Br 13 Mech" not in told
    assert "and 4 more units" in told


@pytest.mark.case("westfront", "15.41", "15.42a")
def test_who_is_to_send_an_invasion_is_told_whom_it_has_in_its_port() -> None:
    state = Match.new(GAME, GAME.load("husky"), seed=bytes(32)).state
    assert isinstance(state, WestFrontState)
    units = {unit.name: number for number, unit in enumerate(state.scenario.units)}
    tunis = state.board.hex("Tunis")
    for unit in state.units_at(tunis, state.seat_of(units["15 AG"])):
        if unit != units["15 AG"]:
            state.put(unit, state.board.hex("Bizerte"))
    state.changed()
    alone = hints.role_text(state, units["15 AG"], "blitz invasion")
    assert "from Tunis: nobody stands there" in alone
    state.put(units["US 2 Amph"], tunis)
    state.changed()
    assert "from Tunis: US 2 Amph; " in hints.role_text(state, units["15 AG"], "invasion")
    assert "Tunis" not in hints.role_text(state, units["15 AG"], "evacuation")


@pytest.mark.case("westfront", "15.42b", "15.44a")
def test_a_coast_to_land_on_tells_whose_it_is_and_what_is_reached_by_land_stands_back() -> None:
    state = Match.new(GAME, GAME.load("husky"), seed=bytes(32)).state
    assert isinstance(state, WestFrontState)
    units = {unit.name: number for number, unit in enumerate(state.scenario.units)}
    hq, board = units["15 AG"], state.board

    def told(kind: type[Order], chosen: tuple[int, ...], label: str) -> tuple[str, str]:
        hint = GAME.aids.hint(state, 0, kind, chosen, board.hex(label))
        return hint.text, hint.tint

    for kind, chosen in ((Invade, (hq, units["Br 2 Para"])), (MarkTarget, (hq,))):
        assert told(kind, chosen, "Catania") == ("defended", "attack")
        assert told(kind, chosen, "Licata") == ("open", "sea")
        assert told(kind, chosen, "Sfax") == ("yours", "refuse"), "one walks there from Tunis"
        assert told(kind, chosen, "Malta") == ("yours", "sea"), "nobody walks there"


@pytest.mark.case("westfront", "16.1a", "intro.2")
def test_what_a_surrender_takes_is_told_without_a_guess_at_what_has_been_rebuilt() -> None:
    """Who of the lost has been rebuilt stands upright: the aids are worked out from a guess, which must not be told as a fact."""
    match = until("westfront", "S43", verb_of(RollSurrender))
    assert isinstance(match.state, WestFrontState)
    ports = politics.ports_taken(match.state, "Italy")
    guesses = [sampled(GAME, match.state, ALLIED, seed)[0] for seed in range(8)]
    assert (
        len(
            {
                politics.surrender_count(guess, "Italy")
                for guess in guesses
                if isinstance(guess, WestFrontState)
            }
        )
        > 1
    )
    told = {GAME.aids.hint(guess, ALLIED, RollSurrender, (), "Italy").text for guess in guesses}
    assert told == {f"rolls below {ports}, one more for each of its units that is lost"}


@pytest.mark.case("westfront", "12.3c", "7.34a")
def test_storms_stop_landings_and_not_ships_and_woods_halve_what_hits_a_defender() -> None:
    stormy = tables.WEATHERS["stormy"]
    assert "no invasion" in stormy
    assert "from port to port ships and supply go on" in stormy
    assert {places.EFFECTS[ground] for ground in ("forest", "hill")} == {"4 units; double defence"}


@pytest.mark.case("westfront", "7.32a", "2.25b")
def test_the_forecast_of_a_battle_tells_the_losses_of_each_side_and_who_fires() -> None:
    """A corps of one step on each side: the attacker falls to one die of six, and fires himself if he does not."""
    state = state_of("""
map: {adjacent: [[A, T], [A, U]]}
setup:
  phase: fights
  weather: dry
  support: true
  battles:
  - {at: T, original_defender: allied, new: false, chosen: true}
  - {at: U, original_defender: axis, new: false, chosen: true}
  units:
  - {id: Own, side: allied, type: infantry, cv: 1, at: T}
  - {id: Infantry, side: axis, type: infantry, cv: 1, at: T}
  - {id: Garrison, side: axis, type: static, cv: 0, at: T}
  - {id: Own elsewhere, side: allied, type: infantry, at: U}
  - {id: Axis elsewhere, side: axis, type: infantry, at: U}
""")
    found = GAME.aids.forecast(state, GAME.view(state, ALLIED), Fight, (state.board.hex("T"),))
    assert found is not None
    assert "on average the attackers lose 0.17 steps, the defenders 0.28;" in found.summary
    fire = {line.text: line.value for line in found.lines if line.case == "7.32"}
    assert fire == {"Own": "1 die, hits on 6", "Infantry": "1 die, hits on 6", "Garrison": "does not fire"}
