"""What has been worked out about a position, so that it need not be worked out again.

There is one memory, and one rule: whatever is remembered says what it was worked out from. As long as that is equal to
what it was, the answer stands; nobody has to announce a change, and nothing is ever thrown away by mistake. A copy of a
state takes the memory along. The harness proves it against a state that remembers nothing.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Self


class Memory:
    """See the module's text.

    `passing` holds what is true of this very moment of play and forgotten at the next. `lasting` holds, by key, what an
    answer reads and the answer: it lives on from order to order. `rules` is a part of it: by seat, what each rule of
    orders reads and answers.
    """

    __slots__ = ("lasting", "passing", "rules")

    def __init__(self) -> None:
        self.rules: dict[int, dict[Any, tuple[object, Any]]] = {}
        self.passing: dict[Hashable, Any] = {}
        self.lasting: dict[Hashable, tuple[object, Any]] = {}

    def copy(self) -> Self:
        """A memory of its own that knows the same."""
        twin = object.__new__(type(self))
        twin.passing = self.passing.copy()
        twin.lasting = self.lasting.copy()
        twin.rules = {seat: answers.copy() for seat, answers in self.rules.items()}
        return twin
