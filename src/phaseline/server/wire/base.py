"""What all shapes on the wire have in common."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

LONGEST_TITLE = 200
"""Characters of a match's title, which is one line."""
LONGEST_NAME = 60
"""Characters of a player's name, which is one line."""

Value = Any
"""A value of an order's field: a number, text, yes or no, nothing, or a list of those."""


class Input(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a client sends. Fields with a default may be left out."""


class Output(Struct, frozen=True, kw_only=True):
    """What the service answers. Every field is there, unless its struct says when it is left out."""


class Problem(Output, frozen=True):
    """Why a request failed: one sentence, the field it is about, and what to do instead."""

    error: str
    field: str | None = None
    hint: str | None = None
