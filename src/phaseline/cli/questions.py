"""Commands that calculate: odds and questions to a game."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from phaseline.ai.driver import observe
from phaseline.cli import matchfile
from phaseline.cli.arguments import AsJson, SeatName, pairs
from phaseline.cli.errors import UserError, blaming
from phaseline.cli.orderwords import acting_seat
from phaseline.cli.terminal import say, show, show_json, table
from phaseline.engine.match import Match
from phaseline.engine.packs import DataError, read_data
from phaseline.engine.state import State
from phaseline.mechanics.odds import OddsColumns, OddsReport, Shift
from phaseline.mechanics.tables import ResultsTable, TableError

app = typer.Typer()
PANEL = "Analysis"
SAMPLES = 40
COLUMNS = "1:5,1:4,1:3,1:2,1:1,2:1,3:1,4:1,5:1,6:1"
"""Odds columns when no table gives others."""


@app.command(rich_help_panel=PANEL)
def odds(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="ATTACK DEFENCE|MATCH NAME=VALUE", help="Two strengths, or a match's own question."
        ),
    ],
    *,
    shift: Annotated[
        list[str] | None,
        typer.Option(metavar="N[:WHY]", help="Columns to move, right when positive; may be repeated."),
    ] = None,
    columns: Annotated[
        str | None, typer.Option(help=f"The table's columns, by default its own or {COLUMNS}.")
    ] = None,
    clamp_first: Annotated[
        bool, typer.Option("--clamp-first", help="Bring the odds within the table before shifts apply.")
    ] = False,
    results: Annotated[
        str | None,
        typer.Option(
            "--table", metavar="GAME#NAME|FILE#NAME", help="A results table: its columns and exact chances."
        ),
    ] = None,
    modifier: Annotated[int, typer.Option(help="Added to the die.")] = 0,
    seat: SeatName = None,
    as_json: AsJson = False,
) -> None:
    """Work out odds, shifts and exact chances: of two strengths, or of an attack in a match.

    `odds 31 10 --shift -2:mountain --table skirmish#results`, or `odds my.match target=0305 attackers=A,B`.
    """
    name, rest = matchfile.split_name(words, needed=1)
    if name is not None:
        _answer(name, "odds", rest, seat, as_json=as_json, referee=False)
        return
    if len(words) != 2:
        raise UserError(
            "odds of what? write two strengths (odds 31 10), or a match file and NAME=VALUE arguments"
        )
    found = None if results is None else _results_table(results)
    labels = tuple(columns.split(",")) if columns else found.columns if found else tuple(COLUMNS.split(","))
    with blaming("--columns" if columns else str(results), ValueError):
        scale = OddsColumns(labels, clamp_first=clamp_first)
    with blaming("strengths", ValueError):
        report = scale.report(
            _strength(words[0]), _strength(words[1]), [_shift(text) for text in shift or []]
        )
    chances: dict[str, Fraction] = {}
    if found is not None:
        with blaming(str(results), KeyError):
            chances = dict(found.outcomes(report.label, modifier).items())
    _show_odds(report, chances, as_json=as_json)


@app.command(rich_help_panel=PANEL)
def ask(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[MATCH] [QUESTION] [NAME=VALUE]", help="Without a question: those the game answers."
        ),
    ] = None,
    seat: SeatName = None,
    referee: Annotated[
        bool, typer.Option("--referee", help="Answer from the true position, not from what a seat knows.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Ask a game's question about a match: reach, supply, odds ... A list is written A,B (of one: A,)."""
    name, rest = matchfile.split_name(words or [])
    if rest:
        _answer(name, rest[0], rest[1:], seat, as_json=as_json, referee=referee)
        return
    game = matchfile.read(name).match.game
    if as_json:
        show_json({"questions": sorted(game.questions)})
        return
    if not game.questions:
        say(f"{game.title} answers no questions")
        return
    made = table("Question", "Answers")
    for key, function in sorted(game.questions.items()):
        made.add_row(key, (function.__doc__ or "").strip().partition("\n")[0])
    show(made)


def _answer(
    name: str | None, question: str, words: list[str], seat: str | None, *, as_json: bool, referee: bool
) -> None:
    match = matchfile.read(name).match
    who = None if referee or match.decision is None else acting_seat(match, seat)
    answer_question(match, question, words, who, as_json=as_json)


def answer_question(
    match: Match, question: str, words: list[str], seat: int | None, *, as_json: bool = False
) -> None:
    """Show the answer to a question as far as `seat` can know it (None: from the true position)."""
    arguments = {key: _value(text) for key, text in pairs(words, "argument").items()}
    if seat is None:
        answers = [(_ask(match, match.state, question, arguments), 1.0)]
    else:
        answers = _answers_for(match, seat, question, arguments)
    if as_json:
        several = [{"answer": answer, "share": share} for answer, share in answers]
        show_json(several if len(several) > 1 else answers[0][0])
        return
    if len(answers) > 1:
        say("it depends on what you cannot see; of the possibilities sampled,")
    for answer, share in answers:
        if len(answers) > 1:
            say(f"{share:.0%}:")
        _show_plain(answer)


def _answers_for(
    match: Match, seat: int, question: str, arguments: Mapping[str, Any]
) -> list[tuple[Any, float]]:
    """The answers in sampled states that agree with what the seat knows, the most frequent first, with their shares."""
    seen = observe(match, seat)
    rng = random.Random(0)
    tally: dict[str, int] = {}
    for _ in range(SAMPLES):
        # The answer from the true state would give away what is face down.
        text = json.dumps(_ask(match, seen.sample(rng), question, arguments), sort_keys=True)
        tally[text] = tally.get(text, 0) + 1
    ranked = sorted(tally.items(), key=lambda item: -item[1])
    return [(json.loads(text), count / SAMPLES) for text, count in ranked]


def _ask(match: Match, state: State[Any, Any], question: str, arguments: Mapping[str, Any]) -> Any:
    function = match.game.questions.get(question)
    if function is None:
        known = ", ".join(sorted(match.game.questions)) or "none"
        raise UserError(f'{match.game.key} has no question "{question}"; it answers: {known}')
    with blaming(
        question, LookupError, ValueError, TypeError, hint="phaseline ask MATCH lists the questions"
    ):
        return msgspec.to_builtins(function(state, arguments), str_keys=True)


def _value(text: str) -> str | list[str]:
    return [part for part in text.split(",") if part] if "," in text else text


def _show_plain(answer: Any, indent: str = "") -> None:
    """Plain data as short lines."""
    if isinstance(answer, dict) and answer:
        for key, value in answer.items():
            if isinstance(value, dict) and value:
                say(f"{indent}{key}:")
                _show_plain(value, indent + "  ")
            else:
                say(f"{indent}{key}: {_inline(value)}")
    else:
        say(f"{indent}{_inline(answer)}")


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_inline, value)) or "none"
    return "none" if value is None or value == {} else str(value)


def _results_table(text: str) -> ResultsTable[str]:
    source, mark, name = text.partition("#")
    if not mark or not name:
        raise UserError(f"--table: write it as GAME#NAME or FILE.toml#NAME, not {text!r}")
    content = _table_file(source)
    known = [
        key for key, value in content.items() if isinstance(value, dict) and {"dice", "rows"} <= value.keys()
    ]
    if name not in known:
        raise UserError(
            f"--table: {source} has no results table {name!r}; it has: {', '.join(known) or 'none'}"
        )
    with blaming("--table", TableError):
        return ResultsTable.read(content[name], str)


def _table_file(source: str) -> dict[str, Any]:
    if not source.endswith(".toml"):
        game = matchfile.open_game(source)
        with blaming("--table", DataError, FileNotFoundError):
            return read_data(game.package, "tables.toml", dict[str, Any])
    with blaming(f"--table: {source}", tomllib.TOMLDecodeError):
        return tomllib.loads(matchfile.read_text(Path(source)))


def _strength(text: str) -> int | Fraction:
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{text!r} is not a strength: write 12, 10.5 or 21/2") from None
    return int(value) if value.denominator == 1 else value


def _shift(text: str) -> Shift:
    number, _, why = text.partition(":")
    with blaming("--shift", ValueError, hint="write it as -2 or -2:mountain"):
        return Shift(int(number), why or "shift")


def _show_odds(report: OddsReport, chances: dict[str, Fraction], *, as_json: bool) -> None:
    if as_json:
        shifts = [{"columns": shift.columns, "why": shift.why} for shift in report.shifts]
        exact = {result: str(chance) for result, chance in chances.items()}
        show_json(
            {
                "odds": str(report.odds),
                "column": report.label,
                "beyond": report.beyond,
                "shifts": shifts,
                "chances": exact,
            }
        )
        return
    for line in report.lines():
        say(line)
    if chances:
        made = table("Result", "#Chance", "#")
        for result, chance in sorted(chances.items(), key=lambda item: -item[1]):
            made.add_row(result, str(chance), f"{float(chance):.1%}")
        show(made)
