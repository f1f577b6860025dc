"""A council of three: a game that does to the kernel what Skirmish does not.

Bids are made in secret, several each, until a seat seals its own. Then the first seat speaks; whoever is called on
may call on the next, before the one who was interrupted goes on. A gamble rolls a die that only the gambler sees.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct, field

from phaseline.atlas.model import HexMap
from phaseline.engine.flow import Decide, Do, Flow, Loop, procedure
from phaseline.engine.game import Game, Scenario, View
from phaseline.engine.legal import OrderRule
from phaseline.engine.lexicon import Lexicon, Names, SeatRef
from phaseline.engine.narrowing import Narrowing, choose, options
from phaseline.engine.orders import Order
from phaseline.engine.packs import DataPack
from phaseline.engine.position import Frame, Position
from phaseline.engine.sheet import Sheet
from phaseline.engine.state import State

SEATS = ("Ann", "Bob", "Cid")


class Options(Struct, frozen=True):
    rounds: int = 2


class Meeting(Frame, frozen=True):
    pass


class Round(Frame, frozen=True):
    number: int
    left: int = 3


class Speech(Frame, frozen=True):
    seat: int


class Applause(Frame, frozen=True):
    seat: int


class CouncilPosition(Position, kw_only=True):
    stack: list[Meeting | Round | Speech | Applause]
    bids: list[tuple[int, ...]] = field(default_factory=lambda: [(), (), ()])
    pot: int = 5
    spoken: list[int] = field(default_factory=list)


class CouncilState(State[CouncilPosition, Scenario]):
    pass


class Bid(Order, frozen=True, tag="bid"):
    points: int


class Seal(Order, frozen=True, tag="seal"):
    pass


class CallOn(Order, frozen=True, tag="call"):
    seat: SeatRef


class Gamble(Order, frozen=True, tag="gamble"):
    pass


class Clap(Order, frozen=True, tag="clap"):
    pass


class Rest(Order, frozen=True, tag="rest"):
    pass


class MakeBid(OrderRule[Bid, CouncilState]):
    order = Bid

    def points(self, s: CouncilState) -> Narrowing:
        """What is left in the pot, which all see."""
        return options((1, 2, 3), "1", "a bid is 1 to 3").keep(
            lambda n: n <= s.position.pot, "2", "the pot is empty"
        )

    def apply(self, s: CouncilState, order: Bid) -> None:
        s.position.bids[s.acting] += (order.points,)
        s.position.pot -= order.points
        s.tell("bid", "1", "{seat:seat} takes {points} from the pot", seat=s.acting, points=order.points)


class SealBids(OrderRule[Seal, CouncilState]):
    order = Seal

    def apply(self, s: CouncilState, order: Seal) -> None:
        s.tell(order.verb, "1", "{seat:seat} is ready", seat=s.acting)
        s.finish()


class CallOnSeat(OrderRule[CallOn, CouncilState]):
    order = CallOn

    def seat(self, s: CouncilState) -> Narrowing:
        return choose(0b111, "3", "there is no such seat").without(
            1 << s.acting, "3", "nobody calls on himself"
        )

    def apply(self, s: CouncilState, order: CallOn) -> None:
        """Somebody else speaks first; the caller has then finished, though another procedure is on top."""
        s.call(Speech(seat=order.seat))
        s.finish()


class TakeAGamble(OrderRule[Gamble, CouncilState]):
    order = Gamble

    def apply(self, s: CouncilState, order: Gamble) -> None:
        dice = s.rolls(order.verb, "4", 2, seats=(s.acting,))
        if sum(dice) > 9:
            raise OverflowError("the bank is broken")
        s.position.pot += sum(dice)


class ClapHands(OrderRule[Clap, CouncilState]):
    order = Clap

    def apply(self, s: CouncilState, order: Clap) -> None:
        s.tell(order.verb, "5", "{seat:seat} claps", seat=s.acting)
        s.finish()


class TakeARest(OrderRule[Rest, CouncilState]):
    order = Rest

    def apply(self, s: CouncilState, order: Rest) -> None:
        s.position.spoken.append(s.acting)
        s.tell(order.verb, "3", "{seat:seat} has spoken", seat=s.acting)
        s.call(Applause(seat=(s.acting + 1) % 3))
        s.finish()


def next_round(s: CouncilState, count: int) -> Round | None:
    return Round(number=count + 1) if count < s.scenario.options.rounds else None  # type: ignore[attr-defined]


def next_speech(s: CouncilState, count: int) -> Speech | None:
    """One speech less is left: the loop changes the very frame it belongs to."""
    now = s.frame(Round)
    if not now.left or count:
        return None
    s.update(now, left=now.left - 1)
    return Speech(seat=0)


def speaker(s: CouncilState) -> Iterable[int]:
    return (s.frame(Speech).seat,)


def close(s: CouncilState) -> None:
    s.end(None, "6", "all has been said")


FLOW = Flow(
    procedure(Meeting, "", Loop("rounds", "1", next_round), Do("close", "6", close)),
    procedure(
        Round,
        "Round {number}",
        Decide("bids", "1", [MakeBid(), SealBids()], lambda _: (0, 1, 2), "bid", phase=True),
        Loop("speeches", "3", next_speech, phase=True),
        Do("refill", "2", lambda s: setattr(s.position, "pot", 5), phase=True),
    ),
    procedure(
        Speech,
        "speech of {seat:seat}",
        Decide("speech", "3", [CallOnSeat(), TakeAGamble(), TakeARest()], speaker, "speak"),
    ),
    procedure(
        Applause, "", Decide("applause", "5", [ClapHands()], lambda s: (s.frame(Applause).seat,), "clap")
    ),
)


class Council(Game[CouncilPosition, Scenario]):
    key = "council"
    title = "Council"
    version = "1"
    seats = SEATS
    flow: ClassVar[Flow] = FLOW
    state_type = CouncilState
    position_type = CouncilPosition
    options_type = Options
    package = "tests.engine"

    def scenarios(self) -> Mapping[str, str]:
        return {"hall": "The Hall"}

    def scenario(self, key: str, options: Struct, packs: Sequence[DataPack]) -> Scenario:
        lexicon = Lexicon({"seat": Names("seat", SEATS)})
        return Scenario(
            key=key,
            title="The Hall",
            map=HexMap.from_drawing(". ."),
            lexicon=lexicon,
            options=options,
            digest=f"{len(packs)} packs",
        )

    def start(self, scenario: Scenario) -> CouncilPosition:
        assert scenario.key == "hall"
        return CouncilPosition(stack=[Meeting()])

    def redact(self, scenario: Scenario, position: CouncilPosition, seat: int | None) -> CouncilPosition:  # noqa: ARG002
        return position.copy()

    def sample(
        self,
        scenario: Scenario,  # noqa: ARG002
        known: CouncilPosition,
        seat: int,  # noqa: ARG002
        rng: random.Random,  # noqa: ARG002
    ) -> CouncilPosition:
        return known.copy()

    def sheet(self, scenario: Scenario, view: View) -> Sheet:  # noqa: ARG002
        return Sheet()


COUNCIL: Game[Any, Any] = Council()
