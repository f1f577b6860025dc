"""Questions about WestFront that case files, the command line and pages may ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaseline.drill.lookups import asked, labels, of_hex, of_side, of_unit, spot
from phaseline.engine.casefile import question
from phaseline.engine.game import Question
from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.games.westfront import campaign_questions, combat_questions, sea_questions
from phaseline.games.westfront.rules import airstrike, command, ground
from phaseline.games.westfront.scenario import NOBODY, SEATS
from phaseline.games.westfront.state import WestFrontState

# -- units and movement -----------------------------------------------------------------------------------------------


@question
def reach(s: WestFrontState, *, unit: UnitRef) -> dict[str, list[str]]:
    """Where a unit can get to by a land move, whoever commands it: hexes without enemies, and hexes to engage in."""
    spot(s, unit)
    ways = ground.ways(s, unit)
    return {"quiet": labels(s, ways.quiet), "engage": labels(s, ways.engage)}


@question
def hexside_limit(s: WestFrontState, *, a: HexRef, b: HexRef) -> int:
    """Units that may cross a hexside into or out of a battle in one Movement Phase (6.33)."""
    return s.board.side_limit(a, b, mud=s.mud)


# -- command and air --------------------------------------------------------------------------------------------------


@question
def command_range(s: WestFrontState, *, hq: UnitRef) -> int | None:
    """Command Range in hexes; none when the HQ commands nothing, not even in its own hex (5.3, 5.8)."""
    strength = command.effective_cv(s, hq)
    return None if strength < 0 or s.unit(hq).is_supreme else strength


@question
def commanded(s: WestFrontState, *, hq: UnitRef) -> list[str]:
    """The hexes within command of an HQ (5.3)."""
    spot(s, hq)
    return labels(s, command.command_range(s, hq))


@question
def under_command(s: WestFrontState, *, unit: UnitRef, hq: UnitRef) -> bool:
    """Whether a unit stands within command of an HQ (5.3)."""
    spot(s, hq)
    return bool(command.command_range(s, hq) >> spot(s, unit) & 1)


@question
def supreme_moves(s: WestFrontState, *, hq: UnitRef) -> int:
    """Supreme Moves that an SHQ or THQ gives (5.61)."""
    return command.supreme_moves(s, hq)


@question
def air_range(s: WestFrontState, *, hq: UnitRef) -> int:
    """Air Range of an HQ in hexes (13.11)."""
    return airstrike.air_range(s, hq)


@question
def airstrike_dice(s: WestFrontState, *, hq: UnitRef) -> int:
    """Dice of an HQ's airstrike (13.12)."""
    return max(command.effective_cv(s, hq), 0)


# -- control ----------------------------------------------------------------------------------------------------------


@question
def control(s: WestFrontState, *, hex: HexRef) -> str:
    """Who controls a hex in this phase: a side, or disputed (8.3)."""
    seat = s.controller(hex)
    return "disputed" if seat == NOBODY else SEATS[seat]


_ALL: tuple[Any, ...] = (
    of_unit("speed", "Hexes a unit moves in a phase in the present weather (6.1).", ground.speed),
    reach,
    hexside_limit,
    of_hex("stacking", "Units a side may have in a hex (6.21).", lambda s, hex: s.board.stacking_limit(hex)),
    command_range,
    commanded,
    under_command,
    supreme_moves,
    air_range,
    airstrike_dice,
    of_side(
        "air_firepower",
        "Firepower of a side's airstrikes (13.14).",
        lambda s, side: s.scenario.air_fire(s.position.book, side),
    ),
    control,
)
QUESTIONS: Mapping[str, Question] = asked(
    *_ALL, *combat_questions.ALL, *campaign_questions.ALL, *sea_questions.ALL
)
