"""What a seat may do now: the legal orders of one decision, lazily, with the reason for everything that is not.

An `OrderRule` offers one kind of order. It has one method per field of the order, each returning a `Narrowing` of the
values the field may take given the values chosen before it: first which units may move at all, then where this unit
may go. `LegalOrders` walks these choices without ever building the whole list unless somebody asks for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.orders import NotationError, Order, plain, read, verb_of
from phaseline.engine.refusal import Refusal
from phaseline.hexgrid import kth

if TYPE_CHECKING:
    from phaseline.engine.state import State

OrderT = TypeVar("OrderT", bound=Order)
StateT = TypeVar("StateT", bound="State[Any, Any]")


_GIVEN = choose(1, "-", "it has no fields")
"""The first choice of an order without fields: to give it."""


class OrderRule(Generic[OrderT, StateT]):
    """The rule of one kind of order: who may give it, with which values, and what it does.

    A subclass sets `order`, defines one method per field of the order, named like the field, taking the state and the
    values of the fields before it, and returning a `Narrowing`; and `apply`. Rules hold no facts of their own.
    """

    order: type[OrderT]
    choices: ClassVar[tuple[Callable[..., Narrowing], ...]] = ()
    """The methods of the fields, in order."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        order = getattr(cls, "order", None)
        if order is not None:
            fields = order.__struct_fields__
            missing = [name for name in fields if not callable(getattr(cls, name, None))]
            if missing:
                raise TypeError(
                    f"{cls.__name__} needs a method for each field of the order; it lacks {missing}"
                )
            cls.choices = tuple(getattr(cls, name) for name in fields)

    def gate(self, state: StateT) -> Refusal | None:  # noqa: ARG002 - for subclasses
        """Why no order of this kind may be given at all just now; None when it may."""
        return None

    def reads(self, state: StateT) -> object:
        """All that the gate and the first choice read, for one seat: while it stays equal, so do they.

        A rule that has this method is not asked again from one order to the next, as long as the answer would be the
        same; see `State.known`. It rests on the state alone: rules of a decision that have the very same method, from a
        common base, ask it once for all of them.
        """
        raise NotImplementedError(f"{type(self).__name__} does not say what it reads")

    def refused(self, state: StateT, order: OrderT, refusal: Refusal) -> Refusal:  # noqa: ARG002 - for subclasses
        """Why a complete order is not legal, when field by field the reason is `refusal`.

        For rules where a later field says what stands in the way of an earlier one: a hex is out of reach on the way
        that was ordered, for another reason than on other ways. Without an override: `refusal`.
        """
        return refusal

    def apply(self, state: StateT, order: OrderT) -> None:
        """Carry out a legal order: change the position, roll dice, tell what happened."""
        raise NotImplementedError(f"{type(self).__name__} does not say what its order does")


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A rule as it is asked what may be done: its own methods, None where it has none."""

    rule: OrderRule[Any, Any]
    order: type[Order]
    gate: Callable[[Any], Refusal | None] | None
    choices: tuple[Callable[..., Narrowing], ...]
    """The methods of the fields, in order."""
    first: Callable[[Any], Narrowing] | None

    remembered: bool
    """Whether it says what it reads."""

    @classmethod
    def of(cls, rule: OrderRule[Any, Any]) -> Asked:
        """How this rule is asked."""
        kind = type(rule)
        choices = tuple(getattr(rule, name) for name in kind.order.__struct_fields__)
        return cls(
            rule,
            kind.order,
            gate=rule.gate if kind.gate is not OrderRule.gate else None,
            choices=choices,
            first=choices[0] if choices else None,
            remembered=kind.reads is not OrderRule.reads,
        )

    def answer(self, state: State[Any, Any]) -> tuple[Refusal | None, Narrowing]:
        """Why no order of this kind may be given (None: it may), and the choice of its first field."""
        refusal = None if self.gate is None else self.gate(state)
        return refusal, _GIVEN if refusal is not None or self.first is None else self.first(state)


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Rules of a decision that follow one another and read the same: their answers stand and fall together."""

    rules: tuple[Asked, ...]
    reads: Callable[[Any], object] | None
    """What they read; None for rules that do not say it, and are asked every time."""

    def answers(self, state: State[Any, Any]) -> dict[Asked, Narrowing]:
        """The rules whose gates are open, with their first choices, to be remembered."""
        found = {}
        for asked in self.rules:
            refusal, level = asked.answer(state)
            if refusal is None:
                found[asked] = level.bare()
        return found


class Panel:
    """The rules of a decision, as they are asked."""

    __slots__ = ("asked", "batches")

    def __init__(self, rules: Iterable[OrderRule[Any, Any]]) -> None:
        self.asked = tuple(Asked.of(rule) for rule in rules)
        self.batches: tuple[Batch, ...] = tuple(
            Batch(batch, batch[0].rule.reads if batch[0].remembered else None)
            for batch in (
                tuple(alike) for _, alike in groupby(self.asked, lambda asked: type(asked.rule).reads)
            )
        )


NOBODY_ASKED: Final = Panel(())
"""What a seat is asked that has nothing to decide."""


class LegalOrders:
    """The legal orders of `seat` in the present decision: iterate, count, test, sample, or ask why not.

    `in` takes an order, or its notation.
    Valid until the state changes: asked later, it raises `RuntimeError` rather than answer for another position.
    Iteration is sorted: by kind of order as the decision lists them, then by each field.
    """

    __slots__ = (
        "_able",
        "_case",
        "_drawn_by",
        "_levels",
        "_open",
        "_panel",
        "_state",
        "drawn",
        "moment",
        "seat",
    )

    def __init__(self, state: State[Any, Any], seat: int, panel: Panel, case: str) -> None:
        self._state = state
        self._panel = panel
        self._case = case
        # Most positions are sampled once, and nothing of this is asked.
        self._levels: dict[tuple[Asked, tuple[Any, ...]], Narrowing] | None = None
        self._able: dict[tuple[type[Order], tuple[Any, ...]], list[Any]] | None = None
        self._open: dict[Asked, Narrowing] | None = None
        self.drawn: Order | None = None
        """The order that was found legal last: most are given at once."""
        self._drawn_by: Asked | None = None
        self.seat = seat
        self.moment = state.moment

    def kinds(self) -> list[type[Order]]:
        """The kinds of order of which at least one may be given."""
        return [rule.order for rule in self._opened() if self._leads(rule, ())]

    def values(self, kind: type[Order], *chosen: Any) -> list[Any]:
        """The values the next field of an order of this kind may take after `chosen`; [] when none."""
        rule = self._rule(kind)
        if rule is None or rule not in self._opened() or len(chosen) >= len(rule.choices):
            return []
        return list(self._level(rule, chosen))

    def why_not(self, kind: type[Order], *chosen: Any) -> Refusal | None:
        """Why an order of this kind may not begin with the values `chosen`; None when it may."""
        rule = self._rule(kind)
        if rule is None:
            return self._not_now(kind)
        if rule not in self._opened():
            return self._why_closed(rule)
        for depth, value in enumerate(chosen):
            level = self._level(rule, chosen[:depth])
            if value not in level:
                return (level if depth else self._reasoned(rule)).why_not(value)
        return None

    def leads_on(self, kind: type[Order], *chosen: Any) -> bool:
        """Whether at least one legal order of this kind begins with the values `chosen`, which `values` has listed."""
        rule = self._rule(kind)
        return rule is not None and rule in self._opened() and self._leads(rule, chosen)

    def able(self, kind: type[Order], *chosen: Any) -> list[Any]:
        """The values of the next field, after `chosen`, that lead on to a legal order; `values` lists dead ends too."""
        self._begin()
        if self._able is None:
            self._able = {}
        found = self._able.get((kind, chosen))
        if found is None:
            found = self._able[kind, chosen] = self._able_now(kind, chosen)
        return list(found)

    def place(self, kind: type[Order], chosen: tuple[Any, ...], value: Any) -> int:
        """The place of `value` among all that the rule has to offer for the field after `chosen`; -1 when it is not there.

        It does not depend on which of these are legal: an amount's place is the amount, an answer's its place in the
        list of answers.
        """
        rule = self._rule(kind)
        if rule is None or rule not in self._opened():
            return -1
        return self._level(rule, chosen).place(value)

    def _able_now(self, kind: type[Order], chosen: tuple[Any, ...]) -> list[Any]:
        listed = self.values(kind, *chosen)
        rule = self._rule(kind)
        if rule is None or len(chosen) + 1 >= len(rule.choices):
            return listed  # with the last field the order is whole
        return [value for value in listed if self._leads(rule, (*chosen, value))]

    def refusal(self, order: Order) -> Refusal | None:
        """Why `order` is not legal; None when it is."""
        if not isinstance(order, Order):  # before all else: None is no order that was drawn
            raise TypeError(f"{order!r} is no order; Match.parse reads a text")
        if self.drawn is order:
            return None
        refusal = self.why_not(type(order), *[getattr(order, name) for name in order.__struct_fields__])
        rule = self._rule(type(order))
        if refusal is None or rule is None or rule not in self._opened():
            return refusal
        return rule.rule.refused(self._state, order, refusal)

    def rule_for(self, order: Order) -> OrderRule[Any, Any]:
        """The rule that carries out `order`, which must be of a kind this decision has."""
        rule = self._drawn_by if order is self.drawn else self._rule(type(order))
        if rule is None:
            raise LookupError(f"no rule of this decision takes {order!r}")
        return rule.rule

    def sample(self, rng: random.Random) -> Order:
        """A random legal order: a branch of the first choice uniformly, then each further field uniformly.

        Raises `LookupError` when there is none.
        """
        self._begin()
        opened = self._ask() if self._open is None else self._open
        total = 0
        for level in opened.values():
            total += level.mask.bit_count()
        dead: dict[Asked, int] = {}
        while total:
            pick, mask = int(rng.random() * total), 0
            for rule, level in opened.items():
                mask = level.mask
                if dead and rule in dead:
                    mask &= ~dead[rule]
                size = mask.bit_count()
                if pick < size:
                    break
                pick -= size
            choices = rule.choices
            if not choices:
                return self._made(rule, ())
            bit = kth(mask, pick)
            values = (bit if type(level) is Narrowing else level.value_at(bit),)
            if len(choices) == 1:
                return self._made(rule, values)
            order = self._sample(rule, values, rng)
            if order is not None:
                return order
            dead[rule] = dead.get(rule, 0) | 1 << bit
            total -= 1
        raise LookupError("there is no legal order")

    def __iter__(self) -> Iterator[Order]:
        for rule in self._opened():
            yield from self._extend(rule, ())

    def __contains__(self, order: object) -> bool:
        if isinstance(order, str):
            state = self._state
            try:
                order = read(order, state.game.flow.order_types(), state.scenario.lexicon)
            except NotationError:
                return False
        return isinstance(order, Order) and self.refusal(plain(order)) is None

    def __len__(self) -> int:
        return sum(self._count(rule, ()) for rule in self._opened())

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        return f"<{len(self)} legal orders: {', '.join(verb_of(kind) for kind in self.kinds())}>"

    def _rule(self, kind: type[Order]) -> Asked | None:
        for asked in self._panel.asked:
            if asked.order is kind:
                return asked
        return None

    def _begin(self) -> None:
        """Before rules are asked: they answer for the present position and for this seat."""
        state = self._state
        if state.moment != self.moment:
            raise RuntimeError("these are the legal orders of an earlier position; ask for legal() again")
        state.acting = self.seat

    def _opened(self) -> dict[Asked, Narrowing]:
        """The rules whose gates are open, with their first choices: of an order without fields, whether to give it."""
        self._begin()
        found = self._open
        return self._ask() if found is None else found

    def _ask(self) -> dict[Asked, Narrowing]:
        """Ask every rule of the decision; those that say what they read only if that is not what it was."""
        found: dict[Asked, Narrowing] = {}
        state = self._state
        memory = state.memory.rules
        known = memory.get(self.seat)
        if known is None:
            known = memory[self.seat] = {}
        for batch in self._panel.batches:
            if batch.reads is not None:
                # What rules say they read settles their answers: those worked out last may still hold.
                reads = batch.reads(state)
                last = known.get(batch)
                if last is None or last[0] != reads:
                    last = known[batch] = reads, batch.answers(state)
                found.update(last[1])
                continue
            for asked in batch.rules:
                if asked.gate is None or asked.gate(state) is None:
                    found[asked] = _GIVEN if asked.first is None else asked.first(state)
        self._open = found
        return found

    def _why_closed(self, rule: Asked) -> Refusal:
        """Why no order of a rule may be given: worked out when it is asked for."""
        refusal = rule.answer(self._state)[0]
        if refusal is None:
            raise RuntimeError(f"{verb_of(rule.order)}: its rule reads more than it says")
        return refusal

    def _reasoned(self, rule: Asked) -> Narrowing:
        """The first choice of a rule, with the reasons for what is left out, as the position gives them now."""
        level = self._opened()[rule]
        if not rule.remembered or rule.first is None:
            return level
        return self._worked_out((rule, ()), rule.first)

    def _level(self, rule: Asked, chosen: tuple[Any, ...]) -> Narrowing:
        if not chosen:
            return self._opened()[rule]
        return self._worked_out((rule, chosen), rule.choices[len(chosen)])

    def _worked_out(self, key: tuple[Asked, tuple[Any, ...]], choice: Callable[..., Narrowing]) -> Narrowing:
        """The choice of a field after some values, worked out when it is first asked for."""
        levels = self._levels
        if levels is None:
            levels = self._levels = {}
        level = levels.get(key)
        if level is None:
            self._begin()
            level = levels[key] = choice(self._state, *key[1])
        return level

    def _extend(self, rule: Asked, chosen: tuple[Any, ...]) -> Iterator[Order]:
        left = len(rule.choices) - len(chosen)
        if left == 0:
            yield self._made(rule, chosen)
        elif left == 1:
            for value in self._level(rule, chosen):
                yield self._made(rule, (*chosen, value))
        else:
            for value in self._level(rule, chosen):
                yield from self._extend(rule, (*chosen, value))

    def _leads(self, rule: Asked, chosen: tuple[Any, ...]) -> bool:
        """Whether a legal order begins so; none is made for that."""
        left = len(rule.choices) - len(chosen)
        if left == 0:
            return True
        level = self._level(rule, chosen)
        return bool(level) if left == 1 else any(self._leads(rule, (*chosen, value)) for value in level)

    def _count(self, rule: Asked, chosen: tuple[Any, ...]) -> int:
        left = len(rule.choices) - len(chosen)
        if left == 0:
            return 1
        level = self._level(rule, chosen)
        return len(level) if left == 1 else sum(self._count(rule, (*chosen, value)) for value in level)

    def _sample(self, rule: Asked, chosen: tuple[Any, ...], rng: random.Random) -> Order | None:
        """A random order of `rule` that begins with the values `chosen`, not all of them; None when it leads nowhere.

        What it looks at is not remembered: most positions are sampled once.
        """
        choices = rule.choices
        depth = len(chosen)
        level = choices[depth](self._state, *chosen)
        mask = level.mask
        plain = type(level) is Narrowing
        while mask:
            bit = kth(mask, int(rng.random() * mask.bit_count()))
            values = (*chosen, bit if plain else level.value_at(bit))
            if depth + 1 == len(choices):
                return self._made(rule, values)
            order = self._sample(rule, values, rng)
            if order is not None:
                return order
            mask ^= 1 << bit
        return None

    def _made(self, rule: Asked, chosen: tuple[Any, ...]) -> Order:
        order = self.drawn = rule.order(*chosen)
        self._drawn_by = rule
        return order

    def _not_now(self, kind: type[Order]) -> Refusal:
        verbs = ", ".join(map(verb_of, self.kinds()))
        case = self._state.game.case_of(self._state, kind, self.seat)
        return Refusal(case, f'"{verb_of(kind)}" is not possible now ({self._case}); possible: {verbs}')
