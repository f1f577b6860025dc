"""How Sphinx builds these pages: `./run docs`."""

import subprocess
import sys
from pathlib import Path

from sphinx.application import Sphinx

import phaseline

project = "Phaseline"
author = "The Phaseline authors"
copyright = "the Phaseline authors, MIT licence"
version = release = phaseline.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
]
exclude_patterns = ["_build"]
default_role = "code"

myst_enable_extensions = ["attrs_block", "colon_fence", "deflist"]
myst_heading_anchors = 3

# The reference shows what a package exports in `__all__`, in the order a reader meets it in the source.
autodoc_default_options = {"members": True, "imported-members": True, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88

# A prompt is not part of the command.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"Phaseline {release}"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#4a5d23", "color-brand-content": "#4a5d23"},
    "dark_css_variables": {"color-brand-primary": "#b5c689", "color-brand-content": "#b5c689"},
}


def write_command_reference(app: Sphinx) -> None:
    """Write the page about the command from its own help texts."""
    page = Path(app.srcdir) / "reference" / "command-line.md"
    docs = [sys.executable, "-m", "typer", "phaseline.cli.app", "utils", "docs", "--name", "phaseline"]
    subprocess.run([*docs, "--title", "The `phaseline` command", "--output", str(page)], check=True)


def setup(app: Sphinx) -> None:
    """Called by Sphinx before it builds."""
    app.connect("builder-inited", write_command_reference)
