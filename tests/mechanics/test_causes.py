"""Which rule bars a way: one by itself before several together."""

from collections.abc import Callable

import pytest

from phaseline.engine.refusal import Refusal
from phaseline.mechanics.causes import Cause, alone, in_pairs, in_turn, without

Rules = frozenset[str]
"""A way, in these tests: the rules that still hold on it."""

EVERY: Rules = frozenset({"mud", "river", "enemy"})


def cause(rule: str) -> Cause[Rules]:
    return Cause(lambda way: way - {rule}, Refusal(rule, f"{rule} is in the way"))


CAUSES = [cause("mud"), cause("river"), cause("enemy")]


def barred_by(*rules: str) -> Callable[[Rules], bool]:
    """A way that is open as soon as none of these rules holds."""
    return lambda way: not way & set(rules)


def name(refusal: Refusal | None) -> str | None:
    return None if refusal is None else refusal.case


@pytest.mark.parametrize("rule", sorted(EVERY))
def test_a_rule_that_bars_the_way_by_itself_is_the_cause(rule: str) -> None:
    assert name(alone(EVERY, CAUSES, barred_by(rule))) == rule


def test_of_two_rules_either_of_which_would_do_the_first_is_named() -> None:
    def opens(way: Rules) -> bool:
        return "enemy" not in way or "river" not in way

    assert name(alone(EVERY, CAUSES, opens)) == "river"
    assert name(alone(EVERY, CAUSES[::-1], opens)) == "enemy"


def test_no_rule_alone_is_the_cause_where_two_bar_the_way() -> None:
    assert alone(EVERY, CAUSES, barred_by("mud", "enemy")) is None


@pytest.mark.parametrize(
    ("rules", "named"),
    [(("mud", "river"), "river"), (("mud", "enemy"), "enemy"), (("river", "enemy"), "enemy")],
)
def test_of_a_pair_the_later_is_named(rules: tuple[str, str], named: str) -> None:
    assert name(in_pairs(EVERY, CAUSES, barred_by(*rules))) == named


def test_three_rules_are_no_pair() -> None:
    assert in_pairs(EVERY, CAUSES, barred_by(*EVERY)) is None
    assert name(in_turn(EVERY, CAUSES, barred_by(*EVERY))) == "enemy"


def test_in_turn_none_is_put_back_and_the_one_that_opens_the_way_is_named() -> None:
    assert name(in_turn(EVERY, CAUSES, barred_by("mud", "river"))) == "river"
    assert name(in_turn(EVERY, CAUSES, barred_by("mud"))) == "mud"


def test_what_no_rule_explains_has_no_cause() -> None:
    def shut(way: Rules) -> bool:
        return "siege" in way

    for search in (alone, in_pairs, in_turn):
        assert search(EVERY, CAUSES, shut) is None
        assert search(EVERY, [], barred_by("mud")) is None


def test_a_cause_is_looked_at_only_until_one_is_found() -> None:
    asked: list[Rules] = []

    def opens(way: Rules) -> bool:
        asked.append(way)
        return "mud" not in way

    assert name(alone(EVERY, CAUSES, opens)) == "mud"
    assert asked == [EVERY - {"mud"}]


def test_the_way_without_some_rules() -> None:
    assert without(EVERY, CAUSES[:2]) == {"enemy"}
    assert without(EVERY, []) == EVERY
