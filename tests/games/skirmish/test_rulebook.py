"""The page of rules, the ledger of cases, and the code that keeps them are about the same rules."""

import re
from importlib.resources import files

from phaseline.engine.coverage import coverage
from phaseline.engine.ledger import Ledger
from phaseline.games.skirmish import GAME
from phaseline.games.skirmish.scenario import PACKAGE

LEDGER = Ledger.read(PACKAGE)
README = files(PACKAGE).joinpath("README.md").read_text("utf-8")


def test_the_ledger_says_what_the_page_says() -> None:
    written = re.findall(r"^- \*\*(\d+\.\d+)\*\* (.+)$", README, re.MULTILINE)
    assert {number: text.replace("`", "") for number, text in written} == {
        case.number: case.summary for case in LEDGER
    }


def test_every_case_is_implemented_and_tested() -> None:
    found = coverage("skirmish", PACKAGE)
    assert found.faults == ()
    assert [case.number for case in found.not_implemented] == []
    assert [case.number for case in found.not_tested] == []


def test_texts_cite_only_cases_that_exist() -> None:
    cited = set()
    folder = files(PACKAGE)
    for source in [*folder.iterdir(), *folder.joinpath("rules").iterdir()]:
        if source.name.endswith((".py", ".md")):
            cited |= set(re.findall(r"[(\"*, ](1?\d\.\d)[),\"*:; ]", source.read_text("utf-8")))
    assert len(cited) > 40
    assert {number for number in cited if number not in LEDGER} <= {GAME.version}
