"""Which cases of a rulebook are kept by code and held by tests, read from the sources without running them.

A case is implemented when a function or class of the game's package is marked `@case("7.33")`, when it is the case of a
step of the sequence of play, or when a block of the data files says `case = "7.33"`. It is tested when a test is marked `@pytest.mark.case("westfront", "7.33")`, or when a
case file in `tests/cases/GAME/` lists it under `cases:`. Tests that run over a list of facts in a TOML file beside them
(`tests/games/GAME/*.toml`, `case = "15.1b"` a fact) are marked with `fact["case"]`: there the numbers stand in the file.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from phaseline.engine.ledger import FILE, Ledger, RuleCase
from phaseline.engine.packs import DataError

STEPS = frozenset({"Do", "Decide", "Run", "Loop"})
"""The steps of a sequence of play: a label, then the case."""
_WORD = re.compile(r"[\w.]+")
# The loader in C, where there is one, is ten times as fast.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Mention(NamedTuple):
    """A case number and where it is named: the file, and the line where that is known (0: somewhere in it)."""

    number: str
    path: Path
    line: int

    def place(self, base: Path) -> str:
        """`file:line`, the file as seen from `base`."""
        path = self.path.relative_to(base) if self.path.is_relative_to(base) else self.path
        return f"{path}:{self.line}" if self.line else str(path)


@dataclass(frozen=True)
class Coverage:
    """How much of a ledger is implemented and tested. Counts are of testable cases.

    `implemented` and `tested` map case numbers to the places that say so; `faults` are sentences about numbers that
    the ledger does not have and marks that cannot be read. `tests` is the folder searched, None if there is none.
    """

    ledger: Ledger
    implemented: dict[str, list[str]] = field(default_factory=dict)
    tested: dict[str, list[str]] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    tests: Path | None = None

    @property
    def testable(self) -> list[RuleCase]:
        """The cases that count."""
        return [case for case in self.ledger if case.testable]

    @property
    def not_implemented(self) -> list[RuleCase]:
        """Testable cases without a mark in the code or data."""
        return [case for case in self.testable if case.number not in self.implemented]

    @property
    def not_tested(self) -> list[RuleCase]:
        """Testable cases without a test."""
        return [case for case in self.testable if case.number not in self.tested]

    @property
    def counts(self) -> dict[str, int]:
        """`testable`, `implemented` and `tested` as numbers."""
        total = len(self.testable)
        return {
            "testable": total,
            "implemented": total - len(self.not_implemented),
            "tested": total - len(self.not_tested),
        }

    @property
    def complete(self) -> bool:
        """Whether every testable case is implemented and tested, and no mark is wrong."""
        return not (self.not_implemented or self.not_tested or self.faults)


def coverage(
    game: str, package: str, tests: Path | None = None, numbers: Collection[str] | None = None
) -> Coverage:
    """The coverage of the game with this key and package; `tests` defaults to those of the source checkout.

    With `numbers` only these cases are looked for, in the files that name one of them, which is quick. Raises `DataError`
    when the ledger cannot be read.
    """
    ledger = Ledger.read(package)
    folder = package_folder(package)
    tests = tests_folder(folder) if tests is None else tests
    base = folder if tests is None else tests.parent
    sources = _Sources(base, numbers)
    code = sources.known(ledger, _implemented(folder, sources))
    held = sources.known(ledger, _tested(game, tests, sources) if tests else ())
    return Coverage(ledger, code, held, tuple(sources.faults), tests)


def package_folder(package: str) -> Path:
    """The folder of an installed package. Raises `DataError` when it is none."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise DataError(f"{package} is not a package with a folder of its own")
    return Path(next(iter(spec.submodule_search_locations)))


def tests_folder(folder: Path) -> Path | None:
    """The `tests` folder of the source checkout that `folder` lies in; None when it is not in one."""
    for parent in folder.parents:
        if (parent / "pyproject.toml").is_file() and (parent / "tests").is_dir():
            return parent / "tests"
    return None


class _Sources:
    """Reads files, and notes what is wrong with them; with `numbers`, only files that name one of them."""

    def __init__(self, base: Path, numbers: Collection[str] | None) -> None:
        self.base = base
        self.numbers = None if numbers is None else frozenset(numbers)
        self.faults: list[str] = []

    def known(self, ledger: Ledger, found: Iterable[Mention]) -> dict[str, list[str]]:
        """The places of each case; numbers that the ledger does not have are faults."""
        places: dict[str, dict[str, None]] = {}
        for mention in found:
            if self.numbers is not None and mention.number not in self.numbers:
                continue
            if mention.number in ledger:
                places.setdefault(mention.number, {})[mention.place(self.base)] = None
            else:
                self.fault(mention, f"there is no case {mention.number} in {FILE}")
        return {number: list(named) for number, named in places.items()}

    def fault(self, mention: Mention, reason: str) -> None:
        """Something is wrong there."""
        self.faults.append(f"{mention.place(self.base)}: {reason}")

    def read(self, path: Path, parse: Callable[[str], Any], empty: Any) -> Any:
        """What a file holds; `empty` when nothing in it is looked for, and, with a fault, when it cannot be read."""
        try:
            text = path.read_text("utf-8")
            if self.numbers is not None and not any(number in text for number in self.numbers):
                return empty
            return parse(text)
        except (SyntaxError, UnicodeDecodeError, tomllib.TOMLDecodeError, yaml.YAMLError) as error:
            reason = " ".join(str(error).split())
            self.fault(Mention("", path, 0), f"it cannot be read: {reason}")
            return empty

    def values(self, path: Path, key: str, parse: Callable[[str], Any]) -> Iterator[Mention]:
        """The case numbers under a key of a data file, each with the lines in which it stands."""
        found, lines = self.read(path, lambda text: (parse(text), _lines_of(key, text)), ((), {}))
        for number in dict.fromkeys(_values_of(key, found)):
            for line in lines.get(number, (0,)):
                yield Mention(number, path, line)


def _lines_of(key: str, text: str) -> dict[str, list[int]]:
    """The lines that have the key, by each word after it that could be a case number."""
    lines: dict[str, list[int]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        _, found, rest = line.partition(key)
        if found:
            for word in dict.fromkeys(_WORD.findall(rest)):
                lines.setdefault(word, []).append(number)
    return lines


def _implemented(folder: Path, sources: _Sources) -> Iterator[Mention]:
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(sources.read(path, _python, ast.Module([], []))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                for decorator in node.decorator_list:
                    if isinstance(decorator, ast.Call) and _name(decorator.func) == "case":
                        yield from _literals(decorator, decorator.args, path, sources)
            elif isinstance(node, ast.Call) and _name(node.func) in STEPS:
                yield from _literals(node, node.args[1:2], path, sources)
    for path in sorted(folder.rglob("*.toml")):
        if path != folder / FILE:
            yield from sources.values(path, "case", tomllib.loads)


def _tested(game: str, tests: Path, sources: _Sources) -> Iterator[Mention]:
    for path in sorted(tests.rglob("*.py")):
        for node in ast.walk(sources.read(path, _marks_in, ast.Module([], []))):
            if isinstance(node, ast.Call) and _is_mark(node.func):
                yield from _marked(game, node, path, sources)
    for path in sorted((tests / "games" / game).rglob("*.toml")):
        yield from sources.values(path, "case", tomllib.loads)
    for path in sorted((tests / "cases" / game).rglob("*.y*ml")):
        yield from sources.values(path, "cases", _documents)


def _python(source: str) -> ast.Module:
    return ast.parse(source)


def _marks_in(source: str) -> ast.Module:
    """The syntax of a module of tests; an empty one if it marks no cases, as most do not."""
    return _python(source if "mark.case" in source else "")


def _documents(text: str) -> list[Any]:
    # The base loader leaves every scalar a text, so that 7.30 does not become the number 7.3.
    return list(yaml.load_all(text, _LOADER))


def _marked(game: str, call: ast.Call, path: Path, sources: _Sources) -> Iterator[Mention]:
    first = call.args[0] if call.args else None
    if not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
        sources.fault(Mention("", path, call.lineno), "the mark names no game; write it as a text")
    elif first.value == game:
        yield from _literals(call, call.args[1:], path, sources)


def _literals(call: ast.Call, args: list[ast.expr], path: Path, sources: _Sources) -> Iterator[Mention]:
    for arg in args:
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
            yield Mention(arg.value, path, call.lineno)
        elif not _is_from_facts(arg):
            sources.fault(
                Mention("", path, call.lineno),
                f"{ast.unparse(arg)} is not a case number; write numbers out as texts",
            )


def _is_from_facts(arg: ast.expr) -> bool:
    """Whether a number is taken from a list of facts, as in `fact["case"]`."""
    return (
        isinstance(arg, ast.Subscript) and isinstance(arg.slice, ast.Constant) and arg.slice.value == "case"
    )


def _is_mark(func: ast.expr) -> bool:
    return isinstance(func, ast.Attribute) and func.attr == "case" and _name(func.value) == "mark"


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _values_of(key: str, content: Any) -> Iterator[str]:
    """The texts under `key`, alone or in a list, at any depth."""
    if isinstance(content, dict):
        for name, value in content.items():
            if name == key and isinstance(value, str):
                yield value
            elif name == key and isinstance(value, list) and all(isinstance(item, str) for item in value):
                yield from value
            else:
                yield from _values_of(key, value)
    elif isinstance(content, list):
        for value in content:
            yield from _values_of(key, value)
