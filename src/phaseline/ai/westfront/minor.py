"""Small decisions: BeachHeads, who is kept in supply, politics, volunteers."""

from __future__ import annotations

from phaseline.ai.westfront.situation import Situation
from phaseline.ai.westfront.stakes import step_worth
from phaseline.engine.legal import LegalOrders
from phaseline.engine.orders import Order
from phaseline.games.westfront.orders.politics import (
    Defect,
    RaiseMaquis,
    RaiseTito,
    RollRevolt,
    RollSurrender,
    WinterOffensive,
)
from phaseline.games.westfront.orders.sea import GoShort, KeepSupplied, PlaceBeachhead
from phaseline.games.westfront.rules import beachheads
from phaseline.games.westfront.state import WestFrontState


def place_beachhead(state: WestFrontState, legal: LegalOrders) -> Order | None:
    """A BeachHead in each hex where one can be placed: it feeds those who landed, and lets others follow.

    A second one in a hex does neither: it is kept ready for another landing.
    """
    there = beachheads.placed(state)
    for unit in legal.values(PlaceBeachhead):
        if not there >> state.position.at[unit] & 1:
            return PlaceBeachhead(unit)
    return None


def scarcity(state: WestFrontState, legal: LegalOrders) -> Order | None:
    """Keep the unit worth most; let the one worth least go short."""

    def worth(unit: int) -> tuple[float, int]:
        return step_worth(state.scenario, unit) * (1 + state.position.cv[unit]), -unit

    for hex in legal.values(KeepSupplied):
        return KeepSupplied(hex, max(legal.values(KeepSupplied, hex), key=worth))
    for hex in legal.values(GoShort):
        return GoShort(hex, min(legal.values(GoShort, hex), key=worth))
    return None


def politics(seen: Situation, legal: LegalOrders) -> Order | None:
    """Raise Tito where he cuts most; roll for whatever may fall, for surrenders last (16.1)."""
    if legal.refusal(RollRevolt()) is None:
        return RollRevolt()
    places = legal.values(RaiseTito)
    if places:
        return RaiseTito(max(places, key=lambda hex: (-seen.threat.get(hex, 0.0), -hex)))
    for country in legal.values(RollSurrender):
        return RollSurrender(country)
    return None


def maquis(seen: Situation, legal: LegalOrders) -> Order | None:
    """Where a place falls to them, and nobody is near."""
    places = legal.values(RaiseMaquis)
    if not places:
        return None
    friendly = seen.s.friendly(seen.seat)
    return RaiseMaquis(
        max(
            places,
            key=lambda hex: (
                seen.stakes.at(hex) * (not friendly >> hex & 1) - 2 * seen.threat.get(hex, 0.0),
                -hex,
            ),
        )
    )


def defection(state: WestFrontState, legal: LegalOrders) -> Order | None:
    """The strongest Italian comes over."""
    units = legal.values(Defect)
    return Defect(max(units, key=lambda unit: (state.position.cv[unit], -unit))) if units else None


def offensive(seen: Situation, legal: LegalOrders) -> Order | None:
    """The winter offensive, in a mud turn with tanks at the front."""
    if not seen.s.mud or legal.refusal(WinterOffensive()) is not None:
        return None
    near = seen.board.grid.spread(seen.enemy_hexes)
    units = seen.s.units_in(near, seen.seat)
    armor = sum(seen.s.unit(unit).kind == "armor" for unit in _members(units))
    return WinterOffensive() if armor >= 3 else None


def _members(units: int) -> list[int]:
    return [unit for unit in range(units.bit_length()) if units >> unit & 1]
