"""Chapter 3: what is decided before play: deployment and the secret plans."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose, options
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, GERMAN, NOWHERE, TRACK
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask

PLAN_TURNS = (3, 4)


@case("3.3a", "3.3c")
def german_if_alternate(s: EisenhowerState) -> list[int]:
    """The German player deploys only in the alternative scenario (3.3)."""
    return [GERMAN] if s.scenario.alternate else []


@case("3.3.2a", "3.3.2b")
def allied_first_plan(s: EisenhowerState) -> list[int]:
    """The first invasion is planned in the alternative scenario (3.3.2)."""
    return [ALLIED] if s.scenario.alternate else []


@case("3.2.3a", "3.3.2c")
def allied_second_plan(s: EisenhowerState) -> list[int]:
    """The second invasion is planned in both scenarios (3.2.3), if there is a coast for it."""
    return [ALLIED] if s.scenario.invasion_coast["second"] else []


@case("3.3.1", "3.3c")
class DeployUnit(OrderRule[orders.Deploy, EisenhowerState]):
    """German mobile units of France and Belgium may be set up anywhere in those countries (3.3.1)."""

    order = orders.Deploy

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Mobile units printed in France or Belgium."""
        movable = s.units_in(s.scenario.board.deployment, GERMAN)
        return (
            s.choose_unit(GERMAN, "3.3.1")
            .only(s.scenario.mobile, "3.3.1", "only mobile units are set up elsewhere")
            .only(movable, "3.3.1", "its set-up hex is not in France or Belgium")
            .without(s.position.moved, "3.3.1", "it has been set up elsewhere already")
        )

    def to(self, s: EisenhowerState, unit: int) -> Narrowing:
        """Hexes of France and Belgium with room."""
        return free_deployment(s, unit, "3.3.1")

    def apply(self, s: EisenhowerState, order: orders.Deploy) -> None:
        """Put it there."""
        s.put(order.unit, order.to)
        s.position.moved |= 1 << order.unit
        s.tell("deployed", "3.3.1", "{unit:unit} is set up in {to:hex}", unit=order.unit, to=order.to)


def free_deployment(s: EisenhowerState, unit: int, number: str) -> Narrowing:
    """Hexes of France and Belgium with room for the unit."""
    start = (
        s.choose_hex(number)
        .only(s.scenario.board.deployment, number, "that is not in France or Belgium")
        .without(1 << s.position.at[unit], number, "it is there already")
    )
    return s.room(unit, start)


@case("3.3.3")
class ShiftInfantry(OrderRule[orders.ShiftInfantry, EisenhowerState]):
    """After the Allied plan one 2-3-4 infantry corps may be moved to another hex (3.3.3)."""

    order = orders.ShiftInfantry

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """Once."""
        return Refusal("3.3.3", "one infantry corps has been moved") if s.position.shifted else None

    def unit(self, s: EisenhowerState) -> Narrowing:
        """2-3-4 infantry in France or Belgium."""
        return (
            s.choose_unit(GERMAN, "3.3.3")
            .only(s.scenario.weak_infantry, "3.3.3", "it is no 2-3-4 infantry corps")
            .only(s.units_in(s.scenario.board.deployment, GERMAN), "3.3.3", "it is not in France or Belgium")
        )

    def to(self, s: EisenhowerState, unit: int) -> Narrowing:
        """Hexes of France and Belgium with room (R16)."""
        return free_deployment(s, unit, "3.3.3")

    def apply(self, s: EisenhowerState, order: orders.ShiftInfantry) -> None:
        """Put it there."""
        s.put(order.unit, order.to)
        s.position.shifted = True
        s.tell("deployed", "3.3.3", "{unit:unit} is moved to {to:hex}", unit=order.unit, to=order.to)


@case("3.3.2a")
class ChooseAirborne(OrderRule[orders.ChooseAirborne, EisenhowerState]):
    """The Allied player sets one airborne corps aside for the first invasion (3.3.2)."""

    order = orders.ChooseAirborne

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """One corps."""
        chosen = s.position.first_airborne != NOWHERE
        return Refusal("3.3.2a", "one airborne corps has been set aside") if chosen else None

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Either corps, named by its air-drop form."""
        return s.choose_own(ALLIED, "3.3.2a").only(
            s.scenario.paratroops, "3.3.2a", "it is no airborne corps in air-drop form"
        )

    def apply(self, s: EisenhowerState, order: orders.ChooseAirborne) -> None:
        """Set it aside: in the box in both forms."""
        s.position.first_airborne = order.unit
        for form in (order.unit, s.scenario.other_form[order.unit]):
            if s.position.at[form] == TRACK:
                s.put(form, -2)
        s.tell("chosen", "3.3.2a", "{unit:unit} goes with the first invasion", unit=order.unit)


@case("3.3b", "3.3.2b", "5.3b")
class PlanFirst(OrderRule[orders.PlanFirst, EisenhowerState]):
    """The hex of the first invasion is written down in secret (3.3.2)."""

    order = orders.PlanFirst

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """After the airborne corps is chosen."""
        if s.position.first_airborne == NOWHERE and s.scenario.paratroops:
            return Refusal("3.3.2a", "set an airborne corps aside first")
        return None

    def to(self, s: EisenhowerState) -> Narrowing:
        """The Atlantic coast 2700 to 3510 and the French Mediterranean coast."""
        return s.choose_hex("3.3.2b").only(
            s.scenario.invasion_coast["first"], "3.3.2b", "the first invasion cannot land there"
        )

    def apply(self, s: EisenhowerState, order: orders.PlanFirst) -> None:
        """Write it down."""
        s.position.first_hex = order.to
        s.tell_only(
            (ALLIED,),
            "plan",
            "3.3.2b",
            "the first invasion is planned for {to:hex}",
            "the Allied player has written down the first invasion",
            to=order.to,
        )
        s.finish()


@case("3.2.3a", "3.2.3b", "3.2.3c", "3.2.3d", "13.1a", "13.1b", "13.1c")
class PlanSecond(OrderRule[orders.PlanSecond, EisenhowerState]):
    """Turn and hex of the second invasion are written down in secret (3.2.3)."""

    order = orders.PlanSecond

    def turn(self, s: EisenhowerState) -> Narrowing:
        """Turn 3 or 4."""
        return options(PLAN_TURNS, "3.2.3b", "the second invasion is on Turn 3 or 4")

    def to(self, s: EisenhowerState, turn: int) -> Narrowing:
        """An eligible coastal hex (3.2.3, R3)."""
        return coast(s, s.scenario.invasion_coast["second"])

    def apply(self, s: EisenhowerState, order: orders.PlanSecond) -> None:
        """Write it down."""
        write_plan(s, order.turn, order.to)


def coast(s: EisenhowerState, eligible: Mask) -> Narrowing:
    """The hexes where the second invasion may land."""
    return choose(s.scenario.map.on_map, "2.2a", "that hex is not on the map").only(
        eligible, "3.2.3c", "the second invasion cannot land there"
    )


def write_plan(s: EisenhowerState, turn: int, hex: int) -> None:
    """Note the plan where only the Allied player sees it."""
    s.position.second_turn, s.position.second_hex = turn, hex
    text = "the second invasion is planned for Turn {turn} in {to:hex}"
    if not turn:
        text = "no second invasion is planned"
    s.tell_only(
        (ALLIED,),
        "plan",
        "3.2.3a",
        text,
        "the Allied player has written down the second invasion",
        turn=turn,
        to=hex,
    )
    s.finish()


@case("3.2.3e", "13.1c", "5.3a")
class PlanNone(OrderRule[orders.PlanNone, EisenhowerState]):
    """A blank paper looks like any other (3.2.3, R6)."""

    order = orders.PlanNone

    def apply(self, s: EisenhowerState, order: orders.PlanNone) -> None:
        """Write nothing down."""
        write_plan(s, 0, NOWHERE)


class EndDeployment(OrderRule[orders.Done, EisenhowerState]):
    """The German set-up is as wanted."""

    order = orders.Done

    def apply(self, s: EisenhowerState, order: orders.Done) -> None:
        """Go on."""
        s.position.moved = 0
        s.finish()


@case("3.4b")
def set_up_done(s: EisenhowerState) -> None:
    """Control after the set-up: the Germans hold what no Allied unit holds (3.4)."""
    s.position.moved = 0
    p = s.position
    p.control &= ~s.occupied(GERMAN)
    p.taken = p.control
