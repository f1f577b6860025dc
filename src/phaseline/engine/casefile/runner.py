"""Runs cases: composes the state, carries the steps out, compares what is with what was expected."""

from __future__ import annotations

import itertools
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from phaseline.engine import registry
from phaseline.engine.casefile import cases
from phaseline.engine.casefile.cases import Case, Step
from phaseline.engine.casefile.citing import uncited
from phaseline.engine.casefile.dice import CaseDice, WrongDie
from phaseline.engine.casefile.errors import CaseFileError, fold
from phaseline.engine.casefile.expecting import Expectations
from phaseline.engine.casefile.facts import decision, facts, seen
from phaseline.engine.casefile.matching import Mismatch, compare, plain
from phaseline.engine.casefile.questions import QuestionError, answer
from phaseline.engine.casefile.result import CaseResult
from phaseline.engine.casefile.setup import CaseSetup, find_seat
from phaseline.engine.casefile.stopping import Stop
from phaseline.engine.casefile.tree import Node, shown
from phaseline.engine.casefile.turnend import TurnEnd
from phaseline.engine.chance import outcomes
from phaseline.engine.dice import DiceExhausted
from phaseline.engine.events import Event, redact, tell
from phaseline.engine.game import Game
from phaseline.engine.match import CannotUndo, Entry, Match
from phaseline.engine.orders import NotationError, Order, fill, write
from phaseline.engine.packs import DataPack
from phaseline.engine.refusal import IllegalOrder, Incomplete, Refusal
from phaseline.wording.nearest import did_you_mean

Games = Mapping[str, Game[Any, Any]]
_MOST_PASSES = 500
_MOST_BRANCHES = 50_000
INCOMPLETE = "incomplete"
"""What `refused` says of an order that lacks a word, and of no other."""


class _Stop(Exception):
    """The case cannot go on; why is already among the mismatches."""


def run_files(
    paths: Iterable[Path], games: Games | None = None, packs: Sequence[DataPack] = ()
) -> list[CaseResult]:
    """Run the cases of files, and of all `.yaml` files in folders. `games` defaults to the installed ones.

    `packs` are laid over the data of their games, and may bring scenarios of their own.
    """
    results = []
    for path in paths:
        for file in sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path]:
            results += run_file(file, games, packs)
    return results


def run_file(path: Path, games: Games | None = None, packs: Sequence[DataPack] = ()) -> list[CaseResult]:
    """Run the cases of one file. A case that names no game is of the game its folder is called after."""
    known = registry.games() if games is None else games
    folder = path.resolve().parent.name
    try:
        found = cases.read(path.read_text("utf-8"), str(path), folder if folder in known else "")
    except CaseFileError as error:
        return [CaseResult(id=path.name, file=str(path), line=error.line, error=error)]
    except (OSError, UnicodeDecodeError) as error:
        reason = "this is no text file" if isinstance(error, UnicodeDecodeError) else str(error.strerror)
        return [CaseResult(id=path.name, file=str(path), error=CaseFileError(reason, file=str(path)))]
    return [run_case(case, known, packs) for case in found]


def run_case(
    case: Case | CaseFileError, games: Games | None = None, packs: Sequence[DataPack] = ()
) -> CaseResult:
    """Run one case (or report why it could not be read)."""
    if isinstance(case, CaseFileError):
        name = case.case or Path(case.file).name
        return CaseResult(id=name, file=case.file, line=case.line, error=case)
    result = CaseResult(case.id, case.title, case.game, case.cases, case.file, case.line)
    try:
        known = registry.games() if games is None else games
        if case.game not in known:
            hint = did_you_mean(case.game, known, "installed are")
            raise case.node.at("game").error(f'there is no game "{case.game}"{hint}', "game")
        _Run(case, known[case.game], result, packs).go()
    except CaseFileError as error:
        result.error = error
    except _Stop:
        pass
    except Exception:  # noqa: BLE001 - one game's fault must not end a run over many cases; it is reported in full
        result.trace = traceback.format_exc()
    return result


class _Run:
    def __init__(
        self, case: Case, game: Game[Any, Any], result: CaseResult, packs: Sequence[DataPack]
    ) -> None:
        self._case, self._game, self._result = case, game, result
        self._packs = tuple(pack for pack in packs if pack.head.game == game.key)
        self._dice = CaseDice(case.dice)
        self._held = False
        self._turn_over = False
        self._since: list[Entry] = []
        self._steps: dict[str, Callable[[Step], None]] = {
            "do": self._do,
            "ask": self._ask,
            "undo": self._undo,
            "view": self._view,
            "until": self._until,
        }

    def go(self) -> None:
        self._begin()
        self._expectations = Expectations(self._match)
        for step in self._planned():
            before = len(self._match.entries)
            self._since = []
            if "dice" in step.keys:
                self._dice.begin(cases.dice(step.keys["dice"], f"{step.name}.dice"))
            if step.kind != "expect":
                self._steps[step.kind](step)
            if left := self._dice.end():
                self._fail(step.node, f"{step.name}.dice", "all dice are rolled", f"{left} left over")
            if "expect" in step.keys and step.kind != "view":
                recent = [*self._since, *self._match.entries[before:]]
                self._check(step.keys["expect"], f"{step.name}.expect", recent)
        if self._case.expect is not None:
            self._check(self._case.expect, "expect", self._match.entries)
        if self._dice.left:
            node = self._case.node.at("dice")
            self._fail(node, "dice", "all dice are rolled", f"{self._dice.left} left over")

    def _begin(self) -> None:
        setup = CaseSetup(self._game, self._case, self._dice, self._packs)
        try:
            state = self._game.compose(setup)
        except DiceExhausted as error:
            where = self._case.node.at("dice")
            self._fail(
                where,
                "dice",
                f"no die for: {error.purpose}",
                f"a d{error.sides} is rolled before the first step",
            )
            raise _Stop from error
        except CaseFileError:
            raise
        except WrongDie as error:
            raise self._case.node.at("dice").error(str(error), "dice") from error
        except (LookupError, ValueError) as error:
            self._result.trace = traceback.format_exc()
            raise self._case.node.error(
                f"{self._game.key} cannot make a state of it: {error}", "setup"
            ) from error
        setup.finish(state)
        self._overtaken = setup.overtaken
        self._held = self._turn_over = setup.held
        self._result.remarks += [*setup.remarks, *uncited(self._case, self._game)]
        state.dice = self._dice
        first = Entry(None, None, tuple(state.draws), tuple(state.events))
        self._match = Match(self._game, state.scenario, state, entries=[first])
        self._note("begin: " + ", ".join(state.path()), first.events)

    def _planned(self) -> Sequence[Step]:
        """The steps. What the case as a whole expects of its order is expected of the last one."""
        steps = list(self._case.steps)
        expect = self._case.expect
        wanted = (
            {key: node for key, node in expect.mapping.items() if key in ("refused", "because")}
            if expect
            else {}
        )
        legal = expect.mapping.get("legal") if expect else None
        if legal is not None and legal.resolved() is False:
            wanted.setdefault("refused", Node("true", legal.file, legal.line, plain=True))
        if not wanted:
            return steps
        last = next((i for i in range(len(steps) - 1, -1, -1) if steps[i].kind == "do"), None)
        if last is None:
            raise next(iter(wanted.values())).error(
                "no step gives an order that could be refused", "expect.refused"
            )
        step = steps[last]
        steps[last] = Step(
            step.kind, step.node, step.subject, {**wanted, **step.keys}, step.arguments, step.number
        )
        return steps

    # -- the kinds of step --------------------------------------------------------------------------------------------

    def _do(self, step: Step) -> None:
        asked = {key for key in ("refused", "because", "legal") if key in step.keys}
        subjects = step.subject.items
        if not (self._turn_over and asked and len(subjects) == 1 and not self._dice.remaining):
            self._go_on(step)
        stop = self._stop(step)
        for number, node in enumerate(subjects, start=1):
            seat = self._seat(step)
            order = self._order(step, node)
            if number == len(subjects) and asked:
                self._ask_whether(step, seat, order)
                return
            if "result" in step.keys and "dice" not in step.keys and number == len(subjects):
                self._dice.begin(self._sought(step, seat, order))
            self._give(step, seat, order, stop if number == len(subjects) else None)
        if "result" in step.keys:
            pattern, events = step.keys["result"], self._match.entries[-1].events
            if not any(self._expectations.matches(pattern, event) for event in events):
                self._result.mismatches.append(
                    self._expectations.missing(pattern, f"{step.name}.result", events)
                )

    def _stop(self, step: Step) -> Stop | None:
        """Where the step holds play, if it does."""
        if "stop" not in step.keys:
            return None
        node = step.keys["stop"]
        if others := [key for key in ("refused", "because", "legal", "result") if key in step.keys]:
            raise node.error(f"a step with `{others[0]}` cannot stop", f"{step.name}.stop")
        return Stop.read(node, self._game, f"{step.name}.stop")

    def _go_on(self, step: Step) -> None:
        """What an earlier step held back happens now."""
        if not self._held:
            return
        self._held = self._turn_over = False
        state = self._match.state
        state.pause = self._overtaken.watch(state)
        with self._dice_of(step):
            more = self._match.go_on()
        state.pause = None
        self._since.append(more)
        self._note(f"{step.number}. play goes on", more.events)

    def _give(self, step: Step, seat: int, order: Order, stop: Stop | None = None) -> None:
        text = f"{step.number}. {self._game.seats[seat]}: {write(order, self._match.scenario.lexicon)}"
        state = self._match.state
        self._overtaken.forget()
        end = TurnEnd(state, lambda: self._dice.remaining, stop)
        state.pause = self._overtaken.watch(state, end)
        try:
            with self._dice_of(step, text):
                events = self._match.submit(seat, order)
        except IllegalOrder as error:
            self._note(f"{text}: {_answer(error.refusal)}")
            self._fail(step.node, step.name, "a legal order", _answer(error.refusal))
            raise _Stop from error
        finally:
            state.pause = None
        self._note(text, events)
        if end.reached:
            self._held = self._turn_over = True
            self._note("     play stops: the case has no dice for the next turn")
        elif stop is not None and stop.reached:
            self._held = state.decision is None and state.position.outcome is None
            self._note("     play stops before: " + ", ".join(state.path()))
        elif stop is not None and step.kind == "do":
            before = step.keys["stop"]
            came = "the match is over" if self._match.outcome else f"{', '.join(state.path())} comes first"
            self._fail(before, f"{step.name}.stop", f"play stops before {before.text}", came)

    @contextmanager
    def _dice_of(self, step: Step, text: str = "") -> Iterator[None]:
        """Inside, a die that is missing ends the case, and one that cannot fall so is an error of the step."""
        try:
            yield
        except WrongDie as error:
            raise step.node.at("dice").error(str(error), f"{step.name}.dice") from error
        except DiceExhausted as error:
            self._note(f"{text or step.number}: {error}")
            self._fail(
                step.node,
                f"{step.name}.dice",
                f"no die for: {error.purpose}",
                f"a d{error.sides} is rolled for it",
            )
            raise _Stop from error

    def _ask_whether(self, step: Step, seat: int, order: Order) -> None:
        over = Refusal(order.case, "the turn is over")
        refusal = over if self._turn_over else self._match.check(seat, order)
        if refusal is not None and not self._asked_for(order):
            # Nobody was asked for such an order: what the rules have against it the step says that would have asked.
            named = "by" in step.keys
            refusal = self._overtaken.why_not(order, seat, named=named, over=self._turn_over) or refusal
        answered = _answer(refusal)
        text = write(order, self._match.scenario.lexicon)
        self._note(f"{step.number}. {self._game.seats[seat]}: {text}: {answered}")
        if refusal is not None:
            self._result.refusals.append(self._result.log[-1])
        legal = step.keys.get("legal")
        if legal is not None and (
            isinstance(refusal, Incomplete) or legal.resolved() is not (refusal is None)
        ):
            self._fail(legal, f"{step.name}.legal", f"legal: {legal.text}", answered)
        elif ("refused" in step.keys or "because" in step.keys) and not _as_refused(refusal, step):
            node = step.keys.get("refused", step.node)
            because = f' because of "{step.keys["because"].text}"' if "because" in step.keys else ""
            self._fail(node, f"{step.name}.refused", f"{_wanted(node, step)}{because}", answered)

    def _asked_for(self, order: Order) -> bool:
        """Whether somebody is asked for orders of this kind now."""
        waiting = self._match.decision
        return waiting is not None and any(rule.order is type(order) for rule in waiting.step.rules)

    def _sought(self, step: Step, seat: int, order: Order) -> tuple[int, ...]:
        """Dice that bring about the result that the step wants."""
        pattern = step.keys["result"]
        branches = outcomes(self._match.state, seat, order)
        if self._match.check(seat, order) is None:
            for branch in itertools.islice(branches, _MOST_BRANCHES):
                if any(self._expectations.matches(pattern, event) for event in branch.state.events):
                    return branch.dice
            raise pattern.error("the dice cannot fall so that this happens", f"{step.name}.result")
        return ()

    def _ask(self, step: Step) -> None:
        arguments = {name: node.resolved() for name, node in step.arguments.items()}
        try:
            given = answer(self._game.questions, self._match.state, step.subject.text, arguments)
        except QuestionError as error:
            node = step.arguments.get(error.argument, step.subject)
            raise node.error(str(error), f"{step.name}.{error.argument or 'ask'}") from error
        except (LookupError, ValueError) as error:
            reason = f'"{error.args[0]}" is needed' if isinstance(error, KeyError) else str(error)
            raise step.subject.error(reason, f"{step.name}.ask") from error
        given = plain(given)
        asked = "".join(f" {name}: {node.text}" for name, node in step.arguments.items())
        self._note(f"{step.number}. asked: {step.subject.text}{asked}: {shown(given)}")
        if "is" in step.keys:
            found = compare(step.keys["is"], given, f"{step.name}.is", self._expectations.same)
            self._result.mismatches += found

    def _undo(self, step: Step) -> None:
        given = [entry.seat for entry in self._match.entries if entry.seat is not None]
        named = not (step.subject.is_null or step.subject.resolved() is True)
        seat = self._find_seat(step.subject) if named else given[-1] if given else 0
        try:
            order = self._match.undo(seat)
        except CannotUndo as error:
            self._note(f"{step.number}. {self._game.seats[seat]} cannot undo: {error}")
            self._result.refusals.append(self._result.log[-1])
            because = step.keys.get("because")
            if "refused" not in step.keys or (
                because is not None and fold(because.text) not in fold(str(error))
            ):
                self._fail(step.node, step.name, step.node.text, str(error))
            return
        self._held = self._turn_over = False
        self._overtaken.forget()
        text = write(order, self._match.scenario.lexicon)
        self._note(f"{step.number}. {self._game.seats[seat]} takes back: {text}")
        if "refused" in step.keys:
            self._fail(
                step.keys["refused"], f"{step.name}.refused", "the order stands", f"taken back: {text}"
            )

    def _view(self, step: Step) -> None:
        nobody = fold(step.subject.text) == "spectator"
        seat = None if nobody else self._find_seat(step.subject)
        match = self._match
        sheet = self._game.sheet(match.scenario, match.view(seat))
        known = seen(sheet, match.scenario.lexicon, self._game.seats) | {"decision": decision(match.state)}
        self._note(f"{step.number}. {step.subject.text} looks")
        if "expect" in step.keys:
            events = redact([event for entry in match.entries for event in entry.events], seat)
            found = self._expectations.check(step.keys["expect"], f"{step.name}.expect", known, events)
            self._result.mismatches += found

    def _until(self, step: Step) -> None:
        self._go_on(step)
        wanted = fold(step.subject.text)
        stop = self._stop(step)
        if stop is not None:
            # What it goes on to and what it stops before are the same.
            stop = Stop.read(step.subject, self._game, step.name)
        for _ in range(_MOST_PASSES):
            waiting = self._match.decision
            if self._held and not self._turn_over:
                return
            passed = (end.path for entry in self._match.entries[-1:] for end in entry.phase_ends)
            if self._match.entries[-1].order is not None and any(
                fold(path[-1]) == wanted for path in passed if path
            ):
                if self._turn_over:
                    return
                break
            if waiting is None or any(fold(name) == wanted for name in self._match.state.path()):
                break
            order = self._game.passing(self._match.state, waiting.seats[0])
            if order is None:
                where = ", ".join(self._match.state.path())
                raise step.node.error(
                    f"in {where} somebody must choose; write the orders up to there", step.name
                )
            self._give(step, waiting.seats[0], order, stop)
        else:
            raise step.subject.error(
                f'"{step.subject.text}" was not reached in {_MOST_PASSES} orders', step.name
            )
        if self._match.decision is None and wanted != "end":
            over = (
                "the turn is over, with no dice for the next one" if self._turn_over else "the match is over"
            )
            self._fail(step.node, step.name, f"{step.subject.text} is reached", over)

    # -- help ---------------------------------------------------------------------------------------------------------

    def _seat(self, step: Step) -> int:
        if "by" in step.keys:
            return self._find_seat(step.keys["by"])
        waiting = self._match.decision
        if waiting is not None and len(waiting.seats) > 1:
            names = " and ".join(self._game.seats[seat] for seat in waiting.seats)
            raise step.node.error(
                f"{names} decide at the same time here; say whose order this is with `by`", step.name
            )
        return waiting.seats[0] if waiting is not None else 0

    def _find_seat(self, node: Node) -> int:
        try:
            return find_seat(self._game, node.text)
        except LookupError as error:
            raise node.error(str(error.args[0])) from error

    def _order(self, step: Step, node: Node) -> Order:
        try:
            if not step.arguments:
                return self._match.parse(node.text)
            words = {name: _word(item) for name, item in step.arguments.items()}
            return fill(node.text, words, self._game.flow.order_types(), self._match.scenario.lexicon)
        except NotationError as error:
            raise node.error(str(error), step.name) from error

    def _check(self, expect: Node, field: str, entries: Sequence[Entry]) -> None:
        events = [event for entry in entries for event in entry.events]
        known = facts(self._match, entries)
        self._result.mismatches += self._expectations.check(expect, field, known, events)

    def _fail(self, node: Node, field: str, expected: str, actual: str) -> None:
        self._result.mismatches.append(Mismatch(field, node.line, expected, actual))

    def _note(self, line: str, events: Iterable[Event] = ()) -> None:
        told = [f"     {tell(event, self._match.scenario.lexicon)}" for event in events] if events else []
        self._result.log += [line, *told]


def _answer(refusal: Refusal | None) -> str:
    if refusal is None:
        return "legal"
    return f"not complete, {refusal}" if isinstance(refusal, Incomplete) else f"refused, {refusal}"


def _wanted(node: Node, step: Step) -> str:
    """What a step wants of the answer, in words."""
    if fold(node.text) == INCOMPLETE:
        return "not complete"
    return (
        "refused"
        if fold(node.text) in ("true", "yes") or node is step.node
        else f"refused by case {node.text}"
    )


def _as_refused(refusal: Refusal | None, step: Step) -> bool:
    """Whether the order is refused as the step wants. One that lacks a word shows nothing about a rule."""
    if refusal is None:
        return False
    wanted = step.keys.get("refused")
    because = step.keys.get("because")
    if isinstance(refusal, Incomplete):
        cited = wanted is not None and any(fold(item.text) == INCOMPLETE for item in wanted.items)
    else:
        cited = wanted is None or any(_cites(refusal.case, item.text) for item in wanted.items)
    return cited and (because is None or fold(because.text) in fold(refusal.reason))


def _cites(number: str, wanted: str) -> bool:
    """Whether a refusal cites the case that is wanted, or a part of it: 6.33 takes 6.33b, but not 6.331."""
    wanted = wanted.casefold().removeprefix("case ").strip()
    number = number.casefold()
    rest = number.removeprefix(wanted)
    return wanted in ("true", "yes") or (number.startswith(wanted) and not rest[:1].isdigit())


def _word(node: Node) -> str:
    """The value of an order's field as notation writes it."""
    if isinstance(node.value, list):
        return ",".join(item.text for item in node.value) or "none"
    value = node.resolved()
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else node.text
