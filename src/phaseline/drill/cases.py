"""Case files of games with units on hexes: units of a case, who holds what, and where play stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from phaseline.drill.scenario import FieldScenario
from phaseline.drill.standing import Place
from phaseline.drill.state import FieldPosition, FieldState
from phaseline.engine.casefile import CaseSetup, Setup
from phaseline.engine.flow import Flow
from phaseline.engine.position import Frame
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.wording.counts import several

S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=FieldScenario[Any])
P = TypeVar("P", bound=FieldPosition)

EVERYWHERE = "everywhere"
"""In the `control` of a case: every hex in play."""


def altered(base: S, **changes: Any) -> S:
    """A struct with those changes that are given, which are not None."""
    return replace(base, **{name: value for name, value in changes.items() if value is not None})


def mark(position: object, unit: int, said: object, names: Iterable[str]) -> None:
    """Put a unit into those sets of units of a position, by name, that are said to be true of it."""
    for name in names:
        if getattr(said, name):
            setattr(position, name, getattr(position, name) | 1 << unit)


def marked(position: object, unit: int, names: Iterable[str]) -> dict[str, bool]:
    """Whether a unit is in each of these sets of units of a position."""
    return {name: bool(getattr(position, name) >> unit & 1) for name in names}


class Call(NamedTuple):
    """A procedure of a case, and what has called it: the procedure, its step, and how many times by now."""

    frame: Frame
    caller: type[Frame] | None = None
    step: str = ""
    times: int = 0


def under_way(
    flow: Flow, calls: Mapping[type[Frame], Call], inner: type[Frame], label: str, count: int = 0
) -> list[Any]:
    """The procedures under way, the outermost first, when play stands at the step `label` of `inner`."""
    stack: list[Any] = []
    kind: type[Frame] | None = inner
    while kind is not None:
        call = calls[kind]
        stack.insert(0, flow.at(call.frame, label, count))
        kind, label, count = call.caller, call.step, call.times
    return stack


class UnitSetup(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a case says of a unit: a base for what a game adds.

    `at` is a hex, or a place off the map. `steps`, or `state` in words: full, reduced, eliminated. What is left out is as
    in the scenario.
    """

    at: str | None = None
    steps: int | None = None
    state: str = ""


class FieldSetup(Setup, kw_only=True):
    """The `setup` of a case: a base for a game's own, which says in `units` what may be said of its units."""

    units: dict[str, Any] = field(default_factory=dict)


F = TypeVar("F", bound=FieldSetup)


class Composer(Generic[F, C, P]):
    """Lays what a case says (`facts`) over the first position of its scenario: a base for a game's own.

    Errors name the field of the case. `named` are the units that the case names, by their numbers.
    """

    places: ClassVar[Mapping[str, Place]]
    """What `at` of a unit may say instead of a hex."""
    lost: ClassVar[tuple[Place, ...]]
    """The places of units without steps, first the one of those that have lost their last."""

    def __init__(self, setup: CaseSetup, facts: F, scenario: C, position: P) -> None:
        self.setup, self.facts = setup, facts
        self.scenario, self.position = scenario, position
        self.map = scenario.map
        self.named: Mapping[int, str] = {self.number_of(name): name for name in facts.units}

    def run(self) -> None:
        """Lay all that the case says over the position."""
        raise NotImplementedError(f"{type(self).__name__} does not say what a case changes")

    def number_of(self, name: str) -> int:
        """The number of a unit of the case by its name there."""
        return self.scenario.number[name]

    # -- names --------------------------------------------------------------------------------------------------------

    def hex(self, name: str, *path: str | int) -> Hex:
        """The hex that this field of the case names."""
        return self.setup.hex(self.map, name, *path)

    def hexes(self, field: str) -> Mask:
        """The hexes that a field of the case lists."""
        return mask_of(self.hex(name, field) for name in getattr(self.facts, field))

    def piece(self, kind: str, name: str, *path: str | int) -> int:
        """The piece of this kind, as the lexicon has it, that this field of the case names."""
        with self.setup.field(*path):
            return self.scenario.lexicon[kind].value(name)

    def unit(self, name: str, *path: str | int) -> int:
        """The unit that this field of the case names."""
        return self.piece("unit", name, *path)

    def units(self, names: Iterable[str], *path: str | int) -> Mask:
        """The units that this field of the case names."""
        return mask_of(self.unit(name, *path) for name in names)

    # -- sides and hexes ----------------------------------------------------------------------------------------------

    def by_seat(self, field: str) -> Iterator[tuple[int, str, Any]]:
        """What a field of the case says of sides: the seat, the side's name there, and what is said."""
        for name, said in getattr(self.facts, field).items():
            yield self.setup.seat(name, field, name), name, said

    def by_hex(self, field: str) -> dict[Hex, Any]:
        """What a field of the case says of hexes."""
        return {self.hex(text, field, text): said for text, said in getattr(self.facts, field).items()}

    def active_seat(self, default: int) -> int:
        """The side that the case says is active; `default` where it names none."""
        return self.setup.seat(self.facts.active, "active") if self.facts.active else default

    # -- units --------------------------------------------------------------------------------------------------------

    def place(self, name: str, said: UnitSetup, full: int) -> None:
        """Put a unit where the case says, with its steps, of which it has `full` at most."""
        at, steps = self.position.at, self._steps(name, said, full)
        unit = self.scenario.number[name]
        if said.at is not None:
            at[unit] = (
                self.places[said.at] if said.at in self.places else self.hex(said.at, "units", name, "at")
            )
        if steps == 0 or at[unit] in self.lost:
            # Who is said to be eliminated, and not where, is among the dead, though the scenario has him nowhere.
            nowhere = said.at is None and steps == 0
            steps = 0
            at[unit] = at[unit] if at[unit] in self.lost and not nowhere else self.lost[0]
        self._set_steps(unit, steps)

    def _steps(self, name: str, said: UnitSetup, full: int) -> int:
        path = ("units", name)
        steps = full if said.steps is None else said.steps
        if said.state:
            known = {"full": full, "reduced": 1, "eliminated": 0}
            steps = self.setup.pick(said.state, known, "state", *path, "state")
            if said.steps is not None and said.steps != steps:
                raise self.setup.error(
                    f"{said.state} means {several(steps, 'step')} here, not {said.steps}: leave one out",
                    *path,
                    "state",
                )
        if not 0 <= steps <= full:
            raise self.setup.error(f"it has {several(full, 'step')} at most", *path, "steps")
        return steps

    def remove(self, units: Mask, place: Place) -> None:
        """Take units out of the match that the case does not want."""
        for unit in hexes(units):
            self.position.at[unit] = place
            self._set_steps(unit, 0)

    def _set_steps(self, unit: int, steps: int) -> None:
        position: Any = self.position
        position.steps[unit] = steps

    # -- who holds what -----------------------------------------------------------------------------------------------

    def held(self) -> Iterator[tuple[str, Mask, int]]:
        """What `control` of the case says, entry by entry: the text, the hexes, and the seat that holds them."""
        for text, name in self.facts.control.items():
            seat = self.setup.seat(name, "control", text)
            playable = self.scenario.board.playable
            yield text, playable if text == EVERYWHERE else 1 << self.hex(text, "control", text), seat

    def stated(self, held: Mask, place: Place) -> Mask:
        """The hexes that seat 0 holds of two, those `held` but for what the case says in `control`.

        Units of the other side go to `place` where the case gives it a hex by name.
        """
        for text, area, seat in self.held():
            held = held & ~area if seat else held | area
            if text != EVERYWHERE:
                self.clear(area, 1 - seat, place, "control", text)
        return held

    def stood_on(self, held: Mask) -> Mask:
        """The hexes that seat 0 holds of two, those `held` but for the hexes of units: these are their side's."""
        own, other = (
            mask_of(at for n in roster if (at := self.position.at[n]) >= 0)
            for roster in self.scenario.rosters
        )
        return (held | own) & ~other

    def clear(self, area: Mask, seat: int, place: Place, *path: str | int) -> None:
        """Take a side's units out of hexes that the case gives to the enemy; the case itself cannot have put them there."""
        there = [
            unit
            for unit in self.scenario.rosters[seat]
            if (at := self.position.at[unit]) >= 0 and area >> at & 1
        ]
        for unit in there:
            if unit in self.named:
                name = self.named[unit]
                raise self.setup.error(f"{name} stands there, and the hex of a unit is its side's", *path)
        self.remove(mask_of(there), place)

    # -- where play stands --------------------------------------------------------------------------------------------

    def begin(self, default: str) -> tuple[type[Frame], str]:
        """The step in which the case begins: its procedure and label; `default` where it names none."""
        return self.setup.step(self.facts.phase or default, "phase")

    def stack(
        self, default: str, calls: Mapping[type[Frame], Call], rounds: int, before: str = ""
    ) -> list[Any]:
        """The procedures under way in that step, each with what has called it.

        `rounds` are those that the loop of the outermost procedure has made where the case begins in it. `before` says
        where a case may begin that names another step.
        """
        frame, label = self.begin(default)
        if frame not in calls:
            where = before or "an earlier step"
            raise self.setup.error(f"begin in {where}, and give the orders that lead there", "phase")
        return under_way(self.setup.game.flow, calls, frame, label, 0 if calls[frame].caller else rounds)


def composing(
    setup: type[F],
    scenario: Callable[[CaseSetup, F], C],
    first: Callable[[C], P],
    composer: type[Composer[F, C, P]],
) -> Callable[[CaseSetup], tuple[C, P]]:
    """How a game composes its cases: steps that need no choice have still to be run.

    Args:
        setup: what a case may say.
        scenario: the scenario of a case, with what the case changes laid over it.
        first: the first position of a scenario, which is that of a case without a `setup` of its own.
        composer: lays what a case says over it.
    """

    def compose(case: CaseSetup) -> tuple[C, P]:
        facts = case.read(setup)
        found = scenario(case, facts)
        position = first(found)
        if not case.is_empty or case.scenario is None:
            composer(case, facts, found, position).run()
        return found, position

    return compose


FEW = 200
"""On a map of at most so many hexes a case may expect something of each."""


def worth_telling(area: Mask, notable: Mask) -> Mask:
    """The hexes of an area of which a case may expect something: on large maps those that matter."""
    return area if area.bit_count() <= FEW else area & notable


def unit_facts(s: FieldState[Any, Any], unit: int, full: int, states: Mapping[Place, str]) -> dict[str, Any]:
    """What a case may expect of every unit: its hex, its steps of `full`, and its state.

    The state is that of its place off the map, or else full or reduced.
    """
    place, steps = s.position.at[unit], s.position.steps[unit]
    return {
        "at": s.scenario.map.label(place) if place >= 0 else None,
        "state": states.get(place) or ("full" if steps == full else "reduced"),
        "steps": steps,
    }
