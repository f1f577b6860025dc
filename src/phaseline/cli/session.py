"""A match played in the terminal: people at one keyboard, hidden from each other by a curtain, or against agents."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.text import Text

from phaseline.ai.agent import Agent, Budget
from phaseline.ai.driver import AgentError, play_match
from phaseline.chart.looks import side_ink
from phaseline.cli.aiding import advised, described, foreseen, show_advice, show_forecast, show_hex
from phaseline.cli.catalogue import find_rules, show_rules
from phaseline.cli.display import prompt, show_events, show_position, wish_for
from phaseline.cli.errors import Refused, UserError, blaming
from phaseline.cli.matchfile import MatchFile
from phaseline.cli.ordering import begin_order, explain, list_orders, next_choice, submit, why_not
from phaseline.cli.questions import answer_question
from phaseline.cli.telling import show_briefing, show_outlook
from phaseline.cli.terminal import FAINT, clear_screen, say
from phaseline.engine.events import redact
from phaseline.engine.match import CannotUndo, Match
from phaseline.engine.orders import Begun, usage, verb_of, write
from phaseline.engine.refusal import Refusal

THINKING = Budget(processes=os.cpu_count() or 1)
"""Nobody else needs the machine while a computer player thinks."""

AROUND = 4
"""So many hexes are shown in each direction of one that is asked for."""

HELP = """\
  Type an order, or only its beginning to see how it goes on. Besides:
  legal [ORDER]     what may be ordered now, step by step
  why ORDER         whether it may be given, and if not, which case forbids it
  undo              take back your last order, until a die was rolled or something shown
  map [HEX]         the map again (also: Enter alone); with a hex or place in the middle
  look HEX          a hex in words: terrain, stacking, supply, and what else is known of it
  units             every unit in a list
  brief             what this match is about, and advice for your side
  outlook           what ends it, what is due, and how that stands
  forecast [ORDER]  the chances of a battle: of the one under way, or of the one that an order leads to
  hint              what an officer would do now, and why
  log [N]           what happened, the last N events
  rules [WORDS]     look up a case by number or by words
  ask QUESTION ...  a calculation, such as: ask odds target=0305 attackers=A,B
  save [FILE]       the match is saved after every order anyway; this makes a copy
  quit              leave; the match can be continued
  A slash tells these words from an order of the same name: /undo"""


class Leave(Exception):
    """Ends the session."""


class Session:
    """One match, played until it is over or somebody leaves.

    `ask` shows a prompt and reads a line; it raises `EOFError` at the end of the input.
    """

    def __init__(self, file: MatchFile, agents: Mapping[int, Agent], ask: Callable[[str], str]) -> None:
        self.file = file
        self.agents = dict(agents)
        self.ask = ask
        self.people = [seat for seat in range(len(file.match.game.seats)) if seat not in self.agents]
        self.at_keyboard: int | None = self.people[0] if len(self.people) == 1 else None
        self.seen = dict.fromkeys(self.people, 0)
        self.commands: dict[str, Callable[[int, list[str]], None]] = {
            "?": self._help,
            "help": self._help,
            "legal": self._legal,
            "why": self._why,
            "undo": self._undo,
            "map": self._map,
            "show": self._map,
            "units": self._units,
            "brief": self._brief,
            "outlook": self._outlook,
            "log": self._log,
            "rules": self._rules,
            "ask": self._ask,
            "look": self._look_at,
            "forecast": self._forecast,
            "hint": self._hint,
            "save": self._save,
            "quit": self._quit,
            "exit": self._quit,
        }
        self.verbs = {verb_of(kind) for kind in file.match.game.flow.order_types()}

    @property
    def match(self) -> Match:
        """The match being played."""
        return self.file.match

    def run(self) -> None:
        """Play."""
        try:
            while (seat := self._next_seat()) is not None:
                self._turn(seat)
        except (Leave, EOFError, KeyboardInterrupt):
            say(f"\nsaved; to continue: phaseline terminal {self.file.path}")
            return
        viewer = self.people[0] if len(self.people) == 1 else None
        if viewer is not None:
            self._news(viewer)
        self._look(viewer)
        say(f"the record: {self.file.path}")

    def _next_seat(self) -> int | None:
        """The next person to decide, after the agents have played as far as they can."""
        try:
            if play_match(self.match, self.agents, budget=THINKING).orders:
                self._keep()
        except AgentError as error:
            raise UserError(
                f"the computer player is at fault: {error}; the match is kept in {self.file.path}"
            ) from error
        decision = self.match.decision
        if decision is None:
            return None
        return next(seat for seat in decision.seats if seat in self.people)

    def _turn(self, seat: int) -> None:
        """One person's say: until an order has been given."""
        if seat != self.at_keyboard:
            self._curtain(seat)
        if self.seen[seat] != len(self.match.entries) or not self.seen[seat]:
            self._news(seat)
            self._look(seat, units=False)
        else:
            say(prompt(self.match, self.match.view(seat)))
        before = len(self.match.entries)
        while len(self.match.entries) == before:
            line = self.ask(f"{self.match.game.seats[seat]}> ").strip()
            try:
                self._obey(seat, line)
            except (UserError, Refused) as problem:
                say(Text(str(problem), style="red"))

    def _curtain(self, seat: int) -> None:
        """Hide one player's knowledge from the next."""
        name = self.match.game.seats[seat]
        if self.at_keyboard is not None:
            self.ask("your part is done; Enter clears the screen ")
        clear_screen()
        self.ask(f"{name} is to decide. Everybody else look away; {name}, press Enter ")
        clear_screen()
        self.at_keyboard = seat

    def _news(self, seat: int) -> None:
        """What happened since this seat last looked."""
        entries = self.match.entries[self.seen[seat] :]
        show_events(self.match, redact([event for entry in entries for event in entry.events], seat))
        self.seen[seat] = len(self.match.entries)

    def _obey(self, seat: int, line: str) -> None:
        words = line.split()
        if not words:
            self._map(seat, [])
            return
        name = words[0].casefold()
        command = self.commands.get(name.removeprefix("/"))
        if command is not None and (name.startswith("/") or name not in self.verbs):
            command(seat, words[1:])
        else:
            self._order(seat, words)

    def _order(self, seat: int, words: list[str]) -> None:
        if words[0].casefold() not in self.verbs:
            now = ", ".join(verb_of(kind) for kind in self.match.legal(seat).kinds())
            raise UserError(f'"{words[0]}" is no order and no command; orders now: {now}; ? for help')
        begun = self._begin(words)
        refusal = self.match.check(seat, begun.kind(*begun.values)) if begun.complete else None
        if refusal is not None or not begun.complete:
            list_orders(self.match, seat, begun)
            return
        submit(self.match, seat, begun.kind(*begun.values))
        self._keep()
        self._news(seat)

    def _keep(self) -> None:
        """Save; if that cannot be done the match goes on, and the player is told."""
        try:
            self.file.save()
        except UserError as problem:
            say(Text(f"not saved: {problem}. To keep this match: save OTHER-FILE", style="bold red"))

    def _begin(self, words: list[str]) -> Begun:
        # One text, so that quotation marks keep their meaning.
        return begin_order(self.match, [" ".join(words)], hint="legal lists what may be ordered")

    # -- the other words ----------------------------------------------------------------------------------------------

    def _help(self, seat: int, words: list[str]) -> None:  # noqa: ARG002 - all commands take the same
        kinds = self.match.legal(seat).kinds()
        say("  orders now: " + "; ".join(usage(kind) for kind in kinds))
        say(HELP)

    def _legal(self, seat: int, words: list[str]) -> None:
        list_orders(self.match, seat, self._begin(words) if words else None)

    def _why(self, seat: int, words: list[str]) -> None:
        begun = self._begin(words)
        refusal = why_not(self.match, seat, begun)
        if refusal is not None:
            explain(self.match, refusal)
        else:
            say("legal" if begun.complete else f"legal so far; {next_choice(self.match, seat, begun)}")

    def _undo(self, seat: int, words: list[str]) -> None:  # noqa: ARG002
        try:
            order = self.match.undo(seat)
        except CannotUndo as reason:
            raise Refused(f"cannot undo: {reason}") from reason
        self._keep()
        self.seen = {who: min(seen, len(self.match.entries)) for who, seen in self.seen.items()}
        say(f"taken back: {write(order, self.match.scenario.lexicon)}")

    def _map(self, seat: int, words: list[str]) -> None:
        self._look(seat, at=" ".join(words) or None, units=False)

    def _look(self, seat: int | None, *, at: str | None = None, units: bool | None = None) -> None:
        wish = wish_for(self.match, at=at, radius=AROUND if at else None, what="map")
        show_position(self.match, seat, wish, units=units, elsewhere="map HEX shows another part")

    def _look_at(self, seat: int, words: list[str]) -> None:
        show_hex(described(self.match, seat, " ".join(words)))

    def _forecast(self, seat: int, words: list[str]) -> None:
        found = foreseen(self.match, seat, words)
        if isinstance(found, Refusal):
            explain(self.match, found)
        else:
            show_forecast(found)

    def _hint(self, seat: int, words: list[str]) -> None:  # noqa: ARG002
        show_advice(self.match, advised(self.match, seat))

    def _units(self, seat: int, words: list[str]) -> None:  # noqa: ARG002
        self._look(seat, units=True)

    def _brief(self, seat: int, words: list[str]) -> None:  # noqa: ARG002
        show_briefing(self.match, seat)

    def _outlook(self, seat: int, words: list[str]) -> None:  # noqa: ARG002
        show_outlook(self.match, seat)

    def _log(self, seat: int, words: list[str]) -> None:
        with blaming("log", ValueError, hint="write log, or log 20"):
            last = int(words[0]) if words else 0
        show_events(self.match, self.match.log(seat)[-last:])

    def _rules(self, seat: int, words: list[str]) -> None:  # noqa: ARG002
        show_rules(find_rules(self.match.game.key, words))

    def _ask(self, seat: int, words: list[str]) -> None:
        if not words:
            raise UserError(
                f"ask what? {self.match.game.title} answers: {', '.join(sorted(self.match.game.questions))}"
            )
        answer_question(self.match, words[0], words[1:], seat)

    def _save(self, seat: int, words: list[str]) -> None:  # noqa: ARG002
        if not words:
            say(f"saved in {self.file.path}")
            return
        path = Path(" ".join(words))
        if path.exists():
            raise UserError(f"{path}: there is such a file already; choose another name")
        MatchFile(path, self.match, self.file.packs).save()
        say(f"a copy is in {path}; this match is still saved in {self.file.path}")

    def _quit(self, seat: int, words: list[str]) -> None:  # noqa: ARG002
        raise Leave


def seat_greeting(match: Match, agents: Mapping[int, str]) -> Text:
    """Who plays what, in one line."""
    text = Text(f"{match.game.title}, {match.scenario.title}: ", style="bold")
    for seat, name in enumerate(match.game.seats):
        text.append(", " if seat else "")
        text.append(name, style=side_ink(seat))
        text.append(f" is the computer ({agents[seat]})" if seat in agents else " is a person", style=FAINT)
    return text
