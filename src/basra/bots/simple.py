"""Players without foresight: one plays anything, one takes the most it can at once."""

from basra.bots.bot import Limit, legal_plays
from basra.cards import ALL, CARDS, Play
from basra.engine import basra_points, card_points, count
from basra.notation import write_view
from basra.shuffle import Generator, joined
from basra.view import View, plays_last


class Random:
    """Plays a card of the hand, each as likely, and one of its captures, each as likely."""

    name = "random"

    def __init__(self, seed: str) -> None:
        """Fix the choices by ``seed`` and the view."""
        self._seed = seed

    def choose(self, view: View, limit: Limit) -> Play:
        """Return a legal play."""
        del limit
        plays = legal_plays(view)
        chance = Generator(joined("random", self._seed, write_view(view)))
        cards = sorted({play >> CARDS for play in plays})
        card = cards[chance.randrange(len(cards))]
        of_card = [play for play in plays if play >> CARDS == card]
        return Play(of_card[chance.randrange(len(of_card))])


class Greedy:
    """Takes the most points, then the most cards; trails the lowest card."""

    name = "greedy"

    def __init__(self, seed: str) -> None:
        """Take a seed like every player; there is nothing to draw."""
        del seed

    def choose(self, view: View, limit: Limit) -> Play:
        """Return a legal play."""
        del limit
        return Play(max(legal_plays(view), key=lambda play: _taken(view, play)))


def _taken(view: View, play: int) -> tuple[int, int, int]:
    card, captured = play >> CARDS, play & ALL
    if not captured:
        return 0, 0, -card
    taken = captured | 1 << card
    basra = basra_points(view.rules, view.floor, card, captured, view.trails, plays_last(view))
    return card_points(taken) + basra, count(taken), -card
