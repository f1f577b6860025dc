"""Questions about a state: typed functions that case files, the command line and pages can ask by name.

A game writes a question as a function of the state and of keyword parameters; their types say how a text is read:

    @question
    def odds(state: SkirmishState, *, target: HexRef, attackers: tuple[UnitRef, ...] = ()) -> str:
        ...
"""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, get_args, get_origin

import msgspec

from phaseline.engine.casefile.errors import choose
from phaseline.engine.lexicon import Kind, Lexicon
from phaseline.wording.nearest import did_you_mean


class QuestionError(ValueError):
    """A question that the game does not know, or an argument that it cannot take. `argument` names it, if it is one."""

    def __init__(self, reason: str, argument: str = "") -> None:
        self.argument = argument
        super().__init__(reason)


def question(function: Callable[..., Any]) -> Callable[[Any, Mapping[str, Any]], Any]:
    """Make a question of a function of a state and typed keyword parameters.

    Parameters may be references (`UnitRef`, `HexRef`, `SeatRef`), plain types, structs, optional ones, and tuples or
    lists of those. What is not given takes its default. Raises `QuestionError` when it is asked with something else.
    """
    parameters = list(inspect.signature(function).parameters.values())[1:]
    hints: dict[str, Any] = {}

    @functools.wraps(function)
    def ask(state: Any, arguments: Mapping[str, Any]) -> Any:
        if not hints:
            hints.update(typing.get_type_hints(function, include_extras=True))
        known = [parameter.name for parameter in parameters]
        for name in arguments:
            if name not in known:
                hint = did_you_mean(name, known, "it takes")
                raise QuestionError(f'{function.__name__} takes no "{name}"{hint}', name)
        values = {}
        for parameter in parameters:
            if parameter.name in arguments:
                values[parameter.name] = _read(
                    parameter.name,
                    hints.get(parameter.name, Any),
                    arguments[parameter.name],
                    state.scenario.lexicon,
                )
            elif parameter.default is inspect.Parameter.empty:
                raise QuestionError(f"{function.__name__} needs {parameter.name}")
        return function(state, **values)

    return ask


def answer(questions: Mapping[str, Any], state: Any, name: str, arguments: Mapping[str, Any]) -> Any:
    """The answer to the question `name`. Raises `QuestionError`."""
    try:
        known = choose(name, questions, "question")
    except LookupError as error:
        raise QuestionError(str(error.args[0])) from error
    return questions[known](state, arguments)


def _read(name: str, hint: Any, value: Any, lexicon: Lexicon) -> Any:
    try:
        return read_value(hint, value, lexicon)
    except (LookupError, ValueError) as error:
        raise QuestionError(f"{name}: {error}", name) from error


def read_value(hint: Any, value: Any, lexicon: Lexicon) -> Any:
    """Plain data as a value of a type; names of units, hexes and seats through the lexicon.

    Raises `LookupError` or `ValueError`.
    """
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        kind = next((note.name for note in inside[1:] if isinstance(note, Kind)), None)
        return read_value(inside[0], value, lexicon) if kind is None else lexicon[kind].value(str(value))
    if origin in (types.UnionType, typing.Union):
        if value is None or value == "none":
            return None
        return read_value(next(arg for arg in inside if arg is not type(None)), value, lexicon)
    if origin in (tuple, list) or origin is Sequence:
        items = value.split(",") if isinstance(value, str) and value != "none" else value
        if items in (None, "none"):
            items = []
        values = [
            read_value(inside[0], item, lexicon) for item in (items if isinstance(items, list) else [items])
        ]
        return values if origin is list else tuple(values)
    if hint is Any:
        return value
    return str(value) if hint is str else msgspec.convert(value, hint, strict=False)
