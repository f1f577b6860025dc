"""What there is to play: games, scenarios, options, agents, rules, maps."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import inspect
import logging
import re
import types
import typing
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, ParamSpec, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import FieldInfo

from phaseline import __version__
from phaseline.ai import registry as agents
from phaseline.atlas import draw
from phaseline.atlas.model import HexMap
from phaseline.engine import registry, rulings
from phaseline.engine.dice import SeededDice
from phaseline.engine.game import Game, Scenario
from phaseline.engine.gameoptions import OptionsError
from phaseline.engine.installed import CannotLoad
from phaseline.engine.ledger import Ledger
from phaseline.engine.packs import DataError, DataPack, HeldPack
from phaseline.engine.puzzles import puzzle_key
from phaseline.hexgrid import hexes
from phaseline.server.drawings import Drawings
from phaseline.server.packs import NO_PACKS, Packs
from phaseline.server.problems import Wrong
from phaseline.server.readme import Readme
from phaseline.server.rooms.keeper import Keeper
from phaseline.server.viewing.lens import Lens
from phaseline.server.wire import (
    About,
    AgentAbout,
    GameAbout,
    GridData,
    GridHex,
    LegendEntry,
    OptionAbout,
    PackAbout,
    PuzzleAbout,
    RosterUnit,
    RuleCase,
    Rules,
    ScenarioAbout,
)

LOG = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
UNIT = 100.0
"""Scene units to a hex width."""
AGENTS = {
    "passive": "Does nothing it need not: to look around in peace.",
    "random": "Gives any legal order at all: to learn the controls against.",
    "greedy": "Takes whatever looks best at once, without a plan: a quick first opponent.",
    "learned": "Has learned The Ford by playing it: an example of a trained network.",
    "hoarder": "Keeps all it gets where it is: to attack at leisure.",
    "dove": "Moves as the staff does, but never attacks.",
    "rusher": "Rushes for what decides, whatever that leaves open.",
    "staff-1": "The staff of version 0.1.0, to compare with.",
    "staff": "Plans its turn as people do, with objectives, attacks and reserves, and answers at once.",
    "general": "Tries several plans against your answers before it chooses: about a second an order.",
    "solver": "Looks for what the task of a puzzle asks; in a match it plays as the staff does.",
    "marshal": "A general who tries four times as much, and may take twelve seconds over an order.",
}
"""How our own computer players are introduced to players; of others, their own first words are shown."""
LEVELS = {agent: level for level, agent in agents.LEVELS.items()}
"""The levels, by the agents that play them: what people choose goes by the name of its level."""
RULINGS = "Rulings"
"""The chapter in which rulings follow the cases."""
KEPT = 16
"""So many scenarios, with their maps, are kept in memory."""


class MapBody(typing.NamedTuple):
    """A map as it is sent: JSON, and its entity tag."""

    json: bytes
    tag: str


class Catalogue:
    """Reads what games offer; what takes long is kept."""

    def __init__(self, keeper: Keeper, packs: Packs) -> None:
        self._keeper = keeper
        self._packs = packs
        self._scenarios: OrderedDict[tuple[str, str, bytes, tuple[str, ...]], Scenario] = OrderedDict()
        self._maps: OrderedDict[str, MapBody] = OrderedDict()
        self._drawings = Drawings(keeper)

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something that takes long in a thread."""
        return await asyncio.to_thread(work, *args, **kwargs)

    # -- games -------------------------------------------------------------------------------------------------------

    def game(self, key: str) -> Game[Any, Any]:
        """The installed game. Raises `Wrong`."""
        try:
            return registry.game(key)
        except (LookupError, CannotLoad) as error:
            raise Wrong(
                str(error), status=404, field="game", hint="GET /api/about lists the games"
            ) from error

    def scenario(
        self, game: str, key: str, options: Mapping[str, Any], packs: Sequence[str] = ()
    ) -> tuple[Game[Any, Any], Scenario]:
        """A scenario of a game, with data packs by name or fingerprint. Options may be given as texts. Raises `Wrong`."""
        found = self.game(game)
        known = (game, key, msgspec.json.encode(dict(options), order="sorted"), tuple(packs))
        scenario = self._scenarios.get(known)
        if scenario is None:
            over = self._over(game, packs)
            try:
                scenario = found.load(key, options, over)
            except LookupError as error:
                hint = self._packs.bringing(game, key)
                raise Wrong(str(error), status=404, field="scenario", hint=hint) from error
            except OptionsError as error:
                raise Wrong(str(error), field="options") from error
            except DataError as error:
                raise Wrong(str(error), field="packs" if over else "options") from error
            except ValueError as error:
                if not over:
                    raise
                whose = ", ".join(str(pack.folder) for pack in over)
                raise Wrong(f"{whose}: {error}", field="packs") from error  # several may not go together
            assert scenario is not None
            self._scenarios[known] = scenario
            while len(self._scenarios) > KEPT:
                self._scenarios.popitem(last=False)
        return found, scenario

    def _over(self, game: str, packs: Sequence[str]) -> tuple[HeldPack, ...]:
        try:
            return self._packs.named(game, packs)
        except LookupError as error:
            raise Wrong(
                str(error),
                status=404,
                field="packs",
                hint="packs are named with --pack when the service is started",
            ) from error

    def chosen(self, scenario: Scenario) -> dict[str, Any]:
        """The options of a scenario as plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(scenario.options)
        return plain

    @functools.cached_property
    def about(self) -> About:
        """What this service offers. A game or agent that cannot be loaded is left out."""
        games = []
        for key in registry.games():
            try:
                games.append(_about(registry.game(key), self._packs))
            except CannotLoad:
                continue  # `phaseline games` says why
        return About(version=__version__, games=games, agents=introduced())

    def warm(self) -> None:
        """Load what every page asks for first."""
        _ = self.about

    async def draw(self) -> None:
        """Draw the maps that the lobby shows, while nobody has asked for them yet.

        One after the other: whoever asks for another map need not wait until all of them are drawn.
        """
        for game in (game for game in self.about.games if game.scenarios):
            try:
                await self.map(game.key, begin_with(game).key, {})
            except Exception as error:  # noqa: BLE001 - whoever asks for it is told, too
                LOG.warning("the map of %s could not be drawn: %s", game.title, error)

    async def close(self) -> None:
        """Leave the maps that are not drawn yet."""
        await self._drawings.close()

    @functools.lru_cache(maxsize=16)  # noqa: B019 - the catalogue lives as long as the service
    def rules(self, game: str) -> Rules:
        """The cases of a game's rulebook in our own words. Raises `Wrong`."""
        package = self.game(game).package
        cases = [
            RuleCase(case=case.number, title=case.topic, text=case.summary, chapter=case.chapter)
            for case in Ledger.read(package)
        ]
        return Rules(cases=cases + [_ruling(ruling) for ruling in rulings.read(package).values()])

    # -- maps --------------------------------------------------------------------------------------------------------

    async def map(
        self, game: str, scenario: str, options: Mapping[str, Any], packs: Sequence[str] = ()
    ) -> MapBody:
        """The map of a scenario. Raises `Wrong`."""
        found, facts = self.scenario(game, scenario, options, packs)
        # The frame is that of the briefing, which is no part of the digest.
        key = " ".join([game, scenario, facts.digest, *(mark.fingerprint for mark in facts.packs)])
        body = self._maps.get(key)
        if body is None:
            scene = await self._drawings.of(facts.map)
            json = _map_json(found, facts, scene)
            body = self._maps[key] = MapBody(json, hashlib.sha256(json).hexdigest()[:32])
            while len(self._maps) > KEPT:
                self._maps.popitem(last=False)
        return body


def begin_with(game: GameAbout) -> ScenarioAbout:
    """The scenario with which to begin a game, whose map the lobby shows: the one recommended, or the first in its list."""
    told = (scenario for scenario in game.scenarios if scenario.prospectus and scenario.prospectus.first)
    return next(told, game.scenarios[0])


def _map_json(game: Game[Any, Any], scenario: Scenario, scene: bytes) -> bytes:
    return msgspec.json.encode(
        {
            "scene": msgspec.Raw(scene),
            "grid": _grid(scenario.map),
            "frame": _frame(game, scenario),
            "roster": _roster(game, scenario),
            "legend": _legend(game, scenario),
            "charts": game.aids.charts(scenario),
        }
    )


def _ruling(ruling: rulings.Ruling) -> RuleCase:
    """A ruling, to be looked up as the cases are that name it."""
    return RuleCase(case=ruling.number, title=ruling.question, text=ruling.decision, chapter=RULINGS)


def _legend(game: Game[Any, Any], scenario: Scenario) -> list[LegendEntry]:
    """What the game says of its map, with the colours in which it is drawn."""
    board = scenario.map
    colours = {"terrain": draw.terrain_colour, "hexside": draw.side_colour}
    return [
        LegendEntry(
            key=entry.key,
            title=entry.title,
            kind=entry.kind,
            color=colours[entry.kind](board, entry.key) if entry.kind in colours else "",
            text=entry.text,
        )
        for entry in game.aids.legend(scenario)
    ]


def _frame(game: Game[Any, Any], scenario: Scenario) -> tuple[int, ...]:
    """What its briefing brings into view: on one map a campaign in Italy is told from one in France by it."""
    briefing = game.aids.briefing(scenario, None)
    return () if briefing is None else briefing.frame


def _grid(map: HexMap) -> GridData:
    grid = map.grid
    found = []
    for hex in hexes(map.on_map):
        x, y = grid.centre(hex)
        places = map.places_at(hex)
        found.append(
            GridHex(
                id=hex,
                label=map.label(hex),
                x=round(x * UNIT, 2),
                y=round(y * UNIT, 2),
                terrain=map.terrain_at(hex),
                name=map.called(places[0]) if places else "",
            )
        )
    orientation: Literal["pointy", "flat"] = "pointy" if grid.orientation.value == "pointy" else "flat"
    return GridData(width=grid.cols, height=grid.rows, orientation=orientation, hexes=found)


def _roster(game: Game[Any, Any], scenario: Scenario) -> list[RosterUnit]:
    """All units that can be named, with what the order of battle and the first positions show of them."""
    state = game.new(scenario, SeededDice(bytes(32)))
    lens = Lens(state, None, bare=True, salt="")
    known: dict[int, RosterUnit] = {}
    for section in game.aids.order_of_battle(scenario, lens.view).sections:
        for row in section.rows:
            if row.unit is not None:
                side = section.side if row.side is None else row.side
                known[row.unit] = RosterUnit(
                    unit=row.unit,
                    title=row.cells[0],
                    side=side,
                    symbol=row.symbol,
                    size=row.size,
                    group=row.group,
                    shape=row.shape,
                    short=row.short,
                )
    for piece in game.sheet(scenario, lens.view).pieces:
        if piece.unit is not None:
            known[piece.unit] = RosterUnit(
                unit=piece.unit,
                title=piece.title,
                side=piece.side,
                symbol=piece.symbol,
                size=piece.size,
                group=piece.group,
                shape=piece.shape,
                short=piece.short,
            )
    return [known[unit] for unit in sorted(known)]


# -- games in words --------------------------------------------------------------------------------------------------


def _about(game: Game[Any, Any], packs: Packs = NO_PACKS) -> GameAbout:
    readme = Readme(game)
    return GameAbout(
        key=game.key,
        title=game.title,
        summary=readme.summary(),
        provenance=readme.provenance(),
        seats=list(game.seats),
        scenarios=[_scenario(game, readme, key, title) for key, title in game.scenarios().items()],
        options=[_option(game, info) for info in msgspec.structs.fields(game.options_type)],
        overlays=list(game.aids.offers),
        questions=sorted(game.questions),
        puzzles=[
            PuzzleAbout(
                key=puzzle_key(puzzle),
                title=puzzle.title,
                grade=puzzle.grade,
                task=puzzle.task,
                lesson=puzzle.lesson,
                seat=puzzle.seat,
            )
            for puzzle in game.puzzles.values()
        ],
        packs=[_pack(game, readme, pack, packs.differ(pack)) for pack in packs.of(game.key)] or UNSET,
    )


def _scenario(
    game: Game[Any, Any], readme: Readme, key: str, title: str, packs: tuple[DataPack, ...] = ()
) -> ScenarioAbout:
    known = game.scenarios().get(key, title)
    return ScenarioAbout(
        key=key,
        title=title,
        text=readme.scenario(key, known),
        prospectus=game.aids.prospectus(key, packs),
        alike=_alike(game.key, key),
    )


def _pack(game: Game[Any, Any], readme: Readme, pack: HeldPack, differ: Mapping[str, str]) -> PackAbout:
    own = pack.head.scenarios
    found = [_scenario(game, readme, key, title, (pack,)) for key, title in differ.items()]
    return PackAbout(
        name=pack.head.name,
        version=pack.head.version,
        fingerprint=pack.mark.fingerprint,
        author=pack.head.author,
        note=pack.head.note,
        adds=[each for each in found if each.key in own],
        changes=[each for each in found if each.key not in own],
    )


def _option(game: Game[Any, Any], info: FieldInfo) -> OptionAbout:
    hints = typing.get_type_hints(game.options_type)
    hint = hints[info.name]
    choices = [str(value) for value in typing.get_args(hint)] if typing.get_origin(hint) is Literal else []
    kinds: dict[Any, Literal["bool", "int", "str"]] = {bool: "bool", int: "int", str: "str"}
    default = info.default
    if not isinstance(default, bool | int | str) or isinstance(hint, types.UnionType):
        raise CannotLoad(f"option {info.name} of {game.key} is of a type that no page can offer: {hint}")
    title, told = _option_told(game, info.name)
    return OptionAbout(
        name=info.name,
        type="choice" if choices else kinds[hint],
        default=default,
        choices=choices,
        title=title,
        help=told,
    )


def _option_told(game: Game[Any, Any], name: str) -> tuple[str, str]:
    """What the docstring of the options says of one: its title, in brackets behind its name, and what it does.

    That stands behind a colon; several may have it in common.
    """
    text = " ".join((inspect.getdoc(game.options_type) or "").split())
    one = rf"`(?:{'|'.join(game.options_type.__struct_fields__)})`(?: \([^)]*\))?"
    heads = rf"({one}(?:(?:,|,? and) {one})*):"
    _, *parts = re.split(heads, text)
    for named, words in zip(parts[::2], parts[1::2], strict=True):
        if f"`{name}`" in named:
            title = re.search(rf"`{name}` \(([^)]*)\)", named)
            return title[1] if title else "", words.strip().rstrip(".;")
    return "", ""


def _alike(game: str, scenario: str) -> dict[str, str]:
    """Which of our players play a scenario just as another one does."""
    found = {name: agents.alike(name, game, scenario) for name in agents.agents_for(game)}
    return {name: other for name, other in found.items() if other}


def introduced() -> list[AgentAbout]:
    """The computer players that are installed, as the lobby introduces them."""
    found = []
    for key in agents.agents():
        try:
            factory = agents.factory(key)
        except CannotLoad:
            continue  # looking it up by name says what is wrong with it
        text = AGENTS.get(key) or (inspect.getdoc(factory) or "").partition("\n\n")[0].replace("\n", " ")
        games = [game for game in registry.games() if key in agents.agents_for(game)]
        title = LEVELS.get(key, key).replace("_", " ").capitalize()
        found.append(AgentAbout(key=key, title=title, text=text, games=games, level=key in LEVELS))
    return found
