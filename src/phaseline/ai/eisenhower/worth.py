"""What each hex is worth in a position: what the conditions of victory make of it on this turn."""

from __future__ import annotations

import math
from collections.abc import Sequence

from phaseline.ai.eisenhower.terrain import Ground
from phaseline.ai.planning import power
from phaseline.games.eisenhower.position import GERMAN, NOWHERE
from phaseline.games.eisenhower.rules import events, supply, victory
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes

Worths = dict[Hex, float]
"""Worth of a hex to whoever does not hold it, or to its holder to keep; hexes left out are plain ground."""


def worths(ground: Ground, s: EisenhowerState) -> Worths:
    """The worth of every hex that matters now, in combat factors. The same for both sides."""
    won = crown(ground, s)
    if won:
        return dict.fromkeys(hexes(won), ground.parameters.worth.win)
    found: Worths = {}
    _ports(ground, s, found)
    _sites(ground, s, found)
    _three(ground, s, found)
    _cities(ground, s, found)
    _antwerp(ground, s, found)
    _interior(ground, s, found)
    _munich(ground, s, found)
    for effort, area in ground.efforts:
        if s.position.turn <= effort.last:
            for hex in hexes(area):
                found[hex] = found.get(hex, 0.0) + effort.worth
    if s.position.fortress != NOWHERE:
        found[s.position.fortress] = ground.parameters.worth.win
    return found


def crown(ground: Ground, s: EisenhowerState) -> Mask:
    """The hexes by which the Allies win at the check of this turn if they keep them: what they win by comes first (4.1, 4.2)."""
    turn, control = s.position.turn, s.position.control
    if not ground.parameters.worth.crown:
        return 0
    held = s.cities & control
    if ground.ruhr is not None and decides(ground, s, ground.ruhr) and control >> ground.ruhr & 1:
        return 1 << ground.ruhr
    if turn <= victory.PAIR_THROUGH and (ground.three & held).bit_count() > 1:
        return ground.three & held
    sites = s.scenario.board.launch_sites
    return sites if turn == victory.SITES_ON and sites and not sites & ~control else 0


def decides(ground: Ground, s: EisenhowerState, hex: Hex) -> bool:
    """Whether the Allies win at once by a hex: by the Ruhr, through Turn 6, while it is a city (4.2.1, 10.10)."""
    return hex == ground.ruhr and s.position.turn <= victory.RUHR_THROUGH and bool(s.cities >> hex & 1)


def _raise(found: Worths, area: Mask, worth: float) -> None:
    for hex in hexes(area):
        found[hex] = max(found.get(hex, 0.0), worth)


def ports_lacking(s: EisenhowerState) -> int:
    """How many ports the Allies still need for the check of this turn (4.3.2)."""
    if not s.scenario.options.ports_checked:
        return 0
    return max(0, s.scenario.ports_required(max(1, s.position.turn)) - victory.counted_ports(s).bit_count())


def port_worth(ground: Ground, s: EisenhowerState, held: int) -> float:
    """What one more port is worth to Allies who hold so many: the game, or less the later the check that asks for it (4.3.2)."""
    by, turn = ground.parameters.worth, max(1, s.position.turn)
    if s.scenario.options.ports_checked:
        for later in range(turn, victory.PORTS_THROUGH + 1):
            if s.scenario.ports_required(later) > held:
                return by.win if later == turn else by.port_later[later - turn - 1]
    return by.port_spare


def _ports(ground: Ground, s: EisenhowerState, found: Worths) -> None:
    if s.position.turn > victory.PORTS_THROUGH:
        return
    held = victory.counted_ports(s).bit_count()
    _raise(found, s.ports & s.scenario.board.interior, port_worth(ground, s, held))


def _sites(ground: Ground, s: EisenhowerState, found: Worths) -> None:
    """The fewer launch sites are missing, the more each is worth (4.2.3)."""
    turn, by = s.position.turn, ground.parameters.worth
    if turn > victory.SITES_ON:
        return
    sites = s.scenario.board.launch_sites
    missing = (sites & ~s.position.control).bit_count()
    least = by.launch_site[s.scenario.alternate]
    if not missing:
        _raise(found, sites, by.win if turn == victory.SITES_ON else least)
        return
    worth = by.win / (missing * missing) if turn == victory.SITES_ON else least
    _raise(found, sites, max(worth, least))


def _three(ground: Ground, s: EisenhowerState, found: Worths) -> None:
    """The Ruhr wins alone through Turn 6, two of the three through Turn 8 (4.2.1, 4.2.2)."""
    turn, by = s.position.turn, ground.parameters.worth
    standing = ground.three & s.cities
    if turn <= victory.PAIR_THROUGH:
        held = bool(standing & s.position.control)
        _raise(found, standing, by.win / 2 if held else by.pair)
    if turn <= victory.RUHR_THROUGH and ground.ruhr is not None and standing >> ground.ruhr & 1:
        found[ground.ruhr] = by.win if turn == victory.RUHR_THROUGH else by.ruhr[s.scenario.alternate]


def _cities(ground: Ground, s: EisenhowerState, found: Worths) -> None:
    """Cities of Germany and Italy decide at the end (4.4): the nearer it is, the less may one be left behind."""
    turn, by = s.position.turn, ground.parameters.worth
    german, italian = ground.western & s.cities, ground.italian & s.cities
    missing = (german | italian) & ~s.position.control
    last = by.win / missing.bit_count() if turn == victory.LAST and missing else 0.0
    worth = max(last, _rising(by.german_city, turn, by.city))
    _raise(found, german, worth)
    _raise(found, italian, max(last, _rising(by.italian_city, turn, by.city)))
    _raise(found, italian & missing & ~s.occupied(GERMAN), _rising(by.open_city, turn, by.city))
    balance = victory.western_balance(s)
    _raise(found, ground.beyond & s.cities, worth if turn >= victory.LAST - 1 and balance > 0 else by.beyond)


def _rising(late: Sequence[float], turn: int, before: float) -> float:
    """What something is worth on a turn, of values for the last turns, and what it was worth before."""
    number = turn - (victory.LAST - len(late)) - 1
    return late[number] if number >= 0 else before


LINE_FROM = 4
"""From this turn on the line to Switzerland is worth driving."""


def _interior(ground: Ground, s: EisenhowerState, found: Worths) -> None:
    """A line from the Atlantic to Switzerland turns all behind it Allied (7.16): its missing hexes are worth taking."""
    if s.position.turn < LINE_FROM:
        return
    way = ground.line_to_switzerland(s.position.control, s.occupied(GERMAN))
    by = ground.parameters.worth
    for number, hex in enumerate(way):
        # The last hex closes it; the fewer are missing, the more each is worth.
        worth = max(by.line * (2 if number == len(way) - 1 else 1), by.closing / math.sqrt(len(way) ** 3))
        found[hex] = max(found.get(hex, 0.0), worth)


def _munich(ground: Ground, s: EisenhowerState, found: Worths) -> None:
    """Without Munich the Germans build the Alpine Fortress on Turn 8 and win by it (13.8)."""
    munich = s.scenario.board.hex_of("Munich")
    if munich is None or s.position.fortress_placed or s.position.turn >= events.FORTRESS_TURN:
        return
    by = ground.parameters.worth
    turns = events.FORTRESS_TURN - 1 - s.position.turn
    found[munich] = max(found.get(munich, 0.0), by.munich * power(0.7, turns))


def _antwerp(ground: Ground, s: EisenhowerState, found: Worths) -> None:
    if s.position.turn >= 3 and not supply.antwerp_runs(s):
        _raise(found, ground.antwerp, ground.parameters.worth.access)
