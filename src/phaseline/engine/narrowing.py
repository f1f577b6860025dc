"""Legality as narrowing: one chain of rules gives both what may be chosen and why the rest may not.

A rule that offers a choice starts from everything conceivable and narrows it down, step by step, each step carrying
the case it rests on. What is left is what may be chosen; for anything else, the first step that removed it is the
reason. So the list of legal orders and the explanation of a refusal can never disagree.

>>> hexes = choose(0b111111, "3.1", "there is no such hex")
>>> hexes = hexes.only(0b011110, "4.2", "it is out of reach").without(
...     0b000100, "4.3", "an enemy unit holds it"
... )
>>> list(hexes)
[1, 3, 4]
>>> print(hexes.why_not(2))
case 4.3: an enemy unit holds it
>>> hexes.why_not(3) is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, Generic, Self, TypeVar

from phaseline.engine.refusal import Refusal
from phaseline.hexgrid import Mask, hexes

Reason = str | Callable[[Any], str | Refusal]
"""A sentence, or a function that makes it from the refused value (called only when somebody asks).

The function may return a whole refusal where a closer look finds another case to cite.
"""

_Log = tuple["_Log | None", Mask, str, Reason]
"""A step, after the one before it: what it has left, its case and reason. Choices share the steps they have in common."""

V = TypeVar("V", bound=Hashable)


def _forgotten(value: Any) -> str:
    raise LookupError(f"this choice was remembered without its reasons; ask the rule why not {value}")


def _reason_of(choice: Narrowing, value: Any) -> Refusal:
    refusal = choice.why_not(value)
    if refusal is None:
        raise RuntimeError(f"what was remembered of a choice refuses {value}, the choice itself does not")
    return refusal


_FORGOTTEN: _Log = (None, 0, "-", _forgotten)


class Narrowing:
    """A shrinking set of small integers (hexes, units, seats: bit n of `mask` is value n) that remembers its reasons."""

    __slots__ = ("_log", "mask")

    def __init__(self, mask: Mask, case: str, reason: Reason) -> None:
        self.mask = mask
        self._log: _Log = (None, mask, case, reason)

    def only(self, mask: Mask, case: str, reason: Reason) -> Self:
        """Keep what is in `mask`; the rest is refused by `case`."""
        left = self.mask & mask
        if left != self.mask:
            self.mask = left
            self._log = (self._log, left, case, reason)
        return self

    def without(self, mask: Mask, case: str, reason: Reason) -> Self:
        """Drop what is in `mask`: it is refused by `case`."""
        gone = self.mask & mask
        if gone:
            self.mask = left = self.mask ^ gone
            self._log = (self._log, left, case, reason)
        return self

    def narrowed(self, mask: Mask, further: Callable[[], Narrowing]) -> Self:
        """Keep what is in `mask`, remembered from `further`, a choice narrowed by the steps that follow.

        Its steps are taken again only when somebody asks for their reasons.
        """
        left = self.mask & mask
        if left != self.mask:
            self.mask = left
            self._log = (self._log, left, "-", lambda value: _reason_of(further(), value))
        return self

    def require(self, condition: bool, case: str, reason: Reason) -> Self:
        """Refuse everything unless `condition` holds."""
        if not condition:
            self.mask = 0
            self._log = (self._log, 0, case, reason)
        return self

    def copy(self) -> Self:
        """The same choice, to be narrowed further while this one stays as it is."""
        twin = object.__new__(type(self))
        twin.mask = self.mask
        twin._log = self._log
        return twin

    def bare(self) -> Self:
        """The same choice without its reasons, to be remembered: they may speak of things that change."""
        twin = self.copy()
        twin._log = _FORGOTTEN
        return twin

    def why_not(self, value: Any) -> Refusal | None:
        """The first step that removed `value`; None when it may be chosen."""
        bit = self._bit(value)
        first = None
        log: _Log | None = self._log
        while log is not None and (bit < 0 or not log[1] >> bit & 1):
            first = log
            log = log[0]
        if first is None:
            return None
        _, _, case, reason = first
        found = reason if isinstance(reason, str) else reason(value)
        return found if isinstance(found, Refusal) else Refusal(case, found)

    def _bit(self, value: Any) -> int:
        """The number of the bit that stands for `value`; -1 when none does."""
        return value if isinstance(value, int) and value >= 0 else -1

    def place(self, value: Any) -> int:
        """The number of the bit that stands for `value`; -1 when none does."""
        return self._bit(value)

    def value_at(self, bit: int) -> Any:
        """The value that bit number `bit` stands for."""
        return bit

    def __contains__(self, value: object) -> bool:
        bit = self._bit(value)
        return bit >= 0 and bool(self.mask >> bit & 1)

    def __iter__(self) -> Iterator[Any]:
        return hexes(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {list(self)}>"


class Options(Narrowing, Generic[V]):
    """A narrowing over any fixed sequence of distinct values, in the order given.

    >>> answers = Options(("retreat", "stand"), "6.4", "the answer is retreat or stand")
    >>> answers = answers.drop("retreat", "6.5", "there is no free hex to retreat to")
    >>> list(answers), str(answers.why_not("retreat"))
    (['stand'], 'case 6.5: there is no free hex to retreat to')
    """

    __slots__ = ("values",)

    def __init__(self, values: Sequence[V], case: str, reason: Reason) -> None:
        super().__init__((1 << len(values)) - 1, case, reason)
        self.values = values

    def keep(self, wanted: Callable[[V], bool], case: str, reason: Reason) -> Self:
        """Keep the values for which `wanted` is true."""
        return self.only(sum(1 << i for i, value in enumerate(self.values) if wanted(value)), case, reason)

    def copy(self) -> Self:
        """The same choice, to be narrowed further while this one stays as it is."""
        twin = super().copy()
        twin.values = self.values
        return twin

    def drop(self, value: V, case: str, reason: Reason) -> Self:
        """Refuse one value."""
        bit = self._bit(value)
        return self.without(1 << bit if bit >= 0 else 0, case, reason)

    def _bit(self, value: Any) -> int:
        for i, known in enumerate(self.values):
            if known == value and type(known) is type(value):
                return i
        return -1

    def value_at(self, bit: int) -> V:
        """The value that bit number `bit` stands for."""
        return self.values[bit]

    def __iter__(self) -> Iterator[V]:
        return (self.values[bit] for bit in hexes(self.mask))


class Synonyms(Options[V]):
    """A choice in which other words stand for some of the values too: `same` says for which, by its place.

    >>> ways = Synonyms([(), (3, 7)], {(5, 7): 0}, "11.3", "no such way")
    >>> list(ways), (5, 7) in ways, (4, 7) in ways
    ([(), (3, 7)], True, False)
    """

    __slots__ = ("same",)

    def __init__(self, values: Sequence[V], same: Mapping[V, int], case: str, reason: Reason) -> None:
        super().__init__(values, case, reason)
        self.same = same

    def copy(self) -> Self:
        """The same choice, to be narrowed further while this one stays as it is."""
        twin = super().copy()
        twin.same = self.same
        return twin

    def _bit(self, value: Any) -> int:
        return self.same[value] if value in self.same else super()._bit(value)


choose = Narrowing
"""Starts a choice among the values in a mask; anything outside is refused by the case given, for the reason given."""


def options(values: Sequence[V], case: str, reason: Reason) -> Options[V]:
    """Start a choice among `values`; anything else is refused by `case`."""
    return Options(values, case, reason)
