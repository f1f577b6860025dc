"""What is true in France '44 at one moment."""

from __future__ import annotations

from typing import Literal, Self, get_args

from msgspec import field

from phaseline.drill.battle import WideAttack
from phaseline.drill.crowding import Excess
from phaseline.drill.marching import Legs
from phaseline.drill.state import FieldPosition
from phaseline.engine.position import Frame
from phaseline.hexgrid import Mask

ALLIED, GERMAN = 0, 1

POOL = -1
"""In `at`: in a force pool, never yet in play. In `trucks`, `vs`, `wings`: not on the map just now."""
DEAD = -2
"""In `at`: eliminated; it may be taken as a replacement."""
GONE = -3
"""In `at`: out of play for good. In `mulberries`: lost. In `wings`: not in this match."""
DUE = -4
"""In `at`: arrives in the turn that the scenario's list of arrivals says."""
ESCORT = -5
"""In `wings`: in the Bomb box, with the strategic bomber (9.2)."""
AFLOAT = -6
"""In `mulberries`: off the English coast, still to be placed (13.11)."""
AWAY = -7
"""In `at`: has left the map by an exit of the scenario, with what steps it had."""
NOWHERE = -1
"""Instead of a hex or unit: none."""
UNLIMITED = -1
"""In `air_left`: any number."""

Weather = Literal["clear", "mud", "snow", "blizzard"]
WEATHERS: tuple[Weather, ...] = get_args(Weather)
Bomber = Literal["ready", "bombing", "used"]
"""The strategic bomber: free, told to bomb German industry this turn (9.2), or used up in support of an attack (9.22)."""
GERMANS, ALLIES, FRENCH = 0, 1, 2
"""In `factors`: whose replacement factors (15)."""


class Campaign(Frame, frozen=True):
    """The whole game (2.1)."""


class Turn(Frame, frozen=True):
    """One game turn: an Allied turn and a German turn (5.4)."""

    turn: int


class AlliedTurn(Frame, frozen=True):
    """The Allied player's turn (5.1)."""


class GermanTurn(Frame, frozen=True):
    """The German player's turn (5.2)."""


class AlliedMovement(Legs, frozen=True):
    """The Allied movement phase (R1)."""

    marching: bool = False
    """Whether the mover uses strategic movement (17)."""


class GermanMovement(Legs, frozen=True):
    """The German movement phase (5.23)."""

    marching: bool = False
    """Whether the mover uses strategic movement (17)."""


class CombatPhase(Frame, frozen=True):
    """The announcing of all attacks of a seat, and one after the other their resolution (5.16, 5.24)."""

    seat: int


class Plan(WideAttack, frozen=True):
    """An attack being put together (10.3): which hexes, by whom, with what support. Masks of hexes, units, wings, ships.

    `target` is the hex that was named first.
    """

    wings: Mask = 0
    ships: Mask = 0
    hq: int = NOWHERE
    """The headquarters that supports the attack."""
    bomber: bool = False
    answer: int = NOWHERE
    """The headquarters that supports the defence, which the defender names (R50)."""


class Battle(Plan, frozen=True):
    """An attack as announced, and under way: from the look whether it still stands to the advance (11)."""

    exposed: Mask = 0
    """The attackers, and their headquarters if it is next to a hex under attack: who takes losses (11.31)."""
    attacker_due: int = 0
    attacker_paid: int = 0
    attacker_back: bool = False
    """Whether the attackers have to retreat."""
    defender_due: int = 0
    defender_paid: int = 0
    defender_back: bool = False
    fleeing: Mask = 0
    """Units that have still to retreat (11.3)."""
    fled: Mask = 0
    """All that had to."""
    walker: int = NOWHERE
    """The unit whose retreat is under way."""
    visited: Mask = 0
    """The hexes that its retreat has led through."""
    again: bool = False
    """Whether invaders attack a second time (12.7)."""
    advanced: Mask = 0

    @classmethod
    def of(cls, plan: Plan) -> Self:
        """The attack of a plan that has been closed."""
        return cls(
            attacker=plan.attacker,
            target=plan.target,
            attackers=plan.attackers,
            targets=plan.targets,
            wings=plan.wings,
            ships=plan.ships,
            hq=plan.hq,
            bomber=plan.bomber,
        )


class Round(Frame, frozen=True):
    """One roll of a battle and what comes of it; invaders may have two (12.7)."""


Frames = (
    Excess
    | Campaign
    | Turn
    | AlliedTurn
    | GermanTurn
    | AlliedMovement
    | GermanMovement
    | CombatPhase
    | Plan
    | Battle
    | Round
    | Excess
)


class FrancePosition(FieldPosition, kw_only=True):
    """The position. Units are numbers into the roster of land units, seats 0 (Allied) and 1 (German).

    Wings, ships, trucks, V units and Mulberries are counted pieces with numbers of their own. Masks have a bit a unit,
    a wing, or a hex. All of it is open.
    """

    stack: list[Frames]
    turn: int = 0
    weather: Weather = "clear"
    at: list[int]
    """Hex of each unit, or one of the places off the map above. Invaders stand in sea hexes until they are ashore."""
    steps: list[int]
    """Steps each unit has left: 2 at full strength, 1 flipped (headquarters: 1), 0 out of play."""
    control: Mask = 0
    """Hexes of the Continent that an Allied unit was the last to hold (13.12, R78); the others are German."""

    # -- what units have done
    moved: Mask = 0
    """Units that move no more in this player turn, unless they are still on their way."""
    active: Mask = 0
    """Units of both sides that have moved or taken part in combat in this game turn (5.31, R103)."""
    fought: Mask = 0
    """Units that have attacked in this player turn (10.2)."""
    landed: Mask = 0
    """Units that have come by sea transport this turn (13.3)."""
    dropped: Mask = 0
    """Airborne divisions dropped this turn (18)."""
    fresh: Mask = 0
    """Units that have come into play in this player turn, in supply for it (15.7, R97)."""
    restored: Mask = 0
    """Units brought back to full strength in this player turn: they neither move nor attack (15.5)."""

    # -- supply
    hungry: Mask = 0
    """Units out of supply in their own turn (16.4)."""
    cut: Mask = 0
    """Units that were isolated when their own turn began (16.22)."""
    starved: Mask = 0
    """Units that their owner leaves without supply where there is not enough for all (16.321)."""
    feeder: dict[int, int] = field(default_factory=dict)
    """The supply counter each unit draws on this turn, by its hex (16.311)."""
    capacity: int = 0
    """What Allied ports and Mulberries can supply, recorded in 5.13 (5.31, 13.7)."""
    stocked: int = 0
    """What the Allies have put down of that, unused, at the end of this turn (5.31)."""
    allied_dumps: dict[int, int] = field(default_factory=dict)
    """Value of the Allied supply counters by hex."""
    german_dumps: dict[int, int] = field(default_factory=dict)
    laid: Mask = 0
    """Hexes where supplies have been put down in the set-up: there they stay (4.27)."""
    trucks: list[int] = field(default_factory=list)
    """Hex of each truck or POOL, the Allied ones first; see the scenario for whose they are."""
    hauled: Mask = 0
    """Trucks set down in the present step: each once."""

    # -- ports
    taken: dict[int, int] = field(default_factory=dict)
    """The turn in which the Allies took a major port of the Continent, while they hold it (16.312)."""
    levels: dict[int, int] = field(default_factory=dict)
    """How far such a port has been repaired: its supply level, 5 to 25 (16.3131)."""
    repaired: int = NOWHERE
    """The port repaired this turn (16.313)."""
    harbours: Mask = 0
    """Ports and Mulberries of the Continent that were controlled and fit in 5.13: they serve this turn (13.2)."""
    beachheads: Mask = 0
    """Beach hexes that Allied units have entered from the sea (13.11)."""
    mulberries: list[int] = field(default_factory=list)
    """Hex of each Mulberry, AFLOAT or GONE."""

    # -- sea and air
    beach: dict[int, int] = field(default_factory=dict)
    """The beach that each unit at sea invades (R71)."""
    invasion: bool = False
    """Whether this is an invasion turn: the Allies have placed invaders (13.1)."""
    shipping: int = 0
    """Sea transport points left this turn (12.2)."""
    ships: list[int] = field(default_factory=list)
    """Hex of each naval gunfire unit."""
    wings: list[int] = field(default_factory=list)
    """Hex of each tactical air unit, ESCORT, or POOL while it has no base."""
    bases: list[int] = field(default_factory=list)
    """Where each stood when its own turn had begun: twenty hexes are counted from there (9.11), and support returns."""
    flown: Mask = 0
    """Wings that have done something in their own turn (R58)."""
    pinned: Mask = 0
    """Wings that enemy air outnumbered in their hex when their own turn began: they stay there (9.134, R61)."""
    settled: Mask = 0
    """Wings that have been given a base in the present support phase."""
    air_left: int = UNLIMITED
    """How many Allied wings may still do something this turn, by snow (R16)."""
    bomber: Bomber = "ready"
    bombed: int = 0
    """How many German replacement factors bombing costs this turn (9.2)."""
    intercepting: Mask = 0
    """German wings that meet the bomber this turn (9.21)."""
    vs: list[int] = field(default_factory=list)
    """Hex of each V unit or POOL: first the V-1s, then the V-2s."""
    v_fresh: Mask = 0
    """V units placed this turn, which are not fired yet (9.33)."""

    # -- replacements, attacks, score
    factors: list[int] = field(default_factory=lambda: [0, 0, 0])
    """Replacement factors in hand: German, Allied, French (15.8)."""
    french_begun: bool = False
    """Whether French factors have come (15.6)."""
    announced: list[Battle] = field(default_factory=list)
    """The attacks announced and not yet resolved, in order (10.4)."""
    toll: dict[int, int] = field(default_factory=dict)
    """How many steps each unit has lost so far, restored or not."""
    exited: dict[int, int] = field(default_factory=dict)
    """The turn in which each unit left the map by an exit."""
    reached: Mask = 0
    """The goals of the scenario, by number, that have been scored for good, or were held when that was asked."""
    sorties: int = 0
    """How often the strategic bomber has supported an attack."""
    points: list[int] = field(default_factory=lambda: [0, 0])
    """Victory points by seat (2.2, 2.3)."""
