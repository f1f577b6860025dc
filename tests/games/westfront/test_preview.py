"""The battle preview is exact: what it says is what all ways the dice can fall come to."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.westfront.composed import state_of

from phaseline.engine.chance import outcomes
from phaseline.engine.orders import Order
from phaseline.games.westfront.aids.battles import stage_of
from phaseline.games.westfront.orders.combat import Fight, FireAll, RepulseUnit, TakeHit
from phaseline.games.westfront.position import Combat, Losses, Repulse, Round, Volley
from phaseline.games.westfront.rules import preview
from phaseline.games.westfront.state import WestFrontState

EXAMPLES = int(os.environ.get("PHASELINE_EXAMPLES", "50"))
"""A small battle of any kind is composed for each five."""
DICE = 5
"""So many dice at most: the branches to walk are six to that power."""

Ending = tuple[tuple[int, ...], tuple[int, ...]]


def endings(state: WestFrontState, hex: int) -> dict[Ending, Fraction]:
    """All ways a round may end, by rolling every die every way; the first of equals is chosen, all fire in order."""
    return endings_after(state, state.frame(Combat).seat, Fight(hex=hex), hex)


def endings_after(state: WestFrontState, acting: int, order: Order, hex: int) -> dict[Ending, Fraction]:
    """The same after an order, for the units that are in the battle before it."""
    seat = state.frame(Combat).seat
    sides = state.units_at(hex, seat), state.units_at(hex, 1 - seat)
    found: dict[Ending, Fraction] = {}
    waiting: list[tuple[Fraction, WestFrontState, int, Order]] = [(Fraction(1), state, acting, order)]
    while waiting:
        chance, before, who, order = waiting.pop()
        for branch in outcomes(before, who, order):
            after, reached = branch.state, chance * branch.probability
            if after.within(Round):
                waiting.append((reached, after, *_next_order(after)))
            else:
                active, passive = (tuple(_end(after, unit, hex) for unit in side) for side in sides)
                found[active, passive] = found.get((active, passive), Fraction(0)) + reached
    return found


def _next_order(state: WestFrontState) -> tuple[int, Order]:
    assert state.decision is not None
    (seat,) = state.decision.seats
    match state.position.stack[-1]:
        case Volley():
            return seat, FireAll()
        case Losses():
            return seat, TakeHit(unit=state.legal(seat).values(TakeHit)[0])
        case Repulse():
            return seat, RepulseUnit(unit=state.legal(seat).values(RepulseUnit)[0])
        case frame:
            raise AssertionError(f"nobody chooses in {frame}")


def _end(state: WestFrontState, unit: int, hex: int) -> int:
    where = state.position.at[unit]
    if where == hex:
        return state.position.cv[unit]
    return preview.OUT if where < 0 else preview.BACK


def battle(
    active: list[dict[str, Any]],
    passive: list[dict[str, Any]],
    *,
    hex: dict[str, Any],
    strike: int = 0,
    support: bool = True,
    new: bool = False,
    mud: bool = False,
) -> WestFrontState:
    """Axis units fight Allied ones in T; another battle waits, so that the phase does not end."""
    units = [{"id": f"g{n}", "side": "axis", "at": "T", **unit} for n, unit in enumerate(active)]
    units += [{"id": f"u{n}", "side": "allied", "at": "T", **unit} for n, unit in enumerate(passive)]
    for side in ("axis", "allied"):
        units.append({"id": f"other {side}", "side": side, "type": "infantry", "at": "E"})
    fought: dict[str, Any] = {
        "at": "T",
        "original_attacker": "axis",
        "new": new,
        "support": support,
        "chosen": True,
    }
    hqs: list[dict[str, Any]] = []
    if strike:
        hqs = [{"id": "HQ", "side": "axis", "type": "hq", "cv": strike, "at": "E", "active": True}]
        fought["strike"] = "HQ"
    setup: dict[str, Any] = {
        "active": "axis",
        "phase": "fights",
        "units": units,
        "hqs": hqs,
        "battles": [fought, {"at": "E", "original_attacker": "axis", "new": False, "chosen": True}],
    }
    if mud:
        setup |= {"weather": "mud", "month": "January 1944"}
        setup["hqs"] = [{**hq, "cv": strike + 1} for hq in hqs]
    map = {"adjacent": [["T", "P"], ["E", "P"]], "hexsides": {"river": [["T", "P"]]}, "hexes": {"T": hex}}
    return state_of(f"map: {json.dumps(map)}\nsetup: {json.dumps(setup)}\n")


def compare(state: WestFrontState) -> None:
    """The preview gives each ending the probability that all rolls together give it."""
    hex = state.board.hex("T")
    combat = state.frame(Combat)
    round_ = Round(hex=hex, seat=combat.seat, supported=bool(combat.supported >> hex & 1))
    foreseen = {(end.active, end.passive): end.probability for end in preview.of_battle(state, round_)}
    assert sum(foreseen.values()) == 1
    assert foreseen == endings(state, hex)


def of(kind: str, cv: int, **more: Any) -> dict[str, Any]:
    """A unit of a battle."""
    return {"type": kind, "cv": cv, **more}


CLEAR: dict[str, Any] = {"terrain": "clear"}
VARIANTS: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, Any]]] = {
    "clear": ([of("armor", 2)], [of("infantry", 2)], {"hex": CLEAR}),
    "forest": ([of("armor", 2)], [of("infantry", 2)], {"hex": {"terrain": "forest"}}),
    "half-hits over two units": ([of("armor", 3)], [of("infantry", 1), of("infantry", 1)], {"hex": {"terrain": "hill"}}),
    "unsupported": ([of("armor", 3)], [of("infantry", 1)], {"hex": CLEAR, "support": False}),
    "unsupported in forest": ([of("armor", 3)], [of("infantry", 1)], {"hex": {"terrain": "forest"}, "support": False}),
    "marsh": ([of("armor", 2)], [of("mech", 2)], {"hex": {"terrain": "marsh"}}),
    "mountain": ([of("mountain", 2)], [of("para", 2)], {"hex": {"terrain": "mountain"}}),
    "mud": ([of("armor", 2)], [of("armor", 2)], {"hex": CLEAR, "mud": True}),
    "major city": ([of("armor", 2)], [of("infantry", 2)], {"hex": {"terrain": "clear", "city": "major"}}),
    "airstrike": ([of("infantry", 1)], [of("infantry", 2)], {"hex": {"terrain": "forest"}, "strike": 2}),
    "airstrike in mud": ([of("infantry", 1)], [of("infantry", 1)], {"hex": CLEAR, "strike": 1, "mud": True}),
    "airstrike, unsupported": ([of("infantry", 1)], [of("infantry", 1)], {"hex": CLEAR, "strike": 2, "support": False}),
    "half-hit from the air": ([of("infantry", 1), of("infantry", 1)], [of("infantry", 1)], {"hex": {"terrain": "hill"}, "strike": 1}),
    "fort on top": ([of("armor", 3)], [of("fort", 2)], {"hex": CLEAR}),
    "fort and infantry tied": ([of("armor", 3)], [of("fort", 1), of("infantry", 1)], {"hex": CLEAR}),
    "fort tied in forest": ([of("armor", 3)], [of("fort", 1), of("infantry", 1)], {"hex": {"terrain": "forest"}}),
    "unsupplied fort": ([of("armor", 2)], [of("fort", 2, supplied=False)], {"hex": CLEAR}),
    "unsupplied fort tied": ([of("armor", 3)], [of("fort", 1, supplied=False), of("infantry", 1)], {"hex": CLEAR}),
    "fortress, the largest hit from the air": ([of("hq", 1)], [of("mech", 2), of("infantry", 1)], {"hex": {"terrain": "clear", "fortress": True}, "strike": 3}),
    "fortress": ([of("armor", 3)], [of("infantry", 1)], {"hex": {"terrain": "clear", "fortress": True}}),
    "fortress, unsupported": ([of("armor", 2)], [of("infantry", 2)], {"hex": {"terrain": "clear", "fortress": True}, "support": False}),
    "lone static": ([of("armor", 2)], [of("static", 1), of("static", 0)], {"hex": CLEAR}),
    "attacking statics": ([of("static", 1), of("static", 0)], [of("infantry", 2)], {"hex": CLEAR}),
    "staffs": ([of("hq", 1), of("infantry", 1)], [of("hq", 2), of("infantry", 1)], {"hex": CLEAR}),
    "river assault": ([of("armor", 1, **{"from": "P"}), of("infantry", 2, **{"from": "P"})], [of("infantry", 2)], {"hex": CLEAR, "new": True}),
    "river assault in mud": ([of("armor", 2, **{"from": "P"})], [of("infantry", 2)], {"hex": CLEAR, "new": True, "mud": True}),
    "one by land": ([of("armor", 1, **{"from": "P"}), of("infantry", 1, **{"from": "P", "by": "land"})], [of("infantry", 2)], {"hex": CLEAR, "new": True}),
    "air assault": ([of("para", 1, **{"from": "E", "by": "air"}), of("para", 2, **{"from": "E", "by": "air"})], [of("infantry", 2)], {"hex": CLEAR, "new": True}),
    "combined assault": ([of("para", 1, **{"from": "E", "by": "air"}), of("armor", 1, **{"from": "P"})], [of("infantry", 3)], {"hex": CLEAR, "new": True}),
    "sea assault of the Axis": ([of("infantry", 2, **{"from": "P", "by": "sea"})], [of("fort", 2)], {"hex": CLEAR, "new": True}),
}  # fmt: skip


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.case("westfront", "7.22", "7.33b", "7.34b", "7.51b")
def test_variant(name: str) -> None:
    active, passive, how = VARIANTS[name]
    compare(battle(active, passive, **how))


CHOICES = (
    "half-hits over two units",
    "half-hit from the air",
    "fort tied in forest",
    "river assault",
    "one by land",
    "combined assault",
)
"""Variants in which somebody decides while the round is fought."""
STOPS = 3
"""At so many decisions of each the rest of the round is compared."""


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.case("westfront", "7.22", "7.33b", "7.34b", "7.51b")
def test_the_rest_of_a_round(name: str) -> None:
    active, passive, how = VARIANTS[name]
    state = battle(active, passive, **how)
    hex = state.board.hex("T")
    waiting = [branch.state for branch in outcomes(state, state.frame(Combat).seat, Fight(hex=hex))]
    compared = 0
    while waiting and compared < STOPS:
        after = waiting.pop(len(waiting) // 2)
        if not after.within(Round):
            continue
        acting, order = _next_order(after)
        there = after.frame(Round)
        ends = preview.of_rest(after, there, stage_of(there))
        assert {(end.active, end.passive): end.probability for end in ends} == endings_after(
            after, acting, order, hex
        )
        compared += 1
        waiting += [branch.state for branch in outcomes(after, acting, order)]
    assert compared


KINDS = ("armor", "mech", "infantry", "static", "para", "mountain", "hq", "fort")


@st.composite
def battles(draw: st.DrawFn) -> WestFrontState:
    """Small battles of any kind."""
    assault = draw(st.sampled_from(["", "", "river", "air", "sea"]))
    sides: list[list[dict[str, Any]]] = []
    left = DICE
    for kinds in (KINDS[:-1], KINDS):
        side = []
        for kind in draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=2, unique=True)):
            least = 0 if kind in ("static", "hq") else 1
            cv = draw(st.integers(least, max(least, min(2, left - 1))))
            left -= cv
            side.append(of(kind, cv))
        sides.append(side)
    if assault:
        sides[0] = [{**unit, "from": "P", "by": assault} for unit in sides[0]]
    hex = {
        "terrain": draw(st.sampled_from(["clear", "forest", "marsh", "mountain"])),
        **draw(st.sampled_from([{}, {}, {"city": "major"}, {"fortress": True}])),
    }
    return battle(
        sides[0],
        sides[1],
        hex=hex,
        strike=draw(st.integers(0, 1)) if left > 0 else 0,
        support=draw(st.booleans()),
        new=bool(assault),
        mud=draw(st.booleans()),
    )


@settings(max_examples=max(1, EXAMPLES // 5), deadline=None)
@given(battles())
def test_any_small_battle(state: WestFrontState) -> None:
    compare(state)
