"""The reinforcements that are due (11.5).

Asked by other chapters: `due`.
"""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.westfront.position import TO_COME
from phaseline.games.westfront.rules import calendar, politics
from phaseline.games.westfront.scenario import Arrival
from phaseline.games.westfront.state import WestFrontState


@case("11.5", "3.12c", "3.23d", "16.1b")
def due(s: WestFrontState, ahead: int = 0) -> dict[int, Arrival]:
    """The reinforcements, by unit, that may be placed now (11.5); with `ahead` those of that many months later.

    What was not placed in its month may be placed later. Friuli comes after a surrender without defection (16.1b).
    """
    found: dict[int, Arrival] = s.as_it_stands(("due", ahead), lambda: _due(s, ahead))
    return found


def _due(s: WestFrontState, ahead: int) -> dict[int, Arrival]:
    position, played = s.position, calendar.books_played(s)
    following = calendar.may_follow(s)
    found = {}
    for entry in s.scenario.data.schedule:
        listed = entry.book in played or (ahead > 0 and entry.book == following)
        if entry.beachhead or not listed or position.at[entry.unit] != TO_COME:
            continue
        months = entry.month - position.month
        if months == ahead if ahead else months <= 0:
            found[entry.unit] = entry
    if not ahead and s.has("friuli due"):
        friuli = s.scenario.number["Friuli"]
        found[friuli] = Arrival(month=position.month, unit=friuli, cv=politics.FRIULI_CV)
    return found
