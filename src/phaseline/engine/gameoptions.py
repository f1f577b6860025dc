"""The options of a game: what values each may have, and what somebody has chosen, read and checked."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, inspect

from phaseline.wording.shown import shown


class OptionsError(ValueError):
    """An option that the game does not have, or a value it cannot take; the message names it."""


def read_options(game: str, kind: type[Struct], chosen: Mapping[str, Any]) -> Struct:
    """What was chosen as a checked `kind`; texts (from a command line) are read as the option's type.

    Raises `OptionsError` that names the option, the value and what is possible instead.
    """
    if not isinstance(chosen, Mapping):
        raise OptionsError(f"options of {game} are a mapping of names to values, not {shown(repr(chosen))}")
    names = kind.__struct_fields__
    for name, value in chosen.items():
        if name not in names:
            raise OptionsError(f'{game} has no option "{shown(name)}"; it has: {", ".join(names) or "none"}')
        try:
            msgspec.convert({name: value}, kind, strict=False)
        except msgspec.ValidationError as error:
            raise OptionsError(
                f'option {name} of {game} cannot be "{shown(str(value))}"; write {possible(kind, name)}'
            ) from error
    return msgspec.convert(dict(chosen), kind, strict=False)


def possible(kind: type[Struct], name: str) -> str:
    """The values that an option may have, in words.

    >>> from typing import Annotated, Literal
    >>> options = msgspec.defstruct(
    ...     "Options",
    ...     [
    ...         ("fog", bool, True),
    ...         ("weather", Literal["rolled", "dry"], "dry"),
    ...         ("trucks", Annotated[int, msgspec.Meta(ge=-9, le=9)], 0),
    ...     ],
    ... )
    >>> [possible(options, name) for name in options.__struct_fields__]
    ['true | false', 'rolled | dry', 'a whole number from -9 to 9']
    """
    hint = typing.get_type_hints(kind, include_extras=True)[name]
    if typing.get_origin(hint) is typing.Literal:
        return " | ".join(map(str, typing.get_args(hint)))
    info = inspect.type_info(hint)
    if isinstance(info, inspect.BoolType):
        return "true | false"
    if isinstance(info, inspect.IntType):
        ends = "" if info.ge is None or info.le is None else f" from {info.ge} to {info.le}"
        return f"a whole number{ends}"
    return "a text"
