"""Events as a viewer is told of them: sentences, with the hexes and units they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from phaseline.engine.events import Event, named, tell
from phaseline.engine.lexicon import Lexicon
from phaseline.engine.match import Match
from phaseline.server.viewing.lens import Lens
from phaseline.server.viewing.turns import turns
from phaseline.server.wire import MatchEvent


def story(match: Match, lens: Lens, since: int = 0) -> list[MatchEvent]:
    """What happened from entry `since` on, as far as the lens shows it."""
    lexicon = match.scenario.lexicon
    entries = zip(match.entries[since:], turns(match, since), strict=True)
    return [
        _told(event, index, entry.seat, turn, lexicon)
        for index, (entry, turn) in enumerate(entries, start=since)
        for event in lens.told(entry.events)
    ]


def _told(event: Event, index: int, seat: int | None, turn: int | None, lexicon: Lexicon) -> MatchEvent:
    return MatchEvent(
        entry=index,
        kind=event.kind,
        text=tell(event, lexicon),
        case=event.case,
        seat=seat,
        hexes=tuple(dict.fromkeys(_named(event, "hex"))),
        units=tuple(dict.fromkeys(_named(event, "unit"))),
        draw=event.draw,
        by=event.by,
        lit=event.lit,
        battle=event.battle,
        contest=event.contest,
        turn=turn,
    )


def _named(event: Event, kind: str) -> Iterator[int]:
    """The values of this kind that the sentence names."""
    for name, spec in named(event.text):
        if spec == kind:
            fact = event.facts[name]
            yield from (fact if isinstance(fact, Iterable) else (fact,))
