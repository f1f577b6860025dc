"""What there is to play."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from phaseline.atlas.draw.scene import Scene
from phaseline.engine.aids.parts import OverlayOffer, Table
from phaseline.engine.aids.stakes import Prospectus
from phaseline.engine.sheet import Shape
from phaseline.server.wire.base import Output


class ScenarioAbout(Output, frozen=True):
    """A scenario to choose. `prospectus` tells length, size and difficulty, where its game knows them.

    `alike` names, by computer players that do no better here than another one, that other one.
    """

    key: str
    title: str
    text: str = ""
    prospectus: Prospectus | None = None
    alike: dict[str, str] = field(default_factory=dict)


class OptionAbout(Output, frozen=True):
    """An option of a game. `choices` are the values of a `choice`.

    `title` is what it is about, in a few words; "" where nothing is said.
    """

    name: str
    type: Literal["bool", "int", "str", "choice"]
    default: bool | int | str
    choices: list[str] = field(default_factory=list)
    title: str = ""
    help: str = ""


class PuzzleAbout(Output, frozen=True):
    """A puzzle to try: a scenario of its own, `key`, with a task for the seat `seat`. `lesson` is told when it is over."""

    key: str
    title: str
    grade: Literal["easy", "medium", "hard"]
    task: str
    lesson: str
    seat: int


class PackAbout(Output, frozen=True):
    """A data pack that matches of a game may be played with; `note` and `author` are its own words.

    `adds` are scenarios that the game has not, `changes` those of the game that are others with it.
    """

    name: str
    version: str
    fingerprint: str
    author: str
    note: str
    adds: list[ScenarioAbout]
    changes: list[ScenarioAbout]


class GameAbout(Output, frozen=True):
    """A game to choose.

    `summary` is one or two sentences; `provenance` what is from the rulebook and what is reconstructed; `overlays` what
    the map can show besides pieces; `packs` the data packs that the service was started with, left out without any.
    """

    key: str
    title: str
    summary: str
    provenance: list[str]
    seats: list[str]
    scenarios: list[ScenarioAbout]
    options: list[OptionAbout]
    overlays: list[OverlayOffer]
    questions: list[str]
    puzzles: list[PuzzleAbout] = field(default_factory=list)
    packs: list[PackAbout] | UnsetType = UNSET


class AgentAbout(Output, frozen=True):
    """A computer player to choose: `text` says how it plays, `games` which games it knows.

    `level` says that it is one of the levels of strength that people choose by name; others are for comparing with.
    """

    key: str
    title: str
    text: str
    games: list[str]
    level: bool


class About(Output, frozen=True):
    """What this service offers."""

    version: str
    games: list[GameAbout]
    agents: list[AgentAbout]


class RuleCase(Output, frozen=True):
    """A case of a rulebook in our own words. `chapter` is the first part of its number.

    Rulings have a chapter of their own, `Rulings`: their number is R and a number, their title what was asked.
    """

    case: str
    title: str
    text: str
    chapter: str


class Rules(Output, frozen=True):
    """All cases of a rulebook, in its order, then the rulings on it."""

    cases: list[RuleCase]


class GridHex(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A hex of the map: `x`, `y` its centre in scene units, `name` of the place in it, if any."""

    id: int
    label: str
    x: float
    y: float
    terrain: str
    name: str = ""


class GridData(Output, frozen=True):
    """The hexes of a map. `width` and `height` count columns and rows."""

    width: int
    height: int
    orientation: Literal["pointy", "flat"]
    hexes: list[GridHex]


class RosterUnit(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A unit that the scenario has, whether it is on the map or not. `side` is a seat, None when it is nobody's.

    `symbol`, `size`, `group`, `shape` and `short` are those of its piece.
    """

    unit: int
    title: str
    side: int | None
    symbol: str = ""
    size: str = ""
    group: str = ""
    shape: Shape = "counter"
    short: str = ""


class LegendEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What something on the map means. `key` is the terrain or hexside feature, `kind` which of the two; `text` its effects.

    `color` is the one it is printed in, as `#rrggbb`; "" for what has none.
    """

    key: str
    title: str
    kind: Literal["terrain", "hexside", "mark"] = "terrain"
    color: str = ""
    text: str = ""


class MapData(Output, frozen=True):
    """A scenario's map, drawn, with its hexes, its units and its printed tables. Scene units: 100 to a hex width.

    `frame` are the hexes that the scenario is about; none for the whole map.
    """

    scene: Scene
    grid: GridData
    frame: list[int]
    roster: list[RosterUnit]
    legend: list[LegendEntry]
    charts: list[Table]
