"""What is true in War in Europe at one moment."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import field

from phaseline.drill.battle import WideAttack
from phaseline.drill.crowding import Excess
from phaseline.drill.marching import Legs
from phaseline.drill.state import FieldPosition
from phaseline.engine.position import Frame
from phaseline.hexgrid import Mask

AXIS, ALLIED = 0, 1
SEATS_BY_NAME = {"Axis": AXIS, "Allied": ALLIED}

NOWHERE = -1
"""Instead of a hex or unit: none."""
GONE = -2
"""Instead of the hex of the artificial harbour: it has been built, and is no more."""
DEAD = -2
"""In `at`: eliminated; Replacement Points may bring it back (17.14)."""
OUT = -3
"""In `at`: out of play for good."""
DUE = -4
"""In `at`: arrives in the turn that the scenario says."""
TRACK = -5
"""In `at`: an airborne unit preparing (8.52); `due` has the turn in which it is ready."""
AWAY = -6
"""In `at`: at sea off the map (7.16); `due` has the turn in which it may come back."""
SPARE = -7
"""In `at`: in the counter tray, to be exchanged for another counter (8.0, 16.22)."""
BOX_EAST, BOX_SOUTH, BOX_WEST = -8, -9, -10
"""In `at`: in the box of available airborne units of an air front (8.5)."""

Weather = Literal["clear", "mud", "snow"]
WEATHERS: tuple[Weather, ...] = get_args(Weather)

EAST, SOUTH, WEST = range(3)
FRONTS: tuple[Literal["east"], Literal["south"], Literal["west"]] = ("east", "south", "west")
"""The air fronts, in the order in which they fight (13.0)."""
BOX_OF_FRONT = (BOX_EAST, BOX_SOUTH, BOX_WEST)
"""The box of available airborne units of each front."""
AVAILABLE, SUPERIORITY, SEA, GROUND, INTERDICTION, TRANSFER, LIFT = range(7)
AIR_BOXES = ("available", "superiority", "sea", "ground", "interdiction", "transfer", "movement")
"""The boxes of an air display (13.11); in the last are Air Transport Points."""

MISSIONS = (SUPERIORITY, SEA, GROUND)
"""The boxes from which Points fly missions."""

INFANTRY, MECHANIZED = 0, 1
"""Kinds of Replacement Points."""
KINDS = ("infantry", "mechanized")

Passage = Literal["sail", "assault", "depart", "return"]
"""How a unit is at sea: from port to port, to a coast, off the map, back from there."""


def air_box(front: int, seat: int, box: int) -> int:
    """Where in `air` a box of a side's display stands.

    >>> air_box(SOUTH, ALLIED, GROUND)
    24
    """
    return (front * 2 + seat) * len(AIR_BOXES) + box


def due_lift(turn: int, seat: int, front: int, *, fixed: bool = False) -> int:
    """The key in `lifted` of Air Transport Points: the turn in which they are ready, whose, on which front.

    `fixed`: they have been sent to that front, and are not sent on.
    """
    return ((turn * 2 + seat) * len(FRONTS) + front) * 2 + fixed


def due_point(turn: int, entry: int) -> int:
    """The key in `returning` of Amphibious Points: the turn in which they are ready again, and their store."""
    return turn * MOST_STORES + entry


MOST_STORES = 8


def pool(nation: int, kind: int, front: int) -> int:
    """The key in `pools` of the Replacement Points of a nation, of a kind, on a front."""
    return (nation * 2 + kind) * len(FRONTS) + front


class Campaign(Frame, frozen=True):
    """A whole scenario (4.3)."""


class Turn(Frame, frozen=True):
    """One game turn: the joint air war and two player turns (4.1)."""

    turn: int


class Commitment(Frame, frozen=True):
    """Both sides commit their Air Points; neither sees what the other does before both have finished (13.12)."""


class AirTransfer(Frame, frozen=True):
    """A side sends the Points of its Transfer boxes to other fronts (13.6)."""

    seat: int


class Evacuation(Frame, frozen=True):
    """A side moves Points away from a front on which it has no hex left to fly from (13.62)."""

    seat: int
    front: int


class AirFront(Frame, frozen=True):
    """The air combat of one front (13.2). `groups` are the Points against each enemy Point so far."""

    front: int
    attacker: int = NOWHERE
    groups: tuple[int, ...] = ()
    kills: int = 0
    """Extra kills still to be chosen (13.23)."""


class PortStrikes(Frame, frozen=True):
    """The port suppression missions of a side (13.31)."""

    seat: int
    struck: Mask = 0
    """The ports that have been attacked."""


class PlayerTurn(Frame, frozen=True):
    """The player turn of the phasing player (4.2)."""

    seat: int


class Reinforcement(Frame, frozen=True):
    """The reinforcement and replacement phase (4.2)."""

    seat: int
    placed: Mask = 0
    """Units that have come onto the map in this phase."""
    exchanged: Mask = 0
    """Units that may still be exchanged for a better counter (17.15)."""
    received: Mask = 0
    """Pools that have been sent points from another front (17.16)."""


class Marching(Legs, frozen=True, kw_only=True):
    """A phase of movement on the ground. Units of `group` have overrun an enemy together and may move on (5.7)."""

    seat: int
    group: Mask = 0
    tolls: tuple[tuple[int, int, int], ...] = ()
    """What units have paid for the zones of the enemies in one hex alone: the unit, that hex, and the points (R23)."""


class InitialMovement(Marching, frozen=True, kw_only=True):
    """The initial movement phase (5.1)."""


class MechanizedMovement(Marching, frozen=True, kw_only=True):
    """The mechanized movement phase (5.5)."""


class Overrun(Frame, frozen=True):
    """An overrun being put together (5.7): the units of one hex that enter another."""

    seat: int
    start: int
    target: int
    units: Mask = 0


class RailPhase(Legs, frozen=True, kw_only=True):
    """The rail movement phase (6). `net` are the rail hexes on which trains run, as judged when it began."""

    seat: int
    net: Mask = NOWHERE


class SeaPhase(Frame, frozen=True):
    """The sea movement phase (7). `losses` are the interdicting Points lost so far, by front (13.35)."""

    seat: int
    losses: tuple[int, ...] = (0, 0, 0)


class Voyage(Frame, frozen=True):
    """A unit is at sea where it may be attacked from the air (13.32). It is lying in its port until it lands."""

    seat: int
    """Whose unit it is."""
    unit: int
    start: int
    """Where it has embarked."""
    to: int
    kind: Passage
    here: int
    """From where it goes on: its port, or where it was struck."""
    entries: tuple[int, ...] = ()
    """The stores of the Amphibious Points that carry it: one, or three for a corps; none if other Points do."""
    faced: int = 0
    """The air fronts, a bit each, on which it has been attacked or let pass (13.33)."""


class Interdict(Frame, frozen=True):
    """A unit at sea may be attacked from the air in a hex of its way (13.32), once on each front."""

    seat: int
    """Whose unit it is."""
    unit: int
    front: int
    hex: int
    result: str = ""


class AirPhase(Frame, frozen=True):
    """The air movement phase (8). By front, how many Air Transport Points have flown transports and assaults so far."""

    seat: int
    transports: tuple[int, ...] = (0, 0, 0)
    assaults: tuple[int, ...] = (0, 0, 0)


class Regroup(Frame, frozen=True):
    """The end of the player turn, when airborne regiments form divisions again (8.0)."""


class CombatPhase(Frame, frozen=True):
    """The combat phase (11). Units that have `tried` to fortify themselves do not try again (18)."""

    seat: int
    tried: Mask = 0


class Plan(WideAttack, frozen=True):
    """An attack being put together (11.2). Masks of hexes and units; `target` is the hex that was named first."""

    air: bool = False
    """Whether an Air Point supports it (13.4)."""


class Battle(Plan, frozen=True):
    """An attack under way: from the roll to the advance (12). Debts are in points of printed strength (12.43)."""

    result: str = ""
    owed: int = 0
    """What the attacker has to lose."""
    paid: int = 0
    strength: int = 0
    """The printed strength of the defenders before the attack."""
    defenders: Mask = 0
    """The units attacked."""
    stands: int = 0
    """The seats that stand where the result sends them back (12.7), a bit each."""
    fleeing: Mask = 0
    """Units that have still to retreat."""
    fled: Mask = 0
    """Attackers that have gone back: they do not advance."""
    hit: Mask = 0
    """Attackers that have been taken as losses."""
    withdrawn: Mask = 0
    """Units that have gone back in this battle to hexes that were vacant (12.62)."""
    groups: Mask = 0
    """Units just reduced to battlegroups that may go back a hex (11.32)."""
    advanced: Mask = 0


class InterdictionPhase(Frame, frozen=True):
    """The air interdiction phase (13.5)."""

    seat: int


Frames = (
    Excess
    | Campaign
    | Turn
    | Commitment
    | AirTransfer
    | Evacuation
    | AirFront
    | PortStrikes
    | PlayerTurn
    | Reinforcement
    | InitialMovement
    | MechanizedMovement
    | Overrun
    | RailPhase
    | SeaPhase
    | Voyage
    | Interdict
    | AirPhase
    | Regroup
    | CombatPhase
    | Plan
    | Battle
    | InterdictionPhase
)


class WarPosition(FieldPosition, kw_only=True):
    """The position. Units are numbers into the roster, seats 0 (Axis) and 1 (Allied); masks have a bit a unit or a hex.

    Lists of two are by seat. All is open but for what the other side commits in the air (13.12), until both have.
    """

    stack: list[Frames]
    turn: int = 0
    at: list[int]
    """Hex of each unit, or one of the places off the map above."""
    steps: list[int]
    """Steps each unit has left: at full strength 2, or 1 if it forms no battlegroup; as a battlegroup 1; out of play 0."""
    due: dict[int, int] = field(default_factory=dict)
    """The turn in which a unit off the map is ready or may come back."""

    # -- what units have done
    spent: list[int] = field(default_factory=list)
    """Movement Points each unit has spent in the phase under way."""
    began: dict[int, int] = field(default_factory=dict)
    """Where each unit that has moved in the phase under way began it: its weather counts (R102)."""
    moved: Mask = 0
    """Units that have moved in the phase under way."""
    travelled: Mask = 0
    """Units that have moved in this player turn, in whatever way."""
    carried: Mask = 0
    """Units that have moved by rail, sea or air in this player turn (5.25)."""
    marched: Mask = 0
    """Units that have made a forced march in this player turn (5.6)."""
    overran: Mask = 0
    """Units that have overrun an enemy in the movement phase under way, or in the last one of this player turn (5.74, 7.13)."""
    fought: Mask = 0
    """Units that have attacked in this player turn (11.11)."""
    assailed: Mask = 0
    """Enemy units attacked in this player turn (11.14)."""
    sheltered: Mask = 0
    """Units that a retreat has led to friends in this player turn: they add nothing to the defence there (12.62)."""
    rebuilt: Mask = 0
    """Units rebuilt or combined in this player turn: they neither move nor attack (16.21, 17.13)."""
    idle: Mask = 0
    """Units that may not move for another reason, in this player turn."""
    entrained: Mask = 0
    """Units on trains (6.3)."""
    fortified: Mask = 0
    """Units turned to their fortified side (18)."""
    ashore: Mask = 0
    """Units that make an amphibious assault in this player turn (7.3)."""
    dropped: Mask = 0
    """Units in a drop zone, until the air interdiction phase (8.2)."""
    shipped: Mask = 0
    """Units that have gone from port to port by sea in this player turn: they do not attack (7.13)."""
    flown: Mask = 0
    """Units that have flown by Air Transport in this player turn: they do not attack (8.36)."""
    unsupplied: Mask = 0
    """Units of both sides out of supply, as last judged (14.1)."""
    major: Mask = 0
    """Hexes from which a unit of the phasing side is in supply by major links only, as last judged (14.6)."""

    # -- who holds what
    owner: list[Mask] = field(default_factory=lambda: [0, 0])
    """The hexes each side was the last to hold or pass through (3.26)."""
    rail: list[Mask] = field(default_factory=lambda: [0, 0])
    """The Friendly rail hexes of each side (6.5); a rail hex of neither is neutral."""
    converted: Mask = 0
    """Rail hexes whose gauge has been changed (6.62)."""
    repaired: dict[int, int] = field(default_factory=dict)
    """The turn in which a repair unit came to a port that had changed hands (6.64)."""
    taken: dict[int, int] = field(default_factory=dict)
    """The turn in which a port last changed hands."""
    stocks: dict[int, int] = field(default_factory=dict)
    """Since which turn units that may live on stocks are cut off (R194)."""
    pressed: Mask = 0
    """Hexes that a retreat has filled beyond the limit (12.62), until their owner has next moved."""
    razed: Mask = 0
    """Hexes of fortified lines that are lost for good."""
    neutral: Mask = 0
    """Hexes that nobody may enter as yet."""

    # -- sea
    fleet: list[int] = field(default_factory=lambda: [0, 0])
    """Naval Transport Points left in this turn."""
    landing: list[int] = field(default_factory=lambda: [0])
    """Amphibious Points that are ready, by store: the entries of the scenario's landings."""
    returning: dict[int, int] = field(default_factory=dict)
    """How many Amphibious Points come back when, and to which store (7.3): see `due_point`."""
    beaches: Mask = 0
    """Hexes that have been assaulted from the sea with success (7.34)."""
    piers: Mask = 0
    """Beaches on which an Amphibious Point serves as a supplyhead (7.35)."""
    harbour: int = NOWHERE
    """The beach with the artificial harbour, once there is one; `GONE` after its Amphibious Point has left."""
    lent: dict[int, int] = field(default_factory=dict)
    """The store of the Amphibious Point on each of these beaches, by hex."""
    carriers: dict[int, int] = field(default_factory=dict)
    """The store of the Amphibious Point that has carried a unit ashore in this player turn."""
    suppressed: Mask = 0
    """Ports suppressed from the air in this turn (13.31)."""
    embarked: dict[int, int] = field(default_factory=dict)
    """How many units have embarked in a port in this phase (7.0)."""
    debarked: dict[int, int] = field(default_factory=dict)
    """How many units have debarked in a hex in this phase (7.0)."""
    waived: Mask = 0
    """Fronts on which the other side interdicts nobody more in this phase."""

    # -- air
    air: list[int] = field(default_factory=lambda: [0] * (len(FRONTS) * 2 * len(AIR_BOXES)))
    """Points in each box of each display: see `air_box`."""
    superiority: list[int] = field(default_factory=lambda: [NOWHERE] * len(FRONTS))
    """Who has air superiority over each front (13.23)."""
    marks: list[Mask] = field(default_factory=lambda: [0, 0])
    """Hexes that each side interdicts from the air (13.5)."""
    reach: dict[int, int] = field(default_factory=dict)
    """By hex, side and use, how many Points have flown there in this turn by lines through minor ports (14.63)."""
    fled: list[int] = field(default_factory=lambda: [0, 0])
    """How many Points of each side have left lost fronts in this turn (13.62)."""
    based: int = 0
    """The displays whose side has had a hex to fly from on that front, a bit each (13.62)."""

    # -- replacements, score
    pools: dict[int, int] = field(default_factory=dict)
    """Replacement Points in hand: see `pool`."""
    promised: dict[int, int] = field(default_factory=dict)
    """Replacement Points that come into these pools in their owner's next reinforcement phase (7.23)."""
    limits: dict[int, int] = field(default_factory=dict)
    """How many units may still be rebuilt from a pool in this phase (17.11)."""
    lifted: dict[int, int] = field(default_factory=dict)
    """How many Air Transport Points are ready again when, and where (8.13): see `due_lift`."""
    released: Mask = 0
    """The scenario's rules for confined units, by number, that hold no more because the enemy has come near."""
    flags: dict[str, int] = field(default_factory=dict)
    """What has come to pass by a scenario's own rules: the name of the rule -> the turn."""
    points: list[int] = field(default_factory=lambda: [0, 0])
    """Victory points by seat, as last counted."""
