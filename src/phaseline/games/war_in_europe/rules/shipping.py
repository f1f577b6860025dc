"""The sea: who may use which waters and ports, and what carries a unit (7.0, 7.1)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe.board import BLACK_SEA
from phaseline.games.war_in_europe.particulars import Ferry
from phaseline.games.war_in_europe.position import SeaPhase, due_point
from phaseline.games.war_in_europe.rules import chains, harbours, movement, rail, repair, supply, terrain
from phaseline.games.war_in_europe.scenario import FILE_SIDES
from phaseline.games.war_in_europe.state import WarState
from phaseline.games.war_in_europe.terms import Store
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union
from phaseline.mechanics.lines import EVERYWHERE, extend, shortest

# --- waters and ports -----------------------------------------------------------------------------------------------


@case("7.0c", "7.11a", "7.11b", "7.11c")
def foreign(s: WarState, seat: int) -> Mask:
    """The sea hexes of areas in which a side has no ships; none if the scenario names no areas."""
    return s.known(("foreign waters", seat), None, lambda: _foreign(s, seat))


def _foreign(s: WarState, seat: int) -> Mask:
    board, areas = s.scenario.board, s.scenario.seas[seat]
    if areas is None:
        return 0
    own = 0
    for name in areas:
        own |= board.waters[name]
    return board.sea & ~own


@case("7.13a", "7.35a", "13.31a", "3.26")
def ports(s: WarState, seat: int) -> Mask:
    """The Friendly Ports of a side; a beach with an Amphibious Point is a small one. Suppressed small ones are none.

    Where there are two in a hex both are suppressed (13.31).
    """
    p, board = s.position, s.scenario.board
    small = board.minor_ports | harbours.piers(s, seat)
    working = board.major_ports | harbours.artificial(s) | small & ~p.suppressed
    return working & p.owner[seat] & ~s.occupied(1 - seat) & ~harbours.idle(s)


@case("7.16b")
def major_ports(s: WarState, seat: int) -> Mask:
    """The Friendly Major Ports of a side, an artificial one too; one that is suppressed, or wrecked, is only small."""
    weak = s.position.suppressed | harbours.wrecked(s)
    return (s.scenario.board.major_ports & ~weak | harbours.artificial(s) & ~s.position.suppressed) & ports(
        s, seat
    )


@case("7.0g")
def berths(s: WarState, unit: int, used: dict[int, int]) -> Mask:
    """The hexes in which as many units as may have embarked, or debarked, in this phase: four, or three Soviet ones."""
    sea = s.scenario.tables.sea
    soviet = s.scenario.units[unit].nation == "soviet"
    most = sea.per_port_soviet if soviet else sea.per_port
    return mask_of(hex for hex, count in used.items() if count >= most)


# --- ways -----------------------------------------------------------------------------------------------------------


@case("7.0d", "7.0e")
def closed(s: WarState, seat: int) -> Mask:
    """The hexes through which a side's ships do not go: coasts with enemy units, waters where it has no ships."""
    return s.occupied(1 - seat) & s.scenario.board.shores | foreign(s, seat)


@case("7.0d", "7.0e", "7.0f")
def reach(s: WarState, seat: int, start: Hex) -> Mask:
    """Where a side's ships come from a port, however far; last of all into a coast that the enemy holds."""
    shut = closed(s, seat)
    return s.known(("ships", seat, start), shut, lambda: _reach(s, start, shut))


def _reach(s: WarState, start: Hex, shut: Mask) -> Mask:
    board = s.scenario.board
    if board.channels.get(start, 0) & shut:
        return 0
    found = extend(
        board.grid,
        1 << start,
        board.sailed & ~shut,
        into=board.coastal & shut,
        over=board.lanes,
    )
    blocked = mask_of(port for port, channel in board.channels.items() if channel & shut)
    return found & ~blocked & ~(1 << start)


@case("7.22")
def near(s: WarState, seat: int, start: Hex) -> Mask:
    """Where a side's ships come within four hexes, the first not counted."""
    limit = s.scenario.tables.sea.emergency
    steps = s.scenario.board.sea_steps(start, closed(s, seat), limit)
    found = 0
    for area in steps[1:]:
        found |= area
    return found & reach(s, seat, start)


@case("7.0d")
def route(s: WarState, seat: int, start: Hex, goals: Mask, avoid: Mask = 0) -> list[Hex] | None:
    """A shortest way by sea to one of some hexes, both ends included; None if there is none around `avoid`."""
    board = s.scenario.board
    through = (board.sailed & ~closed(s, seat) & ~avoid) | goals
    return shortest(board.grid, start, goals, through, over=board.lanes)


@case("14.61", "8.33")
def judge(s: WarState) -> None:
    """As a phase of sea or air movement begins: from which hexes assaults may set out, and units fly, in this phase."""
    s.position.major = supply.area(s, s.phasing, chains.MAJOR)


# --- who sails ------------------------------------------------------------------------------------------------------


@case("6.64b", "6.64c", "7.0i", "7.13a", "7.15", "7.32", "14.22", "5.25")
def sailors(s: WarState, *, moved: bool = False, still: str = "7.0i") -> Narrowing:
    """The units in Friendly Ports that may go to sea; `moved`: though they have moved by land or rail before (7.21).

    `still` is the case that has them not move before.
    """
    return s.now(("sailors", moved, still), lambda: _sailors(s, moved=moved, still=still)).copy()


def _sailors(s: WarState, *, moved: bool, still: str) -> Narrowing:
    p, seat = s.position, s.frame(SeaPhase).seat
    found = (
        s.choose_unit(seat, "7.0d")
        .without(p.shipped | p.ashore, "7.12a", "it has gone by sea already in this player turn")
        .without(p.entrained, "6.33a", "it is entrained")
    )
    found = movement.able(s, found, "7.0d")
    if not moved:
        found = found.without(p.travelled, still, "it has moved in this player turn")
    found = found.without(
        s.scenario.repairers & p.travelled, "6.64b", "a repair unit moves in one phase of a turn only"
    )
    found = movement.rooted(s, found)
    for ferry in _ferries(s, seat):
        found = found.only(s.units_in(ferry.start, seat), "4.3", ferry.why)
    havens = ports(s, seat)
    return (
        found.only(s.units_in(havens, seat), "7.13a", lambda unit: _berthless(s, seat, s.position.at[unit]))
        .without(
            s.scenario.support & ~s.units_in(major_ports(s, seat), seat),
            "7.16b",
            lambda unit: (
                f"supply and repair units sail from Major Ports only{_small_now(s, s.position.at[unit])}"
            ),
        )
        .without(
            s.scenario.repairers & ~s.units_in(repair.sound_ports(s, seat), seat),
            "6.64c",
            "no repair unit sails from a port that has changed hands before ten turns of repair",
        )
    )


@case("7.16b", "14.32")
def _small_now(s: WarState, hex: Hex) -> str:
    """Why a Major Port is only a small one at present, to be added to what it does not serve for; nothing of another port."""
    if not s.scenario.board.major_ports >> hex & 1:
        return ""
    if s.position.suppressed >> hex & 1:
        return ", and this one is suppressed in this turn"
    return ", and this one is wrecked for the time being"


def _berthless(s: WarState, seat: int, hex: Hex) -> Refusal:
    """Why a unit cannot put to sea from its hex: it is no port of its side, or one that no ships come to now."""
    if (s.scenario.board.ports & s.position.owner[seat]) >> hex & 1:
        return no_port(s, seat, hex)
    return Refusal("7.13a", "it is in no Friendly Port")


@case("7.0b", "7.0g", "7.11a", "7.11b")
def with_points(s: WarState, found: Narrowing, *, amphibious: bool = False) -> Narrowing:
    """Of these units those for which there are Points, `amphibious` ones if need be, and a berth to embark."""
    p, seat = s.position, s.frame(SeaPhase).seat
    served, ready = EVERYWHERE, s.units_in(stores(s, seat), seat)
    if amphibious or p.fleet[seat] < 1:
        served = ready
    elif spent := _spent_waters(s, seat):
        gone = s.units_in(spent, seat) & ~ready
        found = found.without(gone, "7.0c", "the Naval Transport Points that are left serve in other waters")
    if large := s.scenario.corps & found.mask:
        served &= ~large | mask_of(
            unit for unit in hexes(large) if points_for(s, unit, amphibious=amphibious) >= price(s, unit)
        )
    return found.only(
        served, "7.11a", "there are not Points enough to carry it, neither Naval Transport nor Amphibious"
    ).without(_crammed(s, found.mask), "7.0g", "no more units embark in this port in this phase")


def _crammed(s: WarState, units: Mask) -> Mask:
    """Those of some units that find no berth to embark."""
    used = s.position.embarked
    if not used:
        return 0
    at = s.position.at
    return mask_of(unit for unit in hexes(units) if berths(s, unit, used) >> at[unit] & 1)


BLACK = "in the Black Sea only infantry and anti-tank units sail"


@case("7.16a")
def black_sea(s: WarState) -> Mask:
    """The water and the coasts of the Black Sea; none on a map without it."""
    board = s.scenario.board
    return board.waters[BLACK_SEA] | board.coasts[BLACK_SEA]


@case("7.0g", "7.13a", "7.16a", "7.16b")
def havens(s: WarState, unit: int, found: Narrowing) -> Narrowing:
    """Of some hexes the Friendly Ports where a unit may debark, without what is too full."""
    seat, here = s.scenario.side_of[unit], s.position.at[unit]
    found = found.without(1 << here if here >= 0 else 0, "7.12a", "it is there already").only(
        ports(s, seat), "7.13a", lambda hex: no_port(s, seat, hex)
    )
    for ferry in _ferries(s, seat):
        found = found.only(ferry.goals, "4.3", ferry.why)
    if not s.scenario.infantry >> unit & 1:
        found = found.without(black_sea(s), "7.16a", BLACK)
    if s.scenario.support >> unit & 1:
        found = found.only(
            major_ports(s, seat),
            "7.16b",
            lambda hex: f"supply and repair units land in Major Ports only{_small_now(s, hex)}",
        )
    if s.scenario.repairers >> unit & 1:
        found = found.only(
            repair.sound_ports(s, seat), "6.64c", "the port has changed hands: it takes ten turns of repair"
        )
    return landing(s, unit, found)


@case("4.3")
def _ferries(s: WarState, seat: int) -> list[Ferry]:
    """Where a scenario lets the ships of a side serve only some ports."""
    return [ferry for ferry in s.scenario.special.ferries if ferry.seat == seat]


@case("7.0g", "10.21a", "15.1g")
def landing(s: WarState, unit: int, found: Narrowing) -> Narrowing:
    """Of some hexes those with a berth and room for a unit, where neither the Arctic nor a rule of the scenario keeps it away."""
    full = berths(s, unit, s.position.debarked)
    found = found.without(full, "7.0g", "no more units debark there in this phase").without(
        terrain.frigid(s, s.scenario.ways_of[unit]), "15.1g", terrain.FRIGID
    )
    for leash in s.leashes(unit):
        found = found.only(leash.hexes, "5.11", leash.why)
    return s.room(unit, found)


def no_port(s: WarState, seat: int, hex: Hex) -> Refusal:
    """Why a hex is no Friendly Port."""
    p, board, bit = s.position, s.scenario.board, 1 << hex
    if not board.ports & bit:
        return Refusal("7.13a", "it is no port")
    if not p.owner[seat] & bit:
        return Refusal("7.13a", "that port is not yours")
    if harbours.idle(s) & bit:
        return Refusal("7.13a", "no ships come to that port while its approaches are not clear")
    return Refusal("13.31c", "that port is suppressed from the air in this turn")


def no_way(s: WarState, seat: int, start: Hex, hex: Hex) -> Refusal:
    """Why ships do not come to a hex: they have no business there or where they are, somebody bars the way, or there is none."""
    board, own = s.scenario.board, s.scenario.seas[seat]
    for areas in (board.areas_of(hex), board.areas_of(start)):
        if own is not None and areas and not set(areas) & set(own):
            return Refusal("7.0c", f"you have no ships in these waters: {', '.join(areas)}")
    if _reach(s, start, foreign(s, seat)) >> hex & 1:
        return Refusal("7.0e", "enemy units on the coast block the way")
    if _reach(s, start, 0) >> hex & 1:
        return Refusal("7.0c", "the way leads through waters in which you have no ships")
    return Refusal("7.0d", "no way by sea leads there")


# --- points ---------------------------------------------------------------------------------------------------------


@case("7.0b", "11.36")
def price(s: WarState, unit: int) -> int:
    """The Points that carry a unit: one, whatever its size, but for a whole corps, which takes three (R40)."""
    return rail.size(s, unit)


@case("7.0c", "7.11a")
def afloat(s: WarState, seat: int, port: Hex) -> int:
    """The Naval Transport Points that can carry units from a port: not those that serve in other waters (7.0)."""
    found = s.position.fleet[seat]
    for area, left in by_sea(s, seat).items():
        if area in s.scenario.board.areas_of(port):
            found = min(found, left)
    return found


def _squadrons(s: WarState, seat: int) -> dict[str, int]:
    return s.scenario.setup.squadrons.get(FILE_SIDES[seat], {})


@case("7.0c")
def by_sea(s: WarState, seat: int) -> dict[str, int]:
    """The Naval Transport Points that are left in each sea, where each has its own (R192)."""
    flags = s.position.flags
    return {area: most - flags.get(sailed(area), 0) for area, most in _squadrons(s, seat).items()}


def sailed(area: str) -> str:
    """The flag that counts the Naval Transport Points used in a sea area in this turn, where each has its own."""
    return f"sailed {area}"


def _spent_waters(s: WarState, seat: int) -> Mask:
    """The ports from which no Naval Transport Points sail any more in this turn, though there are some elsewhere."""
    if not _squadrons(s, seat):
        return 0
    ports = s.scenario.board.ports | s.position.piers
    return mask_of(port for port in hexes(ports & s.occupied(seat)) if afloat(s, seat, port) < 1)


@case("7.11a")
def fit_out(s: WarState) -> None:
    """As a turn begins: all transports are ready, in all waters."""
    p, setup = s.position, s.scenario.setup
    for seat, name in enumerate(s.game.seats):
        line = next((found for side, found in setup.transport.items() if side == name), ())
        p.fleet[seat] = line[p.turn - 1] if p.turn <= len(line) else 0
        for area in _squadrons(s, seat):
            p.flags.pop(sailed(area), None)


def points_for(s: WarState, unit: int, *, amphibious: bool = False) -> int:
    """The Points that could carry a unit from where it is; of `amphibious` ones only these."""
    seat, here = s.scenario.side_of[unit], s.position.at[unit]
    stored = (
        count
        for entry, count in enumerate(s.position.landing)
        if s.scenario.stores[entry].seat == seat and s.scenario.stores[entry].area >> here & 1
    )
    return sum(stored) + (0 if amphibious else afloat(s, seat, here))


@case("7.0b", "7.3a")
def stores(s: WarState, seat: int) -> Mask:
    """Where a side's Amphibious Points are ready: the hexes in which they take units aboard."""
    found = 0
    for entry, count in enumerate(s.position.landing):
        if count and s.scenario.stores[entry].seat == seat:
            found |= s.scenario.stores[entry].area
    return found


@case("4.3", "7.3a")
def planned(s: WarState, port: Hex) -> Mask:
    """The coasts for which the Amphibious Points of a port are meant, while a plan of the scenario is in force (R175)."""
    return union(store.goals for store in s.scenario.stores if store.area >> port & 1 and in_force(s, store))


@case("4.3")
def in_force(s: WarState, store: Store) -> bool:
    """Whether the landing for which some Points come is made by a plan: in their turn, or until anybody has landed so.

    Else who had nobody in port in that turn could land anywhere a week later (R175).
    """
    turn = s.position.turn
    if s.scenario.options.free_landing or not store.goals or turn < store.turn:
        return False
    overdue = store.divisions and not s.position.beaches & store.goals
    return turn == store.turn or bool(overdue)


@case("7.0b", "7.3b", "7.3c")
def spend(s: WarState, unit: int, *, amphibious: bool = False) -> tuple[int, ...]:
    """Use Points to carry a unit: Naval Transport first, else Amphibious ones. The stores of those, one for each Point.

    An Amphibious Point comes back nine turns later, whatever it has carried.
    """
    p, seat, here = s.position, s.scenario.side_of[unit], s.position.at[unit]
    found: list[int] = []
    for _ in range(price(s, unit)):
        if not amphibious and afloat(s, seat, here) > 0:
            p.fleet[seat] -= 1
            for area in _squadrons(s, seat).keys() & set(s.scenario.board.areas_of(here)):
                p.flags[sailed(area)] = p.flags.get(sailed(area), 0) + 1
            continue
        entry = next(
            n
            for n, count in enumerate(p.landing)
            if count and s.scenario.stores[n].seat == seat and s.scenario.stores[n].area >> here & 1
        )
        p.landing[entry] -= 1
        recycle(s, entry)
        found.append(entry)
    return tuple(found)


@case("7.3b")
def recycle(s: WarState, entry: int, count: int = 1) -> None:
    """Put an Amphibious Point nine turns ahead on the turn track; or, with -1, take it off again."""
    p = s.position
    key = due_point(p.turn + s.scenario.tables.sea.recycle, entry)
    p.returning[key] = p.returning.get(key, 0) + count
    if not p.returning[key]:
        del p.returning[key]


@case("7.3a", "7.3b")
def arrive(s: WarState) -> None:
    """Amphibious Points that are due in this turn: the scenario's new ones, and those used nine turns ago."""
    p = s.position
    for entry, store in enumerate(s.scenario.stores):
        count = p.returning.pop(due_point(p.turn, entry), 0)
        if store.turn == p.turn:
            count += store.points
        if count:
            p.landing[entry] += count
            ready = "an Amphibious Point is ready" if count == 1 else "{points} Amphibious Points are ready"
            s.tell("points", "7.3b", ready, points=count)
