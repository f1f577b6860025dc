"""The Tactical Air Combat Phase: air superiority on each front (13.2)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import (
    AIR_BOXES,
    AVAILABLE,
    GROUND,
    NOWHERE,
    SEA,
    SUPERIORITY,
    AirFront,
)
from phaseline.games.war_in_europe.rules.airbases import EVERY, displays
from phaseline.games.war_in_europe.rules.commitment import in_box, lose, put
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import mask_of

EXPOSED = (SEA, GROUND)
"""The boxes whose Points air superiority may eliminate (13.23)."""


@case("13.2a")
def next_front(s: WarState, count: int) -> AirFront | None:
    """East, South, West: one after the other."""
    return AirFront(front=EVERY[count]) if count < len(EVERY) else None


@case("13.2b", "13.27")
def begin(s: WarState) -> None:
    """Who has committed more Points to air superiority attacks; with equal numbers nobody divides his (13.27)."""
    frame = s.frame(AirFront)
    here = [in_box(s, seat, frame.front, SUPERIORITY) for seat in (0, 1)]
    if min(here) and here[0] != here[1]:
        s.update(frame, attacker=here.index(max(here)))


def unmatched(s: WarState) -> tuple[int, int]:
    """The Points of the attacker that attack nobody yet, and the Points of the defender that nobody attacks yet."""
    frame = s.frame(AirFront)
    attacker = frame.attacker
    free = in_box(s, attacker, frame.front, SUPERIORITY) - sum(frame.groups)
    return free, in_box(s, 1 - attacker, frame.front, SUPERIORITY) - len(frame.groups)


def dividing(s: WarState) -> list[int]:
    """The attacker, as long as he can divide his Points in more than one way."""
    attacker = s.frame(AirFront).attacker
    if attacker == NOWHERE:
        return []
    free, targets = unmatched(s)
    return [attacker] if 1 < targets < free else []


@case("13.2a", "13.2b", "S13.2ex")
class DividePoints(OrderRule[orders.Against, WarState]):
    """So many Points attack the next enemy Point; one at least is left for each of the others (13.2)."""

    order = orders.Against

    def points(self, s: WarState) -> Narrowing:
        """From one to what the others can spare."""
        free, targets = unmatched(s)
        return choose((1 << free + 1) - 2, "13.2b", f"{free} Points are left").only(
            (1 << free - targets + 2) - 2, "13.2b", "every enemy Point has to be attacked by one at least"
        )

    def apply(self, s: WarState, order: orders.Against) -> None:
        """Note it."""
        frame = s.frame(AirFront)
        s.update(frame, groups=(*frame.groups, order.points))


@case("13.2b")
class SpreadPoints(OrderRule[orders.Spread, WarState]):
    """All that are left, as evenly as can be."""

    order = orders.Spread

    def apply(self, s: WarState, order: orders.Spread) -> None:
        """The first attacks get more."""
        s.update(s.frame(AirFront), groups=groups(s))


@case("13.2a", "13.2b")
def groups(s: WarState) -> tuple[int, ...]:
    """How many Points attack each enemy Point, once all are divided: evenly, where nobody has said otherwise."""
    found = s.frame(AirFront).groups
    free, targets = unmatched(s)
    return (*found, *shared_out(free, targets)) if targets else found


def shared_out(free: int, targets: int) -> tuple[int, ...]:
    """Points shared out as evenly as can be; the first attacks get more.

    >>> shared_out(8, 3)
    (3, 3, 2)
    """
    each, more = divmod(free, targets)
    return tuple(each + (n < more) for n in range(targets))


# --- dice -----------------------------------------------------------------------------------------------------------


@case("13.22")
def deadly(s: WarState, odds: int) -> tuple[int, ...]:
    """The dice that eliminate a Point attacked at these odds to 1; better odds than the table has count as its best."""
    table = s.scenario.tables.air_combat.odds
    best = max(int(column.split("-")[0]) for column in table)
    return table[f"{min(odds, best)}-1"]


@case("13.2a", "13.21", "13.27", "13.7")
def fight(s: WarState) -> None:
    """All attacks, then a counterattack at 1 to 1 for each, whatever became of its Point; losses afterwards (R87)."""
    frame = s.frame(AirFront)
    attacker = frame.attacker
    if attacker == NOWHERE:
        _even(s, frame.front)
        return
    found = groups(s)
    s.update(frame, groups=found)
    listed = ", ".join(f"{size}-1" for size in found)
    text = "{seat:seat} attacks on the {front:front} front at " + listed
    s.tell("air", "13.2b", text, seat=attacker, front=frame.front)
    killed = sum(_attack(s, attacker, size) for size in found)
    shot = _volley(s, 1 - attacker, len(found), "air counterattack")
    lose(s, 1 - attacker, frame.front, SUPERIORITY, killed, "13.21")
    lose(s, attacker, frame.front, SUPERIORITY, shot, "13.21")


def _even(s: WarState, front: int) -> None:
    """Equal numbers: each Point is attacked at 1 to 1, on both sides (13.27). Nothing happens if a side has none."""
    count = min(in_box(s, seat, front, SUPERIORITY) for seat in (0, 1))
    if count:
        losses = [_volley(s, 1 - seat, count, "air attack at 1-1") for seat in (0, 1)]
        for seat, killed in enumerate(losses):
            lose(s, seat, front, SUPERIORITY, killed, "13.27")


def _attack(s: WarState, seat: int, odds: int) -> bool:
    """Whether an attack eliminates its Point."""
    faces = deadly(s, odds)
    (die,) = s.rolls(f"air attack at {odds}-1", "13.22", 1, by=seat, lit=faces)
    return die in faces


def _volley(s: WarState, seat: int, count: int, purpose: str) -> int:
    """How many of so many attacks at 1 to 1 eliminate their Points."""
    faces = deadly(s, 1)
    return sum(die in faces for die in s.rolls(purpose, "13.21", count, by=seat, lit=faces))


# --- superiority ----------------------------------------------------------------------------------------------------


@case("13.23a", "13.24", "13.28")
def winner(here: tuple[int, int]) -> int | None:
    """Who has air superiority with so many Points left on each side: more than twice as many as the other."""
    for seat, count in enumerate(here):
        if count > 2 * here[1 - seat]:
            return seat
    return None


@case("13.23a", "13.23b", "13.24", "13.25", "13.26", "13.28")
def judge(s: WarState) -> None:
    """Note who has air superiority, and how many more Points of the enemy are lost for it."""
    frame = s.frame(AirFront)
    here = (in_box(s, 0, frame.front, SUPERIORITY), in_box(s, 1, frame.front, SUPERIORITY))
    seat = winner(here)
    s.position.superiority[frame.front] = NOWHERE if seat is None else seat
    if seat is None:
        if any(here):
            s.tell(
                "verdict",
                "13.23a",
                "nobody has air superiority on the {front:front} front",
                front=frame.front,
            )
        return
    text = "{seat:seat} has air superiority on the {front:front} front"
    s.tell("verdict", "13.23a", text, seat=seat, front=frame.front)
    s.update(frame, attacker=seat, kills=here[seat] - 2 * here[1 - seat])


def exposed(s: WarState) -> list[int]:
    """How many Points of the loser may be chosen, in each box."""
    frame = s.frame(AirFront)
    return [in_box(s, 1 - frame.attacker, frame.front, box) for box in EXPOSED]


def killing(s: WarState) -> list[int]:
    """The winner, as long as he has to choose which Points are lost."""
    frame = s.frame(AirFront)
    found = exposed(s) if frame.kills else []
    return [frame.attacker] if all(found) and 0 < frame.kills < sum(found) else []


@case("13.23b", "13.24", "13.25")
class KillPoint(OrderRule[orders.Kill, WarState]):
    """The winner chooses from which box an enemy Point is eliminated (13.23)."""

    order = orders.Kill

    def box(self, s: WarState) -> Narrowing:
        """Sea superiority or air-ground."""
        frame = s.frame(AirFront)
        there = mask_of(box for box in EXPOSED if in_box(s, 1 - frame.attacker, frame.front, box))
        return (
            choose((1 << len(AIR_BOXES)) - 1, "13.11", "there is no such box")
            .only(mask_of(EXPOSED), "13.24", "only Points on sea superiority or air-ground can be hit")
            .only(there, "13.23b", "no enemy Point is in it")
        )

    def apply(self, s: WarState, order: orders.Kill) -> None:
        """It is gone."""
        frame = s.frame(AirFront)
        s.update(frame, kills=frame.kills - 1)
        lose(s, 1 - frame.attacker, frame.front, order.box, 1, "13.23b")


@case("13.23b", "13.24", "13.28")
def finish(s: WarState) -> None:
    """What is left to lose where there is nothing to choose."""
    frame = s.frame(AirFront)
    if not frame.kills:
        return
    kills = frame.kills
    for box, count in zip(EXPOSED, exposed(s), strict=True):
        lost = min(kills, count)
        lose(s, 1 - frame.attacker, frame.front, box, lost, "13.23b")
        kills -= lost


@case("13.13a", "13.26")
def return_points(s: WarState) -> None:
    """After all three fronts the Points on air superiority are available again, for the next turn."""
    for front, seat in displays(s):
        put(s, seat, front, SUPERIORITY, AVAILABLE)
