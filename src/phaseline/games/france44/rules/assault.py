"""Chapters 12.6 and 12.7: assaults from the sea, their second try, and invaders that go home."""

from __future__ import annotations

from msgspec.structs import replace

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, Battle
from phaseline.games.france44.rules import odds
from phaseline.games.france44.rules.battle import defenders, invaders, next_battle
from phaseline.games.france44.rules.reach import at_sea
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, hexes, mask_of


@case("12.7a", "12.7b")
def asked_again(s: FranceState) -> list[int]:
    """The Allied player, when invaders were to retreat and Germans still hold the beach (12.7), and one of both can be done."""
    battle = s.frame(Battle)
    repeats = battle.attacker_back and defenders(s, battle) and invaders(s, battle)
    return [ALLIED] if repeats and (_homes(s) or odds.allowed(s, _by_sea(s, battle))) else []


@case("12.7b", "12.7c")
class AttackAgain(OrderRule[orders.Again, FranceState]):
    """What is left of the invaders attacks the beach at once again (12.7).

    The support of the first attack supports the second too, up to one air unit a division; none can be added (R74).
    """

    order = orders.Again

    def gate(self, s: FranceState) -> Refusal | None:
        """Odds of 1-4 or better."""
        if not odds.allowed(s, _by_sea(s, s.frame(Battle))):
            return Refusal("10.11", "the odds would be worse than 1-4: the invaders can only go home")
        return None

    def apply(self, s: FranceState, order: orders.Again) -> None:
        """Those who came by land have no part in it."""
        battle = s.frame(Battle)
        s.update(battle, attackers=invaders(s, battle), again=True)
        s.tell("again", "12.7b", "the invaders attack {hex:hex} again", hex=battle.target)
        s.finish()


def _by_sea(s: FranceState, battle: Battle) -> Battle:
    return replace(battle, attackers=invaders(s, battle))


@case("12.7b")
class SendHome(OrderRule[orders.Home, FranceState]):
    """An invader goes back to a port of its theatre, which costs no transport (12.7, R75)."""

    order = orders.Home

    def unit(self, s: FranceState) -> Narrowing:
        """Invaders still at sea; while one attack is under way those of that attack."""
        found = s.choose_unit(ALLIED, "12.7b").only(at_sea(s, s.on_map(ALLIED)), "12.7b", "it is not at sea")
        if s.within(Battle):
            found = found.only(s.frame(Battle).attackers, "12.7b", "it has no part in this attack")
        return found

    def to(self, s: FranceState, unit: int) -> Narrowing:
        """Ports of England or Corsica on the same sea, with room; any place there when all are full."""
        board = s.scenario.board
        water = board.water_of(s.position.at[unit])
        ports = mask_of(port for port in hexes(board.ports & board.overseas) if board.water_of(port) & water)
        found = s.choose_hex("12.7b").only(board.overseas, "12.7b", "invaders go home to England or Corsica")
        if not ports & ~s.no_room(unit):
            return s.room(unit, found)
        return s.room(
            unit,
            found.only(board.ports, "12.7b", "invaders go home to a port").only(
                ports, "12.7b", "that port is in another theatre"
            ),
        )

    def apply(self, s: FranceState, order: orders.Home) -> None:
        """It may not attack again this turn."""
        s.position.beach.pop(order.unit)
        s.put(order.unit, order.to)
        s.tell("home", "12.7b", "{unit:unit} goes back to {to:hex}", unit=order.unit, to=order.to)
        if not s.within(Battle):
            lose_homeless(s)


def _homes(s: FranceState) -> Mask:
    """The hexes of England and Corsica with room for one more division."""
    return s.scenario.board.overseas & ~s.full(ALLIED)


@case("7.2", "12.7b")
def lose_homeless(s: FranceState) -> None:
    """Invaders that have to go home, and find no room anywhere in England or Corsica, are lost (7.2, R127)."""
    if not _homes(s):
        for unit in hexes(at_sea(s, s.on_map(ALLIED))):
            s.eliminate(unit, "7.2", "finds no room in England or Corsica and is eliminated")


@case("10.4", "12.7b")
def next_attack(s: FranceState, count: int) -> Battle | None:
    """The next of the attacks announced; after the last one all that are at sea still have to go home."""
    found = next_battle(s, count)
    if found is None:
        lose_homeless(s)
    return found


def still_at_sea(s: FranceState) -> list[int]:
    """The Allied player, while invaders are at sea when all attacks have been made: nobody stays afloat (R75)."""
    return [ALLIED] if at_sea(s, s.on_map(ALLIED)) else []
