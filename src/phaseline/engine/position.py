"""Positions: all that is true at one moment, as plain data."""

from __future__ import annotations

import functools
import hashlib
import types
import typing
from collections.abc import Sequence
from enum import Enum
from operator import methodcaller
from typing import Annotated, Any, Self, get_args, get_origin

import msgspec
from msgspec import Struct

from phaseline.engine import canonical

_IMMUTABLE = (int, str, bool, float, bytes, type(None))


class Frame(Struct, frozen=True, kw_only=True, tag_field="procedure", tag=str.lower):
    """The activation record of a procedure: which step it has reached, and the procedure's own facts as fields.

    A subclass is a procedure of the rules (a turn, a phase, a battle). See `phaseline.engine.flow`. A frame is
    immutable; rules replace it. Its fields are plain immutable values.
    """

    step: int = 0
    """Index of the step it has reached."""
    count: int = 0
    """How often the step's loop has run."""
    ready: int = 0
    """In a decision: the seats that have finished, bit n for seat n."""


class Outcome(Struct, frozen=True):
    """How a finished match ended.

    `winner` is a seat index or None for a draw, `case` the case that decided, `reason` one short sentence, `level`
    the degree of victory if the game has any, `scores` the final points by seat.
    """

    winner: int | None
    case: str
    reason: str
    level: str = ""
    scores: tuple[int, ...] = ()


_twin = methodcaller("__copy__")
"""A copy of a struct that shares its fields: quicker than `copy.copy`."""


class Position(Struct, kw_only=True, forbid_unknown_fields=True):
    """Base of every game's position. A subclass adds fields of plain data.

    Allowed are immutable values (numbers, strings, masks, tuples, frozen structs) and lists, dicts or sets *of*
    immutable values; so a copy is one level deep and costs microseconds. Sets of hexes or units are integers (masks).
    """

    stack: list[Any] = []
    """The procedures under way, innermost last. Subclasses narrow the type to the union of their frames."""
    outcome: Outcome | None = None
    """Set when the match is over."""

    def copy(self) -> Self:
        """An independent copy."""
        twin: Self = _twin(self)
        for name in _containers(type(self)):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def to_bytes(self) -> bytes:
        """The canonical byte form: equal positions have equal bytes, on every machine and in every session."""
        return canonical.encode(self)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The position with this byte form. Raises `msgspec.DecodeError` naming the field that is wrong."""
        return canonical.decode(data, cls)

    def digest(self) -> str:
        """The first 16 hex digits of the SHA-256 of the byte form: the position's fingerprint in records."""
        return hashlib.sha256(self.to_bytes()).hexdigest()[:16]


def differences(old: Position, new: Position) -> list[str]:
    """The fields in which two positions differ, one readable line each.

    >>> class P(Position):
    ...     steps: list[int]
    >>> differences(P(steps=[3, 4]), P(steps=[3, 2]))
    ['steps[1]: 4 -> 2']
    """
    return _differences("", msgspec.to_builtins(old, str_keys=True), msgspec.to_builtins(new, str_keys=True))


def _differences(path: str, old: object, new: object) -> list[str]:
    if old == new:
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        return [
            line
            for key in sorted({*old, *new})
            for line in _differences(f"{path}.{key}".lstrip("."), old.get(key), new.get(key))
        ]
    if (
        isinstance(old, Sequence)
        and isinstance(new, Sequence)
        and not isinstance(old, str)
        and len(old) == len(new)
    ):
        pairs = enumerate(zip(old, new, strict=True))
        return [line for i, (a, b) in pairs for line in _differences(f"{path}[{i}]", a, b)]
    return [f"{path}: {_shown(old)} -> {_shown(new)}"]


def _shown(value: object) -> str:
    return hex(value) if type(value) is int and value.bit_length() > 53 else str(value)


def shared(one: Position, other: Position) -> list[str]:
    """The fields in which two positions hold the very same list, dict or set: a change to one would change the other."""
    return [name for name in _containers(type(one)) if getattr(one, name) is getattr(other, name)]


@functools.cache
def _containers(position_type: type[Position]) -> tuple[str, ...]:
    """The fields that hold lists, dicts or sets, after checking that what they hold is immutable."""
    hints = typing.get_type_hints(position_type, include_extras=True)
    names = []
    for name in position_type.__struct_fields__:
        origin = get_origin(hints[name])
        if origin in (list, dict, set):
            inside = get_args(hints[name])
            names.append(name)
        else:
            inside = (hints[name],)
        if not all(_immutable(hint) for hint in inside):
            raise TypeError(
                f"{position_type.__name__}.{name}: {hints[name]} is not plain data one level deep"
            )
    return tuple(names)


def _immutable(hint: Any) -> bool:
    origin = get_origin(hint)
    if origin is Annotated:
        return _immutable(get_args(hint)[0])
    if origin in (tuple, frozenset, types.UnionType, typing.Union, typing.Literal):
        return origin is typing.Literal or all(
            _immutable(arg) for arg in get_args(hint) if arg is not Ellipsis
        )
    if hint is Any:
        return True
    if isinstance(hint, type) and issubclass(hint, Struct):
        hints = typing.get_type_hints(hint, include_extras=True)
        return hint.__struct_config__.frozen and all(
            _immutable(hints[name]) for name in hint.__struct_fields__
        )
    return hint in _IMMUTABLE or (isinstance(hint, type) and issubclass(hint, Enum))
