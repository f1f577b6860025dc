"""Printed maps: from a `HexMap` to drawing data, SVG and PNG."""

from phaseline.atlas.draw.painter import scene
from phaseline.atlas.draw.png import png
from phaseline.atlas.draw.render import render
from phaseline.atlas.draw.scene import Scene, scene_from_json, scene_json
from phaseline.atlas.draw.svg import svg
from phaseline.atlas.draw.swatches import side_colour, terrain_colour

__all__ = [
    "Scene",
    "png",
    "render",
    "scene",
    "scene_from_json",
    "scene_json",
    "side_colour",
    "svg",
    "terrain_colour",
]
