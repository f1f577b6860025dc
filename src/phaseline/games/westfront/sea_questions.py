"""Questions about rail, sea, supply and landings that case files, the command line and pages may ask."""

from __future__ import annotations

from typing import Any, Final

from phaseline.drill.lookups import labels, spot
from phaseline.engine.casefile import question
from phaseline.engine.lexicon import HexRef, SeatRef, UnitRef
from phaseline.games.westfront.orders.strategic import SeaRef
from phaseline.games.westfront.position import AXIS
from phaseline.games.westfront.rules import (
    battle,
    command,
    invasion,
    lines,
    rail,
    sailing,
    seas,
    seasupport,
    supply,
)
from phaseline.games.westfront.scenario import SEATS
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import hexes


@question
def sea(s: WestFrontState, *, sea: SeaRef) -> dict[str, Any]:
    """A sea area: who controls it, its interdiction value, its ports, the seas that adjoin it (15.1)."""
    waters = s.board.waters
    return {
        "holder": SEATS[seas.held(s, AXIS) >> sea & 1],
        "value": waters.value[sea],
        "ports": labels(s, waters.ports_on[sea]),
        "adjoins": [waters.names[other] for other in waters.next_to[sea]],
        "storm": bool(seas.stormy(s) >> sea & 1),
    }


@question
def seas_at(s: WestFrontState, *, hex: HexRef) -> list[str]:
    """The seas on which a coastal hex lies (R3); a port is used for those it is listed for."""
    waters = s.board.waters
    found = waters.port_seas.get(hex) or waters.seas_of.get(hex, 0)
    return [waters.names[number] for number in hexes(found)]


@question
def port_capacity(s: WestFrontState, *, hex: HexRef, side: SeatRef) -> int:
    """Units that a port or BeachHead lets in or out by sea in a player-turn (15.21, 15.53)."""
    return sailing.capacity(s, side, hex)


@question
def rail_supply(s: WestFrontState, *, side: SeatRef) -> list[str]:
    """The hexes in Rail Supply (9.3)."""
    return labels(s, lines.in_rail_supply(s, side))


@question
def rail_sea_supply(s: WestFrontState, *, side: SeatRef) -> list[str]:
    """The hexes in Rail/Sea Supply over seas of the side's own (9.31)."""
    return labels(s, lines.in_rail_sea_supply(s, side))


@question
def railheads(s: WestFrontState, *, side: SeatRef) -> list[str]:
    """Where friendly Rail Lines end though the railway goes on (9.12)."""
    return labels(s, lines.railheads(s, side))


@question
def rail_reach(s: WestFrontState, *, unit: UnitRef, moves: int) -> list[str]:
    """Where a unit gets to with so many Rail Moves (9.21)."""
    spot(s, unit)
    return labels(s, rail.destinations(s, unit, moves))


@question
def supply_line(s: WestFrontState, *, unit: UnitRef) -> bool:
    """Whether a unit has a Supply Line that no interdiction threatens (10.3)."""
    return bool(supply.with_line(s, s.seat_of(unit)) >> unit & 1)


@question
def invasion_range(s: WestFrontState, *, hq: UnitRef) -> list[str]:
    """The coastal hexes that an HQ's port reaches by an ordinary invasion (15.42)."""
    most = invasion.invasion_range(s.seat_of(hq))
    return labels(s, invasion.in_range(s, hq, most) & invasion.invadable(s, s.seat_of(hq)))


@question
def sea_command(s: WestFrontState, *, hq: UnitRef) -> dict[str, Any]:
    """Command Range over the sea that an HQ has as an Invasion HQ: its length in hexes and the land hexes in it (15.43)."""
    spot(s, hq)
    factor = 2 if seas.has_supremacy(s.seat_of(hq)) else 1
    return {
        "length": max(command.effective_cv(s, hq), 0) * factor,
        "hexes": labels(s, seasupport.sea_range(s, hq)),
    }


@question
def supported(s: WestFrontState, *, hex: HexRef) -> bool:
    """Whether the active side has Combat Support in a battle hex (7.4, 15.43)."""
    return bool(battle.support(s, s.active) >> hex & 1)


ALL: Final[tuple[Any, ...]] = (
    sea,
    seas_at,
    port_capacity,
    rail_supply,
    rail_sea_supply,
    railheads,
    rail_reach,
    supply_line,
    invasion_range,
    sea_command,
    supported,
)
