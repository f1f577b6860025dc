"""Where in a tree of plain data a value is that does not fit its type.

msgspec says `$.terrain[...].cost`; which entry of a dictionary is meant is found out here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import inspect

from phaseline.engine.nearest import did_you_mean

_AT = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`$")
_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}
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


def dotted(path: Sequence[str | int]) -> str:
    """A place as one writes it; entries of lists count from 1.

    >>> dotted(("terrain", "forest", "costs", 0))
    'terrain.forest.costs[1]'
    """
    return "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


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


def explain(message: str, kind: Any, path: Sequence[str | int], written: object) -> str:
    """What is wrong with what is `written` at the place `path` of data that msgspec will not have as `kind`.

    >>> explain("Expected `int` >= 1", dict[str, int], ("turns",), 0)
    '0 stands here; a whole number of at least 1 is needed'
    """
    said = reason(message)
    if unknown := re.fullmatch(r"Object contains unknown field `(.+)`", said):
        known = _fields(kind, path)
        return f'there is no "{unknown[1]}" here{did_you_mean(unknown[1], known)}'
    if missing := re.fullmatch(r"Object missing required field `(.+)`", said):
        return f'"{missing[1]}" is missing'
    if other := re.fullmatch(r"Invalid enum value '?(.+?)'?", said):
        known = _choices(kind, path)
        return f'"{other[1]}" is not possible here{did_you_mean(other[1], known, "possible are")}'
    if wrong := re.fullmatch(r"Expected `([^`]+)`, got `([^`]+)`", said):
        wanted = " or ".join(_TYPES.get(name, name) for name in wrong[1].split(" | "))
        found = _TYPES[wrong[2]] if isinstance(written, dict | list | bool) else written
        found = f'"{found}"' if isinstance(written, str) else found
        return f"{found} stands here; {wanted} is needed"
    if length := re.fullmatch(r"Expected `array` of length (\d+), got (\d+)", said):
        return f"{length[2]} entries stand here; {length[1]} are needed"
    if outside := re.fullmatch(r"Expected `int` (>=|<=) (-?\d+)", said):
        bound = "at least" if outside[1] == ">=" else "at most"
        return f"{written} stands here; a whole number of {bound} {outside[2]} is needed"
    if said.startswith("Expected `str` matching regex"):
        return f'"{written}" stands here; letters, digits and _ alone are possible'
    return said


def _type_at(kind: Any, path: Sequence[str | int]) -> list[inspect.Type]:
    """The types that the field at `path` may have."""
    types = _alternatives(inspect.type_info(kind))
    for step in path:
        types = [deeper for info in types for deeper in _alternatives(_inside(info, step))]
    return types


def _alternatives(info: inspect.Type | None) -> list[inspect.Type]:
    if isinstance(info, inspect.UnionType):
        return list(info.types)
    return [] if info is None else [info]


def _inside(info: inspect.Type, step: str | int) -> inspect.Type | None:
    if isinstance(info, inspect.StructType):
        return next((field.type for field in info.fields if field.encode_name == step), None)
    if isinstance(info, inspect.DictType):
        return info.value_type
    if isinstance(info, inspect.TupleType):
        return info.item_types[int(step)]
    if isinstance(info, inspect.ListType | inspect.VarTupleType | inspect.SetType | inspect.FrozenSetType):
        return info.item_type
    return None


def _fields(kind: Any, path: Sequence[str | int]) -> list[str]:
    structs = [info for info in _type_at(kind, path) if isinstance(info, inspect.StructType)]
    return [field.encode_name for info in structs for field in info.fields]


def _choices(kind: Any, path: Sequence[str | int]) -> list[str]:
    types = _type_at(kind, path)
    types += [info.key_type for info in types if isinstance(info, inspect.DictType)]
    literals = [info for info in types if isinstance(info, inspect.LiteralType)]
    return [str(value) for info in literals for value in info.values]
