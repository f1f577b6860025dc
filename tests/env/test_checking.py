"""The libraries' own checks, as `phaseline lab check` runs them."""

from __future__ import annotations

import pytest

from phaseline.env import checking


def test_every_check_passes_and_is_named() -> None:
    found = dict(checking.checks("skirmish", "ford"))
    assert set(found.values()) == {""}
    assert [name.split(":")[0] for name in found] == [*["PettingZoo"] * 3, *["Gymnasium"] * 2, "OpenSpiel"]


def test_a_check_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object, **__: object) -> None:
        raise AssertionError("the mask is empty\nand more")

    monkeypatch.setattr(checking, "check_env", breaks)
    found = dict(checking.checks("skirmish", "ford"))
    assert found["Gymnasium: check_env as Blue"] == "AssertionError: the mask is empty"
    assert found["PettingZoo: api_test"] == ""
