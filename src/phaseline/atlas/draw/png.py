"""Pictures as PNG (optional extra ``pictures``)."""

from pathlib import Path

from phaseline.atlas.draw.faces import FACES
from phaseline.atlas.draw.scene import Scene
from phaseline.atlas.draw.svg import svg
from phaseline.atlas.errors import MapError


def png(scene: Scene, *, scale: float = 64.0) -> bytes:
    """The picture as a PNG file; ``scale`` is the width of a hex in pixels.

    Raises:
        MapError: the extra ``pictures`` is not installed.
    """
    try:
        import resvg_py  # noqa: PLC0415 - an optional extra
    except ImportError as error:
        raise MapError("PNG needs the extra 'pictures': pip install 'phaseline[pictures]'") from error
    fonts = [str(Path(str(face.path))) for face in FACES.values()]
    data = resvg_py.svg_to_bytes(svg_string=svg(scene, scale=scale, embed_fonts=False), font_files=fonts)
    return bytes(data)
