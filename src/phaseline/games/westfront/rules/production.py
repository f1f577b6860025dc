"""The Production Phase: level, points, the secret decision of both sides, and what comes of it (11.1 to 11.3).

Wired into the sequence, in `Production`: `begin_production`; a decision of `builders` (both at once) among the orders of
`building` and `EndProduction`; `end_production`. Asked by other chapters: `level`, `level_parts`.

Nothing changes on the map before the phase is over, but the CVs of upright blocks: new units, disbanded ones and
BeachHeads are noted (`planned`, `disbanding`, `rebuilding`), so that neither side learns what the other does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.position import ALLIED, AXIS, ELIMINATED
from phaseline.games.westfront.rules import beachheads, sources
from phaseline.games.westfront.rules.prices import Part
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Mask, hexes

ORE: Final = 5
"""PPs that the Axis loses with the Ore SeaRoute (16.2)."""


# -- level ------------------------------------------------------------------------------------------------------------


@case(
    "11.2", "11.31", "11.32", "11.33a", "11.33b", "1.41c", "1.5a", "1.5b", "1.5c", "3.12b", "9.31b", "16.2a", "16.2b",
    "tbl.11.basic", "tbl.back.prod", "err.2",
)  # fmt: skip
def level_parts(s: WestFrontState, seat: int) -> list[Part]:
    """A side's Production Level in its parts: basic, the ore route, cities, resources (11.2).

    Major Cities and resource centres produce for their controller, embattled or not, if Rail/Sea Supply reaches them;
    resources count double for the Axis (11.32, 11.33).
    """
    parts = [Part(s.scenario.data.books[s.position.book].basic[seat], "basic", "11.31")]
    if seat == AXIS and (s.has("ore route lost") or copenhagen_taken(s)):
        parts.append(Part(-ORE, "ore route lost", "16.2a"))
    area = s.friendly(seat) & sources.supplied(s, seat) & s.in_play
    cities, rated = _worth(area, s.board.cities_worth), _worth(area, s.board.resources_worth)
    parts.append(Part(cities, "cities", "11.32"))
    parts.append(Part(rated * (2 if seat == AXIS else 1), "resources", "11.33a"))
    return parts


def _worth(area: Mask, places: Mapping[int, Mask]) -> int:
    return sum([points * (area & there).bit_count() for points, there in places.items()])


@case("11.2")
def level(s: WestFrontState, seat: int) -> int:
    """A side's Production Level in PPs a month (11.2)."""
    return sum(part.points for part in level_parts(s, seat))


@case("16.2a")
def copenhagen_taken(s: WestFrontState) -> bool:
    """Whether the Allies control Copenhagen now, which cuts the ore route (16.2)."""
    return "Copenhagen" in s.board.map.places and bool(s.friendly(ALLIED) >> s.board.hex("Copenhagen") & 1)


@case("16.2a")
def check_ore_route(s: WestFrontState) -> None:
    """The ore route is lost for good when the Allies control Copenhagen at the start of a production (16.2, R142)."""
    if not s.has("ore route lost") and copenhagen_taken(s):
        s.position.flags.add("ore route lost")
        s.tell("production", "16.2a", "the Axis ore route is cut")


# -- the phase --------------------------------------------------------------------------------------------------------


@case("4.2", "8.1a", "11.1", "11.2", "11.3", "16.2a")
def begin_production(s: WestFrontState) -> None:
    """Control is fixed, levels are determined, and each side has so many points to spend (11.1 to 11.3)."""
    s.fix_control()
    check_ore_route(s)
    position = s.position
    position.built = position.disbanding = position.advanced = 0
    position.planned.clear()
    position.rebuilding.clear()
    for seat in (ALLIED, AXIS):
        parts = level_parts(s, seat)
        position.level[seat] = sum(part.points for part in parts)
        position.points[seat] = max(position.level[seat], 0)
        s.tell(
            "production",
            "11.2",
            "{seat:seat} Production Level {level}: {parts}",
            seat=seat,
            level=position.level[seat],
            parts=", ".join(f"{part.what} {part.points}" for part in parts),
        )


@case("11.1", "4.2")
def builders(s: WestFrontState) -> tuple[int, int]:
    """Both sides, at the same time (11.1, R99)."""
    return (ALLIED, AXIS)


@case("11.3")
class EndProduction(EndStep[Done, WestFrontState]):
    """A side spends no more; what is left is lost (11.3)."""

    order = Done


@case("11.3", "11.52", "11.6c", "15.51c", "11.44", "11.41b")
def end_production(s: WestFrontState) -> None:
    """Disbanded units leave, new ones stand in their hexes, BeachHeads have their new state; points are forfeit (11.3)."""
    position = s.position
    for unit in hexes(position.disbanding):
        s.tell_of(unit, "disbanding", "11.52", "{unit:unit} is disbanded", "a unit is disbanded")
        s.withdraw(unit, ELIMINATED)
    # By hex (R217): in roster order the enemy would learn which of them may be a headquarters, and which a static.
    for unit, (hex, cv) in sorted(position.planned.items(), key=lambda plan: (plan[1][0], plan[0])):
        position.cv[unit] = cv
        s.put(unit, hex)
        s.tell_of(
            unit,
            "arrival",
            "11.6c",
            "{unit:unit} ({cv}) arrives in {hex:hex}",
            "a unit arrives in {hex:hex}",
            cv=cv,
            hex=hex,
        )
    for unit, state in sorted(position.rebuilding.items()):
        position.beachheads[unit] = state
        # One that lay on the map has been withdrawn, not built on.
        withdrawn = position.beachhead_at.pop(unit, None) is not None
        number = "15.51c" if withdrawn else "11.44"
        s.tell("beachhead", number, "the BeachHead of {unit:unit} is {state}", unit=unit, state=state)
    if s.has("friuli due") and any(s.unit(unit).name == "Friuli" for unit in position.planned):
        position.flags.discard("friuli due")
    if position.grounding:
        position.flags.add("paras grounded")
        position.grounding = False
        s.tell("production", "14.7", "the German paras are grounded for good")
    position.points = [0, 0]
    position.built = position.disbanding = position.advanced = 0
    position.planned.clear()
    position.rebuilding.clear()
    beachheads.overrun(s)
    s.changed()
