"""Chapter 16: isolation, and who is fed from which source."""

from __future__ import annotations

from typing import NamedTuple

from phaseline.drill.passing import EndStep
from phaseline.drill.tracing import open_hexes
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import chains, ports
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, flood, hexes, mask_of, union
from phaseline.mechanics.lines import extend
from phaseline.mechanics.rationing import feed, making_room

# -- where lines run --------------------------------------------------------------------------------------------------


@case("16.12", "9.131")
def passing(s: FranceState, seat: int) -> Mask:
    """The hexes that a line of supply of a side may pass: those open to it on the ground without superior enemy air (9.131)."""
    return open_on_the_ground(s, seat) & ~s.superiority(1 - seat)


@case("16.12", "8.6", "26.3")
def open_on_the_ground(s: FranceState, seat: int) -> Mask:
    """Land, no neutral country, no enemy unit, and no enemy zone of control whoever stands in it (8.6)."""
    return open_hexes(s, seat, s.scenario.board.playable, own_opens=False)


@case("16.13", "16.14", "16.7a")
def sources(s: FranceState, seat: int) -> Mask:
    """Where lines lead to: the east edge, ports in Allied control however damaged, supply counters (R93)."""
    own = mask_of(s.dumps(seat))
    if seat == GERMAN:
        return own | edge(s)
    return own | ports.controlled(s)


@case("16.13", "16.33a")
def edge(s: FranceState) -> Mask:
    """The hexes of the east edge from which Germans are supplied: no Allied unit is there."""
    return s.scenario.board.east_edge & ~s.occupied(ALLIED)


@case("16.1", "16.12", "16.13", "16.14", "16.15", "16.16", "16.7a")
def isolated(s: FranceState, seat: int) -> Mask:
    """The units of a side that no path of any length joins to a source (16.1). In England and Corsica nobody is."""
    return s.units_in(s.scenario.board.continent & ~joined(s, seat), seat)


def joined(s: FranceState, seat: int) -> Mask:
    """The hexes from which a path of any length leads to a source of a side."""
    through, ends = _unbroken(s, seat), sources(s, seat)
    return s.known(("joined", seat), (through, ends), lambda: _lines(s, through, ends))


def _unbroken(s: FranceState, seat: int) -> Mask:
    """The hexes that a path out of isolation may pass: those of lines of supply, unless air is agreed not to isolate (R91)."""
    return passing(s, seat) if s.scenario.options.air_isolates else open_on_the_ground(s, seat)


def joined_if(s: FranceState, seat: int, *, barred: Mask = 0, opened: Mask = 0) -> Mask:
    """The hexes that would be joined if enemy air barred some hexes besides, or some others no more (9.131)."""
    if not s.scenario.options.air_isolates:
        return joined(s, seat)
    return _lines(s, passing(s, seat) & ~barred | opened, sources(s, seat))


def _lines(s: FranceState, through: Mask, ends: Mask) -> Mask:
    """The hexes from which a path leads to one of these; the hexes at its two ends may be any (R92)."""
    board = s.scenario.board
    return extend(board.grid, ends, through, into=board.playable)


@case("9.31c")
def supplied_path(s: FranceState) -> Mask:
    """The hexes from which a path leads to the east edge, as V units need it to be placed (9.31, R53)."""
    through, ends = passing(s, GERMAN), edge(s)
    return s.known("edge", (through, ends), lambda: _lines(s, through, ends))


@case("16.33a", "16.33b", "22.3")
def rails(s: FranceState) -> Mask:
    """The rail hexes joined to the east edge by an unbroken line of rail hexes that lines may pass (16.33, R95)."""
    board = s.scenario.board
    through = passing(s, GERMAN) & board.supply_rail_hexes
    return s.known(
        "rails",
        through,
        lambda: flood(board.grid, board.east_edge & through, through, board.supply_rails),
    )


# -- who is fed -------------------------------------------------------------------------------------------------------


class Source(NamedTuple):
    """Something that units are fed from.

    Attributes:
        kind: rail (the east edge, and the railways open to it), port or stocks.
        hexes: where it is: units there are fed from it in any case (16.336), and trucks there carry it on.
        room: how many units it feeds; None for any number.
        reach: the hexes where it feeds units.
    """

    kind: str
    hexes: Mask
    room: int | None
    reach: Mask


class Rations(NamedTuple):
    """Who of a side is fed from what.

    Attributes:
        sources: what feeds anybody.
        cut: the units that are isolated.
        wants: unit -> the numbers of the sources that it can draw on, the dearest first; the strongest unit first.
        drawn: unit -> the number of the source that it draws on.
        bound: units that stand in the hex of their source.
    """

    sources: tuple[Source, ...]
    cut: Mask
    wants: dict[int, list[int]]
    drawn: dict[int, int]
    bound: dict[int, int]

    def hungry(self) -> Mask:
        """The units that are not fed."""
        return mask_of(self.wants) & ~mask_of(self.drawn)


def rations(s: FranceState, seat: int) -> Rations:
    """Who of a side would be fed from what if it were judged now (16.3)."""
    p = s.position
    reads = (
        passing(s, seat),
        s.standing.stamp,
        tuple(p.trucks),
        tuple(s.dumps(seat).items()),
        (p.control, tuple(p.levels.items()), tuple(p.mulberries), p.turn) if seat == ALLIED else 0,
        p.weather,
        p.starved,
        p.fresh,
        p.steps.copy(),
    )
    return s.known(("rations", seat), reads, lambda: _share(s, seat))


@case("16.3", "16.31c", "16.32a", "16.32b", "16.32c", "16.321", "16.336", "16.6c", "16.15")
def _share(s: FranceState, seat: int) -> Rations:
    found = tuple(_sources(s, seat))
    cut = isolated(s, seat)
    wants = _wants(s, seat, found, cut)
    bound = _bound(s, found, wants)
    stocks = [number for number, source in enumerate(found) if source.kind == "stocks"]
    drawn = feed(wants, [source.room for source in found], bound, last=stocks)
    return Rations(found, cut, wants, drawn, bound)


@case("16.32a", "16.32b", "16.33a", "16.33b", "16.31a", "16.31b", "16.31c", "16.6c")
@case("tbl.weather.mud.b", "tbl.weather.snow.b", "tbl.weather.blizzard.d")
def _sources(s: FranceState, seat: int) -> list[Source]:
    """All that has something to give, in the order in which units draw on it: rails, ports, supply counters."""
    scenario = s.scenario
    through = passing(s, seat)
    trucks = s.trucks(seat)
    reaches = s.known(
        ("trucks", seat),
        (through, trucks, s.effects.range),
        lambda: chains.reaches(scenario.board.grid, trucks, through, s.effects.range),
    )
    found: list[tuple[str, Mask, int | None]] = []
    if seat == GERMAN:
        found.append(("rail", rails(s) | edge(s), None))
    else:
        found += [("port", 1 << hex, ports.room(s, hex)) for hex in hexes(ports.controlled(s))]
    found += [("stocks", 1 << hex, value) for hex, value in sorted(s.dumps(seat).items())]
    return [
        Source(kind, area, room, area | chains.carried(reaches, area, through))
        for kind, area, room in found
        if room != 0
    ]


def reached(s: FranceState, seat: int) -> Mask:
    """The hexes where a unit of a side is fed, so far as sources have room."""
    return union(source.reach for source in rations(s, seat).sources)


@case("16.32b", "16.321")
def drawn_by(s: FranceState, seat: int, truck: int) -> list[int]:
    """The numbers of the sources that a truck of a side carries from; none when it is off the map or out of supply."""
    hex = s.position.trucks[truck]
    if hex < 0:
        return []
    through = passing(s, seat)
    return [
        number
        for number, source in enumerate(rations(s, seat).sources)
        if (source.hexes | source.reach & through) >> hex & 1
    ]


@case("16.16", "16.5", "16.21", "17.3")
def _wants(s: FranceState, seat: int, found: tuple[Source, ...], cut: Mask) -> dict[int, list[int]]:
    """What each unit on the Continent can draw on, strong units first (D5). Just arrived ones need nothing (R97)."""
    p = s.position
    needy = s.units_in(s.scenario.board.continent, seat) & ~p.fresh
    reached: dict[int, list[int]] = {
        unit: [] for unit in sorted(hexes(needy), key=lambda u: (-s.factor(u), u))
    }
    fed = needy & ~cut & ~p.starved
    for number, source in enumerate(found):
        for unit in hexes(s.units_in(source.reach, seat) & fed):
            reached[unit].append(number)
    return reached


@case("16.336")
def _bound(s: FranceState, found: tuple[Source, ...], wants: dict[int, list[int]]) -> dict[int, int]:
    """The units in the hexes of sources: they are fed from there before anybody else is (16.336, R96)."""
    bound: dict[int, int] = {}
    at = s.position.at
    for number, source in enumerate(found):
        room = source.room
        for unit, reached in wants.items():
            if room == 0:
                break
            if number in reached and unit not in bound and source.hexes >> at[unit] & 1:
                bound[unit] = number
                room = None if room is None else room - 1
    return bound


# -- judging ----------------------------------------------------------------------------------------------------------


@case("5.13b", "5.13c")
def judge_allied(s: FranceState) -> None:
    """The Allied support phase: supply is judged, and the capacity of ports recorded."""
    judge(s, ALLIED)
    ports.record(s)


@case("5.22")
def judge_german(s: FranceState) -> None:
    """The German support phase."""
    judge(s, GERMAN)


@case("16.21", "16.4", "16.5", "18.6")
def judge(s: FranceState, seat: int) -> None:
    """The support phase: who is isolated, who is out of supply, who draws on which supply counter (16.4, R97)."""
    p, others = s.position, s.scenario.side_units[1 - seat]
    p.hauled = 0
    shared = rations(s, seat)
    # What was found of the other side in its own turn holds until that is judged again: a goal may ask for it.
    p.cut = p.cut & others | shared.cut
    p.hungry = p.hungry & others | shared.hungry()
    p.starved = 0
    for unit, number in shared.drawn.items():
        source = shared.sources[number]
        if source.kind == "stocks":
            p.feeder[unit] = source.hexes.bit_length() - 1
    if shared.cut:
        s.tell("isolated", "16.21", "isolated: {units:unit}", units=tuple(hexes(shared.cut)))
    if hungry := shared.hungry() & ~shared.cut:
        s.tell("hungry", "16.4", "out of supply: {units:unit}", units=tuple(hexes(hungry)))


def wither_allied(s: FranceState) -> None:
    """The end of the Allied turn."""
    wither(s, ALLIED)


def wither_german(s: FranceState) -> None:
    """The end of the German turn."""
    wither(s, GERMAN)


@case("16.22a", "16.22b", "16.2")
def wither(s: FranceState, seat: int) -> None:
    """The end of a side's turn: its units that were isolated when it began and still are lose a step (16.22)."""
    for unit in hexes(s.position.cut & isolated(s, seat)):
        s.lose_step(unit, "16.22a" if s.position.steps[unit] > 1 else "16.22b")


# -- who goes without -------------------------------------------------------------------------------------------------


@case("16.321")
def sparing(s: FranceState, seat: int) -> Mask:
    """The units of which each could go without so that another one is fed in its place."""
    shared = rations(s, seat)
    return mask_of(making_room(shared.wants, shared.drawn, shared.bound)) & ~automatic(s, seat)


@case("16.336")
def automatic(s: FranceState, seat: int) -> Mask:
    """The units in the hex of a source that feeds all who are there: they are supplied whatever anybody wants (16.336)."""
    shared, at = rations(s, seat), s.position.at
    found = 0
    for number, source in enumerate(shared.sources):
        there = [u for u, reached in shared.wants.items() if number in reached and source.hexes >> at[u] & 1]
        if all(shared.bound.get(unit) == number for unit in there):
            found |= mask_of(there)
    return found


@case("16.321")
def allied_short(s: FranceState) -> list[int]:
    """The Allied player, while who goes without is his choice."""
    return [ALLIED] if sparing(s, ALLIED) else []


@case("16.321")
def german_short(s: FranceState) -> list[int]:
    """The German player, while who goes without is his choice."""
    return [GERMAN] if sparing(s, GERMAN) else []


@case("16.321", "16.336")
class StarveUnit(OrderRule[orders.Starve, FranceState]):
    """Leave a unit without supply so that another one is fed (16.321, R96)."""

    order = orders.Starve

    def unit(self, s: FranceState) -> Narrowing:
        """Units that are fed, from a source that does not suffice."""
        seat = s.acting
        shared = rations(s, seat)
        return (
            s.choose_unit(seat, "16.321")
            .only(mask_of(shared.wants), "16.16", "it is supplied wherever the others stand")
            .only(mask_of(shared.drawn), "16.321", "it is not fed as it is")
            .without(
                automatic(s, seat), "16.336", "it stands in the hex of a source that feeds all who are there"
            )
            .only(sparing(s, seat), "16.321", "nobody else could be fed in its place")
        )

    def apply(self, s: FranceState, order: orders.Starve) -> None:
        """It goes without; others take its place."""
        s.position.starved |= 1 << order.unit
        s.tell("starved", "16.321", "{unit:unit} is left without supply", unit=order.unit)


class EndRationing(EndStep[orders.Done, FranceState]):
    """The others share what there is, the strongest first."""

    order = orders.Done
