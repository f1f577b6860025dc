"""Narrowings: what is left, and why the rest is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaseline.engine.narrowing import choose, options

masks = st.integers(min_value=0, max_value=2**40 - 1)


@given(masks, st.lists(st.tuples(st.booleans(), masks), max_size=6))
def test_every_value_is_either_left_or_refused_by_the_first_step_that_removed_it(
    universe: int, steps: list[tuple[bool, int]]
) -> None:
    narrowing = choose(universe, "0", "not here")
    left = {value for value in range(40) if universe >> value & 1}
    reason = {value: "0" for value in range(40) if value not in left}
    for number, (keep, mask) in enumerate(steps, start=1):
        chosen = {value for value in left if bool(mask >> value & 1) == keep}
        reason |= {value: str(number) for value in left - chosen}
        left = chosen
        (narrowing.only if keep else narrowing.without)(mask, str(number), "removed")
    assert set(narrowing) == left
    assert len(narrowing) == len(left)
    assert bool(narrowing) == bool(left)
    for value in range(40):
        refusal = narrowing.why_not(value)
        assert (refusal is None) == (value in narrowing)
        assert (None if refusal is None else refusal.case) == reason.get(value)


def test_a_condition_that_fails_refuses_everything_left() -> None:
    narrowing = choose(0b110, "1", "outside").require(True, "2", "never").require(False, "3", "not in mud")
    assert not narrowing
    assert str(narrowing.why_not(1)) == "case 3: not in mud"
    assert str(narrowing.why_not(0)) == "case 1: outside"


def test_a_reason_may_be_made_from_the_value_and_only_when_asked() -> None:
    asked: list[int] = []

    def reason(value: int) -> str:
        asked.append(value)
        return f"hex {value}"

    narrowing = choose(0b111, "1", "outside").without(0b010, "2", reason)
    assert asked == []
    assert str(narrowing.why_not(1)) == "case 2: hex 1"
    assert asked == [1]


@pytest.mark.parametrize("value", [-1, 40, 10**30, "x", None])
def test_values_that_mean_nothing_are_refused_by_the_first_step(value: object) -> None:
    narrowing = choose(0b111, "1", "there is no such hex")
    assert value not in narrowing
    assert str(narrowing.why_not(value)) == "case 1: there is no such hex"


def test_options_keep_their_order_and_tell_types_apart() -> None:
    choice = options(("stay", 1, None, "go"), "5", "unknown").keep(
        lambda value: value != "go", "6", "the road is cut"
    )
    assert list(choice) == ["stay", 1, None]
    assert None in choice
    assert True not in choice, "True equals 1 but is another value"
    assert str(choice.why_not("go")) == "case 6: the road is cut"
    assert str(choice.why_not("fly")) == "case 5: unknown"
