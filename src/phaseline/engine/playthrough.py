"""Golden playthroughs: a whole match as a text that shows what a change of the rules changes.

`playthrough` plays a match in which orders and dice follow from one seed, and writes down every order, everything that
happened with its case and who was told what, and at each phase end how every seat's view has changed. The text is kept
beside the tests and compared with what the rules do today:

    text = playthrough(GAME, GAME.load("ford"), seed=1)
    assert not differences(Path("golden/ford.txt"), text, rewrite=rewrite)
"""

from __future__ import annotations

import difflib
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from phaseline.engine.dice import SeededDice
from phaseline.engine.events import Event, tell
from phaseline.engine.game import Game, Scenario, View
from phaseline.engine.orders import write
from phaseline.engine.playout import Chooser, any_order
from phaseline.engine.sheet import Piece
from phaseline.engine.state import State

FORMAT = 1
MOST_SHOWN = 60
"""A text difference longer than this is cut off."""


def playthrough(
    game: Game[Any, Any],
    scenario: Scenario,
    *,
    seed: int,
    choose: Chooser = any_order,
    most_orders: int | None = None,
) -> str:
    """The text of the match that `seed` leads to. It stops after `most_orders` if the match is not over by then.

    By default that is the longest match the game has.

    `choose` must follow from its arguments alone, or the text would differ each time.
    """
    head = f"Phaseline playthrough {FORMAT}: {game.title} {game.version}, {scenario.title}, seed {seed}"
    most = game.longest if most_orders is None else most_orders
    return "\n".join([head, *_Writer(game, scenario, seed, choose, most).lines(), ""])


def differences(path: Path, text: str, *, rewrite: bool = False) -> str:
    """How `text` differs from the file, as a readable diff; "" when it does not.

    With `rewrite` the file is written anew instead, which is how a change of the rules is accepted.
    """
    if rewrite:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return ""
    known = path.read_text("utf-8") if path.is_file() else ""
    found = list(
        difflib.unified_diff(known.splitlines(), text.splitlines(), "kept", "played", lineterm="", n=4)
    )
    if len(found) > MOST_SHOWN:
        found = [*found[:MOST_SHOWN], f"... and {len(found) - MOST_SHOWN} lines more"]
    return "\n".join(found)


class _Writer:
    def __init__(
        self, game: Game[Any, Any], scenario: Scenario, seed: int, choose: Chooser, most_orders: int
    ) -> None:
        self._game, self._scenario = game, scenario
        self._rng = random.Random(seed)
        self._choose, self._most = choose, most_orders
        self._dice = SeededDice(seed.to_bytes(32, "big"))
        self._told: list[str] = []
        self._seen: dict[int, list[str]] = {seat: [] for seat in range(len(game.seats))}

    def lines(self) -> Iterator[str]:
        game = self._game
        state = game.state_type(game, self._scenario, game.start(self._scenario), self._dice)
        state.on_phase_end = lambda path: self._told.extend(self._phase_end(state, path))
        state.advance()
        yield "start"
        yield from self._since(state)
        for _ in range(self._most):
            decision = state.decision
            if decision is None:
                break
            seat = decision.seats[0]
            order = self._choose(state, seat, self._rng)
            yield f"{game.seats[seat]}: {write(order, self._scenario.lexicon)}"
            state.apply(seat, order)
            yield from self._since(state)
        else:
            yield f"stopped after {self._most} orders"

    def _since(self, state: State[Any, Any]) -> list[str]:
        """What the last order brought about: events, and the views at the phase ends it led past."""
        found = [*self._told, *self._events(state)]
        self._told = []
        return found

    def _events(self, state: State[Any, Any]) -> list[str]:
        """What has happened since this was last asked."""
        found = [f"  {self._event(event)}" for event in state.events]
        state.events.clear()
        state.draws.clear()
        return found

    def _event(self, event: Event) -> str:
        """An event with its case, and what each seat that may not know it is told instead."""
        text = f"({event.case}) {tell(event, self._scenario.lexicon)}"
        for seat, name in enumerate(self._game.seats):
            known = event.for_seat(seat)
            if known is None:
                text += f" [{name} is not told]"
            elif known is not event:
                text += f" [{name} is told: {tell(known, self._scenario.lexicon)}]"
        return text

    def _phase_end(self, state: State[Any, Any], path: Sequence[str]) -> Iterator[str]:
        """What happened up to the end of a phase, and every seat's view there, as far as it differs from the last."""
        yield from self._events(state)
        yield f"--- end of {', '.join(path)}"
        for seat, name in enumerate(self._game.seats):
            now = self._drawn(self._game.view(state, seat))
            before, self._seen[seat] = self._seen[seat], now
            yield from (f"{name} sees  {line}" for line in _changed(before, now))

    def _drawn(self, view: View) -> list[str]:
        """A view as lines: tracks, marks, and the pieces of each hex."""
        sheet = self._game.sheet(self._scenario, view)
        label = self._scenario.lexicon["hex"].title
        lines = [f"{track.name}: {track.text}" for track in sheet.tracks]
        for mark in sheet.marks:
            holder = "nobody" if mark.side is None else self._game.seats[mark.side]
            lines.append(f"{label(mark.hex)}: {mark.text} ({holder})")
        pieces = sorted(sheet.pieces, key=lambda piece: (-1 if piece.hex is None else piece.hex, piece.title))
        for piece in pieces:
            where = "beside the map" if piece.hex is None else label(piece.hex)
            lines.append(f"{where}: {self._piece(piece)}")
        return lines

    def _piece(self, piece: Piece) -> str:
        side = "" if piece.side is None else f"{self._game.seats[piece.side]} "
        marks = f" ({', '.join(piece.marks)})" if piece.marks else ""
        return f"{side}{piece.title} {piece.strength}".rstrip() + marks


def _changed(before: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    """The lines that went (-) and came (+)."""
    for line in difflib.ndiff(before, now):
        if line[0] in "+-":
            yield line
