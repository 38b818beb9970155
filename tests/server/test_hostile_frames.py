"""Thousands of messages that make no sense change nothing, and the server lives."""

import json
import os
import random
from typing import Any

from .sitting import House, in_turn, log_of, pair

FRAMES = int(os.environ.get("BASRA_FRAMES", "1000"))
WORDS = ("play", "sit", "bot", "ready", "goon", "undo", "hint", "phrase", "say", "hello", "x", "")
CARDS = ("7d", "ZZ", "", "10h", "7D", "7d7d", None, 52, -1, ["7d"], "\ud800")


def hostile(dice: random.Random, number: int) -> str:
    """Return a message that no page would send; none of them may do anything."""
    value: Any = dice.choice(
        [None, -1, 53, 2**70, 1e300, "", "7d", [], {}, True, "x" * 500, [[[]]], "\u202e"]
    )
    command, word = f"h{number}", dice.choice(WORDS)
    play = {"t": "play", "id": command, "card": "7d", "take": [], "v": value}
    cards = [dice.choice(CARDS) for _ in range(dice.randrange(5))]
    return dice.choice(
        (
            "".join(chr(dice.randrange(1, 0x300)) for _ in range(dice.randrange(60))),
            "[" * dice.randrange(1, 3000),
            json.dumps(value),
            json.dumps({"t": word, "id": value, dice.choice(WORDS): value}),
            json.dumps({**play, "card": dice.choice(CARDS), "v": 0}),
            json.dumps({**play, "take": cards}),
            json.dumps({"t": "sit", "id": command, "seat": dice.choice([-1, 4, 0, 1, value])}),
        )
    )


async def test_hostile_messages_are_refused_and_change_nothing(house: House) -> None:
    dice = random.Random(7)  # SERVER-018
    async with pair(house) as (table, first, second):
        player = await in_turn(first, second)
        log = log_of(house, table)
        for number in range(FRAMES):
            await player.socket.send(hostile(dice, number))
            assert "refused" == (await player.hear())["t"], player.frames[-1]
        assert log == log_of(house, table)
        assert "ack" == (await player.play())["t"]


async def test_a_refusal_names_the_command_and_the_reason(house: House) -> None:
    async with pair(house) as (_, first, second):
        player = await in_turn(first, second)
        await player.socket.send('{"t":"play","id":"mine","card":"53","take":[],"v":0}')
        answer = await player.hear()
        assert ("mine", "error.server.message") == (answer["id"], answer["error"]["key"])
        assert "$.card" in answer["error"]["facts"]["reason"]
