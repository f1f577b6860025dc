"""Every test there is runs: none lies in a folder that pytest passes over."""

from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_no_test_lies_where_pytest_does_not_look(request: pytest.FixtureRequest) -> None:
    """A room of the atlas is called `build`, which pytest leaves out unless it is told otherwise."""
    passed_over = request.config.getini("norecursedirs")
    code = [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "src").rglob("*.py")]
    assert code
    hidden = {
        str(path.relative_to(ROOT))
        for path in code
        for folder in path.relative_to(ROOT).parts[:-1]
        if any(fnmatch(folder, pattern) for pattern in passed_over)
    }
    assert hidden == set()
