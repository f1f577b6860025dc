"""The outlook of Eisenhower's War: what is counted soon, and how it stands."""

from tests.games.eisenhower.moments import GAME, first_turn

from phaseline.engine.match import Match
from phaseline.games.eisenhower.position import ALLIED, BOX, GERMAN
from phaseline.games.eisenhower.rules import control
from phaseline.hexgrid import hexes


def test_the_outlook_warns_of_ports_before_they_are_counted() -> None:
    state = first_turn()
    found = GAME.aids.outlook(state, GAME.view(state, ALLIED))
    ports = found.due[0]
    assert (ports.title, ports.text) == ("Ports", "0 of 1 by the end of this turn")
    assert (ports.side, ports.level, ports.case) == (ALLIED, "red", "4.3.2")
    assert state.scenario.map.hex("Cherbourg") in ports.hexes
    assert [(line.case, line.text) for line in found.now] == [
        ("4.3.2a", "if the turn ended now the German side wins: the Allies control 0 ports and need 1")
    ]


def test_the_outlook_is_content_with_a_port() -> None:
    state = first_turn()
    state.position.control |= 1 << state.scenario.map.hex("Cherbourg")
    state.changed()
    found = GAME.aids.outlook(state, GAME.view(state, ALLIED))
    (ports,) = (stake for stake in found.due if stake.title == "Ports")
    assert (ports.text, ports.level) == ("1 of 1, enough for this turn and Turn 2", "green")
    # A port held stays what is told first.
    assert next(stake for stake in found.due if stake.side == ALLIED) is ports
    assert found.now == ()
    held = {hex: each.side for each in found.objectives for hex in each.hexes}
    place = state.scenario.map.hex
    assert [held[place(name)] for name in ("Cherbourg", "Antwerp", "Berlin")] == [ALLIED, GERMAN, GERMAN]


def test_ports_that_are_enough_for_one_turn_and_not_the_next_are_told_as_one() -> None:
    state = first_turn()
    state.position.control |= 1 << state.scenario.map.hex("Cherbourg")
    state.position.turn = 2
    state.changed()
    (ports,) = (
        stake for stake in GAME.aids.outlook(state, GAME.view(state, ALLIED)).due if stake.title == "Ports"
    )
    needed = state.scenario.ports_required(3)
    assert needed > 1
    assert (ports.text, ports.level) == (f"1 of {needed} by the end of Turn 3, enough for this turn", "amber")


def test_a_beachhead_that_germans_can_walk_into_is_amber_and_one_with_germans_in_it_red() -> None:
    state = first_turn()
    unit = next(hexes(state.on_map(GERMAN) & state.scenario.mobile))
    beach = next(hexes(state.position.beachheads))
    for other in list(state.units_at(beach, ALLIED)):
        state.put(other, BOX)

    def beachheads() -> str:
        found = GAME.aids.outlook(state, GAME.view(state, ALLIED))
        return next(stake.level for stake in found.due if stake.title == "Beachheads")

    near = next(
        hex
        for hex in hexes(state.scenario.board.grid.adjacent_mask(beach))
        if not (state.occupied(ALLIED) | state.occupied(GERMAN)) >> hex & 1
    )
    state.put(unit, near)
    assert beachheads() == "amber"
    state.put(unit, beach)
    assert beachheads() == "red"
    # The marker goes as they enter, but the loss counts until the hex is Allied again (4.3.1, R26).
    control.enter(state, GERMAN, 1 << beach)
    assert not state.position.beachheads
    assert beachheads() == "red"


def test_a_last_check_without_ports_has_no_stake_in_them() -> None:
    match = Match.new(GAME, GAME.load("historical", {"ports_checked": False}), seed=bytes(32))
    found = GAME.aids.outlook(match.state, match.view(ALLIED))
    assert not [stake for stake in found.due if stake.title == "Ports"]
