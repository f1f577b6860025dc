"""Does a fact agree with what a case expects? Forgiving about spelling, strict about values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, is_dataclass
from enum import Enum
from numbers import Rational
from typing import Any

import msgspec

from phaseline.engine.casefile.errors import fold
from phaseline.engine.casefile.tree import Node, shown
from phaseline.wording.nearest import did_you_mean

Same = Callable[[str, str], bool]
"""Whether two texts name the same thing (a hex by number and by name, say)."""


@dataclass(frozen=True)
class Mismatch:
    """An expectation that does not hold: its field and line, what was expected, what is, and perhaps a hint."""

    field: str
    line: int
    expected: str
    actual: str
    hint: str = ""


def compare(expected: Node, actual: Any, field: str, same: Same) -> Iterator[Mismatch]:
    """Where `actual`, which is plain data, is not as expected. A mapping need not name everything there is."""
    operators = expected.mapping
    if (
        operators
        and set(operators) <= set(_OPERATORS)
        and not (_is_mapping(actual) and set(operators) & set(actual))
    ):
        for name, operand in operators.items():
            if not _OPERATORS[name](operand, actual, same):
                yield Mismatch(field, operand.line, f"{name} {operand.text}", shown(actual))
    elif isinstance(expected.value, dict):
        yield from _compare_mapping(expected, actual, field, same)
    elif isinstance(expected.value, list):
        yield from _compare_list(expected, actual, field, same)
    elif not _equal(expected, actual, same):
        yield Mismatch(field, expected.line, expected.text, shown(actual))


def agrees(expected: Node, actual: Any, same: Same) -> bool:
    """Whether `actual` is as expected."""
    return next(compare(expected, actual, "", same), None) is None


def plain(value: Any) -> Any:
    """A fact as plain data: structs and data classes as dictionaries, fractions and other things as texts."""
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Set):
        return {shown(plain(item)) for item in value}
    if isinstance(value, Rational):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return str(value)


def _compare_mapping(expected: Node, actual: Any, field: str, same: Same) -> Iterator[Mismatch]:
    if not _is_mapping(actual):
        yield Mismatch(field, expected.line, expected.text, shown(actual))
        return
    for key, item in expected.mapping.items():
        inner = f"{field}.{key}" if field else key
        name = find_key(key, actual, same)
        if name is not None:
            yield from compare(item, actual[name], inner, same)
        elif not (item.is_null or (item.is_scalar and fold(item.text) == "none")):
            known = did_you_mean(key, actual, "there are").lstrip("; ")
            yield Mismatch(inner, item.line, item.text, "not there", known)


def find_key(key: str, actual: Mapping[str, Any], same: Same) -> str | None:
    """The key of a mapping that is meant by a text."""
    if key in actual:
        return key
    return next((name for name in actual if fold(name) == fold(key) or same(key, name)), None)


def _compare_list(expected: Node, actual: Any, field: str, same: Same) -> Iterator[Mismatch]:
    if _is_mapping(actual):
        actual = set(actual)
    items = expected.items
    if not isinstance(actual, (Sequence, Set)) or isinstance(actual, str) or len(actual) != len(items):
        yield Mismatch(field, expected.line, expected.text, shown(actual))
    elif isinstance(actual, Set):
        if not _all_in(items, actual, same):
            yield Mismatch(field, expected.line, expected.text, shown(actual))
    else:
        for number, (item, fact) in enumerate(zip(items, actual, strict=True), start=1):
            yield from compare(item, fact, f"{field}[{number}]", same)


class Named(str):
    """A text of a fact that a case may also call by other names.

    >>> lost = Named("dead", "eliminated")
    >>> lost == "dead", lost.also
    (True, ('eliminated',))
    """

    __slots__ = ("also",)

    def __new__(cls, text: str, *also: str) -> Named:
        """The text as it is told, and its other names."""
        made = super().__new__(cls, text)
        made.also = also
        return made

    also: tuple[str, ...]


def _equal(expected: Node, actual: Any, same: Same) -> bool:
    text = expected.text
    if actual is None or (isinstance(actual, (Sequence, Set, Mapping)) and len(actual) == 0):
        return expected.is_null or fold(text) in ("none", "")
    if isinstance(actual, bool):
        return text.casefold() in (("true", "yes") if actual else ("false", "no"))
    if isinstance(actual, (int, float)):
        number = expected.resolved()
        return isinstance(number, (int, float)) and not isinstance(number, bool) and number == actual
    if isinstance(actual, str):
        also = actual.also if isinstance(actual, Named) else ()
        return fold(text) in (fold(word) for word in (actual, *also)) or same(text, actual)
    if _is_mapping(actual):
        return "state" in actual and _equal(expected, actual["state"], same)
    return len(actual) == 1 and _equal(expected, next(iter(actual)), same)


def _is_mapping(value: Any) -> bool:
    return isinstance(value, Mapping)


def _has(item: Node, actual: Any, same: Same) -> bool:
    if isinstance(actual, str):
        return fold(item.text) in fold(actual)
    if not isinstance(actual, (Sequence, Set, Mapping)):
        return agrees(item, actual, same)
    return any(agrees(item, fact, same) for fact in actual)


def _all_in(items: Sequence[Node], actual: Any, same: Same) -> bool:
    return all(_has(item, actual, same) for item in items)


def _number(node: Node) -> float | None:
    value = node.resolved()
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _compared(operand: Node, actual: Any, test: Callable[[float, float], bool]) -> bool:
    limit = _number(operand)
    return limit is not None and isinstance(actual, (int, float)) and test(actual, limit)


def _size(actual: Any) -> int:
    return len(actual) if isinstance(actual, (Sequence, Set, Mapping)) else int(actual is not None)


_OPERATORS: dict[str, Callable[[Node, Any, Same], bool]] = {
    "not": lambda operand, actual, same: not agrees(operand, actual, same),
    "one_of": lambda operand, actual, same: any(agrees(item, actual, same) for item in operand.items),
    "at_least": lambda operand, actual, _: _compared(operand, actual, lambda a, b: a >= b),
    "at_most": lambda operand, actual, _: _compared(operand, actual, lambda a, b: a <= b),
    "contains": lambda operand, actual, same: _all_in(operand.items, actual, same),
    "lacks": lambda operand, actual, same: not any(_has(item, actual, same) for item in operand.items),
    "only": lambda operand, actual, same: (
        _size(actual) == len(operand.items) and _all_in(operand.items, actual, same)
    ),
    "count": lambda operand, actual, _: _compared(operand, _size(actual), lambda a, b: a == b),
}
