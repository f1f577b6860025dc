"""The names that `phaseline.engine` offers."""

import subprocess
import sys

from phaseline import engine
from phaseline.engine.match import Match


def test_every_name_is_there_and_is_the_module_s_own() -> None:
    for name in engine.__all__:
        assert getattr(engine, name) is not None
    assert engine.Match is Match
    assert set(engine.__all__) <= set(dir(engine))


def test_an_unknown_name_is_told() -> None:
    assert not hasattr(engine, "Macth")


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys, phaseline.engine; sys.exit('msgspec' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
