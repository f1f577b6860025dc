"""How the computer plans its part of a turn in a skirmish."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

from phaseline.ai.planning import Intent, OrderBook
from phaseline.ai.planning.stepwise import StepPlanner
from phaseline.ai.planning.telling import as_usual, called
from phaseline.ai.sight import Sight
from phaseline.ai.skirmish import battles
from phaseline.ai.skirmish.evaluator import SkirmishEvaluator
from phaseline.ai.skirmish.moves import MovePlan, plan_moves
from phaseline.engine.dice import SeededDice
from phaseline.engine.orders import Order
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.position import Battle, Stance
from phaseline.games.skirmish.scenario import SkirmishScenario
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import hexes, mask_of
from phaseline.wording.counts import several

MOST_TRIED = 24
WHY: Mapping[type[Order], str] = {
    orders.Move: "there it does more than where it stands",
    orders.Withdraw: "drawing back it is worth more than where it would be attacked",
    orders.Stand: "it is worth more where it stands",
    orders.Roll: "all that is planned for this attack is in it",
    orders.CallOff: "nobody is left to make this attack",
    orders.Lose: "it can best spare a step",
    orders.RetreatTo: "of all ways back this leaves the position worth most",
    orders.Advance: "what it takes there outweighs the danger",
    orders.Done: "nothing more here does more good than harm",
}
"""Why an order is given that no plan explains, by what the staff goes by."""

S = Sight[SkirmishState]


class SkirmishPlanner(StepPlanner[SkirmishState]):
    """Chooses a stance by the score, moves all units by one plan, and fights the best set of attacks."""

    ends = orders.Done

    def __init__(self, scenario: SkirmishScenario, seat: int, seed: int) -> None:  # noqa: ARG002 - it needs no chance
        self.scenario = scenario
        self.seat = seat
        self.evaluator = SkirmishEvaluator(scenario, seat)
        self.book = OrderBook()
        self.key: Any = None
        self.lines: dict[str, str] = {}
        self.steps: dict[str, Callable[[S], Order | None]] = {
            "stances": self._stance,
            "movement": self._move,
            "combat": self._attack,
            "plan": self._join,
            **dict.fromkeys(("reaction", "losses", "retreat", "advance"), self._best),
        }

    def plan_in_words(self) -> list[str]:
        """The stance, the moves and the attacks of this turn, with their reasons."""
        return [*self.lines.values(), *self.book.reasons()]

    def why(self, order: Order) -> str:
        """By the attack that is made, by the plan of moves, or else by what the staff goes by."""
        fighting = isinstance(order, orders.Attack | orders.Join | orders.Roll)
        if fighting and isinstance(self.key, tuple) and (planned := self.lines.get(f"attack {self.key[1]}")):
            return planned
        return self.book.why(order) or as_usual(WHY, order, self.scenario.spoken, self.scenario.lexicon)

    # -- stance -------------------------------------------------------------------------------------------------------

    def _stance(self, sight: S) -> Order:
        state = sight.state
        ahead = self._projected(state)
        choice: Stance = "assault" if ahead <= 0 else "hold"
        points = f"{several(abs(ahead), 'point')} {'ahead' if ahead > 0 else 'behind'}"
        self.lines = {"stance": f"If nothing changes we end {points if ahead else 'level'}; so we {choice}."}
        # The moves of the turn before are over.
        self.book = OrderBook()
        return orders.Stance(choice)

    def _projected(self, state: SkirmishState) -> int:
        """By how many points this side leads at the end if no objective changes hands."""
        left = battles.turns_left(state)
        total = 0
        for sign, seat in ((1, self.seat), (-1, 1 - self.seat)):
            gained = sum(self.scenario.objectives[hex] for hex in hexes(state.position.control[seat]))
            total += sign * (state.position.points[seat] + left * gained)
        return total

    # -- movement -----------------------------------------------------------------------------------------------------

    def _move(self, sight: S) -> Order | None:
        state = sight.state
        key = (state.position.turn, self.seat)
        if key != self.key:
            self.key = key
            self._adopt(plan_moves(state, self.evaluator, sight.clock))
        order = self.book.next(sight.legal)
        if order is None and self.book:
            # Something came in between (a screen drew back): think again about those that have not moved.
            self._adopt(plan_moves(state, self.evaluator, sight.clock))
            order = self.book.next(sight.legal)
            self.book.intents.clear()
        return order

    def _adopt(self, plan: MovePlan) -> None:
        lexicon = self.scenario.lexicon
        self.book = OrderBook(
            [
                Intent(
                    orders.Move(unit, to), f"{self.scenario.spoken[unit]} to {called(lexicon, to)}: {why}."
                )
                for unit, to, why in plan.moves
            ]
        )

    # -- combat -------------------------------------------------------------------------------------------------------

    def _attack(self, sight: S) -> Order | None:
        """The attack that is worth most in the best set of attacks that share no unit."""
        state = sight.state
        targets = mask_of(sight.legal.values(orders.Attack))
        attacks = battles.Attacks(state, self.seat, targets, self.evaluator.weights.boldness).plan()
        if not attacks:
            return None
        best = attacks[0]
        target, group = best.target, list(best.places)
        names = ", ".join(self.scenario.spoken[unit] for unit in group)
        where = called(self.scenario.lexicon, target)
        self.lines[f"attack {target}"] = f"Attack {where} with {names}: worth {best.worth:+.1f} points."
        self.key = ("attack", target, group)
        return orders.Attack(target)

    def _join(self, sight: S) -> Order | None:
        battle = sight.state.frame(Battle)
        kept = self.key if isinstance(self.key, tuple) and self.key[:2] == ("attack", battle.target) else None
        group = kept[2] if kept else battles.Attacks(sight.state, self.seat).best(battle.target)[1]
        for unit in group:
            if not battle.attackers >> unit & 1 and sight.legal.refusal(orders.Join(unit)) is None:
                return orders.Join(unit)
        return orders.Roll() if battle.attackers else orders.CallOff()

    # -- small choices ------------------------------------------------------------------------------------------------

    def _best(self, sight: S) -> Order:
        """Losses, retreats, advances, reactions: the order after which the position is worth most."""
        tried = list(itertools.islice(sight.legal, MOST_TRIED))
        return max(tried, key=lambda order: self._after(sight, order))

    def _after(self, sight: S, order: Order) -> float:
        trial = sight.state.copy(SeededDice(sight.rng.randbytes(32)))
        trial.apply(self.seat, order)
        return self.evaluator.worth(trial)
