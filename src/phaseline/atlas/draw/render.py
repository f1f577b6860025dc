"""Draw a map into a file."""

from pathlib import Path

from phaseline.atlas.draw.painter import scene
from phaseline.atlas.draw.png import png
from phaseline.atlas.draw.scene import scene_json
from phaseline.atlas.draw.svg import svg
from phaseline.atlas.errors import MapError
from phaseline.atlas.model import HexMap
from phaseline.hexgrid import Mask


def render(hex_map: HexMap, path: Path | str, *, scale: float = 64.0, region: Mask | None = None) -> None:
    """Draw a map into a file: ``.svg``, ``.png`` or ``.json`` (drawing data), by its suffix.

    Args:
        hex_map: the map.
        path: where to write.
        scale: width of a hex in pixels.
        region: draw only the rectangle around these hexes, without title and legend.

    Raises:
        MapError: another suffix, or the extra ``pictures`` is needed and missing.
    """
    path = Path(path)
    if path.suffix == ".svg":
        data = svg(scene(hex_map, region=region), scale=scale).encode("utf-8")
    elif path.suffix == ".png":
        data = png(scene(hex_map, region=region), scale=scale)
    elif path.suffix == ".json":
        data = scene_json(scene(hex_map, region=region))
    else:
        raise MapError(f"{path.name}: pictures are written as .svg, .png or .json (drawing data)")
    path.write_bytes(data)
