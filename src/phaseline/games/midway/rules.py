"""The rules of the addendum (23.0 to 23.5). What it takes from the base game it asks the player."""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine import Narrowing, OrderRule, Refusal, case, choose
from phaseline.engine.events import ELIMINATED
from phaseline.games.midway import orders
from phaseline.games.midway.position import (
    ABOARD_CVN,
    ABOARD_HIYO,
    BOX_OF_COUNTER,
    COUNTERS,
    GONE,
    LOST,
    NOT_YET,
    PLACES,
    REINFORCEMENTS,
    SPACES,
    TRUK_SO,
    Arrival,
    Basing,
    Cycle,
    Operation,
    Storm,
)
from phaseline.games.midway.scenario import FORCES, INCIDENTS, RESULTS
from phaseline.games.midway.state import MidwayState
from phaseline.hexgrid import hexes, mask_of

PLAYER = 0
OTHER = INCIDENTS.index("other")
WON, LOST_TO_JAPAN = RESULTS.index("player"), RESULTS.index("Japan")

# --- the pool -------------------------------------------------------------------------------------------------------


@case("23.5")
def errata(s: MidwayState) -> None:
    """Three counters replace misprinted ones."""
    for name in s.scenario.sheet.errata.counters:
        s.tell("setup", "23.5", f"use the corrected counter: {name}; discard the misprinted one")
    if s.scenario.options.earlier:
        s.tell("setup", "23.0", "the earlier optional units of 22.0 are in play as well")


@case("23.0", "23.1a")
def next_cycle(s: MidwayState, count: int) -> Cycle | None:
    """The pool is gone through once, or twice with the bonus counters."""
    return Cycle(number=count + 1) if count < s.scenario.cycles else None


@case("23.1a", "23.1b", "23.2h")
def fill_pool(s: MidwayState) -> None:
    """All operation counters are in the pool; the second time with three more incidents. Nobody on the map moves."""
    p, pool, options = s.position, s.scenario.sheet.pool, s.scenario.options
    p.cycle = s.frame(Cycle).number
    p.operations, p.incidents = pool.operations, options.incidents
    s.tell("pool", "23.1a", "{count} operation counters are in the pool", count=p.operations)
    if p.cycle == s.scenario.cycles == 2:
        if options.incidents:
            p.incidents += pool.incidents
            s.tell("pool", "23.2h", "add the {count} bonus incident markers to it", count=pool.incidents)
        s.tell("pool", "23.1b", "all units stay where they are")


@case("23.1a")
def next_operation(s: MidwayState, count: int) -> Operation | None:
    """As long as there are operation counters in the pool, another one is drawn."""
    return Operation() if count < s.scenario.sheet.pool.operations else None


@case("23.1a")
class DrawOperation(OrderRule[orders.Draw, MidwayState]):
    """One counter fewer in the pool."""

    order = orders.Draw

    def apply(self, s: MidwayState, order: orders.Draw) -> None:
        """It is on the table now."""
        p = s.position
        p.operations -= 1
        number = s.scenario.sheet.pool.operations - p.operations
        s.tell("draw", "23.1a", "operation counter {number} of cycle {cycle}", number=number, cycle=p.cycle)
        s.finish()


class PlayOperation(EndStep[orders.Played, MidwayState]):
    """The operation is over."""

    order = orders.Played


@case("23.2a", "23.3")
def first_of_second(s: MidwayState) -> bool:
    """Whether the first operation counter of the second cycle has just been drawn."""
    p = s.position
    return p.cycle == 2 and p.operations == s.scenario.sheet.pool.operations - 1


@case("23.2g", "23.3")
def after_play(s: MidwayState) -> None:
    """With the first counter of the second cycle played the bonus units of both sides act as all others."""
    if first_of_second(s):
        s.position.active |= s.scenario.bonus & s.present
        s.tell("units", "23.3", "the bonus units act normally from now on")


# --- bonus units ----------------------------------------------------------------------------------------------------


@case("23.2a", "23.2b", "23.2c")
def deploy_hiyo(s: MidwayState) -> None:
    """Four face-down counters, two in the Truk box of each route: nobody knows which is the Hiyo. Its air unit is aboard."""
    p, scenario = s.position, s.scenario
    p.hiyo = s.roll("which counter is the Hiyo", "23.2b", sides=len(COUNTERS), seats=()) - 1
    p.at[scenario.hiyo] = BOX_OF_COUNTER[p.hiyo]
    s.tell(
        "units", "23.2b", "mix the Hiyo with three deception markers: A and B in Truk SO, C and D in Truk MO"
    )
    opened = scenario.options.hiyo_nac_open
    p.at[scenario.hiyo_air] = TRUK_SO if opened else ABOARD_HIYO
    s.tell(
        "units", "23.2c", "{unit:unit}: {place:place}", unit=scenario.hiyo_air, place=p.at[scenario.hiyo_air]
    )


@case("23.2d", "23.2e", "23.2f")
def next_based(s: MidwayState, count: int) -> Basing | None:
    """One land-based air unit after the other."""
    based = s.scenario.based
    return Basing(unit=based[count]) if count < len(based) else None


def basing(s: MidwayState) -> list[int]:
    """The player is asked whether there is room, until the unit is based."""
    return [PLAYER] if s.position.at[s.frame(Basing).unit] == NOT_YET else []


@case("23.2d", "23.2e")
class HasRoom(OrderRule[orders.Room, MidwayState]):
    """There is room at the base that was asked for."""

    order = orders.Room

    def apply(self, s: MidwayState, order: orders.Room) -> None:
        """It is based there."""
        frame = s.frame(Basing)
        settle(s, frame.unit, s.scenario.choices[frame.unit][frame.tried])


@case("23.2f")
class HasNoRoom(OrderRule[orders.Full, MidwayState]):
    """The other Rabaul space is tried, then the Truk box of the Solomons route, which always has room."""

    order = orders.Full

    def apply(self, s: MidwayState, order: orders.Full) -> None:
        """On to the next."""
        frame = s.frame(Basing)
        choices = s.scenario.choices[frame.unit]
        frame = s.update(frame, tried=frame.tried + 1)
        if frame.tried == len(choices) - 1:
            settle(s, frame.unit, choices[-1])


def settle(s: MidwayState, unit: int, place: int) -> None:
    """A bonus unit is on the map."""
    s.position.at[unit] = place
    s.tell("units", "23.2d", "{unit:unit}: {place:place}", unit=unit, place=place)


@case("23.3")
def reinforce(s: MidwayState) -> None:
    """All bonus USN units, but for the Nimitz group, go into the USN Reinforcements Box."""
    unit = s.scenario.usn
    s.position.at[unit] = REINFORCEMENTS
    s.tell("units", "23.3", "{unit:unit}: {place:place}", unit=unit, place=REINFORCEMENTS)


@case("23.2b")
class LookAt(OrderRule[orders.Look, MidwayState]):
    """A face-down counter is looked at, when the base game lets you."""

    order = orders.Look

    def gate(self, s: MidwayState) -> Refusal | None:
        """Not before they are on the map."""
        return Refusal("23.2b", "the Hiyo is not in play yet") if s.position.hiyo == NOT_YET else None

    def counter(self, s: MidwayState) -> Narrowing:
        """Those that nobody has looked at."""
        found = choose(mask_of(range(len(COUNTERS))), "23.2b", "there is no such counter")
        return found.without(s.position.turned, "23.2b", "it has been looked at")

    def apply(self, s: MidwayState, order: orders.Look) -> None:
        """It is the Hiyo, or it is not."""
        p = s.position
        p.turned |= 1 << order.counter
        text = (
            "{counter:counter} is the Hiyo"
            if p.hiyo == order.counter
            else "{counter:counter} is a deception marker"
        )
        s.reveal("look", "23.2b", text, counter=order.counter)


# --- incidents and the Nimitz group ---------------------------------------------------------------------------------


@case("23.2h", "23.4b", "23.4g")
class DrawIncident(OrderRule[orders.Incident, MidwayState]):
    """An incident marker is drawn from the pool; the first and second Weather concern the Nimitz group."""

    order = orders.Incident

    def gate(self, s: MidwayState) -> Refusal | None:
        """Only with the optional rule, and while there are any."""
        if not s.scenario.options.incidents:
            return Refusal("23.4a", "this game is played without the optional incidents of 21.0")
        return None if s.position.incidents else Refusal("23.2h", "no incident marker is left in the pool")

    def kind(self, s: MidwayState) -> Narrowing:
        """Any."""
        return choose(mask_of(range(len(INCIDENTS))), "23.2h", "there is no such incident")

    def apply(self, s: MidwayState, order: orders.Incident) -> None:
        """Weather stops spotting and launching where it strikes; besides, the group comes or goes."""
        p = s.position
        p.incidents -= 1
        s.tell("incident", "23.2h", "incident: {kind:incident}", kind=order.kind)
        if order.kind == OTHER:
            return
        p.storms += 1
        s.tell("incident", "23.4b", "no spotting attempts and no launching of air units where it strikes")
        if p.storms == 1 and s.scenario.options.nimitz:
            s.call(Storm())
        elif p.storms == 2:
            depart(s)


@case("23.4a", "23.4b", "23.4c")
class ArriveGroup(OrderRule[orders.Arrive, MidwayState]):
    """The whole group, as a task force of its own, where the first Weather incident has struck."""

    order = orders.Arrive

    def place(self, s: MidwayState) -> Narrowing:
        """A plotting space."""
        return _places().only(mask_of(SPACES), "23.4b", "no weather strikes there")

    def apply(self, s: MidwayState, order: orders.Arrive) -> None:
        """Carrier and admiral in the space, the air units aboard."""
        p, scenario = s.position, s.scenario
        for unit in hexes(scenario.nimitz):
            p.at[unit] = ABOARD_CVN if scenario.nimitz_air >> unit & 1 else order.place
        p.active |= scenario.nimitz
        s.tell("units", "23.4b", "the Nimitz group arrives: {place:place}", place=order.place)
        s.finish()


@case("23.4b")
class KeepOut(EndStep[orders.StayOut, MidwayState]):
    """The group may come only now: it never will (R147)."""

    order = orders.StayOut


@case("23.4g")
def depart(s: MidwayState) -> None:
    """With the second Weather incident the whole group leaves for good, whatever has become of it."""
    p, scenario = s.position, s.scenario
    if all(p.at[unit] == NOT_YET for unit in hexes(scenario.nimitz)):
        return
    for unit in hexes(scenario.nimitz):
        p.at[unit] = GONE
    p.active &= ~scenario.nimitz
    p.damaged &= ~scenario.nimitz
    s.tell("units", "23.4g", "the Nimitz group leaves the game")


# --- what happens on the table --------------------------------------------------------------------------------------


def _places() -> Narrowing:
    return choose(mask_of(range(len(PLACES))), "23.0", "there is no such place")


def acting(s: MidwayState) -> Narrowing:
    """The units of the addendum that act now."""
    everybody = mask_of(range(len(s.position.at)))
    hidden = 0 if s.hiyo_known else 1 << s.scenario.hiyo | 1 << s.scenario.hiyo_air
    if s.position.at[s.scenario.hiyo_air] != ABOARD_HIYO:
        hidden &= 1 << s.scenario.hiyo
    return (
        choose(everybody, "23.0", "there is no such unit")
        .only(s.present, "23.2a", "it is not in play")
        .only(
            s.position.active, "23.2g", "it acts when the first counter of the second cycle has been played"
        )
        .without(hidden, "23.2b", "look at the face-down counters first")
    )


@case("23.2g", "23.4d")
class SinkUnit(OrderRule[orders.Sunk, MidwayState]):
    """A unit is eliminated on the table; with a carrier go its air units, with CVN-68 the whole group."""

    order = orders.Sunk

    def unit(self, s: MidwayState) -> Narrowing:
        """Any that acts."""
        return acting(s)

    def apply(self, s: MidwayState, order: orders.Sunk) -> None:
        """It is lost, with whatever cannot be without it."""
        p, scenario = s.position, s.scenario
        gone = 1 << order.unit
        if order.unit == scenario.carrier:
            gone |= scenario.nimitz & s.present
        for unit in hexes(gone):
            p.at[unit] = LOST
            s.tell(ELIMINATED, "23.4d", "{unit:unit} is eliminated", unit=unit)
        p.active &= ~gone
        p.damaged &= ~gone


@case("23.2g")
class DamageUnit(OrderRule[orders.Damaged, MidwayState]):
    """A unit is damaged on the table."""

    order = orders.Damaged

    def unit(self, s: MidwayState) -> Narrowing:
        """Any that acts and is whole."""
        return acting(s).without(s.position.damaged, "23.4f", "it is damaged already")

    def apply(self, s: MidwayState, order: orders.Damaged) -> None:
        """Note it."""
        s.position.damaged |= 1 << order.unit
        s.tell("damage", "23.2g", "{unit:unit} is damaged", unit=order.unit)


@case("23.4f")
class RepairUnit(OrderRule[orders.Repaired, MidwayState]):
    """A damaged unit is repaired; none of the Nimitz group ever is."""

    order = orders.Repaired

    def unit(self, s: MidwayState) -> Narrowing:
        """Damaged ones of the others."""
        return (
            acting(s)
            .only(s.position.damaged, "23.4f", "it is not damaged")
            .without(s.scenario.nimitz, "23.4f", "no piece of the Nimitz group can be repaired")
        )

    def apply(self, s: MidwayState, order: orders.Repaired) -> None:
        """Note it."""
        s.position.damaged &= ~(1 << order.unit)
        s.tell("repair", "23.4f", "{unit:unit} is repaired", unit=order.unit)


@case("23.2g", "23.4d", "23.4e")
class RebaseUnit(OrderRule[orders.Base, MidwayState]):
    """A unit goes elsewhere on the table; Nimitz air units are based on CVN-68 alone, and nobody else is. Its admiral stays with it."""

    order = orders.Base

    def unit(self, s: MidwayState) -> Narrowing:
        """Any that acts, but for Nimitz air units and the admiral, who goes nowhere without the carrier."""
        found = acting(s).without(
            s.scenario.nimitz_air, "23.4d", "Nimitz air units can be based on CVN-68 only"
        )
        return found.without(
            1 << s.scenario.yelland, "23.4e", "Admiral Yelland serves with CVN-68 and moves with it"
        )

    def place(self, s: MidwayState, unit: int) -> Narrowing:
        """A plotting space; aboard the Hiyo for air units."""
        scenario, found = (
            s.scenario,
            _places().without(1 << s.position.at[unit], "23.0", "it is there already"),
        )
        found = found.without(1 << ABOARD_CVN, "23.4c", "only Nimitz air units are based on CVN-68")
        if not scenario.air >> unit & 1 or s.position.at[scenario.hiyo] < 0 or not s.hiyo_known:
            found = found.without(
                1 << ABOARD_HIYO, "23.2c", "only air units go aboard the Hiyo, once it is known"
            )
        return found.without(1 << REINFORCEMENTS, "23.3", "nobody goes back there")

    def apply(self, s: MidwayState, order: orders.Base) -> None:
        """Note it; the admiral of the Nimitz group goes with its carrier."""
        p, scenario = s.position, s.scenario
        p.at[order.unit] = order.place
        if order.unit == scenario.carrier and p.at[scenario.yelland] >= 0:
            p.at[scenario.yelland] = order.place
        s.tell("move", "23.2g", "{unit:unit}: {place:place}", unit=order.unit, place=order.place)


@case("23.4c", "23.4e")
class AttachUnit(OrderRule[orders.Attach, MidwayState]):
    """The Nimitz group is a task force of its own, and its admiral serves with nobody else."""

    order = orders.Attach

    def unit(self, s: MidwayState) -> Narrowing:
        """Any that acts."""
        return acting(s)

    def force(self, s: MidwayState, unit: int) -> Narrowing:
        """Its own, or another if it is none of the Nimitz group."""
        found = choose(mask_of(range(len(FORCES))), "23.4c", "there is no such task force")
        another = 1 << FORCES.index("another")
        if unit == s.scenario.yelland:
            return found.without(
                another, "23.4e", "Admiral Yelland may not be assigned to another task force"
            )
        if s.scenario.nimitz >> unit & 1:
            return found.without(another, "23.4c", "the Nimitz group is a task force of its own")
        return found

    def apply(self, s: MidwayState, order: orders.Attach) -> None:
        """The table keeps task forces."""
        s.tell("force", "23.4c", "{unit:unit}: {force:force} task force", unit=order.unit, force=order.force)


# --- the end --------------------------------------------------------------------------------------------------------


@case("23.1a", "23.1c", "23.4h")
class DecideGame(OrderRule[orders.Decided, MidwayState]):
    """The victory conditions are those of the base game, with the Nimitz group or without: the player says who has won."""

    order = orders.Decided

    def winner(self, s: MidwayState) -> Narrowing:
        """The player, Japan, or nobody."""
        return choose(mask_of(range(len(RESULTS))), "23.1a", "there is no such winner")

    def apply(self, s: MidwayState, order: orders.Decided) -> None:
        """The game is over."""
        told = {WON: "the player has won", LOST_TO_JAPAN: "Japan has won"}.get(order.winner, "nobody has won")
        s.end(PLAYER if order.winner == WON else None, "23.1c", told, level=told)


@case("23.1a", "23.1c")
class GoOnPlaying(EndStep[orders.GoOn, MidwayState]):
    """Nothing is decided: the second cycle begins."""

    order = orders.GoOn

    def gate(self, s: MidwayState) -> Refusal | None:
        """Not after the last cycle."""
        if s.position.cycle < s.scenario.cycles:
            return None
        return Refusal("23.1a", "every counter has been drawn for the last time: the game is over")


REPORTS = (
    DrawIncident(),
    LookAt(),
    SinkUnit(),
    DamageUnit(),
    RepairUnit(),
    RebaseUnit(),
    AttachUnit(),
    DecideGame(),
)
"""What may be reported at any time."""


def arriving(s: MidwayState) -> Arrival:
    """The bonus units of both sides."""
    return Arrival()
