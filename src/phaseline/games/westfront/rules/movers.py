"""Who may move over land, by command or by a Supreme Move, and what that costs (4.42, 6.1, 6.5)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.position import Movement
from phaseline.games.westfront.rules import command
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Mask


@case("5.61", "5.66", "16.4c")
def granted_moves(s: WestFrontState, seat: int) -> tuple[int, int]:
    """The Supreme Moves that a side's active Supreme HQs give, and those of its THQ, for Spanish units (5.61, 5.66)."""
    moves = [0, 0]
    for hq in command.active(s, seat, "supreme"):
        moves[s.unit(hq).kind == "thq"] += command.supreme_moves(s, hq)
    return moves[0], moves[1]


@case("6.1a", "6.51", "5.66", "16.4c", "side.6c")
def supreme_movable(s: WestFrontState, movement: Movement) -> Mask:
    """The units that a Supreme Move may still order: anywhere on the map, supplied or not (6.51).

    A THQ's moves, and a Spanish HQ's command, are for Spanish units only (5.66, 16.4).
    """
    units = s.on_map(movement.seat) if movement.supreme_left else 0
    if movement.spanish_left:
        units |= s.on_map(movement.seat) & s.scenario.spanish
    return units


@case("5.3a", "5.3b", "4.42a", "4.44a", "intro.5")
def commanded(s: WestFrontState, movement: Movement) -> Mask:
    """The units in Command Range of an active HQ, in Blitz Movement of a Blitz HQ (4.42, 4.44)."""
    return s.now("commanded", lambda: _commanded(s, movement))


def _commanded(s: WestFrontState, movement: Movement) -> Mask:
    return s.units_in(command.commanded_area(s, movement.seat, blitz=movement.blitz), movement.seat)


@case("2.25a", "2.26a", "6.1a", "6.1c", "6.53b", "14.6a", "15.42c", "5.3a", "4.42a", "4.44a", "5.2", "5.43")
def movable(s: WestFrontState, case_: str) -> Narrowing:
    """Start a choice among the units that may make a land move now, by command or by a Supreme Move."""
    movement, position = s.frame(Movement), s.position
    supreme = supreme_movable(s, movement)
    reached = supreme if movement.supreme_left else commanded(s, movement) | supreme
    return (
        s.choose_unit(movement.seat, case_)
        .without(position.dispersed, "14.6a", lambda unit: dispersal(s, unit))
        .without(position.strategic, "6.53b", "it has moved by rail or sea this turn")
        .without(position.deactivated, "5.43", "an HQ that has been deactivated moves no more this turn")
        .without(position.moved, "6.1c", "it has moved in this phase")
        .without(s.hqs_by_role()[""], "5.2", "an active HQ is not moved by others")
        .without(s.scenario.forts, "2.26a", "a fort moves only by rail or sea")
        .without(s.scenario.statics & ~supreme, "2.25a", "a static unit moves only by Supreme Command")
        .only(reached, "5.3a", lambda unit: command.uncommanded(s, unit))
    )


@case("14.6a", "15.42c")
def dispersal(s: WestFrontState, unit: int) -> Refusal:
    """Why a dispersed unit does not move: it has dropped (14.6), or landed from the sea (15.42), be it in vain (R220)."""
    if s.position.dropped >> unit & 1:
        return Refusal("14.6a", "it has dropped this turn and cannot move")
    if unit not in s.position.invaded:
        by_air = s.scenario.paras >> unit & 1
        return Refusal(
            "14.6a" if by_air else "15.42c",
            "it has been repulsed or turned back, and is dispersed until the Supply Phase",
        )
    return Refusal("15.42c", "it has landed from the sea this turn and cannot move")


@case("4.42c", "6.51", "6.52", "side.6a")
def pay(s: WestFrontState, unit: int) -> None:
    """Spend a Supreme Move on a unit that no active HQ commands; a THQ's first on Spanish units."""
    movement = s.frame(Movement)
    static = s.scenario.statics >> unit & 1
    area = command.commanded_area(s, movement.seat, blitz=movement.blitz)
    if area >> s.position.at[unit] & 1 and not static:
        return
    if movement.spanish_left and s.scenario.spanish >> unit & 1:
        s.update(movement, spanish_left=movement.spanish_left - 1)
    else:
        s.update(movement, supreme_left=movement.supreme_left - 1)
