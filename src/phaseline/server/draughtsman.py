"""A process that draws one map: reads it from its input, and writes the drawing to its output. `python -m` runs it."""

from __future__ import annotations

import pickle
import sys

from phaseline.atlas import draw
from phaseline.atlas.model import HexMap


def drawn(map: HexMap) -> bytes:
    """The drawing of a map, as JSON."""
    return draw.scene_json(draw.scene(map))


if __name__ == "__main__":
    # Only the service that started it writes there, so that what it says may be trusted.
    sys.stdout.buffer.write(drawn(pickle.loads(sys.stdin.buffer.read())))
