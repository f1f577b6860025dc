"""A match on a table in characters, as a player looks at it: the map, what stands beside it, and what is asked."""

from __future__ import annotations

from phaseline.chart import situation
from phaseline.chart.drawing import draw
from phaseline.chart.window import Wish
from phaseline.env.table import Table
from phaseline.wording.counts import several

ROOM = Wish(width=160, height=50)
"""So large may the map be; of a larger one the part is drawn where most stands."""


def picture(table: Table, seat: int) -> str:
    """What `seat` sees, in lines: who it is, map, tracks, marks, and who has to decide what, or how the match ended.

    It has no colours: of each seat the counters stand in brackets of their own, and what is hidden is a question mark.
    """
    game, scenario, state = table.game, table.scenario, table.state
    view = game.view(state, seat)
    sheet = game.sheet(scenario, view)
    lines = [f"{game.title}, {scenario.title}, seen by {game.seats[seat]}"]
    drawn = 0
    if scenario.map.on_map:
        drawing = draw(scenario.map, sheet, ROOM)
        drawn = drawing.hexes
        lines += [line.plain for line in drawing.lines]
        if drawing.shown < drawing.total:
            lines.append(f"{drawing.shown} of {several(drawing.total, 'hex')}")
    beside = [
        *situation.tracks(sheet),
        *situation.marks(game, scenario.map, sheet, drawn, ascii_only=False),
        situation.prompt(state, view),
    ]
    lines += [line.plain for line in beside]
    if table.truncated:
        lines.append(f"The match was broken off: it had {several(len(table.orders), 'order')}.")
    elif seat == table.seat and (begun := table.begun()):
        lines.append(f"begun: {begun}")
    return "\n".join(lines)
