"""What units cost to build (11.4, tbl.11.cost), every surcharge with its case.

Asked by other chapters: `step_price`, `cadre_price`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Final, NamedTuple

from phaseline.engine.ledger import case
from phaseline.games.westfront.position import AXIS
from phaseline.games.westfront.rules import provision, sources
from phaseline.games.westfront.state import DECEMBER_1943, SEPTEMBER_1944, WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes

BEACHHEAD: Final = 20
"""PPs for each stage of a BeachHead (11.44)."""


class Part(NamedTuple):
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
    return _listed(s, (unit, "step"), lambda: _step_price(s, unit))


def _step_price(s: WestFrontState, unit: int) -> Price:
    parts = [*_normal(s, unit, cadre=False)]
    if provision.on_beachhead(s, unit):
        parts.append(Part(sum(part.points for part in parts), "BeachHead supply", "11.43d"))
    elif overseas(s, unit, s.position.at[unit]):
        parts.append(Part(5, "overseas", "11.43a"))
    return Price(tuple(parts))


@case("11.42", "11.43a", "11.51")
def cadre_price(s: WestFrontState, unit: int, hex: Hex | None) -> Price:
    """The price of an eliminated unit as a cadre that arrives in `hex`, None for anywhere but overseas (11.42)."""
    return _listed(s, (unit, hex), lambda: _cadre_price(s, unit, hex))


def _cadre_price(s: WestFrontState, unit: int, hex: Hex | None) -> Price:
    parts = [*_normal(s, unit, cadre=True)]
    if hex is not None and overseas(s, unit, hex):
        parts.append(Part(10, "overseas", "11.43a"))
    return Price(tuple(parts))


def _list(s: WestFrontState) -> dict[Hashable, Any]:
    """The price list of this production: it stands as long as nobody moves and control is the same."""
    prices: dict[Hashable, Any] | None = s.memo.get("prices")
    if prices is None:
        position = s.position
        depends = (
            position.month,
            position.grounding,
            len(position.flags),
            tuple(position.at),
            tuple(position.control),
            tuple(position.beachhead_at.items()),
        )
        prices = s.memo["prices"] = s.lasting("prices", depends, dict)
    return prices


def _listed(s: WestFrontState, what: Hashable, make: Callable[[], Price]) -> Price:
    """A price from the list, put there if it is not yet."""
    prices = _list(s)
    found: Price | None = prices.get(what)
    if found is None:
        found = prices[what] = make()
    return found


def dearer(s: WestFrontState, name: Hashable, keys: Mask, price: Callable[[int], Price], points: int) -> Mask:
    """The units or hexes of `keys` whose price is above `points`; `name` tells price lists apart."""
    prices = _list(s)
    classes: dict[int, Mask] | None = prices.get((name, keys))
    if classes is None:
        classes = {}
        for key in hexes(keys):
            total = price(key).total
            classes[total] = classes.get(total, 0) | 1 << key
        prices[name, keys] = classes
    dear = 0
    for total, mask in classes.items():
        if total > points:
            dear |= mask
    return dear


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
    if s.unit(unit).kind not in ("hq", "shq"):
        return False
    seat = s.seat_of(unit)
    ports = s.board.major_ports & s.friendly(seat)
    near = 1 << hex | s.board.grid.adjacent_mask(hex)
    return not ports & near and sources.by_sea(s, seat, hex)
