"""The hook that puts the built page into what is handed out."""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "web"))
import page  # web/page.py


class Page(BuildHookInterface[BuilderConfig]):
    """Builds the page before it is packed; an editable install leaves that to the Makefile.

    With ``BASRA_PAGE_LATER`` set, what is there is packed.
    """

    def dependencies(self) -> list[str]:
        """Return Node as a package where the page is to be built and the machine has none."""
        later = "BASRA_PAGE_LATER" in os.environ
        return [page.NODE] if not later and page.needs_node() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the page unless it is fresh. Raises NoNodeError."""
        if version != "editable" and "BASRA_PAGE_LATER" not in os.environ:
            page.build()
