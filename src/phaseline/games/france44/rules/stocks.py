"""Supply counters: what is drawn from them, captured, and put down from what was not used (16.6, 16.9, 16.311)."""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED
from phaseline.games.france44.rules import ports
from phaseline.games.france44.state import FranceState

LARGEST = 20
"""The largest amount put down at once (D9)."""


@case("16.311", "16.7b")
def draw_down(s: FranceState) -> None:
    """At the turn's end counters shrink by the units that drew on them and have moved or fought; idle ones use nothing."""
    p = s.position
    for unit, hex in p.feeder.items():
        stocks = s.dumps(s.scenario.side_of[unit])
        if p.active >> unit & 1 and hex in stocks:
            stocks[hex] -= 1
            if not stocks[hex]:
                del stocks[hex]
                s.tell("stocks", "16.311", "the supplies in {hex:hex} are used up", hex=hex)
    p.feeder.clear()


# -- stockpiling ------------------------------------------------------------------------------------------------------


@case("5.31a", "16.6a")
def spare(s: FranceState) -> int:
    """What Allied ports could have supplied and nobody used, so far as it has not been stocked; not below 0 (5.31)."""
    p = s.position
    used = (p.active & s.scenario.side_units[ALLIED]).bit_count()
    return max(0, p.capacity - used - p.stocked)


@case("5.3", "5.31b", "16.6b")
def asked_to_stock(s: FranceState) -> list[int]:
    """The Allied player, when there is something to spare and a port to put it."""
    return [ALLIED] if spare(s) and ports.controlled(s) else []


@case("5.31a", "5.31b", "16.6a", "16.6b")
class StockUp(OrderRule[orders.Stock, FranceState]):
    """Put supply counters down in Allied ports, worth what was not used (5.31, R102)."""

    order = orders.Stock

    def gate(self, s: FranceState) -> Refusal | None:
        """Something must be left."""
        return None if spare(s) else Refusal("5.31b", "all that ports could spare has been put down")

    def value(self, s: FranceState) -> Narrowing:
        """How many points, up to what is left."""
        most = min(spare(s), LARGEST)
        return choose((2 << most) - 2, "5.31b", f"a counter of 1 to {most} can be put down now")

    def to(self, s: FranceState, value: int) -> Narrowing:
        """A port or Mulberry of the Continent in Allied control."""
        return s.choose_hex("5.31b").only(ports.controlled(s), "5.31b", "it is no port in Allied control")

    def apply(self, s: FranceState, order: orders.Stock) -> None:
        """Add to what is there."""
        p = s.position
        p.allied_dumps[order.to] = p.allied_dumps.get(order.to, 0) + order.value
        p.stocked += order.value
        text = "supplies worth {value} are stocked in {to:hex}"
        s.tell("stocks", "5.31b", text, value=order.value, to=order.to)


class EndStocking(EndStep[orders.Done, FranceState]):
    """What has not been put down is lost."""

    order = orders.Done
