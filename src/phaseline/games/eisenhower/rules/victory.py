"""Chapter 4: victory."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.engine.ledger import case
from phaseline.games.eisenhower.position import ALLIED, GERMAN, NOWHERE
from phaseline.games.eisenhower.rules import supply
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask, hexes

RUHR_THROUGH, PAIR_THROUGH, SITES_ON, PORTS_THROUGH, LAST = 6, 8, 3, 4, 9


@case("4.1a", "5.2a", "5.6")
def check(s: EisenhowerState) -> None:
    """Phase VIII: the first condition met, in the printed order, ends the game (4.1, R24)."""
    for winner, number, reason in conditions(s):
        s.end(winner, number, reason)
        return


def conditions(s: EisenhowerState) -> Iterator[tuple[int | None, str, str]]:
    """The conditions that are met now: winner, case, reason."""
    yield from allied_sudden_death(s)
    yield from german_sudden_death(s)
    if s.position.turn >= LAST:
        yield from final(s)


@case("4.1b", "4.2.1a", "4.2.1b", "4.2.2", "4.2.3")
def allied_sudden_death(s: EisenhowerState) -> Iterator[tuple[int | None, str, str]]:
    """The Ruhr; two of Ruhr, Berlin and Vienna; all launch sites (4.2)."""
    board, turn = s.scenario.board, s.position.turn
    held = s.cities & s.position.control
    ruhr = board.hex_of("Ruhr")
    if turn <= RUHR_THROUGH and ruhr is not None and held >> ruhr & 1:
        yield ALLIED, "4.2.1a", "the Allies control the Ruhr"
    three = board.german_sources["north"] | board.german_sources["south"]
    if turn <= PAIR_THROUGH and (three & held).bit_count() > 1:
        yield ALLIED, "4.2.2", "the Allies control two of the Ruhr, Berlin and Vienna"
    sites = board.launch_sites
    if turn == SITES_ON and sites and not sites & ~s.position.control:
        yield ALLIED, "4.2.3", "the Allies control all V-1 launch sites"


@case("4.1b", "4.3.1a", "4.3.1b", "4.3.1c", "4.3.2a", "13.8c")
def german_sudden_death(s: EisenhowerState) -> Iterator[tuple[int | None, str, str]]:
    """A city retaken, a beachhead taken, too few ports (4.3), the Alpine Fortress (13.8)."""
    p = s.position
    for hex in hexes(s.cities & p.taken & s.occupied(GERMAN)):
        if any(supply.supplied(s, unit) for unit in s.units_at(hex, GERMAN)):
            yield GERMAN, "4.3.1a", f"the Germans have retaken the city in {s.scenario.map.label(hex)}"
    if p.overrun:
        yield GERMAN, "4.3.1b", "the Germans have taken a beachhead"
    required = s.scenario.ports_required(p.turn) if p.turn <= PORTS_THROUGH else 0
    if not s.scenario.options.ports_checked:
        required = 0
    if counted_ports(s).bit_count() < required:
        held = counted_ports(s).bit_count()
        yield GERMAN, "4.3.2a", f"the Allies control {held} ports and need {required}"
    last = LAST - 1 if s.scenario.options.fortress_checked_turn_8 else LAST
    if p.fortress != NOWHERE and p.turn >= last:
        yield GERMAN, "13.8c", "the Alpine Fortress stands"


@case("4.3.2a", "4.3.2b", "4.3.2c", "3.2.4g", "3.3.4d", "5.3.6e")
def counted_ports(s: EisenhowerState) -> Mask:
    """The ports of France, Belgium and the Netherlands in Allied hands (4.3.2)."""
    return s.ports & s.scenario.board.interior & s.position.control


@case("4.4.1a", "4.4.1b", "4.4.1c")
def western_balance(s: EisenhowerState) -> int:
    """German-held cities of Germany west of the line, less Allied-held cities beyond it (4.4.1, R32)."""
    board = s.scenario.board
    west = s.cities & board.germany & board.west_of_line
    beyond = s.cities & (
        board.germany & ~board.west_of_line | board.area("country", "Protectorate", "Yugoslavia")
    )
    return (west & ~s.position.control).bit_count() - (beyond & s.position.control).bit_count()


@case("4.4a", "4.4b", "4.4c", "4.4.2")
def final(s: EisenhowerState) -> Iterator[tuple[int | None, str, str]]:
    """The last Victory Check: cities west of the Drawn Game Line and in Italy (4.4)."""
    board, p = s.scenario.board, s.position
    balance = western_balance(s)
    italian = (s.cities & board.italy & ~p.control).bit_count()
    if italian:
        yield GERMAN, "4.4a", f"the Germans hold {italian} Italian cities"
    if balance > 0:
        yield GERMAN, "4.4a", f"the Germans hold {balance} cities of Germany that nothing offsets"
    needed = -1 if s.scenario.options.draw_band else 0
    if balance <= needed and p.fortress == NOWHERE:
        yield ALLIED, "4.4b", "the Allies control the cities of western Germany and Italy"
    yield None, "4.4.2", "neither side has met a condition of victory"
