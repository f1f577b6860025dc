"""Councils whose courses are bearings: ways to act for a whole turn, told to the staff by what it weighs otherwise."""

from __future__ import annotations

import functools
import itertools
from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar, Self, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from phaseline.ai.brain import Evaluator, Planner
from phaseline.ai.planning import reweighed
from phaseline.ai.search.council import Council, Course, Standing
from phaseline.ai.sight import Sight
from phaseline.ai.weights import Weight, check_weights, laid_over
from phaseline.engine.aids import chances
from phaseline.engine.aids.clock import turn_of
from phaseline.engine.packs import DataError, merge, read_data
from phaseline.engine.state import Decision, State
from phaseline.wording.counts import several

FILE = "bearings.toml"
VALUES = "values.toml"
"""Models of how matches go on from the beginnings of turns, learned by `phaseline lab values`."""
VICTORY = 1000
"""What a match that is won counts, in whole numbers."""
SEATS = 2
"""Bearings are for games of two."""

S = TypeVar("S", bound=State[Any, Any])
P = TypeVar("P", bound=Struct)


class Bearing(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A way to act: its aim in words, and what the staff weighs otherwise than by its parameters, by section.

    It is offered to the `seats` that it makes a difference to (empty: to all), in these `scenarios` (empty: in all), from turn
    `first` to turn `last`, one that is only for the `end` in the side's last turn. Where one is offered that is `settled`, because
    many matches have shown it to be best there, nothing else is tried.

    One with `places` is many: an effort for each of so many places, those that matter most, called by its name and 1, 2 and so
    on. There the place is worth `more` than it is to the staff, in points of the game's staff; {place} in its aim names it.

    One with a turn `by` which it must be done is an operation: once chosen it is in the running until it is over. It is done when
    all places of the `goal`, or `enough` of them, are its side's; it is given up when that turn is over, or when those who could
    come there in time do not bring `odds` against whoever stands in the others.
    """

    name: str
    aim: str
    otherwise: dict[str, Any] = {}
    seats: tuple[int, ...] = ()
    scenarios: tuple[str, ...] = ()
    first: int = 0
    last: int = 10_000
    end: bool = False
    settled: bool = False
    places: int = 0
    more: float = 0.0
    place: int = 0
    """Which of its places this one is for; a file does not say that."""
    goal: tuple[str, ...] = ()
    enough: int = 0
    by: int = 0
    odds: float = 1.0

    def each(self) -> list[Bearing]:
        """The efforts that it stands for, or itself."""
        if not self.places:
            return [self]
        return [replace(self, name=f"{self.name} {n}", place=n, places=0) for n in range(1, self.places + 1)]

    def offered(self, seat: int, scenario: str, turn: int, *, end: bool = False) -> bool:
        """Whether it is worth a try; `end`: it is the side's last turn."""
        return end >= self.end and self.meant_for(seat, scenario) and self.first <= turn <= self.last

    def meant_for(self, seat: int | None, scenario: str) -> bool:
        """Whether it is offered to a seat (None: to any) in some turn of a scenario."""
        return (seat is None or not self.seats or seat in self.seats) and (
            not self.scenarios or scenario in self.scenarios
        )


class Reach(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How hard a scenario is searched.

    `playouts` are those of a decision at the level of a general, in a turn `after` which the enemy moves no more so many as that
    says, if it does (without `playouts` nothing else is searched; without either only what is settled or `always` changes anything);
    at most a `portion` is carried out at one order (0: all at the first). They look so many `turns` of the deciding side ahead, up
    to where its next one would begin; 0: to the end of the match. Where seats are named to which it `ends`, those look to the end
    of the match all the same, and the portion is theirs alone. `favour` is, by seat, what counts for bearings besides.
    `learned` is the part, in per cent, that what matches have taught has in how good a position is that is not over. Where nothing
    is hidden courses are begun `once` for all tries, unless it says no. `always` is laid under each bearing there, over that of the
    whole file, and `own`, by seat, over both (the enemy is reckoned to weigh as the seat does). Who makes less than `effort` times the tries of a general searches nothing there: a match takes too long for him.
    `replies` and `lead` are those of the file, unless the scenario has its own.
    """

    playouts: int = 0
    effort: int = 1
    after: int = 0
    turns: int = 0
    portion: int = 0
    ends: tuple[int, ...] = ()
    once: bool = True
    learned: int = 0
    favour: tuple[dict[str, int], ...] = ()
    always: dict[str, Any] = {}
    own: tuple[dict[str, Any], ...] = ()
    replies: tuple[str, ...] = ()
    lead: int | None = None

    def laid_under(self, seat: int | None) -> dict[str, Any]:
        """What counts for a seat (None: for both) whatever the bearing."""
        return self.always if seat is None or seat >= len(self.own) else merge(self.always, self.own[seat])


class Bearings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The file `data/bearings.toml` of a brain: how scenarios are searched, by key, the enemy's answers, and what to try.

    A scenario that is not named is left to the staff. `lead` is what a point of the score at the end counts beside `VICTORY`;
    `even` the worth, in points of the game's evaluator, that counts as half a victory where a match is not over. Where the
    enemies of the seats do not answer alike, `answers` are, by seat, those of its enemy, instead of `replies`. `always` is
    laid under each bearing, the staff's own too.
    """

    scenarios: dict[str, Reach]
    replies: tuple[str, ...] = ("",)
    answers: tuple[tuple[str, ...], ...] = ()
    bearing: tuple[Bearing, ...]
    always: dict[str, Any] = {}
    lead: int = 0
    even: float = 100.0

    def answers_to(self, seat: int) -> tuple[str, ...]:
        """How the enemy of a seat answers. Raises `DataError` if there are answers, but none for this seat."""
        if not self.answers:
            return self.replies
        if seat >= len(self.answers) or not self.answers[seat]:
            rows = several(len(self.answers), "row")
            raise DataError(
                f"{FILE}: answers: {rows}, nothing in one for seat {seat}: give one for each seat"
            )
        return self.answers[seat]

    def settles(self, scenario: str, seat: int | None = None) -> bool:
        """Whether what a seat (None: any) does is settled for a part of a scenario that is named."""
        return scenario in self.scenarios and any(
            each.settled and each.meant_for(seat, scenario) for each in self.bearing
        )

    def named(self, scenario: str = "", seat: int | None = None) -> dict[str, Bearing]:
        """By name, the staff's own first, as they are in a scenario for a seat (None: what both have)."""
        known = [
            Bearing(name="", aim="The staff's plan"),
            *(one for each in self.bearing for one in each.each()),
        ]
        reach = self.scenarios.get(scenario)
        always = merge(self.always, reach.laid_under(seat)) if reach is not None else self.always
        return {each.name: replace(each, otherwise=merge(always, each.otherwise)) for each in known}


@functools.cache
def read_bearings(package: str) -> Bearings:
    """The bearings of a brain's package. Raises `DataError` naming the entry that is wrong."""
    found = read_data(package, FILE, Bearings)
    named = found.named()
    if len(named) != sum(each.places or 1 for each in found.bearing) + 1:
        raise DataError(f"{FILE}: bearing: give each a name of its own")
    for key, reach in found.scenarios.items():
        _check_reach(key, reach, settles=found.settles(key))
    for each in found.bearing:
        if each.place:
            raise DataError(f'{FILE}: bearing "{each.name}": place: say "places" instead, how many there are')
        if each.by and not each.goal:
            raise DataError(f'{FILE}: bearing "{each.name}": by: an operation needs a goal; name its places')
        if each.goal and not each.by:
            raise DataError(f'{FILE}: bearing "{each.name}": goal: say "by" which turn, or leave it out')
        if each.enough > len(each.goal):
            raise DataError(
                f'{FILE}: bearing "{each.name}": enough: {each.enough} of {len(each.goal)} places cannot be taken'
            )
    own = (reach.replies for reach in found.scenarios.values())
    for name in itertools.chain(found.replies, *found.answers, *own):
        if name not in named:
            raise DataError(f'{FILE}: replies: there is no bearing "{name}"')
    return found


def _check_reach(key: str, reach: Reach, *, settles: bool) -> None:
    """Raises `DataError` for a scenario that is searched in no way there is."""
    if not (reach.playouts or reach.after or reach.always or any(reach.own) or settles):
        raise DataError(
            f"{FILE}: scenarios.{key}: nothing is tried, settled or weighed otherwise; "
            'say "playouts", "after", "always" or "own", or leave it out'
        )
    if len(reach.own) not in {0, SEATS}:
        raise DataError(f"{FILE}: scenarios.{key}: own: give one row for each of the {SEATS} seats")
    if reach.effort < 1:
        raise DataError(
            f"{FILE}: scenarios.{key}: effort: {reach.effort} is too little; say 1 for a general, 4 for a marshal"
        )
    if not 0 <= reach.learned <= 100:
        raise DataError(
            f"{FILE}: scenarios.{key}: learned: {reach.learned} is no share; give 0 to 100 per cent"
        )
    if not all(0 <= seat < SEATS for seat in reach.ends):
        raise DataError(f"{FILE}: scenarios.{key}: ends: seats are numbered 0 and 1")


def altered(parameters: P, bearing: Bearing) -> P:
    """Parameters of a staff with what a bearing weighs otherwise. Raises `DataError` for one that there is not."""
    try:
        return reweighed(parameters, bearing.otherwise)
    except ValueError as error:
        raise DataError(f'{FILE}: bearing "{bearing.name}": {error}') from error


class BearingCouncil(Council[S]):
    """Decides how to act at the beginning of each of its side's turns, and judges by what came of it some turns later.

    A game says where its turns begin (`begins`), which turn it is, who carries a bearing out (`led`), and by what a position is
    valued that is not over.
    """

    package: ClassVar[str]
    """Where its `data/bearings.toml` is."""
    given: ClassVar[tuple[Weight, ...]] = ()
    """What it weighs otherwise, whatever the bearing, because somebody asked for it."""

    def __init__(self, scenario: Any, seat: int) -> None:
        super().__init__(scenario, seat)
        self.known = self.file()
        self.bearings = {
            name: replace(each, otherwise=self.laid(each.otherwise)) if self.given else each
            for name, each in self.known.named(scenario.key, seat).items()
        }
        self.reach = self.known.scenarios.get(scenario.key)
        own = self.reach.replies if self.reach is not None else ()
        self.replies = own or self.known.answers_to(seat)
        lead = self.reach.lead if self.reach is not None else None
        self.lead = self.known.lead if lead is None else lead
        self.settled = self.known.settles(scenario.key, seat)
        self._model = self._lesson()

    @classmethod
    def file(cls) -> Bearings:
        """What it knows of bearings; another file in experiments."""
        return read_bearings(cls.package)

    @classmethod
    @abstractmethod
    def parameters(cls) -> Struct:
        """What the staff of the game weighs by, by section."""

    @classmethod
    def weighed(cls, weights: Sequence[Weight]) -> type[Self]:
        """Its like that lays these under every bearing. Raises `WeightError` for one that the game's staff does not have."""
        check_weights(cls.settable(msgspec.to_builtins(cls.parameters())), weights)
        return type(cls.__name__, (cls,), {"given": tuple(weights)})

    @classmethod
    def settable(cls, weights: dict[str, Any]) -> dict[str, Any]:
        """What of these, as plain data, one side alone may weigh otherwise."""
        return weights

    def weighs(self, otherwise: dict[str, Any]) -> dict[str, Any]:
        """All that the staff weighs by under a bearing, as plain data."""
        found: dict[str, Any] = msgspec.to_builtins(reweighed(self.parameters(), otherwise))
        return found

    def laid(self, otherwise: dict[str, Any]) -> dict[str, Any]:
        """What a bearing weighs otherwise, with what is `given` besides."""
        return merge(otherwise, laid_over(self.weighs(otherwise), self.given))

    @classmethod
    def searches(cls, scenario: str, effort: int = 1) -> bool:
        """Where the file asks for playouts, by those who make enough tries."""
        reach = cls.file().scenarios.get(scenario)
        return reach is not None and bool(reach.playouts or reach.after) and effort >= reach.effort

    @classmethod
    def sees_more(cls, scenario: str) -> bool:
        """Where something counts `always` or for one seat, or is settled."""
        known = cls.file()
        weighed = any(known.named(scenario, seat)[""].otherwise for seat in range(SEATS))
        return weighed or known.settles(scenario)

    # -- what a game says ---------------------------------------------------------------------------------------------

    @abstractmethod
    def begins(self, state: S) -> Hashable | None:
        """Which turn of the seat this decision opens; None: it decides within a turn, or not at all."""

    @abstractmethod
    def turn(self, state: S) -> int:
        """The number of the turn, by which bearings are offered."""

    @abstractmethod
    def led(self, seat: int, bearing: Bearing, live: Planner[S] | None) -> Planner[S]:
        """A staff that acts by a bearing; as `Council.staff`."""

    def ending(self, state: S) -> bool:  # noqa: ARG002 - for games that know
        """Whether it is the side's last turn."""
        return False

    def tries(self, turn: int) -> bool:  # noqa: ARG002 - for games in which it hangs on the turn
        """Whether anything is compared in a turn."""
        return self.granted is not None and self.granted.playouts > 0

    def place(self, state: S, number: int) -> str | None:  # noqa: ARG002 - for games with efforts
        """The name of a place that matters, from 1 on, those that matter most first; None: there are not so many."""
        return None

    def ours(self, state: S, place: str) -> bool:  # noqa: ARG002 - for games with operations
        """Whether a place belongs to the side."""
        return False

    def within(self, state: S, place: str, bearing: Bearing) -> bool:  # noqa: ARG002 - for games with operations
        """Whether the side can still bring the odds of an operation to a place in time."""
        return True

    def applies(self, state: S, bearing: Bearing) -> bool:  # noqa: ARG002 - for games in which it hangs on the position
        """Whether a bearing that is offered in this turn fits how the match has gone so far."""
        return True

    def spoken(self, place: str) -> str:
        """A place in words."""
        return place

    def judge(self) -> Evaluator[S] | None:
        """What values a position for the seat that is not over; None: it counts nothing."""
        return None

    def numbers(self, state: S) -> dict[str, float]:
        """What a position is judged by where that is learned from matches: the numbers of its charts, by name."""
        game = state.game
        return chances.numbers(game.aids.measures(state.scenario, game.open_view(state)))

    # -- how good a position is ---------------------------------------------------------------------------------------

    def _lesson(self) -> chances.Model | None:
        """What matches have taught about the scenario; None where that is not to count."""
        if self.reach is None or not self.reach.learned:
            return None
        model = chances.read_chances(self.package, SEATS, VALUES).get(self.scenario.key)
        if model is None:
            raise DataError(f"{FILE}: scenarios.{self.scenario.key}: learned: {VALUES} has no model of it")
        return model

    def likely(self, state: S, reckoned: float) -> float:
        """How good a position is for the first seat, from -1 to 1: as `reckoned`, and in part by what matches have taught."""
        if self._model is None or self.reach is None:
            return reckoned
        first, second, *_ = chances.endings(self._model, turn_of(state)[0], self.numbers(state))
        part = self.reach.learned / 100
        return (1 - part) * reckoned + part * (first - second)

    # -- what the search asks -----------------------------------------------------------------------------------------

    @property
    def granted(self) -> Reach | None:
        """How far the scenario is searched by who asks; None where it is not, or he makes fewer tries than it deserves."""
        return self.reach if self.reach is not None and self.effort >= self.reach.effort else None

    def moment(self, state: S) -> Hashable | None:
        """The beginning of a turn, where the scenario is searched, or what is done there is settled."""
        if self.reach is None or (now := self.begins(state)) is None:
            return None
        return now if self.tries(self.turn(state)) or self.settled else None

    def playouts(self, moment: Hashable) -> int:  # noqa: ARG002 - the same for all
        """By scenario; none for those who make too few tries for it."""
        return self.granted.playouts if self.granted is not None else 0

    def portion(self, moment: Hashable) -> int:  # noqa: ARG002 - the same for all
        """By scenario, in some for one seat alone."""
        reach = self.reach
        return 0 if reach is None or (reach.ends and self.seat not in reach.ends) else reach.portion

    def ahead(self, state: S) -> int:  # noqa: ARG002 - for subclasses
        """How many turns of the seat a playout from a state looks ahead; 0: to the end of the match."""
        reach = self.reach
        return 0 if reach is None or self.seat in reach.ends else reach.turns

    def courses(self, sight: Sight[S]) -> list[Course]:
        """Every bearing that is offered to the side now, the staff's first, then those that are favoured; or one that is settled."""
        turn, end = self.turn(sight.state), self.ending(sight.state)
        found = []
        for name, each in self.bearings.items():
            place = self.place(sight.state, each.place) if each.place else ""
            if place is None or not each.offered(self.seat, self.scenario.key, turn, end=end):
                continue
            if not self.applies(sight.state, each):
                continue
            course = Course(each.aim.format(place=place), bearing=name)
            if each.settled:
                return [course]
            found.append(course)
        found.sort(key=lambda course: (bool(course.bearing), -self.favour(course)))
        return found if self.tries(turn) else found[:1]

    def standing(self, state: S, course: Course) -> Standing | None:
        """Of an operation: what of its goal it has; done, too late or out of reach it is over."""
        bearing = self.bearings[course.bearing]
        if not bearing.by:
            return None
        has = tuple(place for place in bearing.goal if self.ours(state, place))
        lacks = tuple(place for place in bearing.goal if place not in has)
        wanted = (bearing.enough or len(bearing.goal)) - len(has)
        over = ""
        if wanted <= 0:
            over = "it is done"
        elif self.turn(state) > bearing.by:
            over = f"Turn {bearing.by} is over"
        elif sum(self.within(state, place, bearing) for place in lacks) < wanted:
            over = "its forces are gone, too far away or too weak"
        return Standing(tuple(map(self.spoken, has)), tuple(map(self.spoken, lacks)), over)

    def favour(self, course: Course) -> int:
        """As the scenario says."""
        known = self.reach.favour if self.reach is not None else ()
        return known[self.seat].get(course.bearing, 0) if self.seat < len(known) else 0

    def usual(self, live: Planner[S]) -> Planner[S]:
        """The staff's own plan with what is laid `always` under it, in scenarios that are not searched, too."""
        return self.staff(self.seat, "", live) if self.bearings[""].otherwise else live

    def staff(self, seat: int, bearing: str, live: Planner[S] | None) -> Planner[S]:
        """The staff under other weights."""
        return self.led(seat, self.bearings[bearing], live)

    def over(self, start: S) -> Callable[[Decision, S], bool] | None:
        """Where a later turn of the seat begins: the enemy has answered the one before it."""
        left, seen = self.ahead(start), self.begins(start)
        if not left:
            return None

        def reached(decision: Decision, state: S) -> bool:
            nonlocal left, seen
            if self.seat in decision.seats and (now := self.begins(state)) is not None and now != seen:
                left, seen = left - 1, now
            return left <= 0

        return reached

    def value(self, state: S) -> int:
        """Victory, and by how much; before the end what the position is worth, always less than victory."""
        outcome = state.position.outcome
        if outcome is None:
            judge = self.judge()
            return 0 if judge is None else self.part(judge.worth(state))
        own, other = self.seat, 1 - self.seat
        lead = self.lead * (outcome.scores[own] - outcome.scores[other]) if outcome.scores else 0
        if outcome.winner is None:
            return lead
        return lead + (VICTORY if outcome.winner == own else -VICTORY)

    def part(self, worth: float) -> int:
        """What a worth counts beside victory: half of it for `even`, and never as much."""
        ratio = worth / self.known.even
        return round(VICTORY * ratio / (1 + abs(ratio)))
