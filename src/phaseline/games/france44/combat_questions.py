"""Questions about combat in France '44 that case files, the command line and pages may ask."""

from __future__ import annotations

from typing import Any

from phaseline.drill.battle import attacked, explained
from phaseline.engine.casefile import question
from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.games.france44.orders.base import ShipRef, WingRef
from phaseline.games.france44.position import NOWHERE, Plan
from phaseline.games.france44.results import ANNIHILATION
from phaseline.games.france44.rules import odds as attack_odds
from phaseline.games.france44.rules.reach import strikers
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import mask_of
from phaseline.mechanics.odds import whole_odds


@question
def odds(  # noqa: PLR0913 - whatever may be asked is an argument
    s: FranceState,
    *,
    attack: int | None = None,
    defence: int | None = None,
    target: HexRef | None = None,
    also: tuple[HexRef, ...] = (),
    attackers: tuple[UnitRef, ...] = (),
    hq: UnitRef | None = None,
    answer: UnitRef | None = None,
    wings: tuple[WingRef, ...] = (),
    ships: tuple[ShipRef, ...] = (),
    bomber: bool = False,
) -> Any:
    """The odds of two totals (11.1), or of an attack with every support named, and each result's chance.

    Without `attackers` all units that can attack the hex take part. Raises `ValueError` when nobody attacks or defends.
    """
    if attack is not None and defence is not None:
        return whole_odds(attack, defence).text(like="1-1")
    if target is None:
        raise ValueError("give attack and defence, or the target of an attack")
    seat = 1 - attacked(s, target)
    targets = mask_of((target, *also))
    units = mask_of(attackers) or strikers(s, seat, targets) & s.scenario.divisions
    if not units:
        raise ValueError(f"nobody can attack {s.scenario.map.label(target)}")
    plan = Plan(
        attacker=seat,
        target=target,
        targets=targets,
        attackers=units,
        wings=mask_of(wings),
        ships=mask_of(ships),
        hq=NOWHERE if hq is None else hq,
        bomber=bomber,
        answer=NOWHERE if answer is None else answer,
    )
    return explained(s.scenario.crt, attack_odds.weigh(s, plan))


@question
def crt(s: FranceState, *, odds: str, die: int) -> str:
    """A cell of the combat results table; at 7-1 and better no die is needed (11.6)."""
    attack, _, defence = odds.partition("-")
    if (
        defence == "1"
        and attack.isdigit()
        and int(attack) > int(s.scenario.crt.columns[-1].partition("-")[0])
    ):
        return str(ANNIHILATION)
    return str(s.scenario.crt.results.result(odds, die))
