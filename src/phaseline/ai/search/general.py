"""Players that compare courses of action by playing them out: the general, and the marshal who tries more."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

from phaseline.ai.agent import Observation
from phaseline.ai.brain import Brain, NoBrain, Planner, brains
from phaseline.ai.planning import OrderBook
from phaseline.ai.search.council import Council, Course
from phaseline.ai.search.halving import Contest, halve
from phaseline.ai.search.operations import Operations
from phaseline.ai.search.trials import Tally, Trials
from phaseline.ai.sight import Sight
from phaseline.ai.solving import SolverAgent
from phaseline.ai.weights import Weight
from phaseline.engine.events import Event
from phaseline.engine.orders import Order
from phaseline.engine.state import State

STAFF, GENERAL = "staff", "general"
"""The agents that the others here are like where there is nothing to search."""
TOLD = 3
"""So many of the other courses are told of."""


class GeneralAgent(SolverAgent):
    """Compares courses of action by playing each out against the enemy's answers, and takes the one that does best.

    An operation that it has begun stays in the running from turn to turn, until it is over. What no course decides, it leaves
    to the staff. When something unforeseen has happened, it thinks again. A puzzle it solves by its task.
    """

    effort: ClassVar[int] = 1
    """How many times the playouts that the council asks for, and the tries of a puzzle."""
    patience = 1
    weights: ClassVar[tuple[Weight, ...]] = ()
    """What it weighs otherwise than its staff, by the name it was asked for."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._council: Council[Any] | None = None
        self._moment: Hashable | None = None
        self._book = OrderBook()
        self._said: list[str] = []
        self._contest: Contest[Course] | None = None
        self._tallies: dict[Course, Tally] = {}
        self._led = ""
        self._operations = Operations()
        self._heard: list[Event] = []
        """What happened before it was asked first."""
        self.chance: float | None = None
        """The chance of victory by the last search that saw the end of the match; None: there was none yet."""

    @classmethod
    def plays(cls, game: str) -> bool:
        """Whether somebody proposes courses of action for the game. Raises `WeightError` if its weights are none of the game's."""
        council = brains()[game].council if game in brains() else None
        if council is not None and cls.weights:
            council.weighed(cls.weights)
        return council is not None

    @classmethod
    def weighed(cls, weights: Sequence[Weight]) -> type[GeneralAgent]:
        """One that goes by other numbers than its staff's own."""
        return type(cls.__name__, (cls,), {"weights": tuple(weights), "__module__": cls.__module__})

    @classmethod
    def alike(cls, game: str, scenario: str) -> str:
        """The staff, where nothing is searched and nothing more is seen or weighed otherwise."""
        if cls.weights:
            return ""
        council = brains()[game].council
        own = council is None or council.searches(scenario, cls.effort) or council.sees_more(scenario)
        return "" if own else STAFF

    @classmethod
    def known(cls) -> Mapping[str, Brain]:
        """All brains; only those that propose courses are played by."""
        return brains()

    def planned(self, planner: Planner[Any], sight: Sight[Any]) -> Order | None:
        """The next order of the course that was chosen; where there is none, the staff's."""
        council = self._convened(sight.seen)
        moment = council.moment(sight.state)
        if moment is None:
            return planner.order(sight)
        if moment != self._moment:
            self._moment, self._contest = moment, None
            planner = self._choose(council, planner, sight)
        elif self._contest is not None:
            planner = self._think_on(council, planner, sight)
        order = self._book.next(sight.legal)
        if order is None and self._book:
            # What the course rests on has come otherwise: it is decided again from here.
            planner = self._choose(council, planner, sight)
            order = self._book.next(sight.legal)
            self._book.intents.clear()
        return planner.order(sight) if order is None else order

    def look(self, seen: Observation) -> State[Any, Any]:
        """What is likeliest: what is found to be best in the worlds of the search is to be carried out as it was there."""
        state = super().look(seen)
        council = self._convened(seen)
        council.look(seen.view, state)
        council.expect(state)
        return state

    def hear(self, events: Sequence[Event]) -> None:
        """Follow the enemy's hidden units by what happened."""
        super().hear(events)
        if self._council is None:
            self._heard.extend(events)
        else:
            self._council.hear(events)

    def explain(self) -> list[str]:
        """What was chosen, with which chance, what else was thought of, and the orders with their reasons."""
        if self.tasked:
            return super().explain()
        return [*self._said, *(self._book.reasons() or super().explain())]

    def _prepared(self, seen: Observation) -> Planner[Any]:
        if self._planner is None:
            self._planner = self._convened(seen).usual(super()._prepared(seen))
        return self._planner

    def _convened(self, seen: Observation) -> Council[Any]:
        if self._council is None:
            game = seen.game
            make = self._brain(game.key).council
            if make is None:
                raise NoBrain(f"there is no general for {game.title} yet: take officer")
            if self.weights:
                make = make.weighed(self.weights)
            council = self._council = make(seen.scenario, seen.seat)
            council.effort = self.effort
            if seen.scenario.task is None:
                # Where a puzzle began is not for its solver to know.
                council.remember(self._seed)
            council.hear(self._heard)
            self._heard = []
        return self._council

    def _choose(self, council: Council[Any], planner: Planner[Any], sight: Sight[Any]) -> Planner[Any]:
        """Compare courses, then the best one with others like it, and take up the best; who carries it out from now on."""
        # The same number of chances is drawn whatever the search does, so that what follows does not hang on it.
        with Trials(council, planner, sight, self._rng.getrandbits(64)) as trials:
            return self._compare(council, planner, sight, trials)

    def _compare(
        self, council: Council[Any], planner: Planner[Any], sight: Sight[Any], trials: Trials
    ) -> Planner[Any]:
        """Compare courses by these trials, and take up the best; as `_choose`."""
        kept = self._operations.check(council, sight.state)
        courses = council.courses(sight)
        if kept is not None and kept not in courses:
            courses.insert(1, kept)
        if not council.refines(trials.moment):
            courses = trials.distinct(courses)
        if len(courses) < 2:
            return self._take_up(courses[:1], trials)
        clock = sight.clock
        budget = council.playouts(trials.moment) * self.effort
        if council.portion(trials.moment):
            most = max(2, budget // council.fewest)
            self._contest = Contest(self._operations.in_the_running(courses, most), budget)
            self._tallies = {}
            return self._think_on(council, planner, sight)
        if clock.budget.playouts is not None:
            budget = min(budget, clock.budget.playouts - clock.playouts)
        trials.wanted = clock.playouts + budget
        refines = council.refines(trials.moment)
        if refines:
            budget //= 2
        # The first of them are the plainest; too many with too few tries would leave it to chance.
        running = self._operations.in_the_running(courses, max(2, budget // council.fewest))
        ranked = self._ranked(running, budget, trials)
        if refines and not clock.hurry:
            others = council.variants(sight, ranked[0])[: max(1, budget // council.fewest)]
            best = self._ranked([ranked[0], *others], budget, trials)[0]
            ranked = [best, *(each for each in ranked if each is not best)]
        return self._take_up(ranked, trials)

    def _think_on(self, council: Council[Any], planner: Planner[Any], sight: Sight[Any]) -> Planner[Any]:
        """Carry on a comparison for a portion of its playouts, and go over to the best course as far as it is known."""
        contest, clock = self._contest, sight.clock
        assert contest is not None
        with Trials(council, planner, sight, self._rng.getrandbits(64), self._tallies) as trials:
            most = council.portion(trials.moment) * self.effort
            if clock.budget.playouts is not None:
                most = min(most, clock.budget.playouts - clock.playouts)
            trials.wanted = clock.playouts + most
            contest.carry_on(trials.attempts, lambda: clock.hurry, most, trials.together)
        ranked = [each.what for each in contest.ranked]
        if contest.over:
            self._contest = None
        if ranked[0].bearing != self._led:
            return self._take_up(ranked, trials)
        self._tell(ranked, trials)
        return planner

    def _ranked(self, courses: list[Course], budget: int, trials: Trials) -> list[Course]:
        """The best first."""
        found = halve(courses, budget, trials.attempts, lambda: trials.sight.clock.hurry, trials.together)
        return [each.what for each in found]

    def _take_up(self, ranked: list[Course], trials: Trials) -> Planner[Any]:
        """Give orders by the first of these courses from now on, and say why; who carries it out."""
        self._book = OrderBook(list(ranked[0].intents) if ranked else [])
        if not ranked:
            return trials.live
        self._operations.take_up(ranked[0], trials.council, trials.sight.state)
        self._tell(ranked, trials)
        self._led = ranked[0].bearing
        self._planner = trials.council.staff(trials.sight.seat, ranked[0].bearing, trials.live)
        return self._planner

    def _tell(self, ranked: list[Course], trials: Trials) -> None:
        """What is to be said about courses, the best first."""
        best = trials.tally(ranked[0])
        self.chance = self.chance if best.chance is None else best.chance
        if trials.council.playouts(trials.moment):
            self._said = [f"{ranked[0].aim} ({best})."]
        else:
            # Nothing was compared: the staff's plan goes without saying.
            self._said = [f"{ranked[0].aim}."] if ranked[0].bearing else []
        if others := [f"{each.aim} ({trials.tally(each)})" for each in ranked[1 : 1 + TOLD]]:
            self._said.append(f"Also considered: {'; '.join(others)}.")
        self._said += self._operations.told()


class MarshalAgent(GeneralAgent):
    """Does as the general does, with four times as many playouts."""

    effort = 4
    patience = 12

    @classmethod
    def alike(cls, game: str, scenario: str) -> str:
        """Where nothing is searched, whoever the general is like, else the general."""
        if cls.weights:
            return ""
        council = brains()[game].council
        searched = council is None or council.searches(scenario, cls.effort)
        return "" if searched else super().alike(game, scenario) or GENERAL
