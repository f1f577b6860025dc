"""Months, linked scenarios, and what happens by the calendar (3.1, 4.1, 4.2, 13.22, 16.6, 16.7).

Wired into the sequence: `next_month` (loop of the war), `begin_month` (first step of a month), `next_production` and
`next_fortnight` (loops of a month). Asked by other chapters: `books_played`, `may_follow`.
"""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.westfront.files import month_name
from phaseline.games.westfront.position import GONE, Fortnight, Month, Production
from phaseline.games.westfront.rules import victory
from phaseline.games.westfront.state import JUNE_1944, SEPTEMBER_1944, WestFrontState

FORTNIGHTS = 2


@case("3.11", "3.13", "3.14", "4.1", "S43.0", "S43.2", "W43.0", "S44.0", "W44.0")
def next_month(s: WestFrontState, count: int) -> Month | None:
    """The next month; at the end of a scenario points are counted, and a linked game goes on with the next (3.11)."""
    if count == 0:
        return Month(month=s.scenario.data.file.first_month)
    book = s.scenario.data.books[s.position.book]
    if s.position.month < book.last_month:
        return Month(month=s.position.month + 1)
    following = may_follow(s)
    if following is None:
        return None
    victory.count_up(s)
    if s.position.outcome is not None:
        return None
    open_book(s, following)
    return Month(month=s.scenario.data.books[following].first_month)


@case("3.12a", "3.13", "3.14")
def may_follow(s: WestFrontState) -> str | None:
    """The book of the scenario that follows the present one in this game, if any."""
    chain = s.scenario.data.chain
    after = chain.index(s.position.book) + 1
    return chain[after] if after < len(chain) else None


def books_played(s: WestFrontState) -> tuple[str, ...]:
    """The books of this game from its first scenario to the present one."""
    chain = s.scenario.data.chain
    return chain[: chain.index(s.position.book) + 1]


@case("3.12a", "3.12c", "17.1c")
def open_book(s: WestFrontState, book: str) -> None:
    """A linked scenario begins: its tables and special rules hold, forces and positions stay as they are (3.12).

    Italian units that surrendered no longer count (R100).
    """
    s.position.book = book
    if s.has("italy surrendered"):
        for unit in s.scenario.rosters[1]:
            if s.scenario.italian >> unit & 1:
                s.withdraw(unit, GONE)
    s.tell("scenario", "3.12a", "the game goes on: {title}", title=s.scenario.data.books[book].title)
    s.changed()


@case("4.1", "13.22c", "16.2b", "16.6", "11.43c", "16.7", "S44.2", "S44.3", "S44.4", "W44.2", "W44.5")
def begin_month(s: WestFrontState) -> None:
    """A month begins, and what is due in it happens.

    From June 1944 German paras are grounded and the ore route is lost (13.22, 16.2); in September 1944 Ploesti falls
    (16.6); from October 1944 the east edge is lost bit by bit (16.7).
    """
    position, month = s.position, s.frame(Month).month
    position.month = month
    s.tell("month", "4.1", "{month}", month=month_name(month))
    if s.air_supremacy:
        if month == JUNE_1944:
            s.tell("calendar", "13.22", "Allied Air Supremacy begins")
        position.flags |= {"paras grounded", "ore route lost"}
    if month == SEPTEMBER_1944:
        s.tell(
            "calendar", "16.6", "Ploesti has fallen: Axis headquarters cost 5 more a step, 10 more a cadre"
        )
    for entry in s.board.rail_entries:
        if entry.lost == month:
            s.tell(
                "calendar", "16.7", "the Axis loses the map edge at {hex:hex} and south of it", hex=entry.hex
            )
    land_beachheads(s)
    s.changed()


@case("11.5", "W43.reinf", "15.51b")
def land_beachheads(s: WestFrontState) -> None:
    """BeachHeads of the schedule are Ready from their month on (11.5)."""
    position, played = s.position, books_played(s)
    for entry in s.scenario.data.schedule:
        waiting = entry.beachhead and position.beachheads.get(entry.unit) == "none"
        if waiting and entry.book in played and entry.month <= position.month:
            position.beachheads[entry.unit] = "ready"
            s.tell("beachhead", "11.5", "the BeachHead of {unit:unit} is ready", unit=entry.unit)


@case("3.21b", "3.12d", "11.1", "4.2")
def next_production(s: WestFrontState, count: int) -> Production | None:
    """Production opens every month but the first of a game freshly begun (3.21b)."""
    if count or s.position.month == s.scenario.data.file.first_month:
        return None
    return Production()


@case("4.1", "4.4", "intro.4")
def next_fortnight(s: WestFrontState, count: int) -> Fortnight | None:
    """Two fortnights a month (4.1)."""
    return Fortnight(fortnight=count + 1) if count < FORTNIGHTS else None
