"""The words of case files: the page about them, and that WestFront names all that its fields take."""

import importlib.util
from pathlib import Path
from typing import get_args

import pytest

from phaseline.engine import casefile, registry
from phaseline.games.westfront.position import BeachheadState, Method, Role, Storm
from phaseline.games.westfront.roster import Kind
from phaseline.games.westfront.state import Flag

EXTENSION = Path(__file__).parents[2] / "docs/_ext/written_pages.py"


def test_the_page_holds_the_words_of_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXTENSION.parent))
    spec = importlib.util.spec_from_file_location("written_pages", EXTENSION)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = "\n".join(module.case_words_page())
    for game in registry.games().values():
        assert f"## {game.title}" in page
        assert casefile.vocabulary(game) in page


def test_westfront_names_the_words_its_fields_take() -> None:
    text = " ".join(casefile.vocabulary(registry.game("westfront")).replace("#", " ").split())
    of_countries = {
        f"{country} {what}"
        for country in ("spain", "portugal")
        for what in ("at war", "defeated", "conquered")
    }
    for kind in (Kind, Role, Method, Storm, BeachheadState, Flag):
        for word in set(get_args(kind)) - of_countries - {"", "placed"}:
            assert word in text, word
    assert "of spain and portugal: at war, defeated, conquered" in text
