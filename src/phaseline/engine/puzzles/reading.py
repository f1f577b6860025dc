"""Reads puzzle files. Whatever is wrong is an error that names the file, the line and the field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, get_args

from msgspec import Struct

from phaseline.engine.casefile.cases import Case
from phaseline.engine.casefile.setup import find_seat, find_step
from phaseline.engine.casefile.tree import Node, lay, parse
from phaseline.engine.casefile.typed import convert
from phaseline.engine.ledger import Ledger, UnknownCase
from phaseline.engine.packs import DataError
from phaseline.engine.position import Frame
from phaseline.engine.puzzles.puzzle import Grade, Kind, Measure, Move, Puzzle
from phaseline.wording.nearest import did_you_mean

if TYPE_CHECKING:
    from phaseline.engine.game import Game

KINDS: tuple[Kind, ...] = get_args(Kind)
_BESIDE: dict[Kind, tuple[str, ...]] = {
    "expect": (),
    "ask": ("is", "results"),
    "forecast": ("results", "is"),
    "count": ("of", "is"),
}


class PuzzleText(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a puzzle's mapping may hold; `setup`, `map` and the like are those of a case file."""

    id: str
    game: str = ""
    title: str
    task: str
    lesson: str
    grade: Grade = "easy"
    cases: tuple[str, ...]
    seat: str
    until: Any
    ends: str
    at_once: bool = False
    hexes: tuple[str, ...] = ()
    measure: Any
    solution: Any
    wrong: Any
    scenario: str | None = None
    options: dict[str, Any] = {}
    data: dict[str, Any] = {}
    map: Any = None
    setup: Any = None


class MoveText(Struct, forbid_unknown_fields=True, kw_only=True):
    """An order of a solution with more than its text."""

    do: str
    by: str = ""
    dice: tuple[int, ...] = ()


def read(text: str, file: str, game: Game[Any, Any]) -> list[Puzzle]:
    """The puzzles in the text of a file. Raises `CaseFileError` at the first thing that is wrong."""
    found: dict[str, Puzzle] = {}
    ledger = _ledger(game)
    for node in _whole(text, file):
        puzzle = _puzzle(node, game)
        if ledger is not None:
            _check_cases(node, ledger)
        if puzzle.id in found:
            raise node.error(f'two puzzles have the id "{puzzle.id}"', "id")
        found[puzzle.id] = puzzle
    return list(found.values())


def _ledger(game: Game[Any, Any]) -> Ledger | None:
    """The cases that puzzles may cite; None for a game whose cases cannot be read, as `phaseline cases` tells."""
    try:
        return Ledger.read(game.package)
    except DataError:
        return None


def _check_cases(node: Node, ledger: Ledger) -> None:
    for number, item in enumerate(node.mapping["cases"].items, start=1):
        try:
            ledger[item.text]
        except UnknownCase as error:
            raise item.error(str(error), f"cases[{number}]") from error


def _whole(text: str, file: str) -> Iterator[Node]:
    """Each puzzle with what the head of its document says for all of them."""
    for document in parse(text, file):
        if "puzzles" not in document.mapping:
            raise document.error("a puzzle file holds a list of `puzzles`")
        head = document.without("puzzles")
        for puzzle in document.mapping["puzzles"].items:
            if not puzzle.mapping:
                raise puzzle.error("a puzzle is a mapping with an `id`", "puzzles")
            yield Node(lay(head, puzzle).value, puzzle.file, puzzle.line)


def _puzzle(node: Node, game: Game[Any, Any]) -> Puzzle:
    said = convert(node, PuzzleText)
    if said.game != game.key:
        raise node.at("game").error(f'this is a folder of {game.key}, not of "{said.game}"', "game")
    if said.id.casefold() != said.id or not said.id.replace("-", "").isalnum():
        raise node.at("id").error("an id is lower-case letters, digits and hyphens", "id")
    for key in ("cases", "measure", "solution", "wrong"):
        if not node.mapping[key].items:
            raise node.at(key).error("at least one is needed", key)
    steps = node.mapping["until"].items
    return Puzzle(
        id=said.id,
        game=game.key,
        title=said.title,
        task=" ".join(said.task.split()),
        lesson=" ".join(said.lesson.split()),
        grade=said.grade,
        cases=said.cases,
        seat=_seat(node.mapping["seat"], game),
        until=frozenset(_step(step, game) for step in steps),
        ends=said.ends,
        at_once=said.at_once,
        measures=tuple(
            _measure(each, number) for number, each in enumerate(node.mapping["measure"].items, start=1)
        ),
        solution=_moves(node, "solution", game),
        wrong=_moves(node, "wrong", game),
        hexes=said.hexes,
        case=_case(node, said),
    )


def _case(node: Node, said: PuzzleText) -> Case:
    """The position of a puzzle, as a case without steps."""
    return Case(
        id=said.id,
        title=said.title,
        game=said.game,
        cases=said.cases,
        where="",
        note="",
        scenario=said.scenario,
        dice=(),
        steps=(),
        expect=None,
        node=node,
    )


def _seat(node: Node, game: Game[Any, Any], field: str = "seat") -> int:
    try:
        return find_seat(game, node.text)
    except LookupError as error:
        raise node.error(str(error.args[0]), field) from error


def _step(node: Node, game: Game[Any, Any]) -> tuple[type[Frame], str]:
    try:
        return find_step(game, node.text)
    except LookupError as error:
        raise node.error(str(error.args[0]), "until") from error


def _measure(node: Node, number: int) -> Measure:
    field = f"measure[{number}]"
    kinds = [kind for kind in KINDS if kind in node.mapping]
    if len(kinds) != 1:
        raise node.error(f"a measure has one of: {', '.join(KINDS)}", field)
    if "goal" not in node.mapping:
        raise node.error("a measure needs a `goal`: what must be true, in words", field)
    kind = kinds[0]
    known = ("goal", kind, *_BESIDE[kind])
    arguments = {key: item for key, item in node.mapping.items() if key not in known}
    if arguments and kind != "ask":
        name = next(iter(arguments))
        raise arguments[name].error(f'there is no "{name}" here{did_you_mean(name, known)}', field)
    value = node.mapping.get("is")
    if value is None and kind != "expect":
        raise node.error("say in `is` what the answer must be", field)
    return Measure(
        kind=kind,
        goal=node.mapping["goal"].text,
        node=node,
        subject=node.mapping[kind],
        arguments=arguments,
        value=value,
        results=tuple(item.text for item in node.mapping["results"].items)
        if "results" in node.mapping
        else (),
        units=tuple(item.text for item in node.mapping["of"].items) if "of" in node.mapping else (),
    )


def _moves(node: Node, key: str, game: Game[Any, Any]) -> tuple[Move, ...]:
    moves = []
    for number, item in enumerate(node.mapping[key].items):
        if item.is_scalar:
            moves.append(Move(item.text))
            continue
        said = convert(item, MoveText, (key, number))
        by = _seat(item.mapping["by"], game, f"{key}[{number + 1}].by") if said.by else None
        moves.append(Move(said.do, by, said.dice))
    return tuple(moves)
