"""Questions about a skirmish that case files, the command line and pages may ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaseline.engine.game import Question
from phaseline.games.skirmish.position import Battle
from phaseline.games.skirmish.rules import combat, movement, supply
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import hexes, mask_of


def _labels(s: SkirmishState, mask: int) -> list[str]:
    return [s.scenario.map.label(hex) for hex in hexes(mask)]


def reach(s: SkirmishState, args: Mapping[str, Any]) -> dict[str, int]:
    """Movement points to each hex that `unit` can get to."""
    unit = s.scenario.lexicon["unit"].value(args["unit"])
    return {
        s.scenario.map.label(hex): cost
        for cost, mask in movement.reachable(s, unit).masks.items()
        for hex in hexes(mask)
    }


def zone(s: SkirmishState, args: Mapping[str, Any]) -> list[str]:
    """The hexes in the zone of control of `side`."""
    return _labels(s, s.zone(s.game.seat(args["side"])))


def supplied(s: SkirmishState, args: Mapping[str, Any]) -> bool:
    """Whether `unit` stands where supply reaches."""
    unit = s.scenario.lexicon["unit"].value(args["unit"])
    area = supply.supplied_area(s, s.scenario.side_of[unit])
    return bool(area >> s.position.at[unit] & 1)


def odds(s: SkirmishState, args: Mapping[str, Any]) -> dict[str, Any]:
    """The odds of `attackers` against the units in `target`: the final column, the shifts, and each result's chance."""
    names = s.scenario.lexicon
    attackers = mask_of(names["unit"].value(name) for name in args["attackers"])
    seat = s.scenario.side_of[next(hexes(attackers))]
    battle = Battle(attacker=seat, target=names["hex"].value(args["target"]), attackers=attackers)
    report = combat.odds(s, battle)
    return {
        "column": report.label,
        "shifts": [f"{shift.columns:+d} {shift.why}" for shift in report.shifts],
        "chances": {
            str(result): str(chance) for result, chance in s.scenario.results.outcomes(report.label).items()
        },
    }


QUESTIONS: dict[str, Question] = {"reach": reach, "zone": zone, "supplied": supplied, "odds": odds}
