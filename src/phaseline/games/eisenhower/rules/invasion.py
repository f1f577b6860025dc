"""Chapter 5.3 and 13.1: invasions."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, BOX, GERMAN, NOWHERE, TRACK, Combat, Landing, Turn
from phaseline.games.eisenhower.rules import control
from phaseline.games.eisenhower.rules.advance import go_ashore
from phaseline.games.eisenhower.rules.opening import PLAN_TURNS
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

EARLY_TURN = 4
"""Arrivals of this turn may take part in the invasion that opens it (12.1)."""


@case("3.2.4a", "3.2.4f", "3.3a", "3.3b", "3.3.4a", "3.3.4g", "5.3b", "5.3.1a")
def first_invasion(s: EisenhowerState) -> None:
    """Phase I of Turn 1 in the alternative scenario: the first invasion is revealed and lands (3.3)."""
    p, scenario = s.position, s.scenario
    if p.turn != 1 or not scenario.alternate or p.first_hex == NOWHERE:
        return
    force = mask_of(scenario.number[name] for name in scenario.setup.landing_force)
    s.reveal("revealed", "5.3.2a", "the first invasion goes to {hex:hex}", hex=p.first_hex)
    p.seine_plain = east_of_seine(s, p.first_hex)
    p.unopposed = not s.occupied(GERMAN) >> p.first_hex & 1
    s.call(Landing(hex=p.first_hex, second=False, force=force))


@case("3.3.4f")
def east_of_seine(s: EisenhowerState, hex: Hex) -> bool:
    """Whether a landing is made east of the mouth of the Seine (3.3.4)."""
    board = s.scenario.board
    mouth = board.seine.hexes & board.atlantic
    west = next((h for h in hexes(mouth) if board.coast_beyond(1 << h) & mouth), None)
    return west is not None and bool(board.coast_beyond(1 << west) >> hex & 1)


@case("3.2.3e", "3.2.3d", "5.3a", "13.1a", "13.1c")
def asked_to_invade(s: EisenhowerState) -> list[int]:
    """The Allied player, on Turns 3 and 4, whether anything was planned or not, so that nobody can tell (13.1)."""
    turn = s.frame(Turn).turn
    return [ALLIED] if turn in PLAN_TURNS and not s.position.second_over else []


@case("3.2.3f", "5.3.2a", "12.1b", "13.1a")
class RevealPlan(OrderRule[orders.Invade, EisenhowerState]):
    """Reveal the plan in Phase I of its turn and invade (5.3.2)."""

    order = orders.Invade

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """On the planned turn, with somebody to send."""
        p = s.position
        if p.second_turn != p.turn:
            return Refusal("13.1a", "no invasion is planned for this turn")
        if not available(s) and not p.control >> p.second_hex & 1:
            return Refusal("5.3.1b", "there is no unit in the Reinforcement Box")
        return None

    def apply(self, s: EisenhowerState, order: orders.Invade) -> None:
        """Show the hex; the Italian limit and the Yugoslavs may depend on it."""
        p, coast = s.position, s.scenario.invasion_coast
        p.second_over = p.second_made = True
        hex = p.second_hex
        for unit in hexes(early(s)):
            s.put(unit, BOX)
        s.reveal("revealed", "5.3.2a", "the second invasion goes to {hex:hex}", hex=hex)
        s.finish()
        s.call(Landing(hex=hex, second=True))
        if coast["adriatic"] >> hex & 1:
            lift_limit(s)


@case("13.4b")
def lift_limit(s: EisenhowerState) -> None:
    """A second invasion on the Adriatic coast ends the limit of eight units in Italy (13.4)."""
    s.position.free_italy = True
    s.tell("limit", "13.4b", "any number of German units may now be in Italy")


@case("12.2.3a")
def yugoslav_coast(s: EisenhowerState, hex: Hex) -> None:
    """A second invasion ashore between 1913 and 1517 calls the garrison of Yugoslavia (12.2.3)."""
    if s.scenario.invasion_coast["yugoslav"] >> hex & 1:
        control.call_yugoslavs(s)


@case("3.2.3e", "13.1c")
class CallOffPlan(OrderRule[orders.Wait, EisenhowerState]):
    """Invade nowhere now; what was planned for this turn is off for good (3.2.3, R7)."""

    order = orders.Wait

    def apply(self, s: EisenhowerState, order: orders.Wait) -> None:
        """Go on; nobody learns whether anything was called off."""
        p = s.position
        if p.second_turn == p.turn:
            p.second_turn, p.second_hex = 0, NOWHERE
            s.tell_only((ALLIED,), "called off", "3.2.3e", "the second invasion is called off")
        if p.turn == PLAN_TURNS[-1]:
            p.second_over = True
        s.tell("phase", "13.1c", "no second invasion on Turn {turn}", turn=p.turn)
        s.finish()


# -- the force --------------------------------------------------------------------------------------------------------


def arrivals_may_invade(s: EisenhowerState, turn: int) -> bool:
    """Whether who arrives in a turn may land in it: on Turn 4, by option on Turn 3, too (12.1, R9)."""
    return turn == EARLY_TURN or s.scenario.options.turn3_arrivals_may_invade


@case("12.1b")
def early(s: EisenhowerState) -> Mask:
    """Units on the track that may already take part: those of Turn 4, by option those of Turn 3 (12.1, R9)."""
    p = s.position
    if not arrivals_may_invade(s, p.turn):
        return 0
    waiting = s.lying(ALLIED, TRACK) & (s.scenario.all_units if p.fx_out else ~s.scenario.starred)
    return sum(1 << unit for unit in hexes(waiting) if p.due[unit] == p.turn)


@case("5.3.1b")
def available(s: EisenhowerState) -> Mask:
    """Who may sail with the second invasion: the box and early arrivals, airborne corps in ground form (5.3.1)."""
    return (s.in_box(ALLIED) | early(s)) & ~s.scenario.paratroops


@case("5.3.1a", "5.3.1b", "3.3.2a")
class EmbarkUnit(OrderRule[orders.Embark, EisenhowerState]):
    """Add a unit to the landing force, within the stacking limit of a beachhead (R11)."""

    order = orders.Embark

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Units of the box; in the first invasion only the airborne corps set aside."""
        landing = s.frame(Landing)
        found = (
            s.choose_own(ALLIED, "5.3.1b")
            .without(
                s.in_box(ALLIED) & s.scenario.paratroops,
                "5.3.3",
                "in static form a corps takes part by a drop: its mobile form goes by sea",
            )
            .only(available(s), "5.3.1b", "it is not in the Reinforcement Box")
        )
        if not landing.second:
            chosen = s.position.first_airborne
            twin = s.scenario.other_form[chosen] if chosen >= 0 else NOWHERE
            mask = 1 << twin if twin >= 0 else 0
            found = found.only(
                landing.force | mask, "5.3.1a", "only the four corps and one airborne corps may land"
            )
        here = len(s.units_at(landing.hex, ALLIED)) + landing.force.bit_count()
        room = here < s.scenario.tables.stacking.beachhead
        return found.without(landing.force, "5.3.1b", "it is on board already").require(
            room, "6.3c", "a beachhead holds six units"
        )

    def apply(self, s: EisenhowerState, order: orders.Embark) -> None:
        """On board."""
        landing = s.frame(Landing)
        s.update(landing, force=landing.force | 1 << order.unit)


@case("5.3.2a")
class SendAshore(OrderRule[orders.Land, EisenhowerState]):
    """The force is complete (5.3.2)."""

    order = orders.Land

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """Somebody must be on board, unless only the beachhead goes ashore in an Allied hex (3.2.3)."""
        landing = s.frame(Landing)
        if landing.force or s.position.control >> landing.hex & 1:
            return None
        return Refusal("5.3.1b", "no unit is on board yet")

    def apply(self, s: EisenhowerState, order: orders.Land) -> None:
        """Go."""
        s.finish()


@case("5.3.2b", "5.3.5a")
def next_assault(s: EisenhowerState, count: int) -> Combat | None:
    """A defended hex must be fought for (5.3.5)."""
    landing = s.frame(Landing)
    if count or not s.occupied(GERMAN) >> landing.hex & 1:
        return None
    return Combat(attacker=ALLIED, target=landing.hex, seaborne=landing.force)


@case("5.3.2c", "3.2.3f")
def step_ashore(s: EisenhowerState) -> None:
    """An empty hex is taken without a fight (5.3.2)."""
    landing = s.frame(Landing)
    if not landing.fought:
        go_ashore(s, landing.hex, landing.force)
    if landing.second and s.position.beachheads >> landing.hex & 1:
        yugoslav_coast(s, landing.hex)
