"""Case files as tests: in a folder's `conftest.py`, import `pytest_collect_file` from here.

Every case becomes a test, marked with the numbers of the rulebook cases it names. Needs pytest.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from phaseline.engine import registry
from phaseline.engine.casefile.cases import Case, read
from phaseline.engine.casefile.errors import CaseFileError
from phaseline.engine.casefile.runner import run_case


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take every YAML file below the folder as a case file."""
    if file_path.suffix in (".yaml", ".yml"):
        return CaseFile.from_parent(parent, path=file_path)
    return None


class CaseFile(pytest.File):
    """A case file."""

    def collect(self) -> Iterator[pytest.Item]:
        """One test for each case."""
        _declare(self.config)
        folder = self.path.parent.name
        game = folder if folder in registry.games() else ""
        try:
            found = read(self.path.read_text("utf-8"), str(self.path), game)
        except CaseFileError as error:
            raise self.CollectError(str(error)) from error
        for case in found:
            item: CaseItem = CaseItem.from_parent(self, name=_name(case), case=case)
            if isinstance(case, Case):
                for number in case.cases:
                    item.add_marker(pytest.mark.case(case.game, number))
            yield item


def _declare(config: pytest.Config) -> None:
    """Make the mark of the tests known, where the project's own configuration does not: pytest warns of others."""
    if not any(line.startswith("case(") for line in config.getini("markers")):
        config.addinivalue_line("markers", "case(game, number): the rulebook case a test holds the code to")


class CaseItem(pytest.Item):
    """One case."""

    def __init__(self, *, case: Case | CaseFileError, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._case = case

    def runtest(self) -> None:
        """Run it."""
        result = run_case(self._case)
        if not result.passed:
            raise CaseFailed(result.text())

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The case's own report instead of a Python traceback."""
        if isinstance(excinfo.value, CaseFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the case stands."""
        return self.path, max(self._case.line - 1, 0), self.name


class CaseFailed(Exception):
    """A case that does not hold; the text is the whole report."""


def _name(case: Case | CaseFileError) -> str:
    return case.id if isinstance(case, Case) else case.case or f"line {case.line}"
