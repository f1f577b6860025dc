"""The sequential test: what it weighs, when it stops, and how often it errs."""

import random
from collections import Counter

import pytest

from phaseline.lab.sequential import SHARES, Trial, log_ratio, share_by_margins, share_by_wins

TRIAL = Trial(even=0.5, better=0.6)


def run(trial: Trial, mean: float, rng: random.Random) -> tuple[str | None, int]:
    """A test of an agent that wins each match with this chance."""
    shares: Counter[float] = Counter()
    for pairs in range(1, 2000):
        shares[share_by_wins(float(rng.random() < mean) for _ in range(2))] += 1
        verdict = trial.verdict(shares)
        if verdict is not None:
            return verdict, pairs
    return None, pairs


def test_the_ratio_is_that_of_two_bernoullis_where_pairs_are_won_or_lost() -> None:
    """30 of 40 whole pairs: 30 log(0.6/0.5) + 10 log(0.4/0.5), but for the little counted for what did not come up."""
    assert log_ratio(Counter({1.0: 30, 0.0: 10}), 0.5, 0.6) == pytest.approx(3.2381, abs=0.02)


def test_the_ratio_turns_round_with_the_shares() -> None:
    found = Counter({0.0: 3, 0.25: 1, 0.5: 8, 0.75: 2, 1.0: 5})
    turned = Counter({1 - share: count for share, count in found.items()})
    assert log_ratio(found, 0.45, 0.55) == pytest.approx(-log_ratio(turned, 0.45, 0.55))


def test_few_pairs_settle_nothing() -> None:
    assert TRIAL.verdict(Counter({1.0: 3})) is None
    assert Trial(better=0.9).verdict(Counter({1.0: 12})) == "better"
    assert Trial(better=0.9).verdict(Counter({0.5: 12})) == "not better"


def test_it_errs_about_as_seldom_as_it_promises_and_stops_early() -> None:
    rng = random.Random(5)
    even = [run(TRIAL, 0.5, rng) for _ in range(100)]
    strong = [run(TRIAL, 0.6, rng) for _ in range(100)]
    assert sum(verdict == "better" for verdict, _ in even) < 12
    assert sum(verdict == "not better" for verdict, _ in strong) < 12
    assert sum(pairs for _, pairs in strong) / 100 < 100
    assert all(verdict is not None for verdict, _ in (*even, *strong))


def test_pairs_are_worth_what_was_won_or_by_how_much() -> None:
    assert {share_by_wins(pair) for pair in ((0, 0), (0, 0.5), (1, 0), (1, 0.5), (1, 1))} == set(SHARES)
    assert [share_by_margins(pair) for pair in ((-9, 10), (9, -10), (4, -4))] == [1.0, 0.0, 0.5]
