"""A planner's parameters: numbers in `data/parameters.toml` of its package, read once and checked."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from phaseline.engine.packs import merge, read_data

T = TypeVar("T")
P = TypeVar("P", bound=Struct)


@functools.cache
def read_parameters(package: str, kind: type[T], name: str = "parameters.toml") -> T:
    """The parameters of a planner's package as a struct. Raises `DataError` naming the entry that is wrong."""
    return read_data(package, name, kind)


def reweighed(parameters: P, otherwise: Mapping[str, Any]) -> P:
    """Parameters with what is weighed otherwise, by section. Raises `msgspec.ValidationError` for a number that there is not."""
    return msgspec.convert(merge(msgspec.to_builtins(parameters), dict(otherwise)), type(parameters))
