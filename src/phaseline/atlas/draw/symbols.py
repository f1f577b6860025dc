"""Small drawings that are set down many times: trees, peaks, towns, anchors. Each about 100 units high."""

from typing import Final

from phaseline.atlas.draw.scene import Outline

STAR: Final = "M0 -50L11.8 -16.2 47.6 -15.5 19 6.2 29.4 40.5 0 20 -29.4 40.5 -19 6.2 -47.6 -15.5 -11.8 -16.2Z"
STAR_SMALL: Final = (
    "M0 -38L9 -12.3 36.2 -11.8 14.4 4.7 22.3 30.8 0 15.2 -22.3 30.8 -14.4 4.7 -36.2 -11.8 -9 -12.3Z"
)
ANCHOR: Final = (
    "M0 -24V42M-23 -8H23M-38 12C-34 36 -16 44 0 46C16 44 34 36 38 12M-46 24L-38 10 -26 22M46 24L38 10 26 22"
)
RING: Final = "M0 -48A12 12 0 1 1 0 -24A12 12 0 1 1 0 -48Z"


def disc(radius: float, x: float = 0.0, y: float = 0.0) -> str:
    """Path data of a full circle.

    >>> disc(2)
    'M-2 0A2 2 0 1 1 2 0A2 2 0 1 1 -2 0Z'
    """
    r = f"{radius:g}"
    return f"M{x - radius:g} {y:g}A{r} {r} 0 1 1 {x + radius:g} {y:g}A{r} {r} 0 1 1 {x - radius:g} {y:g}Z"


def box(half: float) -> str:
    """Path data of a square around the origin."""
    return f"M{-half:g} {-half:g}H{half:g}V{half:g}H{-half:g}Z"


def _outlines(*parts: tuple[str, str]) -> tuple[Outline, ...]:
    return tuple(Outline(d, paint) for d, paint in parts)


SYMBOLS: Final[dict[str, tuple[Outline, ...]]] = {
    # ground
    "tree": _outlines(
        ("M-30 28C-50 22 -46 -6 -26 -8C-26 -34 22 -38 26 -10C48 -8 48 24 28 28Z", "tree"),
        ("M28 28C48 24 48 -8 26 -10C22 -20 14 -26 4 -28C22 -8 22 12 2 28Z", "tree.dark"),
    ),
    "fir": _outlines(
        ("M0 -50L30 40H-30Z", "tree"),
        ("M0 -50L30 40H4Z", "tree.dark"),
    ),
    "peak": _outlines(
        ("M-54 38C-34 14 -18 -22 -4 -44C-4 -20 -12 12 -10 38Z", "peak.light"),
        ("M-4 -44C12 -24 24 12 54 38C40 36 34 38 26 30C22 38 4 40 -10 38C-12 12 -4 -20 -4 -44Z", "peak.dark"),
        ("M-54 38C-34 14 -18 -22 -4 -44C12 -24 24 12 54 38", "peak.line"),
    ),
    "snowpeak": _outlines(
        ("M-56 44C-34 12 -18 -30 -2 -54C-6 -14 -16 12 -22 44Z", "peak.light"),
        ("M-2 -54C16 -22 30 14 58 44C36 42 2 42 -22 44C-16 12 -6 -14 -2 -54Z", "snow.dark"),
        ("M-22 -18C-14 -30 -8 -44 -2 -54C6 -42 13 -28 20 -16L8 -22 0 -10 -8 -22Z", "snow.light"),
    ),
    "hummock": _outlines(
        ("M-46 22C-30 -22 30 -22 46 22M-20 -2L-26 18M0 -9V14M20 -2L26 18", "hachure"),
    ),
    "tuft": _outlines(("M-50 20H50M-22 20L-30 -8M0 20V-18M22 20L30 -8M-14 40H24", "tuft")),
    "stone": _outlines(("M-34 14L-16 -16 14 -20 36 12 16 20Z", "stone")),
    "dot": _outlines((disc(10), "dot"), (disc(7, 34, 22), "dot"), (disc(7, -30, 26), "dot")),
    "block": _outlines(("M-30 -22H8V4H32V28H-12V10H-30Z", "block")),
    # towns
    "city.victory": _outlines((box(48), "city.red"), (STAR_SMALL, "city.star")),
    "city.capital": _outlines((box(42), "city.red"), (disc(16), "city.star")),
    "city.major": _outlines((box(40), "city.white"), (box(20), "ink")),
    "city.minor": _outlines((disc(36), "city.white"), (disc(12), "ink")),
    "city.town": _outlines((disc(22), "city.white")),
    # works
    "port.major": _outlines((disc(62), "port.disc"), (ANCHOR, "port"), (RING, "port")),
    "port.minor": _outlines((ANCHOR, "port"), (RING, "port")),
    "base": _outlines((disc(74), "port.disc"), (disc(62), "port.disc"), (ANCHOR, "port"), (RING, "port")),
    "fortress": _outlines(
        (
            "M0 -62L17 -41 44 -44 41 -17 62 0 41 17 44 44 17 41 0 62 -17 41 -44 44 -41 17 -62 0 -41 -17 -44 -44 -17 -41Z",
            "fort",
        ),
    ),
    "resource": _outlines(("M-46 40V-8L-18 10V-8L10 10V-8L38 10V40ZM-44 -18V-46H-30V-18Z", "ink")),
    "supply": _outlines((disc(50), "mark"), (STAR, "city.star")),
    "entry": _outlines(("M-50 -16H6V-42L52 0L6 42V16H-50Z", "mark")),
    "beach": _outlines(("M-46 -30L0 10 46 -30V-2L0 38 -46 -2Z", "mark")),
    "pass": _outlines(("M-48 -26C-20 -26 -20 26 -48 26M48 -26C20 -26 20 26 48 26", "ink.line")),
    "airfield": _outlines(
        ("M-6 -48H6L8 -14 48 8V20L8 10 6 34 18 44V50L0 46 -18 50V44L-6 34 -8 10 -48 20V8L-8 -14Z", "ink")
    ),
    "launch": _outlines(("M0 -54C16 -30 16 6 12 26L28 48 0 38 -28 48 -12 26C-16 6 -16 -30 0 -54Z", "mark")),
    "badge": _outlines((disc(50), "badge")),
    "badge.resource": _outlines(("M0 -56L49 -28V28L0 56 -49 28V-28Z", "badge.resource")),
    # hexsides
    "strait": _outlines(("M-58 0L-28 -26V-11H28V-26L58 0L28 26V11H-28V26Z", "strait")),
    "ferry": _outlines(("M-60 0H60", "ferry"), (disc(12, -60), "ink"), (disc(12, 60), "ink")),
    "bridge": _outlines(
        ("M-50 -16H50M-50 16H50M-62 -28L-50 -16M62 -28L50 -16M-62 28L-50 16M62 28L50 16", "bridge")
    ),
    "crag": _outlines(
        ("M-40 26L-6 -34 4 26Z", "peak.light"),
        ("M-6 -34L34 26H4Z", "peak.dark"),
    ),
}
