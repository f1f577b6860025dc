"""A tree read as typed data: a struct says what a field is, and errors say where the field stands and what is wrong.

A scalar is read as its field's type: `0304` is a text for a `str` and a number for an `int`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from phaseline.engine.casefile.errors import did_you_mean
from phaseline.engine.casefile.tree import Node, Path, field_name
from phaseline.engine.whereabouts import locate, reason

T = TypeVar("T")
_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}


def convert(node: Node, kind: type[T], path: Path = ()) -> T:
    """The tree as `kind`. `path` is where the node stands in its case. Raises `CaseFileError`.

    A field for a dictionary also takes a list of mappings that have an `id` each.
    """
    node = _keyed(node, kind)
    written = node.written()
    try:
        return msgspec.convert({} if written is None else written, kind, strict=False)
    except msgspec.ValidationError as error:
        inner = locate(written, kind, str(error))
        place = node.at(*inner)
        raise place.error(_explain(str(error), kind, inner, place), field_name((*path, *inner))) from error


def _keyed(node: Node, kind: Any) -> Node:
    """Where a struct's field is a dictionary and a list of things with `id` is written, make it a dictionary."""
    if not (isinstance(node.value, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return node
    changed = {}
    for name in _dictionaries(kind):
        item = node.mapping.get(name)
        if item is not None and isinstance(item.value, list):
            changed[name] = _by_id(item)
    return node.with_items(**changed) if changed else node


@cache
def _dictionaries(kind: type[msgspec.Struct]) -> list[str]:
    """The fields of a struct that are dictionaries."""
    return [
        info.encode_name
        for info in msgspec.structs.fields(kind)
        if isinstance(inspect.type_info(info.type), inspect.DictType)
    ]


def _by_id(node: Node) -> Node:
    found: dict[str, Node] = {}
    for item in node.items:
        if "id" not in item.mapping:
            raise item.error("each entry of this list needs an `id`")
        key = item.mapping["id"].text
        if key in found:
            raise item.error(f'two entries of this list have the id "{key}"')
        found[key] = item.without("id")
    return Node(found, node.file, node.line)


def _explain(message: str, kind: type[Any], path: Path, place: Node) -> str:
    said = reason(message)
    if unknown := re.fullmatch(r"Object contains unknown field `(.+)`", said):
        known = _fields(kind, path)
        return f'there is no "{unknown[1]}" here{did_you_mean(unknown[1], known)}'
    if missing := re.fullmatch(r"Object missing required field `(.+)`", said):
        return f'"{missing[1]}" is missing'
    if re.fullmatch(r"Invalid enum value .+", said):
        known = _choices(kind, path)
        return f'"{place.text}" is not possible here{did_you_mean(place.text, known, "possible are")}'
    if wrong := re.fullmatch(r"Expected `([^`]+)`, got `([^`]+)`", said):
        wanted = " or ".join(_TYPES.get(name, name) for name in wrong[1].split(" | "))
        return f'"{place.text}" stands here; {wanted} is needed'
    return said


def _type_at(kind: type[Any], path: Path) -> list[inspect.Type]:
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
    if isinstance(info, inspect.ListType | inspect.VarTupleType | inspect.SetType | inspect.FrozenSetType):
        return info.item_type
    return None


def _fields(kind: type[Any], path: Path) -> list[str]:
    structs = [info for info in _type_at(kind, path) if isinstance(info, inspect.StructType)]
    return [field.encode_name for info in structs for field in info.fields]


def _choices(kind: type[Any], path: Path) -> list[str]:
    literals = [info for info in _type_at(kind, path) if isinstance(info, inspect.LiteralType)]
    return [str(value) for info in literals for value in info.values]
