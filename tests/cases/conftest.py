"""Case files are tests: every case in `tests/cases/GAME/*.yaml` is one."""

from phaseline.engine.casefile.pytest_plugin import pytest_collect_file

__all__ = ["pytest_collect_file"]
