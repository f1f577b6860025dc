"""Where in a tree of plain data a value is that does not fit its type.

msgspec says `$.terrain[...].cost`; which entry of a dictionary is meant is found out here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

_AT = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`$")
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]|(?P<any>\[\.\.\.\])")


def reason(message: str) -> str:
    """What msgspec says without the place.

    >>> reason("Expected `int`, got `str` - at `$.terrain[...].cost`")
    'Expected `int`, got `str`'
    """
    return _AT.sub("", message)


class Key(NamedTuple):
    """A key of a mapping, where a message is about that and not about what stands beneath it."""

    name: object


def locate(written: Any, kind: Any, message: str, *, strict: bool = False) -> tuple[str | int, ...]:
    """Where the error is that msgspec's `message` about `written` as `kind` tells of; keys of mappings as text.

    Of a wrong key, the mapping that has it: `key_at_fault` tells which it is.

    >>> locate(
    ...     {"forest": 2, "hill": "x"}, dict[str, int], "Expected `int`, got `str` - at `$[...]`", strict=True
    ... )
    ('hill',)
    """
    return tuple(
        str(step) if isinstance(entries, dict) else step
        for entries, step in _way(written, kind, message, strict=strict)
    )


def key_at_fault(written: Any, kind: Any, message: str, *, strict: bool = False) -> Key | None:
    """The key that msgspec's `message` about `written` as `kind` is about; None if it is about no key.

    >>> key_at_fault(
    ...     {2: 1, "x": 4}, dict[int, int], "Expected `int`, got `str` - at `key` in `$`", strict=True
    ... )
    Key(name='x')
    """
    found = _AT.search(message)
    if found is None or not found["key"]:
        return None
    path = [step for _, step in _way(written, kind, message, strict=strict)]
    if not isinstance(written_at(written, path), dict):
        return None
    return _culprit(written, path, kind, message, strict=strict)


def _way(written: Any, kind: Any, message: str, *, strict: bool) -> Iterator[tuple[Any, Any]]:
    """What to step through, and which entry of it to take, up to where the error is; or as far as what is written goes."""
    found = _AT.search(message)
    path: list[Any] = []
    here = written
    for step in _STEP.finditer(found["path"]) if found else ():
        if step["any"]:
            culprit = _culprit(written, path, kind, message, strict=strict)
            entry = "..." if culprit is None else culprit.name
        else:
            entry = int(step["index"]) if step["index"] else step["name"]
        yield here, entry
        path.append(entry)
        try:
            here = here[entry]
        except (KeyError, IndexError, TypeError):
            return


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
            if isinstance(written, dict) and step not in written:
                written = {str(key): value for key, value in written.items()}
            written = written[step]
    except (KeyError, IndexError, TypeError):
        return None
    return written


def _culprit(written: Any, path: list[Any], kind: Any, message: str, *, strict: bool) -> Key | None:
    """The entry of the mapping at `path` that the message is about: drop the others to find out."""
    entries = written
    for step in path:
        entries = entries[step]
    for key in entries:
        try:
            msgspec.convert(_replaced(written, path, {key: entries[key]}), kind, strict=strict)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return Key(key)
    return None


def _replaced(tree: Any, path: list[Any], value: Any) -> Any:
    if not path:
        return value
    copy = tree.copy()
    copy[path[0]] = _replaced(tree[path[0]], path[1:], value)
    return copy
