"""What comes to pass by a scenario's own rules: surrenders, an armistice, hexes lent, limits to attacks."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.particulars import Surrender
from phaseline.games.war_in_europe.position import ALLIED, AXIS, OUT, Plan
from phaseline.games.war_in_europe.rules import control, harbours, neutrals, reinforcement
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask, hexes, mask_of
from phaseline.wording.counts import several


@case("4.3", "tbl.5.8.fort")
def begin_turn(s: WarState) -> None:
    """As a turn begins: neutrals join, hexes that were only lent go back, lines are ready where their side holds the hex (R131)."""
    neutrals.look_round(s)
    p = s.position
    for wall in s.scenario.lines:
        if 1 < wall.since == p.turn:
            p.razed |= wall.area & ~p.owner[wall.seat]
    for rule in s.scenario.special.lent:
        if p.turn == rule.until + 1:
            kept = mask_of(hex for hex in hexes(rule.area) if control.entered(hex) in p.flags)
            back = rule.area & p.owner[rule.seat] & ~(s.occupied(rule.seat) | kept)
            p.owner[rule.seat] &= ~back
            p.owner[1 - rule.seat] |= back
            p.rail[rule.seat] &= ~back
            p.rail[1 - rule.seat] |= back & s.scenario.board.rail_hexes


# --- surrenders -----------------------------------------------------------------------------------------------------


@case("4.3")
def end_player_turn(s: WarState) -> None:
    """At the end of an Axis player turn nations surrender whose cities are lost (R155)."""
    if s.phasing != AXIS:
        return
    p, held = s.position, s.position.owner[AXIS]
    for rule in s.scenario.special.surrenders:
        if f"surrender {rule.name}" in p.flags or rule.all_of & ~held:
            continue
        if not rule.any_of or rule.any_of & held:
            _surrender(s, rule)


def _surrender(s: WarState, rule: Surrender) -> None:
    p = s.position
    p.flags[f"surrender {rule.name}"] = p.turn
    for unit in hexes(rule.units):
        if p.at[unit] != OUT:
            reinforcement.leave(s, unit, OUT)
    if rule.ceded:
        left = rule.country & s.scenario.board.playable & ~s.occupied(ALLIED)
        p.owner[ALLIED] &= ~left
        p.owner[AXIS] |= left
    p.rail[ALLIED] &= ~rule.country
    s.tell("surrender", "4.3", "the {nation} army surrenders", nation=rule.name)


@case("4.3")
def end_turn(s: WarState) -> None:
    """At the end of a turn the loser may ask for an armistice: a die tells (R155)."""
    rule = s.scenario.special.armistice
    if rule is None or s.position.turn < rule.since:
        return
    held = s.position.owner[AXIS]
    if rule.all_of & ~held or (rule.of & held).bit_count() < rule.least:
        return
    die = s.roll("armistice", "4.3", by=ALLIED)
    if die in rule.dice:
        s.position.flags["armistice"] = s.position.turn
        s.tell("armistice", "4.3", "France asks for an armistice")


# --- limits to attacks ----------------------------------------------------------------------------------------------


@case("11.12")
def barred(s: WarState, seat: int) -> Mask:
    """Units of a side that do not attack for a reason of the scenario's: held back, or standing by in a neutral country."""
    p, special = s.position, s.scenario.special
    found = p.idle & s.scenario.side_units[seat] if p.neutral else 0
    return found | special.held_back if p.turn == 1 else found


@case("11.12")
def exhausted(s: WarState, seat: int) -> Mask:
    """Units that cannot attack because as many divisions as the scenario allows have attacked already (R156).

    Who has come from the sea or the air must attack, and may.
    """
    most, p = allowed(s, seat), s.position
    if most is None:
        return 0
    busy = p.fought & s.scenario.side_units[seat]
    if s.within(Plan):
        busy |= s.frame(Plan).attackers
    left = most - halves(s, busy)
    own = s.scenario.side_units[seat] & ~(p.ashore | p.dropped)
    if left >= 2:
        return 0
    return own if left < 1 else own & s.scenario.divisions


def too_many(s: WarState, seat: int) -> str:
    """Why no more may attack."""
    most = several((allowed(s, seat) or 0) // 2, "division")
    return f"fuel and shells suffice for {most} in a phase, and too little of them is left"


def allowed(s: WarState, seat: int) -> int | None:
    """How many half divisions of a side may attack in a combat phase; None for any number."""
    for rule in s.scenario.special.allotments:
        if rule.seat == seat:
            open_ports = s.position.owner[seat] & ~harbours.idle(s)
            works = rule.port is not None and bool(open_ports >> rule.port & 1)
            return rule.opened if works else rule.halves
    return None


def halves(s: WarState, units: Mask) -> int:
    """Some units as half divisions: a brigade or a regiment is one, all others two."""
    return units.bit_count() + (units & s.scenario.divisions).bit_count()
