"""The `phaseline` command."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command with the arguments of this process."""
    # Asking for the version, as scripts do, should not cost an import of everything.
    if sys.argv[1:] in (["--version"], ["-V"]):
        from phaseline import __version__  # noqa: PLC0415

        print(f"phaseline {__version__}")
        return
    from phaseline.cli.app import app  # noqa: PLC0415

    app(prog_name="phaseline")
