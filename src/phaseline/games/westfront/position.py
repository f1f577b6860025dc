"""What is true in a game of WestFront at one moment.

Units are numbers into the roster, seats are `ALLIED` (0) and `AXIS` (1), hexes are numbers of the map's grid; a mask has
a bit a unit or a hex. Lists with two entries are by seat.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct, field

from phaseline.drill.state import FieldPosition
from phaseline.engine.position import Frame
from phaseline.hexgrid import Mask

ALLIED: Final = 0
AXIS: Final = 1

ELIMINATED: Final = -1
"""In `at`: out of play, may be rebuilt as a cadre (11.42)."""
TO_COME: Final = -2
"""In `at`: a reinforcement of a later month, an off-map force, or a neutral not yet at war."""
GONE: Final = -3
"""In `at`: out of the game for good (16.1b)."""
UNSEEN: Final = -4
"""In `at`, in views only: one of the enemy's upright blocks (see `upright`), or out of play."""
UNKNOWN: Final = -1
"""In `cv`, in views only."""

Weather = Literal["dry", "mud"]
Storm = Literal["none", "atlantic", "baltic", "mediterranean"]
Method = Literal["land", "river", "sea", "air"]
"""How a unit came into a battle (7.5)."""
Role = Literal[
    "",
    "command",
    "blitz",
    "invasion",
    "blitz invasion",
    "paradrop",
    "blitz paradrop",
    "evacuation",
    "supreme",
]
"""What an active HQ was activated for (5.2, 5.7, 14.2, 15.41, 15.6)."""
BeachheadState = Literal["none", "eliminated", "prep", "ready", "placed"]


class War(Frame, frozen=True, tag="war"):
    """The whole game: one scenario or several linked ones (3.1)."""


class Deployment(Frame, frozen=True, tag="deployment"):
    """One side's set-up (3.2)."""

    seat: int


class NeutralForces(Frame, frozen=True, tag="neutral_forces"):
    """The Axis deploys the forces of a country on which war was declared (16.4c)."""

    country: str


class Month(Frame, frozen=True, tag="month"):
    """Production and two fortnights (4.1)."""

    month: int
    """Months since January 1943, which is 0: July 1943 is 6."""


class Production(Frame, frozen=True, tag="production"):
    """Both sides' production, secret and at once (4.2)."""


class Fortnight(Frame, frozen=True, tag="fortnight"):
    """Weather and a turn of each side (4.3, 4.4)."""

    fortnight: int
    """1 or 2."""


class PlayerTurn(Frame, frozen=True, tag="player_turn"):
    """One side's turn (4.4)."""

    seat: int
    blitz: bool = False
    """Whether there has been a Blitz Movement Phase, which a Blitz Combat Phase follows (4.45)."""


class Movement(Frame, frozen=True, tag="movement"):
    """A Movement Phase, or the Blitz Movement Phase (4.42, 4.44)."""

    seat: int
    blitz: bool = False
    supreme_left: int = 0
    """Supreme Moves not yet spent (5.61)."""
    spanish_left: int = 0
    """Supreme Moves of a THQ, for Spanish units only, not yet spent (5.66)."""
    sent: Mask = 0
    """Invasion, Evacuation and Paradrop HQs that have sent their unit in this phase (14.2, 15.42)."""


class Pursuit(Frame, frozen=True, tag="pursuit"):
    """Pursuit fire on one rearguard (6.42), from a retreat or from an HQ that deployed out of a battle (5.21)."""

    hex: int
    rearguard: int
    to: int
    """Where the rearguard goes if it lives."""
    speed: int | None = None
    """Speed of the rearguard if it is not its own: 1 or 2 when it is evacuated by sea (15.6)."""


class Combat(Frame, frozen=True, tag="combat"):
    """A Combat Phase, or the Blitz Combat Phase (4.43, 4.45)."""

    seat: int
    blitz: bool = False
    supported: Mask = 0
    """Battle hexes with Combat Support, as it stood when the phase began (5.42, 7.4, 8.1)."""


class Round(Frame, frozen=True, tag="round"):
    """One round of combat in one battle (7.2)."""

    hex: int
    seat: int
    """The active side."""
    supported: bool
    assault: tuple[int, ...] = ()
    """The dice that repulse in this round's defensive fire; () when nobody can be repulsed (7.51)."""
    victims: int = 0
    """The seat that takes the hits of the fire under way."""
    hits: int = 0
    """Hits of the fire just rolled, not yet taken."""
    hurt: int = -1
    part: int = 0
    """Hits already scored on the unit `hurt` towards its next step loss (7.34b)."""
    repulses: int = 0
    """Repulses rolled, not yet carried out."""
    fired: Mask = 0
    """Units that have fired in this step."""
    volley: bool = False
    """Whether the rest fire without being asked for one by one."""


class Volley(Frame, frozen=True, tag="volley"):
    """The choice of the next unit to fire (7.31)."""

    seat: int


class Losses(Frame, frozen=True, tag="losses"):
    """The choice among equally strong units of the one that takes a hit (7.33b)."""

    seat: int


class Repulse(Frame, frozen=True, tag="repulse"):
    """The choice among equally weak attackers of the one that is repulsed (7.51b)."""

    seat: int


class SupplyPhase(Frame, frozen=True, tag="supply_phase"):
    """One side's Supply Phase: linkup, interdiction of the enemy's supply by sea, attrition (4.46)."""

    seat: int
    ports: Mask = 0
    """Enemy ports whose Sea Lane came through interdiction (15.73)."""
    beachheads: Mask = 0
    """Hexes of enemy BeachHeads whose supply came through interdiction (15.73)."""
    asked: Mask = 0
    """Hexes for which it is settled which units go short or are kept in supply (6.22b, 10.5, 15.31)."""
    kept: Mask = 0
    """Units that a fortress or a besieged port keeps in supply (10.5, 15.31)."""
    short: Mask = 0
    """Units in excess of stacking that go short (6.22b)."""


class Politics(Frame, frozen=True, tag="politics"):
    """One side's Politics Phase (4.47)."""

    seat: int
    rolled: tuple[str, ...] = ()
    """Countries rolled for in this phase."""


class Revolt(Frame, frozen=True, tag="revolt"):
    """The Allies place the Maquis (16.31)."""


class Defection(Frame, frozen=True, tag="defection"):
    """The Allies choose the Italian unit that changes sides (16.1b)."""


AnyFrame = (
    War
    | Deployment
    | NeutralForces
    | Month
    | Production
    | Fortnight
    | PlayerTurn
    | Movement
    | Pursuit
    | Combat
    | Round
    | Volley
    | Losses
    | Repulse
    | SupplyPhase
    | Politics
    | Revolt
    | Defection
)


class Block(Struct, frozen=True, order=True):
    """An upright enemy block as everybody at the table sees it: where it stands and what it was seen to do.

    It has no identity. `method` and `start` say how it came into a battle begun this phase, `port` from where it sailed,
    `seas` which enemy-controlled seas it passed.
    """

    seat: int
    hex: int
    unsupplied: bool = False
    dispersed: bool = False
    overstacked: bool = False
    moved: bool = False
    strategic: bool = False
    disengaged: bool = False
    deactivated: bool = False
    dropped: bool = False
    invaded: bool = False
    kept: bool = False
    short: bool = False
    rearguard: bool = False
    method: str = ""
    start: int = -1
    port: int = -1
    seas: tuple[str, ...] = ()


class WestFrontPosition(FieldPosition, kw_only=True):
    """The position."""

    stack: list[AnyFrame]

    # -- calendar, weather, politics
    month: int
    """Months since January 1943, which is 0."""
    book: str
    """Key of the scenario whose tables are in force; changes in linked games (3.12)."""
    weather: Weather = "dry"
    storm: Storm = "none"
    flags: set[str] = field(default_factory=set)
    """Things that have happened once and for all: see `Flag` in `state.py`."""

    # -- units
    at: list[int]
    """Hex of each unit, or one of the codes above."""
    cv: list[int]
    """Combat Value of each unit, 0 when it is not on the map."""
    revealed: Mask = 0
    """Units lying face-up for both sides."""
    unsupplied: Mask = 0
    """Units without supply at the last enemy Supply Phase (10.2)."""
    dispersed: Mask = 0
    """Units dropped or landed this turn (14.6, 15.42c)."""
    dropped: Mask = 0
    """Of the dispersed units, those that came by air and need a linkup (14.6)."""
    overstacked: Mask = 0
    """Excess units after a repulse (6.22b)."""
    invaded: dict[int, int] = field(default_factory=dict)
    """Unit -> the hex it invaded last, while it stays there: an amphibious one may place its BeachHead (15.51)."""

    # -- this turn
    role: dict[int, Role] = field(default_factory=dict)
    """What each active HQ does; an HQ that is not in it is not active."""
    waves: dict[int, int] = field(default_factory=dict)
    """Blitz Invasion HQ -> the hex its first wave invaded, -1 if it fetched a unit instead (15.44a)."""
    targets: dict[int, int] = field(default_factory=dict)
    """For a Blitz Invasion HQ: the other hex marked for the second wave (15.44a)."""
    moved: Mask = 0
    """Units that have moved in this Movement Phase (6.1c)."""
    strategic: Mask = 0
    """Units that moved by rail or sea this turn (6.53b)."""
    disengaged: Mask = 0
    """Units that left a battle in this Movement Phase (6.32c)."""
    crossings: dict[int, int] = field(default_factory=dict)
    """Units over each hexside into or out of a battle this phase (6.33), by `6 * hex + direction` from the lower hex."""
    rearguards: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Battle hex -> the unit that covers the retreat, and where it will go (6.41)."""
    deactivated: Mask = 0
    """HQs deactivated this turn: they do not move any more (5.43)."""
    came_from: dict[int, int] = field(default_factory=dict)
    """Unit -> the hex it came from into a battle this phase (7.51b)."""
    came_by: dict[int, Method] = field(default_factory=dict)
    """Unit -> how it came into a battle this phase (7.5)."""
    lanes: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Unit -> the enemy-controlled seas it passed this phase (15.72)."""
    landed: dict[int, int] = field(default_factory=dict)
    """Unit -> the port it sailed from this phase (15.72a), or the battle that it left by rail (6.53b)."""
    port_use: dict[int, int] = field(default_factory=dict)
    """Port hex -> units in or out by sea movement this player-turn (15.21)."""
    new_battles: Mask = 0
    """Battle hexes begun in the last Movement Phase: combat is mandatory (7.15a)."""
    strikes: dict[int, int] = field(default_factory=dict)
    """Battle hex -> the HQ whose airstrike goes there (7.13)."""
    strike_cv: dict[int, int] = field(default_factory=dict)
    """Battle hex -> the strength on the airstrike's marker (7.13b)."""
    struck: Mask = 0
    """HQs that have assigned an airstrike this Combat Phase (13.1)."""
    chosen: Mask = 0
    """Battle hexes activated this Combat Phase and not yet fought (7.14)."""
    fought: Mask = 0
    """Battle hexes fought this Combat Phase."""

    # -- the map
    control: list[Mask] = field(default_factory=lambda: [0, 0])
    """Friendly hexes by seat, as fixed when the phase began (8.1)."""
    owner: list[Mask] = field(default_factory=lambda: [0, 0])
    """Hexes by the last side to control them undisputed (8.34)."""
    defends: list[Mask] = field(default_factory=lambda: [0, 0])
    """Battle hexes by Original Defender (7.12)."""

    # -- set-up
    mustered: Mask = 0
    """Units of the starting forces of the side that sets up, with their CVs fixed (3.23)."""

    # -- production
    level: list[int] = field(default_factory=lambda: [0, 0])
    """Production Level at the last production (11.2)."""
    points: list[int] = field(default_factory=lambda: [0, 0])
    """Production Points left to spend this month."""
    built: Mask = 0
    """Units that got a step in this production (11.41)."""
    planned: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Unit -> the hex where it will stand when production is over, and its CV: cadres and reinforcements (11.6)."""
    disbanding: Mask = 0
    """Units that will be out of play when production is over (11.52)."""
    advanced: Mask = 0
    """Seats that have let a reinforcement come early in this production (11.51)."""
    rebuilding: dict[int, BeachheadState] = field(default_factory=dict)
    """Amphibious unit -> the state of its BeachHead when production is over (11.44)."""
    beachheads: dict[int, BeachheadState] = field(default_factory=dict)
    """Amphibious unit -> the state of its BeachHead (15.5)."""
    beachhead_at: dict[int, int] = field(default_factory=dict)
    """Amphibious unit -> the hex of its placed BeachHead."""
    grounding: bool = False
    """Whether the Axis grounds its paras in this production (14.7)."""
    penalty: int = 0
    """Victory points the Allies have lost by declarations of war (16.4d)."""
    scored: list[int] = field(default_factory=lambda: [0, 0])
    """Victory points by seat at the last count (17.1)."""

    upright: tuple[Block, ...] = ()
    """In views only: the enemy's upright blocks on the map."""
