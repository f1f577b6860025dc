"""Chapters 11.1 and 19 to 25: the odds of an attack, and every term of them."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.engine.ledger import case
from phaseline.games.france44.position import GERMAN, Plan
from phaseline.games.france44.rules.reach import at_sea, struck_from
from phaseline.games.france44.rules.support import lends
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes
from phaseline.mechanics.odds import OddsReport, reaches
from phaseline.mechanics.strength import HALF, Contribution, Factor, Rounding, contribution
from phaseline.mechanics.weighing import Sum

ACROSS = Factor(HALF, "across a river", "21.3")
BAD_WEATHER = Factor(HALF, "bad weather", "9.23")


@case("10.5", "10.6", "10.9", "11.1a")
def weigh(s: FranceState, plan: Plan) -> Sum:
    """What both sides of an attack bring (11.1), with what supports them at this moment."""
    wings = air(s, plan)
    return Sum(tuple(_attack(s, plan, wings[0])), tuple(_defence(s, plan, wings[1])))


@case("11.1b", "10.11")
def odds(s: FranceState, plan: Plan) -> OddsReport:
    """The odds of an attack and the column they come to. Somebody must attack or defend."""
    return s.scenario.crt.report(weigh(s, plan))


@case("10.11")
def allowed(s: FranceState, plan: Plan) -> bool:
    """Whether the odds are not worse than 1-4 (10.11): strength of 0 never is enough (R32)."""
    attack, defence = weigh(s, plan).strengths
    return reaches(attack, defence, s.scenario.crt.odds.odds[0])


# -- the attack -------------------------------------------------------------------------------------------------------


def _attack(s: FranceState, plan: Plan, wings: int) -> Iterator[Contribution]:
    for unit in hexes(plan.attackers):
        halved = (ACROSS,) if across(s, plan, unit) else ()
        yield contribution(
            s.spoken(unit), s.factor(unit), halved, Rounding.DOWN, does="attacks", case="11.1a"
        )
    if lends(s, plan, plan.hq, plan.attackers):
        yield contribution(s.spoken(plan.hq), s.factor(plan.hq), does="lends its factor", case="19.1a")
    if plan.wings:
        yield contribution("tactical air", wings, does="supports", case="9.1a")
    for ship in hexes(plan.ships):
        named = s.scenario.ships[ship]
        yield contribution(named.name, named.combat, does="fires", case="9.4")
    if plan.bomber:
        yield bombers(s)


@case("21.3")
def across(s: FranceState, plan: Plan, unit: int) -> bool:
    """Whether a unit attacks over rivers only: then it is halved by itself (21.3, R33)."""
    here = s.position.at[unit]
    struck = struck_from(s, here) & plan.targets
    return not s.scenario.board.dry.cross(1 << here) & struck & ~s.scenario.moated


@case("9.22a", "9.23", "tbl.weather.mud.c", "tbl.weather.snow.c")
def bombers(s: FranceState) -> Contribution:
    """What the strategic bomber adds: half of its factor in mud and snow (9.23)."""
    bad = (BAD_WEATHER,) if s.effects.halves_bomber else ()
    factor = s.scenario.data.counters.sheet.bomber
    return contribution("strategic bomber", factor, bad, Rounding.DOWN, does="supports", case="9.22a")


# -- the defence ------------------------------------------------------------------------------------------------------


def _defence(s: FranceState, plan: Plan, wings: int) -> Iterator[Contribution]:
    defender = 1 - plan.attacker
    from_sea = bool(at_sea(s, plan.attackers))
    for hex in hexes(plan.targets):
        factors = ground(s, hex, defender, from_sea=from_sea)
        for unit in s.units_at(hex, defender):
            yield contribution(s.spoken(unit), s.factor(unit), factors, does="defends", case="11.1a")
    if answers(s, plan):
        yield contribution(
            s.spoken(plan.answer), s.factor(plan.answer), does="lends its factor", case="19.1b"
        )
    if wings:
        yield contribution("tactical air", wings, does="defends", case="9.133")


@case("19.1b")
def answers(s: FranceState, plan: Plan) -> bool:
    """Whether the headquarters that the defender has named lends its factor still: it is in none of the hexes (R35)."""
    inside = s.units_in(plan.targets, 1 - plan.attacker)
    return lends(s, plan, plan.answer, inside) and not inside >> plan.answer & 1


@case("20.2", "22.2", "23.2", "24.2", "25.1a", "25.1b", "tbl.note1", "tbl.weather.blizzard.a")
def ground(s: FranceState, hex: Hex, defender: int, *, from_sea: bool) -> tuple[Factor, ...]:
    """What multiplies those who defend a hex: the best that its ground has (R34), and a blizzard besides (R17)."""
    board, tables = s.scenario.board, s.scenario.tables
    places, terrain = tables.places, tables.terrain
    kinds = [
        (places.city, board.cities, "city", "22.2"),
        (places.town, board.towns, "town", "23.2"),
        (terrain["mountain"].defence, board.mountain, "mountain", "20.2"),
        (terrain["forest"].defence, board.forest, "forest", "20.2"),
    ]
    if defender == GERMAN:
        kinds.append((places.fortified, board.fortified, "fortified hex", "24.2"))
    if from_sea and s.position.turn not in places.low_tide:
        kinds.append((places.beach, board.beaches, "beach against the sea", "25.1a"))
    found = [Factor(by, why, right) for by, area, why, right in kinds if area >> hex & 1]
    if found:
        found = [max(found, key=lambda factor: factor.times)]
    if s.effects.defence > 1:
        found.append(Factor(s.effects.defence, s.position.weather, "tbl.weather.blizzard.a"))
    return tuple(found)


# -- the air ----------------------------------------------------------------------------------------------------------


@case("9.1a", "9.1b", "9.13b", "9.133", "tbl.weather.blizzard.f")
def air(s: FranceState, plan: Plan) -> tuple[int, int]:
    """What tactical air adds to the attack and to the defence when both sides' have cancelled one for one (R59).

    Attacking wings count up to one a division; those that stand over the hex without a part in it cancel too. Defending
    air counts up to one for each division in its hex; what would not count is cancelled first.
    """
    if not s.effects.flying:
        return 0, 0
    sent = min(plan.wings.bit_count(), plan.attackers.bit_count())
    above = counted = 0
    defender = 1 - plan.attacker
    for hex in hexes(plan.targets & s.wing_hexes(defender)):
        idle = [wing for wing in s.wings_over(hex, plan.attacker) if not plan.wings >> wing & 1]
        left = max(0, len(s.wings_over(hex, defender)) - len(idle))
        divisions = s.units_in(1 << hex, defender) & s.scenario.divisions
        above += left
        counted += min(left, divisions.bit_count())
    cancelled = min(sent, above)
    return sent - cancelled, min(above - cancelled, counted)
