"""``places.toml``: towns with their position on earth and, where it is known, their hex."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from phaseline.atlas.build.source import Latitude, Longitude, Strict, read_table
from phaseline.atlas.errors import MapFileError
from phaseline.atlas.frozen import FrozenDict
from phaseline.atlas.parts import Value
from phaseline.wording.misfit import misfit
from phaseline.wording.whereabouts import dotted


@dataclass(frozen=True)
class Town:
    """One line of ``places.toml``.

    With a ``hex`` the town stands there whatever the chart says, and unless ``pull`` is false it is a control point
    of the fit and the warp. ``steer`` towns only steer: they are control points and rail stops, not places of the
    finished map. A ``spare`` town becomes a place only if nothing else is in its hex. All other keys are attributes.
    """

    name: str
    lat: float
    lon: float
    hex: str | None
    pull: bool
    steer: bool
    spare: bool
    why: str
    attributes: FrozenDict[str, Value]

    @property
    def is_control(self) -> bool:
        """Does it bend the chart?"""
        return self.hex is not None and self.pull


class _Head(msgspec.Struct, frozen=True, kw_only=True):
    """What the builder itself reads of a line; every other key is an attribute of the place."""

    lat: Latitude
    lon: Longitude
    hex: str | None = None
    pull: bool = True
    steer: bool = False
    spare: bool = False
    why: str = ""


class _File(Strict, frozen=True):
    places: dict[str, dict[str, Any]] = msgspec.field(default_factory=dict)


def read_towns(path: Path) -> tuple[Town, ...]:
    """All towns in the order written.

    Raises:
        MapFileError: naming the file and the town.
    """
    return tuple(_town(path.name, name, entry) for name, entry in read_table(path, _File).places.items())


def _town(file: str, name: str, entry: dict[str, Any]) -> Town:
    def wrong(problem: str, *within: str | int) -> MapFileError:
        return MapFileError(problem, file=file, key=dotted(("places", repr(name), *within)))

    known = {key: entry[key] for key in _Head.__struct_fields__ if key in entry}
    try:
        head = msgspec.convert(known, _Head)
    except msgspec.ValidationError as error:
        where, problem = misfit(str(error), _Head, known)
        raise wrong(problem, *where) from error
    attributes: dict[str, Value] = {}
    for key, value in entry.items():
        if key in _Head.__struct_fields__:
            continue
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            attributes[key] = tuple(value)
        elif isinstance(value, bool | int | float | str):
            attributes[key] = value
        else:
            raise wrong(f"{key} must be a number, true or false, text, or a list of texts")
    return Town(name, **msgspec.structs.asdict(head), attributes=FrozenDict(attributes))
