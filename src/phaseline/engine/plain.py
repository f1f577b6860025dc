"""Reads JSON that anybody may have written: whatever is wrong with it is a `DecodeError`, and it takes time in proportion.

The decoder alone gives up on deep nesting with an error of the interpreter, at a depth that rests on who calls, and on
text that is none with others.
"""

from __future__ import annotations

import functools
import re
from typing import Any, TypeVar, overload

import msgspec

from phaseline.wording.misfit import fault

T = TypeVar("T")

DEEPEST = 64
"""So many lists and objects may be nested in each other; positions nest about ten."""

# Nothing here is tried twice: a string without an end goes to the end of the text.
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)


_PARSER = {"Input data was truncated": "it ends in the middle"}
"""What the parser says of a text as a whole, in words; of a place in it, it says what was expected there."""


@overload
def read_json(data: bytes | str) -> Any: ...
@overload
def read_json(data: bytes | str, kind: type[T]) -> T: ...
@overload
def read_json(data: bytes | str, kind: Any) -> Any: ...
def read_json(data: bytes | str, kind: Any = Any) -> Any:
    """The value of type `kind` that a JSON text holds. Raises `msgspec.DecodeError` for all that can be wrong with it.

    >>> read_json('[1, {"a": 2}]')
    [1, {'a': 2}]
    >>> read_json("[" * 100)
    Traceback (most recent call last):
    msgspec.DecodeError: it is nested more than 64 levels deep
    """
    try:
        raw = data.encode() if isinstance(data, str) else data
        if _is_deep(raw):
            raise msgspec.DecodeError(f"it is nested more than {DEEPEST} levels deep")
        return _decoder(kind).decode(raw)
    except UnicodeError as error:
        raise msgspec.DecodeError("it is not text in UTF-8") from error


def misread(error: msgspec.DecodeError, data: bytes | str, kind: Any) -> str:
    """What `read_json` found wrong with `data`, which it was to read as `kind`, in words.

    >>> try:
    ...     read_json('{"turns": "x"}', dict[str, int])
    ... except msgspec.DecodeError as error:
    ...     print(misread(error, '{"turns": "x"}', dict[str, int]))
    turns: "x" stands here; a whole number is needed
    >>> try:
    ...     read_json('{"turns"')
    ... except msgspec.DecodeError as error:
    ...     print(misread(error, '{"turns"', Any))
    this is no JSON: it ends in the middle
    """
    if not data.strip():
        return "nothing stands here"
    if isinstance(error, msgspec.ValidationError):
        try:
            return fault(str(error), kind, read_json(data))
        except msgspec.DecodeError as deeper:  # behind the place that does not fit it is no JSON either
            return misread(deeper, data, kind)
    said = str(error).removeprefix("JSON is malformed: ")
    return said if said.startswith("it ") else f"this is no JSON: {_PARSER.get(said, said)}"


@functools.cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """What reads a type: to make it takes sixty times as long as to read a short message."""
    return msgspec.json.Decoder(kind)


def _is_deep(raw: bytes) -> bool:
    if raw.count(b"[") + raw.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for token in _TOKEN.finditer(raw):
        if token[0] in b"[{":
            depth += 1
            if depth > DEEPEST:
                return True
        elif token[0] in b"]}":
            depth -= 1
    return False
