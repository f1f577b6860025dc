"""Chapter 15: replacements, reconstitution, the French."""

from __future__ import annotations

from collections.abc import Callable

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, ALLIES, DEAD, DUE, FRENCH, GERMAN, GERMANS, POOL
from phaseline.games.france44.rules import arrivals, control
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, hexes, mask_of, union
from phaseline.wording.counts import several

# -- what comes in ----------------------------------------------------------------------------------------------------


@case("15.2a", "15.4a")
def rate(s: FranceState, seat: int) -> int:
    """The replacement factors of a side's turn, before bombing; a scenario may set its own."""
    turn, rates = s.position.turn, s.scenario.tables.replacements
    if s.scenario.setup.rates is not None:
        return s.scenario.setup.rates[seat]
    if seat == ALLIED:
        return rates.allied if turn >= rates.allied_from else 0
    return rates.german if turn >= rates.german_from else 0


@case("5.12a", "15.4a", "15.6b", "15.8")
def allied_factors(s: FranceState) -> None:
    """Eight factors a turn from turn 4 on; a French one once the French have been called for, while Paris is held."""
    p = s.position
    p.factors[ALLIES] += rate(s, ALLIED)
    if p.french_begun and holds_paris(s):
        p.factors[FRENCH] += s.scenario.tables.replacements.french


@case("5.21a", "15.1", "15.2a", "15.2c", "15.8")
def german_factors(s: FranceState) -> None:
    """Ten factors a turn from turn 2 on, less what strategic bombing has cut."""
    p = s.position
    p.factors[GERMANS] += max(0, rate(s, GERMAN) - p.bombed)


def french(s: FranceState) -> Mask:
    """The French units."""
    return s.scenario.nations["French"]


def paris(s: FranceState) -> Mask:
    """The hex of Paris; none on a map without it."""
    hex = s.scenario.board.hex_of("Paris")
    return 0 if hex is None else 1 << hex


@case("15.6a")
def holds_paris(s: FranceState) -> bool:
    """Whether Paris is in Allied control."""
    return bool(paris(s) & s.position.control)


def without_paris(s: FranceState) -> str:
    """That the map of a scenario ends before Paris, as a reason why no French come; "" where it is on the map."""
    return "" if paris(s) else "this map ends before Paris"


@case("15.6b")
def french_cities(s: FranceState) -> int:
    """The cities of the Continent in Allied control: so many French factors come at first."""
    return (s.scenario.board.cities & s.position.control).bit_count()


# -- prices -----------------------------------------------------------------------------------------------------------


@case("15.2a", "15.4a")
def cost(s: FranceState, unit: int) -> int:
    """What a unit costs that is raised: its printed factor (R85)."""
    return s.scenario.units[unit].combat


@case("15.5a")
def repair_cost(s: FranceState, unit: int) -> int:
    """What it costs to restore a unit: the factors it lacks, at least 1 (R85)."""
    kind = s.scenario.units[unit]
    return max(1, kind.combat - kind.half)


@case("15.4b", "15.6a")
def purse(s: FranceState, unit: int) -> int:
    """Whose factors pay for a unit that is raised: the French have their own (R89)."""
    if s.scenario.side_of[unit] == GERMAN:
        return GERMANS
    return FRENCH if french(s) >> unit & 1 else ALLIES


@case("15.4b", "15.5a")
def restorer(s: FranceState, unit: int) -> int:
    """Whose factors restore a unit: French ones a French unit if there are enough, the side's own otherwise (R89)."""
    whose = purse(s, unit)
    if whose == FRENCH and s.position.factors[FRENCH] < repair_cost(s, unit):
        return ALLIES
    return whose


Asked = Callable[[FranceState, int], int]
"""What is asked about a unit: its price, or whose factors pay for it."""


def _affordable(s: FranceState, found: Narrowing, price: Asked, payer: Asked) -> Narrowing:
    """Narrow units to those for which there are factors enough."""
    have = s.position.factors
    left = mask_of(unit for unit in hexes(found.mask) if price(s, unit) <= have[payer(s, unit)])
    return found.only(left, "15.8", lambda unit: _too_dear(s, price(s, unit), payer(s, unit)))


@case("15.1", "15.4a", "15.8")
def _too_dear(s: FranceState, price: int, payer: int) -> str | Refusal:
    turn, rates = s.position.turn, s.scenario.tables.replacements
    for side, begin, right in ((GERMANS, rates.german_from, "15.1"), (ALLIES, rates.allied_from, "15.4a")):
        if payer == side and turn < begin and not s.position.factors[side]:
            return Refusal(right, f"replacement factors come from turn {begin} on")
    return f"it costs {several(price, 'factor')}, and {s.position.factors[payer]} are in hand"


def _reads(s: FranceState) -> object:
    p = s.position
    return s.standing.stamp, p.turn, p.factors.copy(), p.steps.copy(), p.french_begun, p.control


# -- raising units ----------------------------------------------------------------------------------------------------


def asked_allied(s: FranceState) -> list[int]:
    """The Allied player, when there are factors to spend, or the French can be called for."""
    p = s.position
    return [ALLIED] if p.factors[ALLIES] or p.factors[FRENCH] or CallFrench().gate(s) is None else []


def asked_german(s: FranceState) -> list[int]:
    """The German player, when there are factors to spend."""
    return [GERMAN] if s.position.factors[GERMANS] else []


class EndReplacement(EndStep[orders.Done, FranceState]):
    """The rest is kept for later turns (15.8)."""

    order = orders.Done


class RaiseUnit(OrderRule[orders.Raise, FranceState]):
    """Bring a unit of a pool into play at full strength: what both sides have in common."""

    number = "15.4a"
    """The case by which units are raised."""

    def reads(self, s: FranceState) -> object:
        """The pools and the factors in hand."""
        return _reads(s)

    def barred(self, s: FranceState, found: Narrowing) -> Narrowing:
        """Narrow the units in pools to those that may be raised at all."""
        raise NotImplementedError(f"{type(self).__name__} does not say which units may not be raised")

    def unit(self, s: FranceState) -> Narrowing:
        """Units in a pool that there are factors for."""
        seat, number = s.acting, self.number
        pools = s.lying(seat, POOL) | s.lying(seat, DEAD)
        waiting = (
            s.choose_own(seat, number)
            .without(s.on_map(seat), number, "it is in play")
            .without(s.lying(seat, DUE), number, "it arrives later, as the scenario says")
        )
        found = (
            self.barred(s, waiting)
            .only(pools, number, "it is out of play for good")
            .require(s.scenario.setup.rebuild[seat], number, "in this scenario lost units do not come back")
        )
        return _affordable(s, found, cost, purse)

    def apply(self, s: FranceState, order: orders.Raise) -> None:
        """Pay, and put it there: it is supplied this turn (R97), but the French are only if Paris is (R118)."""
        p, unit = s.position, order.unit
        p.factors[purse(s, unit)] -= cost(s, unit)
        p.steps[unit] = s.scenario.units[unit].steps
        if french(s) >> unit & 1:
            s.put(unit, order.to)
            control.drive_off(s, 1 - s.scenario.side_of[unit], order.to)
        else:
            arrivals.set_down(s, unit, order.to)
        s.tell("raised", self.number, "{unit:unit} comes into play in {to:hex}", unit=unit, to=order.to)


@case("5.12a", "5.12b", "15.4a", "15.4b", "15.4c", "15.4d", "15.6a", "15.6d", "15.7", "15.8")
class RaiseAllied(RaiseUnit):
    """Allied units come to England or Corsica, French ones to Paris (15.4, 15.6)."""

    order = orders.Raise
    number = "15.4a"

    def barred(self, s: FranceState, found: Narrowing) -> Narrowing:
        """No headquarters that was eliminated, no airborne division before turn 20, French ones for their own factors."""
        scenario, p = s.scenario, s.position
        rates = scenario.tables.replacements
        early_paras = scenario.airborne if p.turn < rates.airborne_from else 0
        return (
            found.without(
                scenario.hqs & ~s.lying(ALLIED, POOL), "15.4d", "an eliminated headquarters never comes back"
            )
            .without(
                early_paras, "15.4c", f"airborne divisions may be taken from turn {rates.airborne_from} on"
            )
            .without(
                0 if p.french_begun else french(s),
                "15.4b",
                "the French come for French factors only, which have not been called for",
            )
            .without(
                0 if holds_paris(s) else french(s),
                "15.6a",
                "the French arrive in Paris: " + (without_paris(s) or "it is not held"),
            )
            .require(
                p.turn >= rates.allied_from,
                "15.4a",
                f"Allied replacements begin on turn {rates.allied_from}",
            )
        )

    def to(self, s: FranceState, unit: int) -> Narrowing:
        """Any hex of England or Corsica with room; Paris for the French."""
        board = s.scenario.board
        found = s.choose_hex("15.7")
        if french(s) >> unit & 1:
            found = found.only(paris(s), "15.6d", "French units arrive in Paris")
        elif s.scenario.setup.allied_entries:
            entries = union(s.scenario.entries[name] for name in s.scenario.setup.allied_entries)
            found = (
                found.only(
                    entries, "15.7", "in this scenario replacements arrive where its divisions come in"
                )
                .only(s.controlled(ALLIED), "15.7", "the Germans hold it")
                .without(s.occupied(GERMAN), "6.5", "a German unit is there")
            )
        else:
            found = found.only(board.overseas, "15.7", "replacements arrive in England or Corsica")
        return s.room(unit, found)

    @case("13.3a")
    def apply(self, s: FranceState, order: orders.Raise) -> None:
        """Where a scenario lets them come by sea they have moved, and move no further, as those of its list (R132)."""
        super().apply(s, order)
        setup, p = s.scenario.setup, s.position
        landing = (s.scenario.entries[name] for name in setup.allied_entries if name in setup.landing_entries)
        if union(landing) >> order.to & 1:
            p.landed |= 1 << order.unit
            p.active |= 1 << order.unit


@case("5.21a", "5.21b", "15.1", "15.2b", "15.3a", "15.3b", "15.8", "17.3")
class RaiseGerman(RaiseUnit):
    """German units come to the east edge (15.3)."""

    order = orders.Raise
    number = "15.1"

    def barred(self, s: FranceState, found: Narrowing) -> Narrowing:
        """No headquarters."""
        begin = s.scenario.tables.replacements.german_from
        return found.without(s.scenario.hqs, "15.2b", "headquarters are no replacements").require(
            s.position.turn >= begin, "15.1", f"German replacements begin on turn {begin}"
        )

    def to(self, s: FranceState, unit: int) -> Narrowing:
        """A hex of the east edge north of Switzerland, free of Allied units and with room."""
        return s.room(
            unit,
            s.choose_hex("15.3a")
            .only(
                s.scenario.board.east_edge,
                "15.3a",
                "replacements arrive on the east edge, north of Switzerland",
            )
            .without(s.occupied(ALLIED), "15.3a", "an Allied unit is there"),
        )


# -- restoring units --------------------------------------------------------------------------------------------------


@case("15.5a", "15.5b", "15.5c", "15.8", "5.12a", "5.21a")
class RestoreUnit(OrderRule[orders.Restore, FranceState]):
    """Bring a flipped unit back to full strength; it neither moves nor attacks this turn (15.5)."""

    order = orders.Restore

    def reads(self, s: FranceState) -> object:
        """Where units stand, at what strength, and the factors in hand."""
        return _reads(s)

    def unit(self, s: FranceState) -> Narrowing:
        """Flipped units with no enemy within two hexes, that there are factors for."""
        seat, scenario, steps = s.acting, s.scenario, s.position.steps
        flipped = mask_of(unit for unit in hexes(s.on_map(seat)) if steps[unit] < scenario.units[unit].steps)
        near = s.occupied(1 - seat)
        within = scenario.tables.replacements.enemy_within
        for _ in range(within):
            near |= scenario.board.grid.spread(near)
        found = (
            s.choose_unit(seat, "15.5a")
            .only(flipped, "15.5a", "it is at full strength")
            .without(s.units_in(near, seat), "15.5b", f"an enemy unit is within {within} hexes")
        )
        return _affordable(s, found, repair_cost, restorer)

    def apply(self, s: FranceState, order: orders.Restore) -> None:
        """Pay, and turn it over."""
        p, unit = s.position, order.unit
        p.factors[restorer(s, unit)] -= repair_cost(s, unit)
        p.steps[unit] = s.scenario.units[unit].steps
        p.restored |= 1 << unit
        s.tell("restored", "15.5a", "{unit:unit} is restored to full strength", unit=unit)


# -- the French -------------------------------------------------------------------------------------------------------


@case("15.6a", "15.6b", "15.6c")
class CallFrench(OrderRule[orders.Claim, FranceState]):
    """The first French factors, one for each city held, at a time of one's own choice (15.6)."""

    order = orders.Claim

    def gate(self, s: FranceState) -> Refusal | None:
        """From turn 26 on, with Paris, once."""
        if s.position.french_begun:
            return Refusal("15.6b", "they have been called for: a French factor comes each turn")
        begin = s.scenario.tables.replacements.french_from
        if s.position.turn < begin:
            return Refusal("15.6a", f"they come from turn {begin} on")
        if holds_paris(s):
            return None
        return Refusal("15.6a", without_paris(s) or "Paris is not in Allied control")

    def apply(self, s: FranceState, order: orders.Claim) -> None:
        """Count the cities."""
        p = s.position
        p.french_begun = True
        p.factors[FRENCH] += french_cities(s)
        s.tell("french", "15.6b", "{count} French replacement factors", count=p.factors[FRENCH])
