"""``overrides.toml``: corrections by hand, each with its reason, applied stage by stage.

Hexes are written as places ("Lyon"), offsets ("Lyon SE1") or numbers; hexsides as "Lyon / Lyon SE1" or "Lyon / E".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from phaseline.atlas.build.draft import Draft
from phaseline.atlas.build.source import Strict, read_table
from phaseline.atlas.errors import MapError, MapFileError
from phaseline.atlas.parts import Chain, Provenance, Source
from phaseline.hexgrid import Mask, hexes


class Override(Strict, frozen=True, kw_only=True):
    """What every correction carries: why it is made, what it rests on."""

    why: str
    case: str = ""
    source: Source = "reconstructed"


class TerrainOverride(Override, frozen=True, kw_only=True):
    """Give hexes another terrain (``to`` = "" takes them off the map)."""

    hexes: tuple[str, ...]
    to: str


class SideOverride(Override, frozen=True, kw_only=True):
    """Take hexsides away from a feature, then add others (in order).

    With a ``course`` both concern only that course; without, hexsides are taken from all courses.
    """

    feature: str
    course: str = ""
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


class AreaOverride(Override, frozen=True, kw_only=True):
    """Add hexes to an area or take them away. Added hexes leave the layer's other areas unless ``share``.

    ``add_areas`` and ``remove_areas`` name whole areas as ``layer/area``, painted or overridden before this one.
    """

    layer: str
    area: str
    add: tuple[str, ...] = ()
    add_areas: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    remove_areas: tuple[str, ...] = ()
    share: bool = False


class ChainOverride(Override, frozen=True, kw_only=True):
    """A line from hex to adjacent hex that is no railway: a fortified line, a road."""

    kind: str
    name: str
    through: tuple[str, ...]


class Overrides(Strict, frozen=True, kw_only=True):
    """The whole file."""

    terrain: tuple[TerrainOverride, ...] = ()
    side: tuple[SideOverride, ...] = ()
    area: tuple[AreaOverride, ...] = ()
    chain: tuple[ChainOverride, ...] = ()


def read_overrides(path: Path) -> Overrides:
    """The corrections of a source folder; none if it has no such file."""
    return read_table(path, Overrides) if path.is_file() else Overrides()


def override_terrain(draft: Draft, corrections: Sequence[TerrainOverride]) -> None:
    """Apply the terrain corrections."""
    for place, item in enumerate(corrections, 1):
        changed = _mask(draft, item.hexes, f"terrain[{place}]")
        before = dict(draft.terrain)
        for h in hexes(changed):
            if item.to:
                draft.terrain[h] = item.to
            else:
                draft.terrain.pop(h, None)
        _require_effect(item, draft.terrain != before, f"terrain[{place}]")
        _note(draft, item, "terrain", changed)


def override_sides(draft: Draft, corrections: Sequence[SideOverride], features: set[str]) -> None:
    """Apply the hexside corrections that concern some features."""
    for place, item in enumerate(corrections, 1):
        if item.feature not in features:
            continue
        try:
            gone = [draft.side(text) for text in item.remove]
            new = [draft.side(text) for text in item.add]
        except MapError as error:
            raise MapFileError(str(error), file="overrides.toml", key=f"side[{place}]") from error
        missing = [
            text
            for text, side in zip(item.remove, gone, strict=True)
            if not draft.has_side(item.feature, side, item.course)
        ]
        if missing:
            raise MapFileError(
                f"no {item.feature} there to remove: {', '.join(missing)}; drop the entry",
                file="overrides.toml",
                key=f"side[{place}].remove",
            )
        fresh = not all(draft.has_side(item.feature, side, item.course) for side in new)
        draft.remove_sides(item.feature, gone, item.course)
        draft.add_sides(item.feature, item.course, new)
        _require_effect(item, fresh or bool(gone), f"side[{place}]")
        touched = 0
        for here, _ in (*gone, *new):
            touched |= 1 << here
        _note(draft, item, f"hexsides.{item.feature}", touched)


def override_areas(draft: Draft, corrections: Sequence[AreaOverride]) -> None:
    """Apply the area corrections."""
    for place, item in enumerate(corrections, 1):
        areas = draft.areas.setdefault(item.layer, {})
        before = dict(areas)
        key = f"area[{place}]"
        added = _mask(draft, item.add, f"{key}.add") | _areas(draft, item.add_areas, f"{key}.add_areas")
        gone = _mask(draft, item.remove, f"{key}.remove") | _areas(
            draft, item.remove_areas, f"{key}.remove_areas"
        )
        added &= ~gone
        if not item.share:
            for name in areas:
                areas[name] &= ~added
        areas[item.area] = (areas.get(item.area, 0) | added) & ~gone
        for name in [name for name, mask in areas.items() if not mask]:
            del areas[name]
        _require_effect(item, areas != before, key)
        _note(draft, item, f"areas.{item.layer}", added | gone)


def add_chains(draft: Draft, corrections: Sequence[ChainOverride]) -> None:
    """Add the lines written hex by hex."""
    for place, item in enumerate(corrections, 1):
        try:
            way = [draft.hex(text) for text in item.through]
        except MapError as error:
            raise MapFileError(str(error), file="overrides.toml", key=f"chain[{place}].through") from error
        for before, after in pairwise(range(len(way))):
            if draft.grid.direction(way[before], way[after]) is None:
                raise MapFileError(
                    f"{item.through[before]} and {item.through[after]} are not adjacent; name every hex of the line",
                    file="overrides.toml",
                    key=f"chain[{place}].through",
                )
        draft.chains.append(Chain(item.kind, item.name, tuple(way)))
        _note(draft, item, f"chains.{item.kind}", draft.mask(item.through))


def _mask(draft: Draft, texts: Sequence[str], key: str) -> Mask:
    try:
        return draft.mask(texts)
    except MapError as error:
        raise MapFileError(str(error), file="overrides.toml", key=key) from error


def _areas(draft: Draft, names: Sequence[str], key: str) -> Mask:
    found = 0
    for name in names:
        layer, _, area = name.partition("/")
        if area not in draft.areas.get(layer, {}):
            raise MapFileError(f"no area {name!r} so far; write layer/area", file="overrides.toml", key=key)
        found |= draft.areas[layer][area]
    return found


def _require_effect(item: Override, changed: bool, key: str) -> None:
    """A correction of ours that corrects nothing is out of date; a fact of the rulebook may be recorded all the same."""
    if not changed and item.source != "rulebook":
        raise MapFileError(
            f'changes nothing ({item.why}): drop the entry, or say source = "rulebook" if it records a printed fact',
            file="overrides.toml",
            key=key,
        )


def _note(draft: Draft, item: Override, of: str, touched: Mask) -> None:
    draft.provenance.append(Provenance(of, item.source, item.why, item.case, tuple(hexes(touched))))
