"""The command line as a whole: which command is in which module, loaded when it is called."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, MutableMapping
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from phaseline import __version__
from phaseline.cli.errors import STOPPED, Refused, UserError
from phaseline.cli.terminal import be_tolerant, complain
from phaseline.cli.usage import usage_line

COMMANDS = {
    "play": "serving",
    "serve": "serving",
    "terminal": "playing",
    "puzzle": "puzzling",
    "mail": "mailing",
    "new": "matches",
    "show": "matches",
    "legal": "ordering",
    "why": "ordering",
    "do": "ordering",
    "undo": "matches",
    "log": "matches",
    "replay": "matches",
    "games": "catalogue",
    "scenarios": "catalogue",
    "rules": "catalogue",
    "cases": "catalogue",
    "check": "checking",
    "words": "catalogue",
    "odds": "questions",
    "ask": "questions",
    "look": "aiding",
    "forecast": "aiding",
    "hint": "aiding",
    "forces": "aiding",
    "brief": "telling",
    "outlook": "telling",
    "simulate": "many",
    "ladder": "ladders",
    "weights": "weighing",
    "study": "studies",
    "lab": "laboratory",
    "fuzz": "many",
    "bench": "many",
    "export": "exporting",
    "map": "maps",
    "atlas": "maps",
}
"""Each command and its module in `phaseline.cli`, in the order of the help."""


class _Lazy(MutableMapping[str, Any]):
    """Commands by name, each module imported when one of its commands is asked for."""

    def __init__(self) -> None:
        self._modules: dict[str, MutableMapping[str, Any]] = {}

    def __getitem__(self, name: str) -> Any:
        module = COMMANDS[name]
        if module not in self._modules:
            group = typer.main.get_group(importlib.import_module(f"phaseline.cli.{module}").app)
            self._modules[module] = group.commands
        return self._modules[module][name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)

    def __setitem__(self, name: str, command: Any) -> NoReturn:
        raise TypeError(f"commands are listed in {__name__}.COMMANDS")

    def __delitem__(self, name: str) -> NoReturn:
        raise TypeError(f"commands are listed in {__name__}.COMMANDS")


# What is wrong with the arguments themselves: an unknown option, a missing argument.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]


class LazyGroup(TyperGroup):
    """The commands of the table above; whatever the user got wrong becomes one line and an exit code."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**{**attributes, "commands": None})
        self.commands = _Lazy()

    def invoke(self, ctx: Any) -> Any:
        """Run the command; Ctrl-C is told like all else that stops it, where the command does not do so itself."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as stop:
            raise typer.Abort from stop

    def main(self, *args: Any, **options: Any) -> Any:
        """Run, and leave with exit code 0 (done), 1 (refused, or something is not as it should be) or 2 (bad input)."""
        be_tolerant()
        leave = options.pop("standalone_mode", True)
        words = options.pop("args", None) if not args else args[0]
        words = list(sys.argv[1:] if words is None else words) or ["--help"]
        try:
            result = super().main(words, *args[1:], **{**options, "standalone_mode": False})
        except UserError as error:
            code = _told(str(error), 2)
        except Refused as refusal:
            code = _told(str(refusal), 1)
        except _UsageError as error:
            code = _told(usage_line(error), 2)
        except OSError as error:
            # What can be said of a file is said where it is used; this is the output itself, as on a full disk.
            where = f"{error.filename}: " if isinstance(error.filename, str) else ""
            code = _told(f"stopped: {where}{error.strerror or error}", 2)
        except typer.Abort:
            code = _told("stopped", STOPPED)
        else:
            code = result if isinstance(result, int) else 0
        if leave:
            sys.exit(code)
        return code


def _told(line: str, code: int) -> int:
    complain(line)
    return code


app = typer.Typer(
    cls=LazyGroup,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Every command has its own --help. Exit codes: 0 done, 1 refused or not as it should be, 2 bad input.",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"phaseline {__version__}")
        raise typer.Exit


@app.callback()
def phaseline(
    version: Annotated[
        bool,
        typer.Option("--version", "-V", callback=_version, is_eager=True, help="Show the version and leave."),
    ] = False,
) -> None:
    """Play, referee, analyse and research classic hex wargames."""
