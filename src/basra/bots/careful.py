"""A player that counts cards, values points and the majority, and minds what it leaves."""

from basra import engine
from basra.bots.bot import Limit, Weighed, legal_plays, pool_of
from basra.cards import Play
from basra.valuation import judge, lead_of, worth_of_card
from basra.view import View, plays_last


class Careful:
    """Weighs each play by what it brings, what it lets go and the reply it must expect."""

    name = "careful"

    def __init__(self, seed: str) -> None:
        """Take a seed like every player; there is nothing to draw."""
        del seed

    def choose(self, view: View, limit: Limit) -> Play:
        """Return the play that is worth most."""
        return self.weigh(view, limit)[0].play

    def weigh(self, view: View, limit: Limit) -> list[Weighed]:
        """Return the legal plays, best first; of equals the lower card."""
        del limit
        rules = view.rules
        cards_left = sum(view.held) + len(view.stock)
        side = engine.side_of(rules, view.seat)
        stake = rules.majority + view.carried
        worth = worth_of_card(rules, stake, lead_of(rules, view.piles, side), cards_left)
        after = engine.next_seat(rules, view.seat)
        known = view.known[after]
        held = view.held[after] - known.bit_count()
        pool = pool_of(view, after) if held else 0
        gains = [0.0] * 52
        work = engine.buffer(engine.WORK)
        weighed = [
            Weighed(
                Play(play),
                judge(
                    rules,
                    view.floor,
                    play,
                    view.trails,
                    plays_last(view),
                    worth,
                    known,
                    pool,
                    held,
                    gains,
                    work,
                ),
                None,
            )
            for play in legal_plays(view)
        ]
        return sorted(weighed, key=lambda one: (-one.points, one.play))
