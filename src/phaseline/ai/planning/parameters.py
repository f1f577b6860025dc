"""A planner's parameters: numbers in `data/parameters.toml` of its package, read once and checked."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from phaseline.engine.packs import merge, read_data
from phaseline.wording.misfit import fault

T = TypeVar("T")
P = TypeVar("P", bound=Struct)


@functools.cache
def read_parameters(package: str, kind: type[T], name: str = "parameters.toml") -> T:
    """The parameters of a planner's package as a struct. Raises `DataError` naming the entry that is wrong."""
    return read_data(package, name, kind)


def reweighed(parameters: P, otherwise: Mapping[str, Any]) -> P:
    """Parameters with what is weighed otherwise, by section. Raises `ValueError` for a number that there is not."""
    written = merge(msgspec.to_builtins(parameters), dict(otherwise))
    try:
        return msgspec.convert(written, type(parameters))
    except msgspec.ValidationError as error:
        raise ValueError(fault(str(error), type(parameters), written)) from error
