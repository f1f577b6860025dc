"""The case ledger: every numbered case of a game's rulebook, in our own words, and the mark for code that keeps it.

A game package holds `cases.toml`:

    [[case]]
    number = "7.33"
    topic = "double defence"
    kind = "combat"
    testable = true
    summary = "Two hits take one step from a unit that defends in a forest."

A case that cannot be tested (history, a remark on the components) has `testable = false` and says why in `reason`.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from phaseline.engine.packs import DataError
from phaseline.wording.misfit import fault

T = TypeVar("T")
FILE = "cases.toml"
MARK = "__cases__"
"""The attribute that `case` sets."""


class UnknownCase(LookupError):
    """A case number that the rulebook does not have; the message lists near ones."""


class RuleCase(Struct, frozen=True, forbid_unknown_fields=True):
    """One case of the rulebook: its number, a topic of a few words, what kind of rule it is, and what it says."""

    number: str
    topic: str
    testable: bool
    summary: str
    kind: str = ""
    reason: str = ""

    def __post_init__(self) -> None:
        if not self.number.strip() or not self.summary.strip():
            raise ValueError("number and summary may not be empty")
        if not self.testable and not self.reason.strip():
            raise ValueError(f"case {self.number} is not testable: `reason` must say why")

    @property
    def chapter(self) -> str:
        """What stands before the first point: `7` of `7.33`."""
        return self.number.partition(".")[0]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    case: tuple[RuleCase, ...]
    title: str = ""
    note: str = ""


class Ledger:
    """The cases of one rulebook, in the order of the file.

    >>> ledger = Ledger(
    ...     [
    ...         RuleCase("7", "combat", False, "Combat.", reason="a heading"),
    ...         RuleCase("7.3", "fire", True, "Units fire one after the other."),
    ...         RuleCase("7.31", "hits", True, "A six is a hit."),
    ...     ]
    ... )
    >>> [case.number for case in ledger.family("7.3")], [case.number for case in ledger.search("HIT six")]
    (['7.3', '7.31'], ['7.31'])
    >>> ledger["7.32"]
    Traceback (most recent call last):
    phaseline.engine.ledger.UnknownCase: there is no case 7.32; near it: 7.3, 7.31
    """

    def __init__(self, cases: Iterable[RuleCase]) -> None:
        self._cases: dict[str, RuleCase] = {}
        for entry in cases:
            if entry.number in self._cases:
                raise DataError(f"case {entry.number} is listed twice; numbers must differ")
            self._cases[entry.number] = entry

    @classmethod
    def read(cls, package: str) -> Ledger:
        """The ledger of a game's package. Raises `DataError` that names the file and the field."""
        where = f"{package.replace('.', '/')}/{FILE}"
        written: dict[str, Any] = {}
        try:
            written = tomllib.loads(files(package).joinpath(FILE).read_text("utf-8"))
            return cls(msgspec.convert(written, _File).case)
        except FileNotFoundError:
            raise DataError(
                f"{where}: there is no such file; a game lists the cases of its rulebook there"
            ) from None
        except msgspec.ValidationError as error:
            raise DataError(f"{where}: {fault(str(error), _File, written)}") from error
        except (tomllib.TOMLDecodeError, DataError) as error:
            raise DataError(f"{where}: {error}") from error

    def __getitem__(self, number: str) -> RuleCase:
        found = self._cases.get(number)
        if found is None:
            near = difflib.get_close_matches(number, self._cases, n=3, cutoff=0.5)
            hint = f"; near it: {', '.join(near)}" if near else ""
            raise UnknownCase(f"there is no case {number}{hint}")
        return found

    def __contains__(self, number: object) -> bool:
        return number in self._cases

    def __iter__(self) -> Iterator[RuleCase]:
        return iter(self._cases.values())

    def __len__(self) -> int:
        return len(self._cases)

    def family(self, number: str) -> list[RuleCase]:
        """The case and its sub-cases (`7.3`, `7.31`, `7.31a`), or a whole chapter (`7`); [] when there is none."""
        return [entry for entry in self if entry.number == number or _inside(entry.number, number)]

    def search(self, words: str) -> list[RuleCase]:
        """The cases whose number, topic or summary holds every one of the words, without regard to case."""
        wanted = words.casefold().split()
        return [
            entry
            for entry in self
            if all(word in f"{entry.number} {entry.topic} {entry.summary}".casefold() for word in wanted)
        ]


def _inside(number: str, outer: str) -> bool:
    rest = number.removeprefix(outer)
    # 10.10 is the tenth case after 10.1, not a part of it.
    return rest != number and (rest.startswith(".") or ("." in outer and not rest.startswith("0")))


def case(*numbers: str) -> Callable[[T], T]:
    """Mark a function or class as what keeps these cases; it comes back as it was, at no cost when it runs.

    >>> @case("7.33", "7.34")
    ... def losses(hits: int) -> int:
    ...     return hits // 2
    >>> losses(5), cases_of(losses)
    (2, ('7.33', '7.34'))

    Numbers are written out as literals, because `phaseline cases` reads them from the source. Put the mark beneath
    `@property`, `@cached_property` and their like. Raises `TypeError` without numbers or above such a decorator.
    """
    if not numbers or not all(isinstance(number, str) for number in numbers):
        raise TypeError('write the case numbers as texts: @case("7.33")')

    def mark(thing: T) -> T:
        own = getattr(thing, "__dict__", {}).get(MARK, ())
        try:
            setattr(thing, MARK, (*numbers, *own))
        except (AttributeError, TypeError) as error:
            raise TypeError(f"{thing!r} cannot be marked; put @case beneath the other decorator") from error
        return thing

    return mark


def cases_of(thing: object) -> tuple[str, ...]:
    """The numbers that a function or class is itself marked with."""
    numbers: tuple[str, ...] = getattr(thing, "__dict__", {}).get(MARK, ())
    return numbers
