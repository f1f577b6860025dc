"""The Tactical Air Commitment Phase: who sends how many Points to which mission (13.1), and to other fronts (13.6)."""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import (
    AIR_BOXES,
    AVAILABLE,
    LIFT,
    MISSIONS,
    SUPERIORITY,
    TRANSFER,
    AirTransfer,
    Evacuation,
    air_box,
)
from phaseline.games.war_in_europe.rules import airbases
from phaseline.games.war_in_europe.rules.airbases import EVERY
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask, hexes, mask_of

COMMITTED = (*MISSIONS, TRANSFER)
"""The boxes to which Points are committed (13.12, R85)."""


def in_box(s: WarState, seat: int, front: int, box: int) -> int:
    """How many Points a side has in a box."""
    return s.position.air[air_box(front, seat, box)]


def put(s: WarState, seat: int, front: int, start: int, box: int, points: int | None = None) -> None:
    """Points go from one box to another of the same display; all of them if no number is given (13.13)."""
    air = s.position.air
    here = air_box(front, seat, start)
    points = air[here] if points is None else points
    air[here] -= points
    air[air_box(front, seat, box)] += points


def lose(s: WarState, seat: int, front: int, box: int, points: int, told: str) -> None:
    """Points are eliminated: out of play for good, Germany's too, as nobody produces any (13.7)."""
    s.position.air[air_box(front, seat, box)] -= points
    if points:
        text = "{seat:seat} loses " + counted(points) + " on the {front:front} front"
        s.tell("loss", told, text, seat=seat, points=points, front=front)


def counted(points: int) -> str:
    """So many Points, in words; the number is a fact of the event."""
    return "an Air Point" if points == 1 else "{points} Air Points"


def strength(s: WarState, seat: int, front: int) -> int:
    """All Points that a side has on a front, whatever they do."""
    first = air_box(front, seat, AVAILABLE)
    return sum(s.position.air[first : first + LIFT - AVAILABLE])


# --- who may commit what --------------------------------------------------------------------------------------------


@case("tbl.air.season")
def usable(s: WarState, seat: int, front: int) -> int:
    """How many of its Points on a front a side may use in the weather of this turn (R91)."""
    return s.scenario.flying(seat, front, s.weather, strength(s, seat, front))


@case("13.12a", "13.61", "tbl.air.season")
def room(s: WarState, seat: int, front: int, box: int) -> int:
    """How many more Points a side may commit to a box."""
    free = in_box(s, seat, front, AVAILABLE)
    if box == TRANSFER:
        return max(0, min(free, s.scenario.tables.air.out - in_box(s, seat, front, TRANSFER)))
    flying = sum(in_box(s, seat, front, mission) for mission in MISSIONS)
    return max(0, min(free, usable(s, seat, front) - flying))


@case("4.2A1")
def committers(s: WarState) -> list[int]:
    """The sides that have Points, wherever they are."""
    return [seat for seat in range(len(s.game.seats)) if any(strength(s, seat, front) for front in EVERY)]


def _open(s: WarState, seat: int, front: int) -> bool:
    return airbases.operable(s, seat, front) or bool(targets(s, seat, front))


@case("13.0", "13.11", "13.12a", "13.12b", "13.3", "13.4", "13.6", "13.61", "13.81", "13.82")
class CommitPoints(OrderRule[orders.Commit, WarState]):
    """Points of a front go to one of its missions, or into its Transfer box, in secret (13.12)."""

    order = orders.Commit

    def front(self, s: WarState) -> Narrowing:
        """Fronts with Points still available, and a hex to fly from there or elsewhere."""
        seat = s.acting
        free = mask_of(front for front in EVERY if in_box(s, seat, front, AVAILABLE))
        able = mask_of(front for front in hexes(free) if _open(s, seat, front))
        return (
            choose(mask_of(EVERY), "13.0", "there is no such front")
            .only(free, "13.12a", "no Air Point is available there")
            .only(able, "13.81", "there is no supplied hex to fly from on this front")
        )

    def box(self, s: WarState, front: int) -> Narrowing:
        """Superiority, sea, ground and transfer; missions only from a supplied hex and as many as the weather lets fly."""
        seat = s.acting
        found = choose(mask_of(COMMITTED), "13.12a", "no Points are committed to it")
        if not airbases.operable(s, seat, front):
            found = found.only(1 << TRANSFER, "13.81", "there is no supplied hex to fly from on this front")
        if not targets(s, seat, front):
            found = found.without(
                1 << TRANSFER, "13.81", "there is no supplied hex to fly from on another front"
            )
        if not room(s, seat, front, SUPERIORITY):
            grounded = f"in {s.weather} only {usable(s, seat, front)} Points can fly on this front"
            found = found.without(mask_of(MISSIONS), "tbl.air.season", grounded)
        if not room(s, seat, front, TRANSFER):
            found = found.without(1 << TRANSFER, "13.61", "ten Points are in it: no more may leave a front")
        return found

    def points(self, s: WarState, front: int, box: int) -> Narrowing:
        """As many as are left."""
        seat = s.acting
        most = room(s, seat, front, box)
        free = in_box(s, seat, front, AVAILABLE)
        found = _numbers(free, "13.12a", f"{free} are available there")
        if box == TRANSFER:
            return found.only(_up_to(most), "13.61", f"{most} more may leave the front in this turn")
        return found.only(_up_to(most), "tbl.air.season", f"{most} more can fly in {s.weather}")

    def apply(self, s: WarState, order: orders.Commit) -> None:
        """Put them there; nobody else learns of it."""
        seat = s.acting
        put(s, seat, order.front, AVAILABLE, order.box, order.points)
        go = "goes" if order.points == 1 else "go"
        s.tell_only(
            (seat,),
            "air",
            "13.12a",
            counted(order.points) + " of the {front:front} front " + go + " to {box:box}",
            points=order.points,
            front=order.front,
            box=order.box,
        )


def _up_to(most: int) -> Mask:
    return (1 << most + 1) - 2


def _numbers(most: int, case: str, reason: str) -> Narrowing:
    """The numbers from 1 to `most`."""
    return choose(_up_to(most), case, reason)


@case("13.12b")
class EndCommitment(EndStep[orders.Done, WarState]):
    """A side has committed what it wants to; the rest stays where it is and does nothing."""

    order = orders.Done


@case("13.13b")
def reveal(s: WarState) -> None:
    """Both sides show what they have committed."""
    for front, seat in airbases.displays(s):
        parts = [
            f"{count} to {AIR_BOXES[box]}" for box in COMMITTED if (count := in_box(s, seat, front, box))
        ]
        if parts:
            text = "{seat:seat} commits on the {front:front} front: " + ", ".join(parts)
            s.tell("air", "13.13b", text, seat=seat, front=front)


# --- to other fronts ------------------------------------------------------------------------------------------------


@case("13.6", "13.61")
def transfers(s: WarState, count: int) -> AirTransfer | None:
    """Each side in turn sends off what is in its Transfer boxes, before any air combat."""
    if count == len(s.game.seats):
        return None
    return AirTransfer(seat=s.scenario.first if count == 0 else 1 - s.scenario.first)


def transferring(s: WarState) -> list[int]:
    """The side whose Points wait in a Transfer box, if there is anywhere to go."""
    seat = s.frame(AirTransfer).seat
    waiting = any(in_box(s, seat, front, TRANSFER) and targets(s, seat, front) for front in EVERY)
    return [seat] if waiting else []


def targets(s: WarState, seat: int, front: int) -> Mask:
    """The other fronts on which a side can fly (13.81)."""
    return mask_of(other for other in EVERY if other != front and airbases.operable(s, seat, other))


def _elsewhere(s: WarState, seat: int, front: int) -> Narrowing:
    return (
        choose(mask_of(EVERY), "13.0", "there is no such front")
        .without(1 << front, "13.6", "they are on this front already")
        .only(targets(s, seat, front), "13.81", "there is no supplied hex to fly from on that front")
    )


@case("13.6", "13.61", "13.81")
class ShiftPoints(OrderRule[orders.Shift, WarState]):
    """Points of a Transfer box go to the Available box of another front (13.6)."""

    order = orders.Shift

    def front(self, s: WarState) -> Narrowing:
        """Fronts with Points in the Transfer box."""
        seat = s.acting
        waiting = mask_of(front for front in EVERY if in_box(s, seat, front, TRANSFER))
        found = choose(mask_of(EVERY), "13.0", "there is no such front")
        return found.only(waiting, "13.6", "no Point is in its Transfer box")

    def to(self, s: WarState, front: int) -> Narrowing:
        """Other fronts with a hex to fly from."""
        return _elsewhere(s, s.acting, front)

    def points(self, s: WarState, front: int, to: int) -> Narrowing:
        """As many as are in the box."""
        count = in_box(s, s.acting, front, TRANSFER)
        return _numbers(count, "13.6", f"{count} are in the Transfer box")

    def apply(self, s: WarState, order: orders.Shift) -> None:
        """They arrive at once."""
        _move(s, s.acting, TRANSFER, order, "13.6")


def _move(s: WarState, seat: int, box: int, order: orders.Shift, told: str) -> None:
    air = s.position.air
    air[air_box(order.front, seat, box)] -= order.points
    air[air_box(order.to, seat, AVAILABLE)] += order.points
    text = "{seat:seat} sends " + counted(order.points) + " from the {front:front} to the {to:front} front"
    s.tell("air", told, text, seat=seat, points=order.points, front=order.front, to=order.to)


@case("13.6")
class EndTransfer(EndStep[orders.Done, WarState]):
    """The others stay on their front: they go back to its Available box at the end of the turn (13.13)."""

    order = orders.Done


# --- lost fronts ----------------------------------------------------------------------------------------------------


@case("13.62")
def evacuations(s: WarState, count: int) -> Evacuation | None:
    """The next front on which a side has Points but no hex left to fly from.

    Ten Points of a side may go to other fronts in a turn; what cannot go is eliminated. Points that have never had a
    hex to fly from there stay where they are.
    """
    p = s.position
    for number, (front, seat) in enumerate(airbases.displays(s)):
        if not strength(s, seat, front):
            continue
        if airbases.operable(s, seat, front):
            p.based |= 1 << number
            continue
        if not p.based >> number & 1:
            continue
        for box in range(AVAILABLE + 1, LIFT):
            put(s, seat, front, box, AVAILABLE)
        if targets(s, seat, front) and fleeing(s, seat, front):
            return Evacuation(seat=seat, front=front)
        lose(s, seat, front, AVAILABLE, in_box(s, seat, front, AVAILABLE), "13.62")
    return None


@case("13.62")
def fleeing(s: WarState, seat: int, front: int) -> int:
    """How many Points of a lost front may still go elsewhere in this turn."""
    return min(in_box(s, seat, front, AVAILABLE), s.scenario.tables.air.out - s.position.fled[seat])


def evacuating(s: WarState) -> list[int]:
    """The side that moves Points away from a lost front; alone if there is nowhere else, it is done without asking."""
    frame = s.frame(Evacuation)
    return [frame.seat] if fleeing(s, frame.seat, frame.front) else []


@case("13.62", "13.81")
class Evacuate(OrderRule[orders.Shift, WarState]):
    """Points of a lost front go to another (13.62)."""

    order = orders.Shift

    def front(self, s: WarState) -> Narrowing:
        """The lost front."""
        found = choose(mask_of(EVERY), "13.0", "there is no such front")
        return found.only(1 << s.frame(Evacuation).front, "13.62", "only the lost front is left")

    def to(self, s: WarState, front: int) -> Narrowing:
        """Other fronts with a hex to fly from."""
        return _elsewhere(s, s.acting, front)

    def points(self, s: WarState, front: int, to: int) -> Narrowing:
        """As many as may still go in this turn."""
        count = fleeing(s, s.acting, front)
        return _numbers(count, "13.62", f"{count} may still go in this turn")

    def apply(self, s: WarState, order: orders.Shift) -> None:
        """They arrive at once."""
        s.position.fled[s.acting] += order.points
        _move(s, s.acting, AVAILABLE, order, "13.62")
