"""Orders: what a seat may do, as small frozen values with a text form that a person can read and type."""

from __future__ import annotations

import functools
import inspect
import shlex
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, NamedTuple, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields as struct_fields
from msgspec.structs import force_setattr, replace

from phaseline.engine.lexicon import Kind, Lexicon, UnknownName, unknown
from phaseline.wording.counts import plural
from phaseline.wording.shown import shown

LONGEST_ORDER = 4000
"""So many characters may the notation of an order have; most have a few dozen."""


class OrderText(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A kind of order in plain words: a short imperative, one or two sentences of help, and a prompt for each field."""

    title: str = ""
    help: str = ""
    prompts: dict[str, str] = {}
    one: str = ""
    """What is told when its first field can take a single value in the present step, behind the number: `unit can move`."""
    many: str = ""
    """The same for several; left out where the words before `can` only need an ending. Without `one` nothing is counted."""
    passes: bool = False
    """Whether it ends the step without doing anything: what a key for "done" gives."""
    gives_up: bool = False
    """Whether it gives up something one has: it is begun by its button, and no click on the map gives it by mistake."""
    adds: bool = False
    """Whether it adds one of several to what is put together, so that somebody may want all of them at once."""
    yields: bool = False
    """Whether a click that fits another kind of order as well means that one: this one is chosen by its name there."""

    def __post_init__(self) -> None:
        """Works out `many`. Raises `ValueError` where it has to be said."""
        if self.one and not self.many:
            noun, can, rest = self.one.partition(" can ")
            if not can:
                raise ValueError(f'say `many` as well: how several of "{self.one}" are called')
            force_setattr(self, "many", f"{plural(noun)} can {rest}")


PROMPTS: Final[Mapping[str, str]] = {"to": "to which hex?", "path": "by which way?"}
"""How players are asked for a field of this name where its order does not say; any other is "which NAME?"."""


class Order(Struct, frozen=True, tag_field="order", order=True):
    """Base of every order. A game's order is a frozen subclass whose tag is the verb of its notation.

    >>> from phaseline.engine.lexicon import HexRef, UnitRef
    >>> class Move(Order, frozen=True, tag="move"):
    ...     '''Move a unit.
    ...
    ...     It must stop next to an enemy.
    ...     '''
    ...
    ...     case: ClassVar[str] = "4.1"
    ...     unit: UnitRef
    ...     to: HexRef
    >>> Move(unit=3, to=17).verb
    'move'

    Field types: `UnitRef`, `HexRef`, `SeatRef` (or any `Annotated[int, Kind(name)]`), `int`, `str`, `bool`, an
    optional of those, or a tuple of those.

    The docstring is what players read: its first line is the title, its second paragraph the help.
    """

    case: ClassVar[str] = "-"
    """The case that introduces this kind of order; cited when it is given at a time when nobody may give it."""
    cases: ClassVar[tuple[str, ...]] = ()
    """These cases seat by seat, where each seat has one of its own."""
    text: ClassVar[OrderText] = OrderText()
    """What else players are told of it: prompts, what is counted; a title or help in place of the docstring's."""

    @property
    def verb(self) -> str:
        """The first word of the notation."""
        return verb_of(type(self))


class NotationError(ValueError):
    """A text that is not an order; the message says which word is wrong and what is expected."""


def verb_of(order_type: type[Order]) -> str:
    """The first word of the notation of this kind of order."""
    return str(order_type.__struct_config__.tag)


class _Field(NamedTuple):
    name: str
    show: Callable[[Any, Lexicon], str]
    read: Callable[[str, Lexicon], Any]
    hint: str


def plain(order: Order) -> Order:
    """The same order, its whole numbers Python's own: rules take no others, but programs have those of NumPy at hand.

    Raises `TypeError` for what is no order.
    """
    if not isinstance(order, Order):
        raise TypeError(f"an order is a text, or one of those that `legal` lists, not {order!r}")
    values = {name: getattr(order, name) for name in order.__struct_fields__}
    changes = {name: own for name, value in values.items() if (own := _own(value)) is not value}
    return replace(order, **changes) if changes else order


def _own(value: Any) -> Any:
    """A whole number as Python's own, in tuples, too; the value itself where there is nothing to change."""
    if isinstance(value, tuple):
        made = tuple(_own(each) for each in value)
        return value if all(own is each for own, each in zip(made, value, strict=True)) else made
    return int(value) if not isinstance(value, int) and hasattr(value, "__index__") else value


def write(order: Order, lexicon: Lexicon) -> str:
    """The notation of `order`, e.g. `move 84-Inf 0304`: the verb, then every field in turn."""
    words = [order.verb]
    words += [field.show(getattr(order, field.name), lexicon) for field in _fields(type(order))]
    return " ".join(words)


def write_value(order_type: type[Order], index: int, value: Any, lexicon: Lexicon) -> str:
    """One value of field number `index` as the notation of this kind of order has it."""
    return _fields(order_type)[index].show(value, lexicon)


class Begun(NamedTuple):
    """The beginning of an order: its kind, and the values of its first fields."""

    kind: type[Order]
    values: tuple[Any, ...]

    @property
    def complete(self) -> bool:
        """Whether every field has a value."""
        return len(self.values) == len(_fields(self.kind))


def begin(text: str, order_types: Iterable[type[Order]], lexicon: Lexicon) -> Begun:
    """The beginning of an order that `text` spells: the verb, and as many fields as there are words.

    Raises `NotationError` when it begins none of `order_types`. Names are matched without regard to case; a name with
    spaces may be quoted or typed with hyphens.
    """
    if len(text) > LONGEST_ORDER:
        raise NotationError(f"an order has at most {LONGEST_ORDER} characters, this one has {len(text)}")
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise NotationError(f"{shown(text)!r}: a quotation mark is not closed") from error
    verbs = {verb_of(order_type): order_type for order_type in order_types}
    if not words:
        raise NotationError(f"an order is needed: {_or(sorted(verbs))}")
    order_type = verbs.get(words[0].casefold())
    if order_type is None:
        raise NotationError(f'"{shown(words[0])}" is no order of this game; it has {_or(sorted(verbs))}')
    fields = _fields(order_type)
    if len(words) > len(fields) + 1:
        raise NotationError(f"{shown(text)!r}: write it as: {usage(order_type)}")
    values = []
    for field, word in zip(fields, words[1:], strict=False):
        try:
            values.append(field.read(word, lexicon))
        except (UnknownName, ValueError) as error:
            raise NotationError(f"{shown(text)!r}: {field.name}: {error}") from error
    return Begun(order_type, tuple(values))


def read(text: str, order_types: Iterable[type[Order]], lexicon: Lexicon) -> Order:
    """The order that `text` spells. Last fields that have a default may be left out.

    Raises `NotationError` when it spells none of `order_types`.
    """
    begun = begin(text, order_types, lexicon)
    if any(info.required for info in struct_fields(begun.kind)[len(begun.values) :]):
        raise NotationError(f"{shown(text)!r}: write it as: {usage(begun.kind)}")
    return begun.kind(*begun.values)


def fill(verb: str, words: Mapping[str, str], order_types: Iterable[type[Order]], lexicon: Lexicon) -> Order:
    """The order of this verb with its fields given by name, each as its notation writes it.

    Fields that have a default may be left out. Raises `NotationError`.
    """
    verbs = {verb_of(order_type): order_type for order_type in order_types}
    order_type = verbs.get(verb.strip().casefold())
    if order_type is None:
        raise NotationError(f'"{shown(verb)}" is no order of this game; it has {_or(sorted(verbs))}')
    fields = {field.name: field for field in _fields(order_type)}
    for name in words:
        if name not in fields:
            raise NotationError(f'"{shown(name)}" is no field of this order: {usage(order_type)}')
    values = {}
    for info in struct_fields(order_type):
        if info.name in words:
            try:
                values[info.name] = fields[info.name].read(words[info.name], lexicon)
            except (UnknownName, ValueError) as error:
                raise NotationError(f"{info.name}: {error}") from error
        elif info.required:
            raise NotationError(f"{info.name} is missing: {usage(order_type)}")
    return order_type(**values)


def usage(order_type: type[Order]) -> str:
    """How this kind of order is written, e.g. `move UNIT TO`."""
    return " ".join([verb_of(order_type), *(field.hint for field in _fields(order_type))])


@functools.cache
def text_of(order_type: type[Order]) -> OrderText:
    """This kind of order in plain words, with a prompt for each field.

    >>> class Ford(Order, frozen=True, tag="ford-river"):
    ...     '''Cross a river.'''
    ...
    ...     to: int
    >>> text_of(Ford).title, text_of(Ford).prompts
    ('Cross a river', {'to': 'to which hex?'})
    """
    own = order_type.text
    told = [
        paragraph.replace("\n", " ") for paragraph in inspect.cleandoc(order_type.__doc__ or "").split("\n\n")
    ]
    prompts = {
        name: PROMPTS.get(name, f"which {name.replace('_', ' ')}?") for name in field_kinds(order_type)
    }
    return replace(
        own,
        title=own.title or told[0].rstrip(".") or verb_of(order_type).replace("-", " ").capitalize(),
        help=own.help or "".join(told[1:2]),
        prompts=prompts | own.prompts,
    )


@functools.cache
def field_kinds(order_type: type[Order]) -> Mapping[str, str]:
    """The kind of thing each field names (`unit`, `hex` ...), or its plain type's name."""
    return types.MappingProxyType({info.name: _kind(info.type) for info in _hints(order_type)})


class _Hint(NamedTuple):
    name: str
    type: Any


@functools.cache
def _hints(order_type: type[Order]) -> tuple[_Hint, ...]:
    hints = typing.get_type_hints(order_type, include_extras=True)
    return tuple(_Hint(info.name, hints[info.name]) for info in struct_fields(order_type))


@functools.cache
def _fields(order_type: type[Order]) -> tuple[_Field, ...]:
    return tuple(_Field(hint.name, *_codec(hint.type), hint.name.upper()) for hint in _hints(order_type))


def _kind(hint: Any) -> str:
    if get_origin(hint) is Annotated:
        base, *notes = get_args(hint)
        return next((note.name for note in notes if isinstance(note, Kind)), _kind(base))
    if get_origin(hint) is not None:
        inner = [arg for arg in get_args(hint) if arg not in (type(None), Ellipsis)]
        return _kind(inner[0])
    return str(hint.__name__)


def _codec(hint: Any) -> tuple[Callable[[Any, Lexicon], str], Callable[[str, Lexicon], Any]]:
    """How a field of this type is shown and read."""
    if get_origin(hint) is Annotated:
        kind = _kind(hint)
        return (
            lambda value, lexicon: lexicon[kind].token(value),
            lambda word, lexicon: lexicon[kind].value(word),
        )
    if hint is bool:
        return (lambda value, _: "yes" if value else "no"), (lambda word, _: _read_bool(word))
    if hint is int:
        return (lambda value, _: str(value)), (lambda word, _: _read_int(word))
    if hint is str:
        return (lambda value, _: shlex.quote(value)), (lambda word, _: word)
    if get_origin(hint) is tuple:
        show, read_one = _codec(get_args(hint)[0])
        return (
            lambda values, lexicon: ",".join(show(value, lexicon) for value in values) or "none",
            lambda word, lexicon: tuple(read_one(part, lexicon) for part in _split(word)),
        )
    if get_origin(hint) in (types.UnionType, typing.Union):
        inner = [arg for arg in get_args(hint) if arg is not type(None)]
        show, read_one = _codec(inner[0])
        return (
            lambda value, lexicon: "none" if value is None else show(value, lexicon),
            lambda word, lexicon: None if word == "none" else read_one(word, lexicon),
        )
    raise TypeError(f"an order's field cannot be a {hint}")


def _split(word: str) -> list[str]:
    return [] if word == "none" else word.split(",")


def _read_bool(word: str) -> bool:
    answers = {"yes": True, "no": False}
    if word.casefold() not in answers:
        raise ValueError(f'"{shown(word)}" is neither yes nor no')
    return answers[word.casefold()]


def _read_int(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise ValueError(f'"{shown(word)}" is not a whole number') from None


def _or(words: Sequence[str]) -> str:
    return (
        ", ".join(words[:-1]) + (" and " if len(words) > 1 else "") + words[-1]
        if words
        else unknown("order", "", [])
    )
