"""What an attack is expected to bring and to cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from phaseline.mechanics.distributions import Distribution

T = TypeVar("T")


class Exchange(NamedTuple):
    """The mean of an attack's outcomes: what either side loses, in any one measure, and the chance of success."""

    own: float
    enemy: float
    success: float

    @classmethod
    def of(
        cls,
        outcomes: Distribution[T],
        own: Callable[[T], float],
        enemy: Callable[[T], float],
        success: Callable[[T], bool],
    ) -> Exchange:
        """Of exact outcomes, each valued.

        >>> from phaseline.mechanics.distributions import dice
        >>> Exchange.of(dice(1), lambda die: die < 3, lambda die: die > 3, lambda die: die == 6).success
        0.16666666666666666
        """
        return cls.mean(
            (share, own(outcome), enemy(outcome), success(outcome))
            for outcome, share in outcomes.floats().items()
        )

    @classmethod
    def mean(cls, outcomes: Iterable[tuple[float, float, float, bool]]) -> Exchange:
        """Of outcomes given as probability, own loss, enemy loss, and whether it is a success."""
        own = enemy = success = 0.0
        for share, lost, killed, won in outcomes:
            own += share * lost
            enemy += share * killed
            success += share * won
        return cls(own, enemy, success)

    @classmethod
    def equal(cls, outcomes: Iterable[tuple[float, float, float]]) -> Exchange:
        """Of outcomes that are all as likely, given as own loss, enemy loss, and the chance that it is a success then.

        >>> Exchange.equal([(1, 0, 0.0), (0, 2, 0.5)])
        Exchange(own=0.5, enemy=1.0, success=0.25)
        """
        own = enemy = success = 0.0
        count = 0
        for lost, killed, won in outcomes:
            own += lost
            enemy += killed
            success += won
            count += 1
        return cls(own / count, enemy / count, success / count)

    def worth(self, prize: float, price: float = 1.0, kill: float = 1.0) -> float:
        """What it brings: the enemy's losses at `kill` and the prize of success, less one's own losses at `price`."""
        return kill * self.enemy + prize * self.success - price * self.own
