"""What a seat may do now: the legal orders of one decision, lazily, with the reason for everything that is not.

An `OrderRule` offers one kind of order. It has one method per field of the order, each returning a `Narrowing` of the
values the field may take given the values chosen before it: first which units may move at all, then where this unit
may go. `LegalOrders` walks these choices without ever building the whole list unless somebody asks for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from phaseline.engine.narrowing import Narrowing
from phaseline.engine.orders import Order, verb_of
from phaseline.engine.refusal import Refusal
from phaseline.hexgrid import kth

if TYPE_CHECKING:
    from phaseline.engine.state import State

OrderT = TypeVar("OrderT", bound=Order)
StateT = TypeVar("StateT", bound="State[Any, Any]")


class OrderRule(Generic[OrderT, StateT]):
    """The rule of one kind of order: who may give it, with which values, and what it does.

    A subclass sets `order`, defines one method per field of the order, named like the field, taking the state and the
    values of the fields before it, and returning a `Narrowing`; and `apply`. Rules hold no facts of their own.
    """

    order: type[OrderT]
    field_methods: ClassVar[tuple[str, ...]] = ()
    gated: ClassVar[bool] = False
    """Whether the rule has a gate of its own."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.gated = cls.gate is not OrderRule.gate
        if "order" in cls.__dict__:
            fields = cls.__dict__["order"].__struct_fields__
            missing = [name for name in fields if not callable(getattr(cls, name, None))]
            if missing:
                raise TypeError(
                    f"{cls.__name__} needs a method for each field of the order; it lacks {missing}"
                )
            cls.field_methods = fields

    def gate(self, state: StateT) -> Refusal | None:  # noqa: ARG002 - for subclasses
        """Why no order of this kind may be given at all just now; None when it may."""
        return None

    def apply(self, state: StateT, order: OrderT) -> None:
        """Carry out a legal order: change the position, roll dice, tell what happened."""
        raise NotImplementedError(f"{type(self).__name__} does not say what its order does")


class LegalOrders:
    """The legal orders of `seat` in the present decision: iterate, count, test, sample, or ask why not.

    Valid until the state changes: asked later, it raises `RuntimeError` rather than answer for another position.
    Iteration is sorted: by kind of order as the decision lists them, then by each field.
    """

    def __init__(
        self, state: State[Any, Any], seat: int, rules: Sequence[OrderRule[Any, Any]], case: str
    ) -> None:
        self._state = state
        self._rules = rules
        self._case = case
        self._levels: dict[tuple[OrderRule[Any, Any], tuple[Any, ...]], Narrowing] = {}
        self._closed: dict[OrderRule[Any, Any], Refusal] = {}
        self._opened: list[OrderRule[Any, Any]] | None = None
        self._latest: Order | None = None  # the order last found legal: most are given at once
        self.seat = seat

    def kinds(self) -> list[type[Order]]:
        """The kinds of order of which at least one may be given."""
        return [rule.order for rule in self._open() if next(self._extend(rule, ()), None) is not None]

    def values(self, kind: type[Order], *chosen: Any) -> list[Any]:
        """The values the next field of an order of this kind may take after `chosen`; [] when none."""
        rule = self._rule(kind)
        if rule is None or rule not in self._open() or len(chosen) >= len(rule.field_methods):
            return []
        return list(self._level(rule, chosen))

    def why_not(self, kind: type[Order], *chosen: Any) -> Refusal | None:
        """Why an order of this kind may not begin with the values `chosen`; None when it may."""
        rule = self._rule(kind)
        if rule is None:
            return self._not_now(kind)
        if rule not in self._open():
            return self._closed[rule]
        for depth, value in enumerate(chosen):
            level = self._level(rule, chosen[:depth])
            if value not in level:
                return level.why_not(value)
        return None

    def refusal(self, order: Order) -> Refusal | None:
        """Why `order` is not legal; None when it is."""
        if order is self._latest:
            return None
        return self.why_not(type(order), *[getattr(order, name) for name in order.__struct_fields__])

    def rule_for(self, order: Order) -> OrderRule[Any, Any]:
        """The rule that carries out `order`, which must be of a kind this decision has."""
        rule = self._rule(type(order))
        if rule is None:
            raise LookupError(f"no rule of this decision takes {order!r}")
        return rule

    def sample(self, rng: random.Random) -> Order:
        """A random legal order: a branch of the first choice uniformly, then each further field uniformly.

        Raises `LookupError` when there is none.
        """
        branches: list[tuple[OrderRule[Any, Any], Narrowing | None, int]] = []
        total = 0
        for rule in self._open():
            level = self._level(rule, ()) if rule.field_methods else None
            mask = 1 if level is None else level.mask
            if mask:
                branches.append((rule, level, mask))
                total += mask.bit_count()
        while total:
            pick = int(rng.random() * total)
            for i, (rule, level, mask) in enumerate(branches):
                size = mask.bit_count()
                if pick < size:
                    if level is None:
                        return self._made(rule, ())
                    bit = kth(mask, pick)
                    order = self._sample(rule, (level.value_at(bit),), rng)
                    if order is not None:
                        return order
                    branches[i] = (rule, level, mask & ~(1 << bit))
                    total -= 1
                    break
                pick -= size
        raise LookupError("there is no legal order")

    def __iter__(self) -> Iterator[Order]:
        for rule in self._open():
            yield from self._extend(rule, ())

    def __contains__(self, order: object) -> bool:
        return isinstance(order, Order) and self.refusal(order) is None

    def __len__(self) -> int:
        return sum(self._count(rule, ()) for rule in self._open())

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        return f"<{len(self)} legal orders: {', '.join(verb_of(kind) for kind in self.kinds())}>"

    def _rule(self, kind: type[Order]) -> OrderRule[Any, Any] | None:
        for rule in self._rules:
            if rule.order is kind:
                return rule
        return None

    def _begin(self) -> None:
        """Before rules are asked: they answer for the present position and for this seat."""
        state = self._state
        if not state.knows(self):
            raise RuntimeError("these are the legal orders of an earlier position; ask for legal() again")
        state.acting = self.seat

    def _open(self) -> list[OrderRule[Any, Any]]:
        """The rules whose gates are open."""
        found = self._opened
        if found is None:
            self._begin()
            found = []
            for rule in self._rules:
                refusal = rule.gate(self._state) if rule.gated else None
                if refusal is None:
                    found.append(rule)
                else:
                    self._closed[rule] = refusal
            self._opened = found
        return found

    def _level(self, rule: OrderRule[Any, Any], chosen: tuple[Any, ...]) -> Narrowing:
        key = (rule, chosen)
        level = self._levels.get(key)
        if level is None:
            self._begin()
            method: Callable[..., Narrowing] = getattr(rule, rule.field_methods[len(chosen)])
            level = self._levels[key] = method(self._state, *chosen)
        return level

    def _extend(self, rule: OrderRule[Any, Any], chosen: tuple[Any, ...]) -> Iterator[Order]:
        if len(chosen) == len(rule.field_methods):
            yield self._made(rule, chosen)
            return
        for value in self._level(rule, chosen):
            yield from self._extend(rule, (*chosen, value))

    def _count(self, rule: OrderRule[Any, Any], chosen: tuple[Any, ...]) -> int:
        left = len(rule.field_methods) - len(chosen)
        if left == 0:
            return 1
        level = self._level(rule, chosen)
        return len(level) if left == 1 else sum(self._count(rule, (*chosen, value)) for value in level)

    def _sample(self, rule: OrderRule[Any, Any], chosen: tuple[Any, ...], rng: random.Random) -> Order | None:
        """A random order of `rule` that begins with the values `chosen`; None when that leads nowhere."""
        if len(chosen) == len(rule.field_methods):
            return self._made(rule, chosen)
        level = self._level(rule, chosen)
        mask = level.mask
        while mask:
            bit = kth(mask, int(rng.random() * mask.bit_count()))
            order = self._sample(rule, (*chosen, level.value_at(bit)), rng)
            if order is not None:
                return order
            mask &= ~(1 << bit)
        return None

    def _made(self, rule: OrderRule[Any, Any], chosen: tuple[Any, ...]) -> Order:
        order: Order = rule.order(*chosen)
        self._latest = order
        return order

    def _not_now(self, kind: type[Order]) -> Refusal:
        verbs = ", ".join(verb_of(rule.order) for rule in self._open())
        return Refusal(kind.case, f'"{verb_of(kind)}" is not possible now ({self._case}); possible: {verbs}')
