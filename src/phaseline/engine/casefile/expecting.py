"""Holds a case's expectations against a match."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from phaseline.engine.casefile.errors import CaseFileError, fold
from phaseline.engine.casefile.facts import attribute_table, event_facts
from phaseline.engine.casefile.matching import Mismatch, compare, find_key
from phaseline.engine.casefile.setup import find_seat
from phaseline.engine.casefile.tree import Node, shown
from phaseline.engine.events import Event, tell
from phaseline.engine.lexicon import Lexicon
from phaseline.engine.orders import NotationError, write
from phaseline.wording.nearest import did_you_mean

if TYPE_CHECKING:
    from phaseline.engine.match import Match

SPECIAL = ("events", "no_events", "orders", "unseen", "refused", "because", "legal")
"""Expectations that are not facts."""


class Expectations:
    """Compares expectations with the facts and events of a match."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._lexicon: Lexicon = match.scenario.lexicon

    def same(self, a: str, b: str) -> bool:
        """Whether two texts name the same hex, unit or seat."""
        lexicon = self._lexicon
        return any(
            (one := lexicon.meant(kind, a)) is not None and one == lexicon.meant(kind, b)
            for kind in ("hex", "unit", "seat")
        )

    def check(
        self, expect: Node, field: str, known: Mapping[str, Any], events: Sequence[Event]
    ) -> Iterator[Mismatch]:
        """Where the facts `known` and the `events` are not as expected."""
        if not isinstance(expect.value, dict):
            raise expect.error("a mapping of facts is needed", field)
        for key, node in expect.mapping.items():
            place = f"{field}.{key}"
            if key == "events":
                yield from self._events(node, place, events)
            elif key == "no_events":
                yield from self._no_events(node, place, events)
            elif key == "orders":
                yield from self._orders(node, place)
            elif key == "unseen":
                yield from self._unseen(node, place, known)
            elif key not in SPECIAL:
                yield from compare(node, self._fact(key, node, place, known), place, self.same)

    def _fact(self, key: str, node: Node, place: str, known: Mapping[str, Any]) -> Any:
        name = find_key(key, known, lambda _a, _b: False)
        if name is not None:
            return known[name]
        table = attribute_table(known, key)
        if table is not None:
            return table
        hint = did_you_mean(key, [*known, *SPECIAL], "there are")
        raise node.error(f'{self._match.game.key} reports no "{key}"{hint}', place)

    # -- events -------------------------------------------------------------------------------------------------------

    def matches(self, pattern: Node, event: Event) -> bool:
        """Whether an event is of the kind a pattern describes: part of its text, or some of its facts."""
        if pattern.is_scalar:
            text = tell(event, self._lexicon)
            return fold(pattern.text) in fold(text) or fold(pattern.text) == fold(event.kind)
        return not self._differences(pattern, event)

    def _differences(self, pattern: Node, event: Event) -> list[str]:
        """The facts of an event that are not as a pattern says, or not there."""
        facts = event_facts(event, self._lexicon)
        return [key for key, node in pattern.mapping.items() if not self._agrees(key, node, facts)]

    def _agrees(self, key: str, node: Node, facts: Mapping[str, Any]) -> bool:
        if key == "text":
            return fold(node.text) in fold(facts["text"])
        return key in facts and next(compare(node, facts[key], key, self.same), None) is None

    def _events(self, node: Node, place: str, events: Sequence[Event]) -> Iterator[Mismatch]:
        if node.is_scalar and fold(node.text) == "none":
            if events:
                yield Mismatch(place, node.line, "none", self._told(events))
            return
        start = 0
        for number, pattern in enumerate(node.items, start=1):
            found = next((i for i in range(start, len(events)) if self.matches(pattern, events[i])), None)
            if found is None:
                late = "after the ones before it: " if start else ""
                yield self.missing(pattern, f"{place}[{number}]", events[start:], late)
                return
            start = found + 1

    def _no_events(self, node: Node, place: str, events: Sequence[Event]) -> Iterator[Mismatch]:
        for pattern in node.items:
            for event in events:
                if self.matches(pattern, event):
                    yield Mismatch(
                        place, pattern.line, f"nothing like {pattern.text}", self._told([event], pattern)
                    )

    def missing(self, pattern: Node, place: str, events: Sequence[Event], late: str = "") -> Mismatch:
        """That none of the events is of the kind described: what they are, and why the nearest is not."""
        return Mismatch(
            place,
            pattern.line,
            pattern.text,
            late + self._told(events, pattern),
            self._nearest(pattern, events),
        )

    def _told(self, events: Sequence[Event], pattern: Node | None = None) -> str:
        """The events with kind, case, text and the facts that a pattern asks about."""
        asked = ("kind", "case", "text", *(pattern.mapping if pattern is not None else ()))
        told = [event_facts(event, self._lexicon) for event in events]
        lines = [shown({key: facts[key] for key in dict.fromkeys(asked) if key in facts}) for facts in told]
        return "; ".join(lines) or "no events"

    def _nearest(self, pattern: Node, events: Sequence[Event]) -> str:
        """Of the events that come nearest to a pattern: what does not agree, and all facts there are."""
        if not pattern.mapping or not events:
            return ""
        near = min(events, key=lambda event: len(self._differences(pattern, event)))
        facts = event_facts(near, self._lexicon)
        wrong = [
            f"{key} is {shown(facts[key])}, not {pattern.mapping[key].text}"
            if key in facts
            else f"it has no {key}"
            for key in self._differences(pattern, near)
        ]
        return f"nearest: {'; '.join(wrong)}; its facts: {shown(facts)}"

    # -- orders -------------------------------------------------------------------------------------------------------

    def _orders(self, node: Node, place: str) -> Iterator[Mismatch]:
        parts = dict(node.mapping)
        by = parts.pop("by", None)
        seats = self._match.state.decision.seats if self._match.state.decision is not None else ()
        try:
            seat = find_seat(self._match.game, by.text) if by is not None else next(iter(seats), 0)
        except LookupError as error:
            raise (by or node).error(str(error), place) from error
        legal = [write(order, self._lexicon) for order in self._match.legal(seat)]
        if not isinstance(node.value, dict):
            parts = {"only": node}
        for key, wanted in parts.items():
            if key == "count":
                yield from compare(wanted, len(legal), f"{place}.count", self.same)
            elif key in ("include", "exclude", "only"):
                yield from self._listed(key, wanted, f"{place}.{key}", legal)
            else:
                hint = did_you_mean(key, ("include", "exclude", "only", "count", "by"))
                raise wanted.error(f'there is no "{key}" here{hint}', place)

    def _listed(self, key: str, node: Node, place: str, legal: list[str]) -> Iterator[Mismatch]:
        named: set[str] = set()
        for item in node.items if fold(node.text) != "none" else []:
            found = self._found(item, legal, place)
            named |= found
            if key == "exclude" and found:
                yield Mismatch(
                    place, item.line, f"not legal: {item.text}", f"legal: {', '.join(sorted(found))}"
                )
            elif key != "exclude" and not found:
                yield Mismatch(place, item.line, f"legal: {item.text}", f"not among: {_some(legal)}")
        if key == "only" and (rest := [order for order in legal if order not in named]):
            yield Mismatch(place, node.line, f"nothing but {node.text}", f"also legal: {_some(rest)}")

    def _found(self, item: Node, legal: list[str], place: str) -> set[str]:
        """The legal orders that a text means: an order, or a pattern with `*`."""
        if "*" in item.text:
            return {order for order in legal if fnmatch.fnmatchcase(fold(order), fold(item.text))}
        try:
            order = write(self._match.parse(item.text), self._lexicon)
        except NotationError as error:
            raise item.error(str(error), place) from error
        return {order} & set(legal)

    # -- views --------------------------------------------------------------------------------------------------------

    def _unseen(self, node: Node, place: str, known: Mapping[str, Any]) -> Iterator[Mismatch]:
        units = known.get("units", {})
        for item in node.items:
            try:
                self._lexicon["unit"].value(item.text)
            except LookupError as error:
                raise CaseFileError(str(error), file=item.file, line=item.line, field=place) from error
            name = find_key(item.text, units, self.same)
            if name is not None:
                yield Mismatch(place, item.line, f"{item.text} is not seen", shown(units[name]))


def _some(orders: Sequence[str], most: int = 24) -> str:
    rest = f", and {len(orders) - most} more" if len(orders) > most else ""
    return ", ".join(orders[:most]) + rest if orders else "no order is legal"
