"""Pages written from the program itself: the `phaseline` command, the words of case files, and the Python packages."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Set
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from game_pages import write_game_facts

from phaseline.engine import casefile, registry

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PACKAGES = ("hexgrid", "wording", "atlas", "engine", "mechanics", "drill", "ai", "lab")
NEEDS_EXTRAS = {"phaseline.atlas.build"}  # cannot be imported where the documentation is built


def write_command_page(page: Path) -> None:
    """Write the page about the command from its help texts."""
    docs = [sys.executable, "-m", "typer", "phaseline.cli.app", "utils", "docs", "--name", "phaseline"]
    subprocess.run(
        [*docs, "--title", "The `phaseline` command", "--output", str(page)],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def write_case_words_page(page: Path) -> None:
    """Write the page of the words that case files of each game may use."""
    page.write_text("\n".join(case_words_page()), encoding="utf-8")


def case_words_page() -> Iterator[str]:
    """The words of every installed game, a section each."""
    yield "# Words of case files\n"
    yield "What a [case file](case-files.md) of each game can name: its `setup`, orders (`do`), steps of the sequence"
    yield "(`phase`, `until`), questions (`ask`) and facts (`expect`). `= ...` is what holds if a key is left out.\n"
    for game in registry.games().values():
        yield f"## {game.title}\n\n```text\n{casefile.vocabulary(game)}\n```\n"


def write_package_pages(folder: Path) -> None:
    """Write a page for each public package and the packages inside it; pages of packages that are gone go."""
    for page in folder.glob("*.md"):
        if page.stem != "index":
            page.unlink()
    for name in PACKAGES:
        shown: set[str] = set()
        for package in packages(f"phaseline.{name}"):
            page = folder / f"{package.__name__.removeprefix('phaseline.')}.md"
            page.write_text("\n".join(package_page(package, shown)), encoding="utf-8")
            shown.update(getattr(package, "__all__", ()))


def packages(name: str) -> Iterator[ModuleType]:
    """A package and the packages inside it."""
    package = importlib.import_module(name)
    yield package
    for found in pkgutil.iter_modules(package.__path__, f"{name}."):
        if found.ispkg and found.name not in NEEDS_EXTRAS:
            yield from packages(found.name)


def package_page(package: ModuleType, shown: Set[str]) -> Iterator[str]:
    """What the package offers: the names in its `__all__` that are not shown elsewhere, or else its modules."""
    yield f"# {package.__name__}\n"
    if hasattr(package, "__all__"):
        offered = [name for name in package.__all__ if name not in shown]
        yield from automodule(package.__name__, f":members: {', '.join(offered)}", ":imported-members:")
        return
    yield from automodule(package.__name__)
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if not module.ispkg and not module.name.rpartition(".")[2].startswith("_"):
            yield f"## {module.name}\n"
            yield from automodule(module.name, ":members:")


def know_type_names(packages: Iterable[str]) -> None:
    """Import what modules of ours import for type checkers alone, so that every name in a signature is the right one.

    It is called when all are imported, as they would import each other in circles.
    """
    ours = tuple(packages)
    for name in [name for name in sys.modules if name.startswith(ours)]:
        module = sys.modules[name]
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                imports: list[ast.stmt] = [
                    each for each in node.body if isinstance(each, ast.Import | ast.ImportFrom)
                ]
                exec(compile(ast.Module(imports, []), name, "exec"), vars(module))


def automodule(name: str, *options: str) -> Iterator[str]:
    """The directive that shows a module's docstring and, with options, its members."""
    yield "```{eval-rst}"
    yield f".. automodule:: {name}"
    yield from (f"   {option}" for option in options)
    yield "```\n"


def write_pages(app: Sphinx) -> None:
    """Write all pages, before Sphinx looks for its sources."""
    reference = Path(app.srcdir) / "reference"
    write_command_page(reference / "command-line.md")
    write_case_words_page(reference / "case-words.md")
    write_package_pages(reference / "api")
    write_game_facts(Path(app.srcdir) / "games/_made")
    know_type_names(f"phaseline.{name}." for name in PACKAGES)


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads this extension."""
    app.connect("builder-inited", write_pages)
