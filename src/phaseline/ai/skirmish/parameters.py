"""The numbers by which the computer weighs things in a skirmish."""

from __future__ import annotations

from msgspec import Struct

from phaseline.ai.planning import read_parameters


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    """See `data/parameters.toml`, where each has its line."""

    strength: float
    secure: float
    approach: float
    guard: float
    crowd: float
    unsupplied: float
    retreat: float
    threat: float
    boldness: float
    sweeps: int
    near: int


def parameters() -> Parameters:
    """The parameters in force."""
    found: Parameters = read_parameters("phaseline.ai.skirmish", Parameters)
    return found
