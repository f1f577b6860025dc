"""A run that is really killed, and one on a cluster that really loses a machine: both end with the same bytes."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from phaseline.lab.experiment import read
from phaseline.lab.runner import Here
from phaseline.lab.running import run, stands
from phaseline.lab.store import LOCK, VISITS, Store

TEXT = """
seed = 4
[stop]
matches = 104
[[play]]
games = ["skirmish"]
scenarios = ["ford"]
agents = ["random", "random"]
"""


def content(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in (VISITS, LOCK)
    }


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("experiments") / "random.toml"
    path.write_text(TEXT, "utf-8")
    return path


@pytest.fixture(scope="module")
def undisturbed(file: Path) -> dict[str, bytes]:
    """What comes of it at a stretch."""
    folder = file.parent / "undisturbed"
    run(Store.create(folder, file, *read(file)), Here())
    return content(folder)


@pytest.fixture
def environment() -> dict[str, str]:
    """Where a process of its own finds this Phaseline."""
    quiet = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_DISABLE_IMPORT_WARNING": "1"}
    return {**os.environ, **quiet, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def test_a_run_that_is_killed_goes_on_where_it_was(
    file: Path, undisturbed: dict[str, bytes], environment: dict[str, str]
) -> None:
    folder = file.parent / "killed"
    command = [sys.executable, "-m", "phaseline", "lab", "run", str(file), "--into", str(folder), "-j", "1"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    records = folder / "records" / "skirmish-ford-random-random"
    deadline = time.monotonic() + 120
    while not records.exists() or len(list(records.iterdir())) < 10:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.kill()
    process.wait()
    killed = Store.open(folder)
    assert 9 <= stands(killed)[0].done < 104
    run(killed, Here())
    assert content(folder) == undisturbed


def test_a_cluster_that_loses_a_node_loses_nothing(
    file: Path, undisturbed: dict[str, bytes], environment: dict[str, str]
) -> None:
    folder = file.parent / "cluster"
    script = Path(__file__).with_name("two_nodes.py")
    done = subprocess.run(
        [sys.executable, str(script), str(file), str(folder)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "killed a node" in done.stdout
    assert content(folder) == undisturbed
    (visit,) = Store.open(folder).visits()
    assert visit.place.startswith("Ray at ")
    assert visit.matches == 104
