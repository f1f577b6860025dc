"""Spain and Portugal: war on them, and their forces (16.4).

Wired into the sequence: `Declare` among the orders of the Command Phase; the procedure `NeutralForces`, in which
`deployment.PlaceUnit`, `deployment.RestoreSetUp` and `EndNeutralSetUp` are the orders of the Axis.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, Options, options
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.politics import DeclareWar
from phaseline.games.westfront.position import ALLIED, AXIS, TO_COME, NeutralForces
from phaseline.games.westfront.rules import command, politics
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, hexes

NEUTRALS: Final = ("Spain", "Portugal")


@case("16.4a", "16.4b", "4.41b", "16.4d", "17.1g", "side.2b")
class Declare(OrderRule[DeclareWar, WestFrontState]):
    """Before they activate an HQ the Allies may declare war on a neutral; war on Portugal is war on Spain too (16.4)."""

    order = DeclareWar

    def reads(self, s: WestFrontState) -> object:
        """Whether it is too late, and with whom there is peace."""
        return command.begun(s), [name for name in NEUTRALS if at_war(s, name)]

    def gate(self, s: WestFrontState) -> Refusal | None:
        """Only the Allies, and first of all."""
        if s.acting != ALLIED:
            return Refusal("16.4b", "only the Allies declare war on neutrals")
        if command.begun(s):
            return Refusal("4.41b", "war is declared before any HQ is activated")
        return None

    def country(self, s: WestFrontState) -> Narrowing:
        """Countries at peace."""
        found: Options[str] = options(NEUTRALS, "16.4a", "only Spain and Portugal are neutral")
        found.keep(lambda name: bool(politics.land(s, name)), "16.4a", "it is not on this map")
        found.keep(lambda name: not at_war(s, name), "16.4b", "the Allies are at war with it already")
        return found

    def apply(self, s: WestFrontState, order: DeclareWar) -> None:
        """War, its price, and the neutral's forces at once."""
        for country in (order.country, "Spain"):
            if not at_war(s, country):
                go_to_war(s, country)


def at_war(s: WestFrontState, country: str) -> bool:
    """Whether the Allies have declared war on a neutral."""
    return s.has("spain at war" if country == "Spain" else "portugal at war")


@case("16.4a", "16.4b", "16.4c", "16.4d", "17.1g")
def go_to_war(s: WestFrontState, country: str) -> None:
    """The country's land becomes Axis territory, and its forces are on the map for the Axis to arrange (16.4, R138)."""
    position, area = s.position, politics.land(s, country)
    price = s.scenario.data.books[position.book].penalty["Spain" if country == "Spain" else "Portugal"]
    position.flags.add("spain at war" if country == "Spain" else "portugal at war")
    position.penalty += price
    for held in (position.owner, position.control):
        held[AXIS] |= area
        held[ALLIED] &= ~area
    s.tell("war", "16.4b", "the Allies declare war on {country} ({price} VPs)", country=country, price=price)
    s.changed()
    muster(s, country)
    s.call(NeutralForces(country=country))


# -- their forces -----------------------------------------------------------------------------------------------------


@case("16.4c", "16.4a")
def muster(s: WestFrontState, country: str) -> None:
    """The forces of a country at their strengths, in its cities and ports first (16.4c)."""
    places = iter(s.scenario.once(("places", country), lambda: tuple(_places(s, country))))
    for unit in politics.units_of(s, country):
        if s.position.at[unit] == TO_COME or s.position.at[unit] >= 0:
            s.position.cv[unit] = strength(s, unit)
            s.put(unit, next(places))


@case("16.4c")
def strength(s: WestFrontState, unit: int) -> int:
    """CV of a neutral unit that is activated: Spanish HQs and infantry full, statics 1; Portuguese 1 and 0 (16.4c)."""
    block = s.unit(unit)
    if block.nation == "Portuguese":
        return 0 if block.kind == "static" else 1
    return 1 if block.kind == "static" else block.limit


def _places(s: WestFrontState, country: str) -> Iterator[Hex]:
    """Hexes for the proposal: the capital, ports and cities, then the rest, round after round while there is room."""
    area = politics.land(s, country)
    capital = politics.REALMS[country].capital
    first = [s.board.hex(capital)] if capital in s.board.map.places else []
    towns = [hex for hex in hexes(area & (s.board.port_hexes | s.board.cities)) if hex not in first]
    rest = [hex for hex in hexes(area) if hex not in first and hex not in towns]
    order = [*first, *towns, *rest]
    for taken in range(4):
        yield from (hex for hex in order if s.board.stacking_limit(hex) > taken)


@case("16.4c")
class EndNeutralSetUp(EndStep[Done, WestFrontState]):
    """The forces stand as the Axis wants them (16.4c)."""

    order = Done
