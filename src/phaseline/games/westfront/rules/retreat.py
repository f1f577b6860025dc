"""Leaving battles: rearguards and pursuit fire (6.32, 6.4).

Wired into the sequence: `NameRearguard`, `next_pursuit`, `pursue`. Asked by other chapters: `may_leave`, `settle`.
"""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders.movement import Rearguard
from phaseline.games.westfront.position import Movement, Pursuit
from phaseline.games.westfront.roster import Fire
from phaseline.games.westfront.rules import beachheads, engaging, fire, ground, movers, reasons
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of


@case("6.41b")
def stayers(s: WestFrontState, hex: Hex, seat: int) -> list[int]:
    """The units of a side that have been in a battle since the phase began and have not left (6.41b)."""
    return [unit for unit in s.units_at(hex, seat) if not s.position.moved >> unit & 1]


@case("6.41a", "6.41b", "16.32b", "6.53b")
def may_leave(s: WestFrontState, unit: int, *, strategic: bool = False) -> bool:
    """Whether a unit may leave its battle: somebody stays, or a rearguard covers the retreat (6.41).

    By rail or sea a unit leaves only if another unit stays for good (6.53b). Tito needs no rearguard at home (R51).
    """
    hex = s.position.at[unit]
    others = [other for other in stayers(s, hex, s.seat_of(unit)) if other != unit]
    if strategic:
        guard = s.position.rearguards.get(hex)
        return any(guard is None or other != guard[0] for other in others)
    return bool(others) or ground.in_tito_country(s, unit)


@case("6.41b", "6.53b", "9.22", "15.2c", "15.45c")
def held_back(s: WestFrontState, unit: int) -> Refusal | None:
    """Why the last unit that would stay in a battle may not leave it with its rearguard; None while another one stays.

    Then all leave, which is a retreat: of those who went by rail or sea too (6.53, R211), and a new attack by those who
    came, in which armor and static units would make a Sea Assault (15.45, R212).
    """
    hex = s.position.at[unit]
    seat, guard = s.seat_of(unit), s.position.rearguards.get(hex)
    if any(other != unit and (guard is None or other != guard[0]) for other in stayers(s, hex, seat)):
        return None
    if any(s.position.strategic >> other & 1 and start == hex for other, start in s.position.landed.items()):
        return Refusal(
            "6.53b", "a unit has left by rail or sea, and nobody retreats so: another unit must stay"
        )
    if _helpless(s, hex, seat):
        return Refusal(
            "15.45c", "a unit has landed there that never makes a Sea Assault: another unit must stay"
        )
    return None


def _helpless(s: WestFrontState, hex: Hex, seat: int) -> bool:
    """Whether of those who have come into a battle none came by land and one by sea that makes no Sea Assault."""
    came = {unit: s.position.came_by[unit] for unit in s.units_at(hex, seat) if unit in s.position.came_by}
    afloat = (unit for unit, method in came.items() if method == "sea")
    return "land" not in came.values() and any(not s.type_of(unit).may_assault for unit in afloat)


@case("6.41a", "6.41b")
def given_up(s: WestFrontState, seat: int) -> Mask:
    """The battles of which all units that have stayed so far are rearguards, or are fetched by sea as such (15.6)."""
    guarded = s.position.rearguards.items()
    return mask_of(hex for hex, (guard, _) in guarded if stayers(s, hex, seat) in ([], [guard]))


@case("6.41a")
def guards(s: WestFrontState) -> Mask:
    """The units that have been named rearguards in this phase."""
    return mask_of(unit for unit, _ in s.position.rearguards.values())


def bound(s: WestFrontState, seat: int) -> Mask:
    """The units that have to stay in their battles."""
    if not s.position.landed:
        return 0
    engaged = s.units_in(s.battles, seat)
    return mask_of(unit for unit in hexes(engaged) if held_back(s, unit))


def bind(s: WestFrontState, unit: int, to: Narrowing) -> Narrowing:
    """Keep nothing of where an engaged unit could go if it has to stay."""
    if to and s.engaged(unit) and (why := held_back(s, unit)):
        to.only(0, why.case, why.reason)
    return to


@case("6.41a", "9.22")
class NameRearguard(OrderRule[Rearguard, WestFrontState]):
    """To give a battle up, name the unit that leaves last, and its way (6.41)."""

    order = Rearguard

    def gate(self, s: WestFrontState) -> Refusal | None:
        """Only who is in a battle can give it up."""
        if s.battles & s.occupied(s.acting):
            return None
        return Refusal("6.41a", "there is no battle to retreat from")

    def unit(self, s: WestFrontState) -> Narrowing:
        """Units of a battle without a rearguard that can leave it by land."""
        position = s.position
        guarded = sum(1 << hex for hex in position.rearguards)
        seat = s.frame(Movement).seat
        return (
            movers.movable(s, "6.41a")
            .only(s.units_in(s.battles, seat), "6.41a", "it is not in a battle")
            .without(s.units_in(guarded, seat), "6.41a", "a rearguard is named there already")
        )

    def to(self, s: WestFrontState, unit: int) -> Narrowing:
        """Where it goes when it has been fired on."""
        to = (
            ground.destinations(s, unit)
            .without(1 << s.position.at[unit], "6.41a", "it must leave the battle")
            .without(
                s.occupied(1 - s.acting),
                "6.32c",
                "a unit that leaves a battle engages nobody in the same phase",
            )
            .only(ground.ways(s, unit).quiet, "6.32b", lambda hex: reasons.out_of_reach(s, unit, hex))
            .without(ground.full(s, s.acting), "6.21", "the hex is full")
        )
        return bind(s, unit, to)

    def via(self, s: WestFrontState, unit: int, to: int) -> Narrowing:
        """The friendly hex through which it leaves."""
        return ground.way_options(s, unit, to)

    def apply(self, s: WestFrontState, order: Rearguard) -> None:
        """Note it, and keep its hexside free (R47)."""
        here = s.position.at[order.unit]
        via = ground.door(s, order.unit, order.to, order.via)
        assert via is not None
        movers.pay(s, order.unit)
        ground.count_crossing(s, here, via)
        s.position.rearguards[here] = (order.unit, order.to)
        s.tell_of(
            order.unit,
            "rearguard",
            "6.41a",
            "{unit:unit} covers the retreat from {hex:hex}",
            "a retreat from {hex:hex} is prepared",
            hex=here,
        )


@case("6.41a", "4.42a")
def next_pursuit(s: WestFrontState, count: int) -> Pursuit | None:
    """The next rearguard to be fired on, when all other movement is finished (6.41)."""
    for hex in sorted(s.position.rearguards):
        unit, to = s.position.rearguards.pop(hex)
        if s.position.at[unit] == hex:
            by_sea = unit in s.position.landed
            return Pursuit(
                hex=hex, rearguard=unit, to=to, speed=evacuation_speed(s, unit) if by_sea else None
            )
    return None


@case("15.5", "15.6")
def evacuation_speed(s: WestFrontState, unit: int) -> int:
    """The speed for which a unit is pursued that retreats by sea: 1, amphibious units 2 (15.6)."""
    return 2 if s.unit(unit).kind == "amphibious" else 1


@case("6.41b", "6.42a", "6.42c", "5.21c", "15.6")
def pursue(s: WestFrontState) -> None:
    """The enemy fires on a rearguard; if it lives, it leaves (6.42). While others stay it simply leaves (6.41b)."""
    pursuit = s.frame(Pursuit)
    unit, hex = pursuit.rearguard, pursuit.hex
    seat = s.seat_of(unit)
    if all(other == unit for other in stayers(s, hex, seat)):
        fire_on_rearguard(s, pursuit)
    if s.position.at[unit] == hex:
        _leave(s, unit, pursuit)
    settle(s, hex, seat)
    beachheads.overrun(s)


@case("6.42a", "6.42b", "tbl.6.42", "16.32b", "intro.2")
def fire_on_rearguard(s: WestFrontState, pursuit: Pursuit) -> None:
    """Every enemy unit in the battle fires by relative speed; half-hits lapse (6.42, R48). Tito is immune (16.32).

    Who fires is shown, and on whom; where all are too slow nobody is (R218).
    """
    unit, hex = pursuit.rearguard, pursuit.hex
    if ground.in_tito_country(s, unit):
        return
    enemy = 1 - s.seat_of(unit)
    own_speed = pursuit.speed if pursuit.speed is not None else ground.speed(s, unit)
    pursuers = {
        other: pursuit_fire(ground.speed(s, other), own_speed)
        for other in s.units_at(hex, enemy)
        if pursues(s, other)
    }
    firing = {pursuer: strength for pursuer, strength in pursuers.items() if strength != "none"}
    s.irrevocable = True  # Even that nobody fires tells who is slow.
    if not firing:
        return
    s.show([unit, *firing], "6.42a")
    hits = 0
    for pursuer, strength in firing.items():
        purpose = f"{s.unit(pursuer).name} pursues {strength}"
        hits += fire.score(s, enemy, purpose, "6.42a", s.position.cv[pursuer], strength)[1]
    for _ in range(hits // fire.terrain_defence(s, hex, enemy)):
        if s.lose_step(unit, "6.42a"):
            break
    s.hide(mask_of(firing) & s.defenders(hex))


@case("6.41b", "7.12a")
def settle(s: WestFrontState, hex: Hex, seat: int) -> None:
    """Who fights for a hex that a side's units have just left (7.12).

    Nobody left: the battle is over. Only units that came in this phase: a Retreat and a new Attack by them, in which
    the other side is Original Defender and combat mandatory (6.41b, R72).
    """
    if s.battles >> hex & 1 and not stayers(s, hex, seat):
        engaging.begin_battle(s, hex, seat)


def _leave(s: WestFrontState, unit: int, pursuit: Pursuit) -> None:
    """A rearguard goes where it was sent; who has not been fired on keeps its name from the enemy (R197)."""
    s.put(unit, pursuit.to)
    s.position.moved |= 1 << unit
    s.position.disengaged |= 1 << unit
    s.tell_of(
        unit,
        "retreat",
        "6.41a",
        "{unit:unit} retreats from {start:hex} to {to:hex}",
        "a unit retreats from {start:hex} to {to:hex}",
        start=pursuit.hex,
        to=pursuit.to,
    )
    if unit not in s.position.role:
        s.hide(1 << unit)


@case("6.42a", "5.1b")
def pursues(s: WestFrontState, unit: int) -> bool:
    """HQs and units without strength do not fire (R49)."""
    return not s.unit(unit).is_hq and s.position.cv[unit] > 0


@case("6.42a", "tbl.6.42")
def pursuit_fire(pursuer: int, rearguard: int) -> Fire:
    """Firepower of a pursuer by its speed and the rearguard's: faster DF, equal SF, slower none (6.42)."""
    if pursuer > rearguard:
        return "DF"
    return "SF" if pursuer == rearguard else "none"
