"""The beginnings of courses where nothing is hidden: they come out alike in every try, so that each is carried out once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from phaseline.ai.brain import Planner
from phaseline.ai.planning import Intent, OrderBook
from phaseline.ai.search.council import Council, Course
from phaseline.ai.search.player import Led
from phaseline.engine.dice import SeededDice
from phaseline.engine.events import Event
from phaseline.engine.orders import Order
from phaseline.engine.state import State


@dataclass
class Lead:
    """A course up to where its first die falls, or somebody else decides.

    `orders` are those up to the next moment at which it is thought again, or up to that die: courses with the same ones are taken
    for the same, though after the die they may come to differ a little. A try goes on from `state`, with the order `last` if
    there is one, the `intents` that are left, and players who take over from `planner` or hear what happened.
    """

    state: State[Any, Any]
    planner: Planner[Any] | None = None
    orders: list[Order] = field(default_factory=list)
    last: Order | None = None
    intents: list[Intent] = field(default_factory=list)
    heard: list[Event] = field(default_factory=list)


def lead(
    council: Council[Any], seat: int, live: Planner[Any], start: State[Any, Any], course: Course
) -> Lead:
    """Carry out a course from a state as the staff would, from the next moment on as in playouts."""
    state, moment = start.copy(SeededDice(bytes(32))), council.moment(start)
    found = Lead(start.copy())
    player = Led(council.staff(seat, course.bearing, live), seat)
    book = OrderBook(list(course.intents))
    given: list[Order] = []
    alike = True
    while (decision := state.waiting()) is not None and decision.seats[0] == seat:
        now = council.moment(state)
        if alike and now is not None and now != moment:
            alike = False
            book.intents.clear()
            follower = council.player(seat, course.bearing, player.planner)
            if not isinstance(follower, Led):
                break
            player = follower
        order = book.next(state.legal(seat)) if book else None
        if order is None:
            order = player.order(state)
        if alike:
            found.orders.append(order)
        state.play(seat, order)
        if state.draws:
            # What these dice bring is not so in any try: nobody hears of it.
            found.last = order
            break
        given.append(order)
        player.hear(state.events)
        found.heard += state.events
        state.events.clear()
    for order in given:
        found.state.play(seat, order)
    found.state.events.clear()
    found.planner, found.intents = player.planner, book.intents
    return found


def distinct(leads: Mapping[Course, Lead], favour: Callable[[Course], int]) -> list[Course]:
    """Of courses that come to the same orders the one that is most favoured, the first of equals."""
    best: dict[tuple[Order, ...], Course] = {}
    for course, found in leads.items():
        key = tuple(found.orders)
        if key not in best or favour(course) > favour(best[key]):
            best[key] = course
    kept = set(best.values())
    return [course for course in leads if course in kept]
