"""How near does a fact come to what is expected? For whoever looks for a way to bring it about."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from fractions import Fraction
from typing import Any

from phaseline.engine.casefile.matching import Same, agrees, find_key
from phaseline.engine.casefile.tree import Node

MOST = 0.95
"""What is not as expected is no nearer than this."""
_ODDS = re.compile(r"(\d+)\s*[:-]\s*(\d+)")

Apart = Callable[[str, str], int | None]
"""How many hexes lie from one place to another; None where these texts are no two places."""


def nearness(expected: Node, actual: Any, same: Same, apart: Apart) -> float:
    """1 where `actual`, which is plain data, is as expected; less, and never below 0, the further it is from that.

    Numbers and odds are near by their ratio, places by the hexes between them, mappings by the mean of their entries. What
    is only right or wrong is 0 where it is wrong.
    """
    if agrees(expected, actual, same):
        return 1.0
    return min(MOST, _near(expected, actual, same, apart))


def _near(expected: Node, actual: Any, same: Same, apart: Apart) -> float:
    """How near something is that is not as expected."""
    mapping = expected.mapping
    if mapping and set(mapping) <= set(_OPERATORS):
        return min(_OPERATORS[name](node, actual, same, apart) for name, node in mapping.items())
    if mapping:
        if not isinstance(actual, Mapping):
            return 0.0
        found = 0.0
        for key, node in mapping.items():
            name = find_key(key, actual, same)
            found += nearness(node, None if name is None else actual[name], same, apart)
        return found / len(mapping)
    if isinstance(expected.value, list) or not isinstance(actual, (str, int, float)):
        return _fewer(_surplus(actual, len(expected.items)))
    return _scalar(expected, actual, apart)


def _scalar(expected: Node, actual: str | float, apart: Apart) -> float:
    number = expected.resolved()
    if isinstance(actual, bool) or isinstance(number, bool):
        return 0.0
    if isinstance(actual, (int, float)):
        return closeness(actual, number) if isinstance(number, (int, float)) else 0.0
    if (distance := apart(expected.text, actual)) is not None:
        return 1.0 / (1 + distance)
    wanted, given = _odds(expected.text), _odds(actual)
    return 0.0 if wanted is None or given is None else float(min(wanted / given, given / wanted))


def closeness(actual: float, wanted: float) -> float:
    """How near one number is to another: 1 when they are equal, a half when it misses by all of what was wanted."""
    return 1.0 / (1.0 + abs(actual - wanted) / max(1.0, abs(wanted)))


def _odds(text: str) -> Fraction | None:
    found = _ODDS.search(text)
    return Fraction(int(found[1]), int(found[2])) if found and int(found[1]) and int(found[2]) else None


def _surplus(actual: Any, wanted: int) -> int:
    size = len(actual) if isinstance(actual, (Sequence, Set, Mapping)) and not isinstance(actual, str) else 1
    return abs(size - wanted)


def _fewer(count: int) -> float:
    return 1.0 / (1 + count)


def _at_least(node: Node, actual: Any, _: Same, __: Apart) -> float:
    wanted = _number(node.resolved())
    given = _number(actual)
    return 0.0 if wanted is None or given is None else 1.0 if given >= wanted else closeness(given, wanted)


def _at_most(node: Node, actual: Any, _: Same, __: Apart) -> float:
    wanted = _number(node.resolved())
    given = _number(actual)
    return 0.0 if wanted is None or given is None else 1.0 if given <= wanted else closeness(given, wanted)


def _number(found: Any) -> float | None:
    return found if isinstance(found, (int, float)) else None


def _one_of(node: Node, actual: Any, same: Same, apart: Apart) -> float:
    return max((nearness(item, actual, same, apart) for item in node.items), default=0.0)


def _contains(node: Node, actual: Any, same: Same, _: Apart) -> float:
    found = [_lacks(item, actual, same) < 1 for item in node.items]
    return sum(found) / len(found) if found else 1.0


def _lacks(node: Node, actual: Any, same: Same) -> float:
    """1 where none of the items is in what there is."""
    if isinstance(actual, str):
        return _fewer(sum(item.text.casefold() in actual.casefold() for item in node.items))
    if not isinstance(actual, (Sequence, Set, Mapping)):
        return 0.0
    return _fewer(sum(agrees(item, fact, same) for item in node.items for fact in actual))


def _size(node: Node, actual: Any, _: Same, __: Apart) -> float:
    return _fewer(_surplus(actual, len(node.items)))


def _wrong(_: Node, __: Any, ___: Same, ____: Apart) -> float:
    """Only right or wrong."""
    return 0.0


def _lacking(node: Node, actual: Any, same: Same, _: Apart) -> float:
    return _lacks(node, actual, same)


def _counted(node: Node, actual: Any, _: Same, __: Apart) -> float:
    size = len(actual) if isinstance(actual, (Sequence, Set, Mapping)) else int(actual is not None)
    wanted = _number(node.resolved())
    return 0.0 if wanted is None else closeness(size, wanted)


_OPERATORS: dict[str, Callable[[Node, Any, Same, Apart], float]] = {
    "not": _wrong,
    "one_of": _one_of,
    "at_least": _at_least,
    "at_most": _at_most,
    "contains": _contains,
    "lacks": _lacking,
    "only": _size,
    "count": _counted,
}
