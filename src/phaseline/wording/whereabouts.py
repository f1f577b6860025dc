"""Where in a tree of plain data a value is that does not fit its type.

msgspec says `$.terrain[...].cost`; which entry of a dictionary is meant is found out here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

_AT = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`$")
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]|(?P<any>\[\.\.\.\])")


def reason(message: str) -> str:
    """What msgspec says without the place.

    >>> reason("Expected `int`, got `str` - at `$.terrain[...].cost`")
    'Expected `int`, got `str`'
    """
    return _AT.sub("", message)


def locate(written: Any, kind: Any, message: str, *, strict: bool = False) -> tuple[str | int, ...]:
    """Where the error is that msgspec's `message` about `written` as `kind` tells of.

    >>> locate(
    ...     {"forest": 2, "hill": "x"}, dict[str, int], "Expected `int`, got `str` - at `$[...]`", strict=True
    ... )
    ('hill',)
    """
    found = _AT.search(message)
    path: list[str | int] = []
    here = written
    for step in _STEP.finditer(found["path"]) if found else ():
        if step["any"]:
            path.append(_culprit(written, path, kind, message, strict=strict))
        else:
            path.append(int(step["index"]) if step["index"] else step["name"])
        try:
            here = here[path[-1]]
        except (KeyError, IndexError, TypeError):
            break
    return tuple(path)


def dotted(path: Sequence[str | int], first: int = 1) -> str:
    """A place as one writes it; entries of lists count from `first`.

    >>> dotted(("terrain", "forest", "costs", 0)), dotted(("players", 0, "kind"), first=0)
    ('terrain.forest.costs[1]', 'players[0].kind')
    """
    steps = (f"[{step + first}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).lstrip(".")


def written_at(written: Any, path: Sequence[str | int]) -> Any:
    """What stands at a place of plain data; None where there is nothing."""
    try:
        for step in path:
            written = written[step]
    except (KeyError, IndexError, TypeError):
        return None
    return written


def _culprit(written: Any, path: list[str | int], kind: Any, message: str, *, strict: bool) -> str:
    """Drop the other entries to find out."""
    entries = written
    for step in path:
        entries = entries[step]
    for key in entries:
        try:
            msgspec.convert(_replaced(written, path, {key: entries[key]}), kind, strict=strict)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return str(key)
    return "..."


def _replaced(tree: Any, path: list[str | int], value: Any) -> Any:
    if not path:
        return value
    copy = tree.copy()
    copy[path[0]] = _replaced(tree[path[0]], path[1:], value)
    return copy
