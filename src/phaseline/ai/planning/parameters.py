"""A planner's parameters: numbers in `data/parameters.toml` of its package, read once and checked."""

from __future__ import annotations

import functools
from typing import TypeVar

from phaseline.engine.packs import read_data

T = TypeVar("T")


@functools.cache
def read_parameters(package: str, kind: type[T], name: str = "parameters.toml") -> T:
    """The parameters of a planner's package as a struct. Raises `DataError` naming the entry that is wrong."""
    return read_data(package, name, kind)
