"""The first position of a scenario: all units in their places, before anything is decided."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.eisenhower.files import Unit
from phaseline.games.eisenhower.position import ALLIED, BOX, GONE, IDLE, TRACK, Campaign, EisenhowerPosition
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.hexgrid import mask_of


@case("2.11c", "3.2.1a", "3.2.1b", "3.2.1c", "3.2.1d", "3.2.2a", "3.4b", "6.3d")
def first_position(scenario: EisenhowerScenario) -> EisenhowerPosition:
    """All units in their places at full strength, before anything is decided (3.2.1)."""
    at, due = [], []
    for n, unit in enumerate(scenario.units):
        entry = scenario.entries[n]
        due.append(entry.turn if entry is not None else 0)
        at.append(_start(scenario, n, unit))
    board = scenario.board
    control = mask_of(at[n] for n in scenario.rosters[ALLIED] if at[n] >= 0)
    if not scenario.options.literal_start_control:
        control |= mask_of(board.map.hex(text) for text in scenario.setup.start_allied)
    return EisenhowerPosition(
        stack=[Campaign()],
        at=at,
        steps=[unit.steps for unit in scenario.units],
        due=due,
        control=control,
        taken=control,
        beachheads=mask_of(board.map.hex(text) for text in scenario.setup.beachheads),
    )


def _start(scenario: EisenhowerScenario, n: int, unit: Unit) -> int:
    """Where a unit begins: its hex, the track, or the box for the force of the first invasion."""
    if scenario.ids[n] in scenario.setup.landing_force:
        return BOX
    if unit.setup:
        return scenario.hex_at(unit.setup, f"counters.toml: units.{scenario.ids[n]}.setup")
    if scenario.entries[n] is None:
        return IDLE if unit.other_form else GONE
    return TRACK
