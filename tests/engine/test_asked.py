"""A step asks for no more than can be given (`Decide.asked`)."""

from __future__ import annotations

from phaseline.engine import registry
from phaseline.engine.flow import Decide


def plan_of(key: str) -> Decide:
    """The step of a game in which an attack is put together."""
    steps = (step for procedure in registry.game(key).flow.procedures.values() for step in procedure.steps)
    return next(step for step in steps if isinstance(step, Decide) and step.label == "plan")


def test_who_can_add_nothing_more_is_asked_to_roll() -> None:
    step = plan_of("skirmish")
    join = step.more[0]
    assert step.asked([join]) == step.prompt == "add units to the attack, then roll"
    assert step.asked([]) == "nothing more can be added: roll the dice"


def test_every_game_that_plans_attacks_says_when_nothing_can_be_added() -> None:
    for key, answer in (
        ("skirmish", "roll the dice"),
        ("eisenhower", "roll the dice"),
        ("war_in_europe", "roll the dice"),
        ("france44", "close the attack"),
    ):
        step = plan_of(key)
        taken = {rule.order for rule in step.rules}
        assert set(step.more) < taken, key
        assert answer in step.asked(taken - set(step.more)), key
        assert all(step.asked([kind]) == step.prompt for kind in step.more), key


def test_a_step_without_a_closing_asks_the_same_always() -> None:
    step = Decide("x", "1", [], 0, "what now?")
    assert step.asked([]) == "what now?"
