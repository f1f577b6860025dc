"""The canonical byte form of plain data: JSON, the same for equal values on every machine and in every session.

Integers beyond 2**53 (sets of hexes, mostly) are written as hexadecimal texts, `"0x1f"`: a page cannot hold them as
numbers, and Python itself refuses decimal numbers of more than 4300 digits, which the masks of a large map have.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_EXACT = 2**53
_HEX = ("0x", "-0x")
_QUOTE = "'"


def encode(value: Any) -> bytes:
    """The byte form of a struct or other plain data.

    >>> encode({"hexes": {7, 3}, "mask": 1 << 60})
    b'{"hexes":[3,7],"mask":"0x1000000000000000"}'
    """
    return msgspec.json.encode(_written(msgspec.to_builtins(value, str_keys=True, order="deterministic")))


def decode(data: bytes, kind: type[T]) -> T:
    """The value of type `kind` with this byte form. Raises `msgspec.DecodeError`, which names the field that is wrong."""
    plain = msgspec.json.decode(data)
    try:
        plain = _read(plain)
    except ValueError as error:
        raise msgspec.DecodeError(f"a hexadecimal number is malformed: {error}") from error
    return msgspec.convert(plain, kind, str_keys=True)


def _written(value: Any) -> Any:
    kind = type(value)
    if kind is int:
        return value if -_EXACT <= value <= _EXACT else hex(value)
    if kind is list or kind is tuple:
        return [item if type(item) is int and -_EXACT <= item <= _EXACT else _written(item) for item in value]
    if kind is dict:
        return {key: _written(item) for key, item in value.items()}
    if kind is str and value.startswith((*_HEX, _QUOTE)):
        return _QUOTE + value
    return value


def _read(value: Any) -> Any:
    kind = type(value)
    if kind is str:
        if value.startswith(_HEX):
            return int(value, 16)
        return value.removeprefix(_QUOTE)
    if kind is list:
        return [_read(item) for item in value]
    if kind is dict:
        return {key: _read(item) for key, item in value.items()}
    return value
