"""Pictures as PNG (optional extra ``pictures``)."""

from pathlib import Path

from phaseline.atlas.draw.faces import FACES
from phaseline.atlas.draw.scene import UNIT, Scene
from phaseline.atlas.draw.svg import svg
from phaseline.atlas.errors import MapError

MOST_PIXELS = 400_000_000
"""A wall of paper; beyond it the memory of a computer runs out, and the program with it."""


def png(scene: Scene, *, scale: float = 64.0) -> bytes:
    """The picture as a PNG file; ``scale`` is the width of a hex in pixels.

    Raises:
        MapError: the extra ``pictures`` is not installed, or the picture would be too large.
    """
    width, height = (round(side * scale / UNIT) for side in scene.box[2:])
    if width * height > MOST_PIXELS:
        raise MapError(
            f"a picture of {width} x {height} pixels is too large; take a smaller scale, or draw it as .svg"
        )
    try:
        import resvg_py  # noqa: PLC0415 - an optional extra
    except ImportError as error:
        raise MapError("PNG needs the extra 'pictures': pip install 'phaseline[pictures]'") from error
    fonts = [str(Path(str(face.path))) for face in FACES.values()]
    data = resvg_py.svg_to_bytes(svg_string=svg(scene, scale=scale, embed_fonts=False), font_files=fonts)
    return bytes(data)
