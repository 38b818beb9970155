"""Players by name: the ladder, anybody's own as ``module:Class``, programs as ``cmd:./bot``."""

import sys
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Final

from basra.bots import PATIENCE, Bot, find_bot
from basra.errors import BadNotation
from basra.outside import OutsideBot
from basra.shuffle import joined

OUTSIDE: Final = "cmd"
"""What stands before the colon where the rest is a command."""


def find_player(name: str, seed: str = "0", patience: float = PATIENCE) -> Bot:
    """Return a player of the ladder, what ``module:Class`` makes of a seed, or a program's.

    A program is named by ``cmd:`` and its command; ``patience`` is for how many seconds its answers
    are waited for. Raises BadNotation if there is none.

    >>> from basra.arena.players import find_player
    >>> find_player("basra.bots.simple:Greedy").name
    'greedy'
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        return find_bot(name, seed)
    if module == OUTSIDE:
        return OutsideBot(attribute, seed, patience=patience)
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)  # behind all others: what a person has written here hides nothing
    try:
        maker = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, TypeError, ValueError) as reason:
        raise BadNotation("error.player", name=name, reason=str(reason)) from None
    if not callable(maker):
        raise BadNotation("error.player", name=name, reason=type(maker).__name__)
    try:
        bot: Bot = maker(seed)
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        raise BadNotation("error.player", name=name, reason=said) from error
    return bot


def find_seated(name: str, seed: str, patience: float) -> Bot:
    """Return a player of deals whose packs are made from a seed.

    A stranger is told another seed, that is made from this one and tells nothing of the packs.
    """
    if ":" not in name:
        return find_bot(name, seed)
    told = sha256(joined(seed, "player", name).encode()).hexdigest()[:32]
    return find_player(name, told, patience)


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
