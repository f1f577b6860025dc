"""What a value of an order's field means: cost, range, price, dice. One small function a kind of order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from phaseline.drill.aids.hints import Hinter, told, unit_then
from phaseline.engine.aids import Hint
from phaseline.engine.orders import Order
from phaseline.games.westfront.aids import ways
from phaseline.games.westfront.orders import (
    airborne,
    combat,
    command,
    deployment,
    movement,
    politics,
    sea,
    strategic,
)
from phaseline.games.westfront.orders import production as building_orders
from phaseline.games.westfront.position import Round
from phaseline.games.westfront.rules import (
    airstrike,
    building,
    fire,
    ground,
    invasion,
    prices,
    rail,
    schedule,
    seas,
)
from phaseline.games.westfront.rules import battle as battles
from phaseline.games.westfront.rules import command as hqs
from phaseline.games.westfront.rules import (
    politics as politics_rules,
)
from phaseline.games.westfront.rules import strategic as supreme
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Mask, flood, hexes
from phaseline.wording.counts import several

Chosen = Sequence[Any]
ROLES: Mapping[str, tuple[str, str]] = {
    "command": ("command units in range", "loses a step"),
    "blitz": ("move and fight twice in range", "loses two steps"),
    "supreme": ("Supreme Moves: rail, sea, and units anywhere", "loses a step"),
    "invasion": ("send a unit over the sea", "loses a step"),
    "blitz invasion": ("send two waves over the sea", "loses two steps"),
    "paradrop": ("drop a para unit", "loses a step"),
    "blitz paradrop": ("two drops", "loses two steps"),
    "evacuation": ("bring a unit back over the sea", "loses a step"),
}
"""What a headquarters does in each role, and what that costs it."""

NAMED = 3
"""So many units within command are named; of more, the others are counted."""

HITS: Mapping[str, str] = {
    "none": "does not fire",
    "SF": "hits on 6",
    "DF": "hits on 5 and 6",
    "TF": "hits on 4 to 6",
}
"""What each firepower hits on."""


def volley(dice: int, firepower: str) -> str:
    """So many dice, and what they hit on: `3 dice, hits on 6`."""
    if dice <= 0 or firepower == "none":
        return HITS["none"]
    return f"{dice} {'die' if dice == 1 else 'dice'}, {HITS[firepower]}"


# -- command ----------------------------------------------------------------------------------------------------------


def _activate(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return replace(plain, text=hq_text(s, value))
    if len(chosen) == 1:
        return replace(plain, title=str(value).capitalize(), text=role_text(s, chosen[0], value))
    return replace(plain, text="stays" if value == s.position.at[chosen[0]] else "1 hex", tint="deploy")


def hq_text(s: WestFrontState, hq: int) -> str:
    """What a headquarters has: strength, and its range or Supreme Moves."""
    strength = max(hqs.effective_cv(s, hq), 0)
    if s.unit(hq).is_supreme:
        return f"CV {s.position.cv[hq]}, {hqs.supreme_moves(s, hq)} Supreme Moves"
    return f"CV {s.position.cv[hq]}, range {strength}"


def _in_command(s: WestFrontState, hq: int) -> str:
    """Who stands where a headquarters would command it (5.3); over the sea it commands nobody."""
    seat = s.seat_of(hq)
    area = hqs.command_range(s, hq) if hqs.effective_cv(s, hq) >= 0 else 0
    led = [s.unit(unit).name for unit in hexes(s.units_in(area, seat)) if not s.unit(unit).is_hq]
    return _several(led) or "nobody stands in it"


def _in_port(s: WestFrontState, hq: int) -> str:
    """Who stands in the port of a headquarters, where units must be that it is to send over the sea (15.42a)."""
    here = 1 << s.position.at[hq]
    stay = invasion.never_by_sea(s) | (0 if s.unit(hq).is_supreme else s.scenario.statics)
    ready = hexes(s.units_in(here, s.seat_of(hq)) & ~stay & ~(1 << hq))
    return _several([s.unit(unit).name for unit in ready]) or "nobody stands there"


def _several(names: list[str]) -> str:
    """Units by name, of many a few."""
    if len(names) <= NAMED:
        return ", ".join(names)
    return f"{', '.join(names[: NAMED - 1])} and {len(names) - NAMED + 1} more units"


def role_text(s: WestFrontState, hq: int, role: str) -> str:
    """What a role is for, and how far the headquarters' aircraft get in it."""
    text, costs = ROLES[role]
    if role in ("command", "blitz"):
        text += f" {max(hqs.effective_cv(s, hq), 0)}: {_in_command(s, hq)}"
    if role in invasion.INVADING:
        text += f" from {s.board.map.label(s.position.at[hq])}: {_in_port(s, hq)}"
    text = f"{text}; {costs}"
    flies = s.scenario.air_fire(s.position.book, s.seat_of(hq)) != "none" and "paradrop" not in role
    return f"{text}; Air Range {airstrike.air_range(s, hq)}" if flies else text


def _mobilize(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return replace(plain, text=f"loses a step, then speed {ground.speed(s, value)}")
    return _to(s, plain, chosen[0], value) if len(chosen) == 1 else plain


# -- movement ---------------------------------------------------------------------------------------------------------


def _move(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return replace(plain, text=f"speed {ground.speed(s, value)}")
    if len(chosen) == 1:
        return _to(s, plain, chosen[0], value)
    return _side(s, plain, chosen[0], chosen[1], value)


def _to(s: WestFrontState, plain: Hint, unit: int, to: int) -> Hint:
    """A hex to move to: how far, and whether enemies are met."""
    if to == s.position.at[unit]:
        return replace(plain, text="stays", tint="move")
    far = f"{ways.cost(s, unit, to)} of {ground.speed(s, unit)}"
    if not s.occupied(1 - s.seat_of(unit)) >> to & 1:
        return replace(plain, text=far, tint="move")
    joined = "joins the battle" if s.battles >> to & 1 else "engages"
    over = set(_methods(s, unit, to))
    river = ", over a river" if over == {"river"} else ""
    return replace(plain, text=f"{far}, {joined}{river}", tint="engage")


def _methods(s: WestFrontState, unit: int, to: int) -> list[str]:
    doors = ground.way_options(s, unit, to)
    return [ground.method_of_entry(s, door, to) for door in doors if door is not None]


def _side(s: WestFrontState, plain: Hint, unit: int, to: int, via: int | None) -> Hint:
    """A hexside into or out of a battle: how many units it still lets through."""
    if via is None:
        return replace(plain, title="no battle hexside")
    here = s.position.at[unit]
    inner, outer = (here, via) if s.engaged(unit) else (to, via)
    limit = s.board.side_limit(inner, outer, mud=s.mud)
    used = s.position.crossings.get(ground.side_key(s, inner, outer), 0)
    river = "over a river, " if s.board.rivers.has(inner, outer) else ""
    return replace(plain, text=f"{river}{used} of {limit} crossed", tint="engage")


def _rail(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if len(chosen) == 1:
        moves = _rail_moves(s, chosen[0], value)
        text = "" if moves is None else several(moves, "Rail Move")
        return replace(plain, text=text, tint="rail")
    return replace(plain, text=f"{_left(s, value)} moves left") if not chosen else plain


def _rail_moves(s: WestFrontState, unit: int, to: int) -> int | None:
    """The Rail Moves that a hex takes; None when that cannot be said before the way out of a battle is known."""
    most = 1 + supreme.moves_for(s, unit)
    if s.engaged(unit):
        return next((n for n in range(1, most + 1) if rail.destinations(s, unit, n) >> to & 1), None)
    found = rail.reached(s, unit, 1 << s.position.at[unit], most)
    return min((moves for moves, mask in found.items() if mask >> to & 1), default=None)


def _left(s: WestFrontState, unit: int) -> int:
    return supreme.moves_for(s, unit)


def _sail(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if len(chosen) < 2:
        return replace(plain, tint="sea") if chosen else replace(plain, text=f"{_left(s, value)} moves left")
    return lane_hint(s, plain, value)


def lane_hint(s: WestFrontState, plain: Hint, lane: tuple[int, ...]) -> Hint:
    """A way over the sea: its seas, and the dice of interdiction in those the enemy controls."""
    waters = s.board.waters
    own = seas.held(s, s.acting)
    dice = sum(waters.value[sea] for sea in lane if not own >> sea & 1)
    text = f"{dice} interdiction dice" if dice else "safe"
    return replace(plain, title=waters.titles(lane) or "the shortest way", text=text, tint="sea")


def _invade(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    match len(chosen):
        case 0:
            return replace(plain, text=hq_text(s, value))
        case 1:
            return replace(plain, text=f"CV {s.position.cv[value]}")
        case 2:
            return _coast(s, plain, chosen[0], value)
        case _:
            return lane_hint(s, plain, value)


def _mark(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    return _coast(s, plain, chosen[0], value) if chosen else replace(plain, text=hq_text(s, value))


def _coast(s: WestFrontState, plain: Hint, hq: int, hex: int) -> Hint:
    """Who holds a coast; one's own that can be reached by land, too, is legal to land on, but no use of an invasion."""
    if s.occupied(1 - s.acting) >> hex & 1:
        return replace(plain, text="defended", tint="attack")
    if not s.friendly(s.acting) >> hex & 1:
        return replace(plain, text="open", tint="sea")
    return replace(plain, text="yours", tint="refuse" if _by_land(s, hq) >> hex & 1 else "sea")


def _by_land(s: WestFrontState, hq: int) -> Mask:
    """The hexes of a headquarters' side to which its port is joined by land."""
    seat, port = s.seat_of(hq), s.position.at[hq]
    return s.now(
        ("by land", port),
        lambda: flood(s.board.grid, 1 << port, s.friendly(seat) & s.board.land),
    )


def _evacuate(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    return _invade(s, plain, (*chosen, 0), value) if len(chosen) > 1 else _invade(s, plain, chosen, value)


def _drop(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if len(chosen) == 2:
        defended = s.occupied(1 - s.acting) >> value & 1
        return replace(plain, text="defended" if defended else "open", tint="attack" if defended else "air")
    text = f"Air Range {airstrike.air_range(s, value)}" if not chosen else f"CV {s.position.cv[value]}"
    return replace(plain, text=text)


# -- combat -----------------------------------------------------------------------------------------------------------


def _strike(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if chosen:
        return replace(plain, text=battle_text(s, value), tint="attack")
    firepower = s.scenario.air_fire(s.position.book, s.acting)
    return replace(plain, text=volley(hqs.effective_cv(s, value), firepower))


def battle_text(s: WestFrontState, hex: int) -> str:
    """A battle in a few words: how many blocks on each side, and whether it has Combat Support."""
    own, enemy = len(s.units_at(hex, s.acting)), len(s.units_at(hex, 1 - s.acting))
    supported = "supported" if battles.support(s, s.acting) >> hex & 1 else "unsupported"
    return f"{several(own, 'block')} against {enemy}, {supported}"


def _fire(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    fight = s.frame(Round)
    firepower = fire.firepower(s, value, fight.hex, fight.seat)
    return replace(plain, text=volley(s.position.cv[value], firepower), tint="attack")


def _hit(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    fight = s.frame(Round)
    cv, lowest = s.position.cv[value], s.type_of(value).lowest
    after = "eliminated" if cv <= lowest else f"{cv} to {cv - 1}"
    need = fire.multiplier(s, fight, value)
    return replace(plain, text=f"{after}; {several(need, 'hit')} a step", tint="refuse")


def _repulse(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    start = s.position.came_from.get(value, -1)
    back = f"back to {s.board.map.label(start)}" if start >= 0 else "goes back"
    return replace(plain, text=f"CV {s.position.cv[value]}, {back}", tint="retreat")


# -- production -------------------------------------------------------------------------------------------------------


def _step(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    cv = s.position.cv[value]
    return replace(plain, text=f"{prices.step_price(s, value).total} PPs, {cv} to {cv + 1}", tint="spend")


def _cadre(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    unit, hex = (chosen[0], value) if chosen else (value, None)
    price = prices.cadre_price(s, unit, hex).total
    return replace(plain, text=f"{price} PPs", tint="deploy" if chosen else "spend")


def _reinforce(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    due = schedule.due(s).get(value)
    if chosen or due is None:
        return replace(plain, tint="deploy")
    return replace(plain, text=f"CV {due.cv}, free")


def _advance(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if len(chosen) == 2:
        due = schedule.due(s, 1)[chosen[0]]
        price = prices.cadre_price(s, chosen[0], chosen[1]).total
        text = f"arrives with CV {due.cv - 1}" if value == "reduced" else f"{price} PPs, CV {due.cv}"
        return replace(plain, title=str(value).capitalize(), text=text, tint="spend")
    due_next = schedule.due(s, 1).get(value)
    return (
        replace(plain, tint="deploy")
        if chosen or due_next is None
        else replace(plain, text=f"CV {due_next.cv}")
    )


def _beachhead(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    state = s.position.beachheads.get(value, "none")
    after = building.NEXT.get(state)
    text = f"{prices.BEACHHEAD} PPs, {state} to {after}" if after else state
    return replace(plain, text=f"{s.unit(value).beachhead}: {text}", tint="spend")


# -- the rest ---------------------------------------------------------------------------------------------------------


def _exchange(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    if not chosen:
        return replace(plain, text=_cv(s, value))
    return replace(plain, text=f"with CV {s.position.cv[chosen[0]]} of {s.unit(value).limit}")


def _declare(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    penalty = s.scenario.data.books[s.position.book].penalty.get(value, 0)
    return replace(plain, text=f"costs {several(penalty, 'victory point')}")


def _cv(s: WestFrontState, unit: int) -> str:
    return f"CV {s.position.cv[unit]} of {s.unit(unit).limit}"


def _supply(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    return replace(plain, text=_cv(s, value)) if chosen else replace(plain, tint="supply")


def _surrender(s: WestFrontState, plain: Hint, chosen: Chosen, value: Any) -> Hint:
    """What the roll must be below: who of a country's units has been rebuilt is its secret, so they are not counted (16.1)."""
    ports = politics_rules.ports_taken(s, value)
    return replace(plain, text=f"rolls below {ports}, one more for each of its units that is lost")


HINTERS: Mapping[type[Order], Hinter[WestFrontState]] = {
    command.Activate: _activate,
    command.Mobilize: _mobilize,
    movement.Move: _move,
    movement.Rearguard: _move,
    strategic.Rail: _rail,
    strategic.Sail: _sail,
    sea.Invade: _invade,
    command.MarkTarget: _mark,
    sea.Evacuate: _evacuate,
    airborne.Drop: _drop,
    combat.Strike: _strike,
    combat.ChooseBattle: told("attack", battle_text),
    combat.Fight: told("attack", battle_text),
    combat.FireUnit: _fire,
    combat.TakeHit: _hit,
    combat.RepulseUnit: _repulse,
    building_orders.AddStep: _step,
    building_orders.BuildCadre: _cadre,
    building_orders.Reinforce: _reinforce,
    building_orders.Advance: _advance,
    building_orders.BuildBeachhead: _beachhead,
    building_orders.WithdrawBeachhead: _beachhead,
    building_orders.Disband: told("refuse", lambda s, unit: f"CV {s.position.cv[unit]}"),
    deployment.Place: unit_then(_cv, "deploy"),
    deployment.Transfer: told("", _cv),
    deployment.Exchange: _exchange,
    politics.DeclareWar: _declare,
    sea.PlaceBeachhead: _beachhead,
    sea.KeepSupplied: _supply,
    sea.GoShort: _supply,
    politics.RollSurrender: _surrender,
}
