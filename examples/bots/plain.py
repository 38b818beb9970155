"""A bot in plain Python, without the library: takes the basra or the most cards it is offered.

basra match "cmd:python3 examples/bots/plain.py" greedy
"""

import sys

POINTS = {"Td": 3, "2c": 2}
"""What single cards count; aces and jacks count 1."""


def cards_of(text: str) -> list[str]:
    """Split a set like As2c4d into its cards."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def worth(play: str) -> tuple[int, int, int]:
    """Order plays: a basra before points, points before cards; trail what counts nothing."""
    card, _, captured = play.rstrip("#").partition("x")
    taken = [card, *cards_of(captured)] if captured else []
    points = sum(POINTS.get(one, one[0] in "AJ") for one in taken)
    kept = POINTS.get(card, card[0] in "AJ")
    return 10 * play.endswith("#") + points, len(taken), -kept


def main() -> None:
    """Answer line by line until told to quit, or until nobody speaks any more."""
    legal: list[str] = []
    for line in sys.stdin.buffer:
        word, *words = line.decode("utf-8", "replace").split() or [""]
        if word == "basra":
            answer = "id name plain\nid steady yes\nok"
        elif word == "ready":
            answer = "ok"
        elif word == "legal":
            legal = words
            continue
        elif word == "go" and legal:
            best = max(legal, key=worth)
            answer = f"info points {worth(best)[0]} play {best}\nbestplay {best}"
        elif word == "quit":
            return
        else:
            continue  # the seed, the rules, the position and the plays are not needed here
        print(answer, flush=True)


main()
