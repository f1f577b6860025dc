"""The advance after combat: victors go into the hex that was won, or beyond."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from phaseline.drill.battle import Attack
from phaseline.drill.orders import UnitOrder
from phaseline.drill.state import FieldState
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.hexgrid import Mask, hexes

S = TypeVar("S", bound=FieldState[Any, Any])
J = TypeVar("J", bound=UnitOrder)


def cleared(s: FieldState[Any, Any], attack: Attack) -> bool:
    """Whether no enemy is left in the hex under attack."""
    return not s.occupied(1 - attack.attacker) >> attack.target & 1


class Advance(OrderRule[J, S]):
    """A victor advances, as long as there are some who may.

    A game says in `advancers` who may, in `ahead` where such a unit may go, in `apply` what happens, and in `vacated` which
    hexes have been won if an attack may be on several. `owing` is who decides: the attacker, as long as somebody can go.
    """

    attack: ClassVar[type[Attack]]
    """The procedure of an attack."""
    case: ClassVar[str]
    """The case by which victors advance."""
    apart: ClassVar[str] = "it did not take part in the attack"
    """Why another unit does not."""

    def advancers(self, s: S, attack: Any) -> Mask:
        """The victors that have not advanced yet."""
        raise NotImplementedError(f"{type(self).__name__} does not say who advances")

    def ahead(self, s: S, attack: Any, unit: int) -> Narrowing:
        """Where one of them may go."""
        raise NotImplementedError(f"{type(self).__name__} does not say where an advance goes")

    def vacated(self, s: S, attack: Any) -> Mask:
        """The hexes under attack that no enemy holds any more."""
        return 1 << attack.target if cleared(s, attack) else 0

    def owing(self, s: S) -> list[int]:
        """The attacker, when a hex is clear of the enemy and somebody can go."""
        attack = s.frame(self.attack)
        if not self.vacated(s, attack):
            return []
        ready = any(self.ahead(s, attack, unit) for unit in hexes(self.advancers(s, attack)))
        return [attack.attacker] if ready else []

    def unit(self, s: S) -> Narrowing:
        """Those who may."""
        attack = s.frame(self.attack)
        found = s.choose_unit(attack.attacker, self.case)
        return found.only(self.advancers(s, attack), self.case, self.apart)
