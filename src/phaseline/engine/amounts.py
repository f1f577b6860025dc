"""Whole numbers as data files may have them: what lies outside makes no sense, and would be found out far too late.

A cost of nothing lets a march go on for ever; a defence that is multiplied by nothing has no odds.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

MOST: Final = 9_999
"""More than anything of a game is counted to."""

Count: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]
"""How many, how far or how strong; there may be none."""
Few: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
"""How many pieces there are, how far one goes: whoever writes more has mistyped."""
Positive: TypeAlias = Annotated[int, Meta(ge=1, le=MOST)]
"""How many there are at least one of: what is multiplied or divided by, costs of entering a hex, turns."""
Modifier: TypeAlias = Annotated[int, Meta(ge=-MOST, le=MOST)]
"""What is added, or taken away: to a die, in columns of a table, in points."""
Cost: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
"""What it costs to enter a hex: nobody goes farther than 99, whatever more is written."""
Multiple: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
"""How often something counts: once at least."""
Shift: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]
"""What is added to a die, or moved in columns: no table is wider."""
Share: TypeAlias = Annotated[float, Meta(gt=0, le=1)]
"""A part of a whole: more than nothing, at most all of it."""
Turns: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
"""How many turns something takes."""
