"""Airstrikes (5.5, 7.13, 13.0).

Wired into the sequence: `AssignStrike`, `EndStrikes`, `strikers`, `resolve_strike`. Asked by others: `air_range`.
"""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.combat import Strike
from phaseline.games.westfront.position import ALLIED, Combat, Round
from phaseline.games.westfront.rules import command, fire
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Mask, mask_of


@case("5.5", "5.63", "5.66", "13.11", "13.16", "13.21a", "14.3", "W43.2a")
def air_range(s: WestFrontState, hq: int) -> int:
    """Air Range in hexes: the CV, of a Supreme HQ twice that; the Allies' from December 1943 twice and three times (13.21)."""
    factor = 2 if s.unit(hq).kind == "shq" else 1
    if s.seat_of(hq) == ALLIED and s.extended_air_range:
        factor += 1
    return factor * max(command.effective_cv(s, hq), 0)


@case("13.11")
def air_area(s: WestFrontState, hq: int) -> Mask:
    """The hexes in Air Range, whatever the terrain and whoever controls it (13.11)."""
    return s.board.grid.disk(s.position.at[hq], air_range(s, hq))


@case("5.42", "5.5", "5.63", "13.1", "14.2a", "13.14", "tbl.13")
def strike_hqs(s: WestFrontState) -> list[int]:
    """Active HQs that may still strike this phase: not Paradrop HQs, none without CV, none of a side without aircraft."""
    seat = s.frame(Combat).seat
    if s.scenario.air_fire(s.position.book, seat) == "none":
        return []
    return [
        hq
        for hq in command.active(s, seat)
        if "paradrop" not in s.position.role[hq]
        and not s.position.struck >> hq & 1
        and command.effective_cv(s, hq) > 0
    ]


@case("13.12", "13.16")
def _weak(s: WestFrontState, hq: int) -> Refusal | str:
    """Why an active HQ has no dice for an airstrike: disruption, or its own weakness."""
    if s.position.cv[hq] > 0:
        return Refusal("13.16", "disrupted by mud it has no strength for an airstrike")
    return "it has no strength for an airstrike"


def strikers(s: WestFrontState) -> list[int]:
    """The active side assigns airstrikes, if it has an active HQ and there is a battle."""
    seat = s.frame(Combat).seat
    return [seat] if s.battles and command.active_hqs(s, seat) else []


@case("7.13a", "7.13b", "7.15b", "13.1", "13.12", "13.13", "15.43a")
class AssignStrike(OrderRule[Strike, WestFrontState]):
    """Each active HQ may send one airstrike into one battle in range, before defenders are seen (7.13)."""

    order = Strike

    def hq(self, s: WestFrontState) -> Narrowing:
        """Active HQs that have not struck."""
        paradrop = mask_of(hq for hq, role in s.position.role.items() if "paradrop" in role)
        return (
            s.choose_unit(s.acting, "13.1")
            .only(s.hqs_by_role()[""], "13.1", "only an active HQ makes airstrikes")
            .without(paradrop, "14.2a", "a Paradrop HQ gives up its airpower")
            .without(s.position.struck, "13.1", "it has made its airstrike this phase")
            .require(
                s.scenario.air_fire(s.position.book, s.acting) != "none",
                "13.14",
                "this side has no aircraft left",
            )
            .only(mask_of(strike_hqs(s)), "13.12", lambda hq: _weak(s, hq))
        )

    def target(self, s: WestFrontState, hq: int) -> Narrowing:
        """Battles in Air Range that have no airstrike yet."""
        return (
            choose(s.board.land, "1.1b", "there is no such land hex")
            .only(s.battles, "13.13", "there is no battle in that hex")
            .without(mask_of(s.position.strikes), "13.13", "another airstrike goes into that battle")
            .only(air_area(s, hq), "13.11", f"it is beyond the Air Range of {air_range(s, hq)}")
        )

    def apply(self, s: WestFrontState, order: Strike) -> None:
        """Assign it; combat there is mandatory now (7.15b)."""
        s.position.strikes[order.target] = order.hq
        s.position.strike_cv[order.target] = command.effective_cv(s, order.hq)
        s.position.struck |= 1 << order.hq
        s.tell(
            "airstrike",
            "7.13a",
            "{unit:unit} sends its airstrike to {hex:hex}",
            unit=order.hq,
            hex=order.target,
        )


@case("7.13a")
class EndStrikes(EndStep[Done, WestFrontState]):
    """No more airstrikes are assigned."""

    order = Done


@case("7.22", "7.33a", "13.12", "13.14", "13.15a", "13.15b", "13.16", "7.32b")
def resolve_strike(s: WestFrontState) -> None:
    """The airstrike comes first: a die for each CV of its marker, at the scenario's firepower (13.12 to 13.15)."""
    battle = s.frame(Round)
    hq = s.position.strikes.get(battle.hex)
    if hq is None or not s.units_at(battle.hex, 1 - battle.seat):
        return
    strength, dice = s.scenario.air_fire(s.position.book, battle.seat), s.position.strike_cv[battle.hex]
    purpose = f"airstrike of {s.unit(hq).name} ({strength})"
    _, hits = fire.score(s, battle.seat, purpose, "13.12", dice, strength)
    s.update(battle, victims=1 - battle.seat, hits=hits)
