"""Players by name: those of the ladder, and anybody's own as ``module:Class``."""

import sys
from importlib import import_module

from basra.bots import Bot, find_bot
from basra.errors import BadNotation


def find_player(name: str, seed: str = "0") -> Bot:
    """Return a player of the ladder, or what ``module:Class`` makes of a seed.

    Raises BadNotation if there is none.

    >>> from basra.arena.players import find_player
    >>> find_player("basra.bots.simple:Greedy").name
    'greedy'
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        return find_bot(name, seed)
    try:
        maker = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as reason:
        raise BadNotation("error.player", name=name, reason=str(reason)) from None
    bot: Bot = maker(seed)
    return bot


def player_name(name: str) -> str:
    """Return the name under which figures are kept: own players keep the text they are named by."""
    return name if ":" in name else find_bot(name).name


def is_compiled(player: Bot) -> bool:
    """Tell whether the module of a player uses the compiled kernel.

    >>> from basra.arena.players import find_player, is_compiled
    >>> [is_compiled(find_player(name)) for name in ("careful", "sharp")]
    [False, True]
    """
    members = vars(sys.modules[type(player).__module__]).values()
    return any(
        str(getattr(member, "__module__", getattr(member, "__name__", ""))).startswith(
            "basra.kernel"
        )
        for member in members
    )
