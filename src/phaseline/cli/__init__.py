"""The `phaseline` command."""

from __future__ import annotations

import sys

from phaseline.cli.errors import STOPPED


def main() -> None:
    """Run the command with the arguments of this process."""
    # Asking for the version, as scripts do, should not cost an import of everything.
    if sys.argv[1:] in (["--version"], ["-V"]):
        from phaseline import __version__  # noqa: PLC0415

        print(f"phaseline {__version__}")
        return
    try:
        from phaseline.cli.app import app  # noqa: PLC0415

        app(prog_name="phaseline")
    except KeyboardInterrupt:  # before the command itself had begun, which says so in its own words
        print("phaseline: stopped", file=sys.stderr)
        sys.exit(STOPPED)
