"""The page "Use from Python": its examples give what it shows."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/how-to/use-from-python.md"


def test_every_example_gives_what_the_page_shows() -> None:
    told: list[str] = []
    example = doctest.DocTestParser().get_doctest(
        PAGE.read_text("utf-8").replace("```\n", "\n"), {}, PAGE.name, str(PAGE), 0
    )
    assert len(example.examples) > 25
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(example, out=told.append)
    assert not runner.failures, "".join(told)
