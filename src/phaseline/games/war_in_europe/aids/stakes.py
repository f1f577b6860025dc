"""How a match of War in Europe stands: what decides it, what is due, and what would come of it now."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.drill.aids.stakes import behind, last_turn, results, stake, urgent_first
from phaseline.engine.aids import Level, Line, Objective, Outlook, Stake
from phaseline.games.war_in_europe.files import SEATS
from phaseline.games.war_in_europe.position import DEAD, DUE, OUT
from phaseline.games.war_in_europe.rules import supply, victory
from phaseline.games.war_in_europe.state import WarState
from phaseline.wording.counts import several

SOON = 2
"""Units that leave within so many turns are told of."""


def outlook(s: WarState, objectives: tuple[Objective, ...]) -> Outlook:
    """What ends the match, the places that count with who has them, supply that fails, and the result if it ended now."""
    due = [*_supply(s), *_score(s), *_places(s), *_counts(s), *_leaving(s)]
    return Outlook(
        ends=tuple(_ends(s)),
        due=urgent_first(due),
        now=tuple(_now(s)),
        objectives=objectives,
    )


def _ends(s: WarState) -> Iterator[Line]:
    yield last_turn(s.scenario.last_turn, max(s.position.turn, 1), "4.3")
    found = s.scenario.setup.victory
    if found is None:
        return
    yield Line(f"what counts are the points of the {found.counted} side", "4.3")
    yield from results(found.grades, "4.3")
    if s.scenario.special.armistice is not None:
        yield Line(f"from Turn {s.scenario.special.armistice.since} an armistice may end it", "4.3")


def _now(s: WarState) -> Iterator[Line]:
    found, lead = s.scenario.setup.victory, victory.lead(s)
    if found is None or lead is None:
        return
    points, grade = lead
    yield Line(f"if it ended now: {grade.level}, {several(points, f'{found.counted} point')}", "4.3")
    for score in victory.account(s):
        if score.number:
            yield Line(score.what, "4.3", f"{score.number}: {score.points:+}")


def _score(s: WarState) -> Iterator[Stake]:
    """The points as they stand, for either side: how many the one lacks for a victory, how many the other may still allow."""
    found, lead = s.scenario.setup.victory, victory.lead(s)
    if found is None or lead is None:
        return
    points, now = lead
    counted = SEATS.index(found.counted)
    wanted = min(grade.least for grade in found.grades if grade.winner == found.counted)
    safe = min(grade.least for grade in found.grades if grade.winner != SEATS[1 - counted])
    winner = SEATS.index(now.winner) if now.winner else None
    for seat in range(len(SEATS)):
        goal = (
            f"of {wanted} for a victory" if seat == counted else f"below {safe} the {SEATS[seat]} side wins"
        )
        yield Stake(
            title=f"{found.counted} points",
            text=f"{points}, {goal}; if it ended now: {now.level}",
            short=f"{points} of {wanted}" if seat == counted else f"{points}, below {safe} you win",
            case="4.3",
            side=seat,
            level=behind(winner, seat, last=s.position.turn >= s.scenario.last_turn),
        )


def _places(s: WarState) -> Iterator[Stake]:
    """The places that count, as they are held."""
    found = s.scenario.setup.victory
    if found is None:
        return
    seat = SEATS.index(found.counted)
    for prize in found.places:
        hex = s.scenario.hex_at(prize.hex, "victory")
        held = s.position.owner[seat] >> hex & 1
        threatened = s.zone(1 - seat) >> hex & 1 and not s.occupied(seat) >> hex & 1
        level: Level = ("amber" if threatened else "green") if held else ""
        text = f"{several(prize.points, 'point')}, held" if held else several(prize.points, "point")
        yield stake(s.scenario.map.written(prize.name), text, "4.3", seat, level, 1 << hex)


def _counts(s: WarState) -> Iterator[Stake]:
    """What else counts, once there is any of it."""
    found = s.scenario.setup.victory
    if found is None:
        return
    seat = SEATS.index(found.counted)
    for count in s.scenario.special.counts:
        number = victory.counted(s, count)
        points = count.rule.points * (number // count.rule.per)
        if number:
            level: Level = "green" if count.rule.points > 0 else "amber"
            text = count.rule.text
            yield stake(text[:1].upper() + text[1:], f"{number}: {points:+}", "4.3", seat, level)


def _supply(s: WarState) -> Iterator[Stake]:
    """Units that would be out of supply if it were judged now."""
    for seat, name in enumerate(SEATS):
        cut = supply.starved(s, seat)
        if cut:
            where = s.where(cut)
            text = f"{cut.bit_count()} would be halved, in movement and strength"
            yield stake(f"{name} units out of supply", text, "14.21a", seat, "red", where)


def _leaving(s: WarState) -> Iterator[Stake]:
    """Units that are to be withdrawn soon."""
    now = s.position.turn
    for rule in s.scenario.setup.withdrawals:
        if now <= rule.turn <= now + SOON:
            for seat in range(len(SEATS)):
                names = [
                    s.scenario.titles[s.scenario.number[name]]
                    for name in rule.units
                    if s.scenario.side_of[s.scenario.number[name]] == seat
                    and s.position.at[s.scenario.number[name]] not in (DEAD, DUE, OUT)
                    and f"kept {name}" not in s.position.flags
                ]
                if names:
                    text = f"{', '.join(names)} in Turn {rule.turn}"
                    yield stake("To be withdrawn", text, "4.2B1", seat, "amber")
