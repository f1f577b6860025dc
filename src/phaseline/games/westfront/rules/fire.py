"""Firepower, hits and what protects from them (7.3, 7.4).

Wired into the sequence: `next_losses`, `TakeOneHit`. Asked by other chapters: `firepower`, `score`, `multiplier`,
`terrain_defence`.
"""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.games.westfront.orders.combat import TakeHit
from phaseline.games.westfront.position import ALLIED, AXIS, Losses, Round
from phaseline.games.westfront.roster import HITS_ON, Fire
from phaseline.games.westfront.rules import beachheads
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, mask_of

DOUBLE = ("forest", "hill", "marsh", "mountain")
"""Terrain that gives passive units Double Defense (7.34)."""
_ORDER: tuple[Fire, ...] = ("none", "SF", "DF", "TF")


def at_least(fire: Fire, least: Fire) -> Fire:
    """The better of two firepowers; what cannot fire at all stays so."""
    return fire if fire == "none" or _ORDER.index(fire) >= _ORDER.index(least) else least


# -- firepower --------------------------------------------------------------------------------------------------------


@case(
    "2.21", "2.22", "2.23", "2.24a", "2.26c", "2.26e", "2.27", "2.61", "2.62", "2.63", "2.65a", "5.1b", "7.32a",
    "15.5", "tbl.back.unit",
)  # fmt: skip
def own_fire(s: WestFrontState, unit: int, hex: Hex, *, offensive: bool) -> Fire:
    """A unit's firepower by type, SS status and special ground, before the battle's circumstances (2.2, 2.6)."""
    block, kind = s.unit(unit), s.type_of(unit)
    fire = kind.attack if offensive else kind.defence
    if block.kind == "fort" and s.position.unsupplied >> unit & 1:
        return "SF"
    if block.ss and block.kind == "armor":
        return "TF"
    if block.ss and block.kind == "mech":
        return "DF" if offensive else "TF"
    if block.kind == "mountain" and s.board.terrain_at(hex) == "mountain" and not s.mud:
        return "TF" if block.ss else "DF"
    if s.position.beachhead_at.get(unit) == hex and beachheads.working(s) >> hex & 1:
        return at_least(fire, "DF")
    return fire


@case("1.34b", "1.41a", "1.41b", "1.46c", "7.23b", "7.32b", "12.23b", "side.7c", "tbl.back.terrain", "W44.4")
def firepower(s: WestFrontState, unit: int, hex: Hex, active: int) -> Fire:
    """The firepower with which a unit fires in a round in which `active` is the active side (7.32).

    On offence never better than SF in marsh and in mud (1.34, 12.23). Defending in a Major City but Rome at least DF
    (1.41), and the largest Original Defender of a fortress TF (1.46).
    """
    fire = ground_fire(s, unit, hex, active)
    passive = s.seat_of(unit) != active
    return "TF" if passive and fire != "none" and unit == fortress_champion(s, hex) else fire


@case("1.34b", "1.41a", "1.41b", "7.32b", "12.23b", "side.7c", "W44.4")
def ground_fire(s: WestFrontState, unit: int, hex: Hex, active: int) -> Fire:
    """The same, but for what a fortress gives its largest defender (1.46c)."""
    offensive = s.seat_of(unit) == active
    fire = own_fire(s, unit, hex, offensive=offensive)
    if offensive:
        capped = s.board.terrain_at(hex) == "marsh" or (s.mud and not _winter_offensive(s, unit))
        return "SF" if capped and fire != "none" else fire
    return at_least(fire, "DF") if defended_city(s, hex) else fire


@case("W44.4")
def _winter_offensive(s: WestFrontState, unit: int) -> bool:
    """In one Axis player-turn of W'44 Axis armor fires normally in spite of the mud (W44.4)."""
    return s.has("winter offensive") and s.seat_of(unit) == AXIS and s.unit(unit).kind == "armor"


@case("1.41a", "1.41b")
def defended_city(s: WestFrontState, hex: Hex) -> bool:
    """Whether a hex is a Major City that helps its defenders: any but Rome, an open city (1.41)."""
    return bool(s.board.major_cities >> hex & 1) and hex != s.board.rome


@case("1.46c", "7.23b", "7.32b")
def fortress_champion(s: WestFrontState, hex: Hex) -> int | None:
    """The largest unit of a fortress' Original Defender, which fires TF (1.46c); None in any other hex.

    Among equals it is the one that gains most by it, as its owner would choose.
    """
    if not s.board.fortresses >> hex & 1:
        return None
    seat = AXIS if s.position.defends[AXIS] >> hex & 1 else ALLIED
    units = s.units_at(hex, seat) if s.position.defends[seat] >> hex & 1 else []
    return max(units, key=lambda unit: (s.position.cv[unit], gain(s, unit, hex), -unit), default=None)


@case("1.46c")
def gain(s: WestFrontState, unit: int, hex: Hex) -> int:
    """What TF adds to a unit's own firepower; nothing to an HQ, which never fires."""
    own = own_fire(s, unit, hex, offensive=False)
    return 0 if own == "none" else len(_ORDER) - _ORDER.index(own)


# -- protection -------------------------------------------------------------------------------------------------------


@case(
    "1.32a",
    "1.33",
    "1.34b",
    "1.35b",
    "1.36b",
    "1.41a",
    "1.42",
    "1.46b",
    "7.23a",
    "7.34a",
    "7.35a",
    "12.23a",
    "tbl.back.terrain",
    "tbl.back.weather",
)
def terrain_defence(s: WestFrontState, hex: Hex, active: int) -> int:
    """Hits for a step loss by ground, city and weather alone: 2 in rough ground, a Major City or mud; 3 in a fortress.

    `active` is the side that fires; only the Original Defender of a fortress has its benefit (7.35).
    """
    if s.board.fortresses >> hex & 1 and s.position.defends[1 - active] >> hex & 1:
        return 3
    return 2 if s.mud or s.board.terrain_at(hex) in DOUBLE or defended_city(s, hex) else 1


@case("2.26d", "2.26e", "7.33a", "7.35b")
def multiplier(s: WestFrontState, battle: Round, unit: int) -> int:
    """Hits that cost this unit a step: 1 for active units, up to 3 for passive ones (7.33 to 7.35, R59)."""
    seat = s.seat_of(unit)
    if seat != battle.seat and shielding_fort(s, battle.hex, seat) == unit:
        return 3
    return protection(s, battle, seat)


@case("7.33a", "7.34a", "7.35a", "7.35b", "7.4a", "12.23a")
def sheltered_by(s: WestFrontState, battle: Round, unit: int) -> str:
    """Why more than one hit costs a unit a step, in words; "" where one does (7.34, 7.35, 7.4)."""
    seat = s.seat_of(unit)
    if seat == battle.seat:
        return ""
    if shielding_fort(s, battle.hex, seat) == unit:
        return "a supplied fort"
    why = []
    if (ground := terrain_defence(s, battle.hex, battle.seat)) > 1:
        rough = s.board.terrain_at(battle.hex)
        why.append(
            "fortress"
            if ground > 2
            else rough
            if rough in DOUBLE
            else "Major City"
            if defended_city(s, battle.hex)
            else "mud"
        )
    if not battle.supported:
        why.append("unsupported attack")
    return ", ".join(why)


@case("7.33a", "7.34a", "7.35a", "7.35b", "7.4a", "13.15b")
def protection(s: WestFrontState, battle: Round, seat: int) -> int:
    """Hits that cost a unit of `seat` a step, forts apart: 1 if active, else by ground and support (7.33 to 7.35)."""
    if seat == battle.seat:
        return 1
    ground = terrain_defence(s, battle.hex, battle.seat)
    return ground if battle.supported else min(ground + 1, 3)


@case("2.26d", "2.26e", "7.35b")
def shielding_fort(s: WestFrontState, hex: Hex, seat: int) -> int | None:
    """The supplied fort that is larger than every other unit of its side in a hex (2.26, R22)."""
    units, cv = s.units_at(hex, seat), s.position.cv
    for fort in units:
        if s.unit(fort).kind == "fort" and not s.position.unsupplied >> fort & 1:
            return fort if all(cv[unit] < cv[fort] for unit in units if unit != fort) else None
    return None


@case("7.4c", "1.46a", "7.35a")
def cannot_be_hit(s: WestFrontState, battle: Round) -> bool:
    """Unsupported attacks score nothing on the Original Defender of a fortress (7.4c, R61)."""
    fortress = s.board.fortresses & s.position.defends[1 - battle.seat]
    return not battle.supported and bool(fortress >> battle.hex & 1)


# -- hits -------------------------------------------------------------------------------------------------------------


@case("7.31", "7.32a", "7.33a")
def score(
    s: WestFrontState, seat: int, purpose: str, case_: str, dice: int, fire: Fire
) -> tuple[tuple[int, ...], int]:
    """`seat` rolls `dice` dice at this firepower: the dice, and how many hit (7.32)."""
    hits = tuple(range(HITS_ON[fire], 7))
    rolled = s.rolls(purpose, case_, dice, by=seat, lit=hits) if dice else ()
    return rolled, sum(die >= HITS_ON[fire] for die in rolled)


@case("7.33b", "7.34b", "side.7a", "2.26d")
def takers(s: WestFrontState, battle: Round) -> list[int]:
    """The units one of which takes the next hit: the one hurt already, else the strongest (7.33b, 7.34b).

    A fort that is only tied for strongest leaves the hit to the others if it can cost them a step (side.7a, R22).
    """
    units = s.units_at(battle.hex, battle.victims)
    if battle.hurt in units:
        return [battle.hurt]
    strongest = max((s.position.cv[unit] for unit in units), default=0)
    equals = [unit for unit in units if s.position.cv[unit] == strongest]
    others = [unit for unit in equals if s.unit(unit).kind != "fort"]
    if others and len(others) < len(equals) and battle.hits >= multiplier(s, battle, others[0]):
        return others
    return equals


@case("7.33a", "7.33b", "7.34b", "2.25b")
def take_hit(s: WestFrontState, unit: int) -> None:
    """A unit takes one hit; with enough of them it loses a step (7.33, 7.34)."""
    battle = s.frame(Round)
    part = battle.part + 1 if battle.hurt == unit else 1
    done = part >= multiplier(s, battle, unit)
    if not done:
        s.update(battle, hits=battle.hits - 1, hurt=unit, part=part)
    elif battle.hurt == unit:
        s.update(battle, hits=battle.hits - 1, hurt=-1, part=0)
    else:
        s.update(battle, hits=battle.hits - 1)
    if done:
        s.lose_step(unit, "7.33a")
        remove_lone_statics(s, battle.hex, s.seat_of(unit))


@case("2.25b")
def remove_lone_statics(s: WestFrontState, hex: Hex, seat: int) -> None:
    """Statics without strength that are alone in an active battle are eliminated at once (2.25b, R20)."""
    units = s.units_at(hex, seat)
    if units and all(s.unit(unit).kind == "static" and s.position.cv[unit] == 0 for unit in units):
        for unit in units:
            s.eliminate(unit, "2.25b")


@case("7.33b", "7.34b")
def next_losses(s: WestFrontState, count: int) -> Losses | None:
    """Take hits as long as there is nothing to choose; then ask the owner (7.33b)."""
    while (battle := s.frame(Round)).hits:
        units = takers(s, battle)
        if not units or (cannot_be_hit(s, battle) and battle.victims != battle.seat):
            s.update(battle, hits=0)
            return None
        if len(units) > 1:
            return Losses(seat=battle.victims)
        take_hit(s, units[0])
    return None


@case("7.33b")
class TakeOneHit(OrderRule[TakeHit, WestFrontState]):
    """The owner chooses among equally strong units (7.33b)."""

    order = TakeHit

    def unit(self, s: WestFrontState) -> Narrowing:
        """The strongest units in the battle."""
        battle = s.frame(Round)
        return (
            s.choose_unit(battle.victims, "7.33b")
            .only(mask_of(s.units_at(battle.hex, battle.victims)), "7.33b", "it is not in this battle")
            .only(mask_of(takers(s, battle)), "7.33b", "the strongest unit takes the hit")
        )

    def apply(self, s: WestFrontState, order: TakeHit) -> None:
        """Take it."""
        s.finish()
        take_hit(s, order.unit)
