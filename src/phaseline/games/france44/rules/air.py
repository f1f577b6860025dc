"""Chapters 9.1, 5.17 and 5.25: tactical air units, from their return to base to the hexes they hold."""

from __future__ import annotations

from collections import Counter

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, ESCORT, GERMAN, GONE, POOL, UNLIMITED
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

HELD = "enemy air outnumbers it, and it may not leave its hex"
FULL = "that base is full: two air units to a town, four to a city"


# -- who may do something ---------------------------------------------------------------------------------------------


@case("9.13b", "9.134", "5.25")
def pin(s: FranceState, seat: int) -> None:
    """As its own turn begins: who has flown is free again, and whoever is outnumbered in his hex is held there (R61)."""
    p, own = s.position, s.scenario.side_wings[seat]
    held = s.superiority(1 - seat)
    p.flown &= ~own
    p.pinned &= ~own
    p.pinned |= mask_of(wing for wing in hexes(based(s, own)) if held >> p.wings[wing] & 1)


@case("tbl.weather.snow.d", "tbl.weather.blizzard.f")
def grounded(s: FranceState, seat: int) -> Refusal | None:
    """Why the weather lets no air unit of a side do anything; None when it lets one (R16, R17)."""
    if not s.effects.flying:
        return Refusal("tbl.weather.blizzard.f", "no tactical air unit flies in a blizzard")
    if seat == ALLIED and not s.position.air_left:
        return Refusal("tbl.weather.snow.d", "as many air units as the snow allows have flown this turn")
    return None


@case("9.134", "9.13a", "5.25")
def choose_wing(s: FranceState, seat: int, case: str) -> Narrowing:
    """Start a choice among the air units: those of a side that are free to do something this turn (R58).

    `case` is that of what they shall do, which asks for units that have done nothing else.
    """
    return _unused(s, seat, case).without(s.position.pinned, "9.134", HELD)


def _unused(s: FranceState, seat: int, case: str) -> Narrowing:
    """The air units of a side that are on the map and have done nothing this turn, held by enemy air or not."""
    own = s.scenario.side_wings[seat]
    return (
        choose(own, case, lambda wing: no_wing(s, wing))
        .without(s.position.flown, case, "it has done something this turn already")
        .only(based(s, own), returning(seat), "it has no base just now")
    )


def no_wing(s: FranceState, wing: object) -> str:
    """Why a value, which may be anything, is no air unit of the side that chooses."""
    if not isinstance(wing, int) or not 0 <= wing < len(s.position.wings):
        return "there is no such air unit"
    return "it belongs to the other side"


def based(s: FranceState, wings: Mask) -> Mask:
    """Those of some air units that are on the map."""
    at = s.position.wings
    return mask_of(wing for wing in hexes(wings) if at[wing] >= 0)


@case("9.13a", "tbl.weather.snow.d")
def has_flown(s: FranceState, wing: int) -> None:
    """An air unit has done what it may do in its turn; in snow the Allies have one less to use (R16, R58)."""
    p = s.position
    p.flown |= 1 << wing
    if p.air_left != UNLIMITED and s.scenario.side_wings[ALLIED] >> wing & 1:
        p.air_left -= 1


@case("9.11")
def within_range(s: FranceState, wing: int) -> Mask:
    """The hexes at most 20 from where an air unit stood when its turn had begun (R57)."""
    return s.scenario.board.disk(s.position.bases[wing], s.scenario.tables.air.reach)


# -- bases ------------------------------------------------------------------------------------------------------------


@case("7.11")
def base_room(s: FranceState, hex: Hex) -> int:
    """How many air units a town or city can take (7.11)."""
    board, stacking = s.scenario.board, s.scenario.tables.stacking
    if board.boxes >> hex & 1:
        return len(s.scenario.wings)
    return stacking.wings_city if board.cities >> hex & 1 else stacking.wings_town


@case("7.11")
def open_bases(s: FranceState, seat: int) -> Mask:
    """The bases of a side that can take one more air unit (7.11)."""
    at = Counter(s.position.wings[wing] for wing in hexes(based(s, s.scenario.side_wings[seat])))
    full = mask_of(hex for hex, wings in at.items() if wings >= base_room(s, hex))
    return s.bases(seat) & ~full


@case("5.13a", "5.22")
def returning(seat: int) -> str:
    """The case by which air units of a side come back to their bases."""
    return "5.22" if seat == GERMAN else "5.13a"


@case("5.13a", "5.22")
def to_return(s: FranceState, seat: int) -> Mask:
    """The air units of a side that are based or flying: for these it may name a base."""
    at = s.position.wings
    return mask_of(wing for wing in hexes(s.scenario.side_wings[seat]) if at[wing] >= 0 or at[wing] == ESCORT)


@case("5.13a", "5.22", "9.11")
def landing_range(s: FranceState, wing: int) -> Mask:
    """The hexes at most 20 from an air unit; from its last base when it flew with the bomber (R57)."""
    place = s.position.wings[wing]
    origin = place if place >= 0 else s.position.bases[wing]
    return s.scenario.board.disk(origin, s.scenario.tables.air.reach) if origin >= 0 else 0


@case("5.13a", "5.22", "7.11", "9.134")
class ReturnWing(OrderRule[orders.Return, FranceState]):
    """Bring an air unit to a base, each once; those left to themselves find one when the step ends."""

    order = orders.Return

    def wing(self, s: FranceState) -> Narrowing:
        """Air units of the side that are not held by enemy air (R61)."""
        p, seat = s.position, s.acting
        own, right = s.scenario.side_wings[seat], returning(seat)
        found = choose(own, right, lambda wing: no_wing(s, wing))
        found = found.only(to_return(s, seat), right, "it is away, and finds a base by itself")
        found = found.without(p.pinned, "9.134", HELD)
        return found.without(p.settled, right, "it has been given a base in this step")

    def to(self, s: FranceState, wing: int) -> Narrowing:
        """A town or city of one's own within 20 hexes, with room (5.13, 7.11)."""
        place, right = s.position.wings[wing], returning(s.acting)
        return (
            s.choose_hex(right)
            .only(s.scenario.board.settled, right, "air units are based in towns and cities")
            .only(s.bases(s.acting), right, "that town is not yours")
            .only(landing_range(s, wing), right, "it is more than 20 hexes away")
            .without(1 << place if place >= 0 else 0, right, "it is there already")
            .only(open_bases(s, s.acting), "7.11", FULL)
        )

    def apply(self, s: FranceState, order: orders.Return) -> None:
        """Land."""
        p = s.position
        p.settled |= 1 << order.wing
        land(s, order.wing, order.to)


def asked_to_return(s: FranceState) -> list[int]:
    """The side whose turn it is, while an air unit of its own is not held where it is."""
    p, seat = s.position, s.turn_of
    return [seat] if to_return(s, seat) & ~p.pinned else []


class EndReturn(EndStep[orders.Done, FranceState]):
    """The others land by themselves."""

    order = orders.Done


def land(s: FranceState, wing: int, hex: Hex) -> None:
    """Set an air unit down in a base."""
    s.position.wings[wing] = hex
    right = returning(s.scenario.seat_of_wing(wing))
    s.tell("air", right, "{wing:wing} is based at {hex:hex}", wing=wing, hex=hex)


@case("5.13a", "5.22", "7.11")
def all_land(s: FranceState) -> None:
    """Whoever has no base yet returns to his last one, or to the nearest with room; without one he stays away (R56)."""
    p, seat = s.position, s.turn_of
    own = s.scenario.side_wings[seat]
    for wing in hexes(own & ~p.pinned):
        if p.wings[wing] == GONE:
            continue
        if not _at_home(s, wing, seat):
            base = _nearest_base(s, wing, seat)
            if base is not None:
                land(s, wing, base)
            elif p.wings[wing] != POOL:
                p.wings[wing] = POOL
                s.tell("air", returning(seat), "{wing:wing} finds no base and is away for a turn", wing=wing)
    p.settled = 0
    for wing in hexes(own):
        p.bases[wing] = p.wings[wing]


def _at_home(s: FranceState, wing: int, seat: int) -> bool:
    """Whether an air unit is at a base that has room for it: of too many, those with the lowest numbers stay (7.11)."""
    wings = s.position.wings
    place = wings[wing]
    if place < 0 or not s.bases(seat) >> place & 1:
        return False
    before = s.scenario.side_wings[seat] & ((1 << wing) - 1)
    return sum(wings[other] == place for other in hexes(before)) < base_room(s, place)


def _nearest_base(s: FranceState, wing: int, seat: int) -> Hex | None:
    """Where an air unit returns by itself (R56): its last base if it can; the nearest; from away, its home theatre."""
    grid, p, free = s.scenario.map.grid, s.position, open_bases(s, seat)
    origin = p.wings[wing] if p.wings[wing] >= 0 else p.bases[wing]
    if p.wings[wing] == POOL or origin < 0:
        # On a map without its home theatre any base will do.
        free &= _home(s, wing) if _home(s, wing) & s.bases(seat) else s.scenario.board.playable
        edge = s.scenario.board.east_edge
        return min(hexes(free), key=lambda hex: (_far_from(s, hex, edge), hex), default=None)
    free &= landing_range(s, wing)
    if free >> p.bases[wing] & 1:
        return p.bases[wing]
    return min(hexes(free), key=lambda hex: (grid.distance(origin, hex), hex), default=None)


def _home(s: FranceState, wing: int) -> Mask:
    """The theatre in which an air unit without a base turns up again (R56)."""
    board = s.scenario.board
    theatres = {"england": board.england, "corsica": board.corsica}
    return theatres.get(s.scenario.wings[wing].start, board.continent)


def _far_from(s: FranceState, hex: Hex, edge: Mask) -> int:
    """How far it is from a hex to the nearest of the east edge; 0 for the Allies, and on a map without one."""
    if s.scenario.board.overseas >> hex & 1:
        return 0
    return min((s.scenario.map.grid.distance(hex, other) for other in hexes(edge)), default=0)


# -- the tactical air phase -------------------------------------------------------------------------------------------


@case("5.17", "5.25", "9.11", "9.13a", "9.134", "26.2")
class FlyWing(OrderRule[orders.Fly, FranceState]):
    """Place an air unit that has not supported an attack (9.13)."""

    order = orders.Fly

    def gate(self, s: FranceState) -> Refusal | None:
        """The weather must let it fly."""
        return grounded(s, s.acting)

    def wing(self, s: FranceState) -> Narrowing:
        """Those with nothing done yet this turn."""
        return choose_wing(s, s.acting, "9.13a")

    def to(self, s: FranceState, wing: int) -> Narrowing:
        """Any hex within 20 of its base, neutral ground excepted (9.11)."""
        board = s.scenario.board
        return (
            choose(board.map.on_map, "9.11", "that hex is not on the map")
            .without(board.beyond, "26.2", "no unit may be in a neutral country")
            .only(within_range(s, wing), "9.11", "it is more than 20 hexes from its base")
            .without(1 << s.position.wings[wing], "9.13a", "it is there already")
        )

    def apply(self, s: FranceState, order: orders.Fly) -> None:
        """Over the hex, until its next return."""
        s.position.wings[order.wing] = order.to
        has_flown(s, order.wing)
        s.tell("air", "9.13a", "{wing:wing} flies over {hex:hex}", wing=order.wing, hex=order.to)


def asked_to_fly(s: FranceState) -> list[int]:
    """The side whose turn it is, while the weather lets it fly and an air unit, or the bomber, has done nothing yet."""
    seat = s.turn_of
    p = s.position
    idle = based(s, s.scenario.side_wings[seat] & ~p.pinned & ~p.flown) and grounded(s, seat) is None
    industry = s.scenario.setup.sorties is None
    bomber = seat == ALLIED and industry and p.bomber == "ready" and s.effects.flying
    return [seat] if idle or bomber else []


class EndFlying(EndStep[orders.Done, FranceState]):
    """The others stay at their bases."""

    order = orders.Done


@case("9.14")
def asked_to_transfer(s: FranceState) -> list[int]:
    """The Allied player at the end of the turn, while there are bases in both theatres and an idle air unit."""
    board, p = s.scenario.board, s.position
    if not (board.england & board.settled and board.corsica & board.settled) or grounded(s, ALLIED):
        return []
    idle = based(s, s.scenario.side_wings[ALLIED] & ~p.flown)
    free = board.overseas & ~s.superiority(GERMAN)
    return [ALLIED] if any(free >> p.wings[wing] & 1 for wing in hexes(idle)) else []


@case("9.14", "9.134")
class TransferWing(OrderRule[orders.Transfer, FranceState]):
    """At the end of the turn, between England and Corsica (9.14, R65)."""

    order = orders.Transfer

    def gate(self, s: FranceState) -> Refusal | None:
        """The weather must let it fly."""
        return grounded(s, ALLIED)

    def wing(self, s: FranceState) -> Narrowing:
        """Allied air units in England or Corsica that did nothing this turn, and that nobody outnumbers now (R65)."""
        p, board = s.position, s.scenario.board
        found = _unused(s, ALLIED, "9.14")
        there = mask_of(wing for wing in hexes(found.mask) if board.overseas >> p.wings[wing] & 1)
        over = s.superiority(GERMAN)
        held = mask_of(wing for wing in hexes(there) if over >> p.wings[wing] & 1)
        return found.only(there, "9.14", "it is neither in England nor in Corsica").without(
            held, "9.134", HELD
        )

    def to(self, s: FranceState, wing: int) -> Narrowing:
        """A town or city with room in the other theatre."""
        board = s.scenario.board
        here = board.england if board.england >> s.position.wings[wing] & 1 else board.corsica
        return (
            s.choose_hex("9.14")
            .only(board.overseas & ~here, "9.14", "a transfer leads from England to Corsica or back")
            .only(board.settled, "4.26", "air units are based in towns and cities")
            .only(open_bases(s, ALLIED), "7.11", FULL)
        )

    def apply(self, s: FranceState, order: orders.Transfer) -> None:
        """It is based there now."""
        has_flown(s, order.wing)
        s.position.wings[order.wing] = order.to
        s.position.bases[order.wing] = order.to
        s.tell("air", "9.14", "{wing:wing} is transferred to {hex:hex}", wing=order.wing, hex=order.to)
