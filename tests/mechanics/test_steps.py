"""Step losses: who must take them, and every way they may be shared out."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaseline.mechanics.steps import (
    Battered,
    Rule,
    allocations,
    any_unit,
    each_once,
    exchanges,
    in_tiers,
    largest_by,
    largest_first,
    points_lost,
)

stacks = st.lists(st.integers(0, 4), min_size=1, max_size=5)
rules = st.sampled_from([any_unit, each_once, largest_first])


class TestOwnersChoice:
    def test_a_unit_may_be_flipped_and_removed_for_two(self) -> None:
        assert allocations((2, 2), 2, any_unit) == [(0, 2), (1, 1), (2, 0)]

    def test_losses_beyond_the_steps_present_are_ignored(self) -> None:
        assert allocations((2,), 3, any_unit) == [(2,)]

    @given(stacks, st.integers(0, 12))
    def test_it_is_every_way_to_share(self, steps: list[int], losses: int) -> None:
        losses = min(losses, sum(steps))
        every = product(*(range(held + 1) for held in steps))
        assert allocations(steps, losses, any_unit) == sorted(way for way in every if sum(way) == losses)


class TestEachOnce:
    """All are reduced before any is eliminated."""

    def test_two_full_corps_share_two_losses(self) -> None:
        assert allocations((2, 2), 2, each_once) == [(1, 1)]

    def test_a_stack_of_reduced_units_is_no_deadlock(self) -> None:
        assert allocations((1, 1), 1, each_once) == [(0, 1), (1, 0)]

    def test_a_reduced_unit_may_go_before_a_full_one_loses_twice(self) -> None:
        assert allocations((2, 1), 2, each_once) == [(1, 1)]

    def test_units_without_attack_factor_lose_last(self) -> None:
        tiers = in_tiers((0, 0, 1), each_once)
        assert allocations((2, 1, 2), 2, tiers) == [(1, 1, 0)]
        assert allocations((2, 1, 2), 3, tiers) == [(2, 1, 0)]
        assert allocations((2, 1, 2), 4, tiers) == [(2, 1, 1)]


class TestLargestFirst:
    def test_the_strongest_at_the_instant_of_fire_takes_each_hit(self) -> None:
        """Armour and mechanized at 4, two hits: one each, whichever comes first."""
        assert allocations((4, 4), 2, largest_first) == [(1, 1)]

    def test_the_owner_chooses_among_equals(self) -> None:
        """A hit on units at 3, 2 and 2 brings all to 2; the next is free."""
        assert allocations((3, 2, 2), 2, largest_first) == [(1, 0, 1), (1, 1, 0), (2, 0, 0)]

    def test_a_headquarters_counts_by_its_value_and_lives_on_at_nought(self) -> None:
        """A headquarters of value 1 has two steps; an infantry of 1 is its equal, one of 2 is larger."""
        assert allocations((2, 1), 1, largest_by((1, 0))) == [(0, 1), (1, 0)]
        assert allocations((2, 2), 1, largest_by((1, 0))) == [(0, 1)]
        assert allocations((1, 1), 1, largest_by((1, 0))) == [(0, 1)]
        assert allocations((1, 0), 2, largest_by((1, 0))) == [(1, 0)]

    def test_a_unit_without_steps_is_never_hit(self) -> None:
        assert largest_first((0, 0), (0, 0)) == ()
        assert allocations((1, 0), 3, largest_first) == [(1, 0)]


@given(stacks, st.integers(0, 12), rules)
def test_a_rule_never_loses_more_nor_less_than_it_must(steps: list[int], losses: int, rule: Rule) -> None:
    ways = allocations(steps, losses, rule)
    assert ways == sorted(set(ways))
    assert ways
    for way in ways:
        assert sum(way) == min(losses, sum(steps))
        assert all(0 <= lost <= held for lost, held in zip(way, steps, strict=True))


class TestHitsThatNeedSeveral:
    def test_two_half_hits_cost_the_same_unit_a_step(self) -> None:
        once = Battered((3, 2, 3)).hit(2, per_step=2)
        assert once.left == (3, 2, 3)
        assert once.takers() == (2,)
        assert once.hit(2, per_step=2) == Battered((3, 2, 2))

    def test_the_strongest_is_found_again_after_a_step(self) -> None:
        assert Battered((3, 2, 3)).takers() == (0, 2)
        assert Battered((3, 2, 3)).hit(0).takers() == (2,)

    def test_a_third_hit_is_carried_twice(self) -> None:
        assert Battered((1,)).hit(0, per_step=3).hit(0, per_step=3) == Battered((1,), carried=2, carrier=0)
        assert Battered((1,), carried=2, carrier=0).hit(0, per_step=3) == Battered((0,))

    def test_a_hit_is_full_when_protection_falls_away(self) -> None:
        assert Battered((2,), carried=1, carrier=0).hit(0, per_step=1) == Battered((1,))

    def test_nobody_is_left_to_hit(self) -> None:
        assert Battered((0, 0)).takers() == ()

    @given(stacks, st.integers(1, 3), st.integers(0, 12))
    def test_steps_lost_are_hits_divided(self, steps: list[int], per_step: int, rolled: int) -> None:
        units = Battered(tuple(steps))
        for _ in range(rolled):
            if takers := units.takers():
                units = units.hit(takers[0], per_step)
        assert sum(units.left) == max(sum(steps) - rolled // per_step, 0)


class TestStrengthPoints:
    def test_the_cheapest_payment_is_one_flip(self) -> None:
        """Three 8-8 divisions owe eight points: any one of them is flipped."""
        assert list(exchanges([(8,), (8,), (8,)], 8)) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]

    def test_small_units_may_pay_together(self) -> None:
        assert list(exchanges([(6,), (3,), (3,)], 6)) == [(0, 1, 1), (1, 0, 0)]

    def test_all_are_lost_when_they_cannot_pay(self) -> None:
        assert list(exchanges([(2,), (3, 1)], 8)) == [(1, 2)]

    def test_nothing_is_owed(self) -> None:
        assert list(exchanges([(2,), (3,)], 0)) == [(0, 0)]
        assert list(exchanges([], 4)) == [()]

    def test_a_worthless_step_is_not_lost_for_nothing(self) -> None:
        assert list(exchanges([(2, 0), (3,)], 5)) == [(1, 1)]

    def test_half_points_count(self) -> None:
        assert list(exchanges([(2,), (1,)], Fraction(3, 2))) == [(1, 0)]

    @given(
        st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=2), max_size=4),
        st.integers(0, 20),
    )
    def test_payments_are_enough_and_never_a_step_too_many(self, values: list[list[int]], need: int) -> None:
        def enough(lost: tuple[int, ...]) -> bool:
            return points_lost(values, lost) >= need

        every = list(product(*(range(len(worth) + 1) for worth in values)))
        expected = [
            lost
            for lost in every
            if enough(lost)
            and not any(
                steps and enough((*lost[:unit], steps - 1, *lost[unit + 1 :]))
                for unit, steps in enumerate(lost)
            )
        ]
        assert list(exchanges(values, need)) == (expected or [tuple(map(len, values))])


@pytest.mark.parametrize("rule", [any_unit, each_once, largest_first])
def test_an_empty_hex_takes_no_losses(rule: Rule) -> None:
    assert allocations((), 3, rule) == [()]
