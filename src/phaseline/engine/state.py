"""The state of play: a position with its scenario, dice and story, and the kernel that moves it on.

`State` is what rules work with. It knows what the game waits for (`decision`), what a seat may do (`legal`), why not
(`check`), and carries orders out (`apply`). Games subclass it with their own questions ("who controls this hex?").
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from phaseline.engine.dice import Dice, Draw, ScriptedDice
from phaseline.engine.events import Event, tell
from phaseline.engine.flow import Decide, Step
from phaseline.engine.legal import NOBODY_ASKED, LegalOrders, OrderRule
from phaseline.engine.memory import Memory
from phaseline.engine.orders import Order, write
from phaseline.engine.position import Frame, Outcome, Position
from phaseline.engine.refusal import IllegalOrder, Refusal

if TYPE_CHECKING:
    from phaseline.engine.game import Game, Scenario

P = TypeVar("P", bound=Position)
C = TypeVar("C", bound="Scenario")
F = TypeVar("F", bound=Frame)
T = TypeVar("T")


class Decision(Struct, frozen=True):
    """What the game waits for: the seats that owe it, the step of the sequence, and a prompt for people."""

    seats: tuple[int, ...]
    step: Decide
    simultaneous: bool

    @property
    def prompt(self) -> str:
        """What the seats are asked, in a few words."""
        return self.step.prompt

    @property
    def case(self) -> str:
        """The case of the step."""
        return self.step.case

    def __repr__(self) -> str:
        return f"<Decision of seats {', '.join(map(str, self.seats))}: {self.prompt} ({self.case})>"


CIRCLES = 100_000
"""So many steps without a decision mean that a sequence of play runs in circles."""


class State(Generic[P, C]):
    """A position in play. See the module's text.

    `events` and `draws` collect what happened since they were last cleared; `irrevocable` tells whether since then a
    die was rolled or something hidden was shown. `acting` is the seat whose orders are being listed or carried out.
    `moment` is another number at every point of the sequence of play, and whenever the position may have changed.
    What rules have worked out about the position is remembered in `memory`: by `now` as long as nothing changes, by
    `known` as long as all that it was worked out from stays as it was. `pause` may stop the sequence of play before a
    step (see `advance`).
    """

    def __init__(self, game: Game[Any, Any], scenario: C, position: P, dice: Dice | None = None) -> None:
        self.game = game
        self.scenario = scenario
        self.position = position
        self.dice: Dice = ScriptedDice() if dice is None else dice
        self.events: list[Event] = []
        self.draws: list[Draw] = []
        self.on_phase_end: Callable[[tuple[str, ...]], None] | None = None
        self.pause: Callable[[Step, Frame], bool] | None = None
        self.irrevocable = False
        self.acting = -1
        self.moment = 0
        self.memory = Memory()
        self._legal: dict[int, LegalOrders] = {}
        self._asked = -1
        self._decision: Decision | None = None
        self._deciding = -1

    def copy(self, dice: Dice | None = None) -> Self:
        """An independent state with a copy of the position, for looking ahead; `dice` are its own.

        It knows all that this one has worked out, and goes on from there.
        """
        twin = object.__new__(type(self))
        twin.game = self.game
        twin.scenario = self.scenario
        twin.position = self.position.copy()
        twin.dice = ScriptedDice() if dice is None else dice
        twin.events = []
        twin.draws = []
        twin.on_phase_end = None
        twin.pause = None
        twin.irrevocable = False
        twin.acting = self.acting
        twin.moment = self.moment
        twin.memory = self.memory.copy()
        twin._legal = {}
        twin._asked = self._asked
        twin._decision = self._decision
        twin._deciding = -1
        return twin

    def fresh(self, dice: Dice | None = None) -> Self:
        """Like `copy`, but neither it nor its scenario remembers anything: what a stale memory would give away."""
        return type(self)(self.game, self.scenario.forgetful(), self.position.copy(), dice)

    def __getstate__(self) -> dict[str, Any]:
        """What of it is pickled: all but what has been worked out, or listens; that is not of use elsewhere."""
        nothing: dict[str, Any] = {
            "on_phase_end": None,
            "pause": None,
            "memory": Memory(),
            "_legal": {},
            "_asked": -1,
            "_decision": None,
        }
        return vars(self) | nothing

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.scenario.key}: {' / '.join(self.path()) or 'over'}>"

    # -- what is asked ------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What the game waits for; None when it is over."""
        return self.waiting()

    def waiting(self) -> Decision | None:
        """The same as `decision`, as a method, which is faster."""
        if self._asked != self.moment:
            self._asked = self.moment
            step = None if self.position.outcome is not None else self._step()
            if isinstance(step, Decide):
                self.decide(step, self.position.stack[-1])
            else:
                self._decision = None
        return self._decision

    def legal(self, seat: int) -> LegalOrders:
        """The legal orders of `seat` now; empty when it owes no decision."""
        orders = self._legal.get(seat)
        if orders is not None and orders.moment == self.moment:
            return orders
        decision = self._decision if self._asked == self.moment else self.waiting()
        if decision is not None and seat in decision.seats:
            step = decision.step
            orders = LegalOrders(self, seat, step.panel, step.label)
        else:
            orders = LegalOrders(self, seat, NOBODY_ASKED, "not yours to decide")
        self._legal[seat] = orders
        return orders

    def check(self, seat: int, order: Order) -> Refusal | None:
        """Why `seat` may not give `order` now; None when it may."""
        outcome = self.position.outcome
        if outcome is not None:
            return Refusal(outcome.case, f"the match is over: {outcome.reason}")
        decision = self.decision
        if decision is None:
            raise RuntimeError("the game waits for nobody: State.advance has not been run")
        if seat not in decision.seats:
            names = " and ".join(self.game.seats[other] for other in decision.seats)
            kind = type(order)
            case = decision.case if kind in self._waited_for() else self.game.case_of(self, kind, seat)
            return Refusal(case, f"{names} must decide now ({decision.step.label})")
        return self.legal(seat).refusal(order)

    def _waited_for(self) -> set[type[Order]]:
        """The kinds of order of this step and of those that it interrupts: other kinds are given at other times."""
        found: set[type[Order]] = set()
        for frame in self.position.stack:
            steps = self.game.flow[type(frame)].steps
            step = steps[frame.step] if frame.step < len(steps) else None
            if isinstance(step, Decide):
                found.update(rule.order for rule in step.rules)
        return found

    def now(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` works out, remembered under `key` until anything changes.

        What is remembered must not be changed by whoever asks for it: the same object serves everybody, copies of this
        state among them.
        """
        found = self.memory.passing
        made: T
        try:
            made = found[key]
        except KeyError:
            made = found[key] = make()
        return made

    def known(self, key: Hashable, reads: object, make: Callable[[], T]) -> T:
        """What `make` works out, remembered under `key` as long as what it reads, `reads`, is equal to what it was.

        What cannot change in a match may be left out of `reads`; lists and sets that do change must be copied. The
        harness compares with a state that remembers nothing. See `now` for what may be remembered.
        """
        lasting = self.memory.lasting
        made: T
        try:
            last, made = lasting[key]
        except KeyError:
            pass
        else:
            if last == reads:
                return made
        made = make()
        lasting[key] = reads, made
        return made

    def note(self, key: Hashable, reads: object, found: object) -> None:
        """Remember for `known` what has come out otherwise."""
        self.memory.lasting[key] = reads, found

    def apply(self, seat: int, order: Order) -> None:
        """Carry out `order` and go on to the next decision. Raises `IllegalOrder` and changes nothing if refused."""
        legal = self._legal.get(seat)
        if legal is not None and legal.moment == self.moment and legal.drawn is order:
            rule = legal.rule_for(order)
        else:
            refusal = self.check(seat, order)
            if refusal is not None:
                raise IllegalOrder(refusal, write(order, self.scenario.lexicon))
            rule = self._legal[seat].rule_for(order)
        self._carry_out(seat, rule, order)

    def play(self, seat: int, order: Order) -> None:
        """Carry out an order that is known to be legal, and go on: for search, which takes its orders from `legal`.

        Nothing is checked: an order that is not legal leads to a position that cannot be. Raises `LookupError` if the
        decision has no such order at all.
        """
        legal = self._legal.get(seat)
        if legal is not None and legal.drawn is order and legal.moment == self.moment:
            rule = legal.rule_for(order)
        else:
            decision = self.waiting()
            if decision is None:
                raise LookupError("nobody has to decide")
            rule = decision.step.rule_of(type(order))
        self._carry_out(seat, rule, order)

    def _carry_out(self, seat: int, rule: OrderRule[Any, Any], order: Order) -> None:
        self.acting = seat
        self._deciding = len(self.position.stack) - 1
        rule.apply(self, order)
        self._deciding = -1
        self.changed()
        self.advance()

    # -- what rules do ------------------------------------------------------------------------------------------------

    def roll(
        self,
        purpose: str,
        case: str,
        sides: int = 6,
        seats: tuple[int, ...] | None = None,
        *,
        by: int | None = None,
    ) -> int:
        """Roll one die of the seat `by` (None: nobody's), noted with its purpose; only `seats` see it (None: all)."""
        return self.rolls(purpose, case, 1, sides, seats, by=by)[0]

    def rolls(
        self,
        purpose: str,
        case: str,
        count: int,
        sides: int = 6,
        seats: tuple[int, ...] | None = None,
        *,
        by: int | None = None,
        lit: tuple[int, ...] = (),
    ) -> tuple[int, ...]:
        """Roll `count` dice together, as `roll` does one; `lit` are the faces that count by themselves, if any."""
        self.irrevocable = True
        draw = Draw(purpose, sides, tuple([self.dice.roll(sides, purpose) for _ in range(count)]), seats)
        self.draws.append(draw)
        battle, contest = self._scene()
        self.events.append(
            Event(
                kind="roll",
                case=case,
                text=str(draw),
                seats=seats,
                draw=draw,
                by=by,
                lit=lit,
                battle=battle,
                contest=contest,
            )
        )
        return draw.values

    def tell(self, kind: str, case: str, text: str, /, **facts: Any) -> None:
        """Note for everybody that something happened; see `Event` for `text`."""
        battle, contest = self._scene()
        self.events.append(
            Event(kind=kind, case=case, text=text, facts=facts, battle=battle, contest=contest)
        )

    def tell_only(
        self, seats: tuple[int, ...], kind: str, case: str, text: str, /, instead: str = "", **facts: Any
    ) -> None:
        """Note something only `seats` may know; the others learn `instead`, or nothing."""
        battle, contest = self._scene()
        self.events.append(
            Event(
                kind=kind,
                case=case,
                text=text,
                facts=facts,
                seats=seats,
                instead=instead,
                battle=battle,
                contest=contest,
            )
        )

    def _scene(self) -> tuple[int | None, str]:
        """What an event is part of: the hex of a battle, and the title of another contest of dice."""
        game, stack = self.game, self.position.stack
        scenes = game.scenes
        for frame in stack:
            if type(frame) in scenes:
                break
        else:
            return None, ""
        contest = next((frame for frame in reversed(stack) if type(frame) in game.contests), None)
        title = "" if contest is None else self._title(game.flow[type(contest)].title, contest)
        return game.battle_in(self.position), title

    def reveal(self, kind: str, case: str, text: str, /, **facts: Any) -> None:
        """Note that something hidden has been shown: what led to it cannot be taken back."""
        self.irrevocable = True
        self.tell(kind, case, text, **facts)

    def call(self, frame: Frame) -> None:
        """Start a procedure; what is under way goes on when it has ended."""
        self.position.stack.append(frame)

    def finish(self, seat: int | None = None) -> None:
        """`seat` (default: the one acting) has nothing more to decide in the decision that its order answers."""
        stack, at = self.position.stack, self._deciding
        stack[at] = replace(stack[at], ready=stack[at].ready | 1 << (self.acting if seat is None else seat))

    def frame(self, kind: type[F]) -> F:
        """The innermost procedure of this kind that is under way. Raises `LookupError` if there is none."""
        stack = self.position.stack
        if stack and type(stack[-1]) is kind:
            return stack[-1]
        kinds = self.game.flow.kinds
        for frame in reversed(stack):
            if kind in kinds[type(frame)]:  # quicker than isinstance, which asks the metaclass of structs
                return frame  # type: ignore[no-any-return]
        raise LookupError(f"no {kind.__name__} is under way")

    def within(self, kind: type[Frame]) -> bool:
        """Whether a procedure of this kind is under way."""
        return kind in map(type, self.position.stack)

    def update(self, frame: F, **changes: Any) -> F:
        """Replace `frame` on the stack by a copy with these fields changed, and return it."""
        stack = self.position.stack
        for i in range(len(stack) - 1, -1, -1):
            if stack[i] is frame:
                stack[i] = replace(frame, **changes)
                return stack[i]  # type: ignore[no-any-return]
        raise LookupError(f"this {type(frame).__name__} is not under way")

    def leave(self, kind: type[Frame]) -> None:
        """End the innermost procedure of this kind, and whatever runs inside it, at once."""
        stack = self.position.stack
        inner = self.frame(kind)
        while stack.pop() is not inner:
            pass

    def end(
        self, winner: int | None, case: str, reason: str, level: str = "", scores: tuple[int, ...] = ()
    ) -> None:
        """The match is over. If it is a puzzle, it ends with a verdict on it."""
        if self.scenario.task is not None:
            self.scenario.task.conclude(self)
            return
        self.position.outcome = Outcome(winner, case, reason, level, scores)
        self.tell("outcome", case, reason)

    def changed(self) -> None:
        """Forget what held for the position as it was: what is known by `now`, and who may do what.

        The kernel sees to it after every order and step; a rule calls it when it asks again in between.
        """
        self.moment += 1
        if self.memory.passing:
            self.memory.passing = {}

    def restore(self, position: P) -> None:
        """Go on from this position instead: whatever was kept up from order to order is worked out anew."""
        self.position = position
        self.changed()

    # -- the kernel ---------------------------------------------------------------------------------------------------

    def advance(self) -> None:
        """Run the sequence of play until somebody has to decide or the match is over.

        What was worked out at one of its points is forgotten at the next (see `changed`).
        It stops earlier, before a step for which `pause` says so; another call goes on from there.
        """
        position, program, pause = self.position, self.game.flow.program, self.pause
        stack, task = position.stack, self.scenario.task
        watched = task is not None or pause is not None
        for _ in range(CIRCLES):
            if not stack or position.outcome is not None:
                return
            frame = stack[-1]
            step = program[type(frame)][frame.step]
            if watched:
                if task is not None and task.due(self, step, frame):
                    task.conclude(self)
                    return
                if pause is not None and pause(step, frame):
                    return
            if not step.take(self, frame):
                return
            # As `changed` does, without the call: this runs several times an order.
            self.moment += 1
            if self.memory.passing:
                self.memory.passing = {}
        raise RuntimeError(f"{' / '.join(self.path())}: the sequence of play runs in circles")

    def phase_ended(self, path: tuple[str, ...]) -> None:
        """A step has been taken that ends a phase; `path` is where it stood."""
        if self.on_phase_end is not None:
            self.on_phase_end(path)

    def path(self) -> tuple[str, ...]:
        """Where in the sequence of play the game stands, outermost first, e.g. `("Turn 2", "Blue turn", "movement")`."""
        titles = []
        for frame in self.position.stack:
            procedure = self.game.flow[type(frame)]
            if procedure.title:
                titles.append(self._title(procedure.title, frame))
        if (step := self._step()) is not None:
            titles.append(step.label)
        return tuple(titles)

    def _title(self, title: str, frame: Frame) -> str:
        if "{" not in title:
            return title
        return tell(Event(kind="title", case="", text=title, facts=asdict(frame)), self.scenario.lexicon)

    def _step(self) -> Step | None:
        """The step that the innermost procedure has reached; None when there is none left."""
        if not self.position.stack:
            return None
        frame = self.position.stack[-1]
        steps = self.game.flow.procedures[type(frame)].steps
        return steps[frame.step] if frame.step < len(steps) else None

    def decide(self, step: Decide, frame: Frame) -> Decision | None:
        """What the game waits for now that the innermost procedure, `frame`, has reached `step`."""
        self._asked = self.moment
        ready = frame.ready
        seats = tuple(step.owing(self))
        if ready:
            seats = tuple([seat for seat in seats if not ready >> seat & 1])
        last = self._decision
        if not seats:
            self._decision = None
        elif (
            last is None
            or last.step is not step
            or last.seats != seats
            or last.simultaneous is not (ready != 0 or len(seats) > 1)
        ):
            self._decision = Decision(seats, step, ready != 0 or len(seats) > 1)
        return self._decision
