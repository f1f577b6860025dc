"""What every numbering offers, and the error for labels that name no hex."""

from __future__ import annotations

from typing import Protocol

from phaseline.hexgrid.grid import Grid
from phaseline.hexgrid.orientation import Hex


class Numbering(Protocol):
    """A way of writing the hexes of one grid.

    `parse(label(h)) == h` for every hex that has a label. `parse` is lenient with case, blanks and hyphens.
    """

    @property
    def grid(self) -> Grid:
        """The grid whose hexes are numbered."""

    def label(self, h: Hex, /) -> str:
        """The label of a hex as the map prints it.

        Raises:
            LabelError: the hex has no label.
        """

    def parse(self, text: str, /) -> Hex:
        """The hex a label means.

        Raises:
            LabelError: it means none; the message says why and what comes near.
        """


class LabelError(ValueError):
    """A label that names no hex, or a hex that has no label.

    Attributes:
        near: labels that come near and do name a hex, best first; already part of the message.
    """

    def __init__(self, problem: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(f"{problem}; did you mean {' or '.join(near)}?" if near else problem)
        self.problem = problem
        self.near = near
