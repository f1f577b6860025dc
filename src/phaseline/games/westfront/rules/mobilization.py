"""Mobilization: an active HQ ends its command and makes its own move by land (5.41, 5.62, 5.7c).

Wired into the sequence: `MobilizeHQ`, `EndMobilization`. Mobilizing by rail or sea is in `rail` and `sailing`.
"""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.command import Mobilize
from phaseline.games.westfront.position import Movement
from phaseline.games.westfront.rules import beachheads, command, ground, movement, reasons, retreat
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex


@case("5.41", "5.43", "5.62", "5.7a", "5.7c", "4.42b", "4.44b", "6.41a", "6.32b")
class MobilizeHQ(OrderRule[Mobilize, WestFrontState]):
    """After the other moves an HQ may deactivate and make its own normal move (5.41).

    It never engages. The last unit to leave a battle is its own rearguard (6.41).
    """

    order = Mobilize

    def hq(self, s: WestFrontState) -> Narrowing:
        """Active HQs that have not to stay for a blitz."""
        return (
            s.choose_unit(s.acting, "5.41")
            .only(s.hqs_by_role()[""], "5.41", "only an active HQ mobilizes")
            .only(command.mobilizing_hqs(s), "5.7a", "a Blitz HQ stays active until Blitz Movement is done")
        )

    def to(self, s: WestFrontState, hq: int) -> Narrowing:
        """Where it can go; staying is a way of mobilizing too."""
        here = 1 << s.position.at[hq]
        to = (
            ground.destinations(s, hq)
            .without(s.occupied(1 - s.acting) & ~here, "5.1b", "an HQ never engages enemy units")
            .only(ground.ways(s, hq).quiet | here, "6.1a", lambda hex: reasons.out_of_reach(s, hq, hex))
            .without(ground.full(s, s.acting) & ~here, "6.21", "the hex is full")
        )
        if s.engaged(hq) and (why := retreat.held_back(s, hq)):
            # An HQ 0 would be lost as it is deactivated, and so leave the battle where it stands, too.
            to.only(here if s.position.cv[hq] else 0, why.case, why.reason)
        return to

    def via(self, s: WestFrontState, hq: int, to: int) -> Narrowing:
        """The hex through which it leaves a battle, if it does."""
        return ground.way_options(s, hq, to)

    def apply(self, s: WestFrontState, order: Mobilize) -> None:
        """Deactivate, then move (5.43); out of a battle that it gives up only after Pursuit Fire."""
        hq, here = order.hq, s.position.at[order.hq]
        via = None if order.to == here else ground.door(s, hq, order.to, order.via)
        if command.deactivate(s, hq):
            retreat.settle(s, here, s.acting)
            return
        if order.to == here:
            return
        if via is not None:
            ground.count_crossing(s, here, via)
        if s.engaged(hq) and not retreat.may_leave(s, hq):
            s.position.rearguards[here] = (hq, order.to)
            return
        beachheads.trample(s, hq, order.to, via)
        go(s, hq, order.to)
        s.tell_of(
            hq,
            "mobilization",
            "5.41",
            "{unit:unit} mobilizes from {start:hex} to {to:hex}",
            "an HQ mobilizes from {start:hex} to {to:hex}",
            start=here,
            to=order.to,
        )


def go(s: WestFrontState, hq: int, to: Hex) -> None:
    """Move an HQ that mobilizes."""
    s.position.moved |= 1 << hq
    s.position.disengaged |= s.engaged(hq) << hq
    s.put(hq, to)
    beachheads.overrun(s)


@case("5.41", "5.42", "5.21d")
class EndMobilization(EndStep[Done, WestFrontState]):
    """The other HQs stay active for combat (5.42)."""

    order = Done

    def gate(self, s: WestFrontState) -> Refusal | None:
        """An HQ whose deployment has overstacked a hex must make room while it can (5.21d)."""
        over = movement.overstacked(s, s.frame(Movement).seat)
        rule = MobilizeHQ()
        for hq in command.mobilizers(s) if over else ():
            here = 1 << s.position.at[hq]
            if over & here and rule.to(s, hq).mask & ~here:
                return Refusal(
                    "6.2a", f"{s.unit(hq).name} stands in a hex that holds too many units and can leave it"
                )
        return None
