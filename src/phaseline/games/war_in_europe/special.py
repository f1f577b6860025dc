"""What scenarios have besides the rules: ports, stocks, neutrals, surrenders, and what else counts at the end."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from phaseline.drill.files import Sourced
from phaseline.engine.amounts import Count, Few, Multiple, Positive, Shift
from phaseline.games.war_in_europe.names import Category, Nation, Side


class Wrecks(Sourced, frozen=True):
    """For how many turns a captured Major Port is but a Minor Port; for some longer. `since`: those captured before."""

    turns: Few
    longer: dict[str, Few] = field(default_factory=dict)
    since: dict[str, Count] = field(default_factory=dict)


class Approach(Sourced, frozen=True):
    """A port that does not work while the enemy of `side` stands in some hexes.

    With `turns` it works only so long after they were free of him at the end of a turn; a `center` is a supply center then.
    """

    port: str
    side: Side
    hexes: tuple[str, ...]
    turns: Few = 0
    center: bool = False


class Stocks(Sourced, frozen=True):
    """Units of a type, and all in some hexes, that are in supply for so many turns after they have been cut off."""

    side: Side
    turns: Few
    hexes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


class Joining(Sourced, frozen=True):
    """Neutral countries that join a side: by themselves in a `turn`, or when a side says so, from a turn on.

    `declared`: by who may say so, the first turn in which he may.
    """

    name: str
    countries: tuple[str, ...]
    side: Side
    turn: Count = 0
    declared: dict[Side, Positive] = field(default_factory=dict)


class Surprise(Sourced, frozen=True):
    """In the initial movement of the other side in a turn, zones of `side` reach into no hex of these countries."""

    turn: Positive
    side: Side
    countries: tuple[str, ...]


class Surrender(Sourced, frozen=True):
    """A nation surrenders at the end of an Axis player turn in which the Axis holds all of some hexes and one of others.

    Its units leave play and its railways become neutral; with `ceded` all hexes of its country are the Axis's.
    """

    nation: Nation
    country: str
    all_of: tuple[str, ...]
    any_of: tuple[str, ...] = ()
    ceded: bool = False


class Armistice(Sourced, frozen=True):
    """At the end of a turn in which the Axis holds some places, a die may end the game; `kept` count as Allied then."""

    since: Positive
    all_of: tuple[str, ...]
    least: Few
    of: tuple[str, ...]
    dice: tuple[Count, ...]
    kept: tuple[str, ...]


class Lent(Sourced, frozen=True):
    """Hexes that a side holds up to the end of a turn only, unless a unit of it has been there by then."""

    side: Side
    hexes: tuple[str, ...]
    until: Positive


class Ferry(Sourced, frozen=True):
    """The ships of a side carry units from some ports only, and to some others; `why` in words."""

    side: Side
    start: tuple[str, ...]
    goals: tuple[str, ...]
    why: str


class Allotment(Sourced, frozen=True):
    """How many divisions of a side may attack in a combat phase; `opened` when a port works. Smaller units count half."""

    side: Side
    divisions: Few
    port: str = ""
    opened: Few = 0


class Harbour(Sourced, frozen=True):
    """A beach with an Amphibious Point that a side may make a major port, once, from a turn to another."""

    side: Side
    since: Positive
    until: Positive


Tallied = Literal["lost", "weak", "trapped", "home", "saved", "held", "starving", "short", "kept"]


class Tally(Sourced, frozen=True):
    """What else counts, `text` in words: `points` for every `per` of what is counted, fractions dropped.

    - `lost`: divisions of `side` that are eliminated; `weak`: those eliminated or reduced;
    - `trapped`: those eliminated, and those that no way free of the enemy joins to `hex`; not in `unless`;
    - `home`: units named that are in `countries`; `saved`: Replacement Points of `nations` gained by evacuation;
    - `held`: whether `side` holds `hex`;
    - `starving`: divisions of `side` in `hexes` that are out of supply;
    - `short`: units of `side` withdrawn as less than a whole unit; `kept`: those kept in spite of their withdrawal.

    Of divisions only those of `nations`, of `classes` and not named `but`, where any are given.
    """

    what: Tallied
    text: str
    points: Shift
    side: Side = "Allied"
    per: Multiple = 1
    nations: tuple[Nation, ...] = ()
    classes: tuple[Category, ...] = ()
    but: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    hex: str = ""
    hexes: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


class Special(Sourced, frozen=True):
    """All of them."""

    wrecks: Wrecks | None = None
    approaches: tuple[Approach, ...] = ()
    stocks: tuple[Stocks, ...] = ()
    joining: tuple[Joining, ...] = ()
    surprise: tuple[Surprise, ...] = ()
    surrenders: tuple[Surrender, ...] = ()
    armistice: Armistice | None = None
    lent: tuple[Lent, ...] = ()
    ferries: tuple[Ferry, ...] = ()
    harbour: Harbour | None = None
    allotments: tuple[Allotment, ...] = ()
    barred: tuple[str, ...] = ()
    """Hexes in which no unit is placed or rebuilt."""
    any_port: tuple[Side, ...] = ()
    """Sides whose repair units may use any major port that they hold, whoever held it before (6.64)."""
    held_back: tuple[str, ...] = ()
    """Units that do not attack in the first turn."""
    keeps: Side | None = None
    """Who may keep one unit a turn that is to be withdrawn, at the price of a point."""
    beaches: tuple[str, ...] = ()
    """Beaches from the start."""
    torn: tuple[str, ...] = ()
    """Rail hexes that are nobody's at the start, not yet repaired."""
    tallies: tuple[Tally, ...] = ()
