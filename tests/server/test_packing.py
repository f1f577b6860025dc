"""What most people get: the wheel, alone in an environment of its own, shows its page.

The page is built anew only if it is older than its sources; `./run test` has built it already.
"""

import importlib.util
import os
import re
import signal
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path
from types import ModuleType

import httpx
import pytest

ROOT = Path(__file__).parents[2]


def pack(kind: str, source: Path, target: Path, **environment: str) -> Path:
    """Pack the project in a folder as "wheel" or "sdist"."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    done = subprocess.run(
        command, cwd=source, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = target.iterdir()
    return made


def contents(wheel: Path) -> dict[str, int]:
    with zipfile.ZipFile(wheel) as packed:
        return {item.filename: item.CRC for item in packed.infolist() if ".dist-info/" not in item.filename}


@pytest.mark.slow
def test_an_installed_wheel_shows_the_page(tmp_path: Path) -> None:
    sdist = pack("sdist", ROOT, tmp_path / "sdist")
    with tarfile.open(sdist) as packed:
        # Pythons before 3.11.4 know no filters.
        packed.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        packed.extractall(tmp_path / "unpacked")
    (source,) = (tmp_path / "unpacked").iterdir()
    assert (source / "web" / "package-lock.json").is_file()
    assert not (source / "web" / "node_modules").exists()
    # The archive brings the page along, so that who installs from it needs no Node.
    wheel = pack("wheel", source, tmp_path / "wheel", PATH=str(tmp_path / "nothing"))
    assert contents(wheel) == contents(pack("wheel", ROOT, tmp_path / "another"))
    the_page_is_served(tmp_path, wheel)


def the_page_is_served(folder: Path, wheel: Path) -> None:
    """Install the wheel where nothing else of ours is, start the service there and load the page."""
    python = empty_environment(folder / "venv")
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
    ]
    subprocess.run([*install, "--disable-pip-version-check", str(wheel)], check=True)
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    clean |= {"HOME": str(folder), "COLUMNS": "200", "NO_COLOR": "1"}
    command = [str(python.with_name("phaseline")), "serve", "--port", "0"]
    with subprocess.Popen(
        command, cwd=folder, env=clean, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as service:
        assert service.stdout is not None
        line = service.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found is not None, line + service.stdout.read()
        try:
            page = httpx.get(found[0])
            assert page.status_code == 200, page.text
            parts = re.findall(r'(?:src|href)="([^"]+\.(?:js|css))"', page.text)
            assert {Path(part).suffix for part in parts} == {".js", ".css"}
            for part in parts:
                answer = httpx.get(str(page.url.join(part)))
                assert answer.status_code == 200
                assert answer.content
            assert httpx.get(f"{found[0]}api/about").status_code == 200
        finally:
            service.send_signal(signal.SIGINT)
            service.communicate(timeout=30)


def empty_environment(folder: Path) -> Path:
    """An environment without Phaseline that finds the libraries of this one; returns its Python.

    A folder named in a .pth file is searched for modules, its own .pth files are not read: an editable install of
    Phaseline here is not seen there.
    """
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    python = folder / ("Scripts" if os.name == "nt" else "bin") / Path(sys.executable).name
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run(
        [python, "-I", "-c", ask], capture_output=True, text=True, check=True
    ).stdout.strip()
    Path(site, "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    gone = subprocess.run(
        [python, "-I", "-c", "import phaseline"], capture_output=True, text=True, check=False
    )
    assert "No module named 'phaseline'" in gone.stderr
    return python


@pytest.fixture
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_without_node_the_packing_says_what_is_missing(
    hook: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook, "PAGE", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        hook.PageError, match=r"Node 20\.19 or newer .* found none.* editable install .* needs none"
    ):
        hook.make_page()


def test_an_editable_install_builds_no_page(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def build() -> None:
        raise AssertionError("the page is built")

    monkeypatch.setattr(hook, "make_page", build)
    hook.PageHook.initialize(object(), "editable", {})
    with pytest.raises(AssertionError, match="the page is built"):
        hook.PageHook.initialize(object(), "standard", {})
