"""Play a match at the page by mouse alone: `python tools/play_by_mouse.py GAME SCENARIO --seat 0 [--turns 3]`.

A service and Chromium run on this machine, the page is built (`./run page`). The seat is played by clicks as a person's
would be: pieces and hexes on the map, buttons beside it; what to order is asked of the computer player that gives hints. A
computer plays the other seats. With `--pictures DIR` the page is taken at the beginning of every phase. What is told at the
end: the orders given and the minutes, what was clicked in vain or was covered, and orders that the page could not be made to
give, which were given in notation then. Exit status 1 if there was any such, or an error in the browser's console.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, ViewportSize
from tests.browser.hand import Hand, Played
from tests.browser.serving import browsing, chromium, serving
from tests.browser.table import HUMAN, Table
from tests.server.clients import Client

from phaseline.engine import registry

STILL = """if (!localStorage.getItem("phaseline.settings"))
    localStorage.setItem("phaseline.settings", JSON.stringify({ speed: 0 }))"""


def options() -> argparse.Namespace:
    """What is asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument(
        "--seat", type=int, default=0, help="whose orders are given by mouse (0 is the first seat)"
    )
    parser.add_argument("--turns", type=int, help="stop after so many turns; default: play to the end")
    parser.add_argument("--against", default="staff", help="the computer player of the other seats")
    parser.add_argument("--pictures", type=Path, help="folder for pictures of the page")
    parser.add_argument("--size", default="1280x800", help="of the window")
    parser.add_argument("--folder", type=Path, help="where the match is kept; the last one there goes on")
    parser.add_argument("--still", action="store_true", help="pieces and dice do not move (it is quicker)")
    parser.add_argument(
        "--strict", action="store_true", help="stop at the first order that cannot be given by mouse"
    )
    parser.add_argument("--seed", default="11" * 32, help="of the dice")
    return parser.parse_args()


class Camera:
    """Takes a picture when a phase begins, and tells how far the match is."""

    def __init__(self, hand: Hand, folder: Path | None) -> None:
        self.hand = hand
        self.folder = folder
        self.place: tuple[str, ...] = ()
        self.prompts: Counter[str] = Counter()
        self.started = time.monotonic()

    def look(self, state: dict[str, Any]) -> None:
        """A decision is to be made."""
        place = tuple(state["path"])
        self.prompts[state["prompt"]] += 1
        if place != self.place:
            self.place = place
            minutes = (time.monotonic() - self.started) / 60
            print(
                f"{minutes:5.1f} min {len(self.hand.played.given):5} orders  {' > '.join(place)}", flush=True
            )
            self.take(f"{state['entry']:04} {' '.join(place)}")
        elif self.prompts[state["prompt"]] in {2, 6}:
            self.take(f"{state['entry']:04} {state['prompt']}")

    def take(self, name: str) -> None:
        """A picture."""
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            name = re.sub(r"\W+", "-", name).strip("-")[:90]
            self.hand.page.screenshot(path=self.folder / f"{name}.png")


class Turns:
    """Counts turns, to stop after some."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        self.seen: list[str] = []

    def enough(self, state: dict[str, Any]) -> bool:
        """Whether the turns that were asked for are over."""
        turn = next((part for part in state["path"] if part.lower().startswith("turn")), "")
        if turn and turn not in self.seen:
            self.seen.append(turn)
        return self.most is not None and len(self.seen) > self.most


def seated(asked: argparse.Namespace, page: Page, http: httpx.Client) -> Table:
    """The match at the page: the one that is kept, or a new one."""
    table = Table(page, http)
    kept = http.get("/api/matches").json()
    if kept:
        table.match = kept[0]["id"]
    else:
        seats = len(registry.game(asked.game).seats)
        players = [{"kind": "agent", "agent": asked.against}] * seats
        players[asked.seat] = HUMAN
        table.new(asked.game, asked.scenario, players=players, seed=asked.seed)
    table.sit(asked.seat)
    return table


def told(played: Played, minutes: float, faults: list[str]) -> list[str]:
    """What came of it, in lines."""
    lines = [f"{len(played.given)} orders by {played.clicks} clicks in {minutes:.1f} minutes"]
    for title, what in (("stumbled", played.fumbles), ("not by mouse", played.stuck), ("console", faults)):
        lines += [f"{title}: {count} x {line}" for line, count in Counter(what).most_common()]
    return lines


def main() -> int:
    """Serve, open, play, tell."""
    asked = options()
    width, height = (int(part) for part in asked.size.split("x"))
    size: ViewportSize = {"width": width, "height": height}
    faults: list[str] = []
    with ExitStack() as stack:
        folder = asked.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        address = stack.enter_context(serving(folder))
        browser = stack.enter_context(browsing(stack.enter_context(chromium(folder))))
        context = browser.new_context(viewport=size, base_url=address)
        if asked.still:
            context.add_init_script(STILL)
        page = context.new_page()
        page.on(
            "console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: faults.append(f"uncaught: {error}"))
        client = stack.enter_context(closing(Client(int(address.rpartition(":")[2]))))
        http = stack.enter_context(httpx.Client(base_url=address, timeout=30))
        table = seated(asked, page, http)
        hand = Hand(table, client.play(table.match, asked.seat), asked.seat)
        camera = Camera(hand, asked.pictures)
        hand.looked = camera.look
        try:
            hand.play(Turns(asked.turns).enough, stop=asked.strict)
        finally:
            camera.take("9999 last")
            print(*told(hand.played, (time.monotonic() - camera.started) / 60, faults), sep="\n")
            print(table.summary().get("outcome") or "under way")
    return 1 if faults or hand.played.stuck else 0


if __name__ == "__main__":
    sys.exit(main())
