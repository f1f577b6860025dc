"""Settings shared by all tests.

How many examples a property is tried with is set by PHASELINE_EXAMPLES (default 50).
"""

import os

import pytest
from hypothesis import settings

# A busy machine must not fail a test: how fast things are is for benchmarks to say.
settings.register_profile(
    "phaseline", deadline=None, max_examples=int(os.environ.get("PHASELINE_EXAMPLES", "50"))
)
settings.load_profile("phaseline")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write the golden playthroughs anew instead of comparing; look at the diff before you commit it",
    )


@pytest.fixture
def rewrite_golden(pytestconfig: pytest.Config) -> bool:
    """Whether golden texts are to be written anew."""
    return bool(pytestconfig.getoption("--rewrite-golden"))
