"""The map from further away: fewer and larger names, bolder lines, and no small print.

What is drawn at its own size becomes illegible when a large map is shown small. So names and symbols are set anew for four
further distances, each with as many as have room, and lines are drawn wider. A picture shows the layers of its
scale (`scene.shows`).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from phaseline.atlas.draw.areanames import LETTER, area_names
from phaseline.atlas.draw.boxes import Box, Crowd, Obstacle, cells, overlap
from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.lettering import Line, listed
from phaseline.atlas.draw.names import Choice, mark_box, place_names
from phaseline.atlas.draw.scene import FIELD, Item, Layer, Lettering, Outline, Stamps, Text
from phaseline.atlas.draw.style import LETTERING
from phaseline.atlas.draw.towns import RANKS, Mark, Site

CLOSE: Final = 0.62
"""Pixels a scene unit from which on names stand as they are printed ..."""
NEAR: Final = 0.4
"""... below which all small print is left out ..."""
WIDE: Final = 0.3
"""... below which names must be a good deal larger ..."""
FAR: Final = 0.2
"""... and below which only its great features are drawn."""

BOLD: Final[dict[str, str]] = {
    "river": "river.far",
    "waterway": "waterway.far",
    "rail": "rail.far",
    "road": "road.far",
    "chain": "chain.far",
    "fortified": "fortified.far",
    "border": "border.far",
    "border.band": "border.band.far",
}
"""Paint of a line -> its paint from afar; what lines carry besides (ties, teeth, edges) does not show there."""


class Band(msgspec.Struct, frozen=True):
    """A range of scales, and how things are drawn in it.

    Attributes:
        name: ends the names of its layers and letterings.
        least, below: the scales, in pixels a scene unit.
        text: how many times larger names of places are; `mark`: their symbols; `area`: names of seas and countries.
        ranks: the ranks of places that are shown.
        styles: the listed lettering that is shown; `letters`: its least size, in scene units.
        beside: whether a place shows its port and other works.
    """

    name: str
    least: float
    below: float
    text: float
    mark: float
    area: float
    ranks: int
    styles: frozenset[str]
    letters: float
    beside: bool


REGIONS: Final = frozenset({"sea", "ocean", "country", "region", "mountains"})
"""The letterings of what is no place."""
BANDS: Final = (
    Band("near", NEAR, CLOSE, 1.35, 1.15, 1.2, len(RANKS) + 1, frozenset(LETTERING), 12.0, beside=True),
    Band("middle", WIDE, NEAR, 1.8, 1.4, 1.6, len(RANKS) + 1, REGIONS, 20.0, beside=True),
    Band("wide", FAR, WIDE, 2.6, 1.9, 2.1, len(RANKS) + 1, REGIONS, 30.0, beside=True),
    Band(
        "far",
        0.0,
        FAR,
        4.0,
        2.7,
        2.8,
        RANKS.index("major") + 1,
        REGIONS - {"region", "mountains"},
        60.0,
        beside=False,
    ),
)
ROOM: Final = 0.04
"""A name may share this much of itself with what was there before it ..."""
GAP: Final = 0.3
"""... and keeps this far from it in its line, in heights of its letters."""


def shared(layer: Layer, paths: dict[str, str]) -> Iterator[Layer]:
    """A layer of lines as it is near by, and the same in bolder strokes from afar; both share their paths."""
    keys: dict[str, str] = {}
    near: list[Item] = []
    bold: list[Item] = []
    for item in layer.items:
        if not isinstance(item, Outline) or item.d.startswith("#"):
            near.append(item)
            continue
        key = keys.setdefault(item.d, f"{layer.name}.{len(keys)}")
        paths[key] = item.d
        near.append(Outline(f"#{key}", item.paint))
        if item.paint in BOLD:
            bold.append(Outline(f"#{key}", BOLD[item.paint]))
    yield msgspec.structs.replace(layer, items=tuple(near), least=FAR)
    yield Layer(f"{layer.name}.far", tuple(bold), layer.clip, below=FAR)


def named(
    canvas: Canvas, sites: Sequence[Site], letterings: dict[str, Lettering], field: Box, band: Band
) -> tuple[list[Layer], dict[str, Lettering]]:
    """Names of areas, symbols and names of places for a range of scales, and the letterings they are set in."""
    larger = {
        key: _larger(one, band.area if key in REGIONS else band.text) for key, one in letterings.items()
    }
    shown = [_moved(site, band) for site in sites if site.rank < band.ranks]
    crowd = Crowd()
    for site in shown:
        for mark in site.marks:
            crowd.add(Obstacle(mark_box(mark.at, mark.size), 14.0))
    areas = [line for line in listed(canvas, larger) if _legible(line.text, larger, band)]
    for line in areas:
        for box in line.boxes:
            crowd.add(Obstacle(box, LETTER))
    areas += area_names(canvas, larger, crowd)
    names = list(_with_room(shown, place_names(shown, larger, crowd, field), areas))
    texts = [_set(line.text, band) for line in areas], [_set(choice.text, band) for choice in names]
    used = {text.lettering for some in texts for text in some}
    layers = [
        Layer(f"areas.{band.name}", tuple(texts[0]), FIELD, band.least, band.below),
        Layer(f"places.{band.name}", tuple(_marks(shown, letterings, band)), FIELD, band.least, band.below),
        Layer(f"names.{band.name}", tuple(texts[1]), FIELD, band.least, band.below),
    ]
    return layers, {f"{key}.{band.name}": one for key, one in larger.items() if f"{key}.{band.name}" in used}


def _legible(text: Text, letterings: dict[str, Lettering], band: Band) -> bool:
    """Whether listed lettering is large enough where the band is smallest, as far as that is known."""
    return text.lettering in band.styles and letterings[text.lettering].size * text.size >= band.letters


def _larger(lettering: Lettering, times: float) -> Lettering:
    return msgspec.structs.replace(
        lettering,
        size=round(lettering.size * times, 1),
        halo_width=round(lettering.halo_width * times, 1),
        spacing=round(lettering.spacing * times, 1),
    )


def _moved(site: Site, band: Band) -> Site:
    """A place with its symbols larger, those beside its town further off or left out."""
    x, y = site.seat
    marks = [
        Mark(
            mark.symbol,
            (x + (mark.at[0] - x) * band.mark, y + (mark.at[1] - y) * band.mark),
            round(mark.size * band.mark, 3),
            mark.text,
        )
        for mark in site.marks
        if band.beside or mark.at == site.seat
    ]
    return msgspec.structs.replace(site, marks=tuple(marks))


def _with_room(sites: Sequence[Site], choices: Sequence[Choice], areas: Sequence[Line]) -> Iterator[Choice]:
    """The names that cover nothing, those of the most important places first."""
    taken: defaultdict[tuple[int, int], list[tuple[Box, Site | None]]] = defaultdict(list)

    def take(box: Box, owner: Site | None = None) -> None:
        for cell in cells(box):
            taken[cell].append((box, owner))

    for line in areas:
        for box in line.boxes:
            take(box)
    for site in sites:
        for mark in site.marks:
            take(mark_box(mark.at, mark.size), site)
    for site, choice in zip(sites, choices, strict=True):
        left, top, right, bottom = choice.box
        most = ROOM * (right - left) * (bottom - top)
        wide = left - GAP * (bottom - top), top, right + GAP * (bottom - top), bottom
        near = (one for cell in cells(wide) for one in taken.get(cell, ()))
        if all(owner is site or overlap(wide, box) <= most for box, owner in near):
            take(choice.box)
            yield choice


def _set(text: Text, band: Band) -> Text:
    return msgspec.structs.replace(text, lettering=f"{text.lettering}.{band.name}")


def _marks(sites: Sequence[Site], letterings: dict[str, Lettering], band: Band) -> Iterator[Item]:
    for site in reversed(sites):
        for mark in site.marks:
            x, y = round(mark.at[0], 1), round(mark.at[1], 1)
            yield Stamps(mark.symbol, (x, y), mark.size)
            if mark.text:
                down = letterings["value"].size * 0.35 * band.mark
                yield Text(mark.text, x, round(y + down, 1), "value", size=band.mark)
