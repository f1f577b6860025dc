"""The orders a seat may give, field by field, with what each choice means."""

from __future__ import annotations

import functools
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from phaseline.engine.aids import Aids
from phaseline.engine.legal import LegalOrders
from phaseline.engine.match import Match
from phaseline.engine.orders import NotationError, Order, field_kinds, text_of, verb_of, write_value
from phaseline.server.problems import Wrong
from phaseline.server.viewing.lens import Lens
from phaseline.server.wire import Choice, Field, OrderKind, Refusal
from phaseline.wording.counts import several
from phaseline.wording.misfit import fault

LOOKED_AT = 40
"""Of so many units it is looked where they can go."""
LISTED = 120
"""So many values of a first field come with the state, besides own units on the map; of longer lists only the number does."""


class Choices:
    """What `lens.seat` may order now. Legality is the match's own; remarks are worked out from a sample."""

    def __init__(self, match: Match, lens: Lens, aids: Aids[Any, Any]) -> None:
        assert lens.seat is not None
        self._match = match
        self._lens = lens
        self._aids = aids
        self._seat: int = lens.seat

    @property
    def _legal(self) -> LegalOrders:
        return self._match.legal(self._seat)

    def kinds(self) -> list[OrderKind]:
        """The kinds of order of which at least one may be given."""
        return [self._kind(kind) for kind in self._legal.kinds()]

    def values(self, verb: str, chosen: Sequence[Any]) -> list[Choice]:
        """The values of the next field after `chosen`. Raises `Wrong`."""
        kind = self.kind(verb)
        return self._choices(kind, self.read(kind, chosen))

    def reach(self) -> list[int]:
        """The hexes that an order may name now, as its first value or after a unit; of many units, those of `LOOKED_AT`."""
        found: set[int] = set()
        for kind in self._legal.kinds():
            sorts = list(field_kinds(kind).values())
            first = self._legal.values(kind) if sorts else []
            if sorts[:1] == ["hex"]:
                found.update(_ends(first))
            elif sorts[:2] == ["unit", "hex"]:
                for unit in first[:: 1 + len(first) // LOOKED_AT]:
                    found.update(_ends(self._legal.values(kind, unit)))
        return sorted(found)

    def why(self, verb: str, chosen: Sequence[Any]) -> Refusal | None:
        """Why an order may not begin so. Raises `Wrong`."""
        kind = self.kind(verb)
        found = self._legal.why_not(kind, *self.read(kind, chosen))
        return None if found is None else Refusal(case=found.case, text=found.reason)

    def begins(self, kind: type[Order], chosen: tuple[Any, ...]) -> bool:
        """Whether an order may begin so."""
        return self._legal.why_not(kind, *chosen) is None

    def order(self, verb: str, values: Sequence[Any]) -> Order:
        """The order of this verb and these values; last fields with a default may be left out. Raises `Wrong`."""
        kind = self.kind(verb)
        try:
            return kind(*self.read(kind, values))
        except TypeError as error:
            names = ", ".join(field_kinds(kind))
            raise Wrong(f'"{verb}" takes the values: {names or "none"}', field="values") from error

    def kind(self, verb: str) -> type[Order]:
        """The kind of order with this verb. Raises `Wrong`."""
        for kind in self._match.game.flow.order_types():
            if verb_of(kind) == verb:
                return kind
        raise Wrong(f'"{verb}" is no order of {self._match.game.title}', field="verb")

    def read(self, kind: type[Order], values: Sequence[Any]) -> tuple[Any, ...]:
        """Values off the wire as the order's fields hold them. Raises `Wrong`."""
        hints = _types(kind)
        names = kind.__struct_fields__
        if len(values) > len(names):
            raise Wrong(
                f'"{verb_of(kind)}" has {several(len(names), "field")}, not {len(values)}', field="values"
            )
        found = []
        for name, value in zip(names, values, strict=False):
            try:
                read = msgspec.convert(value, hints[name])
                self._check_named(field_kinds(kind)[name], read)
            except msgspec.ValidationError as error:
                said = fault(str(error), hints[name], value)
                raise Wrong(f'"{verb_of(kind)}": {name}: {said}', field="values") from error
            except (LookupError, ValueError) as error:
                raise Wrong(f'"{verb_of(kind)}": {name}: {error}', field="values") from error
            found.append(read)
        return tuple(found)

    def _check_named(self, sort: str, value: Any) -> None:
        """Raises `LookupError` or `ValueError` for a number that names nothing: rules may trust what they are given."""
        lexicon = self._match.scenario.lexicon
        for number in value if isinstance(value, tuple) else (value,):
            if sort in lexicon and isinstance(number, int):
                if number < 0 or (sort == "hex" and not self._match.scenario.map.on_map >> number & 1):
                    raise ValueError(f"there is no {sort} {number}")
                try:
                    lexicon[sort].token(number)
                except IndexError:
                    raise ValueError(f"there is no {sort} {number}") from None

    def parse(self, text: str) -> Order:
        """The order that a notation spells. Raises `Wrong`."""
        try:
            return self._match.parse(text)
        except NotationError as error:
            raise Wrong(str(error), field="text") from error

    def _kind(self, kind: type[Order]) -> OrderKind:
        text, sorts = text_of(kind), field_kinds(kind)
        able = self._legal.able(kind)
        units, others = self._parted(sorts, able)
        if len(others) > LISTED:
            units, others = [], []
        idle = self._aids.idle(self._lens.sample, self._seat, kind) if units else 0
        return OrderKind(
            verb=verb_of(kind),
            title=text.title,
            help=text.help,
            case=kind.case,
            fields=_fields(kind),
            units=units,
            first=[self._choice(kind, (), value) for value in others],
            count=len(able),
            passes=text.passes,
            gives_up=text.gives_up,
            adds=text.adds,
            yields=text.yields,
            idle=[unit for unit in units if idle >> unit & 1],
        )

    def _parted(self, sorts: Mapping[str, str], able: list[Any]) -> tuple[list[int], list[Any]]:
        """The own units on the map among values of a first field, and the others. Nothing need be said of the units."""
        if next(iter(sorts.values()), "") != "unit":
            return [], able
        own = self._lens.own
        return [value for value in able if value in own], [value for value in able if value not in own]

    def _choices(self, kind: type[Order], chosen: tuple[Any, ...]) -> list[Choice]:
        """The values of the next field that lead to an order: a unit that can go nowhere is no choice to a person."""
        return [self._choice(kind, chosen, value) for value in self._legal.able(kind, *chosen)]

    def _choice(self, kind: type[Order], chosen: tuple[Any, ...], value: Any) -> Choice:
        hint = self._aids.hint(self._lens.sample, self._seat, kind, chosen, value)
        return Choice(
            value=value,
            token=write_value(kind, len(chosen), value, self._match.scenario.lexicon),
            title=hint.title,
            hint=hint.text,
            tint=hint.tint,
            hexes=hint.hexes,
            units=hint.units,
        )


@functools.cache
def _fields(kind: type[Order]) -> list[Field]:
    """What is told of an order's fields."""
    prompts = text_of(kind).prompts
    return [
        Field(name=name, kind=sort, prompt=prompts.get(name, "")) for name, sort in field_kinds(kind).items()
    ]


@functools.cache
def _types(kind: type[Order]) -> dict[str, Any]:
    """The types of an order's fields."""
    return typing.get_type_hints(kind, include_extras=True)


def _ends(values: Sequence[Any]) -> Iterator[int]:
    """The hexes that values of a field stand for: of a way, the one where it ends."""
    for value in values:
        end = value[-1] if isinstance(value, tuple) and value else value
        if isinstance(end, int):
            yield end
