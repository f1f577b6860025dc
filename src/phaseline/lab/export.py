"""Matches as tables and as JSON Lines, for other tools: orders, dice, and positions as rows of features.

Parquet needs pyarrow (the extra `lab`); JSON Lines need nothing. What is written is described in
`docs/reference/exports.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from phaseline.engine.dice import ScriptedDice
from phaseline.engine.events import tell
from phaseline.engine.match import Entry, Match
from phaseline.engine.orders import Order, verb_of, write, write_value
from phaseline.engine.state import State
from phaseline.env.setting import Setting
from phaseline.lab.whole import whole


class Walkthrough:
    """A match gone through order by order. `name` is what its rows are known by."""

    def __init__(self, name: str, match: Match) -> None:
        self.name = name
        self.match = match
        self.setting = Setting(match.game, match.scenario)

    def __iter__(self) -> Iterator[tuple[int, State[Any, Any], int, Entry]]:
        """Each order's number (from 1), the state before it, its seat, and the entry with what came of it."""
        match = self.match
        faces = (face for entry in match.entries for draw in entry.draws for face in draw.values)
        state = match.game.new(match.scenario, ScriptedDice(faces))
        for number, entry in enumerate(match.entries[1:], 1):
            if entry.seat is None or entry.order is None:
                continue
            yield number, state, entry.seat, entry
            state.play(entry.seat, entry.order)
            state.events.clear()
            state.draws.clear()

    def actions(self, state: State[Any, Any], seat: int, order: Order) -> list[int]:
        """The order as the environments put it together: one number a choice (see `phaseline.env.layout`)."""
        layout, legal, kind = self.setting.layout, state.legal(seat), type(order)
        chosen: tuple[Any, ...] = ()
        found = [layout.index[kind]]
        for field, name in enumerate(kind.__struct_fields__):
            value = getattr(order, name)
            segment = layout.segment(kind, field)
            found.append(layout.number(segment, value, legal.place(kind, chosen, value)))
            chosen = (*chosen, value)
        return found

    def head(self) -> dict[str, Any]:
        """What is true of the whole match."""
        match, outcome = self.match, self.match.outcome
        return {
            "match": self.name,
            "game": match.game.key,
            "rules": match.game.version,
            "scenario": match.scenario.key,
            "options": json.dumps(msgspec.to_builtins(match.scenario.options), sort_keys=True),
            "data": match.scenario.digest,
            "seats": list(match.game.seats),
            "players": [match.players.get(seat, "") for seat in range(len(match.game.seats))],
            "orders": len(match.entries) - 1,
            "winner": None if outcome is None else outcome.winner,
            "level": "" if outcome is None else outcome.level,
            "case": "" if outcome is None else outcome.case,
            "reason": "" if outcome is None else outcome.reason,
            "scores": [] if outcome is None else list(outcome.scores),
            "seed": match.seed.hex() if match.seed is not None and outcome is not None else "",
            "digest": match.position.digest(),
        }

    def told(self, number: int, state: State[Any, Any], seat: int, entry: Entry) -> dict[str, Any]:
        """One order with its dice, as plain data."""
        order, lexicon = entry.order, self.match.scenario.lexicon
        if order is None:
            raise ValueError(f"entry {number} has no order")
        kind = type(order)
        return {
            "match": self.name,
            "number": number,
            "seat": seat,
            "path": list(state.path()),
            "order": verb_of(kind),
            "fields": {
                name: write_value(kind, field, getattr(order, name), lexicon)
                for field, name in enumerate(kind.__struct_fields__)
            },
            "notation": write(order, lexicon),
            "dice": [msgspec.to_builtins(draw) for draw in entry.draws],
            "happened": [tell(event, lexicon) for event in entry.events],
            "comment": entry.comment,
        }


def to_jsonl(matches: Iterable[Walkthrough], path: Path) -> int:
    """A line a match: its head, and a list `record` with all its orders; the number of matches.

    The file is there whole or not at all.
    """
    count = 0
    with whole(path) as part, part.open("w", encoding="utf-8", newline="\n") as out:
        for walk in matches:
            record = [walk.told(*step) for step in walk]
            for line in record:
                del line["match"]
            out.write(json.dumps({**walk.head(), "record": record}, ensure_ascii=False) + "\n")
            count += 1
    return count


def to_parquet(matches: Iterable[Walkthrough], folder: Path) -> int:
    """Tables `matches`, `orders`, `dice` and `positions` in a folder; the number of matches.

    The files are there whole or not at all.
    """
    from phaseline.lab.exporttables import Tables  # noqa: PLC0415 - pyarrow is optional

    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    with Tables(folder) as tables:
        for walk in matches:
            tables.begin(walk.head())
            for number, state, seat, entry in walk:
                if entry.order is None:
                    continue
                line = walk.told(number, state, seat, entry)
                tables.order(line)
                tables.position(
                    walk.name,
                    number,
                    seat,
                    walk.setting.encoding.arrays(walk.match.game.view(state, seat), seat),
                    walk.actions(state, seat, entry.order),
                )
            tables.end()
            count += 1
    return count
