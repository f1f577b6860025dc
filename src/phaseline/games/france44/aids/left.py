"""What can still be spent in a step, or must be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from phaseline.engine.aids import Line
from phaseline.engine.dice import ScriptedDice
from phaseline.engine.legal import LegalOrders
from phaseline.games.france44 import orders
from phaseline.games.france44.position import (
    ALLIED,
    ALLIES,
    FRENCH,
    GERMAN,
    GERMANS,
    UNLIMITED,
    Battle,
    Campaign,
    CombatPhase,
)
from phaseline.games.france44.rules import (
    air,
    announcing,
    bombing,
    ports,
    replacement,
    setup,
    shipping,
    stocks,
    supply,
)
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, hexes
from phaseline.mechanics.prospects import steps
from phaseline.wording.counts import named, several


def owed(s: FranceState, seat: int) -> Iterator[str]:
    """Short remarks on what must be done or can be spent."""
    p, frame = s.position, s.position.stack[-1]
    path = "" if s.decision is None else s.decision.step.label
    if isinstance(frame, Campaign):
        if seat != ALLIED and setup.dump_points(s):
            yield f"{several(setup.dump_points(s), 'supply point')} to put down"
    elif s.within(Battle):
        yield from _battle(s, s.frame(Battle), seat)
    elif s.within(CombatPhase):
        if path not in ("announcing", "plan"):
            yield f"{several(len(p.announced), 'attack')} announced"
        elif path == "announcing" and seat == ALLIED:
            yield from _due(s)
    elif path.endswith("replacement"):
        yield from _factors(s, seat)
    elif path.endswith(("support", "rations")):
        yield from _supply(s, seat)
    elif path in ("invasion", "sea and air transport", "allied movement"):
        yield from _transport(s, path)
    elif path == "stockpile":
        yield f"{several(stocks.spare(s), 'supply point')} to put down"
    elif path == "allied tactical air":
        yield from _air(s)


def _air(s: FranceState) -> Iterator[str]:
    if s.position.air_left != UNLIMITED:
        yield f"{several(s.position.air_left, 'air unit')} can still fly in the snow"
    if bombing.BombIndustry().gate(s) is None:
        yield _bombing(s)


def _bombing(s: FranceState) -> str:
    """What the bomber could do to the replacements of this turn (9.2)."""
    due = replacement.rate(s, GERMAN)
    if not due:
        return "bombing would do nothing: the Germans get no replacements in this turn"
    cost = min(due, bombing.bomber_factor(s))
    return f"the bomber can cost the Germans {cost} of their {several(due, 'replacement factor')}"


def futile(s: FranceState, seat: int) -> bool:
    """Whether nothing in the step is of use.

    Supplies that nobody will draw on, a bomber that hits no replacements, trucks before anybody wants to be fed, bases
    that were chosen just now. Who may stockpile in the last turn is asked all the same where the match would come out
    otherwise by it.
    """
    step = "" if s.decision is None else s.decision.step.label
    if step == "allied air return":
        return _based_well(s)
    if step == "allied support":
        return _feeds_nobody(s)
    if step == "stockpile":
        return s.position.turn >= s.scenario.last_turn and _ends_alike(s)
    only_bombs = step == "allied tactical air" and s.legal(seat).kinds() == [orders.Bomb, orders.Done]
    return only_bombs and not replacement.rate(s, GERMAN)


def _feeds_nobody(s: FranceState) -> bool:
    """Whether no port can be repaired, and none of the Allies is to be fed or cut off: trucks are placed again in movement."""
    if orders.Repair in s.legal(ALLIED).kinds():
        return False
    shared = supply.rations(s, ALLIED)
    return not shared.wants and not shared.cut


def _based_well(s: FranceState) -> bool:
    """Whether the Allies have just set up their air units, nobody of them is ashore, and all reach every beach."""
    board, p = s.scenario.board, s.position
    just_set_up = p.turn == s.scenario.first_turn and bool(setup.allies_set_up(s))
    if not just_set_up or s.units_in(board.continent, ALLIED):
        return False
    wings = hexes(air.to_return(s, ALLIED))
    return all(p.wings[wing] >= 0 and not board.beaches & ~air.landing_range(s, wing) for wing in wings)


def waiting(s: FranceState, seat: int) -> Mask:
    """The Allied units that are in a port of England or Corsica, or in a box: whoever moves there is no nearer to France."""
    board = s.scenario.board
    return s.units_in(board.overseas & (board.ports | board.boxes), ALLIED) if seat == ALLIED else 0


def _ends_alike(s: FranceState) -> bool:
    """Whether the match ends the same with supplies in every port as without."""
    idle, stocked = s.copy(ScriptedDice(())), s.copy(ScriptedDice(()))
    for port in hexes(ports.controlled(s)):
        dumps = stocked.position.allied_dumps
        dumps[port] = dumps.get(port, 0) + stocks.LARGEST
    stocked.changed()
    for twin in (idle, stocked):
        twin.apply(ALLIED, orders.Done())
    return idle.position.outcome == stocked.position.outcome


def _due(s: FranceState) -> Iterator[str]:
    if due := announcing.assaults_due(s) if s.position.beach else 0:
        yield f"invaders must attack {', '.join(map(s.scenario.map.label, hexes(due)))} before you are done"


def _battle(s: FranceState, battle: Battle, seat: int) -> Iterator[str]:
    due, paid = (
        (battle.attacker_due, battle.attacker_paid)
        if seat == battle.attacker
        else (battle.defender_due, battle.defender_paid)
    )
    if due > paid:
        yield f"{steps(due - paid)} to lose"
    if battle.fleeing and seat == battle.attacker:
        yield f"still to retreat: {named([s.spoken(unit) for unit in hexes(battle.fleeing)], 'unit')}"


def _factors(s: FranceState, seat: int) -> Iterator[str]:
    have = s.position.factors
    if seat != ALLIED:
        yield f"{have[GERMANS]} replacement factors"
        return
    yield f"{have[ALLIES]} replacement factors"
    if have[FRENCH]:
        yield f"{have[FRENCH]} French factors"


def _transport(s: FranceState, step: str) -> Iterator[str]:
    room = ports.room_ashore(s)
    if step != "allied movement":
        yield f"{several(s.position.shipping, 'transport point')} left"
        if s.position.invasion:
            yield "nobody is shipped to the Continent in a turn of invasion"
        elif step != "invasion":
            yield f"ports can supply {several(room, 'more unit')} ashore"
        elif room > 0:
            yield f"room for {several(room, 'more unit')} by ship in this turn, if nobody invades"
    # More than ports supply now are ashore, or about to land: in the next turn some might go hungry.
    more = ports.ashore(s) + len(s.position.beach) - s.position.capacity
    if s.position.capacity and more > 0:
        yield f"{several(more, 'unit')} more ashore than ports can supply"


def _supply(s: FranceState, seat: int) -> Iterator[str]:
    shared = supply.rations(s, seat)
    hungry = (shared.hungry() & ~shared.cut).bit_count()
    if hungry:
        yield f"{several(hungry, 'unit')} would go without supply"
    if shared.cut:
        count = shared.cut.bit_count()
        yield f"{several(count, 'unit')} isolated"


def lapsing(s: FranceState, seat: int, legal: LegalOrders) -> Iterator[Line]:
    """Transport points are for one turn, and nobody invades later in it (5.14, 12.2).

    Before anybody has invaded they are not lost where ports have room: then ships may still use them (13.1).
    """
    if seat != ALLIED:
        return
    points = several(s.position.shipping, "transport point")
    waiting = len(legal.able(orders.Invade))
    if waiting and (s.position.invasion or ports.room_ashore(s) <= 0):
        yield Line(text=f"{points}: {several(waiting, 'more unit')} could invade, only now", case="5.14")
    overseas = s.units_in(s.scenario.board.overseas, ALLIED)
    able = [unit for unit in legal.able(orders.Ship) if overseas >> unit & 1]
    if able:
        most = several(_shipped(s, able), "unit")
        yield Line(text=f"{points}: up to {most} could be shipped in this turn", case="13.1")


def _shipped(s: FranceState, able: Sequence[int]) -> int:
    """The most of these units that there are berths and points for, and that ports can supply ashore."""
    rule, hqs = shipping.ShipUnit(), s.scenario.hqs

    def berths(*, hq: bool) -> int:
        return sum(max(0, shipping.vacant(s, port, hq=hq)) for port in hexes(s.position.harbours))

    def price(unit: int) -> int:
        return min(rule.reached(s, unit, rule.to(s, unit).mask).values(), default=0)

    free = min(berths(hq=True), sum(hqs >> unit & 1 for unit in able))
    prices = sorted(price(unit) for unit in able if not hqs >> unit & 1)
    paid = accumulate(prices[: berths(hq=False)])
    return min(ports.room_ashore(s), free + sum(total <= s.position.shipping for total in paid))
