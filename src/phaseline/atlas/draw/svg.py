"""A scene as SVG. Fonts are embedded, so that it looks the same everywhere."""

from base64 import b64encode
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from phaseline.atlas.draw.curves import number
from phaseline.atlas.draw.faces import FACES
from phaseline.atlas.draw.scene import (
    UNIT,
    Item,
    Layer,
    Lettering,
    Outline,
    Paint,
    Scene,
    Stamps,
    Text,
    shows,
)


def svg(scene: Scene, *, scale: float = 64.0, embed_fonts: bool = True) -> str:
    """The picture as an SVG document, in as much detail as a hex of ``scale`` pixels shows."""
    left, top, width, height = (number(v) for v in scene.box)
    zoom = scale / UNIT
    size = f'width="{scene.box[2] * zoom:.0f}" height="{scene.box[3] * zoom:.0f}"'
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    ground = f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{scene.ground}"/>'
    lines = [
        f'<svg {spaces} {size} viewBox="{left} {top} {width} {height}">',
        f"<title>{escape(scene.title)}</title>",
        f"<style>{''.join(_rules(scene, embed_fonts=embed_fonts))}</style>",
        f"<defs>{''.join(_definitions(scene))}</defs>",
        ground,
        *(_layer(scene, layer) for layer in scene.layers if shows(layer, zoom)),
        "</svg>\n",
    ]
    return "\n".join(lines)


def _rules(scene: Scene, *, embed_fonts: bool) -> Iterator[str]:
    if embed_fonts:
        for key in sorted({lettering.face for lettering in scene.letterings.values()}):
            face = FACES[key]
            data = b64encode(face.path.read_bytes()).decode()
            slope = "italic" if face.italic else "normal"
            yield (
                f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};font-style:{slope};'
                f"src:url(data:font/ttf;base64,{data})}}"
            )
    for name, paint in scene.paints.items():
        yield f".{_css(name)}{{{_paint(paint)}}}"
    for name, lettering in scene.letterings.items():
        yield f".t-{_css(name)}{{{_lettering(lettering)}}}"


def _paint(paint: Paint) -> str:
    parts = [f"fill:{paint.fill or 'none'}"]
    if paint.stroke:
        join = "butt" if paint.butt else "round"
        parts += [f"stroke:{paint.stroke}", f"stroke-width:{number(paint.width)}", "stroke-linejoin:round"]
        parts.append(f"stroke-linecap:{join}")
    if paint.dash:
        parts.append(f"stroke-dasharray:{' '.join(number(v) for v in paint.dash)}")
    if paint.opacity < 1:
        parts.append(f"opacity:{paint.opacity:g}")
    return ";".join(parts)


def _lettering(lettering: Lettering) -> str:
    face = FACES[lettering.face]
    parts = [
        f'font-family:"{face.family}",{face.fallback}',
        f"font-weight:{face.weight}",
        f"font-size:{number(lettering.size)}px",
        f"fill:{lettering.fill}",
    ]
    if face.italic:
        parts.append("font-style:italic")
    if lettering.spacing:
        parts.append(f"letter-spacing:{number(lettering.spacing)}px")
    if lettering.halo:
        parts += [f"stroke:{lettering.halo}", f"stroke-width:{number(lettering.halo_width)}"]
        parts += ["stroke-linejoin:round", "paint-order:stroke"]
    return ";".join(parts)


def _definitions(scene: Scene) -> Iterator[str]:
    for name, d in scene.paths.items():
        yield f'<path id="p-{_css(name)}" d="{d}"/>'
        yield f'<clipPath id="clip-{_css(name)}"><use xlink:href="#p-{_css(name)}"/></clipPath>'
    for name, outlines in scene.symbols.items():
        yield f'<g id="s-{_css(name)}">{"".join(_outline(outline) for outline in outlines)}</g>'


def _layer(scene: Scene, layer: Layer) -> str:
    drawn = "".join(_item(scene, item) for item in layer.items)
    for clip in layer.clip:
        drawn = f'<g clip-path="url(#clip-{_css(clip)})">{drawn}</g>'
    return f'<g id="{_css(layer.name)}">{drawn}</g>'


def _item(scene: Scene, item: Item) -> str:
    if isinstance(item, Outline):
        return _outline(item)
    if isinstance(item, Stamps):
        return "".join(_stamps(item))
    return _text(item, scene.letterings[item.lettering])


def _outline(item: Outline) -> str:
    if item.d.startswith("#"):
        return f'<use class="{_css(item.paint)}" xlink:href="#p-{_css(item.d[1:])}"/>'
    return f'<path class="{_css(item.paint)}" d="{item.d}"/>'


def _stamps(item: Stamps) -> Iterator[str]:
    turn = f" rotate({number(item.turn)})" if item.turn else ""
    for x, y in zip(item.at[::2], item.at[1::2], strict=True):
        place = f"translate({number(x)} {number(y)}){turn} scale({item.size:g})"
        yield f'<use xlink:href="#s-{_css(item.symbol)}" transform="{place}"/>'


def _text(item: Text, lettering: Lettering) -> str:
    x, y = number(item.x), number(item.y)
    turn = f' transform="rotate({number(item.turn)} {x} {y})"' if item.turn else ""
    own: list[str] = []
    if item.size != 1.0:
        own.append(f"font-size:{number(item.size * lettering.size)}px")
    if item.spacing:
        own.append(f"letter-spacing:{number(item.spacing)}px")
    style = f" style={quoteattr(';'.join(own))}" if own else ""
    place = f'x="{x}" y="{y}" text-anchor="{item.anchor}"'
    return f'<text class="t-{_css(item.lettering)}" {place}{style}{turn}>{escape(item.text)}</text>'


def _css(name: str) -> str:
    return "".join(ch if ch.isalnum() or ch == "-" else "-" for ch in name)
