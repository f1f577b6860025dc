"""The orders of a production: steps, cadres, reinforcements, BeachHeads (11.4 to 11.6).

Wired into the sequence, in `Production`: the rules in `RULES`. Each side acts on its own units only, and spends its own
points only, so neither depends on the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from operator import ge
from typing import Final, Literal, NamedTuple, TypeVar

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, Options, choose, options
from phaseline.engine.orders import Order
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders.production import (
    AddStep,
    Advance,
    BuildBeachhead,
    BuildCadre,
    Reinforce,
    WithdrawBeachhead,
)
from phaseline.games.westfront.position import ALLIED, AXIS, ELIMINATED, BeachheadState
from phaseline.games.westfront.rules import politics, prices, provision
from phaseline.games.westfront.rules.arrivals import arrival_hexes, planned_by_hex
from phaseline.games.westfront.rules.disbanding import DisbandRule, GroundRule
from phaseline.games.westfront.rules.production import EndProduction
from phaseline.games.westfront.rules.schedule import due
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, mask_of
from phaseline.mechanics.rosters import picker

OrderT = TypeVar("OrderT", bound=Order)

Way = Literal["reduced", "paid"]
WAYS: Final[tuple[Way, ...]] = ("reduced", "paid")
NEXT: Final[dict[BeachheadState, BeachheadState]] = {"eliminated": "prep", "prep": "ready"}
"""The stages of building a BeachHead (11.44)."""
STAGE: Final = prices.Price((prices.Part(prices.BEACHHEAD, "BeachHead", "11.44"),))
"""The price of each stage."""


# -- spending ---------------------------------------------------------------------------------------------------------


def spend(s: WestFrontState, points: int) -> None:
    """Pay from the acting side's points, which the rules have seen to be enough."""
    s.position.points[s.acting] -= points


def too_dear(s: WestFrontState, price: prices.Price) -> str:
    """Why a price cannot be paid."""
    return f"it costs {price}, and {left(s)} are left"


@case("11.3")
def left(s: WestFrontState) -> int:
    """The points that the acting side has left."""
    return s.position.points[s.acting]


def arrived(s: WestFrontState) -> dict[Hex, int]:
    """New units that each hex takes in this production."""
    return planned_by_hex(s, s.acting)


def where(s: WestFrontState, unit: int, *, ports_only: bool = False) -> Narrowing:
    """The hexes where a new unit may arrive now."""
    return arrival_hexes(s, unit, arrived(s), s.position.disbanding, ports_only=ports_only)


def planned(s: WestFrontState) -> Mask:
    """The units that will stand on the map when production is over, and do not yet."""
    plans = s.position.planned
    return mask_of(plans) if plans else 0


class NewUnits(OrderRule[OrderT, WestFrontState]):
    """Base of the rules for which only the map, the units planned and built, and the points count."""

    def reads(self, s: WestFrontState) -> object:
        """What is planned, what tells with it whether the SS step is used, and the points left."""
        p = s.position
        return s.stands(), tuple(p.planned), p.built & s.scenario.ss, left(s)


class OnceAMonth(OrderRule[OrderT, WestFrontState]):
    """Base of the rules for which only the map and what a side has done once this month count."""

    def reads(self, s: WestFrontState) -> object:
        """The BeachHeads that change, whether a reinforcement came early, and whether a BeachHead can be paid."""
        p = s.position
        return s.stands(), tuple(p.rebuilding), p.advanced, left(s) < prices.BEACHHEAD


def plan(s: WestFrontState, unit: int, hex: Hex, cv: int) -> None:
    """Note that a unit will stand in a hex when production is over."""
    s.position.planned[unit] = (hex, cv)
    s.tell_only(
        (s.acting,), "building", "11.6c", "{unit:unit} ({cv}) will be in {hex:hex}", unit=unit, cv=cv, hex=hex
    )


# -- SS units ---------------------------------------------------------------------------------------------------------


@case("2.65b", "11.41c")
def ss_used(s: WestFrontState) -> bool:
    """Whether this production has rebuilt its one SS step: a replacement or a cadre (R26)."""
    scenario, p = s.scenario, s.position
    if scenario.ss & p.built:
        return True
    if scenario.ss_units.isdisjoint(p.planned):
        return False
    return any(p.at[unit] == ELIMINATED for unit in scenario.ss_units.intersection(p.planned))


# -- steps ------------------------------------------------------------------------------------------------------------


@case("2.3a")
def at_full_strength(s: WestFrontState, seat: int) -> Mask:
    """The units of a side that could take no more steps when the production began (2.3).

    In one production CVs change by replacements only, and whoever got one gets no other.
    """
    found: Mask = s.as_it_stands(("full strength", seat), lambda: _full(s, seat) & ~s.position.built)
    return found


def _full(s: WestFrontState, seat: int) -> Mask:
    forces = s.scenario.once(("forces", seat), lambda: _Forces.of(s, seat))
    return sum(compress(forces.bits, map(ge, forces.strengths(s.position.cv), forces.limits)))


class _Forces(NamedTuple):
    """The units of a side in roster order: how their CVs are picked out of all, their highest CVs, and their bits."""

    strengths: Callable[[Sequence[int]], tuple[int, ...]]
    limits: tuple[int, ...]
    bits: tuple[Mask, ...]

    @classmethod
    def of(cls, s: WestFrontState, seat: int) -> _Forces:
        """Those of a side."""
        roster = s.scenario.rosters[seat]
        limits = tuple(s.scenario.limits[unit] for unit in roster)
        return cls(picker(roster), limits, tuple(1 << unit for unit in roster))


class _Replacements(NamedTuple):
    """What of replacements depends on how things stand on the map: nothing that a side does in its production."""

    engaged: Mask
    secured: Mask
    prices: prices.PriceList


_REPLACEMENTS: Final = (("replacements", ALLIED), ("replacements", AXIS))


@case("11.4", "11.41a", "11.41b", "11.41c", "11.3", "2.3a", "2.65b", "15.52c", "11.43d", "husky.prod")
class StepRule(OrderRule[AddStep, WestFrontState]):
    """One step for an unengaged unit with a secure Supply Line, once a production (11.41)."""

    order = AddStep

    def unit(self, s: WestFrontState) -> Narrowing:
        """Own units on the map that can take a step and pay for it."""
        position, seat = s.position, s.acting
        fit = s.as_it_stands(("fit", seat, position.points[seat], ss_used(s)), lambda: self._fitting(s))
        return (
            choose(s.standing.units[seat], "11.41a", lambda unit: self._absent(s, unit))
            .without(position.disbanding, "11.52", "it is being disbanded")
            .without(position.built, "11.41a", "it has got its step of this month")
            .narrowed(fit, lambda: self._fit(s))
        )

    def _fitting(self, s: WestFrontState) -> Mask:
        """The units of `_fit`: of the points only those count that some price exceeds."""
        seat = s.acting
        dear = self._here(s, seat).prices.above(left(s))
        return s.as_it_stands(("fitting", seat, dear, ss_used(s)), lambda: self._fit(s).mask)

    def _fit(self, s: WestFrontState) -> Narrowing:
        """The units on the map that can take a step and pay for it, whatever is being disbanded or has got one."""
        seat = s.acting
        here = self._here(s, seat)
        found = (
            choose(s.on_map(seat), "11.41a", "it is not on the map")
            .without(at_full_strength(s, seat), "2.3a", "it is at full strength")
            .without(here.engaged, "11.41a", "it is engaged")
            .only(here.secured, "11.41a", "it has no secure Supply Line")
        )
        if ss_used(s):
            found.without(s.scenario.ss, "11.41c", "only one SS step a month is rebuilt")
        dear = here.prices.above(left(s))
        return found.without(dear, "11.3", lambda unit: too_dear(s, prices.step_price(s, unit)))

    def _here(self, s: WestFrontState, seat: int) -> _Replacements:
        found: _Replacements = s.as_it_stands(_REPLACEMENTS[seat], lambda: self._look(s, seat))
        return found

    def _look(self, s: WestFrontState, seat: int) -> _Replacements:
        return _Replacements(
            engaged=s.units_in(s.battles, seat),
            secured=provision.secured(s, seat),
            prices=prices.step_list(s, seat),
        )

    def _absent(self, s: WestFrontState, unit: object) -> Refusal | str:
        if not isinstance(unit, int) or not 0 <= unit < len(s.scenario.units):
            return "there is no such unit"
        if s.seat_of(unit) != s.acting:
            return "it belongs to the other side"
        if unit in s.position.planned:
            return Refusal("11.41b", "a new unit gets no step in the month it appears")
        return "it is not on the map"

    def apply(self, s: WestFrontState, order: AddStep) -> None:
        """Pay, and turn the block."""
        unit = order.unit
        price = prices.step_price(s, unit)
        spend(s, price.total)
        s.position.cv[unit] += 1
        s.position.built |= 1 << unit
        s.tell_only(
            (s.acting,),
            "building",
            price.parts[-1].case,
            "{unit:unit} is up to {cv} for {price}",
            unit=unit,
            cv=s.position.cv[unit],
            price=str(price),
        )


# -- cadres -----------------------------------------------------------------------------------------------------------


def eliminated(s: WestFrontState, seat: int) -> Mask:
    """The eliminated units of a side."""
    at, roster = s.position.at, s.scenario.rosters[seat]
    found: Mask = s.as_it_stands(
        ("eliminated", seat), lambda: mask_of([unit for unit in roster if at[unit] == ELIMINATED])
    )
    return found


@case("11.42", "11.4", "11.52", "16.1b", "16.4e", "2.4")
def rebuildable(s: WestFrontState) -> Narrowing:
    """Own eliminated units that may be rebuilt (11.42)."""
    lost = s.as_it_stands(("rebuildable", s.acting), lambda: _ever_rebuilt(s).mask)
    found = (
        choose(s.scenario.all_units, "11.42", "there is no such unit")
        .narrowed(lost, lambda: _ever_rebuilt(s))
        .without(planned(s), "11.42", "it is being rebuilt already")
    )
    if ss_used(s):
        found.without(s.scenario.ss, "11.41c", "only one SS step a month is rebuilt")
    return found


def _ever_rebuilt(s: WestFrontState) -> Narrowing:
    """Those of them for which nothing but what is planned matters."""
    seat = s.acting
    found = (
        choose(s.scenario.all_units, "11.42", "there is no such unit")
        .only(s.scenario.side_units[seat], "11.42", "it belongs to the other side")
        .only(eliminated(s, seat), "11.42", lambda unit: _in_play(s, unit))
    )
    for country, gone in _out_of_the_war(s) if seat == AXIS else ():
        number = "16.1b" if country == "Italy" else "16.4e"
        found.without(gone, number, f"{country} is out of the war: its units are not rebuilt")
    return found


@case("16.1b", "16.4e")
def _out_of_the_war(s: WestFrontState) -> list[tuple[str, Mask]]:
    """The countries that have surrendered, and their units."""
    return [
        (country, politics.army_of(s, country))
        for country, realm in politics.REALMS.items()
        if s.has(realm.surrendered)
    ]


@case("11.52")
def _in_play(s: WestFrontState, unit: int) -> Refusal | str:
    """Why a unit that is not eliminated is not rebuilt."""
    if s.position.disbanding >> unit & 1:
        return Refusal("11.52", "a disbanded unit is not rebuilt before next month")
    return "it is not eliminated"


@case("11.42", "11.6a", "11.6b", "11.6c", "11.3", "2.65b", "11.41c")
class CadreRule(NewUnits[BuildCadre]):
    """Rebuild an eliminated unit at its lowest step: 1, or 0 for HQs and statics (11.42)."""

    order = BuildCadre

    def unit(self, s: WestFrontState) -> Narrowing:
        """Units that the points can pay for."""
        dear = prices.dear_cadres(s, s.acting, left(s))
        return rebuildable(s).without(
            dear, "11.3", lambda unit: too_dear(s, prices.cadre_price(s, unit, None))
        )

    def hex(self, s: WestFrontState, unit: int) -> Narrowing:
        """Where it arrives; overseas an HQ may be too dear."""
        dear = prices.dear_places(s, unit, left(s))
        return where(s, unit).without(dear, "11.3", lambda hex: too_dear(s, prices.cadre_price(s, unit, hex)))

    def apply(self, s: WestFrontState, order: BuildCadre) -> None:
        """Pay and place it."""
        spend(s, prices.cadre_price(s, order.unit, order.hex).total)
        plan(s, order.unit, order.hex, s.type_of(order.unit).lowest)


# -- reinforcements ---------------------------------------------------------------------------------------------------


@case("11.5", "11.6a", "11.6b", "11.6c", "S43.reinf", "W43.reinf", "S44.reinf", "W44.reinf")
class ReinforceRule(NewUnits[Reinforce]):
    """Scheduled units of this month arrive (11.5)."""

    order = Reinforce

    def unit(self, s: WestFrontState) -> Narrowing:
        """Reinforcements that are due."""
        return (
            choose(s.scenario.all_units, "11.5", "there is no such unit")
            .only(s.scenario.side_units[s.acting], "11.5", "it belongs to the other side")
            .only(mask_of(due(s)), "11.5", "it is no reinforcement of this month")
            .without(planned(s), "11.5", "it has arrived")
        )

    def hex(self, s: WestFrontState, unit: int) -> Narrowing:
        """Where it arrives."""
        return where(s, unit, ports_only=due(s)[unit].port_only)

    def apply(self, s: WestFrontState, order: Reinforce) -> None:
        """Place it."""
        plan(s, order.unit, order.hex, due(s)[order.unit].cv)


@case("11.51", "11.3", "11.6c")
class AdvanceRule(OnceAMonth[Advance]):
    """One reinforcement of next month may come now, a step weaker or for its cadre cost (11.51)."""

    order = Advance

    def gate(self, s: WestFrontState) -> Refusal | None:
        """One a production."""
        if s.position.advanced >> s.acting & 1:
            return Refusal("11.51", "one reinforcement a month may come early")
        return None

    def unit(self, s: WestFrontState) -> Narrowing:
        """Reinforcements of next month."""
        return (
            choose(s.scenario.all_units, "11.51", "there is no such unit")
            .only(s.scenario.side_units[s.acting], "11.51", "it belongs to the other side")
            .only(mask_of(due(s, 1)), "11.51", "it is no reinforcement of next month")
        )

    def hex(self, s: WestFrontState, unit: int) -> Narrowing:
        """Where it arrives."""
        return where(s, unit, ports_only=due(s, 1)[unit].port_only)

    def how(self, s: WestFrontState, unit: int, hex: int) -> Narrowing:
        """A step weaker, if that leaves a unit; or for its cadre cost."""
        price, cv = prices.cadre_price(s, unit, hex), due(s, 1)[unit].cv
        found: Options[Way] = options(WAYS, "11.51", f"it comes {' or '.join(WAYS)}")
        if cv <= s.type_of(unit).lowest:
            found.drop("reduced", "11.51", "reduced by a step nothing would be left of it")
        if price.total > s.position.points[s.acting]:
            found.drop("paid", "11.3", too_dear(s, price))
        return found

    def apply(self, s: WestFrontState, order: Advance) -> None:
        """Pay in steps or in points."""
        cv = due(s, 1)[order.unit].cv
        if order.how == "paid":
            spend(s, prices.cadre_price(s, order.unit, order.hex).total)
        else:
            cv -= 1
        s.position.advanced |= 1 << s.acting
        plan(s, order.unit, order.hex, cv)


# -- BeachHeads -------------------------------------------------------------------------------------------------------


def beachheads_in(s: WestFrontState, *states: BeachheadState) -> Mask:
    """The amphibious units whose BeachHead is in one of these states, in any if none is named."""
    known = s.position.beachheads
    return s.as_it_stands(
        ("BeachHeads", states),
        lambda: mask_of([unit for unit in known if not states or known[unit] in states]),
    )


def _amphibious(s: WestFrontState, number: str) -> Narrowing:
    return (
        choose(s.scenario.all_units, number, "there is no such unit")
        .only(s.scenario.side_units[s.acting], number, "it belongs to the other side")
        .only(beachheads_in(s), number, "only amphibious units have a BeachHead")
    )


@case("11.44", "15.51b", "11.3", "15.51c")
class BeachheadRule(OnceAMonth[BuildBeachhead]):
    """For 20 PPs a BeachHead goes from eliminated to Prep, or from Prep to Ready; one stage a month (11.44)."""

    order = BuildBeachhead

    def unit(self, s: WestFrontState) -> Narrowing:
        """Units whose BeachHead can be built on."""
        changing = mask_of(s.position.rebuilding)
        return (
            _amphibious(s, "11.44")
            .without(
                changing & beachheads_in(s, "placed"),
                "15.51c",
                "a BeachHead that is withdrawn is built on no earlier than next month",
            )
            .without(changing, "11.44", "one stage a month")
            .only(beachheads_in(s, *NEXT), "11.44", "its BeachHead is neither eliminated nor in Prep")
            .require(STAGE.total <= left(s), "11.3", lambda _: too_dear(s, STAGE))
        )

    def apply(self, s: WestFrontState, order: BuildBeachhead) -> None:
        """Pay."""
        spend(s, prices.BEACHHEAD)
        s.position.rebuilding[order.unit] = NEXT[s.position.beachheads[order.unit]]


@case("15.51c", "11.52")
class WithdrawBeachheadRule(OnceAMonth[WithdrawBeachhead]):
    """A placed BeachHead may be disbanded to Prep (15.51)."""

    order = WithdrawBeachhead

    def unit(self, s: WestFrontState) -> Narrowing:
        """Units whose BeachHead is on the map."""
        return (
            _amphibious(s, "15.51c")
            .without(mask_of(s.position.rebuilding), "15.51c", "one change a month")
            .only(beachheads_in(s, "placed"), "15.51c", "its BeachHead is not on the map")
        )

    def apply(self, s: WestFrontState, order: WithdrawBeachhead) -> None:
        """It is in Prep when production is over."""
        s.position.rebuilding[order.unit] = "prep"


RULES: Final = (
    StepRule(),
    CadreRule(),
    ReinforceRule(),
    AdvanceRule(),
    BeachheadRule(),
    WithdrawBeachheadRule(),
    DisbandRule(),
    GroundRule(),
    EndProduction(),
)
"""The orders of the Production Phase."""
