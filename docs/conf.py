"""How the manual is built: `make manual` makes a site of the pages in this folder."""

import re
from importlib.metadata import version as version_of

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

project = "Basra"
author = "The authors of Basra"
release = version = version_of("basra")
language = "en"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_*"]
source_suffix = {".md": "markdown"}

html_theme = "furo"
html_title = "Basra"
html_static_path = ["_static"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_sphinx = False

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "deflist"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": False}
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
python_display_short_literal_types = True


def _with_targets(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Make the anchors of a page, which every reader of Markdown knows, targets of the manual."""
    source[0] = re.sub(r'^<a id="([\w-]+)"></a>$', r"(\1)=", source[0], flags=re.MULTILINE)


def setup(app: Sphinx) -> None:
    """Connect what is told above."""
    app.connect("source-read", _with_targets)
    app.add_lexer("bgn", TextLexer)
