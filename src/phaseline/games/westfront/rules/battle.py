"""The Combat Phase: which battles are fought, and the rounds (4.43, 7.1, 7.2).

Wired into the sequence: `begin_combat`, `remove_defeated`, `ChooseOneBattle`, `EndChoosing`, `reveal_chosen`, `FightBattle`,
`begin_round`, `begin_fire`, `next_shot`, `FireOne`, `FireRest`, `end_round`, `choosers`, `fighters`.
"""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.combat import ChooseBattle, Fight, FireAll, FireUnit
from phaseline.games.westfront.position import Combat, Losses, Round, Volley
from phaseline.games.westfront.rules import assault, beachheads, command, fire, politics, seasupport
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Mask, hexes, mask_of
from phaseline.wording.counts import several

# -- which battles ----------------------------------------------------------------------------------------------------


@case("8.1", "4.43", "7.13a")
def begin_combat(s: WestFrontState) -> None:
    """A Combat Phase begins: control is fixed, and with it Combat Support; nothing is assigned or fought yet (R36)."""
    position = s.position
    position.strikes.clear()
    position.strike_cv.clear()
    position.struck = position.chosen = position.fought = 0
    position.new_battles &= s.battles
    s.fix_control()
    fix_support(s)


@case("16.4e", "8.1", "7.4a")
def remove_defeated(s: WestFrontState) -> None:
    """The units of a country whose capital has fallen are gone before anything is supported or fought (16.4e, R139)."""
    if politics.fall_of_capitals(s):
        fix_support(s)


@case("5.42", "7.4a", "8.1")
def fix_support(s: WestFrontState) -> None:
    """Note which battles have Combat Support: it stays as it is when the phase begins (R36)."""
    combat = s.frame(Combat)
    if s.battles:
        s.update(combat, supported=support(s, combat.seat) & s.battles)


@case("4.43a", "7.15a", "7.15b", "7.15c", "1.46a", "7.4b")
def mandatory(s: WestFrontState) -> Mask:
    """The battles that must be fought: begun this turn, struck from the air, or at a fortress besieged (7.15)."""
    combat = s.frame(Combat)
    must = s.position.new_battles | mask_of(s.position.strikes)
    if not combat.blitz:
        must |= s.board.fortresses & s.position.defends[1 - combat.seat]
    return must & s.battles


def choosers(s: WestFrontState) -> list[int]:
    """The active side chooses while there is a battle it need not fight."""
    combat = s.frame(Combat)
    return [combat.seat] if s.battles & ~mandatory(s) & ~s.position.chosen else []


@case("4.43a", "7.14", "4.45a", "5.7d", "intro.6")
class ChooseOneBattle(OrderRule[ChooseBattle, WestFrontState]):
    """Activate an existing battle, supported or not (7.14)."""

    order = ChooseBattle

    def hex(self, s: WestFrontState) -> Narrowing:
        """Battle hexes not chosen yet; mandatory ones are fought anyway."""
        return (
            choose(s.board.land, "1.1b", "there is no such land hex")
            .only(s.battles, "7.14", "there is no battle in that hex")
            .without(mandatory(s), "7.15a", lambda hex: _must(s, hex))
            .without(s.position.chosen, "7.14", "that battle is chosen already")
        )

    def apply(self, s: WestFrontState, order: ChooseBattle) -> None:
        """Note it; units are revealed when all battles are chosen."""
        s.position.chosen |= 1 << order.hex


def _must(s: WestFrontState, hex: int) -> Refusal:
    """Why combat in a hex is mandatory."""
    why = "7.15a" if s.position.new_battles >> hex & 1 else "7.15b" if hex in s.position.strikes else "7.15c"
    return Refusal(why, "combat there is mandatory and needs no choice")


@case("4.43a", "7.14", "husky.jul2")
class EndChoosing(EndStep[Done, WestFrontState]):
    """No other battle is activated (7.14)."""

    order = Done


@case("7.14", "4.43c", "7.15a", "7.15b")
def reveal_chosen(s: WestFrontState) -> None:
    """Mandatory battles join the chosen ones; all units in them are revealed (4.43c, 7.14).

    Elsewhere only units that have joined a battle of the Original Attacker's are (7.15a).
    """
    seat = s.frame(Combat).seat
    s.position.chosen = (s.position.chosen | mandatory(s)) & s.battles
    for hex in hexes(s.position.chosen):
        s.show([*s.units_at(hex, 0), *s.units_at(hex, 1)], "7.14")
    for hex in hexes(s.battles & ~s.position.chosen & s.position.defends[1 - seat]):
        s.show(s.units_at(hex, seat), "7.15a")


def fighters(s: WestFrontState) -> list[int]:
    """The active side goes on while battles are chosen and not fought."""
    return [s.frame(Combat).seat] if s.position.chosen else []


@case("4.43c", "7.21", "4.43b", "4.45a", "7.4a", "7.4d")
class FightBattle(OrderRule[Fight, WestFrontState]):
    """Battles are resolved one after the other, in the order the active side likes (7.21)."""

    order = Fight

    def hex(self, s: WestFrontState) -> Narrowing:
        """The active battles not fought yet."""
        return choose(s.board.land, "1.1b", "there is no such land hex").only(
            s.position.chosen, "7.21", "no combat is due in that hex"
        )

    def apply(self, s: WestFrontState, order: Fight) -> None:
        """Begin the round."""
        combat = s.frame(Combat)
        supported = bool(combat.supported >> order.hex & 1)
        s.position.chosen &= ~(1 << order.hex)
        s.position.fought |= 1 << order.hex
        s.call(
            Round(
                hex=order.hex,
                seat=combat.seat,
                supported=supported,
                assault=assault.repulse_dice(s, order.hex),
            )
        )


@case("5.42", "5.64", "7.4a", "15.43a", "4.43b")
def support(s: WestFrontState, seat: int) -> Mask:
    """Where battles have Combat Support: from HQs on land, and from Invasion HQs over the sea (5.42, 15.43)."""
    return s.scenario.stated.supported(command.support_range(s, seat) | seasupport.sea_support(s, seat))


# -- a round ----------------------------------------------------------------------------------------------------------


@case("7.22", "2.25b", "4.43d")
def begin_round(s: WestFrontState) -> None:
    """The round is announced; lone statics without strength go at once (2.25b)."""
    battle = s.frame(Round)
    s.tell(
        "round",
        "7.2",
        "{seat:seat} fights in {hex:hex}, {support}",
        seat=battle.seat,
        hex=battle.hex,
        support="supported" if battle.supported else "unsupported",
    )
    for seat in (1 - battle.seat, battle.seat):
        fire.remove_lone_statics(s, battle.hex, seat)


def begin_defensive_fire(s: WestFrontState) -> None:
    """The passive side fires first (7.22)."""
    battle = s.frame(Round)
    s.update(battle, victims=battle.seat, fired=0, volley=False, hits=0)


def begin_offensive_fire(s: WestFrontState) -> None:
    """Then the active side's survivors (7.22)."""
    battle = s.frame(Round)
    s.update(battle, victims=1 - battle.seat, fired=0, volley=False, hits=0)


@case("7.22", "7.31", "7.33b", "ex.7.3", "intro.7")
def next_shot(s: WestFrontState, count: int) -> Volley | Losses | None:
    """Losses of the last shot first; then the next unit fires, asked for only while there is a choice (7.31)."""
    while True:
        asked = fire.next_losses(s, count)
        if asked is not None:
            return asked
        battle = s.frame(Round)
        units = waiting(s, battle)
        if not units or not s.units_at(battle.hex, battle.victims):
            return None
        if len(units) > 1 and not battle.volley:
            return Volley(seat=1 - battle.victims)
        shoot(s, units[0])


@case("7.31", "5.1b", "7.22")
def waiting(s: WestFrontState, battle: Round) -> list[int]:
    """The units that can still fire in this step: one die for each CV, so none at 0, and never an HQ (7.31, 5.1)."""
    shooters = s.units_at(battle.hex, 1 - battle.victims)
    return [
        unit
        for unit in shooters
        if not battle.fired >> unit & 1 and s.position.cv[unit] > 0 and not s.unit(unit).is_hq
    ]


@case("7.31", "7.32a", "7.51a")
def shoot(s: WestFrontState, unit: int) -> None:
    """One unit fires a die for each CV; in an assault's defensive fire low dice repulse besides (7.51)."""
    battle = s.frame(Round)
    strength = fire.firepower(s, unit, battle.hex, battle.seat)
    purpose = f"{s.unit(unit).name} fires {strength}"
    dice, hits = fire.score(s, s.seat_of(unit), purpose, "7.31", s.position.cv[unit], strength)
    repulses = sum(die in battle.assault for die in dice) if battle.victims == battle.seat else 0
    s.update(battle, hits=hits, repulses=battle.repulses + repulses, fired=battle.fired | 1 << unit)


@case("7.31")
class FireOne(OrderRule[FireUnit, WestFrontState]):
    """Units fire in any order their owner likes (7.31)."""

    order = FireUnit

    def unit(self, s: WestFrontState) -> Narrowing:
        """Own units in the battle that have not fired."""
        battle = s.frame(Round)
        seat = 1 - battle.victims
        return (
            s.choose_unit(seat, "7.31")
            .only(mask_of(s.units_at(battle.hex, seat)), "7.31", "it is not in this battle")
            .without(s.scenario.hqs, "5.1b", "an HQ never fires")
            .without(battle.fired, "7.31", "it has fired in this step")
            .only(mask_of(waiting(s, battle)), "7.31", "it has no strength to fire with")
        )

    def apply(self, s: WestFrontState, order: FireUnit) -> None:
        """Fire."""
        s.finish()
        shoot(s, order.unit)


@case("7.31")
class FireRest(OrderRule[FireAll, WestFrontState]):
    """Leave the order of fire to the roster (7.31)."""

    order = FireAll

    def apply(self, s: WestFrontState, order: FireAll) -> None:
        """Fire one after the other."""
        s.finish()
        s.update(s.frame(Round), volley=True)


@case("7.12b", "7.21", "7.34b", "7.51c")
def end_round(s: WestFrontState) -> None:
    """Partial hits lapse, and the Original Defender's units stand upright again (7.12, 7.34)."""
    battle = s.frame(Round)
    _tell_of_leftovers(s, battle)
    position = s.position
    stays = s.battles >> battle.hex & 1
    upright = (
        s.defenders(battle.hex)
        if stays
        else mask_of([*s.units_at(battle.hex, 0), *s.units_at(battle.hex, 1)])
    )
    s.hide(upright & ~s.hqs_by_role()[""])
    position.new_battles &= ~(1 << battle.hex)
    for unit in list(position.came_from):
        if position.at[unit] == battle.hex or position.at[unit] < 0:
            position.came_from.pop(unit)
            position.came_by.pop(unit, None)
    beachheads.overrun(s)


@case("7.34b")
def _tell_of_leftovers(s: WestFrontState, battle: Round) -> None:
    """Hits that were too few for a step have done nothing: everybody learns how many it takes, and why (7.34)."""
    if battle.hurt not in s.units_at(battle.hex, 1 - battle.seat):
        return
    s.tell(
        "leftover hits",
        "7.34b",
        "{unit:unit} loses no step by {hits}: it takes {need} ({why})",
        unit=battle.hurt,
        hits=several(battle.part, "hit"),
        need=fire.multiplier(s, battle, battle.hurt),
        why=fire.sheltered_by(s, battle, battle.hurt),
    )
