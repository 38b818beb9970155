"""The full-screen game in a terminal."""

from basra.tui.app import run

__all__ = ["run"]
