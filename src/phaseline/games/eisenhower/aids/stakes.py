"""How Eisenhower's War stands: each condition of victory with its deadline, and what the next Victory Check would say."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from phaseline.drill.aids.stakes import stake, urgent_first
from phaseline.engine.aids import Level, Line, Outlook, Stake
from phaseline.games.eisenhower.files import SEATS
from phaseline.games.eisenhower.position import ALLIED, GERMAN, NOWHERE
from phaseline.games.eisenhower.rules import victory
from phaseline.games.eisenhower.rules.victory import LAST, PAIR_THROUGH, PORTS_THROUGH, RUHR_THROUGH, SITES_ON
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask


def outlook(s: EisenhowerState) -> Outlook:
    """What ends the game, what each side must see to, and whether it would end with this turn."""
    due = [*_ports(s), *_fortress(s), *_prizes(s), *_final(s), *_lost_again(s)]
    check = next(victory.conditions(s), None)
    return Outlook(
        ends=tuple(_ends(s)),
        due=urgent_first(due),
        now=() if check is None else (_verdict(check),),
    )


def _verdict(found: tuple[int | None, str, str]) -> Line:
    winner, case, reason = found
    who = "nobody wins" if winner is None else f"the {SEATS[winner]} side wins"
    return Line(f"if the turn ended now {who}: {reason}", case)


def _ends(s: EisenhowerState) -> Iterator[Line]:
    turn = s.position.turn
    yield Line("sides are checked at the end of each turn; the first condition met ends the game", "4.1")
    if turn <= PORTS_THROUGH and s.scenario.options.ports_checked:
        yield Line(f"through Turn {PORTS_THROUGH} the Allies lose if they hold too few ports", "4.3.2")
    yield Line("the Germans win with a city the Allies have held, or a beachhead", "4.3.1")
    if turn <= SITES_ON:
        yield Line(f"the Allies win with all V-1 sites at the end of Turn {SITES_ON}", "4.2.3")
    if turn <= RUHR_THROUGH:
        yield Line(f"the Allies win with the Ruhr through Turn {RUHR_THROUGH}", "4.2.1")
    if turn <= PAIR_THROUGH:
        yield Line(f"the Allies win with two of Ruhr, Berlin and Vienna through Turn {PAIR_THROUGH}", "4.2.2")
    yield Line(f"after Turn {LAST} the cities of western Germany and Italy decide", "4.4")


def _when(s: EisenhowerState, turn: int) -> str:
    return "this turn" if turn == s.position.turn else f"Turn {turn}"


def _ports(s: EisenhowerState) -> Iterator[Stake]:
    """The ports that the next check counts, of this turn or of the first while the sides set up, and the one after it.

    Told as one: the first that is not passed yet, or how far they are enough.
    """
    if not s.scenario.options.ports_checked:
        return
    held = victory.counted_ports(s)
    count, now = held.bit_count(), max(s.position.turn, 1)
    checks = range(now, min(now + 1, PORTS_THROUGH) + 1)
    if not checks:
        return
    passed = [_when(s, turn) for turn in checks if count >= s.scenario.ports_required(turn)]
    short = next((turn for turn in checks if count < s.scenario.ports_required(turn)), None)
    required = s.scenario.ports_required(checks[-1] if short is None else short)
    if short is None:
        level: Level = "green"
        text = f"{count} of {required}, enough for {' and '.join(passed)}"
    else:
        level = "red" if short == s.position.turn else "amber"
        enough = f", enough for {passed[0]}" if short > now else ""
        text = f"{count} of {required} by the end of {_when(s, short)}{enough}"
    yield stake("Ports", text, "4.3.2", ALLIED, level, s.ports & s.scenario.board.interior)


def _lost_again(s: EisenhowerState) -> Iterator[Stake]:
    """Places whose loss ends the game: cities once Allied, and beachheads."""
    p = s.position
    for title, case, held, gone in (
        ("Cities taken", "4.3.1a", s.cities & p.taken, 0),
        ("Beachheads", "4.3.1b", p.beachheads | p.overrun, p.overrun),
    ):
        if not held:
            continue
        lost = held & s.occupied(GERMAN) | gone
        open_to = held & s.zone(GERMAN) & ~s.occupied(ALLIED) & ~lost
        text = f"{held.bit_count() - lost.bit_count()} of {held.bit_count()} held"
        if open_to:
            count = open_to.bit_count()
            text += f", {count} next to Germans and without a garrison"
        level: Level = "red" if lost else "amber" if open_to else "green"
        yield stake(title, text, case, ALLIED, level, lost | open_to or held)


def _fortress(s: EisenhowerState) -> Iterator[Stake]:
    if s.position.fortress != NOWHERE:
        last = LAST - 1 if s.scenario.options.fortress_checked_turn_8 else LAST
        level: Level = "red" if s.position.turn >= last else "amber"
        text = f"must fall by the end of {_when(s, last)}"
        yield stake("Alpine Fortress", text, "13.8c", ALLIED, level, 1 << s.position.fortress)


def _prizes(s: EisenhowerState) -> Iterator[Stake]:
    """What the Germans must keep: launch sites, the Ruhr, two of the three great cities."""
    board, turn, allied = s.scenario.board, s.position.turn, s.position.control
    sites = board.launch_sites
    if turn <= SITES_ON and sites:
        taken = (sites & allied).bit_count()
        text = f"{taken} of {sites.bit_count()} taken, all by the end of {_when(s, SITES_ON)} win"
        yield stake("V-1 sites", text, "4.2.3", GERMAN, _kept(sites & allied, sites.bit_count()), sites)
    ruhr = board.hex_of("Ruhr")
    cities = s.cities & allied
    if turn <= RUHR_THROUGH and ruhr is not None:
        fallen = cities >> ruhr & 1
        text = f"{'taken' if fallen else 'held'}, wins for the Allies through {_when(s, RUHR_THROUGH)}"
        yield stake("Ruhr", text, "4.2.1", GERMAN, "red" if fallen else "green", 1 << ruhr)
    three = board.german_sources["north"] | board.german_sources["south"]
    if turn <= PAIR_THROUGH:
        taken = (three & cities).bit_count()
        text = f"{taken} of 2 taken through {_when(s, PAIR_THROUGH)}"
        yield stake("Ruhr, Berlin, Vienna", text, "4.2.2", GERMAN, _kept(three & cities, 2), three)


def _kept(lost: Mask, most: int) -> Level:
    count = lost.bit_count()
    return "red" if count >= most else "amber" if count else "green"


def _final(s: EisenhowerState) -> Iterator[Stake]:
    """The cities of the last check, as they would count now."""
    board, turn = s.scenario.board, s.position.turn
    balance = victory.western_balance(s)
    west = s.cities & board.germany & board.west_of_line & ~s.position.control
    italian = s.cities & board.italy & ~s.position.control
    late: Level = "red" if turn >= LAST else "amber" if turn > RUHR_THROUGH else ""
    text = f"{max(balance, 0)} more to take or to offset by the end of {_when(s, LAST)}"
    cities = stake("Cities of western Germany", text, "4.4a", ALLIED, late if balance > 0 else "green", west)
    yield replace(cities, short=f"{max(balance, 0)} more to take")
    text = f"{italian.bit_count()} still German, none by the end of {_when(s, LAST)}"
    yield stake("Italian cities", text, "4.4a", ALLIED, late if italian else "green", italian)
