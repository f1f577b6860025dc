"""What a seat sees, on a terminal: map, tracks, units, what is asked, what happened."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from phaseline.chart import situation
from phaseline.chart.drawing import draw
from phaseline.chart.window import Wish
from phaseline.cli.errors import UserError
from phaseline.cli.terminal import FAINT, plain_ascii, say, terminal_size
from phaseline.engine.events import Event, tell
from phaseline.engine.game import View
from phaseline.engine.match import Match
from phaseline.engine.sheet import Sheet
from phaseline.hexgrid import Mask
from phaseline.wording.counts import several

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
    board, sheet = match.scenario.map, match.game.sheet(match.scenario, view)
    drawn = _show_map(match, sheet, wish, elsewhere) if board.on_map else 0
    lines = [*situation.tracks(sheet)]
    lines += situation.marks(match.game, board, sheet, drawn, ascii_only=plain_ascii())
    if units is not False:
        lines += situation.units(board, sheet, more="" if units else "--units lists them")
    for line in [*lines, prompt(match, view)]:
        say(line)


def _show_map(match: Match, sheet: Sheet, wish: Wish, elsewhere: str) -> Mask:
    """Draws the map; what of it was drawn."""
    drawing = draw(match.scenario.map, sheet, wish)
    for line in drawing.lines:
        say(line)
    if drawing.shown < drawing.total:
        say(Text(f"{drawing.shown} of {several(drawing.total, 'hex')}; {elsewhere}", style=FAINT))
    return drawing.hexes


def wish_for(
    match: Match,
    size: str | None = None,
    at: str | None = None,
    radius: int | None = None,
    *,
    what: str = "--at",
) -> Wish:
    """How to draw on this terminal. Raises `UserError` when `at`, which was given as `what`, is no hex of the map."""
    here = None
    if at is not None:
        try:
            here = match.scenario.map.hex(at)
        except ValueError as error:
            raise UserError(f"{what}: {error}") from error
        if not match.scenario.map.on_map >> here & 1:
            raise UserError(f"{what}: {at} is not on the map of this scenario; choose a hex that is")
    width, height = terminal_size()
    room = None if height is None else height - LINES_BELOW
    return Wish(width=width, height=room, size=size, at=here, radius=radius, ascii_only=plain_ascii())


def prompt(match: Match, view: View) -> Text:
    """Where the game stands and who is asked what, in one line; or how it ended."""
    return situation.prompt(match.state, view)


def show_events(match: Match, events: Sequence[Event]) -> None:
    """What happened, one line an event, with the case it rests on. The events must be redacted already."""
    for event in events:
        line = Text("  ")
        line.append(tell(event, match.scenario.lexicon), style="yellow" if event.draw else "")
        if event.case:
            line.append(f" ({event.case})", style=FAINT)
        say(line)
