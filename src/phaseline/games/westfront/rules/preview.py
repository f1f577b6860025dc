"""The exact prospects of a battle, before a die is rolled: losses of both sides, repulses, who is left.

A pure model of one round (7.22) over plain numbers, so that it serves for units one sees as for units one assumes.
Where the rules leave a choice to the owner among equals, the first unit of the list is taken, and units fire in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from phaseline.engine.ledger import case
from phaseline.games.westfront.position import Round
from phaseline.games.westfront.roster import HITS_ON, Fire
from phaseline.games.westfront.rules import assault, fire
from phaseline.games.westfront.state import WestFrontState
from phaseline.mechanics.distributions import Distribution, hits, tallies

OUT = -1
"""In a tally of CVs: the unit has been eliminated."""
BACK = -2
"""In a tally of CVs: the unit has been repulsed."""


class Fighter(Struct, frozen=True):
    """A unit in a battle, as far as one round is concerned.

    `fire` is its firepower in this round, and `gain` what TF would add to it in a fortress, whose largest defender has it,
    0 elsewhere; `protection` are the hits that cost it a step when it is passive; `fort` says that it is a fort, `shield` that
    it is a supplied one, whose protection is 3 while all others of its side are weaker; `repulsable` that it attacks in an
    assault, `airborne` from the air.
    """

    cv: int
    fire: Fire
    lowest: int = 1
    gain: int = 0
    protection: int = 1
    fort: bool = False
    shield: bool = False
    static: bool = False
    repulsable: bool = False
    airborne: bool = False


class Prospect(Struct, frozen=True):
    """One way the round may end: CVs of both sides in the order given (`OUT`, `BACK`), and its exact probability."""

    probability: Fraction
    active: tuple[int, ...]
    passive: tuple[int, ...]


class Progress(Struct, frozen=True):
    """How far a round has come.

    `stage` is whose fire is under way: the airstrike's, the passive or the active side's. `fired` are the numbers of the
    units of that side that have fired, `hits` those it has scored that are not yet taken, `repulses` those rolled so
    far; `hurt` and `part` a passive unit hit but not yet reduced, and its hits.
    """

    stage: Literal["strike", "defence", "offence"] = "strike"
    fired: frozenset[int] = frozenset()
    hits: int = 0
    repulses: int = 0
    hurt: int = -1
    part: int = 0


KEPT = 512
"""So many battles are remembered."""
BEGINNING = Progress()
"""Nobody has fired yet."""


class _Standing(NamedTuple):
    """CVs of both sides, and the hits already scored on one passive unit."""

    active: tuple[int, ...]
    passive: tuple[int, ...]
    hurt: int = -1
    part: int = 0


@case("7.22", "7.31", "7.33b", "7.34b", "7.51b")
def prospects(
    active: Sequence[Fighter],
    passive: Sequence[Fighter],
    *,
    strike: tuple[int, Fire] = (0, "none"),
    repulse: int = 0,
    harmless: bool = False,
    progress: Progress = BEGINNING,
) -> list[Prospect]:
    """All ways a round may end, most likely first.

    `strike` is the airstrike's dice and firepower, `repulse` the highest die that repulses (0: no assault), `harmless`
    says that nothing can hit the passive side (an unsupported attack on a fortress), `progress` how far it has come.
    """
    found = _ends(tuple(active), tuple(passive), strike, repulse, harmless, progress)
    return list(found)


@lru_cache(maxsize=KEPT)
def _ends(
    active: tuple[Fighter, ...],
    passive: tuple[Fighter, ...],
    strike: tuple[int, Fire],
    repulse: int,
    harmless: bool,
    progress: Progress,
) -> tuple[Prospect, ...]:
    """What `prospects` tells: the same few battles are asked about again and again, by page and players."""
    model = _Model(active, passive, harmless)
    stage, fired = progress.stage, progress.fired
    cvs = tuple(unit.cv for unit in active), tuple(unit.cv for unit in passive)
    start = model.settled(_Standing(*cvs, progress.hurt, progress.part))
    spread = Distribution.certain(model.hit(start, progress.hits, at_passive=stage != "defence"))
    dice, strength = strike
    if dice and stage == "strike":
        spread = spread.then(lambda standing: model.volley(standing, dice, strength, at_passive=True))
    if stage != "offence":
        after = spread.map(lambda standing: (standing, progress.repulses))
        for number in range(len(passive)):
            if stage == "strike" or number not in fired:
                after = after.then(model.defensive_shot(number, repulse))
        spread = after.map(lambda pair: model.repulsed(*pair))
    for number in range(len(active)):
        if stage != "offence" or number not in fired:
            spread = spread.then(model.offensive_shot(number))
    ends = spread.map(lambda standing: (standing.active, standing.passive))
    found = [Prospect(probability, *end) for end, probability in ends.items()]
    return tuple(sorted(found, key=lambda end: (-end.probability, end.active, end.passive)))


class _Model:
    """The fighters of a round, and what fire does to them."""

    def __init__(self, active: tuple[Fighter, ...], passive: tuple[Fighter, ...], harmless: bool) -> None:
        self.active, self.passive, self.harmless = active, passive, harmless
        self.fortress = any(fighter.gain for fighter in passive)
        self.statics = any(fighter.static for fighter in (*active, *passive))

    def offensive_shot(self, number: int) -> Callable[[_Standing], Distribution[_Standing]]:
        """One active unit fires."""

        def shot(standing: _Standing) -> Distribution[_Standing]:
            cv = standing.active[number]
            if cv <= 0:
                return Distribution.certain(standing)
            return self.volley(standing, cv, self.active[number].fire, at_passive=True)

        return shot

    def defensive_shot(
        self, number: int, repulse: int
    ) -> Callable[[tuple[_Standing, int]], Distribution[tuple[_Standing, int]]]:
        """One passive unit fires; in an assault low dice repulse besides."""

        def shot(before: tuple[_Standing, int]) -> Distribution[tuple[_Standing, int]]:
            standing, repulses = before
            cv, strength = standing.passive[number], self._defence(standing.passive, number)
            if cv <= 0 or strength == "none":
                return Distribution.certain(before)
            faces = tuple((int(die >= HITS_ON[strength]), int(die <= repulse)) for die in range(1, 7))
            return tallies(cv, faces).map(
                lambda tally: (self.hit(standing, tally[0], at_passive=False), repulses + tally[1])
            )

        return shot

    def _defence(self, cvs: tuple[int, ...], number: int) -> Fire:
        """With what a passive unit fires as things stand: the largest in a fortress with TF (1.46c)."""
        strength = self.passive[number].fire
        if not self.fortress or strength == "none":
            return strength
        largest = max(range(len(cvs)), key=lambda n: (cvs[n], self.passive[n].gain, -n))
        return "TF" if number == largest else strength

    def volley(
        self, standing: _Standing, dice: int, strength: Fire, *, at_passive: bool
    ) -> Distribution[_Standing]:
        """Dice at one firepower, and the hits taken."""
        if strength == "none":
            return Distribution.certain(standing)
        return hits(dice, HITS_ON[strength]).map(
            lambda count: self.hit(standing, count, at_passive=at_passive)
        )

    def hit(self, standing: _Standing, count: int, *, at_passive: bool) -> _Standing:
        """Hits one by one on the strongest, or the one hurt already (7.33b, 7.34b)."""
        if at_passive and self.harmless:
            return standing
        for left in range(count, 0, -1):
            standing = self._one_hit(standing, left, at_passive=at_passive)
        return standing

    def _one_hit(self, standing: _Standing, left: int, *, at_passive: bool) -> _Standing:
        fighters, cvs = (self.passive, standing.passive) if at_passive else (self.active, standing.active)
        target = self._target(standing, cvs, left) if at_passive else _strongest(cvs)
        if target is None:
            return standing
        part = standing.part + 1 if at_passive and standing.hurt == target else 1
        need = self._need(cvs, target) if at_passive else 1
        if part < need:
            return standing._replace(hurt=target, part=part)
        lost = OUT if cvs[target] <= fighters[target].lowest else cvs[target] - 1
        cvs = (*cvs[:target], lost, *cvs[target + 1 :])
        if at_passive:
            return self.settled(standing._replace(passive=cvs, hurt=-1, part=0))
        return self.settled(standing._replace(active=cvs))

    def _target(self, standing: _Standing, cvs: tuple[int, ...], left: int) -> int | None:
        if standing.hurt >= 0 and cvs[standing.hurt] >= 0:
            return standing.hurt
        strongest = max((cv for cv in cvs if cv >= 0), default=None)
        equals = [number for number, cv in enumerate(cvs) if cv == strongest and cv >= 0]
        others = [number for number in equals if not self.passive[number].fort]
        if others and len(others) < len(equals) and left >= self._need(cvs, others[0]):
            return others[0]
        return equals[0] if equals else None

    def _need(self, cvs: tuple[int, ...], target: int) -> int:
        shielded = self.passive[target].shield and all(
            cv < cvs[target] for number, cv in enumerate(cvs) if number != target
        )
        return 3 if shielded else self.passive[target].protection

    def settled(self, standing: _Standing) -> _Standing:
        """Without the statics that are alone and without strength (2.25b)."""
        if not self.statics:
            return standing
        return standing._replace(
            active=_without_lone_statics(self.active, standing.active),
            passive=_without_lone_statics(self.passive, standing.passive),
        )

    def repulsed(self, standing: _Standing, repulses: int) -> _Standing:
        """The weakest attackers go back, one for each repulse; paras lose a step more (7.51b, 14.4a)."""
        cvs = list(standing.active)
        for _ in range(repulses):
            able = [n for n, cv in enumerate(cvs) if cv >= 0 and self.active[n].repulsable]
            if not able:
                break
            weakest = min(able, key=lambda n: (cvs[n], n))
            fighter = self.active[weakest]
            cvs[weakest] = OUT if fighter.airborne and cvs[weakest] <= fighter.lowest else BACK
        return standing._replace(active=tuple(cvs))


def _strongest(cvs: tuple[int, ...]) -> int | None:
    best = max((cv for cv in cvs if cv >= 0), default=None)
    return None if best is None else cvs.index(best)


def _without_lone_statics(fighters: tuple[Fighter, ...], cvs: tuple[int, ...]) -> tuple[int, ...]:
    here = [number for number, cv in enumerate(cvs) if cv >= 0]
    if here and all(fighters[number].static and cvs[number] == 0 for number in here):
        return tuple(OUT if number in here else cv for number, cv in enumerate(cvs))
    return cvs


# -- from a position --------------------------------------------------------------------------------------------------


def fighters(s: WestFrontState, battle: Round, seat: int) -> list[Fighter]:
    """The units of a side in a battle as fighters of this round."""
    passive = 1 - battle.seat
    fortress = seat == passive and s.board.fortresses & s.position.defends[passive] & 1 << battle.hex
    return [
        Fighter(
            cv=s.position.cv[unit],
            fire=fire.ground_fire(s, unit, battle.hex, battle.seat),
            lowest=s.type_of(unit).lowest,
            gain=fire.gain(s, unit, battle.hex) if fortress else 0,
            protection=fire.protection(s, battle, seat),
            fort=s.unit(unit).kind == "fort",
            shield=s.unit(unit).kind == "fort" and not s.position.unsupplied >> unit & 1,
            static=s.unit(unit).kind == "static",
            repulsable=unit in s.position.came_from,
            airborne=s.position.came_by.get(unit) == "air",
        )
        for unit in s.units_at(battle.hex, seat)
    ]


def of_battle(s: WestFrontState, battle: Round) -> list[Prospect]:
    """The prospects of a round with the units that are in the hex, its airstrike, and its repulse numbers."""
    dice = s.position.strike_cv.get(battle.hex, 0)
    strength = s.scenario.air_fire(s.position.book, battle.seat)
    return prospects(
        fighters(s, battle, battle.seat),
        fighters(s, battle, 1 - battle.seat),
        strike=(dice, strength),
        repulse=max(assault.repulse_dice(s, battle.hex), default=0),
        harmless=fire.cannot_be_hit(s, battle),
    )


def of_rest(
    s: WestFrontState, battle: Round, stage: Literal["strike", "defence", "offence"]
) -> list[Prospect]:
    """The prospects of what is left of a round under way, in this stage of it; an airstrike has been rolled already."""
    sides = s.units_at(battle.hex, battle.seat), s.units_at(battle.hex, 1 - battle.seat)
    firing = sides[stage != "offence"]
    progress = Progress(
        stage=stage,
        fired=frozenset(number for number, unit in enumerate(firing) if battle.fired >> unit & 1),
        hits=battle.hits,
        repulses=battle.repulses,
        hurt=sides[1].index(battle.hurt) if battle.hurt in sides[1] else -1,
        part=battle.part,
    )
    return prospects(
        fighters(s, battle, battle.seat),
        fighters(s, battle, 1 - battle.seat),
        repulse=max(battle.assault, default=0),
        harmless=fire.cannot_be_hit(s, battle),
        progress=progress,
    )
