"""How a match of France '44 stands: what decides it, what is due, and what would come of it now."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.drill.aids.stakes import behind, last_turn, results, stake, urgent_first
from phaseline.engine.aids import Level, Line, Objective, Outlook, Stake
from phaseline.engine.aids.ground import hex_title
from phaseline.games.france44.files import SEATS, Goal
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import ports, supply, victory
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, hexes, mask_of
from phaseline.mechanics.grades import graded
from phaseline.wording.counts import several

UNJUDGED = ("interception", "replacement", "V units", "air return", "support", "rations")
"""How the steps of a side's turn end that come before its supply is judged (5.1, 5.2)."""
OVER = frozenset({"theatre transfer", "stockpile"})
"""The steps after the turns of both sides have been judged (9.14, 5.31)."""


def outlook(s: FranceState, objectives: tuple[Objective, ...]) -> Outlook:
    """What ends the match, each goal with who has it, supply that runs short, and the result if it ended now."""
    due = [*_supply(s), *_score(s), *_goals(s), *_running(s)]
    return Outlook(
        ends=tuple(_ends(s)),
        due=urgent_first(due),
        now=(_now(s),),
        objectives=objectives,
    )


def _ends(s: FranceState) -> Iterator[Line]:
    scenario = s.scenario
    yield last_turn(scenario.last_turn, max(s.position.turn, scenario.first_turn), "5.4b")
    if scenario.setup.victory is None:
        yield Line("the side with more points wins", "2.1")
        return
    yield Line("what counts is how many points the Allies have more than the Germans", "2.1")
    yield from results(scenario.setup.victory.grades, "2.1")


def _now(s: FranceState) -> Line:
    allied, german = victory.tally(s)
    score = f"{several(allied, 'point')} to {german}"
    if (found := s.scenario.setup.victory) is not None:
        return Line(f"if it ended now: {graded(found.grades, allied - german).level}, {score}", "2.1")
    lead = "a draw" if allied == german else f"{SEATS[ALLIED if allied > german else GERMAN]} ahead"
    return Line(f"if it ended now: {lead}, {score}", "2.1")


def _score(s: FranceState) -> Iterator[Stake]:
    """The points as they stand, for either side, and what would come of them if it ended now."""
    allied, german = victory.tally(s)
    lead = allied - german
    if (found := s.scenario.setup.victory) is not None:
        grade = graded(found.grades, lead)
        now, winner = grade.level, SEATS.index(grade.winner) if grade.winner else None
    else:
        winner = None if lead == 0 else ALLIED if lead > 0 else GERMAN
        now = "a draw" if winner is None else f"{SEATS[winner]} ahead"
    for side, count in ((ALLIED, allied), (GERMAN, german)):
        other = german if side == ALLIED else allied
        yield Stake(
            title="Points",
            text=f"{count} to {other}; if it ended now: {now}",
            short=f"{count} to {other}, {now}",
            case="2.1",
            side=side,
            level=behind(winner, side, last=s.position.turn >= s.scenario.last_turn),
        )


def _goals(s: FranceState) -> Iterator[Stake]:
    """The goals of the scenario as they stand."""
    found = s.scenario.setup.victory
    for number, goal in enumerate(found.goals if found else ()):
        side = SEATS.index(goal.side)
        count = victory.times(s, number, goal)
        level: Level = "green" if count else "amber" if goal.hex and not goal.saved else ""
        mask = 1 << victory.place(s, goal) if goal.hex and not goal.saved else 0
        yield stake(_title(s, goal), _text(s, goal, count), "2.1", side, level, mask)


def _title(s: FranceState, goal: Goal) -> str:
    if goal.title:
        return s.scenario.map.written(goal.title)
    if goal.hex:
        return hex_title(s.scenario.map, victory.place(s, goal)).partition(" ")[2] or goal.hex
    return "Divisions ashore in supply" if goal.divisions else "Divisions eliminated"


def _text(s: FranceState, goal: Goal, count: int) -> str:
    if not goal.hex or goal.saved:
        per = goal.divisions or goal.dead or goal.steps or 1
        each = f"for every {per}" if per > 1 else "each"
        return f"{several(goal.points, 'point')} {each}, {goal.points * count} so far"
    worth = several(goal.points, "point")
    if count:
        return f"{worth}, scored" if goal.once else f"{worth}, held"
    return f"{worth}, by the end of Turn {goal.by}" if goal.by and s.position.turn <= goal.by else worth


def _supply(s: FranceState) -> Iterator[Stake]:
    """Units that would be isolated or go without if supply were judged now.

    Who drops is not told of in the same turn: that he is cut off there is meant so, and nobody feeds him before the next.
    """
    if s.position.outcome is not None:
        return
    for side in (ALLIED, GERMAN):
        shared = supply.rations(s, side)
        told = ~s.position.dropped
        title, doomed = f"{SEATS[side]} units isolated", _doomed(s, side, shared.cut)
        if doomed:
            text = f"{doomed.bit_count()} cut off: they lose a step if they still are when their turn ends"
            yield stake(title, text, "16.22a", side, "red", s.where(doomed))
        if later := shared.cut & told & ~doomed:
            text = f"{later.bit_count()} cut off"
            last = s.position.turn >= s.scenario.last_turn and not _to_come(s, side)
            text += (
                "" if last else ": they lose a step if they are when their next turn begins and when it ends"
            )
            yield stake(title, text, "16.21", side, "" if last else "amber", s.where(later))
        hungry = shared.hungry() & ~shared.cut & told
        if hungry:
            fed = mask_of(shared.wants) & told
            text = f"{hungry.bit_count()} of {fed.bit_count()} would not be fed"
            yield stake(f"{SEATS[side]} supply", text, "16.4", side, "amber", s.where(hungry))


def _doomed(s: FranceState, side: int, cut: Mask) -> Mask:
    """Of those who are cut off, who loses a step if that stays so in this turn (16.22).

    Once supply is judged these are only those who were isolated then: whoever drops behind the enemy afterwards is not.
    """
    step = _step(s)
    if s.turn_of != side or step in OVER:
        return 0
    judged = not step.endswith(UNJUDGED)
    return cut & s.position.cut if judged else cut


def _to_come(s: FranceState, side: int) -> bool:
    """Whether a side's part of this game turn is still to come: that of the Germans, while the Allies have theirs."""
    return side == GERMAN and s.turn_of == ALLIED and _step(s) not in OVER


def _step(s: FranceState) -> str:
    return "" if s.decision is None else s.decision.step.label


def _running(s: FranceState) -> Iterator[Stake]:
    """What brings points turn by turn: cities beyond the Rhine, V units; and what the Allied ports can feed."""
    p, scenario = s.position, s.scenario
    board = scenario.board
    beyond = board.cities & board.east_of_rhine if board.rhine else 0
    counted = scenario.setup.victory is None or scenario.setup.victory.cities
    if counted and beyond:
        held = victory.cities(s)
        text = f"{held.bit_count()} of {beyond.bit_count()} taken, a point a turn for each"
        yield stake("Cities beyond the Rhine", text, "2.3a", ALLIED, "green" if held else "", held or beyond)
    if scenario.rocket_ids:
        placed = mask_of(hex for hex in p.vs if hex >= 0)
        text = f"{sum(hex >= 0 for hex in p.vs)} on the map, a point for each that hits London"
        yield stake("V units", text, "2.2", GERMAN, "green" if placed else "", placed)
    ashore, room = ports.ashore(s), sum(ports.room(s, hex) for hex in hexes(ports.controlled(s)))
    if ashore or room:
        level: Level = "green" if room >= ashore else "amber"
        text = f"ports feed {several(room, 'unit')} a turn, {ashore} are ashore"
        yield stake("Allied supply capacity", text, "16.31a", ALLIED, level, ports.controlled(s))
