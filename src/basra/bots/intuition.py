"""The networks that players have learnt, made by ``basra train``.

A file holds ten-thousandths of the weights, how it was made, and how well it foretells plays.
"""

import json
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from basra.kernel import jit
from basra.kernel.intuition import Intuition
from basra.rules import Rules

UNITS: Final = 10_000
"""What a weight of 1 is in a file."""
TABLES: Final = {(2, 2): "two", (4, 2): "partners", (3, 3): "alone", (4, 4): "alone"}
"""The network that was learnt for each kind of table, by seats and sides."""
CAREFUL: Final = Intuition(jit.float_room(1), sharpness=0.5, slip=0.03)
"""Who is careful, without a network."""


def intuition_of(rules: Rules) -> Intuition:
    """Return the intuition for a table."""
    return load(TABLES[rules.seats, rules.sides])


@cache
def fingerprint() -> str:
    """Return a word that changes with anything that players have learnt.

    >>> from basra.bots.intuition import fingerprint
    >>> len(fingerprint())
    6
    """
    learnt = sorted(files("basra.bots").joinpath("learnt").iterdir(), key=lambda file: file.name)
    content = b"".join(file.read_bytes() for file in learnt if file.name.endswith(".json"))
    return sha256(content).hexdigest()[:6]


@cache
def load(name: str) -> Intuition:
    """Read the network of a table.

    >>> from basra.bots.intuition import load
    >>> load("two").sharpness > 0
    True
    """
    return read(files("basra.bots").joinpath("learnt", f"{name}.json").read_text("utf-8"))


def read(text: str) -> Intuition:
    """Read the text of a file that ``basra train`` has made."""
    found = json.loads(text)
    net = jit.float_room(len(found["weights"]))
    for at, weight in enumerate(found["weights"]):
        net[at] = weight / UNITS
    return Intuition(net, float(found["sharpness"]), float(found["slip"]))
