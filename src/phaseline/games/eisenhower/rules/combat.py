"""Chapter 10: combat, from the declaration to the die."""

from __future__ import annotations

from phaseline.drill.battle import CallOff, Join, beside, roll
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import (
    ALLIED,
    GERMAN,
    AlliedPhase,
    Combat,
    GermanPhase,
    Landing,
)
from phaseline.games.eisenhower.rules import airborne, events, movement, odds, offensives, supply
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask, hexes, mask_of
from phaseline.mechanics import prospects

# -- who may attack what ----------------------------------------------------------------------------------------------


def battles(s: EisenhowerState, seat: int) -> Mask:
    """The hexes attacked in the phase under way (10.0)."""
    if seat == ALLIED:
        return s.frame(AlliedPhase).battles if s.within(AlliedPhase) else 0
    return s.frame(GermanPhase).battles


@case("13.6h")
def in_offensive(s: EisenhowerState, seat: int) -> bool:
    """Whether `seat` attacks in a mandated offensive, which may not strike into Italy (13.6, R136)."""
    return seat == GERMAN and s.offensive


@case("13.6d")
def owed(s: EisenhowerState) -> Mask:
    """The activated units of an offensive, one of which must attack, while none has (13.6, R166)."""
    activated = s.frame(GermanPhase).activated
    return 0 if activated & s.position.fought else activated & s.on_map(GERMAN)


@case("13.6d", "10.0f")
def can_settle(s: EisenhowerState, owing: Mask, *, after: Combat | None = None) -> bool:
    """Whether one of the `owing` units could take part in an attack of the offensive, or in the one that follows `after`.

    A unit without an attack factor can where another one attacks.
    """
    spent = 0 if after is None else after.attackers
    if offensives.attacks_left(s) <= (after is not None):
        return False
    fresh = s.occupied(ALLIED) & ~s.scenario.board.italy & ~battles(s, GERMAN)
    if after is not None:
        fresh &= ~(1 << after.target)
    ready = offensives.may_attack(s) & ~s.position.fought & ~spent
    for hex in hexes(fresh):
        near = beside(s, 1 << hex, GERMAN, s.scenario.board.land_sides) & ready
        if near & owing and near & ~powerless(s, near):
            return True
    return False


@case("13.6d")
def must_take_part(s: EisenhowerState, combat: Combat) -> bool:
    """Whether an attack without activated units would leave them none, though one can attack now (13.6, R166)."""
    if not in_offensive(s, combat.attacker) or not (owing := owed(s)) or combat.attackers & owing:
        return False
    return can_settle(s, owing) and not can_settle(s, owing, after=combat)


@case("3.2.4c", "3.2.4d", "3.3.4b", "10.0c", "13.6c", "13.6e", "13.6f")
def able(s: EisenhowerState, found: Narrowing, seat: int) -> Narrowing:
    """Narrow units to those that may still attack in this phase."""
    if seat == GERMAN:
        if s.offensive:
            found = found.require(
                s.frame(GermanPhase).attacks < offensives.ATTACKS,
                "13.6f",
                "two attacks are the most in an offensive",
            ).only(offensives.may_attack(s), "13.6c", lambda unit: offensives.not_joined(s, unit))
        elif s.position.turn == 1:
            south = s.scenario.board.south
            found = found.without(
                s.units_in(s.scenario.board.north, GERMAN),
                movement.turn_one(s, "3.2.4c"),
                "northern Germans do not attack on Turn 1",
            ).without(
                s.units_in(south, GERMAN),
                movement.turn_one(s, "3.2.4d"),
                "southern Germans do not attack on Turn 1",
            )
    return found.without(s.position.fought, "10.0c", "it has attacked in this phase")


@case("3.2.4h")
def limited_targets(s: EisenhowerState, unit: int) -> Mask | None:
    """On Turn 1 of the historical scenario northern British units attack 3204 or 3205 only (3.2.4, R14)."""
    scenario = s.scenario
    allowed = scenario.invasion_coast["british"]
    if s.position.turn != 1 or scenario.alternate or not allowed:
        return None
    british = scenario.british >> unit & 1 and scenario.board.north >> s.position.at[unit] & 1
    return allowed if british else None


@case("10.0f")
def powerless(s: EisenhowerState, units: Mask) -> Mask:
    """Those of the units whose showing side has an attack factor of 0."""
    return mask_of([unit for unit in hexes(units & s.scenario.weak) if not s.factors(unit)[0]])


def _close(s: EisenhowerState) -> Mask:
    """Own units next to an enemy hex that can be attacked from theirs."""
    seat = s.acting
    enemy, over = s.occupied(1 - seat), s.scenario.board.land_sides
    return s.known(("close", seat), s.standing.stamp, lambda: beside(s, enemy, seat, over))


@case("10.0a", "10.0f")
def _leaders(s: EisenhowerState) -> Narrowing:
    """Own units with which an attack may begin, wherever the enemy is."""
    weak = powerless(s, _close(s))
    found = able(s, s.choose_unit(s.acting, "10.0a"), s.acting)
    return found.without(weak, "10.0f", "its attack factor is 0: it can only join others")


@case("10.0a", "10.0b", "10.0d", "10.0f", "10.1b", "10.7", "10.8a", "9.4", "5.3.2c")
class DeclareAttack(OrderRule[orders.Attack, EisenhowerState]):
    """Declare an attack on one enemy hex with a first unit; others may join (10.0)."""

    order = orders.Attack

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Own units next to the enemy that may attack."""
        seat = s.acting
        over = s.scenario.board.land_sides
        enemy, fought = s.occupied(1 - seat), battles(s, seat)
        found = _leaders(s).only(_close(s), "10.0d", "no enemy hex is next to it")
        if in_offensive(s, seat):
            enemy &= ~s.scenario.board.italy
            found = found.only(beside(s, enemy, seat, over), "13.6h", "no offensive in Italy")
        if fought:
            fresh = beside(s, enemy & ~fought, seat, over)
            found = found.only(fresh, "10.0c", "the enemy next to it has been attacked in this phase")
        if in_offensive(s, seat) and offensives.attacks_left(s) == 1 and (owing := owed(s) & found.mask):
            found = found.only(owing, "13.6d", "the last attack must be made by an activated unit")
        return found

    def target(self, s: EisenhowerState, unit: int) -> Narrowing:
        """Enemy hexes next to it."""
        seat = s.acting
        found = s.choose_hex("10.0d").only(s.occupied(1 - seat), "10.0d", "no enemy unit is there")
        limited = limited_targets(s, unit)
        if limited is not None:
            found = found.only(limited, "3.2.4h", "Commonwealth units attack 3204 or 3205 only on Turn 1")
        if in_offensive(s, seat):
            found = found.without(s.scenario.board.italy, "13.6h", "no offensive in Italy")
        here = 1 << s.position.at[unit]
        return (
            found.without(battles(s, seat), "10.0c", "that hex has been attacked in this phase")
            .only(
                s.scenario.board.grid.adjacent_mask(s.position.at[unit]),
                "10.0d",
                "it is not next to the unit",
            )
            .only(s.scenario.board.land_sides.cross(here), "8.5", "that hexside cannot be crossed")
        )

    def refused(self, s: EisenhowerState, order: orders.Attack, refusal: Refusal) -> Refusal:
        """What stands in the way of this attack, not of those on other hexes next to the unit."""
        if order.unit not in _leaders(s):
            return refusal  # it attacks nobody first, whichever hex it is
        return self.target(s, order.unit).why_not(order.target) or refusal

    def apply(self, s: EisenhowerState, order: orders.Attack) -> None:
        """Open the combat."""
        attackers, offensive = 1 << order.unit, in_offensive(s, s.acting)
        s.call(Combat(attacker=s.acting, target=order.target, attackers=attackers, offensive=offensive))


@case("10.0c", "13.2h")
def fresh_corps(s: EisenhowerState) -> Narrowing:
    """Corps that may drop on Germans: those that have not attacked in this phase, from the ground or from the air."""
    return airborne.droppable(s).without(s.position.fought, "10.0c", "it has attacked in this phase")


@case("13.2h", "13.2k", "5.3.3")
class DropAttack(OrderRule[orders.Drop, EisenhowerState]):
    """Declare an attack by dropping a corps on a German hex (13.2, R39)."""

    order = orders.Drop

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """Not with aerial supply in use."""
        return airborne.drop_refused(s)

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Corps that may drop."""
        return fresh_corps(s)

    def to(self, s: EisenhowerState, unit: int) -> Narrowing:
        """German hexes not attacked yet."""
        return (
            airborne.drop_zone(s)
            .only(s.occupied(GERMAN), "13.2h", "no Germans are there: such a drop is movement")
            .without(battles(s, ALLIED), "10.0c", "that hex has been attacked in this phase")
        )

    def apply(self, s: EisenhowerState, order: orders.Drop) -> None:
        """Open the combat with the corps above the hex."""
        s.call(Combat(attacker=ALLIED, target=order.to, dropped=1 << order.unit))


@case("13.2k", "5.3.3", "6.3c")
class DropJoin(OrderRule[orders.Drop, EisenhowerState]):
    """Drop a corps on the hex that others attack (13.2)."""

    order = orders.Drop

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """Allied attacks only, and not with aerial supply in use."""
        if s.frame(Combat).attacker != ALLIED:
            return Refusal("2.6c", "German paratroops make no drops")
        return airborne.drop_refused(s)

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Corps that may drop; in the first invasion only the one set aside."""
        combat = s.frame(Combat)
        found = (
            fresh_corps(s)
            .without(combat.dropped, "13.2h", "it takes part already")
            .without(combat.attackers, "10.0d", "it takes part from the ground already")
        )
        if s.within(Landing):
            landing = s.frame(Landing)
            twins = sum(
                1 << s.scenario.other_form[u] for u in hexes(combat.seaborne) if s.scenario.other_form[u] >= 0
            )
            found = found.without(twins, "13.2b", "the corps comes by sea in its other form")
            if not landing.second:
                chosen = s.position.first_airborne
                found = found.only(
                    1 << chosen if chosen >= 0 else 0, "5.3.1a", "it is not part of the first invasion"
                )
        return found

    def to(self, s: EisenhowerState, unit: int) -> Narrowing:
        """The hex under attack."""
        combat = s.frame(Combat)
        found = airborne.drop_zone(s).only(1 << combat.target, "13.2k", "it drops on the hex under attack")
        if combat.seaborne:
            coming = (combat.seaborne | combat.dropped).bit_count()
            found = found.require(
                coming < s.scenario.tables.stacking.beachhead, "6.3c", "a beachhead holds six units"
            )
        return found

    def apply(self, s: EisenhowerState, order: orders.Drop) -> None:
        """It takes part."""
        combat = s.frame(Combat)
        s.update(combat, dropped=combat.dropped | 1 << order.unit)


@case("3.3.4c", "10.0d", "10.0f", "10.1b")
def joining(s: EisenhowerState, seat: int, combat: Combat) -> Narrowing:
    """The units of `seat` that may join an attack, declared or merely thought of."""
    sides = s.scenario.board.land_sides
    reads = (s.standing.stamp, combat.target)
    near = s.known(("joining", seat), reads, lambda: beside(s, 1 << combat.target, seat, sides))
    found = able(s, s.choose_unit(seat, "10.0d"), seat).without(
        combat.attackers | combat.dropped, "10.0d", "it takes part already"
    )
    found = found.only(near, "10.0d", lambda unit: _kept_away(s, combat, unit))
    return _turn_one(s, combat, found) if seat == ALLIED else found


@case("8.5", "10.0d")
def _kept_away(s: EisenhowerState, combat: Combat, unit: int) -> Refusal:
    """Why a unit cannot join an attack: it is not next to the hex, or beyond water that nobody crosses."""
    if s.scenario.board.grid.adjacent_mask(combat.target) >> s.position.at[unit] & 1:
        return Refusal("8.5", "the hexside between it and the hex under attack cannot be crossed")
    return Refusal("10.0d", "it is not next to the hex under attack")


def _turn_one(s: EisenhowerState, combat: Combat, found: Narrowing) -> Narrowing:
    scenario = s.scenario
    if s.position.turn != 1 or s.within(Landing):
        return found
    british = scenario.invasion_coast["british"]
    if not scenario.alternate and british and not british >> combat.target & 1:
        barred = scenario.british & s.units_in(scenario.board.north, ALLIED)
        return found.without(barred, "3.2.4h", "Commonwealth units attack 3204 or 3205 only on Turn 1")
    if scenario.alternate and s.position.unopposed:
        for group, other in (
            (scenario.american, scenario.british),
            (scenario.british, scenario.american),
        ):
            if combat.attackers & group:
                found = found.without(
                    other, "3.3.4c", "after an unopposed landing the army groups attack apart on Turn 1"
                )
    return found


@case("5.3.4a", "6.4c")
class JoinAttack(Join[orders.Join, EisenhowerState]):
    """Add a unit next to the target to the attack (10.0)."""

    order = orders.Join
    attack = Combat

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Own units next to the target that may attack."""
        return joining(s, s.acting, s.frame(Combat))


@case("10.0a")
class CallOffAttack(CallOff[orders.CallOff, EisenhowerState]):
    """Give the declared attack up before it is rolled (10.0)."""

    order = orders.CallOff
    attack = Combat

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """A landing on a defended hex must be fought (5.3.5)."""
        if s.frame(Combat).seaborne:
            return Refusal("5.3.5a", "an invasion of a defended hex must be fought")
        return None


@case("10.10a", "10.10b")
class CommitBombers(OrderRule[orders.Bombers, EisenhowerState]):
    """The Allied player commits bombers to this combat (10.10)."""

    order = orders.Bombers

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """Twice a game, once a combat."""
        if s.acting != ALLIED:
            return Refusal("10.10a", "the bombers are Allied")
        if not s.position.bombers:
            return Refusal("10.10b", "both bombers have been used")
        if s.frame(Combat).bombers:
            return Refusal("10.10c", "bombers support this combat already")
        return None

    def apply(self, s: EisenhowerState, order: orders.Bombers) -> None:
        """They fly when the die is rolled."""
        s.update(s.frame(Combat), bombers=True)


@case("10.0c", "10.8b", "10.0e", "7.11c", "13.6d")
class RollAttack(OrderRule[orders.Roll, EisenhowerState]):
    """The attack is final (10.0)."""

    order = orders.Roll

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """Somebody must attack; in an offensive an activated unit, while it still can (R166)."""
        combat = s.frame(Combat)
        if (
            not combat.attackers & ~powerless(s, combat.attackers)
            and not combat.dropped
            and not combat.seaborne
        ):
            return Refusal("10.0f", "no unit with an attack factor takes part")
        if must_take_part(s, combat):
            return Refusal(
                "13.6d", "an activated unit must take part, for after this attack none could make one"
            )
        return None

    def apply(self, s: EisenhowerState, order: orders.Roll) -> None:
        """Note who has fought and which hex was attacked."""
        combat, p = s.frame(Combat), s.position
        taking_part = combat.attackers | combat.dropped
        if s.within(Landing):
            p.ashore |= taking_part | combat.seaborne
            s.update(s.frame(Landing), fought=True)
        else:
            p.fought |= taking_part
            if combat.attacker == ALLIED:
                phase = s.frame(AlliedPhase)
                s.update(phase, battles=phase.battles | 1 << combat.target)
            else:
                german = s.frame(GermanPhase)
                s.update(german, battles=german.battles | 1 << combat.target, attacks=german.attacks + 1)
        if combat.attacker == ALLIED:
            p.acted |= taking_part
        for unit in hexes(combat.dropped):
            airborne.come_down(s, unit, combat.target)
        s.finish()


@case("10.10a", "7.11c")
def asked_to_interdict(s: EisenhowerState) -> list[int]:
    """The Allied player when the Germans attack, while bombers or aerial supply could help the defence (10.10, 7.11)."""
    combat = s.frame(Combat)
    if combat.attacker == ALLIED or s.position.waived >> ALLIED & 1:
        return []
    if s.position.bombers and not combat.bombers:
        return [ALLIED]
    starving = any(not supply.supplied(s, unit) for unit in s.units_at(combat.target, ALLIED))
    return [ALLIED] if starving and supply.aerial_refused(s) is None else []


@case("10.10b", "10.10d")
def fly(s: EisenhowerState) -> None:
    """The bombers are spent; a city they fly over is destroyed before the odds are counted (10.10, R95)."""
    combat = s.frame(Combat)
    if combat.bombers and not combat.inland:
        s.position.bombers -= 1
        s.tell("bombers", "10.10a", "bombers over {hex:hex}", hex=combat.target)
        if s.cities >> combat.target & 1:
            events.raze(s, combat.target, "10.10d")


@case("10.10d", "7.4d")
def bombed(s: EisenhowerState, combat: Combat) -> EisenhowerState:
    """How things stand when the die of an attack is rolled: with a city gone that its bombers fly over (R95).

    To look ahead: a copy, where it differs.
    """
    if not combat.bombers or not s.cities >> combat.target & 1:
        return s
    then = s.copy()
    events.raze(then, combat.target, "10.10d")
    return then


# -- the die ----------------------------------------------------------------------------------------------------------


@case("11.0c", "11.0d", "11.0f", "tbl.CRT")
def resolve(s: EisenhowerState) -> None:
    """One die in the final column gives the steps both sides lose (11.0)."""
    combat = s.frame(Combat)
    if combat.inland:
        return
    result = roll(
        s, s.scenario.crt, odds.weigh(s, combat), combat, prospects.cost, kind="combat", case="11.0c"
    )
    s.update(
        combat,
        attacker_loss=result.attacker,
        defender_loss=result.defender,
        defenders=s.standing.by_hex[1 - combat.attacker].get(combat.target, 0),
    )
