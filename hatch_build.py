"""Packing Phaseline: wheels and source archives bring the page along, so a package without it cannot be made.

Run as a program it prints the fingerprint of the page's sources, by which `./run` and the packing tell whether the
page that is there is the page that would be built.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "phaseline" / "server" / "page"
MARK = PAGE / ".sources"
"""Beside the page: the fingerprint of what it was built from."""
NODE = (20, 19)


class PageHook(BuildHookInterface[Any]):
    """Sees to it that the page is there before anything is packed. Editable installs need none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the page, unless it is there already and no older than its sources."""
        if version == "editable":
            return
        try:
            make_page()
        except PageError as error:
            self.app.abort(f"The page cannot be packed: {error}")


class PageError(Exception):
    """The page cannot be built; the message says what helps."""


def fingerprint() -> str:
    """Of everything the page is built from: names and contents, tests and notes left out."""
    found = hashlib.sha256()
    for path in sorted(WEB.rglob("*"), key=lambda path: path.relative_to(WEB).as_posix()):
        name = path.relative_to(WEB)
        if name.parts[0] in ("node_modules", "tests") or name.suffix == ".md" or not path.is_file():
            continue
        found.update(f"{name.as_posix()}\0{path.stat().st_size}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def make_page() -> None:
    """Build the page if it is not there or its sources have changed.

    Raises:
        PageError: no Node, or one too old, or the building failed.
    """
    wanted = fingerprint()
    if (PAGE / "index.html").is_file() and MARK.is_file() and MARK.read_text("utf-8").strip() == wanted:
        return
    npm = _npm()
    if not _installed():
        _call(npm, "ci", "--no-audit", "--no-fund")
    _call(npm, "run", "build")
    MARK.write_text(f"{wanted}\n", "utf-8")


def _npm() -> str:
    node, npm = shutil.which("node"), shutil.which("npm")
    found = "none"
    if node and npm:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
        found = told or "one that does not start"
        if tuple(int(part) for part in told.lstrip("v").split(".")[:2] if part.isdigit()) >= NODE:
            return npm
    raise PageError(
        f"Node {NODE[0]}.{NODE[1]} or newer with npm is needed to build it from web/; found {found}. "
        "Install Node (Debian, Ubuntu: apt install nodejs npm; macOS: brew install node; or nodejs.org). "
        "An editable install (pip install -e .) needs none."
    )


def _installed() -> bool:
    """Whether npm has installed just what the lock says, or something newer."""
    record = WEB / "node_modules" / ".package-lock.json"
    return record.is_file() and record.stat().st_mtime >= (WEB / "package-lock.json").stat().st_mtime


def _call(npm: str, *words: str) -> None:
    done = subprocess.run(
        [npm, *words], cwd=WEB, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        last = "\n".join(done.stdout.splitlines()[-15:])
        raise PageError(f"`npm {' '.join(words)}` failed in web/:\n{last}")


if __name__ == "__main__":
    sys.stdout.write(f"{fingerprint()}\n")
