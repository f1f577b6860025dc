"""Neutral countries of a scenario: nobody enters them before they join a side, by themselves or because somebody comes."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.particulars import Joining
from phaseline.games.war_in_europe.position import ALLIED, AXIS
from phaseline.games.war_in_europe.rules import rail
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex


@case("6.68", "6.51", "3.26")
def join(s: WarState, rule: Joining) -> None:
    """Neutral countries join a side: their hexes and railways are its own, their units fight for it."""
    p = s.position
    p.flags[f"joined {rule.name}"] = p.turn
    held = rule.area & s.scenario.board.playable
    p.neutral &= ~held
    p.owner[rule.seat] |= held
    p.owner[1 - rule.seat] &= ~held
    rail.join(s, rule.seat, held)
    p.idle &= ~s.units_in(held, rule.seat)
    s.changed()
    s.tell("joining", "6.68", "new on the {side:seat} side: {country}", country=rule.name, side=rule.seat)


def waiting(s: WarState) -> list[Joining]:
    """The countries that are neutral still."""
    return [rule for rule in s.scenario.special.joining if f"joined {rule.name}" not in s.position.flags]


@case("6.68")
def look_round(s: WarState) -> None:
    """As a turn begins: countries that join in it by themselves."""
    for rule in waiting(s):
        if rule.turn and s.position.turn >= rule.turn:
            join(s, rule)


@case("5.11")
def stand_by(s: WarState) -> None:
    """As a player turn begins: units in neutral hexes do nothing in it."""
    p = s.position
    if p.neutral:
        for seat in (AXIS, ALLIED):
            p.idle |= s.units_in(p.neutral, seat)


@case("5.22", "6.68")
def closed(s: WarState, seat: int) -> str:
    """Why a side may not declare that it enters neutral countries; empty if it may."""
    left = [rule for rule in waiting(s) if rule.declared]
    if not left:
        return "no country is neutral that could be entered"
    turns = [rule.declared[seat] for rule in left if seat in rule.declared]
    if turns and min(turns) <= s.position.turn:
        return ""
    when = f" before turn {min(turns)}" if turns else ""
    return f"you may not enter neutral countries{when}"


def barred(s: WarState, seat: int, hex: Hex) -> str:
    """Why a unit does not enter a neutral hex, and what would help."""
    rule = next((rule for rule in waiting(s) if rule.area >> hex & 1), None)
    if rule is not None and not rule.declared:
        return f"it is neutral, and nobody enters it before turn {rule.turn}"
    return f"it is neutral; {closed(s, seat) or 'declare first that you enter neutral countries'}"


@case("5.22", "6.68")
class DeclareWar(OrderRule[orders.Declare, WarState]):
    """Say that neutral countries will be entered: they join a side at once (R154)."""

    order = orders.Declare

    def gate(self, s: WarState) -> Refusal | None:
        """Why no neutral country can be entered now."""
        why = closed(s, s.phasing)
        return Refusal("5.22", why) if why else None

    def apply(self, s: WarState, order: orders.Declare) -> None:
        """All that may be entered join."""
        for rule in waiting(s):
            if rule.declared.get(s.phasing, s.position.turn + 1) <= s.position.turn:
                join(s, rule)
