"""What terrain, hexsides and sides look like in characters: muted grounds as on a printed map."""

from __future__ import annotations

PAPER = "#e9e2c9"
INK = "#3a362b"
NUMBER_INK = "#8a8165"
LATTICE_INK = "#b9af91"
PLACE_INK = "bold #3a362b"

GROUNDS = {
    "clear": PAPER,
    "rough": "#dccfa6",
    "forest": "#b9cf9f",
    "hill": "#dcc394",
    "mountain": "#c6a680",
    "alpine": "#d9d4d0",
    "marsh": "#c3d9c4",
    "desert": "#f0e2b0",
    "city": "#cfc8c2",
    "sea": "#a9cbe3",
    "lake": "#a9cbe3",
}
"""Ground of each drawing style of terrain; another style is drawn as clear."""

SIDES = {
    "river": "#2f79c2",
    "canal": "#2f79c2",
    "lake": "#2f79c2",
    "coast": "#2f79c2",
    "sea": "#2f79c2",
    "strait": "#2f79c2",
    "ferry": "#2f79c2",
    "bridge": "#6a4a3a",
    "alpine": "#6a4a3a",
    "mountain": "#6a4a3a",
    "forest": "#3f7a3f",
    "border": "#a0308a",
    "line": "#a0308a",
    "fortified": "#222222",
    "impassable": "#222222",
}
"""Ink of each drawing style of hexsides. Later ones lie over earlier ones."""
OTHER_SIDE = "#a05a20"

COUNTERS = (
    "bold white on #1f5aa8",
    "bold white on #b02a2a",
    "bold black on #d9a441",
    "bold white on #4f7d3a",
)
"""Counter colours by seat: blue and red first, told apart by those who confuse red and green."""
NAMES = ("bold #5b9bf0", "bold #f0706a", "bold #e0b050", "bold #86c06c")
"""The same for names in running text."""
NOBODY = "bold black on #b8b8b0"
FAINT = "dim"
"""What is beside the point."""


def ground(drawn_as: str) -> str:
    """The ground of a terrain's drawing style."""
    return GROUNDS.get(drawn_as, PAPER)


def side(drawn_as: str) -> str:
    """The ink of a hexside's drawing style."""
    return SIDES.get(drawn_as, OTHER_SIDE)


def side_style(seat: int | None) -> str:
    """The counter colours of a seat, or of nobody's pieces."""
    return NOBODY if seat is None else COUNTERS[seat % len(COUNTERS)]


def side_ink(seat: int | None) -> str:
    """The colour of a seat's name in running text."""
    return "bold" if seat is None else NAMES[seat % len(NAMES)]
