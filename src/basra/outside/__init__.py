"""Players that are programs of their own: a line protocol which a bot in any language can speak.

``docs/bots.md`` describes it.
"""

from basra.outside.conformance import Finding, check_command
from basra.outside.driver import OutsideBot
from basra.outside.lines import BotError
from basra.outside.serving import Conversation, serve

__all__ = ["BotError", "Conversation", "Finding", "OutsideBot", "check_command", "serve"]
