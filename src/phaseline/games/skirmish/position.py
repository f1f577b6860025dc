"""What is true in a skirmish at one moment."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import field

from phaseline.drill.battle import Attack
from phaseline.drill.state import FieldPosition
from phaseline.drill.withdrawing import Withdrawal
from phaseline.engine.position import Frame
from phaseline.hexgrid import Mask

Stance = Literal["assault", "hold", "screen"]
Weather = Literal["dry", "mud"]
STANCES: tuple[Stance, ...] = get_args(Stance)
WEATHERS: tuple[Weather, ...] = get_args(Weather)

GONE = -1
"""In `at`: the unit is out of the game."""
UNSEEN = -2
"""In `at`, in views only: the unit is one of the face-down units whose hexes are in `unseen`."""


class Campaign(Frame, frozen=True):
    """The whole game (3.1)."""


class Turn(Frame, frozen=True):
    """One game turn (3.1)."""

    turn: int


class PlayerTurn(Frame, frozen=True):
    """One side's part of a turn (3.2)."""

    seat: int


class Reaction(Frame, frozen=True):
    """The other side's chance to draw a screen back from a unit that came close (8.1): an interrupt."""

    seat: int
    hex: int


class Battle(Attack, frozen=True):
    """One attack on one hex (9.2), until the winners have advanced."""

    attacker_losses: int = 0
    defender_losses: int = 0
    retreat: bool = False


class Retreat(Withdrawal, frozen=True):
    """One unit's retreat by one hex (11.2)."""


Frames = Campaign | Turn | PlayerTurn | Reaction | Battle | Retreat


class SkirmishPosition(FieldPosition, kw_only=True):
    """The position. Units are numbers into the roster, seats are 0 (Blue) and 1 (Red); masks have a bit a unit."""

    stack: list[Frames]
    turn: int = 0
    weather: Weather = "dry"
    stances: list[Stance | None] = field(default_factory=lambda: [None, None])
    at: list[int]
    """Hex of each unit, or `GONE`; in views also `UNSEEN`."""
    steps: list[int]
    """Steps each unit has left: 2, 1 or 0; in views -1 for an unseen unit."""
    face_up: Mask = 0
    moved: Mask = 0
    reacted: Mask = 0
    fought: Mask = 0
    unsupplied: Mask = 0
    """Units found out of supply when their side's turn began."""
    battles: Mask = 0
    """Hexes attacked in this combat phase."""
    control: list[Mask] = field(default_factory=lambda: [0, 0])
    """By seat, the objectives it holds."""
    points: list[int] = field(default_factory=lambda: [0, 0])
    unseen: tuple[tuple[int, int, bool, bool], ...] = ()
    """In views only: seat and hex of each unit whose face the viewer does not see, whether it has moved and reacted."""
