"""Commands about what there is: games, scenarios, rules, cases."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from msgspec import NODEFAULT
from msgspec.structs import fields
from rich.text import Text

from phaseline.cli import matchfile, packfolders
from phaseline.cli.arguments import AsJson, GameKey, Packs
from phaseline.cli.errors import UserError, blaming
from phaseline.cli.terminal import FAINT, complain, say, show, show_json, table
from phaseline.engine import rulings
from phaseline.engine.casefile import vocabulary
from phaseline.engine.coverage import Coverage, coverage, package_folder
from phaseline.engine.game import Game
from phaseline.engine.gameoptions import possible
from phaseline.engine.ledger import Ledger, RuleCase
from phaseline.engine.packs import DataError
from phaseline.wording.counts import several

app = typer.Typer()
PANEL = "Games and rules"
SHOWN = 6
"""So many rulings are told along with the cases that name them."""


@app.command(rich_help_panel=PANEL)
def games(as_json: AsJson = False) -> None:
    """List the games that are installed."""
    installed = matchfile.open_games()
    if as_json:
        show_json(
            [{"key": g.key, "title": g.title, "version": g.version, "seats": g.seats} for g in installed]
        )
        return
    made = table("Key", "Title", "Version", "Seats", "Scenarios")
    for game in installed:
        made.add_row(game.key, game.title, game.version, ", ".join(game.seats), ", ".join(game.scenarios()))
    show(made)


@app.command(rich_help_panel=PANEL)
def scenarios(game: GameKey, pack: Packs = None, as_json: AsJson = False) -> None:
    """List a game's scenarios, with those of data packs, and its options."""
    chosen = matchfile.open_game(game)
    with blaming("", DataError):
        offered = chosen.offered(packfolders.load(pack or []))
    options = [
        (
            info.name,
            possible(chosen.options_type, info.name),
            "" if info.default is NODEFAULT else info.default,
        )
        for info in fields(chosen.options_type)
    ]
    if as_json:
        listed = [{"name": name, "values": kind, "default": default} for name, kind, default in options]
        show_json({"scenarios": dict(offered), "options": listed, "data": _data_folder(chosen)})
        return
    made = table("Scenario", "Title")
    for key, title in offered.items():
        made.add_row(key, title)
    show(made)
    if options:
        say()
        made = table("Option", "Values", "Default")
        for name, kind, default in options:
            made.add_row(name, kind, str(default).lower() if isinstance(default, bool) else str(default))
        show(made)
    say()
    if folder := _data_folder(chosen):
        say(Text(f"data, which a pack may override: {folder}", style=FAINT))
    say(Text(f"phaseline new {game} SCENARIO --option NAME=VALUE starts a match", style=FAINT))


def _data_folder(game: Game[Any, Any]) -> str | None:
    """Where a game keeps its data files; None when it has none."""
    with blaming("", DataError):
        folder = package_folder(game.package) / "data"
    return str(folder) if folder.is_dir() else None


@app.command(rich_help_panel=PANEL)
def rules(
    game: GameKey,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="CASE|WORDS", help="A case or chapter number, or words to look for."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Look up rules, in our own words: a case with its sub-cases, a chapter, or every case that holds some words.

    Where the rulebook leaves a question open, a case names the ruling, such as R28: look it up in the same way.
    """
    decided = rulings.read(matchfile.open_game(game).package)
    wanted = " ".join(words or []).upper()
    if wanted in decided:
        show_ruling(decided[wanted], as_json=as_json)
        return
    found = find_rules(game, words or [])
    if as_json:
        show_json(
            [{"number": c.number, "topic": c.topic, "kind": c.kind, "summary": c.summary} for c in found]
        )
    else:
        show_rules(found)
        show_named(game, found, decided)


def show_ruling(ruling: rulings.Ruling, *, as_json: bool) -> None:
    """One ruling: what was asked, and what was decided."""
    if as_json:
        show_json({"number": ruling.number, "question": ruling.question, "decision": ruling.decision})
    else:
        say(Text.assemble((f"{ruling.number:8}", "bold"), ruling.question, f"  {ruling.decision}"))


def show_named(game: str, found: list[RuleCase], decided: dict[str, rulings.Ruling]) -> None:
    """The rulings that the cases name, or, when they are many, how to look them up."""
    named = rulings.named(" ".join(case.summary for case in found))
    if not named:
        return
    say()
    if len(named) > SHOWN:
        say(Text(f"phaseline rules {game} {named[0]} tells the ruling {named[0]}", style=FAINT))
        return
    for number in named:
        show_ruling(decided[number], as_json=False)


def find_rules(game: str, words: list[str]) -> list[RuleCase]:
    """The cases meant by a number (with its sub-cases), or that hold the words; all without any.

    Raises `UserError` when there is none.
    """
    ledger = _ledger(game)
    text = " ".join(words)
    found = list(ledger) if not text else ledger.family(text) or ledger.search(text)
    if found:
        return found
    if not text[:1].isdecimal():
        raise UserError(f"no case of {game} has the words {text!r} (phaseline rules {game} lists all)")
    return find_cases(game, text)


def find_cases(game: str, number: str) -> list[RuleCase]:
    """The case with a number, and its sub-cases. Raises `UserError` that names near ones when there is none."""
    ledger = _ledger(game)
    with blaming("", LookupError, hint=f"phaseline rules {game} lists all"):
        return ledger.family(number) or [ledger[number]]


def show_rules(found: list[RuleCase]) -> None:
    """Cases with number, summary and topic."""
    for case in found:
        say(Text.assemble((f"{case.number:8}", "bold"), case.summary, (f"  [{case.topic}]", FAINT)))


def _ledger(game: str) -> Ledger:
    with blaming("", DataError):
        return Ledger.read(matchfile.open_game(game).package)


@app.command(rich_help_panel=PANEL)
def words(game: GameKey) -> None:
    """Print the words that a game's case files may use: setup, map, orders, steps, questions, facts."""
    say(Text(vocabulary(matchfile.open_game(game))))


@app.command(rich_help_panel=PANEL)
def cases(
    game: GameKey,
    number: Annotated[
        str | None,
        typer.Argument(metavar="CASE", help="A case or chapter: where it and its parts are kept and tested."),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="List all cases with where they are kept and tested.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show how much of the rulebook is implemented and tested, or where one case is; exit code 1 below 100 %."""
    chosen = matchfile.open_game(game)
    if number is not None:
        _show_whereabouts(chosen, number, as_json=as_json)
        return
    with blaming("", DataError):
        found = coverage(chosen.key, chosen.package)
    if found.tests is None:
        complain("the tests are not installed, so nothing counts as tested; run this in the source checkout")
    for fault in found.faults:
        complain(fault)
    if as_json:
        show_json(found.counts)
    else:
        _show_chapters(found)
        if full:
            _show_cases(found)
        _show_missing("not implemented", found.not_implemented)
        _show_missing("not tested", found.not_tested)
        say(_total(game, found))
    if not found.complete:
        raise typer.Exit(1)


def _show_whereabouts(game: Game[Any, Any], number: str, *, as_json: bool) -> None:
    """Where a case and its parts are kept by code or data, and held by tests. Raises `UserError`."""
    asked = find_cases(game.key, number)
    with blaming("", DataError):
        found = coverage(game.key, game.package, numbers=[case.number for case in asked])
    if found.tests is None:
        complain("the tests are not installed, so nothing counts as tested; run this in the source checkout")
    if as_json:
        show_json(
            [
                {
                    "number": case.number,
                    "topic": case.topic,
                    "testable": case.testable,
                    "implemented": found.implemented.get(case.number, []),
                    "tested": found.tested.get(case.number, []),
                }
                for case in asked
            ]
        )
        return
    for case in asked:
        say(Text.assemble((f"{case.number}  ", "bold"), case.topic))
        if not case.testable:
            say(f"  cannot be tested: {case.reason}")
        for what, places in (("carried out", found.implemented), ("tested", found.tested)):
            if case.testable or case.number in places:
                say(f"  {what:13}" + ("\n" + " " * 15).join(places.get(case.number, ["nowhere"])))


def _show_chapters(found: Coverage) -> None:
    made = table("Chapter", "Topic", "#Cases", "#Testable", "#Implemented", "#Tested")
    chapters: dict[str, list[RuleCase]] = {}
    for case in found.ledger:
        chapters.setdefault(case.chapter, []).append(case)
    for chapter, entries in chapters.items():
        testable = [case.number for case in entries if case.testable]
        implemented = sum(number in found.implemented for number in testable)
        tested = sum(number in found.tested for number in testable)
        made.add_row(
            chapter,
            entries[0].topic,
            str(len(entries)),
            str(len(testable)),
            _share(implemented, len(testable)),
            _share(tested, len(testable)),
        )
    show(made)


def _share(part: int, whole: int) -> Text:
    return Text(str(part), style="green" if part == whole else "red")


def _show_cases(found: Coverage) -> None:
    made = table("Case", "Topic", "Implemented", "Tested", title="\nAll cases")
    for case in found.ledger:
        kept = "\n".join(found.implemented.get(case.number, [])) if case.testable else f"- {case.reason}"
        made.add_row(case.number, case.topic, kept, "\n".join(found.tested.get(case.number, [])))
    show(made)


def _show_missing(what: str, missing: list[RuleCase]) -> None:
    if missing:
        say(Text(f"{what}:", style="bold"))
        for case in missing:
            say(f"  {case.number:8}{case.topic}")


def _total(game: str, found: Coverage) -> str:
    counts = found.counts
    faults = f", {several(len(found.faults), 'wrong mark')}" if found.faults else ""
    total = counts["testable"]
    done = "complete" if found.complete else "not complete"
    return f"{game}: {total} testable, {counts['implemented']} implemented, {counts['tested']} tested{faults}: {done}"
