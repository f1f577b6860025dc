"""A tree read as typed data: a struct says what a field is, and errors say where the field stands and what is wrong.

A scalar is read as its field's type: `0304` is a text for a `str` and a number for an `int`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from phaseline.engine.casefile.tree import Node, Path, field_name
from phaseline.wording.misfit import explain
from phaseline.wording.whereabouts import key_at_fault, locate

T = TypeVar("T")


def convert(node: Node, kind: type[T], path: Path = ()) -> T:
    """The tree as `kind`. `path` is where the node stands in its case. Raises `CaseFileError`.

    A field for a dictionary also takes a list of mappings that have an `id` each.
    """
    node = _keyed(node, kind)
    written = node.written()
    try:
        return msgspec.convert({} if written is None else written, kind, strict=False)
    except msgspec.ValidationError as error:
        message = str(error)
        inner = locate(written, kind, message)
        key = key_at_fault(written, kind, message)
        place = node.at(*inner) if key is None else node.at(*inner, str(key.name))
        said = explain(message, kind, inner, key or place.text)
        raise place.error(said, field_name((*path, *inner))) from error


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
        if not key.strip():
            raise item.error("it needs a name as its `id`")
        if key in found:
            raise item.error(f'two entries of this list have the id "{key}"')
        found[key] = item.without("id")
    return Node(found, node.file, node.line)
