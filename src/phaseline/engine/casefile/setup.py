"""What a game gets to compose the state of a case: typed fields, the map, options, dice, and errors with their line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from phaseline.atlas.model import HexMap
from phaseline.engine.casefile import maps
from phaseline.engine.casefile.cases import Case
from phaseline.engine.casefile.errors import CaseFileError, choose, fold
from phaseline.engine.casefile.overtaken import Overtaken
from phaseline.engine.casefile.tree import Node, field_name
from phaseline.engine.casefile.turnend import TurnEnd
from phaseline.engine.casefile.typed import convert
from phaseline.engine.dice import ScriptedDice
from phaseline.engine.flow import Decide
from phaseline.engine.lexicon import as_token
from phaseline.engine.packs import DataPack, PackHead
from phaseline.engine.position import Frame
from phaseline.wording.nearest import did_you_mean

if TYPE_CHECKING:
    from phaseline.engine.game import Game
    from phaseline.engine.state import State

T = TypeVar("T")


class Setup(Struct, forbid_unknown_fields=True, kw_only=True):
    """A base for a game's own setup: the fields that every game knows. A subclass adds `units` and what else it has."""

    active: str = ""
    """The seat whose part of the turn it is."""
    phase: str = ""
    """The step of the sequence of play, by its label."""
    turn: int | None = None
    weather: str = ""
    control: dict[str, str] = {}
    """Who holds what: place or hex -> seat."""


class CaseData(DataPack):
    """The `data` of a case as a data pack: its tables are laid over the game's own for this case only."""

    def __init__(self, game: str, node: Node) -> None:
        self.folder = Path(f"{node.file}:{node.line}")
        self.head = PackHead(name="case", game=game)
        self._node = node
        for key, item in node.mapping.items():
            if not isinstance(item.value, dict):
                raise item.error("a mapping is needed, with what is changed in the data file", f"data.{key}")
        self._files = {_file_name(key): item for key, item in node.mapping.items()}
        self.asked: set[str] = set()

    def has(self, name: str) -> bool:
        """Whether the case changes the data file `name`."""
        self.asked.add(name)
        return name in self._files

    def read(self, name: str) -> dict[str, Any]:
        """The changes to the data file `name`."""
        content: dict[str, Any] = self._files[name].resolved()
        return content

    def check(self) -> None:
        """Raise `CaseFileError` if a file is named that the game has never asked for."""
        for key, item in self._node.mapping.items():
            if _file_name(key) not in self.asked:
                hint = did_you_mean(_file_name(key), sorted(self.asked), "it reads")
                raise item.error(f'the game reads no data file "{_file_name(key)}" here{hint}', f"data.{key}")


def _file_name(key: str) -> str:
    return key if "." in key else f"{key}.toml"


class CaseSetup:
    """The circumstances of one case. A game's `compose` makes a state of them.

    `scenario` is the key of the scenario the case starts from (None: from nothing), `options` the game's options
    struct, `packs` the data packs it is run with and the case's changes to tables, `dice` the case's dice, which the state must use.
    """

    def __init__(
        self, game: Game[Any, Any], case: Case, dice: ScriptedDice, packs: tuple[DataPack, ...] = ()
    ) -> None:
        self.game = game
        self.case = case
        self.dice = dice
        self._setup = case.part("setup") or Node({}, case.file, case.line)
        data = case.part("data")
        self._data = CaseData(game.key, data) if data is not None else None
        self.packs: tuple[DataPack, ...] = packs if self._data is None else (*packs, self._data)
        options = case.part("options")
        with self._at("options"):
            self.options: Struct = game.options(options.resolved() if options is not None else {})
        self.remarks: list[str] = []
        self._asked: tuple[type[Frame], str] | None = None
        self._origin: tuple[str, ...] = ()
        self._moved_on = False
        self.overtaken = Overtaken()
        """The steps that play goes past before the first order."""
        self.held = False
        """Whether play has come to a turn for which there are no dice before it."""
        self.scenario: str | None = None
        if case.scenario is not None:
            with self._at("scenario"):
                self.scenario = choose(case.scenario, game.offered(packs), "scenario")

    @property
    def is_empty(self) -> bool:
        """Whether the case has no `setup` of its own."""
        return not self._setup.mapping

    @property
    def has_map(self) -> bool:
        """Whether the case has a `map` of its own."""
        return self.case.part("map") is not None

    def read(self, kind: type[T]) -> T:
        """The `setup` as the game's own struct. Raises `CaseFileError` for what the struct does not allow."""
        return convert(self._setup, kind, ("setup",))

    def map(self, base: HexMap | None = None) -> HexMap:
        """The map of the case. `base` is the map that the case may change or leave alone."""
        node = self.case.part("map")
        if node is not None:
            return maps.build(node, base, fixed=self.scenario is not None)
        if base is None:
            raise self.case.node.error("this case needs a `map`, or a `scenario` that has one")
        return base

    @contextmanager
    def field(self, *path: str | int) -> Iterator[None]:
        """Inside, a `LookupError` or `ValueError` becomes a `CaseFileError` about this field of `setup`."""
        with self._at("setup", *path):
            yield

    def error(self, reason: str, *path: str | int) -> CaseFileError:
        """An error about this field of `setup`, to be raised."""
        place = self._setup.at(*path)
        return place.error(reason, field_name(("setup", *path)))

    def seat(self, name: str, *path: str | int) -> int:
        """The seat that a field of `setup` names; a unique beginning is enough."""
        with self.field(*path):
            return find_seat(self.game, name)

    def hex(self, map: HexMap, name: str, *path: str | int) -> int:
        """The hex that a field of `setup` names, by number, place, or place and offset."""
        with self.field(*path):
            return map.hex(name)

    def pick(self, name: str, known: Mapping[str, T], what: str, *path: str | int) -> T:
        """The value that a field of `setup` names, out of `known` ones."""
        with self.field(*path):
            return known[choose(name, known, what)]

    def step(self, label: str, *path: str | int) -> tuple[type[Frame], str]:
        """The step of the sequence of play that a field of `setup` names: its procedure's frame, and its label.

        When several procedures have a step of that label, it is named with its procedure: `battle: losses`.
        """
        with self.field(*path):
            found = find_step(self.game, label)
        if path and str(path[-1]) in self._setup.mapping:
            self._asked = found
        return found

    def own_name(self, name: str, known: Iterable[str], *path: str | int) -> None:
        """Check that the name of a unit is the game's own, or clearly another one.

        Raises `CaseFileError` for a name that differs from one of `known` only as orders do not tell apart.
        """
        twin = next(
            (other for other in known if as_token(other).casefold() == as_token(name).casefold()), name
        )
        if twin != name:
            raise self.error(
                f'{self.game.key} has a counter "{twin}" of its own: write it so to mean that one, '
                "or give this unit another name",
                *path,
            )

    def remark(self, text: str, *path: str | int) -> None:
        """Say something about this field of `setup` that its author should know; the case runs all the same."""
        place = self._setup.at(*path)
        self.remarks.append(f"{place.file}:{place.line}: {field_name(('setup', *path))}: {text}")

    def begin(self, state: State[Any, Any]) -> None:
        """Run the sequence of play from where the case begins to the first decision."""
        self._origin, before = state.path(), _standing(state)
        end = TurnEnd(state, lambda: self.dice.left)
        state.pause = self.overtaken.watch(state, end)
        state.advance()
        state.pause = None
        self._moved_on = _standing(state) != before
        self.held = end.reached

    def finish(self, state: State[Any, Any]) -> None:
        """Check what can only be checked when the state is composed. The runner calls it."""
        if self._data is not None:
            self._data.check()
        if self._asked is None or not self._moved_on:
            return
        frame, label = self._asked
        flow = self.game.flow[frame]
        if isinstance(flow.steps[flow.index(label)], Decide):
            asked, began = ", ".join(self._origin), ", ".join(state.path()) or "the end of the match"
            if self.held:
                self.remark(f"nobody has anything to decide in {asked}, nor up to the turn's end", "phase")
                return
            self.remark(f"nobody has anything to decide in {asked}; play begins in {began}", "phase")

    @contextmanager
    def _at(self, *path: str | int) -> Iterator[None]:
        try:
            yield
        except CaseFileError:
            raise
        except (LookupError, ValueError) as error:
            reason = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
            raise self.case.node.at(*path).error(reason, field_name(path)) from error


def find_seat(game: Game[Any, Any], name: str) -> int:
    """The seat of this name; a unique beginning is enough. Raises `LookupError`."""
    beginning = [n for n, seat in enumerate(game.seats) if fold(seat).startswith(fold(name))]
    if len(beginning) == 1 and name.strip():
        return beginning[0]
    return game.seats.index(choose(name, game.seats, "seat"))


def find_step(game: Game[Any, Any], label: str) -> tuple[type[Frame], str]:
    """The step with this label, alone or as `procedure: label`. Raises `LookupError`."""
    steps = [(frame, step.label) for frame, entry in game.flow.procedures.items() for step in entry.steps]
    procedure, colon, rest = label.rpartition(":")
    if colon:
        tag = choose(procedure, [_tag(frame) for frame in game.flow.procedures], "procedure")
        steps = [(frame, name) for frame, name in steps if _tag(frame) == tag]
    wanted = choose(rest if colon else label, dict.fromkeys(name for _, name in steps), "step")
    found = [(frame, name) for frame, name in steps if name == wanted]
    if len(found) > 1:
        ways = " or ".join(f'"{_tag(frame)}: {wanted}"' for frame, _ in found)
        raise LookupError(f'"{wanted}" is a step of several procedures: write {ways}')
    return found[0]


def _standing(state: State[Any, Any]) -> list[tuple[type[Frame], int, int]]:
    """How far each procedure under way has come; what it is about may be settled later."""
    return [(type(frame), frame.step, frame.count) for frame in state.position.stack]


def _tag(frame: type[Frame]) -> str:
    return str(frame.__struct_config__.tag)
