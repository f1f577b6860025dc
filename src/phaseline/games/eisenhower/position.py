"""What is true in Eisenhower's War at one moment."""

from __future__ import annotations

from typing import Literal, get_args

from phaseline.drill.battle import Attack
from phaseline.drill.crowding import Excess
from phaseline.drill.marching import Legs
from phaseline.drill.state import FieldPosition
from phaseline.engine.position import Frame
from phaseline.hexgrid import Mask

ALLIED, GERMAN = 0, 1

TRACK = -1
"""In `at`: on the Turn Track, due in turn `due`."""
BOX = -2
"""In `at`: in the Reinforcement Box."""
ELIMINATED = -3
"""In `at`: in the Eliminated Units Box."""
GONE = -4
"""In `at`: out of the game for good."""
IDLE = -5
"""In `at`: the form of an airborne corps that is not in use (13.2)."""
NOWHERE = -1
"""Instead of a hex or unit: none."""
NEVER_DUE = 0
"""In `due`: not a reinforcement, or one no longer: it has been rebuilt."""
NEVER = -2
"""Instead of a unit: it has not come to that."""

Part = Literal["movement", "combat"]
PARTS: tuple[Part, ...] = get_args(Part)
Group = Literal["american", "british"]
GROUPS: tuple[Group, ...] = get_args(Group)


class Campaign(Frame, frozen=True):
    """The whole game (5.1)."""


class Turn(Frame, frozen=True):
    """One game turn (5.2)."""

    turn: int


class Landing(Frame, frozen=True):
    """An invasion, from choosing the force until it is ashore or has failed (5.3)."""

    hex: int
    second: bool
    force: Mask = 0
    fought: bool = False


class AlliedPhase(Frame, frozen=True):
    """Phase III (5.5). `battles` are the hexes attacked in it."""

    first: str = ""
    battles: Mask = 0


class AlliedMovement(Legs, frozen=True):
    """The movement part of Phase III."""

    barred: int = NEVER
    """The mover when the last offensive was declared, if any was: another must move before the next (13.6)."""
    entered: bool = False
    """Whether a unit has come onto the map since the Germans were last asked for an offensive."""


class AlliedCombat(Frame, frozen=True):
    """The attack part of Phase III."""


class GermanPhase(Frame, frozen=True):
    """Phase V, or a mandated offensive around `hex` (13.6) with the units it has activated."""

    first: str = ""
    battles: Mask = 0
    hex: int = NOWHERE
    activated: Mask = 0
    joined: Mask = 0
    """Those whom activated units stand with at the end of their movement: they may attack, too (13.6)."""
    attacks: int = 0


class GermanMovement(Legs, frozen=True):
    """The movement part of Phase V or of an offensive."""


class GermanCombat(Frame, frozen=True):
    """The attack part of Phase V or of an offensive."""


class Window(Frame, frozen=True):
    """The moment in the Allied movement at which an offensive may be declared (13.6)."""


class Bridge(Frame, frozen=True):
    """The first entry into a hex on the west bank of the Rhine (13.5)."""

    hex: int


class Muster(Frame, frozen=True):
    """The garrison of Yugoslavia comes in (12.2.3)."""


class Elbe(Frame, frozen=True):
    """The chance to bring in the last reserves beyond the Elbe (12.2.2)."""


class Combat(Attack, frozen=True):
    """One attack on one hex, from the declaration to the advance (10.0)."""

    dropped: Mask = 0
    """Airborne corps that come down on the target."""
    seaborne: Mask = 0
    """Units of an invasion, which come from the sea."""
    bombers: bool = False
    offensive: bool = False
    defenders: Mask = 0
    """The defending units when the die was rolled."""
    defender_loss: int = 0
    lost: int = 0
    """Steps the defenders have lost of it."""
    mobile_lost: int = 0
    """Those of them that mobile units have lost."""
    attacker_loss: int = 0
    paid: int = 0
    hit: Mask = 0
    """Units that have lost a step in this combat."""
    hexes: int = 0
    """How many hexes the defender has chosen to retreat."""
    routes: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """The way of each retreating unit."""
    owed: tuple[Mask, ...] = ()
    """Groups that still owe a step for an enemy zone of control entered (9.6)."""
    inland: bool = False
    extra: int = 0
    advanced: Mask = 0


Frames = (
    Campaign
    | Turn
    | Landing
    | AlliedPhase
    | AlliedMovement
    | AlliedCombat
    | GermanPhase
    | GermanMovement
    | GermanCombat
    | Window
    | Bridge
    | Muster
    | Elbe
    | Excess
    | Combat
)


class EisenhowerPosition(FieldPosition, kw_only=True):
    """The position. Units are numbers into the roster, seats 0 (Allied) and 1 (German); masks have a bit a unit or hex."""

    stack: list[Frames]
    turn: int = 0
    at: list[int]
    """Hex of each unit, or one of the places off the map above."""
    steps: list[int]
    """Steps each unit has left."""
    due: list[int]
    """The turn in which a unit on the track arrives."""
    control: Mask = 0
    """Hexes the Allies control; the Germans control the rest (3.4)."""
    taken: Mask = 0
    """Hexes the Allies control or have ever controlled."""
    beachheads: Mask = 0
    overrun: Mask = 0
    """Beachhead hexes the Germans have taken."""
    razed: Mask = 0
    """Hexes whose city has been destroyed."""
    cut: Mask = 0
    """German supply sources lost for good."""
    moved: Mask = 0
    fought: Mask = 0
    acted: Mask = 0
    """Allied units that have moved, dropped, been placed, or attacked in this turn."""
    ashore: Mask = 0
    """Units that took part in an invasion this turn."""
    drops: Mask = 0
    """Hexes in which airborne corps came down this turn."""
    dropped: Mask = 0
    """Corps that have come down this turn."""
    secured: Mask = 0
    """Hexes that paratroops have taken from the Germans by a drop this turn."""
    aerial: int = NOWHERE
    """Where the aerial supply marker lies."""
    aerial_used: bool = False
    airborne_seen: bool = False
    """Whether a static airborne corps was on the map at any time this turn."""
    bombers: int = 2
    offensives: int = 0
    waived: Mask = 0
    """Seats that do not want to be asked for optional interruptions in this phase."""
    scheldt: int = 0
    """The turn in which the Germans used the estuary."""
    difficulty: str = ""
    """The army group with supply difficulties this turn."""
    bridge: int = NOWHERE
    bridge_to: int = NOWHERE
    """The captured bridge: the hexes on its west and east bank."""
    tried: Mask = 0
    """West-bank hexes in which a bridge attempt was made."""
    bridge_captured: bool = False
    first_hex: int = NOWHERE
    """Where the first invasion is planned (secret until revealed)."""
    first_airborne: int = NOWHERE
    second_turn: int = 0
    """The turn of the planned second invasion, 0 when none is planned (secret)."""
    second_hex: int = NOWHERE
    second_over: bool = False
    """Whether the second invasion has been made, or its last turn is over."""
    second_made: bool = False
    seine_plain: bool = False
    unopposed: bool = False
    """Whether the first invasion found its hex empty (3.3.4)."""
    free_italy: bool = False
    """Whether the limit of eight German units in Italy is lifted."""
    yugoslavs: bool = False
    """Whether the garrison of Yugoslavia has come in."""
    fx_out: bool = False
    fortress: int = NOWHERE
    fortress_placed: bool = False
    thunderclap: bool = False
    vienna_lost: int = 0
    """The turn in which southern German units must be near the zone line; 0 while Vienna supplies."""
    vienna_strict: bool = False
    flipped: int = 0
    """US units rebuilt from reduced in this phase."""
    rebuilt: bool = False
    """Whether an eliminated unit was rebuilt in this phase."""
    merged: bool = False
    shifted: bool = False
    """Whether the Germans have used their one infantry move in the set-up."""
