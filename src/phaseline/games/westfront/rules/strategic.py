"""What movement by rail and by sea have in common: who may make it, and what it costs (6.53, 8.4).

Asked by `rail` and `sailing`, and by their counterparts for a Supreme HQ that mobilizes (5.62).
"""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.position import Movement
from phaseline.games.westfront.rules import beachheads, command, ground, movers, retreat
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, mask_of


@case("9.2", "15.2a", "4.42c", "6.51")
def none_left(s: WestFrontState, case_: str) -> Refusal | None:
    """Why nothing can move by rail or sea: no Supreme HQ is active, or its moves are spent (9.2, 15.2)."""
    phase = s.frame(Movement)
    if phase.supreme_left or phase.spanish_left:
        return None
    return Refusal(case_, "no active Supreme HQ has a Supreme Move left")


@case(
    "6.53a", "6.53b", "2.26a", "6.1c", "9.21c", "9.22", "14.6a", "15.2c", "15.42c", "5.66", "16.4c", "6.41a"
)
def candidates(s: WestFrontState, case_: str) -> Narrowing:
    """Start a choice among the units that a Supreme Move can send by rail or sea, anywhere on the map."""
    phase, position = s.frame(Movement), s.position
    return (
        s.choose_unit(phase.seat, case_)
        .without(position.dispersed, "14.6a", lambda unit: movers.dispersal(s, unit))
        .without(position.strategic, "6.53b", "it has moved by rail or sea this turn")
        .without(position.moved, "6.1c", "it has moved in this phase")
        .without(s.hqs_by_role()[""], "5.2", "an active HQ is not moved by others")
        .without(
            retreat.guards(s),
            "9.22" if case_ == "9.2" else "15.2c",
            "a rearguard never retreats by rail or sea",
        )
        .without(
            s.scenario.forts & s.units_in(s.battles, phase.seat), "2.26a", "an engaged fort cannot be moved"
        )
        .only(movers.supreme_movable(s, phase), "16.4c", "the Supreme Moves left are for Spanish units only")
    )


@case("5.62")
def mobilizing(s: WestFrontState, case_: str) -> Narrowing:
    """Start a choice among the active Supreme HQs that mobilize by rail or sea (5.62)."""
    return (
        s.choose_unit(s.acting, case_)
        .only(s.scenario.supreme, "5.62", "only a Supreme HQ mobilizes by rail or sea")
        .only(command.mobilizing_hqs(s), "5.41", "only an active HQ mobilizes")
    )


@case("6.53a", "5.66")
def moves_for(s: WestFrontState, unit: int) -> int:
    """The Supreme Moves that could be spent on one unit: a THQ's on Spanish units only (5.66)."""
    phase = s.frame(Movement)
    spanish = phase.spanish_left if s.scenario.spanish >> unit & 1 else 0
    return phase.supreme_left + spanish


@case("5.62", "5.66", "5.2")
def moves_for_itself(s: WestFrontState, hq: int) -> int:
    """Moves of a Supreme HQ that mobilizes: one of its own, and what it has held back of its Supreme Moves (5.62).

    Those of another HQ take no active one along (5.2, R43), nor does one that commands an invasion or a drop have any.
    """
    if s.position.role.get(hq) != "supreme":
        return 1
    phase = s.frame(Movement)
    left = phase.spanish_left if s.unit(hq).kind == "thq" else phase.supreme_left
    return 1 + min(left, command.supreme_moves(s, hq))


@case("6.53a", "9.21a", "15.2b", "5.66")
def spend(s: WestFrontState, unit: int, count: int) -> None:
    """Spend Supreme Moves on one unit, a THQ's first on Spanish ones."""
    phase = s.frame(Movement)
    spanish = min(phase.spanish_left, count) if s.scenario.spanish >> unit & 1 else 0
    if count:
        s.update(
            phase,
            spanish_left=phase.spanish_left - spanish,
            supreme_left=phase.supreme_left - (count - spanish),
        )


@case("6.53b", "9.22", "15.2c")
def stay_behind(s: WestFrontState, unit: int, to: Narrowing) -> Narrowing:
    """A unit leaves a battle by rail or sea only if another one stays (6.53)."""
    if s.engaged(unit) and not retreat.may_leave(s, unit, strategic=True):
        to.only(0, "6.53b", "nobody retreats by rail or sea: another unit must stay in the battle")
    return to


@case("2.26b", "6.53b", "6.32c", "15.51c")
def arrive(s: WestFrontState, unit: int, to: Hex) -> None:
    """Put a unit where it has been sent; it does not move again this turn. A fort is down to cadre strength (2.26)."""
    position = s.position
    if s.engaged(unit):
        position.disengaged |= 1 << unit
    position.moved |= 1 << unit
    position.strategic |= 1 << unit
    if s.scenario.forts >> unit & 1 and position.cv[unit] > 1:
        position.cv[unit] = 1
        s.tell_of(unit, "loss", "2.26b", "{unit:unit} is down to 1: it has been moved")
    s.put(unit, to)
    beachheads.overrun(s)


@case("2.26f", "15.72a")
def _left_by_forts(s: WestFrontState) -> Mask:
    """The ports to which a fort comes back if it is turned back on the way: no other one takes its place (R216)."""
    at_sea = (unit for unit in s.position.lanes if s.scenario.forts >> unit & 1)
    return mask_of(s.position.landed[unit] for unit in at_sea)


@case("6.21", "2.26f")
def with_room(s: WestFrontState, unit: int, to: Narrowing) -> Narrowing:
    """Keep the hexes that can take a unit: not full ones, and no second fort anywhere (6.21, 2.26)."""
    seat = s.seat_of(unit)
    if s.scenario.forts >> unit & 1:
        to.without(ground.forts(s, seat), "2.26f", "there is a fort already")
        to.without(_left_by_forts(s), "2.26f", "the fort that has sailed from there may still be turned back")
    return to.without(ground.full(s, seat), "6.21", "the hex is full")
