"""A game of one page that uses what case files can ask for: the tests' guinea pig.

2.1 Both sides bid in secret. 3.1 A unit moves to an adjacent hex, 3.2 not into an enemy, 3.3 not across a river.
4.1 A unit fires at an adjacent enemy: a die up to its strength takes a strength point. 5.1 Without units a side loses.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct, field
from msgspec.structs import replace

from phaseline.atlas import HexMap
from phaseline.engine.casefile import CaseSetup, Setup, question
from phaseline.engine.flow import Decide, Do, Flow, Loop, procedure
from phaseline.engine.game import Game, Question, Scenario, View
from phaseline.engine.legal import OrderRule
from phaseline.engine.lexicon import HexNames, HexRef, Lexicon, Names, UnitRef
from phaseline.engine.narrowing import Narrowing, choose, options
from phaseline.engine.orders import Order
from phaseline.engine.packs import DataPack
from phaseline.engine.position import Frame, Position
from phaseline.engine.refusal import Incomplete
from phaseline.engine.sheet import Mark, Piece, Sheet, Track
from phaseline.engine.state import State
from phaseline.hexgrid import mask_of

SEATS = ("Blue", "Red")
GONE = -1


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    fog: bool = True


class Whole(Frame, frozen=True):
    pass


class Turn(Frame, frozen=True):
    turn: int


class Part(Frame, frozen=True):
    seat: int


class Volley(Frame, frozen=True):
    unit: int
    target: int


class ToyPosition(Position, kw_only=True):
    stack: list[Whole | Turn | Part | Volley]
    turn: int = 1
    weather: str = "dry"
    at: list[int]
    strength: list[int]
    bids: list[int | None] = field(default_factory=lambda: [None, None])


class ToyUnit(Struct, frozen=True, forbid_unknown_fields=True):
    side: str
    at: str
    strength: int = 2


class ToyScenario(Scenario):
    def __init__(
        self, map: HexMap, units: Mapping[str, ToyUnit], options: Struct, hit_bonus: int = 0
    ) -> None:
        lexicon = Lexicon(
            {
                "unit": Names("unit", list(units)),
                "hex": HexNames(map),
                "seat": Names("seat", SEATS),
            }
        )
        super().__init__(key="pond", title="The Pond", map=map, lexicon=lexicon, options=options, digest="0")
        self.units = units
        self.names = tuple(units)
        self.side_of = [SEATS.index(unit.side.title()) for unit in units.values()]
        self.hit_bonus = hit_bonus


class ToyState(State[ToyPosition, ToyScenario]):
    def units_of(self, seat: int) -> int:
        units = enumerate(self.scenario.side_of)
        return mask_of(n for n, side in units if side == seat and self.position.at[n] != GONE)

    def hexes_of(self, seat: int) -> int:
        return mask_of(
            self.position.at[n] for n in range(len(self.position.at)) if self.units_of(seat) >> n & 1
        )

    def active(self) -> int:
        return self.frame(Part).seat


class Move(Order, frozen=True, tag="move"):
    """Move a unit by one hex."""

    case: ClassVar[str] = "3.1"
    unit: UnitRef
    to: HexRef


class Fire(Order, frozen=True, tag="fire"):
    case: ClassVar[str] = "4.1"
    unit: UnitRef
    target: UnitRef
    dice: int = 1


class Bid(Order, frozen=True, tag="bid"):
    case: ClassVar[str] = "2.1"
    points: int


class End(Order, frozen=True, tag="end"):
    case: ClassVar[str] = "1.1"


class MoveRule(OrderRule[Move, ToyState]):
    order = Move

    def unit(self, s: ToyState) -> Narrowing:
        return choose(s.units_of(s.active()), "3.1", "the unit is not yours")

    def to(self, s: ToyState, unit: int) -> Narrowing:
        here, map = s.position.at[unit], s.scenario.map
        hexes = choose(map.on_map, "3.1", "there is no such hex").only(
            map.grid.adjacent_mask(here), "3.1", "the hex is not adjacent"
        )
        hexes = hexes.without(s.hexes_of(1 - s.active()), "3.2", "an enemy unit is there")
        return hexes.without(map.sides("river").cross(1 << here), "3.3a", "a river lies between")

    def apply(self, s: ToyState, order: Move) -> None:
        s.position.at[order.unit] = order.to
        s.tell("move", "3.1", "{unit:unit} moves to {to:hex}", unit=order.unit, to=order.to)


class FireRule(OrderRule[Fire, ToyState]):
    order = Fire

    def unit(self, s: ToyState) -> Narrowing:
        return choose(s.units_of(s.active()), "4.1", "the unit is not yours")

    def target(self, s: ToyState, unit: int) -> Narrowing:
        near = s.scenario.map.grid.adjacent_mask(s.position.at[unit])
        enemies = s.units_of(1 - s.active())
        close = mask_of(n for n, here in enumerate(s.position.at) if here != GONE and near >> here & 1)
        return choose(enemies, "4.1", "it is no enemy").only(close, "4.1", "the enemy is not adjacent")

    def dice(self, s: ToyState, unit: int, target: int) -> Narrowing:  # noqa: ARG002
        return options((1, 2), "4.2", _number)

    def apply(self, s: ToyState, order: Fire) -> None:
        s.call(Volley(unit=order.unit, target=order.target, count=0, ready=0))
        faces = s.rolls("fire", "4.1", order.dice)
        limit = s.position.strength[order.unit] + s.scenario.hit_bonus
        hits = sum(face <= limit for face in faces)
        s.tell("hits", "4.1", "{target:unit} takes {hits}", target=order.target, hits=hits)
        s.position.strength[order.target] -= hits


def _number(dice: object) -> str | Incomplete:
    """With none named the order only begins to say what is meant."""
    return "one die or two" if dice else Incomplete("4.2", "say how many dice")


class EndRule(OrderRule[End, ToyState]):
    order = End

    def apply(self, s: ToyState, order: End) -> None:  # noqa: ARG002
        s.finish()


class BidRule(OrderRule[Bid, ToyState]):
    order = Bid

    def points(self, s: ToyState) -> Narrowing:  # noqa: ARG002
        return options((0, 1, 2, 3), "2.1", "a bid is 0 to 3")

    def apply(self, s: ToyState, order: Bid) -> None:
        s.position.bids[s.acting] = order.points
        s.tell_only(
            (s.acting,), "bid", "2.1", "a bid of {points}", instead="a secret bid", points=order.points
        )
        s.finish()


def aftermath(s: ToyState) -> None:
    for unit, left in enumerate(s.position.strength):
        if left <= 0 and s.position.at[unit] != GONE:
            s.position.at[unit] = GONE
            s.tell("eliminated", "4.3", "{unit:unit} is eliminated", unit=unit)
    for seat in (0, 1):
        if not s.units_of(seat):
            s.end(1 - seat, "5.1", f"{SEATS[seat]} has no units", scores=(seat * 10, 10 - seat * 10))


def weather(s: ToyState) -> None:
    s.position.weather = "mud" if s.roll("weather", "6.1") >= 5 else "dry"


def who_acts(s: ToyState) -> tuple[int, ...]:
    return (s.active(),) if s.units_of(s.active()) else ()


def next_turn(s: ToyState, count: int) -> Turn | None:
    if count == 9:
        return None
    s.position.turn = count + 1
    return Turn(turn=count + 1)


FLOW = Flow(
    procedure(Whole, "", Loop("turns", "1.1", next_turn)),
    procedure(
        Turn,
        "Turn {turn}",
        Decide("bids", "2.1", [BidRule()], lambda _: (0, 1), "bid in secret", phase=True),
        Do("weather", "6.1", weather, phase=True),
        Loop("parts", "1.1", lambda _, count: Part(seat=count) if count < 2 else None),
    ),
    procedure(
        Part,
        "{seat:seat} part",
        Decide("movement", "3.1", [MoveRule(), EndRule()], who_acts, "move", phase=True),
        Decide("combat", "4.1", [FireRule(), EndRule()], who_acts, "fire", phase=True),
    ),
    procedure(Volley, "", Do("aftermath", "4.3", aftermath)),
)


@question
def distance(s: ToyState, *, start: HexRef, to: HexRef) -> int:
    """Hexes from one to the other."""
    return s.scenario.map.grid.distance(start, to)


@question
def odds(s: ToyState, *, attack: float, defence: float, shifts: tuple[int, ...] = ()) -> dict[str, Any]:  # noqa: ARG001
    """Odds rounded down."""
    ratio = int(attack // defence) + sum(shifts)
    return {"odds": f"{ratio}:1", "shifts": list(shifts)}


class ToySetup(Setup, kw_only=True):
    units: dict[str, ToyUnit] = field(default_factory=dict)


PLACES = {"A": {"name": "Alton"}, "B": {"name": "Beck"}}
POND = HexMap.from_drawing(
    """
. . A . .
 . . . . .
. . B . .
""",
    places=PLACES,
)
ROSTER = {"1 Blue": ToyUnit("Blue", "Alton"), "1 Red": ToyUnit("Red", "Beck", 1)}


class Toy(Game[ToyPosition, ToyScenario]):
    key = "toy"
    title = "Toy"
    version = "1"
    seats = SEATS
    flow = FLOW
    state_type = ToyState
    position_type = ToyPosition
    options_type = Options
    package = "tests.engine.casefile"
    setup_type = ToySetup
    questions: ClassVar[Mapping[str, Question]] = {"distance": distance, "odds": odds}

    def scenarios(self) -> Mapping[str, str]:
        return {"pond": "The Pond"}

    def scenario(self, key: str, options: Struct, packs: Sequence[DataPack]) -> ToyScenario:  # noqa: ARG002
        return ToyScenario(POND, ROSTER, options, _bonus(packs))

    def start(self, scenario: ToyScenario) -> ToyPosition:
        return ToyPosition(
            stack=[Whole()],
            at=[scenario.map.hex(unit.at) for unit in scenario.units.values()],
            strength=[unit.strength for unit in scenario.units.values()],
        )

    def compose(self, setup: CaseSetup) -> ToyState:
        facts = setup.read(ToySetup)
        map = setup.map(POND if setup.scenario else None)
        for name in facts.units:
            setup.own_name(name, ROSTER, "units", name)
        roster = facts.units or (ROSTER if setup.scenario else {})
        roster = {
            name: replace(unit, side=SEATS[setup.seat(unit.side, "units", name, "side")])
            for name, unit in roster.items()
        }
        scenario = ToyScenario(map, roster, setup.options, _bonus(setup.packs))
        at = [setup.hex(map, unit.at, "units", name, "at") for name, unit in roster.items()]
        position = ToyPosition(
            stack=[],
            at=at,
            strength=[unit.strength for unit in roster.values()],
            turn=facts.turn or 1,
            weather=facts.weather or "dry",
        )
        frame, label = setup.step(facts.phase or "movement", "phase")
        seat = setup.seat(facts.active or "Blue", "active")
        position.stack = [
            FLOW.at(Whole(), "turns", position.turn),
            FLOW.at(Turn(turn=position.turn), "parts", seat + 1),
        ]
        if frame is Part:
            position.stack.append(FLOW.at(Part(seat=seat), label))
        else:
            position.stack[1] = FLOW.at(Turn(turn=position.turn), label)
        state = ToyState(self, scenario, position, setup.dice)
        setup.begin(state)
        return state

    def report(self, state: ToyState) -> Mapping[str, Any]:  # type: ignore[override]
        position, names = state.position, state.scenario.lexicon["hex"]
        units = {
            name: {
                "at": None if position.at[n] == GONE else names.title(position.at[n]),
                "state": "eliminated" if position.at[n] == GONE else "in play",
                "strength": position.strength[n],
            }
            for n, name in enumerate(state.scenario.names)
        }
        return {"units": units, "turn": position.turn, "weather": position.weather, "bids": position.bids}

    def redact(self, scenario: ToyScenario, position: ToyPosition, seat: int | None) -> ToyPosition:
        known = position.copy()
        if scenario.options.fog:  # type: ignore[attr-defined]
            known.strength = [
                strength if side == seat else -1
                for side, strength in zip(scenario.side_of, position.strength, strict=True)
            ]
        known.bids = [bid if other == seat else None for other, bid in enumerate(position.bids)]
        return known

    def sample(self, scenario: ToyScenario, known: ToyPosition, seat: int, rng: random.Random) -> ToyPosition:  # noqa: ARG002
        return known.copy()

    def sheet(self, scenario: ToyScenario, view: View) -> Sheet:
        known = view.position
        assert isinstance(known, ToyPosition)
        pieces = [
            Piece(
                side=side, label=name[0], title=name, hex=known.at[n], unit=n, strength=str(known.strength[n])
            )
            if known.strength[n] >= 0
            else Piece(side=side, label="?", title="block", hex=known.at[n], face_down=True)
            for n, (name, side) in enumerate(zip(scenario.names, scenario.side_of, strict=True))
            if known.at[n] != GONE
        ]
        marks = (Mark(scenario.map.hex("Alton"), "town"),) if "Alton" in scenario.map.places else ()
        return Sheet(pieces=tuple(pieces), marks=marks, tracks=(Track("Turn", str(known.turn)),))


def _bonus(packs: Sequence[DataPack]) -> int:
    return sum(int(pack.read("tables.toml")["hit_bonus"]) for pack in packs if pack.has("tables.toml"))


TOY = Toy()
GAMES: Mapping[str, Game[Any, Any]] = {"toy": TOY}
