"""Skirmish with one promise broken in each: what the harness must find."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Self

import msgspec

from phaseline.engine.dice import Dice
from phaseline.engine.flow import Decide, Do, Flow, Loop, Procedure, Step
from phaseline.engine.game import View
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.position import Frame
from phaseline.engine.sheet import Sheet
from phaseline.engine.state import Decision, State
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.game import Skirmish
from phaseline.games.skirmish.position import Battle, Campaign, PlayerTurn, SkirmishPosition
from phaseline.games.skirmish.rules.combat import JoinAttack, PlanAttack
from phaseline.games.skirmish.rules.movement import EndMovement, MoveUnit, reachable
from phaseline.games.skirmish.scenario import SkirmishScenario
from phaseline.games.skirmish.sequence import FLOW
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import hexes, mask_of

AnyRule = OrderRule[Any, Any]


def with_rules(**rules: AnyRule | None) -> Flow:
    """The game's flow with the rules of these classes replaced, or left out."""

    def step(old: Step) -> Step:
        if not isinstance(old, Decide):
            return old
        new = [rules.get(type(rule).__name__, rule) for rule in old.rules]
        return replace(old, rules=[rule for rule in new if rule is not None])

    return Flow(*(replace(entry, steps=tuple(map(step, entry.steps))) for entry in FLOW.procedures.values()))


def with_campaign(*steps: Step) -> Flow:
    """The game's flow with other steps of the whole game."""
    others = [entry for frame, entry in FLOW.procedures.items() if frame is not Campaign]
    return Flow(Procedure(Campaign, "", steps), *others)


def game(flow: Flow) -> Skirmish:
    """Skirmish with another flow."""
    broken: Skirmish = type("Broken", (Skirmish,), {"flow": flow})()
    return broken


# -- views ---------------------------------------------------------------------------------------------------------


class LeakyView(Skirmish):
    """The enemy sees which of the face-down units have moved."""

    def redact(
        self, scenario: SkirmishScenario, position: SkirmishPosition, seat: int | None
    ) -> SkirmishPosition:
        known = super().redact(scenario, position, seat)
        known.moved = position.moved
        return known


class LeakyToSpectators(Skirmish):
    """Players see what they may, spectators see everything."""

    def redact(
        self, scenario: SkirmishScenario, position: SkirmishPosition, seat: int | None
    ) -> SkirmishPosition:
        return position.copy() if seat is None else super().redact(scenario, position, seat)


class AliasedView(Skirmish):
    """Without fog a view is the very position, so that it changes when play goes on."""

    def redact(
        self, scenario: SkirmishScenario, position: SkirmishPosition, seat: int | None
    ) -> SkirmishPosition:
        known = super().redact(scenario, position, seat)
        return position if known == position else known


class LeakyDrawing(Skirmish):
    """The drawing looks behind the view."""

    truth: SkirmishPosition

    def redact(
        self, scenario: SkirmishScenario, position: SkirmishPosition, seat: int | None
    ) -> SkirmishPosition:
        self.truth = position
        return super().redact(scenario, position, seat)

    def sheet(self, scenario: SkirmishScenario, view: View) -> Sheet:
        return super().sheet(scenario, msgspec.structs.replace(view, position=self.truth))


# -- legality ------------------------------------------------------------------------------------------------------


class SeesDecoys(MoveUnit):
    """Units go only where no enemy decoy is near, though nobody may know which are decoys."""

    order = orders.Move

    def to(self, s: SkirmishState, unit: int) -> Narrowing:
        enemy = s.scenario.side_units[1 - s.scenario.side_of[unit]] & s.scenario.decoys
        at = mask_of(s.position.at[decoy] for decoy in hexes(enemy) if s.position.at[decoy] >= 0)
        return super().to(s, unit).without(s.scenario.map.grid.spread(at), "6.1", "a decoy is near")


class NamesDefenders(PlanAttack):
    """A refusal names units that are face down."""

    order = orders.Attack

    def target(self, s: SkirmishState) -> Narrowing:
        def reason(hex: int) -> str:
            return " and ".join(s.name(unit) for unit in s.units_at(hex, 1 - s.acting)) + " are out of reach"

        enemies = s.occupied(1 - s.acting)
        far = enemies & ~super().target(s).mask
        return super().target(s) if not far else _first_refused(super().target(s), far, reason)


def _first_refused(narrowing: Narrowing, mask: int, reason: Any) -> Narrowing:
    fresh = Narrowing(narrowing.mask | mask, "9.1", "no enemy unit is there")
    return fresh.without(mask, "9.1", reason)


class WithoutCase(MoveUnit):
    """A refusal that cites nothing."""

    order = orders.Move

    def to(self, s: SkirmishState, unit: int) -> Narrowing:
        return Narrowing(reachable(s, unit).all & super().to(s, unit).mask, "", "it cannot go there")


class UnknownCase(MoveUnit):
    """A refusal that cites a case of another rulebook."""

    order = orders.Move

    def to(self, s: SkirmishState, unit: int) -> Narrowing:
        return Narrowing(super().to(s, unit).mask, "77.7", "it cannot go there")


class TwoMinds(MoveUnit):
    """Listing and refusing disagree: the narrowing does not list all it contains."""

    order = orders.Move

    def to(self, s: SkirmishState, unit: int) -> Narrowing:
        return Forgetful(super().to(s, unit).mask, "6.1", "it cannot go there")


class Forgetful(Narrowing):
    def __iter__(self) -> Iterator[int]:
        return (hex for hex in super().__iter__() if hex != self.mask.bit_length() - 1)

    def __len__(self) -> int:
        return super().__len__() - 1


class Forgetless(SkirmishState):
    """Zones of control are worked out once and never again."""

    zones: list[int] | None = None

    def zone(self, seat: int) -> int:
        if self.zones is None:
            self.zones = [super().zone(0), super().zone(1)]
        return self.zones[seat]


class Stale(Skirmish):
    state_type = Forgetless


class SettledTooSoon(MoveUnit):
    """Which units may move is said to depend on nothing but the side, as if no unit ever had moved."""

    order = orders.Move

    def reads(self, s: SkirmishState) -> object:
        return s.acting


class OneMapForTwo(SkirmishState):
    """A copy shares who stands where with the state that it was copied from, and both move the units on it."""

    def copy(self, dice: Dice | None = None) -> Self:
        twin = super().copy(dice)
        twin._borrowed = self._borrowed = False
        return twin


class SharedMap(Skirmish):
    state_type = OneMapForTwo


class AsksInVain(SkirmishState):
    """Who decides depends on what happened before, not on the position alone."""

    def decide(self, step: Decide, frame: Frame) -> Decision | None:
        found = super().decide(step, frame)
        if found is not None and self.acting >= 0:
            self._decision = msgspec.structs.replace(found, simultaneous=True)
        return self._decision


class AsksOtherwise(Skirmish):
    state_type = AsksInVain


class AsksByDecoys(SkirmishState):
    """How a side is asked depends on where the enemy's decoys stand, though it may not know which units those are."""

    def decide(self, step: Decide, frame: Frame) -> Decision | None:
        found = super().decide(step, frame)
        if found is None or len(found.seats) > 1:
            return found
        enemy = self.scenario.side_units[1 - found.seats[0]] & self.scenario.decoys
        odd = sum(self.position.at[decoy] for decoy in hexes(enemy)) % 2
        self._decision = found if odd else msgspec.structs.replace(found, simultaneous=True)
        return self._decision


class AsksForWhatIsHidden(Skirmish):
    state_type = AsksByDecoys


# -- orders --------------------------------------------------------------------------------------------------------


class TellsTheAttacker(PlanAttack):
    """Naming a target tells who is there, and can be called off."""

    order = orders.Attack

    def apply(self, s: SkirmishState, order: orders.Attack) -> None:
        super().apply(s, order)
        there = tuple(s.units_at(order.target, 1 - s.acting))
        s.tell_only(
            (s.acting,), "scouted", "9.1", "{units:unit} hold {hex:hex}", units=there, hex=order.target
        )


class TurnsUpQuietly(PlanAttack):
    """Naming a target turns its defenders up, and can be called off."""

    order = orders.Attack

    def apply(self, s: SkirmishState, order: orders.Attack) -> None:
        super().apply(s, order)
        s.position.face_up |= mask_of(s.units_at(order.target, 1 - s.acting))


class TellsEverybody(MoveUnit):
    """A face-down unit's move is told with its name."""

    order = orders.Move

    def apply(self, s: SkirmishState, order: orders.Move) -> None:
        super().apply(s, order)
        s.events[-1] = msgspec.structs.replace(s.events[-1], seats=None)


class TellsNonsense(EndMovement):
    """The log's sentence asks for a fact that is not there."""

    order = orders.Done

    def apply(self, s: SkirmishState, order: orders.Done) -> None:
        super().apply(s, order)
        s.tell("phase", "3.2", "{side:seat} is done")


class CitesNonsense(EndMovement):
    """An event cites a case of another rulebook."""

    order = orders.Done

    def apply(self, s: SkirmishState, order: orders.Done) -> None:
        super().apply(s, order)
        s.tell("phase", "77.7", "done")


class RemembersPrivately(MoveUnit):
    """A rule that keeps facts of its own, outside the position."""

    order = orders.Move
    given = 0

    def apply(self, s: SkirmishState, order: orders.Move) -> None:
        super().apply(s, order)
        self.given += 1
        s.position.points[s.scenario.side_of[order.unit]] = self.given


class Stumbles(JoinAttack):
    """A rule with a mistake in it."""

    order = orders.Join

    def apply(self, s: SkirmishState, order: orders.Join) -> None:
        super().apply(s, order)
        raise ZeroDivisionError("odds of 3 to 0")


class NeverDone(EndMovement):
    """A side never finishes moving."""

    order = orders.Done

    def apply(self, s: SkirmishState, order: orders.Done) -> None:
        s.tell(order.verb, "3.2", "still moving")


# -- positions -----------------------------------------------------------------------------------------------------


class VaguePosition(SkirmishPosition, kw_only=True):
    trail: Any = ()


class DoesNotRoundTrip(Skirmish):
    """A field whose type forgets that it holds a tuple."""

    position_type = VaguePosition

    def start(self, scenario: SkirmishScenario) -> SkirmishPosition:
        return VaguePosition(**msgspec.structs.asdict(super().start(scenario)))


class ListFrame(Frame, frozen=True):
    units: list[int]


class DeepPosition(SkirmishPosition, kw_only=True):
    battle: ListFrame | None = None


class HoldsMutableFrames(Skirmish):
    """A frozen struct with a list inside: copies of the position would share it."""

    position_type = DeepPosition

    def start(self, scenario: SkirmishScenario) -> SkirmishPosition:
        return DeepPosition(**msgspec.structs.asdict(super().start(scenario)))


class SharesItsStart(Skirmish):
    """Every match plays with the scenario's own list."""

    def start(self, scenario: SkirmishScenario) -> SkirmishPosition:
        position = super().start(scenario)
        position.control = scenario.first_control
        return position


class Overstacked(Skirmish):
    """A game that finds fault with its positions."""

    def faults(self, state: State[Any, Any]) -> list[str]:
        return ["three units in 0305"] if state.position.turn == 2 else []


class PutsMapsIn(MoveUnit):
    """A rule that puts something into the position that is no plain data."""

    order = orders.Move

    def apply(self, s: SkirmishState, order: orders.Move) -> None:
        super().apply(s, order)
        s.position.points[0] = object()  # type: ignore[call-overload]


class CannotStart(Skirmish):
    """The scenario's data are not what the game expects."""

    def start(self, scenario: SkirmishScenario) -> SkirmishPosition:
        raise LookupError(f"{scenario.title}: the unit 9th Scouts has no place to start")


class Unfinished(Skirmish):
    """Nobody ends the match after the last turn."""

    flow: ClassVar[Flow] = with_campaign(*FLOW[Campaign].steps[:1])


class RunsInCircles(Skirmish):
    """A procedure that nobody has to decide in, again and again."""

    flow: ClassVar[Flow] = Flow(
        Procedure(
            Campaign, "the war", (Loop("battles", "3.1", lambda _, count: Battle(attacker=0, target=count)),)
        ),
        Procedure(Battle, "", (Do("nothing", "3.1", lambda _: None),)),
    )


class StartsInsideALoop(Skirmish):
    """A loop that starts a procedure itself instead of returning it."""

    @staticmethod
    def make(s: SkirmishState, count: int) -> Frame | None:
        s.call(PlayerTurn(seat=count))
        return None

    flow: ClassVar[Flow] = with_campaign(Loop("turns", "3.1", make))


Unspeakable = type("Unspeakable", (Skirmish,), {"flow": with_rules(MoveUnit=PutsMapsIn())})

BROKEN: Mapping[str, tuple[Skirmish, str]] = {
    "view": (LeakyView(), r"the view of (Blue|Red) depends on hidden facts"),
    "spectator": (LeakyToSpectators(), r"a spectator sees something that (Blue|Red) may not know"),
    "drawing": (LeakyDrawing(), r"the drawing for (Blue|Red) depends on hidden facts"),
    "legality": (game(with_rules(MoveUnit=SeesDecoys())), r"whether Move.* is legal depends on hidden facts"),
    "reason": (game(with_rules(PlanAttack=NamesDefenders())), r"Attack.* depending on hidden facts"),
    "scouting": (
        game(with_rules(PlanAttack=TellsTheAttacker())),
        r"attack \d+ can be taken back but its events tell (Blue|Red) something hidden",
    ),
    "turning up": (
        game(with_rules(PlanAttack=TurnsUpQuietly())),
        r"attack \d+ can be taken back but tells (Blue|Red) something hidden",
    ),
    "gossip": (
        game(with_rules(MoveUnit=TellsEverybody())),
        r"the events of move \S+ \d+ tell (Blue|Red) something hidden",
    ),
    "no case": (game(with_rules(MoveUnit=WithoutCase())), r"is refused without a case or reason"),
    "wrong case": (
        game(with_rules(MoveUnit=UnknownCase())),
        r"is refused by case 77\.7, which the rulebook does not have",
    ),
    "two minds": (
        game(with_rules(MoveUnit=TwoMinds())),
        r"sampled that is not listed|listing and refusal disagree",
    ),
    "stale": (Stale(), r"a copy of the state lacks zones"),
    "settled": (
        game(with_rules(MoveUnit=SettledTooSoon())),
        r"a fresh copy of the state has other legal orders",
    ),
    "shared map": (SharedMap(), r"KeyError while looking"),
    "whose turn": (
        AsksForWhatIsHidden(),
        r"whom the match waits for depends on what (Blue|Red) does not know",
    ),
    "asking": (AsksOtherwise(), r"a fresh copy of the state asks others"),
    "sentence": (
        game(with_rules(EndMovement=TellsNonsense())),
        r"KeyError while telling of \"phase\": 'the text names \{side\}, but the facts are: none'",
    ),
    "cited": (
        game(with_rules(EndMovement=CitesNonsense())),
        r'event "phase" cites case 77\.7, which the rulebook does not have',
    ),
    "memory": (game(with_rules(MoveUnit=RemembersPrivately())), r"move \S+ \d+ can be taken back but tells"),
    "mistake": (
        game(with_rules(JoinAttack=Stumbles())),
        r"ZeroDivisionError while carrying out (Blue|Red): join \S+: odds of 3 to 0",
    ),
    "dead end": (
        game(with_rules(EndMovement=None)),
        r"dead end: (Blue|Red) must decide \(Turn \d / (Blue|Red) turn / movement\) but has no legal order",
    ),
    "no end": (game(with_rules(EndMovement=NeverDone())), r"the match does not end within 200 orders"),
    "no outcome": (Unfinished(), r"the sequence of play is over, but nobody has ended the match"),
    "circles": (
        RunsInCircles(),
        r"RuntimeError while starting: .*the war.*: the sequence of play runs in circles",
    ),
    "loop": (StartsInsideALoop(), r'RuntimeError while starting: loop "turns": it must return the procedure'),
    "round trip": (DoesNotRoundTrip(), r"the position's bytes do not round-trip"),
    "mutable frame": (
        HoldsMutableFrames(),
        r"TypeError while starting: DeepPosition\.battle: .* is not plain data one level deep",
    ),
    "shared start": (SharesItsStart(), r"matches that start from this scenario share control"),
    "unsound": (Overstacked(), r"the position is unsound: three units in 0305"),
    "data": (CannotStart(), r"LookupError while starting: The Ford: the unit 9th Scouts has no place"),
}
"""Each broken game, and what the harness says of it."""
