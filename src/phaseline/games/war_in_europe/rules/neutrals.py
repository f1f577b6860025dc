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
    s.tell("joining", "6.68", "{country} joins the {side:seat} side", country=rule.name, side=rule.seat)


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
class DeclareWar(OrderRule[orders.Declare, WarState]):
    """Say that neutral countries will be entered: they join a side at once (R154)."""

    order = orders.Declare

    def gate(self, s: WarState) -> Refusal | None:
        """Why no neutral country can be entered now."""
        left = [rule for rule in waiting(s) if rule.declared]
        if not left:
            return Refusal("5.22", "no country is neutral that could be entered")
        turns = [rule.declared[s.phasing] for rule in left if s.phasing in rule.declared]
        if not turns or min(turns) > s.position.turn:
            when = f" before turn {min(turns)}" if turns else ""
            return Refusal("5.22", f"you may not enter neutral countries{when}")
        return None

    def apply(self, s: WarState, order: orders.Declare) -> None:
        """All that may be entered join."""
        for rule in waiting(s):
            if rule.declared.get(s.phasing, s.position.turn + 1) <= s.position.turn:
                join(s, rule)
