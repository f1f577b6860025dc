"""What units cost to build (11.4, tbl.11.cost), every surcharge with its case.

Asked by other chapters: `step_price`, `cadre_price`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from phaseline.engine.ledger import case
from phaseline.games.westfront.position import AXIS
from phaseline.games.westfront.rules import provision, sources
from phaseline.games.westfront.state import DECEMBER_1943, SEPTEMBER_1944, WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes, lowest, unite

BEACHHEAD: Final = 20
"""PPs for each stage of a BeachHead (11.44)."""
SURCHARGED: Final = ("hq", "shq")
"""Units that cost more overseas (11.43)."""


class PriceList(Struct, frozen=True):
    """The prices at which there are units, ascending, and the units that cost each of them or more."""

    totals: tuple[int, ...]
    at_least: tuple[Mask, ...]

    @classmethod
    def of(cls, by_price: Mapping[int, Mask]) -> PriceList:
        """Of units by what they cost."""
        totals = tuple(sorted(by_price))
        dearer, units = [0], 0
        for total in reversed(totals):
            units |= by_price[total]
            dearer.append(units)
        return cls(totals, tuple(reversed(dearer)))

    def above(self, points: int) -> Mask:
        """The units that cost more than this."""
        return self.at_least[bisect_right(self.totals, points)]


class Part(Struct, frozen=True):
    """A part of a price: PPs, what for, and the case."""

    points: int
    what: str
    case: str


class Price:
    """A price in PPs: its parts, and their `total`."""

    __slots__ = ("parts", "total")

    def __init__(self, parts: tuple[Part, ...]) -> None:
        self.parts = parts
        self.total = sum(part.points for part in parts)

    def __str__(self) -> str:
        if len(self.parts) == 1:
            return f"{self.total} PPs"
        return f"{self.total} PPs ({', '.join(f'{part.what} {part.points}' for part in self.parts)})"


@case("11.41a", "11.43a", "11.43d", "15.52c", "11.4", "side.11a")
def step_price(s: WestFrontState, unit: int) -> Price:
    """The price of a replacement step where the unit stands.

    Units that depend on a BeachHead pay double; HQs then pay no surcharge for being overseas (11.43).
    """
    parts = [*_normal(s, unit, cadre=False)]
    if provision.on_beachhead(s, unit):
        parts.append(Part(sum(part.points for part in parts), "BeachHead supply", "11.43d"))
    elif overseas(s, unit, s.position.at[unit]):
        parts.append(Part(5, "overseas", "11.43a"))
    return Price(tuple(parts))


@case("11.42", "11.43a", "11.51")
def cadre_price(s: WestFrontState, unit: int, hex: Hex | None) -> Price:
    """The price of an eliminated unit as a cadre that arrives in `hex`, None for anywhere but overseas (11.42)."""
    parts = [*_normal(s, unit, cadre=True)]
    if hex is not None and overseas(s, unit, hex):
        parts.append(Part(10, "overseas", "11.43a"))
    return Price(tuple(parts))


# -- price lists ------------------------------------------------------------------------------------------------------


def dear_cadres(s: WestFrontState, seat: int, points: int) -> Mask:
    """The units of a side that cost more than this as cadres, wherever they arrive."""
    found: PriceList = s.as_it_stands(
        ("cadre prices", seat), lambda: PriceList.of(_by_price(s, seat, cadre=True))
    )
    return found.above(points)


def dear_places(s: WestFrontState, unit: int, points: int) -> Mask:
    """The hexes where a unit costs more than this as a cadre although it is cheaper elsewhere: overseas."""
    if s.unit(unit).kind not in SURCHARGED:
        return 0
    places = overseas_places(s, s.seat_of(unit))
    return places if places and cadre_price(s, unit, lowest(places)).total > points else 0


def step_list(s: WestFrontState, seat: int) -> PriceList:
    """The units of a side on the map by the price of a step: overseas, or on a BeachHead, where it stands matters."""
    units = s.on_map(seat)
    single = s.scenario.hqs & s.units_in(overseas_places(s, seat), seat)
    if s.position.beachhead_at:
        single = units
    found = {total: group & units & ~single for total, group in _by_price(s, seat, cadre=False).items()}
    for unit in hexes(single):
        total = step_price(s, unit).total
        found[total] = found.get(total, 0) | 1 << unit
    return PriceList.of(found)


def _by_price(s: WestFrontState, seat: int, *, cadre: bool) -> dict[int, Mask]:
    """The units of a side by their price as such: those that are alike cost the same."""
    month, grounded = s.position.month, s.has("paras grounded") or s.position.grounding
    key = ("prices", seat, cadre, month >= DECEMBER_1943, month >= SEPTEMBER_1944, grounded)
    return s.scenario.once(key, lambda: _reckoned(s, seat, cadre=cadre))


def _reckoned(s: WestFrontState, seat: int, *, cadre: bool) -> dict[int, Mask]:
    return unite(
        (sum(part.points for part in _normal(s, lowest(group), cadre=cadre)), group)
        for group in s.scenario.alike
        if group & s.scenario.side_units[seat]
    )


@case(
    "11.42",
    "11.43b",
    "11.43c",
    "13.21b",
    "14.7",
    "16.6",
    "tbl.11.cost",
    "tbl.back.unit",
    "2.65b",
    "W43.2b",
    "S44.2",
    "S44.3",
    "W44.3",
    "husky.4",
)
def _normal(s: WestFrontState, unit: int, *, cadre: bool) -> Iterator[Part]:
    """The price of the type, halved for grounded German paras, with the Axis-wide rises for HQs.

    Axis HQs cost 5 more a step and 10 more a cadre from December 1943, and again from September 1944; not THQs.
    """
    block, cost = s.unit(unit), s.type_of(unit).cost(s.seat_of(unit))
    assert cost is not None
    points = cost[1] if cadre else cost[0]
    name = "cadre" if cadre else "step"
    if (
        block.kind == "para"
        and block.nation == "German"
        and (s.has("paras grounded") or s.position.grounding)
    ):
        yield Part(points // 2, f"{name}, grounded", "14.7")
        return
    yield Part(points, name, "tbl.11.cost")
    if s.seat_of(unit) == AXIS and block.kind in ("hq", "shq"):
        rise = 10 if cadre else 5
        if s.position.month >= DECEMBER_1943:
            yield Part(rise, "strategic bombing", "11.43b")
        if s.position.month >= SEPTEMBER_1944:
            yield Part(rise, "Ploesti lost", "11.43c")


@case("11.43a", "side.11a")
def overseas(s: WestFrontState, unit: int, hex: Hex) -> bool:
    """Whether an HQ in `hex` is in Sea Supply and neither in nor next to a friendly Major Port (11.43, R95)."""
    return s.unit(unit).kind in SURCHARGED and bool(overseas_places(s, s.seat_of(unit)) >> hex & 1)


@case("11.43a")
def overseas_places(s: WestFrontState, seat: int) -> Mask:
    """The hexes that depend on Sea Supply, neither friendly Major Ports nor next to one (11.43, R95)."""
    found: Mask = s.as_it_stands(("overseas", seat), lambda: _overseas_places(s, seat))
    return found


def _overseas_places(s: WestFrontState, seat: int) -> Mask:
    ports = s.board.major_ports & s.friendly(seat)
    return sources.by_sea(s, seat) & ~(ports | s.board.grid.spread(ports))
