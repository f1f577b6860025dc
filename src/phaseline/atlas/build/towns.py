"""``places.toml``: towns with their position on earth and, where it is known, their hex."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from phaseline.atlas.errors import MapFileError
from phaseline.atlas.frozen import FrozenDict
from phaseline.atlas.parts import Value

_OWN_KEYS: Final = frozenset({"lat", "lon", "hex", "pull", "why", "steer", "spare"})


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


def read_towns(path: Path) -> tuple[Town, ...]:
    """All towns in the order written.

    Raises:
        MapFileError: naming the file and the town.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise MapFileError("the file is not there; a map needs places", file=path.name) from error
    except tomllib.TOMLDecodeError as error:
        raise MapFileError(f"not valid TOML: {error}", file=path.name) from error
    return tuple(_town(path.name, name, entry) for name, entry in table.get("places", {}).items())


def _town(file: str, name: str, entry: dict[str, Any]) -> Town:
    def wrong(problem: str) -> MapFileError:
        return MapFileError(problem, file=file, key=f"places.{name!r}")

    for key in ("lat", "lon"):
        if not isinstance(entry.get(key), int | float):
            raise wrong(f"{key} is missing or no number (degrees)")
    hex_ = entry.get("hex")
    if hex_ is not None and not isinstance(hex_, str):
        raise wrong("hex must be text, as the numbering writes it")
    attributes: dict[str, Value] = {}
    for key, value in entry.items():
        if key in _OWN_KEYS:
            continue
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            attributes[key] = tuple(value)
        elif isinstance(value, bool | int | float | str):
            attributes[key] = value
        else:
            raise wrong(f"{key} must be a number, true or false, text, or a list of texts")
    return Town(
        name,
        float(entry["lat"]),
        float(entry["lon"]),
        hex_,
        bool(entry.get("pull", True)),
        bool(entry.get("steer", False)),
        bool(entry.get("spare", False)),
        str(entry.get("why", "")),
        FrozenDict(attributes),
    )
