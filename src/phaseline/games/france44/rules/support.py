"""Chapters 9.1, 9.4, 9.22 and 19: who may support an attack, and who the defence."""

from __future__ import annotations

from msgspec.structs import replace

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, NOWHERE, Plan
from phaseline.games.france44.rules import air, bombing
from phaseline.games.france44.rules.reach import at_sea
from phaseline.games.france44.scenario import allies_of
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, hexes, mask_of, union

# -- headquarters -----------------------------------------------------------------------------------------------------


@case("19.11a", "19.11b")
def compatriots(s: FranceState, unit: int) -> Mask:
    """The divisions of a headquarters' nationality: British, Canadians and Poles are one (19.11)."""
    scenario = s.scenario
    return scenario.nations[allies_of(scenario.units[unit])] & scenario.divisions


@case("19.1a", "19.1b", "19.11a")
def lends(s: FranceState, plan: Plan, unit: int, comrades: Mask) -> bool:
    """Whether a headquarters lends its factor for or against an attack, `comrades` being who fights on its side.

    It must be in play within two hexes of an attacked hex, and a division of its nationality among them (19.1, R50).
    """
    if unit == NOWHERE or s.position.at[unit] < 0:
        return False
    return bool(within(s, plan) >> s.position.at[unit] & 1 and compatriots(s, unit) & comrades)


@case("19.1a", "19.1b")
def within(s: FranceState, plan: Plan) -> Mask:
    """The hexes from which a headquarters reaches one of the attacked hexes, whatever lies between (R50)."""
    found = 0
    for hex in hexes(plan.targets):
        found |= s.scenario.board.disk(hex, s.scenario.tables.supply.headquarters_range)
    return found


def _lenders(
    s: FranceState, seat: int, plan: Plan, comrades: Mask, right: str, attacked: Mask = 0
) -> Narrowing:
    found = s.choose_unit(seat, right)
    near = s.standing_in(within(s, plan), found.mask & s.scenario.hqs)
    alike = mask_of(unit for unit in hexes(near) if compatriots(s, unit) & comrades)
    return (
        found.only(s.scenario.hqs, right, "only headquarters lend their factor")
        .without(attacked, right, "it is under attack itself, and defends with its factor")
        .only(near, right, "it is more than two hexes from the hexes under attack")
        .only(alike, "19.11a", "no division of its nationality takes part")
    )


@case("19.1a", "19.11a", "16.4")
def leaders(s: FranceState, plan: Plan) -> Narrowing:
    """The headquarters that may support an attack: those in range that are in supply (R50)."""
    found = _lenders(s, plan.attacker, plan, plan.attackers, "19.1a")
    return found.without(s.position.hungry, "16.4", "it is out of supply in this turn")


@case("19.4a", "19.4b")
class SupportAttack(OrderRule[orders.Support, FranceState]):
    """A headquarters lends its factor to the attack: one to an attack, but to any number of attacks (19.4)."""

    order = orders.Support

    def gate(self, s: FranceState) -> Refusal | None:
        """One headquarters is enough."""
        if s.frame(Plan).hq != NOWHERE:
            return Refusal("19.4a", "another headquarters supports this attack: only one may")
        return None

    def unit(self, s: FranceState) -> Narrowing:
        """Headquarters in range."""
        return leaders(s, s.frame(Plan))

    def apply(self, s: FranceState, order: orders.Support) -> None:
        """It stays where it is."""
        s.update(s.frame(Plan), hq=order.unit)


@case("19.1b", "19.11a", "19.4a", "19.4b")
class AnswerAttack(OrderRule[orders.Answer, FranceState]):
    """The defender lends a headquarters to those who defend against one of the attacks announced (19.1, R50)."""

    order = orders.Answer

    def number(self, s: FranceState) -> Narrowing:
        """Attacks that no headquarters answers yet."""
        announced = s.position.announced
        answered = mask_of(n for n, plan in enumerate(announced, 1) if plan.answer != NOWHERE)
        idle = mask_of(n for n, plan in enumerate(announced, 1) if not answering(s, plan))
        return (
            choose(mask_of(range(1, len(announced) + 1)), "19.1b", "no such attack has been announced")
            .without(answered, "19.4a", "a headquarters supports the defence already: only one may")
            .without(idle, "19.1b", "no headquarters can support the defence there")
        )

    def unit(self, s: FranceState, number: int) -> Narrowing:
        """Headquarters in range, out of supply or not."""
        return answering(s, s.position.announced[number - 1])

    def refused(self, s: FranceState, order: orders.Answer, refusal: Refusal) -> Refusal:
        """What keeps this headquarters from it, where none can support the defence."""
        announced = s.position.announced
        if not 1 <= order.number <= len(announced) or announced[order.number - 1].answer != NOWHERE:
            return refusal
        return self.unit(s, order.number).why_not(order.unit) or refusal

    def apply(self, s: FranceState, order: orders.Answer) -> None:
        """Note it with the attack."""
        announced = s.position.announced
        plan = announced[order.number - 1]
        announced[order.number - 1] = replace(plan, answer=order.unit)
        s.tell(
            "answer",
            "19.1b",
            "{unit:unit} supports the defence of {hex:hex}",
            unit=order.unit,
            hex=plan.target,
        )


@case("19.1b", "19.11a")
def answering(s: FranceState, plan: Plan) -> Narrowing:
    """The headquarters that may support the defence: not those under attack, which defend themselves (R35)."""
    seat = 1 - plan.attacker
    inside = s.units_in(plan.targets, seat)
    return _lenders(s, seat, plan, inside, "19.1b", inside)


@case("19.1b")
def asked_to_answer(s: FranceState) -> list[int]:
    """The defender, while one of his headquarters could support the defence against an attack."""
    announced = s.position.announced
    open_ = any(plan.answer == NOWHERE and answering(s, plan) for plan in announced)
    return [1 - announced[0].attacker] if open_ else []


# -- tactical air -----------------------------------------------------------------------------------------------------


@case("9.1a", "9.11", "9.134")
def free_wings(s: FranceState, plan: Plan) -> Narrowing:
    """The air units that could support an attack: in range, without a task yet, and not held elsewhere (R57, R61)."""
    p, own = s.position, s.scenario.side_wings[plan.attacker]
    miles, near = s.scenario.tables.air.reach, 0
    for hex in hexes(plan.targets):
        near |= s.scenario.board.disk(hex, miles)
    based = air.based(s, own)
    over = mask_of(wing for wing in hexes(based) if plan.targets >> p.wings[wing] & 1)
    return (
        choose(own, "9.1a", lambda wing: air.no_wing(s, wing))
        .only(based, air.returning(plan.attacker), "it has no base just now")
        .without(p.flown, "9.1a", "it has its task for this turn")
        .only(
            mask_of(wing for wing in hexes(based) if near >> p.bases[wing] & 1),
            "9.11",
            f"it is more than {miles} hexes away",
        )
        .without(p.pinned & ~over, "9.134", air.HELD)
    )


@case("9.1b", "11.31a")
class SupportByAir(OrderRule[orders.Air, FranceState]):
    """An air unit supports the attack: no more of them than divisions attack (9.1)."""

    order = orders.Air

    def gate(self, s: FranceState) -> Refusal | None:
        """The weather must let it fly; one for each division."""
        plan = s.frame(Plan)
        if down := air.grounded(s, plan.attacker):
            return down
        if plan.wings.bit_count() >= plan.attackers.bit_count():
            return Refusal(
                "9.1b", "there is an air unit for each attacking division: let another division join"
            )
        return None

    def wing(self, s: FranceState) -> Narrowing:
        """Air units in range."""
        return free_wings(s, s.frame(Plan))

    def apply(self, s: FranceState, order: orders.Air) -> None:
        """It returns to where it stands now (R58)."""
        plan = s.frame(Plan)
        s.update(plan, wings=plan.wings | 1 << order.wing)
        air.has_flown(s, order.wing)


# -- the strategic bomber and ships -----------------------------------------------------------------------------------


@case("9.22b")
def spared(s: FranceState) -> Mask:
    """The cities that the strategic bomber may not be used against: those west of the Rhine, not those on it (R63)."""
    return s.scenario.board.cities & s.scenario.board.west_of_rhine


@case("9.22a", "9.22b", "9.22c", "9.22d", "tbl.weather.blizzard.f")
class SupportByBomber(OrderRule[orders.Carpet, FranceState]):
    """The strategic bomber supports the attack with all its factors instead of bombing industry (9.22)."""

    order = orders.Carpet

    def gate(self, s: FranceState) -> Refusal | None:
        """Once a turn, not against cities west of the Rhine, nor with an assault from the sea."""
        plan = s.frame(Plan)
        if plan.attacker != ALLIED:
            return Refusal("9.2a", "the bomber is Allied")
        if not s.effects.flying:
            return Refusal("tbl.weather.blizzard.f", "no aircraft flies in a blizzard")
        sorties = s.scenario.setup.sorties
        if sorties == 0:
            return Refusal("9.2a", bombing.NO_BOMBER)
        if sorties is not None and s.position.sorties >= sorties:
            return Refusal(
                "9.22a", "the bomber is needed elsewhere: it supports no more attacks in this scenario"
            )
        if s.position.bomber != "ready":
            return Refusal("9.22a", "the bomber has its task for this turn")
        if at_sea(s, s.on_map(ALLIED)) and plan.targets & mask_of(s.position.beach.values()):
            return Refusal(
                "9.22c", "invaders attack that beach from the sea, and the bomber does not support them"
            )
        for hex in hexes(plan.targets & spared(s)):
            label = s.scenario.map.label(hex)
            return Refusal("9.22b", f"{label} is a city west of the Rhine, which the bomber spares")
        return None

    def apply(self, s: FranceState, order: orders.Carpet) -> None:
        """It has its task."""
        s.update(s.frame(Plan), bomber=True)
        s.position.bomber = "used"


@case("9.4", "11.31a")
class SupportByGunfire(OrderRule[orders.Gunfire, FranceState]):
    """A naval gunfire unit adds its factor to an Allied attack on a hex next to the sea (9.4)."""

    order = orders.Gunfire

    def gate(self, s: FranceState) -> Refusal | None:
        """Allied attacks only, on hexes beside the sea."""
        plan = s.frame(Plan)
        if plan.attacker != ALLIED:
            return Refusal("9.4", "naval gunfire supports Allied attacks only")
        if not off_shore(s, plan):
            return Refusal("9.4", "no hex under attack is next to the sea")
        return None

    def ship(self, s: FranceState) -> Narrowing:
        """Ships that can come there."""
        return free_ships(s, s.frame(Plan))

    def apply(self, s: FranceState, order: orders.Gunfire) -> None:
        """It will go there when all attacks have been announced."""
        plan = s.frame(Plan)
        s.update(plan, ships=plan.ships | 1 << order.ship)


@case("9.4")
def free_ships(s: FranceState, plan: Plan) -> Narrowing:
    """The ships that could support an attack: those that come there over the sea and support no other (R66)."""
    busy = union((plan.ships, *[other.ships for other in s.position.announced]))
    places, off = s.position.ships, off_shore(s, plan)
    ships = range(len(places))
    return (
        choose(mask_of(ships), "9.4", "there is no such ship")
        .without(busy, "9.4", "it supports an attack already")
        .only(
            mask_of(
                ship for ship in ships if places[ship] >= 0 and off & s.scenario.board.water_of(places[ship])
            ),
            "9.4",
            "it cannot come next to that hex by sea",
        )
    )


@case("9.4")
def off_shore(s: FranceState, plan: Plan) -> Mask:
    """The sea hexes next to a hex under attack."""
    return s.scenario.map.grid.spread(plan.targets) & s.scenario.board.sea


@case("9.4")
def firing_hexes(s: FranceState, plan: Plan, ship: int) -> Mask:
    """The sea hexes from which a ship could fire on a hex under attack: those of its own sea (R66)."""
    place = s.position.ships[ship]
    return off_shore(s, plan) & s.scenario.board.water_of(place) if place >= 0 else 0


@case("9.4")
def weigh_anchor(s: FranceState, plan: Plan) -> None:
    """The ships of an attack go to where they fire from (R66)."""
    ships = s.position.ships
    for ship in hexes(plan.ships):
        places = firing_hexes(s, plan, ship)
        if not places >> ships[ship] & 1:
            ships[ship] = next(hexes(places))
