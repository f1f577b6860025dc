"""The case ledger, and the coverage that is read from sources."""

import textwrap
from pathlib import Path

import pytest

from phaseline.engine.coverage import Coverage, coverage
from phaseline.engine.ledger import Ledger, RuleCase, UnknownCase, case, cases_of
from phaseline.engine.packs import DataError

CASES = """
    [[case]]
    number = "1"
    topic = "the game"
    testable = false
    summary = "Two players fight."
    reason = "a heading"

    [[case]]
    number = "1.1"
    topic = "movement"
    testable = true
    summary = "A unit moves one hex."

    [[case]]
    number = "1.10"
    topic = "fire"
    testable = true
    summary = "A six is a hit."
"""
RULES = """
    from phaseline.engine.ledger import case

    @case("1.1")
    class Moves:
        pass
"""


class Checkout:
    """A source checkout with one game package, written file by file."""

    def __init__(self, root: Path, name: str) -> None:
        self.root = root
        self.name = name
        self.write("pyproject.toml", "")
        self.write("tests/cases/.keep", "")
        self.package(cases=CASES, rules=RULES)

    def write(self, path: str, text: str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(textwrap.dedent(text), "utf-8")

    def package(self, *, cases: str, rules: str) -> None:
        self.write(f"src/{self.name}/__init__.py", "")
        self.write(f"src/{self.name}/cases.toml", cases)
        self.write(f"src/{self.name}/rules.py", rules)

    def coverage(self) -> Coverage:
        return coverage("toy", self.name)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Checkout:
    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    return Checkout(tmp_path, f"ledger_{abs(hash(request.node.name))}")


def test_the_mark_returns_the_very_object_and_adds_up() -> None:
    def rule() -> str:
        return "kept"

    marked = case("1.1")(case("2.2", "2.3")(rule))
    assert marked is rule
    assert cases_of(rule) == ("1.1", "2.2", "2.3")


def test_a_subclass_does_not_inherit_the_mark() -> None:
    @case("1.1")
    class Rule:
        pass

    class Special(Rule):
        pass

    assert cases_of(Special) == ()
    assert cases_of(case("1.2")(Special)) == ("1.2",)


def test_the_mark_says_where_it_cannot_stand() -> None:
    with pytest.raises(TypeError, match="beneath the other decorator"):
        case("1.1")(property(lambda self: self))
    with pytest.raises(TypeError, match="write the case numbers"):
        case()


def test_the_tenth_case_is_not_a_part_of_the_first() -> None:
    ledger = Ledger([RuleCase(n, "t", True, "s") for n in ("1.1", "1.1a", "1.11", "1.10", "11.1")])
    assert [entry.number for entry in ledger.family("1.1")] == ["1.1", "1.1a", "1.11"]
    assert [entry.number for entry in ledger.family("1")] == ["1.1", "1.1a", "1.11", "1.10"]


def test_an_unknown_case_names_near_ones(checkout: Checkout) -> None:
    with pytest.raises(UnknownCase, match=r"no case 1\.2; near it: 1\.1"):
        Ledger.read(checkout.name)["1.2"]


@pytest.mark.parametrize(
    ("cases", "complaint"),
    [
        ("[[case]]\nnumber = 7", r"case\[1\]\.number: 7 stands here; a text is needed"),
        ('[[case]]\nnumber = "1"\ntopic = "t"\nsummary = "s"\ntestable = false', "reason. must say why"),
        (
            '[[case]]\nnumber = "1"\ntopic = "t"\nsummary = "s"\ntestable = true\n' * 2,
            "case 1 is listed twice",
        ),
        ("[[case]", "cases.toml: "),
    ],
)
def test_a_wrong_ledger_says_what_is_wrong(checkout: Checkout, cases: str, complaint: str) -> None:
    checkout.package(cases=cases, rules="")
    with pytest.raises(DataError, match=complaint):
        checkout.coverage()


def test_marks_in_code_data_tests_and_case_files_count(checkout: Checkout) -> None:
    checkout.write(
        f"src/{checkout.name}/data/tables.toml", '[crt]\nprovenance = "rulebook"\ncase = ["1.10"]\n'
    )
    checkout.write(
        "tests/test_toy.py",
        """
        import pytest

        @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.case("toy", "1.1"))])
        @pytest.mark.case("other", "9.9")
        def test_it(n): ...
        """,
    )
    checkout.write("tests/cases/toy/fire.yaml", "examples:\n  - title: hit\n    cases: [1.10]\n")
    found = checkout.coverage()
    assert found.faults == ()
    assert found.implemented == {
        "1.1": [f"src/{checkout.name}/rules.py:4"],
        "1.10": [f"src/{checkout.name}/data/tables.toml:3"],
    }
    assert found.tested == {"1.1": ["tests/test_toy.py:4"], "1.10": ["tests/cases/toy/fire.yaml:3"]}
    assert found.counts == {"testable": 2, "implemented": 2, "tested": 2}
    assert found.complete


def test_a_list_of_facts_beside_the_tests_names_their_cases(checkout: Checkout) -> None:
    checkout.write("tests/games/toy/facts.toml", 'rivers = [{case = "1.10", name = "Meuse"}]\n')
    checkout.write("tests/games/toy/test_facts.py", 'm = pytest.mark.case("toy", fact["case"])\n')
    found = checkout.coverage()
    assert found.faults == ()
    assert found.tested == {"1.10": ["tests/games/toy/facts.toml:1"]}


def test_what_is_missing_is_told(checkout: Checkout) -> None:
    found = checkout.coverage()
    assert found.counts == {"testable": 2, "implemented": 1, "tested": 0}
    assert [entry.number for entry in found.not_implemented] == ["1.10"]
    assert [entry.number for entry in found.not_tested] == ["1.1", "1.10"]
    assert not found.complete


def test_numbers_that_do_not_exist_are_faults(checkout: Checkout) -> None:
    checkout.package(cases=CASES, rules=RULES.replace('"1.1"', '"1.1", "4.4", NUMBER'))
    checkout.write(
        "tests/test_toy.py", 'pytestmark = pytest.mark.case("toy", "5.5")\nx = pytest.mark.case(GAME)\n'
    )
    found = checkout.coverage()
    rules = f"src/{checkout.name}/rules.py"
    assert found.faults == (
        f"{rules}:4: there is no case 4.4 in cases.toml",
        f"{rules}:4: NUMBER is not a case number; write numbers out as texts",
        "tests/test_toy.py:1: there is no case 5.5 in cases.toml",
        "tests/test_toy.py:2: the mark names no game; write it as a text",
    )
    assert not found.complete


def test_files_that_cannot_be_read_are_faults(checkout: Checkout) -> None:
    """Somebody is in the midst of writing them; all else is counted."""
    checkout.write("tests/test_toy.py", 'pytest.mark.case("toy", "1.1"')
    checkout.write("tests/cases/toy/half.yaml", "cases: ['1.1'")
    checkout.write(f"src/{checkout.name}/data/table.toml", "case = ")
    (checkout.root / "tests/games/toy").mkdir(parents=True)
    (checkout.root / "tests/games/toy/facts.toml").write_bytes(b"\xff")
    found = checkout.coverage()
    files = [fault.partition(": it cannot be read: ")[0] for fault in found.faults]
    assert files == [
        f"src/{checkout.name}/data/table.toml",
        "tests/test_toy.py",
        "tests/games/toy/facts.toml",
        "tests/cases/toy/half.yaml",
    ]
    assert found.counts["implemented"] == 1
    assert not found.complete


def test_without_a_checkout_nothing_is_tested(checkout: Checkout) -> None:
    (checkout.root / "pyproject.toml").unlink()
    found = checkout.coverage()
    assert found.tests is None
    assert found.counts["tested"] == 0
