"""What a game is to the kernel: seats, scenarios, a flow, and who may see what."""

from __future__ import annotations

import itertools
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Struct

from phaseline.atlas.model import HexMap
from phaseline.engine import canonical
from phaseline.engine.aids import Aids, Briefing, Outlook
from phaseline.engine.cited import check_cited
from phaseline.engine.dice import Dice
from phaseline.engine.flow import Flow, Step
from phaseline.engine.gameoptions import read_options
from phaseline.engine.lexicon import Lexicon
from phaseline.engine.orders import Order
from phaseline.engine.packs import FIXED, DataError, DataPack, PackMark, require_packs
from phaseline.engine.position import Frame, Position
from phaseline.engine.sheet import Sheet
from phaseline.engine.state import State
from phaseline.wording.shown import shown

if TYPE_CHECKING:
    from phaseline.engine.casefile.setup import CaseSetup
    from phaseline.engine.puzzles.puzzle import Puzzle

P = TypeVar("P", bound=Position)
C = TypeVar("C", bound="Scenario")


class Task(Protocol):
    """What ends a match early and says how it went: a puzzle."""

    def due(self, state: State[Any, Any], step: Step, frame: Frame) -> bool:
        """Whether the match is over before this step."""

    def conclude(self, state: State[Any, Any]) -> None:
        """End the match: set the outcome, and tell it."""

    def briefing(self, scenario: Scenario) -> Briefing:
        """What is to be done."""

    def outlook(self, state: State[Any, Any]) -> Outlook:
        """How it stands."""


class Scenario:
    """The facts that never change during a match: map, roster, tables, options. Immutable by convention.

    `digest` is its fingerprint or, where that takes long to work out, what makes it when it is first asked for.
    `packs` names the data packs laid over the game's own data, `overlays` are these. `task` is the puzzle, if it is one.
    """

    packs: tuple[PackMark, ...] = ()
    overlays: tuple[DataPack, ...] = ()
    task: Task | None = None

    def __init__(
        self,
        *,
        key: str,
        title: str,
        map: HexMap,
        lexicon: Lexicon,
        options: Struct,
        digest: str | Callable[[], str],
    ) -> None:
        self.key = key
        self.title = title
        self.map = map
        self.lexicon = lexicon
        self.options = options
        self._digest = digest

    @cached_property
    def digest(self) -> str:
        """The fingerprint of all of it, options included: by this a record can tell whether it is replayed on the same data."""
        return self._digest if isinstance(self._digest, str) else self._digest()

    def forgetful(self) -> Self:
        """The same facts, in a scenario that remembers nothing of any match; itself, where none remembers."""
        return self

    def refingerprint(self, digest: Callable[[], str]) -> None:
        """Let `digest` make the fingerprint: for a copy that differs in something."""
        self._digest = digest

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.key}: {self.title}>"


class View(Struct, frozen=True, kw_only=True):
    """What one seat (None: a spectator) knows: the position with all it may not know taken out, and what is asked.

    `position` is of the game's own position type; `seats` owe the decision described by `path`, `prompt`, `case`.
    """

    game: str
    scenario: str
    seat: int | None
    position: Position
    seats: tuple[int, ...] = ()
    path: tuple[str, ...] = ()
    prompt: str = ""
    case: str = ""

    def to_bytes(self) -> bytes:
        """The canonical byte form: two views are the same if and only if their bytes are."""
        return canonical.encode(self)


Question = Callable[[Any, Mapping[str, Any]], Any]
"""Answers a named question about a state (odds, supply, reach ...) as plain data; arguments come by name."""


class Game(ABC, Generic[P, C]):
    """A game as the kernel sees it. A game package exports one instance; it holds no state of a match."""

    key: ClassVar[str]
    """Short name for commands and files, e.g. `westfront`."""
    title: ClassVar[str]
    version: ClassVar[str]
    """Version of the rules as implemented; noted in records."""
    seats: ClassVar[tuple[str, ...]]
    """Names of the seats, in the order of their numbers."""
    flow: ClassVar[Flow]
    state_type: type[State[P, C]]
    position_type: type[P]
    options_type: ClassVar[type[Struct]]
    """A frozen struct with a default for every option."""
    package: ClassVar[str]
    """The package that holds `cases.toml` and `data/`."""
    fixed: ClassVar[tuple[str, ...]] = ()
    """Data files that no pack changes, besides those of every game (`packs.FIXED`)."""
    questions: ClassVar[Mapping[str, Question]] = {}
    """Questions for case files, the command line and pages, by name."""
    aids_type: ClassVar[type[Aids[Any, Any]]] = Aids
    """The play aids of the game; `aids` is the one of this type."""
    longest: ClassVar[int] = 20_000
    """So many orders at most has a match; one that goes on longer will not end, whoever plays."""
    battles: ClassVar[Mapping[type[Frame], str]] = {}
    """The procedures that are a battle, each with the field that is the hex where it is fought."""
    contests: ClassVar[frozenset[type[Frame]]] = frozenset()
    """The procedures that are a contest of dice, but no battle for a hex; they are told as one, under their titles."""
    setup_type: ClassVar[type[Struct] | None] = None
    """What `setup` may hold in this game's case files; `compose` reads it."""

    @abstractmethod
    def scenarios(self) -> Mapping[str, str]:
        """The scenarios: key and title, in the order to offer them."""

    @abstractmethod
    def scenario(self, key: str, options: Struct, packs: Sequence[DataPack]) -> C:
        """Load a scenario. `key` is one of those `offered` with the packs; `options` is an `options_type`."""

    @cached_property
    def scenes(self) -> frozenset[type[Frame]]:
        """The procedures whose events are told as one: battles and contests."""
        return self.contests.union(self.battles)

    def battle_in(self, position: Position) -> int | None:
        """Where the battle is fought that is under way in a position; None when there is none. Everybody may know it."""
        for frame in reversed(position.stack):
            if (field := self.battles.get(type(frame))) is not None:
                hex: int = getattr(frame, field)
                return hex
        return None

    @abstractmethod
    def start(self, scenario: C) -> P:
        """The position before the first step, with the outermost procedure on its stack."""

    @abstractmethod
    def redact(self, scenario: C, position: P, seat: int | None) -> P:
        """A copy of `position` from which everything that `seat` (None: a spectator) may not know is taken out."""

    @abstractmethod
    def sample(self, scenario: C, known: P, seat: int, rng: random.Random) -> P:
        """A full position that could be the true one as far as `seat` knows: `redact` of it gives `known` again."""

    @cached_property
    def aids(self) -> Aids[Any, Any]:
        """What helps the players: hints, overlays, forecasts, tables."""
        return self.aids_type(self)

    @abstractmethod
    def sheet(self, scenario: C, view: View) -> Sheet:
        """What is drawn of a view."""

    def compose(self, setup: CaseSetup) -> State[P, C]:
        """The state that a case file describes. Raises `CaseFileError` naming what is wrong.

        Without an override, cases can only start as a scenario does.
        """
        if setup.has_map or not setup.is_empty:
            raise setup.error(f"{self.key} reads no `setup` and no `map`: its cases start as a scenario does")
        key = setup.scenario or next(iter(self.scenarios()))
        return self.new(self.scenario(key, setup.options, setup.packs), setup.dice)

    def report(self, state: State[P, C]) -> Mapping[str, Any]:  # noqa: ARG002 - for subclasses
        """The observable facts of a state by name, as plain data, for the expectations of case files.

        Customary names: `units` (by name: `at`, `state`, strengths), `control`, `supply`, `points`, `weather`, `turn`.
        """
        return {}

    def passing(self, state: State[P, C], seat: int) -> Order | None:
        """The order by which `seat` does no more in the present step; None when it must choose.

        Without an override: the only order possible, or the only one without fields.
        """
        legal = state.legal(seat)
        first = list(itertools.islice(legal, 2))
        idle = first if len(first) == 1 else [kind() for kind in legal.kinds() if not kind.__struct_fields__]
        return idle[0] if len(idle) == 1 else None

    def case_of(self, state: State[P, C], kind: type[Order], seat: int) -> str:  # noqa: ARG002 - for subclasses
        """The case by which a seat gives no order of a kind now, at a time for others; without an override the kind's own."""
        return kind.cases[seat] if kind.cases else kind.case

    def faults(self, state: State[P, C]) -> list[str]:  # noqa: ARG002 - for subclasses
        """What is wrong with a position that the rules can never lead to (too many units in a hex ...); [] if sound.

        The harness asks after every order of a random game.
        """
        return []

    def variants(self, key: str) -> Sequence[Mapping[str, Any]]:  # noqa: ARG002 - for subclasses
        """Sets of options under which a scenario plays differently enough to be checked; `phaseline fuzz` takes turns."""
        return ({},)

    def __repr__(self) -> str:
        return f"<Game {self.key} {self.version}: {self.title}>"

    @property
    def puzzles(self) -> Mapping[str, Puzzle]:
        """The puzzles of the game by id; a scenario is made of each by `load`, under the key `puzzle-ID`."""
        return {}

    # -- shared ------------------------------------------------------------------------------------------------------

    def load(
        self, key: str | None = None, options: Mapping[str, Any] | None = None, packs: Sequence[DataPack] = ()
    ) -> C:
        """A scenario by key (default: the first), with options by name. Raises `LookupError`, `OptionsError`, `DataError`."""
        known = self.offered(packs)
        key = next(iter(known)) if key is None else key
        if key not in known:
            raise LookupError(f'{self.key} has no scenario "{shown(key)}"; it has: {", ".join(known)}')
        scenario = self.scenario(key, self.options(options or {}), packs)
        scenario.packs = tuple(pack.mark for pack in packs)
        scenario.overlays = tuple(packs)
        return scenario

    def offered(self, packs: Sequence[DataPack] = ()) -> Mapping[str, str]:
        """The scenarios by key, with their titles: the game's own, and those that data packs add. Raises `DataError`."""
        require_packs(packs)
        found = dict(self.scenarios())
        for pack in packs:
            if pack.head.game != self.key:
                raise DataError(
                    f'{pack.folder}: "{pack.head.name}" is for {pack.head.game}, not for {self.key}'
                )
            pack.check_files(self.package, (*FIXED, *self.fixed))
            for key in pack.head.scenarios:
                found[key] = str(pack.read(f"scenarios/{key}.toml").get("title", key))
        check_cited(self.package, packs)
        return found

    def options(self, chosen: Mapping[str, Any]) -> Struct:
        """The options as a checked struct; texts (from a command line) are read as the option's type."""
        return read_options(self.key, self.options_type, chosen)

    def new(self, scenario: C, dice: Dice) -> State[P, C]:
        """A match at its first decision."""
        state = self.state_type(self, scenario, self.start(scenario), dice)
        state.advance()
        return state

    def view(self, state: State[P, C], seat: int | None) -> View:
        """What `seat` knows of a state."""
        return self._viewed(state, seat, self.redact(state.scenario, state.position, seat))

    def open_view(self, state: State[P, C], seat: int | None = None) -> View:
        """What `seat` knows of a state where nothing is hidden: in an open match, or when it is over."""
        return self._viewed(state, seat, state.position.copy())

    def _viewed(self, state: State[P, C], seat: int | None, known: P) -> View:
        decision = state.decision
        if decision is None:
            return View(game=self.key, scenario=state.scenario.key, seat=seat, position=known)
        return View(
            game=self.key,
            scenario=state.scenario.key,
            seat=seat,
            position=known,
            seats=decision.seats,
            path=state.path(),
            prompt=decision.prompt,
            case=decision.case,
        )

    def seat(self, name: str) -> int:
        """The number of the seat with this name, without regard to case. Raises `LookupError`."""
        for number, known in enumerate(self.seats):
            if known.casefold() == name.strip().casefold():
                return number
        raise LookupError(f'{self.key} has no seat "{shown(name)}"; it has: {", ".join(self.seats)}')
