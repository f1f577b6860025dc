"""What can still be done in a step, or must."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.engine.aids import Line
from phaseline.engine.legal import LegalOrders
from phaseline.games.westfront.orders import airborne, politics, production, sea
from phaseline.games.westfront.orders.combat import Strike
from phaseline.games.westfront.position import (
    Combat,
    Deployment,
    Losses,
    Movement,
    Politics,
    Production,
    Repulse,
    Round,
    SupplyPhase,
)
from phaseline.games.westfront.rules import airstrike, battle, deployment, fire, supply
from phaseline.games.westfront.rules import movement as moving
from phaseline.games.westfront.rules import politics as politics_rules
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import hexes
from phaseline.wording.counts import several

BOUGHT = (production.AddStep, production.BuildCadre, production.BuildBeachhead)
"""Orders that production points are spent on."""
PAID = (
    (sea.Invade, "could still send an invasion", "15.42a"),
    (airborne.Drop, "could still drop a unit", "14.2b"),
    (sea.Evacuate, "could still fetch a unit", "15.6"),
)
"""What a headquarters commands by one order a phase, for which it wears out whether it gives that order or not."""


def owed(s: WestFrontState, seat: int) -> Iterator[str]:
    """Short remarks on what must be done or can be spent."""
    frame = s.position.stack[-1]
    match frame:
        case Production():
            yield f"{several(s.position.points[seat], 'production point')} left"
        case Movement():
            moves = frame.supreme_left + frame.spanish_left
            if moves:
                yield f"{several(moves, 'Supreme Move')} left"
            for hex in hexes(moving.overstacked(s, seat)):
                yield f"{s.board.map.label(hex)} holds too many units"
        case Combat():
            must = battle.mandatory(s) & ~s.position.fought
            if must:
                count = must.bit_count()
                yield f"{several(count, 'mandatory battle')} open"
            if s.path()[-1] == "airstrikes":
                yield from _grounded(s, seat)
        case Losses():
            fight = s.frame(Round)
            taker = next(iter(fire.takers(s, fight)), None)
            each = f", {fire.multiplier(s, fight, taker)} for a step" if taker is not None else ""
            yield f"{several(fight.hits, 'hit')} to take{each}"
        case Politics():
            yield from _unrest(s, seat)
        case SupplyPhase() if s.path()[-1] == "beachheads":
            yield from _landed(s, seat)
        case Repulse():
            count = s.frame(Round).repulses
            yield f"{several(count, 'unit')} to send back"
        case _:
            return


def _unrest(s: WestFrontState, seat: int) -> Iterator[str]:
    """What the revolt takes, and what is over once a surrender has been rolled for (16.1, 16.31, 16.32)."""
    kinds = s.legal(seat).kinds()
    if politics.RollRevolt in kinds:
        held = politics_rules.french_hexes(s)
        told = f"breaks out below {held}" if held > 1 else "cannot break out with one French hex"
        yield f"the French revolt {told}"
    if politics.RollSurrender in kinds:
        first = {politics.RaiseTito: "Tito", politics.RollRevolt: "the revolt"}
        if rising := [name for kind, name in first.items() if kind in kinds]:
            yield f"{' and '.join(rising)} only before a surrender is rolled for"


def _grounded(s: WestFrontState, seat: int) -> Iterator[str]:
    """Airstrikes that find no battle, and why (7.13b, 13.11)."""
    idle = len(set(airstrike.strike_hqs(s)) - set(s.legal(seat).able(Strike)))
    if idle:
        yield f"{several(idle, 'airstrike')} without a battle: one goes into each, in Air Range"


def _landed(s: WestFrontState, seat: int) -> Iterator[str]:
    """Who could place a BeachHead and starves without one, or has a line already (10.3, 15.51)."""
    fed = supply.with_line(s, seat)
    for unit in s.legal(seat).able(sea.PlaceBeachhead):
        where = s.board.map.label(s.position.at[unit])
        if fed >> unit & 1:
            yield f"{s.unit(unit).name} in {where} is in supply without a BeachHead"
        else:
            yield f"{s.unit(unit).name} in {where} needs a BeachHead for supply"


def lapsing(s: WestFrontState, seat: int, legal: LegalOrders) -> Iterator[Line]:
    """Production points do not keep (11.3), nor do invasions, drops and evacuations that were commanded (5.43).

    A set-up that nobody has touched is told of, too: it is legal, but made for no plan (3.2); and who will starve where
    a BeachHead could have been placed (15.51).
    """
    if isinstance(s.position.stack[-1], Deployment) and deployment.is_as_proposed(s):
        yield Line(
            text="nobody has been placed yet: the proposed set-up is legal, but follows no plan", case="3.2"
        )
    if s.within(Production) and any(legal.able(kind) for kind in BOUGHT):
        yield Line(
            text=f"{several(s.position.points[seat], 'production point')} will be lost unless spent now",
            case="11.3",
        )
    if s.path()[-1] == "beachheads":
        yield from _starving(s, seat, legal)
    if s.within(Movement):
        told = set()
        for kind, could, case in PAID:
            for hq in legal.able(kind):
                if hq not in told:
                    told.add(hq)
                    yield Line(text=f"{s.unit(hq).name} {could}, and wears out all the same", case=case)


def _starving(s: WestFrontState, seat: int, legal: LegalOrders) -> Iterator[Line]:
    """The landings without supply: the enemy's Supply Phase comes before another BeachHead can be placed (10.4, 15.51)."""
    hungry = s.on_map(seat) & ~supply.with_line(s, seat)
    for hex in sorted({s.position.at[unit] for unit in legal.able(sea.PlaceBeachhead) if hungry >> unit & 1}):
        many = (s.units_in(1 << hex, seat) & hungry).bit_count()
        lose = "will lose a step" if many == 1 else "will each lose a step"
        yield Line(
            text=f"{several(many, 'unit')} in {s.board.map.label(hex)}, unsupplied without a BeachHead, {lose}",
            case="10.4",
        )
