"""A person's hand: carries out orders that a computer player advises, at the page, by mouse alone.

It knows no game. What to order is the advice that the service gives the seat, from what the seat may know; how to order it
is what the page offers: pieces and hexes on the map, buttons beside it. After every order it is compared what the service
recorded.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as Waited
from tests.browser.table import PATIENCE, Table
from tests.server.clients import Viewer

STEPS = 24
"""So many clicks are enough for any order."""
EDGE = 14
"""Pixels from the edge of the map within which nobody aims."""
LEAST = 0.3
"""Pixels a scene unit below which a hex is too small to aim at."""
FAN = 120
"""Milliseconds between one look at a stack that is pointed at and the next."""
PATIENT = 12
"""So often it is looked at: a busy machine fans stacks out late."""
NUMBER = re.compile(r"(?<=\D) \d+$")
"""What may be all that tells two values from each other."""
SPOKEN = re.compile(r" \((?:[a-z]+-[a-z0-9-]+|\w+_\w+)\)$")
"""A name that only typed orders use: the page leaves it out."""

COVERED = """([x, y, edge]) => {
  const map = document.querySelector('[data-testid="map"]');
  const box = map.getBoundingClientRect();
  if (x < box.left + edge || x > box.right - edge || y < box.top + edge || y > box.bottom - edge) return "outside";
  const there = document.elementFromPoint(x, y);
  if (map.contains(there)) return "";
  const named = there?.closest("[data-testid], [aria-label]");
  return named?.dataset.testid || named?.getAttribute("aria-label") || there?.className || "nothing";
}"""
"""What lies over a point of the map; "" when it is free."""
EMPTY = """(occupied) => {
  const map = document.querySelector('[data-testid="map"]');
  const box = map.getBoundingClientRect();
  const pieces = occupied.map((hex) => window.__phaseline.at(hex)).filter(Boolean);
  const reach = Math.max(40, 100 * window.__phaseline.scale());
  let best = null;
  for (let i = 1; i < 12; i++) for (let j = 1; j < 9; j++) {
    const [x, y] = [box.left + (box.width * i) / 12, box.top + (box.height * j) / 9];
    if (!map.contains(document.elementFromPoint(x, y))) continue;
    if (pieces.some((one) => Math.hypot(one.x - x, one.y - y) < reach)) continue;
    const far = Math.hypot(x - box.left - box.width / 2, y - box.top - box.height / 2);
    if (best === null || far < best.far) best = { x, y, far };
  }
  return best;
}"""
"""A point of the map, near its middle, at which no piece would be dragged."""


class Stuck(AssertionError):
    """The page cannot be made to give an order; the message says where it ended."""


@dataclass(frozen=True)
class Wanted:
    """An order as it is advised: in notation, and as it travels."""

    text: str
    verb: str
    values: list[Any]


@dataclass
class Played:
    """What the hand did. `given` are the orders in notation; `fumbles` what was clicked in vain, and what lay over it."""

    given: list[str] = field(default_factory=list)
    clicks: int = 0
    fumbles: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)


class Hand:
    """Plays a seat of the match that `table` shows; `viewer` sits on the same seat and sees what it may know."""

    def __init__(self, table: Table, viewer: Viewer, seat: int) -> None:
        self.table = table
        self.page = table.page
        self.viewer = viewer
        self.seat = seat
        self.played = Played()
        self.known = 0
        """So many orders of the seat have been compared."""
        self.alike: list[tuple[str, str]] = []
        """Tokens of what is wanted of the order under way, each with one of the same place that only a number tells from it."""
        self.looked: Callable[[dict[str, Any]], None] = lambda _: None
        """Told of every decision before it is made."""

    # -- a match ------------------------------------------------------------------------------------------------------

    def play(self, until: Callable[[dict[str, Any]], bool], *, stop: bool = True) -> None:
        """Play on until the match is over or a decision of the seat is as wanted.

        What the page cannot be made to order raises `Stuck`, or, without `stop`, is given in notation and noted.
        """
        while (state := self.my_turn()) is not None and not until(state):
            self.settled(state["entry"])
            self.looked(state)
            wanted = self.advice()
            try:
                self.give(wanted)
            except Stuck as error:
                if stop:
                    raise
                self.played.stuck.append(str(error))
                if self.viewer.state["entry"] == state["entry"]:
                    self.back_to_start()
                    self.viewer.order(wanted.text)

    def my_turn(self) -> dict[str, Any] | None:
        """The state in which the seat has to decide; None when the match is over."""
        patience = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                state = self.viewer.until(
                    lambda state: state["outcome"] or (state["legal"] and not state["sole"])
                )
            except TimeoutError:
                # A step without anything to decide that was taken back is not passed by itself.
                if time.monotonic() > patience:
                    raise
                continue
            return None if state["outcome"] else state

    def advice(self) -> Wanted:
        """What a computer player would order here."""
        hint = self.viewer.ask("hint")["hint"]
        return Wanted(hint["text"], hint["verb"], plain(hint["values"]))

    def give(self, wanted: Wanted) -> None:
        """Carry out one order. Raises `Stuck`."""
        before = self.viewer.state["entry"]
        start = len(self.played.fumbles)
        self.alike = []
        direct = True
        for _ in range(STEPS):
            desk = self.settled(before)
            if self.entry() > before:
                break
            branch = next((one for one in desk if fits(one, wanted)), None)
            if desk and branch is None:
                self.fumble(f"{wanted.text}: led to {[one['verb'] for one in desk]}")
                self.back_to_start()
                direct = False
            elif branch is None:
                self.begin(wanted, direct=direct)
                direct = False
            else:
                self.go_on(wanted, branch["chosen"])
        else:
            clicked = self.played.fumbles[start:]
            raise Stuck(f"{wanted.text}: not given: {self.table.prompt.inner_text()!r}; {clicked}")
        self.viewer.until(lambda state: state["entry"] > before)
        if said := self.page.get_by_test_id("refusal").all_inner_texts():
            self.fumble(f"{wanted.text}: refused meanwhile: {said}")
        recorded = self.recorded()
        new, self.known = recorded[self.known :], len(recorded)
        given = next((one for one in new if self.meant(one, wanted)), None)
        if given is None:  # steps without a decision may have been passed, too
            raise Stuck(f"{wanted.text}: given was {', '.join(new)}")
        self.played.given.append(given)

    def meant(self, given: str, wanted: Wanted) -> bool:
        """Whether an order is what was wanted: also one with another of several that only a number tells apart."""
        return given == wanted.text or given in {
            wanted.text.replace(token, other) for token, other in self.alike
        }

    def recorded(self) -> list[str]:
        """The orders of the seat that the service kept, in notation."""
        address = f"/api/matches/{self.table.match}/transcript"
        text = self.table.http.get(address, params={"seat": self.seat}).text
        name = next(line for line in text.splitlines() if line.startswith("seen by: "))[len("seen by: ") :]
        return [line[len(name) + 2 :] for line in text.splitlines() if line.startswith(f"{name}: ")]

    # -- one order ----------------------------------------------------------------------------------------------------

    def begin(self, wanted: Wanted, *, direct: bool) -> None:
        """The first click of an order: a unit on the map, or the button of its kind."""
        kind = self.kind(wanted.verb)
        direct = direct and not kind["gives_up"]
        on_map = kind["fields"] and kind["fields"][0]["kind"] == "unit" and wanted.values[0] in kind["units"]
        if direct and on_map and self.piece(wanted.values[0]) is not None:
            self.click_piece(wanted.values[0])
            return
        listed = self.in_tray(wanted, []) if direct and kind["fields"] else None
        if listed is not None:
            self.press(listed)
            return
        button = self.page.locator(f'[aria-label="Orders"] [data-verb="{wanted.verb}"]')
        if button.count() == 0:
            raise Stuck(f"{wanted.text}: there is no button for it")
        self.press(button)
        leave = self.page.get_by_test_id("leave")
        if not kind["fields"]:
            self.page.wait_for_timeout(120)
            if leave.count():
                self.press(leave)

    def go_on(self, wanted: Wanted, chosen: Sequence[Any]) -> None:
        """The next click of an order that is begun."""
        kind = self.kind(wanted.verb)
        if len(chosen) == len(kind["fields"]):
            whole = self.page.locator(".tray .whole").filter(has_text=kind["title"])
            self.press(whole if whole.count() else self.named(wanted.verb))
            return
        value = wanted.values[len(chosen)]
        listed = self.in_tray(wanted, chosen)
        if listed is not None:
            self.press(listed)
            return
        named = kind["fields"][len(chosen)]["kind"]
        choice = self.choice(wanted, chosen)
        hexes = [value if isinstance(value, int) else value[-1]] if named == "hex" and value else []
        hexes = hexes or choice.get("hexes", [])
        units = [value] if named == "unit" else choice.get("units", [])
        unit = next((one for one in units if self.piece(one) is not None), None)
        if named != "hex" and unit is not None:
            self.click_piece(unit)
        elif hexes and self.cover(self.hex(hexes[0]) or (0, 0)) == "choice-menu":
            self.fumble(f"{self.viewer.state['prompt']}: covered by choice-menu")
            self.press(self.named(wanted.verb))
        elif hexes and kind["yields"] and self.named(wanted.verb).count():
            self.press(self.named(wanted.verb))  # a click on the hex might mean another kind
        elif hexes:
            self.click_hex(hexes[0])
        elif self.named(wanted.verb).count():
            self.press(self.named(wanted.verb))  # what it goes on with is listed once its kind is plain
        else:
            raise Stuck(f"{wanted.text}: {choice['title']} is offered neither on the map nor beside it")

    def named(self, verb: str) -> Locator:
        """The button of a kind of order, where it is asked which is meant: beside the hex, or below the map."""
        beside = self.page.locator(f'[data-testid="choice-menu"] [data-verb="{verb}"]')
        return beside if beside.count() else self.page.locator(f'footer .kinds [data-verb="{verb}"]')

    def choice(self, wanted: Wanted, chosen: Sequence[Any]) -> dict[str, Any]:
        """What the service says of the value that is wanted next. Raises `Stuck` when it is not offered."""
        offered = self.viewer.ask("values", verb=wanted.verb, chosen=list(chosen))["values"]
        if len(chosen) >= len(wanted.values):
            raise Stuck(f"{wanted}: nothing is said of what comes after {chosen}")
        value = wanted.values[len(chosen)]
        found = next((one for one in offered if plain(one["value"]) == value), None)
        if found is None:
            raise Stuck(f"{wanted.text}: {value} is not offered after {chosen}")
        same = [one for one in offered if kin(one) == kin(found) and one["token"] != found["token"]]
        self.alike += [(found["token"], one["token"]) for one in same]
        return dict(found)

    def in_tray(self, wanted: Wanted, chosen: Sequence[Any]) -> Locator | None:
        """The button beside the map of the value that is wanted next; None when it is not there."""
        if self.page.locator(".tray .choice[data-token]").count() == 0:
            return None
        choice = self.choice(wanted, chosen)
        # Of what differs by nothing but a number one stands for all.
        tokens = [choice["token"], *(other for token, other in self.alike if token == choice["token"])]
        buttons = self.page.locator(", ".join(f".tray .choice[data-token={quoted(one)}]" for one in tokens))
        title = SPOKEN.sub("", choice["title"])
        buttons = buttons.filter(has_text=NUMBER.sub("", title))
        exact = buttons.filter(has_text=title)
        buttons = exact if exact.count() else buttons
        if buttons.count() > 1:
            buttons = buttons.filter(has_text=self.kind(wanted.verb)["title"])
        return buttons.first if buttons.count() else None

    def back_to_start(self) -> None:
        """Put down what was begun."""
        back = self.page.get_by_test_id("back")
        for _ in range(STEPS):
            self.page.wait_for_timeout(60)
            if back.count() == 0:
                return
            self.press(back)

    # -- the mouse ----------------------------------------------------------------------------------------------------

    def press(self, button: Locator) -> None:
        """Click a button, which must be there and free."""
        try:
            button.first.scroll_into_view_if_needed(timeout=8_000)
            button.first.click(timeout=8_000)
        except Waited as error:
            raise Stuck(f"{self.viewer.state['prompt']}: {error}") from error
        self.played.clicks += 1

    def click_piece(self, unit: int) -> None:
        """Point at a piece; where it lies in a stack, that fans out, and it is clicked there."""
        at = self.clear(lambda: self.piece(unit))
        self.page.mouse.move(*at, steps=2)
        if self.stacked(unit):
            at = self.fanned(unit) or at
            if cover := self.cover(at):
                self.fumble(f"the piece {unit} of a fan is covered by {cover}")
            self.page.mouse.move(*at, steps=2)
            self.page.wait_for_timeout(60)
        self.click(at)

    def fanned(self, unit: int) -> tuple[float, float] | None:
        """Where a piece of a stack that is pointed at lies once it has fanned out; it may not, where a hex is to be chosen."""
        where = next((one["hex"] for one in self.pieces() if one.get("unit") == unit), None)
        for _ in range(PATIENT):
            if self.page.evaluate("() => window.__phaseline.fanned()") == where:
                break
            self.page.wait_for_timeout(FAN)
        return self.piece(unit)

    def click_hex(self, number: int) -> None:
        """Click the middle of a hex."""
        at = self.clear(lambda: self.hex(number))
        self.page.mouse.move(*at, steps=2)
        self.page.wait_for_timeout(140)
        self.click(at)

    def click(self, at: tuple[float, float]) -> None:
        """Click a point of the window."""
        self.page.mouse.click(*at)
        self.played.clicks += 1
        self.page.wait_for_timeout(40)

    def clear(self, place: Callable[[], tuple[float, float] | None]) -> tuple[float, float]:
        """Where something is, once the map is moved so that it can be aimed at. Raises `Stuck`."""
        for attempt in range(10):
            at = place()
            if at is None:
                raise Stuck("what is to be clicked is not on the map")
            cover = self.cover(at)
            small = self.scale() < LEAST
            if not cover and not small:
                return at
            if cover and cover != "outside":
                self.fumble(f"{self.viewer.state['prompt']}: covered by {cover}")
            if not cover:
                self.turn_wheel(at, -240)
            elif attempt % 3 < 2:
                self.drag_towards(at)
            else:
                self.turn_wheel(self.middle(), 240)
            self.ready()
        raise Stuck(f"what is to be clicked cannot be brought into view: {self.cover(place() or (0, 0))}")

    def drag_towards(self, at: tuple[float, float]) -> None:
        """Drag the map so that a point comes to its middle, as far as one drag goes."""
        occupied = sorted({piece["hex"] for piece in self.pieces() if piece.get("hex") is not None})
        start = self.page.evaluate(EMPTY, occupied)
        if start is None:
            self.turn_wheel(self.middle(), 240)
            return
        middle = self.middle()
        box = self.box()
        x = min(max(start["x"] + middle[0] - at[0], box[0] + 8), box[2] - 8)
        y = min(max(start["y"] + middle[1] - at[1], box[1] + 8), box[3] - 8)
        self.page.mouse.move(start["x"], start["y"])
        self.page.mouse.down()
        self.page.mouse.move((start["x"] + x) / 2, (start["y"] + y) / 2, steps=2)
        self.page.mouse.move(x, y, steps=2)
        self.page.mouse.up()

    def turn_wheel(self, at: tuple[float, float], turn: int) -> None:
        """Look closer (negative) or from further away."""
        self.page.mouse.move(*at)
        for _ in range(2):
            self.page.mouse.wheel(0, turn)
        self.page.wait_for_timeout(60)

    # -- what is there ------------------------------------------------------------------------------------------------

    def settled(self, entry: int) -> list[dict[str, Any]]:
        """What is chosen so far, once the page has come to rest."""
        self.table.seen(entry)
        self.ready()
        return [
            {"verb": one["verb"], "chosen": plain(one["chosen"])}
            for one in self.page.evaluate("() => window.__phaseline.begun()")
        ]

    def ready(self) -> None:
        """Wait until the map is drawn."""
        self.table.ready()

    def entry(self) -> int:
        """The last entry that the page knows."""
        return int(self.page.evaluate("() => window.__phaseline.entry()"))

    def kind(self, verb: str) -> dict[str, Any]:
        """A kind of order that may be given. Raises `Stuck`."""
        found = next((one for one in self.viewer.state["legal"] if one["verb"] == verb), None)
        if found is None:
            raise Stuck(f"{verb} is not among the orders that may be given")
        return dict(found)

    def pieces(self) -> list[dict[str, Any]]:
        """All pieces."""
        return list(self.viewer.state["sheet"]["pieces"])

    def stacked(self, unit: int) -> bool:
        """Whether a unit shares its hex."""
        where = next((one.get("hex") for one in self.pieces() if one.get("unit") == unit), None)
        return len([one for one in self.pieces() if one.get("hex") == where]) > 1

    def piece(self, unit: int) -> tuple[float, float] | None:
        """Where the piece of a unit is in the window."""
        return point(self.page.evaluate("(unit) => window.__phaseline.unit(unit)", unit))

    def hex(self, number: int) -> tuple[float, float] | None:
        """Where a hex is in the window."""
        return point(self.page.evaluate("(hex) => window.__phaseline.at(hex)", number))

    def scale(self) -> float:
        """Pixels a scene unit."""
        return float(self.page.evaluate("() => window.__phaseline.scale()"))

    def cover(self, at: tuple[float, float]) -> str:
        """What lies over a point of the map; "" when it is free."""
        return str(self.page.evaluate(COVERED, [*at, EDGE]))

    def box(self) -> tuple[float, float, float, float]:
        """The edges of the map: left, top, right, bottom."""
        box = self.table.map.bounding_box()
        assert box is not None
        return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]

    def middle(self) -> tuple[float, float]:
        """The middle of the map, a little above what lies over its lower edge."""
        left, top, right, bottom = self.box()
        return (left + right) / 2, top + (bottom - top) * 0.42

    def fumble(self, what: str) -> None:
        """Note something that a person would stumble over."""
        self.played.fumbles.append(what)


def fits(branch: dict[str, Any], wanted: Wanted) -> bool:
    """Whether what is chosen so far may still become the order."""
    chosen: list[Any] = branch["chosen"]
    return bool(branch["verb"] == wanted.verb) and wanted.values[: len(chosen)] == chosen


def kin(choice: dict[str, Any]) -> tuple[str, str, list[int]]:
    """What tells a value on the map from others, besides a number at the end of its name; its own name, if it has none."""
    return NUMBER.sub(" #", choice["title"]), choice.get("hint", ""), choice.get("hexes", [])


def plain(value: Any) -> Any:
    """A value as it travels: lists for all that is listed."""
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def point(at: Any) -> tuple[float, float] | None:
    """A point of the window, as the page tells it."""
    return None if at is None else (at["x"], at["y"])


def quoted(text: str) -> str:
    """A value of an attribute, for a selector."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
