"""How Sphinx builds these pages: `./run docs`."""

import sys
from pathlib import Path

import phaseline

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

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
    "written_pages",
]
exclude_patterns = ["_build", "_ext", "games/_made"]
default_role = "code"

myst_enable_extensions = ["attrs_block", "colon_fence", "deflist"]
myst_heading_anchors = 3

# Of the test plugin and of the extras, which the documentation shows but does not run.
autodoc_mock_imports = ["altair", "pyarrow", "pytest", "ray", "vl_convert"]
autodoc_default_options = {"show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False
napoleon_use_ivar = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88

# A prompt is not part of the command.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

smartquotes = False  # they make an opening mark of the apostrophe in France '44

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["home.css"]
html_title = f"Phaseline {release}"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#4a5d23", "color-brand-content": "#4a5d23"},
    "dark_css_variables": {"color-brand-primary": "#b5c689", "color-brand-content": "#b5c689"},
}
