"""What a seat sees, on a terminal: map, tracks, units, what is asked, what happened."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from phaseline.cli.chart.drawing import BRACKETS, draw
from phaseline.cli.chart.window import Wish
from phaseline.cli.errors import UserError
from phaseline.cli.terminal import FAINT, plain_ascii, say, side_ink, side_style, terminal_size
from phaseline.engine.events import Event, tell
from phaseline.engine.game import View
from phaseline.engine.match import Match
from phaseline.engine.sheet import Piece, Sheet
from phaseline.hexgrid import Mask
from phaseline.wording.counts import several

UNITS_LISTED = 40
"""So many units are listed below the map without being asked for."""
LINES_BELOW = 6
"""Lines of a terminal that tracks and prompt need below the map."""
ELSEWHERE = "--at HEX shows another part, --size tiny more of them"


def show_position(
    match: Match, seat: int | None, wish: Wish, *, units: bool | None = None, elsewhere: str = ELSEWHERE
) -> None:
    """The map, the tracks, the units and the decision, as `seat` (None: a spectator) may see them.

    `elsewhere` tells how to see more where only a part of the map is shown.
    """
    view = match.view(seat)
    sheet = match.game.sheet(match.scenario, view)
    drawn = _show_map(match, sheet, wish, elsewhere) if match.scenario.map.on_map else 0
    _show_tracks(sheet)
    _show_marks(match, sheet, drawn)
    if units is not False:
        _show_units(match, sheet, every=bool(units))
    say(prompt(match, view))


def _show_map(match: Match, sheet: Sheet, wish: Wish, elsewhere: str) -> Mask:
    """Draws the map; what of it was drawn."""
    drawing = draw(match.scenario.map, sheet, wish)
    for line in drawing.lines:
        say(line)
    if drawing.shown < drawing.total:
        say(Text(f"{drawing.shown} of {several(drawing.total, 'hex')}; {elsewhere}", style=FAINT))
    return drawing.hexes


def wish_for(match: Match, size: str | None = None, at: str | None = None, radius: int | None = None) -> Wish:
    """How to draw on this terminal. Raises `UserError` when `at` is no hex of the map."""
    here = None
    if at is not None:
        try:
            here = match.scenario.map.hex(at)
        except ValueError as error:
            raise UserError(f"--at: {error}") from error
        if not match.scenario.map.on_map >> here & 1:
            raise UserError(f"--at: {at} is not on the map of this scenario; choose a hex that is")
    width, height = terminal_size()
    room = None if height is None else height - LINES_BELOW
    return Wish(width=width, height=room, size=size, at=here, radius=radius, ascii_only=plain_ascii())


def prompt(match: Match, view: View) -> Text:
    """Where the game stands and who is asked what, in one line."""
    outcome = match.outcome
    if outcome is not None:
        seats = match.game.seats
        # Who plays alone and has not won has not drawn either: the level says what has become of it.
        unwon = "a draw" if len(seats) > 1 else "not won"
        winner = unwon if outcome.winner is None else f"{seats[outcome.winner]} wins"
        level = f" ({outcome.level})" if outcome.level else ""
        return Text(
            f"The match is over: {winner}{level}; {outcome.reason} (case {outcome.case}).", style="bold"
        )
    text = Text(" > ".join(match.game.flow.spoken(view.path)), style=FAINT)
    text.append(": ")
    for i, seat in enumerate(view.seats):
        text.append(" and " if i else "")
        text.append(match.game.seats[seat], style=side_ink(seat))
    decision, asked = match.decision, view.prompt
    if decision is not None and view.seat is not None and view.seat in decision.seats:
        asked = decision.step.asked(match.legal(view.seat).kinds())
    text.append(f": {asked}", style="bold")
    text.append(f" ({view.case})", style=FAINT)
    return text


def show_events(match: Match, events: Sequence[Event]) -> None:
    """What happened, one line an event, with the case it rests on. The events must be redacted already."""
    for event in events:
        line = Text("  ")
        line.append(tell(event, match.scenario.lexicon), style="yellow" if event.draw else "")
        if event.case:
            line.append(f" ({event.case})", style=FAINT)
        say(line)


def _show_tracks(sheet: Sheet) -> None:
    tracks = [track for track in sheet.tracks if track.text != "none"]
    if tracks:
        say(Text("  ").join(Text.assemble((f"{track.name} ", FAINT), track.text) for track in tracks))


def _show_marks(match: Match, sheet: Sheet, drawn: Mask) -> None:
    """The marks on what is drawn, those alike together; how many there are elsewhere."""
    alike: dict[str, list[str]] = {}
    for mark in sheet.marks:
        if drawn >> mark.hex & 1:
            holder = f", {match.game.seats[mark.side]}" if mark.side is not None else ""
            alike.setdefault(f"{mark.text}{holder}", []).append(_hex_name(match, mark.hex))
    parts = [f"{text}: {', '.join(places)}" for text, places in alike.items()]
    others = len(sheet.marks) - sum(map(len, alike.values()))
    if others:
        parts.append(f"{others} elsewhere")
    if parts:
        star = "*" if plain_ascii() else "\u2605"
        say(Text.assemble((f"{star} ", FAINT), "; ".join(parts)))


def _show_units(match: Match, sheet: Sheet, *, every: bool) -> None:
    pieces = list(sheet.pieces)
    if not every and len(pieces) > UNITS_LISTED:
        say(Text(f"{several(len(pieces), 'unit')}; --units lists them", style=FAINT))
        pieces = [piece for piece in pieces if piece.hex is None]
    where: dict[int | None, list[Piece]] = {}
    for piece in sorted(
        pieces, key=lambda piece: (piece.side is None, piece.side, piece.hex is None, piece.hex)
    ):
        where.setdefault(piece.hex, []).append(piece)
    names = {hex: "off the map" if hex is None else _hex_name(match, hex) for hex in where}
    widest = max(map(len, names.values()), default=0)
    for hex, stack in where.items():
        line = Text(f"  {names[hex].ljust(widest)}")
        for piece in stack:
            line.append("  ")
            line.append_text(_unit(piece))
        say(line)


def _unit(piece: Piece) -> Text:
    around = "||" if piece.side is None else BRACKETS[piece.side % len(BRACKETS)]
    label = "?" if piece.face_down else piece.label
    text = Text.assemble((f"{around[0]}{label}{around[1]}", side_style(piece.side)), f" {piece.title}")
    if piece.strength and not piece.face_down:
        text.append(f" {piece.strength}")
    if piece.marks:
        text.append(f" ({', '.join(piece.marks)})", style=FAINT)
    return text


def _hex_name(match: Match, hex: int) -> str:
    map = match.scenario.map
    label, place = map.label(hex), next((map.called(place) for place in map.places_at(hex)), "")
    return label if place in ("", label) else f"{label} {place}"
