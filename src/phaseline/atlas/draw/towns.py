"""Towns, ports and other places: which symbols, where in the hex."""

from collections.abc import Iterator
from math import cos, hypot, radians, sin
from typing import Final

import msgspec

from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.scene import UNIT
from phaseline.atlas.parts import Place, Point
from phaseline.hexgrid import Hex

CITIES: Final[dict[str, tuple[str, float, str]]] = {
    "victory": ("city.victory", 0.30, "victory"),
    "capital": ("city.capital", 0.29, "capital"),
    "major": ("city.major", 0.27, "major"),
    "minor": ("city.minor", 0.24, "minor"),
    "town": ("city.town", 0.22, "town"),
}
"""City class -> symbol, size in hex widths, lettering. Unknown classes look like towns."""
PORTS: Final[dict[str, tuple[str, float]]] = {"major": ("port.major", 0.215), "minor": ("port.minor", 0.215)}
WORKS: Final[dict[str, tuple[str, float]]] = {
    "resource": ("resource", 0.17),
    "supply": ("supply", 0.22),
    "rail_entry": ("entry", 0.2),
    "beach": ("beach", 0.2),
    "pass": ("pass", 0.2),
    "airfield": ("airfield", 0.2),
    "launch_site": ("launch", 0.22),
}
"""Attribute -> symbol and size."""
BADGES: Final[dict[str, str]] = {"production": "badge", "resource_value": "badge.resource"}
"""Attribute -> symbol that carries its number."""
BADGE: Final = 0.155
RANKS: Final = ("victory", "capital", "major", "minor", "town")
STEP: Final = 0.25
"""Distance of the symbols of one place from each other, in hex widths."""
SPOTS: Final = (90.0, 30.0, 150.0, 210.0, 330.0, 270.0)
"""Directions (degrees, clockwise from east) in which further symbols are tried around a town."""


class Mark(msgspec.Struct, frozen=True):
    """A symbol set down for a place, its centre in scene units, and a number on it."""

    symbol: str
    at: Point
    size: float
    text: str = ""


class Site(msgspec.Struct, frozen=True):
    """All that is drawn for a place, and the lettering of its name."""

    place: Place
    text: str
    lettering: str
    rank: int
    seat: Point
    marks: tuple[Mark, ...]


def sites(canvas: Canvas) -> list[Site]:
    """Every place that is drawn, the most important first."""
    found: list[Site] = []
    for h in sorted({place.hex for place in canvas.map.places.values()}):
        shown = [place for place in canvas.map.places_at(h) if not place.get("hidden", False)]
        shown.sort(key=_rank)
        for i, place in enumerate(shown):
            found.append(_site(canvas, place, i, len(shown)))
    return sorted(found, key=lambda site: (site.rank, site.place.name))


def _rank(place: Place) -> int:
    city = place.get("city")
    if isinstance(city, str) and place.get("victory", False):
        return 0
    if isinstance(city, str):
        return RANKS.index(city) if city in RANKS else len(RANKS) - 1
    return len(RANKS) + ("port" not in place) + (not any(key in place for key in WORKS))


def _site(canvas: Canvas, place: Place, position: int, count: int) -> Site:
    x, y = canvas.grid.centre(place.hex)
    if place.shift == (0.0, 0.0) and count > 1:
        y += (position - (count - 1) / 2) * 0.42
    seat = ((x + place.shift[0]) * UNIT, (y + place.shift[1]) * UNIT)
    marks = tuple(_marks(canvas, place, seat))
    city = place.get("city")
    lettering = _city(place, city)[2] if isinstance(city, str) else "town"
    if lettering == "town" and place.get("port") == "major":
        lettering = "minor"
    text = str(place.get("label", canvas.map.called(place)))
    return Site(place, text, lettering, _rank(place), seat, marks)


def _city(place: Place, city: str) -> tuple[str, float, str]:
    """Symbol, size and lettering of a town; one worth victory points shows it."""
    return CITIES["victory"] if place.get("victory", False) else CITIES.get(city, CITIES["town"])


def _marks(canvas: Canvas, place: Place, seat: Point) -> Iterator[Mark]:
    city, port = place.get("city"), place.get("port")
    wanted: list[tuple[str, float, str]] = []
    symbol = place.get("symbol")
    if isinstance(symbol, str):
        wanted.append((symbol, 0.24, ""))
    elif isinstance(city, str):
        wanted.append((*_city(place, city)[:2], ""))
    if isinstance(port, str):
        wanted.append((*(("base", 0.2) if place.get("base") else PORTS.get(port, PORTS["minor"])), ""))
    wanted += [(BADGES[key], BADGE, f"{place[key]}") for key in BADGES if place.get(key, False)]
    named = {"resource"} if "resource_value" in place else set()
    wanted += [(*WORKS[key], "") for key in WORKS if key not in named and place.get(key, False)]
    if not wanted and not place.get("fortress", False):
        wanted.append((*CITIES["town"][:2], ""))
    if place.get("fortress", False):
        yield Mark("fortress", seat, 0.36)
    if wanted:
        yield Mark(wanted[0][0], seat, wanted[0][1], wanted[0][2])
    seaward = _seaward(canvas, place.hex)
    directions = sorted(SPOTS, key=lambda angle: -_cosine(angle, seaward)) if seaward else SPOTS
    reach = STEP + (0.06 if place.get("fortress", False) else 0.0)
    for (name, size, text), angle in zip(wanted[1:], directions, strict=False):
        x, y = cos(radians(angle)), sin(radians(angle))
        yield Mark(name, (seat[0] + x * reach * UNIT, seat[1] + y * reach * UNIT), size, text)


def _seaward(canvas: Canvas, h: Hex) -> Point | None:
    """The direction of the water around a hex, if it lies to one side."""
    x, y = canvas.grid.centre(h)
    dx = dy = 0.0
    for there in canvas.grid.neighbours(h):
        if canvas.map.water >> there & 1:
            cx, cy = canvas.grid.centre(there)
            dx, dy = dx + cx - x, dy + cy - y
    length = hypot(dx, dy)
    return (dx / length, dy / length) if length > 0.1 else None


def _cosine(angle: float, way: Point) -> float:
    return cos(radians(angle)) * way[0] + sin(radians(angle)) * way[1]
