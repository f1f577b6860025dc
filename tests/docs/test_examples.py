"""Pages of examples in Python: they give what they show."""

import doctest
import warnings
from pathlib import Path

import pytest

HOW_TO = Path(__file__).parents[2] / "docs/how-to"


@pytest.mark.parametrize(
    ("page", "at_least"), [("use-from-python.md", 52), ("learn-from-environments.md", 43)]
)
def test_every_example_gives_what_the_page_shows(page: str, at_least: int) -> None:
    told: list[str] = []
    text = (HOW_TO / page).read_text("utf-8").replace("```\n", "\n")
    example = doctest.DocTestParser().get_doctest(text, {}, page, str(HOW_TO / page), 0)
    assert len(example.examples) >= at_least
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    with warnings.catch_warnings():
        runner.run(example, out=told.append)
    assert not runner.failures, "".join(told)
