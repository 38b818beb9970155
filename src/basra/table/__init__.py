"""A table where people and bots play: a state machine without input, output, clock or chance."""

from basra.table.refusal import Refusal
from basra.table.secrecy import redact
from basra.table.table import BotTurn, Table

__all__ = ["BotTurn", "Refusal", "Table", "redact"]
