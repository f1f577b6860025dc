"""What a side gives up in its production: units (11.52), and the drops of its paras (14.7)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders.airborne import GroundParas
from phaseline.games.westfront.orders.production import Disband
from phaseline.games.westfront.position import AXIS
from phaseline.games.westfront.state import WestFrontState


@case("11.52")
class DisbandRule(OrderRule[Disband, WestFrontState]):
    """Any own unit may be eliminated, engaged or not, before it is built on (11.52, R102)."""

    order = Disband

    def unit(self, s: WestFrontState) -> Narrowing:
        """Own units on the map."""
        position = s.position
        return (
            s.choose_unit(s.acting, "11.52")
            .without(position.disbanding, "11.52", "it is being disbanded already")
            .without(position.built, "11.52", "it got a step this month")
        )

    def apply(self, s: WestFrontState, order: Disband) -> None:
        """It leaves when production is over."""
        s.position.disbanding |= 1 << order.unit


@case("14.7", "husky.4", "13.22c")
class GroundRule(OrderRule[GroundParas, WestFrontState]):
    """The Axis may ground its paras for good: no more drops, half the price (14.7, R27)."""

    order = GroundParas

    def gate(self, s: WestFrontState) -> Refusal | None:
        """The Axis, once."""
        if s.acting != AXIS:
            return Refusal("14.7", "only German paras are grounded")
        grounded = s.has("paras grounded") or s.position.grounding
        return Refusal("14.7", "they are grounded already") if grounded else None

    def apply(self, s: WestFrontState, order: GroundParas) -> None:
        """For good; the Allies learn it when production is over."""
        s.position.grounding = True
