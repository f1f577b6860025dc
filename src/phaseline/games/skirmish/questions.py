"""Questions about a skirmish that case files, the command line and pages may ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaseline.drill.battle import attacked, beside, explained
from phaseline.drill.lookups import asked, costs, of_unit
from phaseline.engine.casefile import question
from phaseline.engine.game import Question
from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.games.skirmish.position import Battle
from phaseline.games.skirmish.rules import combat, movement, supply
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import mask_of


@question
def odds(s: SkirmishState, *, target: HexRef, attackers: tuple[UnitRef, ...] = ()) -> dict[str, Any]:
    """The odds of an attack: strengths, column shifts, and each result's chance.

    Without `attackers`, all units next to the target that may still attack it take part. Raises `ValueError` when
    nobody attacks or nobody defends. Decoys alone are no match for anybody (2.3): then there is no column.
    """
    seat = attacked(s, target)
    near = beside(s, 1 << target, 1 - seat)
    taking_part = mask_of(attackers) or near & combat.able_attackers(s, 1 - seat)
    if not taking_part:
        raise ValueError(f"nobody can attack {s.scenario.map.label(target)}")
    if not mask_of(s.units_at(target, seat)) & ~s.scenario.decoys:
        return {"column": None, "shifts": [], "chances": {"only decoys": "1"}}
    battle = Battle(attacker=1 - seat, target=target, attackers=taking_part)
    return explained(s.scenario.crt, combat.weigh(s, battle))


QUESTIONS: Mapping[str, Question] = asked(
    of_unit(
        "reach",
        "Movement points to each hex that a unit can get to.",
        lambda s, unit: costs(s, movement.reachable(s, unit)),
    ),
    of_unit("supplied", "Whether a unit stands where supply reaches.", supply.in_supply),
    odds,
)
