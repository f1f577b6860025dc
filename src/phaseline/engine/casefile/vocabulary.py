"""The words of a game for authors of case files: what `setup` takes, orders, steps, questions, facts."""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, get_args, get_origin

import msgspec
from msgspec import Struct

from phaseline.engine.casefile.mapwords import map_words
from phaseline.engine.casefile.matching import plain
from phaseline.engine.casefile.tree import shown
from phaseline.engine.dice import SeededDice
from phaseline.engine.flow import Decide
from phaseline.engine.game import Game
from phaseline.engine.orders import usage, verb_of


def vocabulary(game: Game[Any, Any]) -> str:
    """All that a case file of this game can name, as text for people."""
    return "\n".join(_lines(game))


def _lines(game: Game[Any, Any]) -> Iterator[str]:
    yield f"game: {game.key}"
    yield f"seats: {', '.join(game.seats)}"
    yield "scenario:"
    yield from (f"  {key}: {title}" for key, title in game.scenarios().items())
    yield "options:"
    yield from _fields(game.options_type, "  ", {})
    if game.setup_type is not None:
        yield "setup:"
        yield from _notes(game.setup_type, "  ")
        yield from _fields(game.setup_type, "  ", {})
    yield "map:"
    yield from (f"  {line}" for line in map_words(game))
    yield "do:"
    for order in game.flow.order_types():
        yield f"  {usage(order)}  # {_first_line(order, verb_of(order))} ({order.case})"
    yield "phase and until:"
    yield "  # `phase` takes PROCEDURE: STEP, or STEP alone where no other has that label; `until` takes STEP alone."
    for procedure in game.flow.procedures.values():
        for step in procedure.steps:
            waits = "" if isinstance(step, Decide) else " (no decision)"
            yield f"  {procedure.frame.__struct_config__.tag}: {step.label}{waits}  # {step.case}"
    yield "ask:"
    for name, question in game.questions.items():
        yield f"  {name}{_parameters(question)}  # {_first_line(question, name)}"
    yield "expect:"
    yield from (f"  {line}" for line in _facts(game))


def _fields(kind: type[Struct], indent: str, told: dict[type[Struct], str]) -> Iterator[str]:
    """The fields of a mapping, and what is inside them; `told` says which mappings have been described, and where."""
    for info in msgspec.structs.fields(kind):
        default = "" if info.required else f" = {shown(plain(_default(info))) or 'not given'}"
        yield f"{indent}{info.encode_name}: {_type_name(info.type)}{default}"
        for inner in _structs(info.type):
            if inner in told:
                yield f"{indent}  # As in `{told[inner]}`."
                continue
            told[inner] = info.encode_name
            yield from _notes(inner, indent + "  ")
            yield from _fields(inner, indent + "  ", told)


def _notes(kind: type[Struct], indent: str) -> Iterator[str]:
    """What the docstring of a mapping says to authors, as remarks."""
    text = inspect.cleandoc(vars(kind).get("__doc__") or "")
    yield from (f"{indent}# {line}".rstrip() for line in text.splitlines())


def _default(info: Any) -> Any:
    return info.default if info.default_factory is msgspec.NODEFAULT else info.default_factory()


def _structs(hint: Any) -> Iterator[type[Struct]]:
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for inner in getattr(hint, "__args__", ()):
        yield from _structs(inner)


def _type_name(hint: Any) -> str:
    if get_origin(hint) is Annotated:
        kind, *limits = get_args(hint)
        ends = [f"{limit.ge} to {limit.le}" for limit in limits if isinstance(limit, msgspec.Meta)]
        return " ".join([_type_name(kind), *ends])
    arguments = getattr(hint, "__args__", ())
    name = "Union" if isinstance(hint, types.UnionType) else getattr(hint, "__name__", str(hint))
    if name == "Literal":
        return " | ".join(map(str, arguments))
    if not arguments:
        return "none" if hint is type(None) else str(name)
    inside = [_type_name(argument) for argument in arguments if argument is not Ellipsis]
    return " | ".join(inside) if name in ("Union", "Optional") else f"{name}[{', '.join(inside)}]"


def _parameters(question: Any) -> str:
    wrapped = getattr(question, "__wrapped__", None)
    if wrapped is None:
        return ""
    parameters = list(inspect.signature(wrapped).parameters.values())[1:]
    shown_ones = [p.name if p.default is p.empty else f"{p.name}={shown(p.default)}" for p in parameters]
    return f" ({', '.join(shown_ones)})"


def _first_line(thing: Any, name: str) -> str:
    text: str = (thing.__doc__ or name).strip()
    return text.splitlines()[0]


def _facts(game: Game[Any, Any]) -> Iterator[str]:
    """What the game reports at the start of its first scenario; of many units one stands for all."""
    state = game.new(game.load(), SeededDice(bytes(32)))
    for name, fact in plain(game.report(state)).items():
        if isinstance(fact, Mapping) and fact and all(isinstance(item, Mapping) for item in fact.values()):
            key, item = next(iter(fact.items()))
            yield f"{name}: {{{key}: {shown(item)}, ...}}"
        else:
            yield f"{name}: {shown(fact)}"
    yield "decision, outcome, rolls, events, no_events, orders"
