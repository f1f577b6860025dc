"""What is told beside a map drawn with characters: tracks, marks, units, what is asked, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from phaseline.atlas.model import HexMap
from phaseline.chart.drawing import BRACKETS
from phaseline.chart.looks import FAINT, side_ink, side_style
from phaseline.engine.game import Game, View
from phaseline.engine.position import Outcome
from phaseline.engine.sheet import Piece, Sheet
from phaseline.engine.state import State
from phaseline.hexgrid import Mask
from phaseline.wording.counts import several

UNITS_LISTED = 40
"""So many units are listed below the map without being asked for."""


def prompt(state: State[Any, Any], view: View) -> Text:
    """Where the game stands and who is asked what, in one line; or how it ended."""
    game, outcome = state.game, state.position.outcome
    if outcome is not None:
        return Text(over(game, outcome), style="bold")
    text = Text(" > ".join(game.flow.spoken(view.path)), style=FAINT)
    text.append(": ")
    for i, seat in enumerate(view.seats):
        text.append(" and " if i else "")
        text.append(game.seats[seat], style=side_ink(seat))
    decision, asked = state.decision, view.prompt
    if decision is not None and view.seat is not None and view.seat in decision.seats:
        asked = decision.step.asked(state.legal(view.seat).kinds())
    text.append(f": {asked}", style="bold")
    text.append(f" ({view.case})", style=FAINT)
    return text


def over(game: Game[Any, Any], outcome: Outcome) -> str:
    """Who has won a match that is over, why, and by which case."""
    # Who plays alone and has not won has not drawn either: the level says what has become of it.
    unwon = "a draw" if len(game.seats) > 1 else "not won"
    winner = unwon if outcome.winner is None else f"{game.seats[outcome.winner]} wins"
    level = f" ({outcome.level})" if outcome.level else ""
    return f"The match is over: {winner}{level}; {outcome.reason} (case {outcome.case})."


def tracks(sheet: Sheet) -> Iterator[Text]:
    """The values beside the map, in one line; none if there are none."""
    told = [track for track in sheet.tracks if track.text != "none"]
    if told:
        yield Text("  ").join(Text.assemble((f"{track.name} ", FAINT), track.text) for track in told)


def marks(
    game: Game[Any, Any], board: HexMap, sheet: Sheet, drawn: Mask, *, ascii_only: bool
) -> Iterator[Text]:
    """The marks on what is drawn, those alike together, and how many there are elsewhere; none if there are none."""
    alike: dict[str, list[str]] = {}
    for mark in sheet.marks:
        if drawn >> mark.hex & 1:
            holder = f", {game.seats[mark.side]}" if mark.side is not None else ""
            alike.setdefault(f"{mark.text}{holder}", []).append(_hex_name(board, mark.hex))
    parts = [f"{text}: {', '.join(places)}" for text, places in alike.items()]
    others = len(sheet.marks) - sum(map(len, alike.values()))
    if others:
        parts.append(f"{others} elsewhere")
    if parts:
        yield Text.assemble(("* " if ascii_only else "\u2605 ", FAINT), "; ".join(parts))


def units(board: HexMap, sheet: Sheet, *, more: str = "") -> Iterator[Text]:
    """The units, hex by hex; of many only how many, `more` says how to see them, and those beside the map; "": all."""
    pieces = list(sheet.pieces)
    if more and len(pieces) > UNITS_LISTED:
        yield Text(f"{several(len(pieces), 'unit')}; {more}", style=FAINT)
        pieces = [piece for piece in pieces if piece.hex is None]
    where: dict[int | None, list[Piece]] = {}
    for piece in sorted(
        pieces, key=lambda piece: (piece.side is None, piece.side, piece.hex is None, piece.hex)
    ):
        where.setdefault(piece.hex, []).append(piece)
    names = {hex: "off the map" if hex is None else _hex_name(board, hex) for hex in where}
    widest = max(map(len, names.values()), default=0)
    for hex, stack in where.items():
        line = Text(f"  {names[hex].ljust(widest)}")
        for piece in stack:
            line.append("  ")
            line.append_text(_unit(piece))
        yield line


def _unit(piece: Piece) -> Text:
    around = "||" if piece.side is None else BRACKETS[piece.side % len(BRACKETS)]
    label = "?" if piece.face_down else piece.label
    text = Text.assemble((f"{around[0]}{label}{around[1]}", side_style(piece.side)), f" {piece.title}")
    if piece.strength and not piece.face_down:
        text.append(f" {piece.strength}")
    if piece.marks:
        text.append(f" ({', '.join(piece.marks)})", style=FAINT)
    return text


def _hex_name(board: HexMap, hex: int) -> str:
    label, place = board.label(hex), next((board.called(place) for place in board.places_at(hex)), "")
    return label if place in ("", label) else f"{label} {place}"
