"""What is wrong with plain data that do not fit a type, in words for whoever wrote them: what stands there, what may, what is near."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import inspect

from phaseline.wording.bounds import length_needed, number_needed, pattern_needed
from phaseline.wording.nearest import did_you_mean
from phaseline.wording.shown import shown
from phaseline.wording.whereabouts import Key, dotted, key_at_fault, locate, reason, written_at

_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}

_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.+)`")
_OTHER_VALUE = re.compile(r"Invalid (?:enum )?value '?(.*?)'?", re.DOTALL)
_OTHER_TYPE = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
_LONE_TYPE = re.compile(r"Expected `(\w+)`")


def misfit(
    message: str, kind: Any, written: object, *, strict: bool = True
) -> tuple[tuple[str | int, ...], str]:
    """Where `written` does not fit `kind`, and what is wrong there, of msgspec's `message` about it.

    `strict` is whether msgspec was so.

    >>> misfit("Expected `int` >= 1 - at `$.grid.cols`", dict[str, dict[str, int]], {"grid": {"cols": -12}})
    (('grid', 'cols'), '-12 stands here; a whole number of at least 1 is needed')
    >>> misfit("Expected `int`, got `str` - at `key` in `$`", dict[int, int], {"x": 2})
    ((), '"x" is a key here; a whole number is needed')
    """
    path = locate(written, kind, message, strict=strict)
    key = key_at_fault(written, kind, message, strict=strict)
    return path, explain(message, kind, path, written_at(written, path) if key is None else key)


def fault(message: str, kind: Any, written: object, *, strict: bool = True) -> str:
    """The same as `misfit`, in one line with the place before it; entries of lists count from 1.

    >>> fault("Expected `int`, got `str` - at `$.turns[0]`", dict[str, list[int]], {"turns": ["x"]})
    'turns[1]: "x" stands here; a whole number is needed'
    """
    path, said = misfit(message, kind, written, strict=strict)
    return ": ".join(filter(None, [dotted(path), said]))


def astray(message: str) -> str | None:
    """The name of a field that is missing, or that nobody knows, if msgspec's `message` is about one.

    >>> astray("Object missing required field `cols` - at `$.grid`"), astray("Expected `int`, got `str`")
    ('cols', None)
    """
    found = _UNKNOWN.fullmatch(said := reason(message)) or _MISSING.fullmatch(said)
    return None if found is None else found[1]


def explain(message: str, kind: Any, path: Sequence[str | int], written: object) -> str:
    """What is wrong with what is `written` at the place `path` of data that msgspec will not have as `kind`, or with a `Key` there.

    >>> explain("Expected `int` >= 1", dict[str, int], ("turns",), 0)
    '0 stands here; a whole number of at least 1 is needed'
    """
    said = reason(message)
    stands = "is a key here" if isinstance(written, Key) else "stands here"
    written = written.name if isinstance(written, Key) else written
    if unknown := _UNKNOWN.fullmatch(said):
        known = _fields(kind, path, written)
        return f'there is no "{shown(unknown[1])}" here{did_you_mean(unknown[1], known)}'
    if missing := _MISSING.fullmatch(said):
        return f'"{missing[1]}" is missing'
    if other := _OTHER_VALUE.fullmatch(said):
        value = written if isinstance(written, str) else other[1]
        return (
            f'"{shown(value)}" is not possible here{did_you_mean(value, choices(kind, path), "possible are")}'
        )
    if need := _need(said):
        wrong = _OTHER_TYPE.fullmatch(said)
        found = f'"{shown(written)}"' if isinstance(written, str) else shown(str(written))
        if wrong is not None and isinstance(written, dict | list | bool | None):
            found = _TYPES[wrong[2]]
        return f"{found} {stands}; {need} is needed"
    if form := pattern_needed(said):
        return f'"{shown(str(written))}" {stands}; {form}'
    return length_needed(said, written) or said


def _need(said: str) -> str | None:
    """What kind of thing is needed, by what msgspec says of a type or a bound."""
    if wrong := _OTHER_TYPE.fullmatch(said):
        return " or ".join(_TYPES.get(name, name) for name in wrong[1].split(" | "))
    if lone := _LONE_TYPE.fullmatch(said):
        return _TYPES.get(lone[1], lone[1])
    return number_needed(said) or None


def choices(kind: Any, path: Sequence[str | int]) -> list[str]:
    """The words among which the field at `path` chooses; none where anything may stand.

    >>> from typing import Literal
    >>> choices(dict[str, Literal["dry", "mud"]], ("weather",))
    ['dry', 'mud']
    """
    types = _type_at(kind, path)
    types += [info.key_type for info in types if isinstance(info, inspect.DictType)]
    literals = [info for info in types if isinstance(info, inspect.LiteralType)]
    return [str(value) for info in literals for value in info.values] or _tags(kind, path)


def _tags(kind: Any, path: Sequence[str | int]) -> list[str]:
    """The words by which a field tells of what kind the mapping around it is."""
    structs = [info for info in _type_at(kind, path[:-1]) if isinstance(info, inspect.StructType)]
    return [str(info.tag) for info in structs if path and info.tag_field == path[-1]]


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


def _fields(kind: Any, path: Sequence[str | int], written: object) -> list[str]:
    """The fields that what is written at `path` may have; of several kinds, those of the one that it says it is."""
    structs = [info for info in _type_at(kind, path) if isinstance(info, inspect.StructType)]
    if isinstance(written, dict):
        said = [info for info in structs if info.tag_field and written.get(info.tag_field) == info.tag]
        structs = said or structs
    return [field.encode_name for info in structs for field in info.fields]
