"""Victory points, the goals of a scenario, and who has won (2)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.france44.files import SEATS, Goal
from phaseline.games.france44.position import ALLIED, AWAY, DEAD, GERMAN, GONE
from phaseline.games.france44.rules import supply
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.mechanics.grades import graded
from phaseline.wording.counts import several


@case("2.3a", "2.3b")
def cities(s: FranceState) -> Mask:
    """The cities beyond the Rhine that the Allies hold; those on the Rhine do not count (2.3, R107)."""
    board, victory = s.scenario.board, s.scenario.setup.victory
    # Without the Rhine, as on the map of a smaller scenario, nothing lies beyond it.
    if not board.rhine or (victory is not None and not victory.cities):
        return 0
    return board.cities & board.east_of_rhine & s.position.control


@case("2.3a")
def score(s: FranceState) -> None:
    """The end of a turn: a point for each city beyond the Rhine in Allied hands (2.3), and what is scored by turns."""
    p = s.position
    held = cities(s)
    if held:
        p.points[ALLIED] += held.bit_count()
        s.tell(
            "points",
            "2.3a",
            several(held.bit_count(), "point") + " for {where:hex}",
            points=held.bit_count(),
            where=tuple(hexes(held)),
        )
    victory = s.scenario.setup.victory
    for number, goal in enumerate(victory.goals if victory else ()):
        if goal.by == p.turn and _holds(s, goal):
            p.reached |= 1 << number


def score_germans(s: FranceState) -> None:
    """The end of the German turn: what the Germans are given for, once."""
    _score_once(s, GERMAN)


def score_allies(s: FranceState) -> None:
    """The end of the Allied turn: what the Allies are given for, once."""
    _score_once(s, ALLIED)


@case("2.1")
def _score_once(s: FranceState, seat: int) -> None:
    """Goals that count for good as soon as a division of a side that is not isolated stands there at the end of its turn."""
    victory, p = s.scenario.setup.victory, s.position
    for number, goal in enumerate(victory.goals if victory else ()):
        if goal.once and SEATS.index(goal.side) == seat and not p.reached >> number & 1 and _stands(s, goal):
            p.reached |= 1 << number
            s.tell(
                "points",
                "2.1",
                "{seat:seat} scores {points} for {where:hex}",
                seat=seat,
                points=goal.points,
                where=(place(s, goal),),
            )


@case("2.1", "intro.b", "5.4b")
def settle(s: FranceState) -> None:
    """The last turn is over: the side with more points has won (2.1, R108); a scenario may count otherwise."""
    victory, p = s.scenario.setup.victory, s.position
    p.points = list(tally(s))
    allied, german = p.points
    if victory is not None:
        grade = graded(victory.grades, allied - german)
        winner = SEATS.index(grade.winner) if grade.winner else None
        text = f"{grade.level}: {several(allied, 'point')} to {german}"
        s.end(winner, "2.1", text, level=grade.level, scores=(allied, german))
        return
    winner = None if allied == german else ALLIED if allied > german else GERMAN
    won = "the game is drawn" if winner is None else f"{SEATS[winner]} has more points"
    s.end(winner, "2.1", f"{won}: {allied} to {german}", scores=(allied, german))


def tally(s: FranceState) -> tuple[int, int]:
    """The points of both sides if the match ended now."""
    found = list(s.position.points)
    victory = s.scenario.setup.victory
    for number, goal in enumerate(victory.goals if victory else ()):
        found[SEATS.index(goal.side)] += goal.points * times(s, number, goal)
    return found[ALLIED], found[GERMAN]


# -- goals ------------------------------------------------------------------------------------------------------------


def place(s: FranceState, goal: Goal) -> Hex:
    """The hex that a goal is about."""
    return s.scenario.hex_at(goal.hex, "victory")


@case("2.1")
def times(s: FranceState, number: int, goal: Goal) -> int:
    """How often a goal is reached as things stand."""
    if goal.once:
        return s.position.reached >> number & 1
    if goal.by:
        return int(_holds(s, goal) and (s.position.turn < goal.by or bool(s.position.reached >> number & 1)))
    if goal.hex and not goal.saved:
        return int(_holds(s, goal))
    if goal.dead:
        return _eliminated(s, goal) // goal.dead
    if goal.steps:
        return _steps_lost(s, goal) // goal.steps
    if goal.saved:
        return _saved(s, goal)
    ashore = s.units_in(s.scenario.board.continent, ALLIED) & s.scenario.divisions & ~s.position.hungry
    return ashore.bit_count() // goal.divisions


@case("2.1", "16.1", "16.32b")
def _holds(s: FranceState, goal: Goal) -> bool:
    """Whether a side holds a place as a goal asks: in control, joined to a source, with a division there that is fed."""
    seat, hex = SEATS.index(goal.side), place(s, goal)
    if goal.joined and not supply.joined(s, seat) >> hex & 1:
        return False
    if goal.fed and not supply.reached(s, seat) >> hex & 1:
        return False
    if goal.division:
        return bool(s.units_in(1 << hex, seat) & s.scenario.divisions)
    return bool(s.controlled(seat) >> hex & 1)


def _stands(s: FranceState, goal: Goal) -> bool:
    """Whether a division of the side that is not isolated stands in the hex."""
    seat, hex = SEATS.index(goal.side), place(s, goal)
    there = s.units_in(1 << hex, seat) & s.scenario.divisions
    return bool(there & ~supply.isolated(s, seat))


def _meant(s: FranceState, goal: Goal, seat: int) -> Mask:
    """The units of a side that a goal is about: those of some types, else all divisions."""
    scenario = s.scenario
    if not goal.types:
        return scenario.side_units[seat] & scenario.divisions
    return mask_of(unit for unit in scenario.rosters[seat] if scenario.units[unit].type in goal.types)


def _eliminated(s: FranceState, goal: Goal) -> int:
    enemy = 1 - SEATS.index(goal.side)
    lost = s.lying(enemy, DEAD) | s.lying(enemy, GONE)
    return (lost & _meant(s, goal, enemy)).bit_count()


def _steps_lost(s: FranceState, goal: Goal) -> int:
    meant = _meant(s, goal, 1 - SEATS.index(goal.side))
    return sum(count for unit, count in s.position.toll.items() if meant >> unit & 1)


def _saved(s: FranceState, goal: Goal) -> int:
    """Divisions, or their steps, that have left the map or stand where they are out of danger."""
    scenario, p = s.scenario, s.position
    seat = SEATS.index(goal.side)
    barred = mask_of(scenario.number[name] for name in goal.but)
    meant = _meant(s, goal, seat) & ~barred
    found = mask_of(unit for unit, turn in p.exited.items() if turn >= goal.since) & s.lying(seat, AWAY)
    if goal.rows is not None:
        grid = scenario.board.grid
        top, bottom = goal.rows
        area = mask_of(
            hex for hex in hexes(scenario.board.continent) if top <= grid.col_row(hex)[1] + 1 <= bottom
        )
        if goal.hex:
            area &= ~(1 << place(s, goal))
        found |= s.units_in(area, seat) & ~supply.isolated(s, seat)
    saved = found & meant
    return saved.bit_count() if goal.saved == "divisions" else sum(p.steps[unit] for unit in hexes(saved))
