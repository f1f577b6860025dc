"""The game object of a game with units on hexes, put together from its parts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar, cast

from msgspec import Struct

from phaseline.drill.scenario import FieldScenario
from phaseline.drill.state import FieldPosition, FieldState
from phaseline.engine.casefile import CaseSetup
from phaseline.engine.game import Game, View
from phaseline.engine.gameoptions import OptionsError
from phaseline.engine.orders import Order
from phaseline.engine.packs import DataError, DataPack, where
from phaseline.engine.puzzles import PREFIX, Puzzle, puzzles_of, scenario_of
from phaseline.engine.sheet import Sheet
from phaseline.engine.state import State
from phaseline.wording.nearest import did_you_mean
from phaseline.wording.shown import shown

P = TypeVar("P", bound=FieldPosition)
C = TypeVar("C", bound=FieldScenario[Any])
S = TypeVar("S", bound=FieldState[Any, Any])


def all_seen(scenario: C, position: P, seat: int | None) -> P:  # noqa: ARG001 - as every `redact`
    """What a seat knows where nothing is hidden."""
    return position.copy()


def all_known(scenario: C, known: P, seat: int, rng: random.Random) -> P:  # noqa: ARG001 - as every `sample`
    """A position that fits what a seat knows where nothing is hidden."""
    return known.copy()


@dataclass(frozen=True)
class Parts(Generic[P, C, S]):
    """What a game is made of.

    Attributes:
        load: a scenario by its key, with options and data packs.
        start: the position before the first step.
        sheet: what is drawn of a view.
        redact: the position without what a seat (None: a spectator) may not know; see `Game.redact`.
        sample: a position that fits what a seat knows; see `Game.sample`.
        compose: scenario and position of a case file, where play is to begin; None if cases begin as scenarios do.
        report: what a case file may expect.
        vet: raises `DataError` for what data packs say of a scenario, by its key, that makes no sense though each value could.
        faults: what is wrong with a position that the rules can never lead to, in sentences.
    """

    load: Callable[[str, Any, Sequence[DataPack]], C]
    start: Callable[[C], P]
    sheet: Callable[[C, View], Sheet]
    redact: Callable[[C, P, int | None], P] = all_seen
    sample: Callable[[C, P, int, random.Random], P] = all_known
    compose: Callable[[CaseSetup], tuple[C, P]] | None = None
    report: Callable[[S], Mapping[str, Any]] = lambda s: {}  # noqa: ARG005
    vet: Callable[[str, Sequence[DataPack]], None] = lambda key, packs: None  # noqa: ARG005
    faults: Callable[[S], Iterable[str]] = lambda s: ()  # noqa: ARG005


class FieldGame(Game[P, C], Generic[P, C, S]):
    """A game made of `parts`, with scenarios of these `titles` by key."""

    titles: ClassVar[Mapping[str, str]]
    parts: ClassVar[Parts[Any, Any, Any]]
    idle: ClassVar[tuple[Order, ...]] = ()
    """The orders by which a seat does no more in a step: the first that is legal; see `Game.passing`."""

    def scenarios(self) -> Mapping[str, str]:
        """The scenarios: key and title."""
        return self.titles

    @cached_property
    def puzzles(self) -> Mapping[str, Puzzle]:
        """The puzzles of the game by id. Raises `CaseFileError`."""
        return puzzles_of(self)

    def load(
        self, key: str | None = None, options: Mapping[str, Any] | None = None, packs: Sequence[DataPack] = ()
    ) -> C:
        """A scenario by key, or a puzzle, whose options and data are its own. See `Game.load`."""
        if key is None or not key.startswith(PREFIX):
            found = super().load(key, options, packs)
            if packs:
                self._begins(found, packs)
            return found
        if packs:
            raise DataError(f"{shown(key)}: a puzzle has data of its own; leave out the data packs")
        scenario = self._puzzle(key.removeprefix(PREFIX))
        if options and self.options(options) != scenario.options:
            raise OptionsError(f"{shown(key)}: a puzzle has options of its own; leave them out")
        return scenario

    def _begins(self, scenario: C, packs: Sequence[DataPack]) -> None:
        """Whether a match of a scenario with data packs can begin. Raises `DataError`.

        Each value may be sound by itself, and two enemies still stand in one hex.
        """
        name = f"scenarios/{scenario.key}.toml"
        whose = ", ".join(str(pack.folder / name if pack.has(name) else pack.folder) for pack in packs)
        try:
            faults = self.faults(self.state_type(self, scenario, self.start(scenario)))
        except DataError as error:
            raise DataError(f"{whose}: {error}") from error
        except (ValueError, LookupError) as error:
            raise DataError(f"{whose}: {scenario.title} cannot be set up: {error}") from error
        self._briefs(scenario, packs)
        if faults:
            raise DataError(f"{whose}: {scenario.title} cannot begin so: {'; '.join(faults[:3])}")

    def _briefs(self, scenario: C, packs: Sequence[DataPack]) -> None:
        """Whether the briefing of a scenario with data packs speaks of its map and its sides. Raises `DataError`."""
        name = f"briefings/{scenario.key}.toml"
        try:
            for seat in range(len(self.seats)):
                self.aids.briefing(scenario, seat)
        except KeyError as error:
            raise DataError(f"{where(self.package, name, packs)}: sides: {error} is missing") from error
        except DataError:
            raise
        except ValueError as error:
            said = f"{error}; a pack may bring a {name} of its own"
            raise DataError(f"{where(self.package, name, packs)}: {said}") from error

    def _puzzle(self, name: str) -> C:
        """The scenario of a puzzle, which is made once. Raises `LookupError`, `CaseFileError`."""
        made = self.__dict__.setdefault("_puzzles_made", {})
        if name not in made:
            if name not in self.puzzles:
                raise LookupError(
                    f'{self.key} has no puzzle "{shown(name)}"{did_you_mean(name, self.puzzles)}'
                )
            scenario, position = scenario_of(self, self.puzzles[name])
            made[name] = cast(C, scenario)
            made[name].begin_at(position)
        return cast(C, made[name])

    def scenario(self, key: str, options: Struct, packs: Sequence[DataPack]) -> C:
        """Load a scenario."""
        if packs:
            self.parts.vet(key, packs)
        return cast(C, self.parts.load(key, options, packs))

    def start(self, scenario: C) -> P:
        """The position before the first step."""
        return cast(P, scenario.opened(self.parts.start))

    def redact(self, scenario: C, position: P, seat: int | None) -> P:
        """Take out what `seat` may not know."""
        return cast(P, self.parts.redact(scenario, position, seat))

    def sample(self, scenario: C, known: P, seat: int, rng: random.Random) -> P:
        """A position that fits what `seat` knows."""
        return cast(P, self.parts.sample(scenario, known, seat, rng))

    def sheet(self, scenario: C, view: View) -> Sheet:
        """What is drawn."""
        return self.parts.sheet(scenario, view)

    def compose(self, setup: CaseSetup) -> State[P, C]:
        """The state that a case file describes, at its first decision."""
        if self.parts.compose is None:
            return super().compose(setup)
        state = self.state_type(self, *self.parts.compose(setup), setup.dice)
        setup.begin(state)
        return state

    def report(self, state: State[P, C]) -> Mapping[str, Any]:
        """What a case file may expect."""
        return self.parts.report(state)

    def faults(self, state: State[P, C]) -> list[str]:
        """What is wrong with a position that the rules can never lead to."""
        return list(self.parts.faults(state))

    def passing(self, state: State[P, C], seat: int) -> Order | None:
        """The first idle order that may be given."""
        legal = state.legal(seat)
        return next((order for order in self.idle if order in legal), None) or super().passing(state, seat)
