"""Amphibious assault: to sea, ashore, and what the Points do on the beaches (7.3)."""

from __future__ import annotations

from phaseline.drill.lookups import labels
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.files import SEATS
from phaseline.games.war_in_europe.position import NOWHERE, SeaPhase
from phaseline.games.war_in_europe.rules import beaches, shipping, voyage
from phaseline.games.war_in_europe.state import WarState
from phaseline.games.war_in_europe.terms import Store
from phaseline.hexgrid import hexes, mask_of


@case("7.0a", "7.0b", "7.0f", "7.3a", "7.31", "7.32", "7.33a", "7.33b", "7.33c", "7.36a", "14.61")
class AssaultCoast(OrderRule[orders.Assault, WarState]):
    """A ground combat unit assaults a coast from a Friendly Port, carried by an Amphibious Point (7.3)."""

    order = orders.Assault

    def gate(self, s: WarState) -> Refusal | None:
        """While there are Amphibious Points."""
        if shipping.stores(s, s.frame(SeaPhase).seat):
            return None
        return Refusal("7.3a", "no Amphibious Points are ready")

    def unit(self, s: WarState) -> Narrowing:
        """Combat units in Friendly Ports in Major supply, where Amphibious Points are."""
        seat = s.frame(SeaPhase).seat
        sailors = shipping.sailors(s, still="7.32")
        # Who never makes an assault is told that, and not what keeps him from his ship.
        found = (
            s.choose_unit(seat, "7.0d")
            .only(s.scenario.combat_units, "7.36a", "only combat units make amphibious assaults")
            .without(s.defensive, "7.33e", "its strength is for defence only, and it would have to attack")
            .narrowed(sailors.mask, lambda: sailors)
            .without(
                s.units_in(s.position.piers & ~s.scenario.board.ports, seat),
                "7.35a",
                "a beach serves Naval Transport only",
            )
            .only(
                s.units_in(s.position.major, seat),
                "14.61",
                "assaults set out from ports in Major supply only",
            )
            .only(
                s.units_in(shipping.stores(s, seat), seat),
                "7.3a",
                "no Amphibious Points are ready where it is",
            )
        )
        return shipping.with_points(s, found, amphibious=True)

    def to(self, s: WarState, unit: int) -> Narrowing:
        """Coasts that are no mountains, enemies in them or not; or a Friendly Port."""
        seat, start = s.scenario.side_of[unit], s.position.at[unit]
        ports = shipping.havens(s, unit, s.choose_hex("7.33a")).mask
        found = _coasts(s, unit)
        if ports & ~found.mask:
            found = s.choose_hex("7.33a").only(
                ports | found.mask, "7.33a", lambda hex: _not_there(s, unit, hex)
            )
        return found.only(
            shipping.reach(s, seat, start), "7.0d", lambda hex: shipping.no_way(s, seat, start, hex)
        )

    def apply(self, s: WarState, order: orders.Assault) -> None:
        """To sea; its Point is back nine turns later, wherever it lands."""
        voyage.sail(s, order.unit, order.to, "assault", shipping.spend(s, order.unit, amphibious=True))


def _coasts(s: WarState, unit: int) -> Narrowing:
    """The coasts that a unit may assault, as long as a landing is planned only those of the plan."""
    found = beaches.shores(s, unit, s.choose_hex("7.33a"))
    if goals := shipping.planned(s, s.position.at[unit]):
        names = ", ".join(labels(s, goals))
        found = found.only(goals, "4.3", f"the landing of this turn is planned for {names}")
    return found


@case("4.3")
def plan(s: WarState, seat: int) -> Store | None:
    """The Points with which a side has to make a landing by the plan of the scenario in this turn (R175)."""
    return next(
        (
            store
            for store in s.scenario.stores
            if store.divisions and store.seat == seat and shipping.in_force(s, store)
        ),
        None,
    )


@case("4.3")
def missing(s: WarState, store: Store) -> int:
    """How many divisions have still to land with these Points, as long as any that is able to could (R175).

    Who follows into a port that the first have taken is ashore as well.
    """
    brought = s.position.ashore | s.position.shipped
    ashore = s.units_in(store.goals, store.seat) & brought & s.scenario.divisions
    lacking = store.divisions - ashore.bit_count()
    return lacking if lacking > 0 and _could_land(s, store) else 0


def _could_land(s: WarState, store: Store) -> bool:
    """Whether any division that is able to sail with some Points could still assault one of their coasts."""
    rule = AssaultCoast()
    if rule.gate(s) is not None:
        return False
    able = rule.unit(s).mask & s.scenario.divisions & s.units_in(store.area, store.seat)
    return any(rule.to(s, unit).mask & store.goals for unit in hexes(able))


def _not_there(s: WarState, unit: int, hex: int) -> Refusal:
    found = _coasts(s, unit).why_not(hex)
    assert found is not None
    return found


# --- points on beaches ----------------------------------------------------------------------------------------------


@case("7.35a")
class LeavePoint(OrderRule[orders.Pier, WarState]):
    """The Amphibious Point that has carried a unit ashore stays on the beach, one on each (7.35)."""

    order = orders.Pier

    def unit(self, s: WarState) -> Narrowing:
        """Units ashore in this phase, on beaches that have no Point yet."""
        p, seat = s.position, s.frame(SeaPhase).seat
        return (
            s.choose_unit(seat, "7.35a")
            .only(p.ashore, "7.35a", "it has not assaulted a coast in this phase")
            .only(mask_of(p.carriers), "7.35a", "no Amphibious Point has carried it")
            .without(s.units_in(p.piers, seat), "7.35a", "a Point is on that beach already")
        )

    def apply(self, s: WarState, order: orders.Pier) -> None:
        """It stays, and does not come back before it is taken up (7.35)."""
        p, hex = s.position, s.position.at[order.unit]
        entry = p.carriers.pop(order.unit)
        shipping.recycle(s, entry, -1)
        p.piers |= 1 << hex
        p.lent[hex] = entry
        s.tell("points", "7.35a", "an Amphibious Point stays on the beach of {hex:hex}", hex=hex)


@case("7.35b")
class TakePoint(OrderRule[orders.Lift, WarState]):
    """An Amphibious Point is taken up from its beach: nine turns from now it is ready again (7.35, R51)."""

    order = orders.Lift

    def to(self, s: WarState) -> Narrowing:
        """Beaches with a Point that was not left there in this phase."""
        p, seat = s.position, s.frame(SeaPhase).seat
        fresh = mask_of({p.at[unit] for unit in hexes(p.ashore)})
        return (
            s.choose_hex("7.35b")
            .only(p.piers, "7.35b", "no Amphibious Point is there")
            .only(p.owner[seat], "7.35b", "it is not yours")
            .without(fresh, "7.35b", "units have landed there in this phase")
        )

    def apply(self, s: WarState, order: orders.Lift) -> None:
        """Back to its store."""
        beaches.take_up(s, order.to)


@case("4.3", "7.35a")
class BuildHarbour(OrderRule[orders.Harbour, WarState]):
    """A beach with an Amphibious Point becomes a major port, where the scenario gives a side such a harbour (R174)."""

    order = orders.Harbour

    def gate(self, s: WarState) -> Refusal | None:
        """Once, in the turns that the scenario says."""
        p, rule = s.position, s.scenario.setup.special.harbour
        if rule is None or SEATS.index(rule.side) != s.frame(SeaPhase).seat:
            return Refusal("4.3", "you have no artificial harbour in this scenario")
        if p.harbour != NOWHERE:
            return Refusal("4.3", "there is but one artificial harbour, and it has been built")
        if not rule.since <= p.turn <= rule.until:
            return Refusal("4.3", f"it is ready from turn {rule.since} to turn {rule.until}")
        return None

    def to(self, s: WarState) -> Narrowing:
        """Own beaches with a Point."""
        p, seat = s.position, s.frame(SeaPhase).seat
        return (
            s.choose_hex("7.35a")
            .only(p.piers, "7.35a", "no Amphibious Point is on a beach there")
            .only(p.owner[seat], "7.35a", "it is not yours")
        )

    def apply(self, s: WarState, order: orders.Harbour) -> None:
        """It works at once."""
        s.position.harbour = order.to
        s.tell("points", "7.35a", "an artificial harbour is built in {hex:hex}: a major port", hex=order.to)
