"""The set-up (4): the default one stands already, and each side may change its own before the first turn."""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, hexes
from phaseline.wording.counts import several, verb


@case("4.21a", "4.21b", "4.21c", "4.23", "4.25", "26.1")
def area_of(s: FranceState, unit: int) -> Mask:
    """Where a unit may be set up: on the Continent, behind the Rhine, in England or in Corsica (4.21-4.23)."""
    board = s.scenario.board
    return {
        "england": board.england,
        "corsica": board.corsica,
        "east_of_rhine": board.east_of_rhine,
    }.get(s.scenario.start_of[unit], board.continent)


@case("4.2", "4.21a", "4.21b", "4.21c", "4.22", "4.23", "4.24b", "4.25")
class DeployUnit(OrderRule[orders.Deploy, FranceState]):
    """A unit that starts on the map is set up elsewhere in its area (4.2). Each once: so random play ends."""

    order = orders.Deploy

    def unit(self, s: FranceState) -> Narrowing:
        """Units on the map; those in the force pools come later (4.22)."""
        found = s.choose_own(s.acting, "4.2").only(
            s.on_map(s.acting), "4.22", "it is in a force pool, or arrives later"
        )
        return found.without(s.position.moved, "4.2", "it has been set up elsewhere already")

    def to(self, s: FranceState, unit: int) -> Narrowing:
        """Hexes of its area with room."""
        found = (
            s.choose_hex("4.25")
            .without(1 << s.position.at[unit], "4.2", "it is there already")
            .only(area_of(s, unit), *self._where(s, unit))
        )
        if s.scenario.hqs >> unit & 1:
            return s.room(unit, found)
        return found.without(s.full(s.acting), "4.24b", "two units are there already")

    def _where(self, s: FranceState, unit: int) -> tuple[str, str]:
        return {
            "england": ("4.21b", "it is set up in England"),
            "corsica": ("4.21c", "it is set up in Corsica"),
            "east_of_rhine": ("4.23", "it is set up east of the Rhine, not on the river"),
        }.get(s.scenario.start_of[unit], ("4.21a", "German units are set up on the Continent"))

    def apply(self, s: FranceState, order: orders.Deploy) -> None:
        """Put it there."""
        s.put(order.unit, order.to)
        s.position.moved |= 1 << order.unit
        s.tell("deployed", "4.2", "{unit:unit} is set up in {to:hex}", unit=order.unit, to=order.to)


@case("4.26", "7.11")
class DeployWing(OrderRule[orders.DeployWing, FranceState]):
    """An air unit is based in another town or city of its theatre (4.26, R56)."""

    order = orders.DeployWing

    def wing(self, s: FranceState) -> Narrowing:
        """Own wings that have not been moved yet."""
        own = s.scenario.side_wings[s.acting]
        return choose(own, "4.26", "it is no air unit of yours").without(
            s.position.flown, "4.26", "it has been based elsewhere already"
        )

    def to(self, s: FranceState, wing: int) -> Narrowing:
        """Towns and cities with room."""
        board = s.scenario.board
        theatre = {"england": board.england, "corsica": board.corsica}.get(
            s.scenario.wings[wing].start, board.continent
        )
        return (
            s.choose_hex("4.26")
            .without(1 << s.position.wings[wing], "4.26", "it is there already")
            .only(theatre, "4.26", "it belongs to another theatre")
            .only(board.settled, "4.26", "air units are based in towns and cities")
            .without(air_full(s, s.acting), "7.11", "as many air units as can be based there are there")
        )

    def apply(self, s: FranceState, order: orders.DeployWing) -> None:
        """Base it there."""
        p = s.position
        p.wings[order.wing] = p.bases[order.wing] = order.to
        p.flown |= 1 << order.wing
        s.tell("deployed", "4.26", "{wing:wing} is based in {to:hex}", wing=order.wing, to=order.to)


@case("7.11")
def air_full(s: FranceState, seat: int) -> Mask:
    """The towns with two air units of a side, the cities with four (7.11)."""
    board, limits = s.scenario.board, s.scenario.tables.stacking
    found = 0
    for hex in hexes(s.wing_hexes(seat) & board.settled):
        most = limits.wings_city if board.cities >> hex & 1 else limits.wings_town
        if len(s.wings_at(hex, seat)) >= most:
            found |= 1 << hex
    return found


@case("4.24a")
class DeployShip(OrderRule[orders.DeployShip, FranceState]):
    """A naval unit is placed in another friendly port or sea hex (4.24a, R10)."""

    order = orders.DeployShip

    def ship(self, s: FranceState) -> Narrowing:
        """Any; each once."""
        return choose((1 << len(s.position.ships)) - 1, "4.24a", "there is no such naval unit").without(
            s.position.hauled, "4.24a", "it has been placed elsewhere already"
        )

    def to(self, s: FranceState, ship: int) -> Narrowing:
        """Ports of England and Corsica, and all-sea hexes."""
        board = s.scenario.board
        return (
            choose(s.scenario.map.on_map, "6.6a", "that hex is not on the map")
            .only(
                board.sea | board.ports & board.overseas,
                "4.24a",
                "naval units are placed in a friendly port or at sea",
            )
            .without(1 << s.position.ships[ship], "4.24a", "it is there already")
        )

    def apply(self, s: FranceState, order: orders.DeployShip) -> None:
        """Place it there."""
        s.position.ships[order.ship] = order.to
        s.position.hauled |= 1 << order.ship
        s.tell("deployed", "4.24a", "{ship:ship} is placed in {to:hex}", ship=order.ship, to=order.to)


@case("4.27")
class PutDump(OrderRule[orders.Dump, FranceState]):
    """German supply points are distributed, at most 100 (4.27)."""

    order = orders.Dump

    def gate(self, s: FranceState) -> Refusal | None:
        """While there are points left."""
        return None if dump_points(s) else Refusal("4.27", "all German supply points have been distributed")

    def value(self, s: FranceState) -> Narrowing:
        """Counters of 1 to 20 points."""
        return choose(DENOMINATIONS, "4.27", "a counter has 1, 2, 5, 10 or 20 points").only(
            (2 << dump_points(s)) - 1,
            "4.27",
            lambda _: f"{several(dump_points(s), 'point')} {verb(dump_points(s))} left",
        )

    def to(self, s: FranceState, value: int) -> Narrowing:
        """Any hex of the Continent: counters may lie together."""
        return s.choose_hex("4.25").only(
            s.scenario.board.continent, "4.27", "German supplies lie on the Continent"
        )

    def apply(self, s: FranceState, order: orders.Dump) -> None:
        """Put them down, with what lies there."""
        dumps = s.position.german_dumps
        dumps[order.to] = dumps.get(order.to, 0) + order.value
        s.position.laid |= 1 << order.to
        s.tell(
            "supplies", "4.27", "{value} supplies are put down in {to:hex}", value=order.value, to=order.to
        )


DENOMINATIONS: Mask = sum(1 << value for value in (1, 2, 5, 10, 20))
"""The values of supply counters, a bit each."""


@case("4.27")
def dump_points(s: FranceState) -> int:
    """German supply points not yet distributed; on a part of the map there are only those that lie there from the start."""
    setup = s.scenario.setup
    most = sum(setup.german_dumps.values()) if setup.columns else s.scenario.tables.supply.german_dumps
    return most - sum(s.position.german_dumps.values())


@case("4.27")
class ClearDump(OrderRule[orders.Clear, FranceState]):
    """Supplies of the default set-up are taken up, to lie elsewhere. What a player has put down he does not take up."""

    order = orders.Clear

    def hex(self, s: FranceState) -> Narrowing:
        """Where German supplies lie."""
        lying = sum(1 << hex for hex in s.position.german_dumps)
        return choose(lying, "4.27", "no supplies lie there").without(
            s.position.laid, "4.27", "you have put them down there: undo that order instead"
        )

    def apply(self, s: FranceState, order: orders.Clear) -> None:
        """Take them up."""
        del s.position.german_dumps[order.hex]
        s.tell("supplies", "4.27", "the supplies in {hex:hex} are taken up", hex=order.hex)


@case("4.2")
class EndSetup(EndStep[orders.Done, FranceState]):
    """The set-up is as wanted."""

    order = orders.Done
    told = ("4.2", "{seat:seat} has set up")


def set_up_done(s: FranceState) -> None:
    """Nobody has done anything yet."""
    p = s.position
    p.moved = p.flown = p.hauled = p.laid = 0


@case("4.2")
def germans_set_up(s: FranceState) -> list[int]:
    """The German player first (4.2), unless the scenario's set-up is fixed."""
    return [] if s.scenario.setup.fixed else [GERMAN]


@case("4.2")
def allies_set_up(s: FranceState) -> list[int]:
    """Then the Allied player (4.2)."""
    return [] if s.scenario.setup.fixed else [ALLIED]
