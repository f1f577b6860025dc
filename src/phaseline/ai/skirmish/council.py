"""What could be aimed at in a skirmish, for players that search: stances, marches, attacks, and what comes after them."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Hashable
from functools import partial
from typing import Final

from msgspec.structs import replace

from phaseline.ai.brain import Planner
from phaseline.ai.planning import Intent
from phaseline.ai.planning.telling import called
from phaseline.ai.search.council import Council, Course
from phaseline.ai.search.player import Player
from phaseline.ai.sight import Sight
from phaseline.ai.skirmish import battles
from phaseline.ai.skirmish.beliefs import SkirmishPieces
from phaseline.ai.skirmish.dash import march
from phaseline.ai.skirmish.evaluator import SkirmishEvaluator
from phaseline.ai.skirmish.glance import Bearing, Ground
from phaseline.ai.skirmish.moves import plan_moves
from phaseline.ai.skirmish.planner import SkirmishPlanner
from phaseline.ai.skirmish.swift import Swift, stance
from phaseline.engine.orders import Order
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.position import STANCES
from phaseline.games.skirmish.rules.movement import reachable
from phaseline.games.skirmish.scenario import STACKING_LIMIT, SkirmishScenario
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

S = Sight[SkirmishState]

PLAYOUTS: Final = {
    "stances": 48,
    "movement": 160,
    "combat": 64,
    "advance": 24,
    "losses": 24,
    "retreat": 24,
    "reaction": 24,
}
"""By step: the playouts of a search at the level of a general."""
BEARINGS: Final = {
    "": Bearing(),
    "all out": Bearing(approach=0.5, attack=1.0, risk=0.15, boldness=0.0),
    "careful": Bearing(approach=0.2, attack=0.5, risk=1.2, guard=0.5, boldness=0.5),
}
"""How playouts may be played."""
SPREAD: Final = 8
"""So many further marches are drawn by chance."""
VARIED: Final = 11
"""So many marches like the best one are tried."""
NOISE: Final = 1.5
"""How much chance may count when marches are drawn by it, in victory points."""
WAYS: Final = 3
"""So many ways to attack one hex are compared."""
MARGIN: Final = 60
"""A lead of more points counts no more."""
POINT: Final = 15
"""What a point of the lead counts beside victory, which counts 1000."""
SMALL: Final = 12
"""Of a small choice so many orders are compared."""


class SkirmishCouncil(Council[SkirmishState]):
    """Every decision of a skirmish is searched; matches are played to the end."""

    replies = ("", "", "all out", "careful")

    def __init__(self, scenario: SkirmishScenario, seat: int) -> None:
        super().__init__(scenario, seat)
        self.ground = Ground(scenario)
        self.name = scenario.lexicon["unit"].told
        self.label = partial(called, scenario.lexicon)

    @staticmethod
    def bearings() -> list[Bearing]:
        """How playouts may be played."""
        return list(BEARINGS.values())

    def moment(self, state: SkirmishState) -> Hashable | None:
        """A stance, a march, an attack, or a small choice after one."""
        decision = state.waiting()
        if decision is None or self.seat not in decision.seats:
            return None
        step, position = decision.step.label, state.position
        enemy = self.scenario.side_units[1 - self.seat]
        if step in ("stances", "movement"):
            # Who has drawn back is out of reach, or leaves a way open.
            return step, position.turn, (position.reacted & enemy).bit_count()
        if step == "plan":
            step = "combat"
        own = self.scenario.rosters[self.seat]
        standing = tuple([(position.at[unit], position.steps[unit]) for unit in own])
        return step, position.turn, position.battles, standing

    def playouts(self, moment: Hashable) -> int:
        """By step."""
        assert isinstance(moment, tuple)
        return PLAYOUTS[moment[0]]

    def courses(self, sight: S) -> list[Course]:
        """By step."""
        if sight.step == "stances":
            return self._stances(sight)
        if sight.step == "movement":
            return self._marches(sight)
        if sight.step in ("combat", "plan"):
            return self._attacks(sight)
        listed = list(itertools.islice(sight.legal, SMALL))
        return [Course(sight.words(order), (Intent(order),)) for order in listed]

    def refines(self, moment: Hashable) -> bool:
        """Marches."""
        return isinstance(moment, tuple) and moment[0] == "movement"

    def variants(self, sight: S, course: Course) -> list[Course]:
        """Marches in which one or two units go elsewhere."""
        state, rng = sight.state, sight.rng
        moves = {
            intent.order.unit: intent.order.to
            for intent in course.intents
            if isinstance(intent.order, orders.Move)
        }
        able = list(hexes(state.on_map(self.seat) & ~state.position.moved))
        found = {course.intents: course}
        for number in range(2 * VARIED):
            if len(found) > VARIED or not able:
                break
            changed = dict(moves)
            for unit in rng.sample(able, min(len(able), 1 + number % 2)):
                to = rng.choice(list(hexes(reachable(state, unit).all)))
                changed[unit] = to
            given = {unit: changed.get(unit, state.position.at[unit]) for unit in able}
            if self._fits(state, given):
                other = self._march(sight, course.aim, list(given.items()))
                found.setdefault(other.intents, other)
        return [each for each in found.values() if each is not course]

    def pieces(self, seat: int) -> SkirmishPieces | None:
        """The units of either side, where they begin face down."""
        return SkirmishPieces(self.scenario, seat) if self.scenario.options.fog else None

    @property
    def known(self) -> Mask:
        """The enemies that the seat is sure of though they are face down."""
        return 0 if self.beliefs is None else self.beliefs.sure

    @property
    def shown(self) -> Mask:
        """The seat's own units that an enemy who remembers is sure of."""
        return 0 if self.theirs is None else self.theirs.sure

    def imagine(self, state: SkirmishState, rng: random.Random) -> None:
        """An enemy who has chosen a stance in secret has chosen what the staff would, as often as not."""
        super().imagine(state, rng)
        other = 1 - self.seat
        if (
            None in state.position.stances
            and state.position.stances[other] is not None
            and rng.random() < 0.5
        ):
            state.position.stances[other] = stance(state, other)
            state.changed()

    def staff(
        self,
        seat: int,
        bearing: str,  # noqa: ARG002 - its courses say every order
        live: Planner[SkirmishState] | None,
    ) -> Planner[SkirmishState]:
        """The one there is: it decides nothing that is searched."""
        return SkirmishPlanner(self.scenario, seat, 0) if live is None else live

    def player(self, seat: int, bearing: str, live: Planner[SkirmishState] | None) -> Player:  # noqa: ARG002
        """Someone in a hurry, who need not know what the staff has begun."""
        return Swift(
            self.ground, seat, BEARINGS[bearing], known=self.known if seat == self.seat else self.shown
        )

    def value(self, state: SkirmishState) -> int:
        """Victory, and by how much."""
        outcome = state.position.outcome
        points = state.position.points
        lead = max(-MARGIN, min(MARGIN, points[self.seat] - points[1 - self.seat]))
        if outcome is None or outcome.winner is None:
            return POINT * lead
        return POINT * lead + (1000 if outcome.winner == self.seat else -1000)

    # -- what could be done -------------------------------------------------------------------------------------------

    def _stances(self, sight: S) -> list[Course]:
        usual = stance(sight.state, self.seat)
        ranked = sorted(STANCES, key=lambda each: each != usual)
        return [Course(f"Stance: {each}", (Intent(orders.Stance(each)),)) for each in ranked]

    def _marches(self, sight: S) -> list[Course]:
        state = sight.state
        evaluator = SkirmishEvaluator(self.scenario, self.seat)
        weights = evaluator.weights
        found: list[Course] = []

        def add(aim: str, moves: list[tuple[int, Hex]]) -> None:
            course = self._march(sight, aim, moves)
            if all(course.intents != other.intents for other in found):
                found.append(course)

        add(
            "The staff's plan",
            [(unit, to) for unit, to, _ in plan_moves(state, evaluator, sight.clock).moves],
        )
        evaluator.weights = replace(weights, threat=0.0, approach=3 * weights.approach)
        add("All out", [(unit, to) for unit, to, _ in plan_moves(state, evaluator, sight.clock).moves])
        for aim, name in (
            ("Forward", ""),
            ("Forward, whatever it costs", "all out"),
            ("No risks", "careful"),
        ):
            add(aim, march(self.ground, state, self.seat, BEARINGS[name], known=self.known))
        for goal in self.scenario.objectives:
            for bearing in (BEARINGS[""], BEARINGS["all out"]):
                aim = f"Main effort: {self.label(goal)}"
                effort = bearing._replace(focus=goal)
                add(aim, march(self.ground, state, self.seat, effort, known=self.known))
        add("Stand where we are", [])
        for _ in range(SPREAD):
            bearing = BEARINGS[""]._replace(noise=NOISE, risk=sight.rng.choice((0.2, 0.5, 1.0)))
            add("Another way forward", march(self.ground, state, self.seat, bearing, sight.rng, self.known))
        return found

    def _march(self, sight: S, aim: str, moves: list[tuple[int, Hex]]) -> Course:
        at = sight.state.position.at
        intents = [
            Intent(orders.Move(unit, to), f"{self.name(unit)} to {self.label(to)}.")
            for unit, to in sorted(moves)
            if at[unit] != to
        ]
        return Course(aim, (*intents, Intent(orders.Done())))

    def _fits(self, state: SkirmishState, places: dict[int, Hex]) -> bool:
        """Whether no hex is overcrowded."""
        at = state.position.at
        crowd = Counter(places.get(unit, at[unit]) for unit in hexes(state.on_map(self.seat)))
        return max(crowd.values()) <= STACKING_LIMIT

    def _attacks(self, sight: S) -> list[Course]:
        state = sight.state
        if sight.step == "plan":
            return []
        targets = mask_of(sight.legal.values(orders.Attack))
        staff = battles.Attacks(state, self.seat, targets)
        planned = staff.plan()
        ways = [*planned[:1]]
        for target in hexes(targets):
            ways += staff.ways(target)[:WAYS]
            everybody = {each.unit: each.hex for each in staff.candidates(target)}
            if everybody:
                ways.append(staff.assess(target, everybody))
        found: list[Course] = []
        for way in ways:
            given: list[Order] = [
                orders.Attack(way.target),
                *map(orders.Join, sorted(way.places)),
                orders.Roll(),
            ]
            names = ", ".join(self.name(unit) for unit in sorted(way.places))
            course = Course(
                f"Attack {self.label(way.target)} with {names}", tuple(Intent(order) for order in given)
            )
            if all(course.intents != other.intents for other in found):
                found.append(course)
        none = Course("No further attack", (Intent(orders.Done()),))
        return [*found, none] if planned else [none, *found]
