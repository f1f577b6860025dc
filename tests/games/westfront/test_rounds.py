"""Rounds of combat against a second reading of chapter 7: random battles are fought by the rules, and reckoned here anew.

Nothing of `rules/fire` or `rules/battle` is used here but what the fight itself shows: who rolled what, who was asked to choose
among whom, and what was left.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import pytest
from tests.games.westfront.composed import number, state_of

from phaseline.engine.dice import SeededDice
from phaseline.games.westfront.orders.combat import Fight, FireAll, RepulseUnit, TakeHit
from phaseline.games.westfront.position import Round
from phaseline.games.westfront.state import WestFrontState

Fire = Literal["SF", "DF", "TF"]
HITS: Final[dict[Fire, int]] = {"SF": 6, "DF": 5, "TF": 4}
PRINTED: Final[dict[str, tuple[Fire, Fire]]] = {
    "armor": ("DF", "DF"),
    "mech": ("SF", "DF"),
    "infantry": ("SF", "SF"),
    "amphibious": ("SF", "SF"),
    "para": ("SF", "DF"),
    "mountain": ("SF", "SF"),
    "cavalry": ("SF", "SF"),
    "static": ("SF", "SF"),
    "fort": ("SF", "TF"),
}
"""Firepower on offence and defence (2.2, 2.6)."""
ROUGH: Final = ("forest", "hill", "marsh", "mountain")
SIDES: Final = ("allied", "axis")


@dataclass
class Fighter:
    """A unit in the battle; `by` is how it came into a new one."""

    name: str
    side: str
    kind: str
    cv: int
    ss: bool
    supplied: bool
    by: str
    gone: bool = False

    @property
    def last(self) -> int:
        """Its lowest step."""
        return 0 if self.kind in ("static", "hq") else 1

    def lose_step(self) -> None:
        """A step less, or none at all."""
        self.gone = self.cv <= self.last
        self.cv -= not self.gone


@dataclass
class Battle:
    """A battle as it stands before the round; `strike` are the dice of an airstrike."""

    terrain: str
    city: bool
    fortress: bool
    mud: bool
    active: str
    defender: str
    supported: bool
    new: bool
    strike: int
    fighters: list[Fighter]

    @property
    def passive(self) -> str:
        """The side that is attacked in this round."""
        return SIDES[self.active == "allied"]

    def text(self) -> str:
        """The battle as a case file has it; another one next to it keeps the phase from ending."""
        facts = [
            f"terrain: {self.terrain}",
            *["city: major"] * self.city,
            *["fortress: true"] * self.fortress,
        ]
        units = [
            f"- {{id: {unit.name}, side: {unit.side}, type: {unit.kind}, cv: {unit.cv}, limit: 4, at: T, "
            f"ss: {unit.ss}, supplied: {unit.supplied}{f', from: A, by: {unit.by}' if unit.by else ''}}}"
            for unit in self.fighters
        ]
        units += [f"- {{id: {side} elsewhere, side: {side}, type: infantry, at: U}}" for side in SIDES]
        if self.strike:
            units.append(
                f"- {{id: Wing, side: {self.active}, type: hq, cv: {self.strike}, at: A, active: true}}"
            )
        lines = "\n  ".join(units)
        return f"""
map: {{adjacent: [[A, T], [A, U]], hexes: {{T: {{{", ".join(facts)}}}}}}}
setup:
  active: {self.active}
  phase: fights
  month: {"1944-01" if self.mud else "1943-09"}
  weather: {"mud" if self.mud else "dry"}
  support: {self.supported}
  battles:
  - {{at: T, original_defender: {self.defender}, new: {self.new}, chosen: true{", strike: Wing" if self.strike else ""}}}
  - {{at: U, original_defender: {self.defender}, new: false, chosen: true}}
  units:
  {lines}
""".replace("True", "true").replace("False", "false")


def battle_of(rng: random.Random) -> Battle:
    """Any battle that the rules allow."""
    active = rng.choice(SIDES)
    passive = SIDES[active == "allied"]
    city = rng.random() < 0.2
    defender = passive if rng.random() < 0.7 else active
    new = rng.random() < 0.5 and defender == passive
    fighters = [
        fighter for side in (active, passive) for fighter in _force(rng, side, came=new and side == active)
    ]
    return Battle(
        terrain=rng.choice(("clear", *ROUGH)),
        city=city,
        fortress=rng.random() < 0.15 and not city,
        mud=rng.random() < 0.25,
        active=active,
        defender=defender,
        supported=rng.random() < 0.6,
        new=new,
        strike=rng.choice((0, 0, 1, 2, 3)),
        fighters=fighters,
    )


def _force(rng: random.Random, side: str, *, came: bool) -> Iterator[Fighter]:
    kinds = ["armor", "mech", "infantry", "para", "mountain", "hq"]
    kinds += ["fort", "static", "cavalry"] if side == "axis" else ["amphibious"]
    for count in range(rng.randrange(1, 4)):
        kind = rng.choice(kinds)
        if kind == "fort":
            kinds.remove("fort")
        if came and kind in ("fort", "hq"):
            kind = "infantry"
        yield Fighter(
            name=f"{side}-{count}",
            side=side,
            kind=kind,
            cv=rng.randrange(3) if kind in ("static", "hq") else rng.randrange(1, 5),
            ss=side == "axis" and kind in ("armor", "mech", "mountain") and rng.random() < 0.3,
            supplied=rng.random() < 0.8,
            by=rng.choice(("land", "river", "air", "sea")) if came else "",
        )


# -- fought -----------------------------------------------------------------------------------------------------------

Shown = tuple[str, str, tuple[int, ...]] | tuple[str, str, tuple[str, ...]]
"""What a fight shows: dice and what for, or who was chosen, and among whom."""


def fought(state: WestFrontState, rng: random.Random) -> list[Shown]:
    """Fight the round, choosing at random, and note what it shows."""
    shown: list[Shown] = []
    name = [unit.name for unit in state.scenario.units]
    assert state.decision is not None
    state.events.clear()
    state.apply(state.decision.seats[0], Fight(state.board.hex("T")))
    while True:
        shown += [
            ("dice", event.draw.purpose, event.draw.values)
            for event in state.events
            if event.draw is not None
        ]
        state.events.clear()
        if not state.within(Round):
            return shown
        seat = state.decision.seats[0]
        legal = state.legal(seat)
        if FireAll in legal.kinds():
            state.apply(seat, FireAll())
            continue
        kind = TakeHit if TakeHit in legal.kinds() else RepulseUnit
        among = legal.values(kind)
        one = rng.choice(among)
        shown.append((kind.__name__, name[one], tuple(sorted(name[unit] for unit in among))))
        state.apply(seat, kind(one))


# -- reckoned ---------------------------------------------------------------------------------------------------------


@dataclass
class Reckoning:
    """The same round once more, from what the fight has shown."""

    battle: Battle
    shown: list[Shown]
    hurt: Fighter | None = None
    part: int = 0
    back: list[str] = field(default_factory=list)

    def here(self, side: str) -> list[Fighter]:
        """The units of a side that are left in the battle."""
        return [
            unit
            for unit in self.battle.fighters
            if unit.side == side and not unit.gone and unit.name not in self.back
        ]

    def round(self) -> None:
        """Airstrike, Defensive Fire, repulses, Offensive Fire (7.22)."""
        b = self.battle
        self.clear_garrisons(b.passive)
        self.clear_garrisons(b.active)
        dice = b.strike - b.mud if b.strike else 0
        if dice > 0 and self.here(b.passive):
            self.hits(b.passive, self.dice("airstrike", dice, "TF" if b.active == "allied" else "SF"))
        low = self.repulsing()
        repulses = 0
        for unit in self.here(b.passive):
            if self.here(b.active) and self.shoots(unit) and (fire := self.fire(unit)):
                rolled = self.dice(f"{unit.name} fires {fire}", unit.cv, fire)
                repulses += sum(die <= low for die in rolled[1])
                self.hits(b.active, rolled)
        self.repulse(repulses)
        for unit in self.here(b.active):
            if self.here(b.passive) and self.shoots(unit) and (fire := self.fire(unit)):
                self.hits(b.passive, self.dice(f"{unit.name} fires {fire}", unit.cv, fire))
        assert not self.shown

    def shoots(self, unit: Fighter) -> bool:
        """A unit fires while it is there and has strength."""
        return unit in self.here(unit.side) and unit.cv > 0

    def dice(self, purpose: str, count: int, fire: Fire) -> tuple[int, tuple[int, ...]]:
        """The next dice, which must be these: how many hit, and all of them (7.32)."""
        kind, told, values = self.shown.pop(0)
        rolled = tuple(die for die in values if isinstance(die, int))
        assert (kind, len(rolled)) == ("dice", count)
        assert told.startswith(purpose)
        return sum(die >= HITS[fire] for die in rolled), rolled

    def chosen(self, kind: str, among: Sequence[Fighter]) -> Fighter:
        """Who of these it was; somebody is asked only where there is a choice."""
        if len(among) == 1:
            return among[0]
        asked, name, names = self.shown.pop(0)
        assert (asked, names) == (kind, tuple(sorted(unit.name for unit in among)))
        return next(unit for unit in among if unit.name == name)

    def fire(self, unit: Fighter) -> Fire | None:
        """Firepower: printed, then SF at most on offence in marsh and mud, DF at least in a city, TF of a fortress' largest (7.32)."""
        b = self.battle
        if unit.kind == "hq":
            return None
        own = self.own_fire(unit)
        if unit.side == b.active:
            return "SF" if b.mud or b.terrain == "marsh" else own
        if b.fortress and b.defender == unit.side and unit is self.champion():
            return "TF"
        return "DF" if b.city and own == "SF" else own

    def own_fire(self, unit: Fighter) -> Fire:
        """What a unit has of its own: SS, mountain corps in mountains, forts without supply (2.26, 2.6)."""
        b, offence = self.battle, unit.side == self.battle.active
        if unit.kind == "mountain" and b.terrain == "mountain" and not b.mud:
            return "TF" if unit.ss else "DF"
        if unit.kind == "fort" and not unit.supplied:
            return "SF"
        if unit.ss and unit.kind in ("armor", "mech"):
            return "DF" if offence and unit.kind == "mech" else "TF"
        return PRINTED[unit.kind][0 if offence else 1]

    def champion(self) -> Fighter | None:
        """The largest defender of a fortress, of several the one that gains most (1.46, ruling 200)."""
        there = self.here(self.battle.passive)
        top = max(unit.cv for unit in there)
        able = [unit for unit in there if unit.cv == top and unit.kind != "hq"]
        return max(able, key=lambda unit: HITS[self.own_fire(unit)], default=None)

    def need(self, unit: Fighter) -> int:
        """Hits for a step of this unit (7.33 to 7.35)."""
        b = self.battle
        if unit.side == b.active:
            return 1
        smaller = all(other.cv < unit.cv for other in self.here(unit.side) if other is not unit)
        if unit.kind == "fort" and unit.supplied and smaller:
            return 3
        ground = 2 if b.terrain in ROUGH or b.city or b.mud else 1
        if b.fortress and b.defender == unit.side:
            ground = 3
        return min(ground + (not b.supported), 3)

    def hits(self, side: str, rolled: tuple[int, tuple[int, ...]]) -> None:
        """The one hurt takes the next hit, else the strongest, a fort after its equals if they can lose a step by it (7.33, 7.34)."""
        b = self.battle
        proof = side == b.passive and b.fortress and b.defender == side and not b.supported
        for left in range(0 if proof else rolled[0], 0, -1):
            there = self.here(side)
            if not there:
                return
            hurt = [unit for unit in there if unit is self.hurt]
            unit = self.chosen("TakeHit", hurt or self.strongest(there, left))
            part = self.part + 1 if hurt else 1
            if part < self.need(unit):
                self.hurt, self.part = unit, part
                continue
            if hurt:
                self.hurt, self.part = None, 0
            unit.lose_step()
            self.clear_garrisons(side)

    def strongest(self, there: Sequence[Fighter], left: int) -> list[Fighter]:
        """The strongest units, but no fort while another one of them can lose a step (7.33, ruling 22)."""
        top = max(unit.cv for unit in there)
        equals = [unit for unit in there if unit.cv == top]
        others = [unit for unit in equals if unit.kind != "fort"]
        return others if others and left >= self.need(others[0]) else equals

    def clear_garrisons(self, side: str) -> None:
        """Statics without strength that are alone are lost at once (2.25)."""
        there = self.here(side)
        if all(unit.kind == "static" and unit.cv == 0 for unit in there):
            for unit in there:
                unit.gone = True

    def repulsing(self) -> int:
        """The highest die that repulses: the least of all ways in (7.5)."""
        b = self.battle
        at_sea = {True: (1, 2), False: (0, 4)}[b.active == "allied"]
        low = {"land": 0, "river": 3 if b.mud else 2, "air": 1}
        ranges = [
            low.get(unit.by, at_sea[unit.kind != "amphibious"])
            for unit in b.fighters
            if unit.side == b.active
        ]
        return min(ranges) if b.new else 0

    def repulse(self, count: int) -> None:
        """The weakest attackers go back, paras for a step (7.51, 14.4)."""
        for _ in range(count):
            there = self.here(self.battle.active)
            if not there:
                return
            weakest = min(unit.cv for unit in there)
            unit = self.chosen("RepulseUnit", [unit for unit in there if unit.cv == weakest])
            self.back.append(unit.name)
            if unit.by == "air":
                unit.lose_step()


@pytest.mark.case("westfront", "7.22", "7.32b", "7.33b", "7.34b", "7.35b", "7.51b", "7.4a", "1.46c", "2.26d")
@pytest.mark.parametrize("seed", range(8))
def test_a_round_goes_as_a_second_reading_has_it(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        battle = battle_of(rng)
        text = battle.text()
        state = state_of(text)
        if state.path()[-1] != "fights":  # Nobody is left to fight for one of the sides.
            continue
        state.dice = SeededDice(rng.randbytes(32))
        reckoned = Reckoning(battle, fought(state, rng))
        reckoned.round()
        for unit in battle.fighters:
            here = number(state, unit.name)
            place = state.position.at[here]
            assert (place < 0) == unit.gone, (unit, text)
            if not unit.gone:
                assert state.position.cv[here] == unit.cv, (unit, text)
                assert state.board.map.label(place) == ("A" if unit.name in reckoned.back else "T"), (
                    unit,
                    text,
                )
