"""Write the entry points of pyproject.toml beside the sources of this checkout.

Games and computer players are found by the entry points of the installed package. When several checkouts share one
environment, or a branch brings a new game, run this once in the checkout: with `src` first on the path, Python reads
`src/phaseline.egg-info` (unknown to git) before what is installed.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Write `src/phaseline.egg-info`."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    lines = [
        line
        for group, entries in groups.items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()), "")
    ]
    folder = ROOT / "src" / "phaseline.egg-info"
    folder.mkdir(exist_ok=True)
    (folder / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: phaseline\nVersion: 0\n", "utf-8")
    (folder / "entry_points.txt").write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()
