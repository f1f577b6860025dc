"""The exact prospects of a battle before it is fought: planned by a move, a landing, a drop or an airstrike, or chosen.

What the viewer sees is reckoned exactly. Where blocks stand upright the forecast is the mean over what they may be, drawn
from the view, and says that it is guessed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from msgspec.structs import replace

from phaseline.engine.aids import Forecast, ForecastRow, Line, Spread
from phaseline.engine.dice import SeededDice
from phaseline.engine.game import View
from phaseline.engine.orders import Order, field_kinds
from phaseline.games.westfront.aids.hints import volley
from phaseline.games.westfront.orders import airborne, combat, movement, sea
from phaseline.games.westfront.position import Combat, Movement, Round, WestFrontPosition
from phaseline.games.westfront.rules import assault, battle, fire
from phaseline.games.westfront.rules.preview import BACK, OUT, Prospect, of_battle, of_rest
from phaseline.games.westfront.scenario import SEATS
from phaseline.games.westfront.sequence import FLOW
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import hexes
from phaseline.mechanics import prospects
from phaseline.wording.counts import several

SAMPLES: Final = 12
"""So many guesses at upright blocks are averaged ..."""
FEWEST: Final = 4
ENDS: Final = 600
"""... fewer where a battle can end in so many ways that it would take long: so many ends in all."""
PLANNED: Final[Mapping[type[Order], int]] = {
    movement.Move: 1,
    sea.Invade: 2,
    airborne.Drop: 2,
    combat.Strike: 1,
    combat.ChooseBattle: 0,
    combat.Fight: 0,
}
"""Orders that lead to a battle, and which of their fields is its hex."""
STAGES: Final[Mapping[str, Literal["strike", "defence", "offence"]]] = {
    "airstrike losses": "strike",
    "defensive shots": "defence",
    "repulses": "defence",
    "offensive shots": "offence",
}
"""The steps of a round in which somebody decides."""
DICE: Final = bytes(32)
"""Seed of the dice of looking ahead; none is rolled."""


class Fight(NamedTuple):
    """A battle as it would be fought: the state just before it, and the round."""

    state: WestFrontState
    round: Round


class Outlook(NamedTuple):
    """One way a battle may go, as one guess has it: the units of both sides and what becomes of them."""

    chance: Fraction
    fight: Fight
    end: Prospect


def forecast(
    s: WestFrontState, view: View, kind: type[Order] | None, chosen: Sequence[Any]
) -> Forecast | None:
    """The prospects of the battle that an order begun so leads to, or of the rest of the round under way.

    Without an order they are those of the first battle that is to be fought next; None where there is none.
    """
    known = view.position
    assert isinstance(known, WestFrontPosition)
    if s.within(Round):
        return _under_way(s, known)
    seat = s.acting if view.seat is None else view.seat
    if kind is None:
        due = pending(s)
        if not due:
            return None
        kind, chosen, seat = combat.Fight, due[:1], _fighting(s)
    first = planned(s, seat, kind, chosen)
    if first is None:
        return None
    hex = first.round.hex
    guessed = any(known.at[unit] != hex for unit in _there(first) if s.position.at[unit] == hex)
    fights = [first]
    if guessed:
        ways = len(of_battle(first.state, first.round))
        count = min(SAMPLES, max(FEWEST, ENDS // ways))
        fights += _guesses(s, view, seat, kind, chosen, count)
    outlooks = [
        Outlook(end.probability / len(fights), fight, end)
        for fight in fights
        for end in of_battle(fight.state, fight.round)
    ]
    return _told(first, outlooks, known, guessed=guessed)


def pending(s: WestFrontState) -> list[int]:
    """The hexes of battles that will be fought in the Combat Phase at hand, those that must be first; [] outside it.

    Before it, in the Movement Phase, they are the battles that have been begun this turn (7.15).
    """
    if s.within(Combat):
        due = battle.mandatory(s) & ~s.position.fought
        return [*hexes(due), *hexes(s.position.chosen & ~due)]
    if s.within(Movement):
        return list(hexes(s.position.new_battles & s.battles))
    return []


def _fighting(s: WestFrontState) -> int:
    """Whose battles they are."""
    return s.frame(Combat).seat if s.within(Combat) else s.frame(Movement).seat


def _under_way(s: WestFrontState, known: WestFrontPosition) -> Forecast:
    """The rest of a round: everybody in it lies face-up (7.14)."""
    there = s.frame(Round)
    fight = Fight(s, there)
    ends = of_rest(s, there, stage_of(there))
    found = _told(fight, [Outlook(end.probability, fight, end) for end in ends], known, guessed=False)
    return replace(found, title=f"rest of the {found.title}")


def stage_of(there: Round) -> Literal["strike", "defence", "offence"]:
    """Whose fire is under way in a round in which somebody decides."""
    return STAGES[FLOW[Round].steps[there.step].label]


def _there(fight: Fight) -> list[int]:
    hex = fight.round.hex
    return [*fight.state.units_at(hex, 0), *fight.state.units_at(hex, 1)]


def _guesses(
    s: WestFrontState, view: View, seat: int, kind: type[Order], chosen: Sequence[Any], count: int
) -> Iterator[Fight]:
    """The same battle against other blocks that may stand there."""
    for number in range(1, count):
        viewer = seat if view.seat is None else view.seat
        position = s.game.sample(s.scenario, view.position, viewer, random.Random(f"forecast {number}"))
        other = WestFrontState(s.game, s.scenario, position, SeededDice(DICE))
        found = planned(other, seat, kind, chosen)
        if found is not None:
            yield found


# -- what would be fought ---------------------------------------------------------------------------------------------


def planned(s: WestFrontState, seat: int, kind: type[Order], chosen: Sequence[Any]) -> Fight | None:
    """The battle that an order begun with `chosen` leads to, as it stands when the order has been carried out."""
    field = PLANNED.get(kind)
    if field is None or len(chosen) <= field:
        return None
    hex = chosen[field]
    after = s
    if kind not in (combat.ChooseBattle, combat.Fight):
        if kind is not combat.Strike and not s.occupied(1 - seat) >> hex & 1:
            return None
        done = _carried_out(s, seat, kind, chosen)
        if done is None:
            return None
        after = done
    if not after.battles >> hex & 1:
        return None
    return Fight(after, Round(hex=hex, seat=seat, supported=_supported(after, seat, hex)))


def _carried_out(
    s: WestFrontState, seat: int, kind: type[Order], chosen: Sequence[Any]
) -> WestFrontState | None:
    """A copy of the state after the order, its last fields filled in by the first value there is."""
    legal = s.legal(seat)
    values = list(chosen)
    if legal.why_not(kind, *values) is not None:
        return None
    while len(values) < len(field_kinds(kind)):
        following = legal.values(kind, *values)
        if not following:
            return None
        values.append(following[0])
    twin = s.copy(SeededDice(DICE))
    twin.apply(seat, kind(*values))
    return twin


def _supported(s: WestFrontState, seat: int, hex: int) -> bool:
    """Whether the battle has Combat Support: as fixed in a Combat Phase, before it as headquarters stand now (7.4)."""
    if s.within(Combat):
        return bool(s.frame(Combat).supported >> hex & 1)
    return bool(battle.support(s, seat) >> hex & 1)


# -- what is told -----------------------------------------------------------------------------------------------------


def _told(fight: Fight, outlooks: Sequence[Outlook], known: WestFrontPosition, *, guessed: bool) -> Forecast:
    seat, hex = fight.round.seat, fight.round.hex
    name = fight.state.board.map.label(hex)
    sides = {seat: "attackers", 1 - seat: "defenders"}
    spreads = [_losses(outlooks, side, title, guessed=guessed) for side, title in sides.items()]
    spreads += _repulses(outlooks, seat)
    spreads += [
        _fate(outlooks, unit)
        for unit in _there(fight)
        if known.at[unit] == fight.state.position.at[unit] or fight.state.seat_of(unit) == seat
    ]
    means = {side: _mean_loss(outlooks, side) for side in sides}
    rows = tuple(_rows(outlooks))
    won = next((row.percent for row in rows if row.highlight), 0.0)
    return Forecast(
        title=f"battle in {name}",
        summary=(
            f"{SEATS[seat]} attack: on average the attackers lose {prospects.mean_steps(means[seat])}, "
            f"the defenders {prospects.decimal(means[1 - seat])}; "
            f"the hex is won in {prospects.in_percent(won / 100)} of cases"
            + ("" if fight.state.within(Combat) else ", without airstrikes")
        ),
        lines=tuple(_lines(fight, known)),
        rows=rows,
        spreads=tuple(spreads),
        hex=hex,
        guessed=guessed,
    )


def _lines(fight: Fight, known: WestFrontPosition) -> Iterator[Line]:
    """What the round rests on: support, protection, airstrike, repulse, and each unit's fire."""
    s, there = fight.state, fight.round
    yield Line("Combat Support", "7.4", "yes" if there.supported else "no: defenders take a hit more")
    defender = SEATS[s.position.defends[1] >> there.hex & 1]
    yield Line("Original Defender", "7.12", defender)
    yield Line("hits for a step of the defenders", "7.34", str(fire.protection(s, there, 1 - there.seat)))
    if fire.cannot_be_hit(s, there):
        yield Line("an unsupported attack hits nobody in a fortress", "7.4c")
    if dice := s.position.strike_cv.get(there.hex, 0):
        strength = s.scenario.air_fire(s.position.book, there.seat)
        yield Line("airstrike", "13.12", volley(dice, strength))
    if repulse := assault.repulse_dice(s, there.hex):
        yield Line("assault: dice that repulse", "7.51", f"1 to {repulse[-1]}" if len(repulse) > 1 else "1")
    for seat in (there.seat, 1 - there.seat):
        unseen = 0
        for unit in s.units_at(there.hex, seat):
            if seat != there.seat and known.at[unit] != s.position.at[unit]:
                unseen += 1
                continue
            strength = fire.firepower(s, unit, there.hex, there.seat)
            yield Line(s.unit(unit).name, "7.32", volley(s.position.cv[unit], strength))
        if unseen:
            yield Line(several(unseen, f"upright {SEATS[seat]} block"), "2.3", "strength guessed")


def _of_side(look: Outlook, side: int) -> list[tuple[int, int]]:
    """The units of a side in an outlook with what becomes of each."""
    there = look.fight.round
    ends = look.end.active if side == there.seat else look.end.passive
    return list(zip(look.fight.state.units_at(there.hex, side), ends, strict=True))


def lost(s: WestFrontState, unit: int, end: int) -> int:
    """The steps that a unit loses when this becomes of it."""
    if end == BACK:
        return 0
    left = s.type_of(unit).lowest - 1 if end == OUT else end
    return s.position.cv[unit] - left


def _steps_lost(look: Outlook, side: int) -> int:
    return sum(lost(look.fight.state, unit, end) for unit, end in _of_side(look, side))


def _mean_loss(outlooks: Sequence[Outlook], side: int) -> Fraction:
    return sum((look.chance * _steps_lost(look, side) for look in outlooks), Fraction(0))


def _losses(outlooks: Sequence[Outlook], side: int, title: str, *, guessed: bool) -> Spread:
    chances: dict[int, Fraction] = {}
    for look in outlooks:
        count = _steps_lost(look, side)
        chances[count] = chances.get(count, Fraction(0)) + look.chance
    rows = tuple(prospects.row(several(count, "step"), chance) for count, chance in sorted(chances.items()))
    return Spread(title=f"{title} lose", rows=rows, side=side, guessed=guessed)


def _repulses(outlooks: Sequence[Outlook], seat: int) -> Iterator[Spread]:
    chances: dict[int, Fraction] = {}
    for look in outlooks:
        count = look.end.active.count(BACK)
        chances[count] = chances.get(count, Fraction(0)) + look.chance
    if set(chances) != {0}:
        rows = tuple(prospects.row(f"{count} repulsed", chance) for count, chance in sorted(chances.items()))
        yield Spread(title="attackers are repulsed", rows=rows, side=seat)


def _fate(outlooks: Sequence[Outlook], unit: int) -> Spread:
    """What may become of one unit that the viewer sees."""
    names = {OUT: "eliminated", BACK: "repulsed"}
    chances: dict[int, Fraction] = {}
    first = outlooks[0].fight.state
    for look in outlooks:
        for other, end in (pair for side in (0, 1) for pair in _of_side(look, side)):
            if other == unit:
                chances[end] = chances.get(end, Fraction(0)) + look.chance
    rows = tuple(
        prospects.row(names.get(end, f"CV {end}"), chance)
        for end, chance in sorted(chances.items(), reverse=True)
    )
    return Spread(title=first.unit(unit).name, rows=rows, side=first.seat_of(unit), unit=unit)


def _rows(outlooks: Sequence[Outlook]) -> Iterator[ForecastRow]:
    """How the battle stands after the round."""
    chances: dict[tuple[bool, bool], Fraction] = {}
    for look in outlooks:
        stays = (any(cv >= 0 for cv in look.end.active), any(cv >= 0 for cv in look.end.passive))
        chances[stays] = chances.get(stays, Fraction(0)) + look.chance
    texts = {
        (True, False): "the attackers win the hex",
        (True, True): "the battle goes on",
        (False, True): "the attackers are gone or sent back",
        (False, False): "nobody is left",
    }
    for stays, text in texts.items():
        if stays in chances:
            yield prospects.row(text, chances[stays], highlight=stays == (True, False))
