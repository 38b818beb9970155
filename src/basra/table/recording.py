"""Recording: a match that is over as a record (BGN) that anybody can check."""

from collections.abc import Iterable, Sequence

from basra.bots import LADDER
from basra.game import Deal
from basra.match import Match
from basra.table.dealing import DealInPlay, play_of
from basra.table.state import State


def record(state: State) -> str:
    """Return the record of the match that is over, with the commitment and salt of each deal."""
    names = [
        "" if occupant is None else occupant.level or occupant.name for occupant in state.occupants
    ]
    match = Match(state.opened.rules, "" if state.match is None else state.match.seed, names=names)
    match.deals = [_replayed(deal) for deal in state.deals]
    return "".join(_with_promises(match.bgn(_tags(state)).splitlines(keepends=True), state.deals))


def _tags(state: State) -> dict[str, str]:
    tags: dict[str, str] = {"Termination": state.result}
    bots = [
        "" if occupant is None or occupant.level not in LADDER else occupant.level
        for occupant in state.occupants
    ]
    if any(bots):
        tags["Levels"] = "/".join(level or "-" for level in bots)
    return tags


def _replayed(played: DealInPlay) -> Deal:
    dealt = played.dealt
    rules = played.position.rules
    deal = Deal(rules, dealt.pack, dealt.dealer, carried=dealt.carried)
    for event in played.plays:
        deal.play(play_of(event))
    return deal


def _with_promises(lines: Iterable[str], deals: Sequence[DealInPlay]) -> Iterable[str]:
    """Yield the lines of a record, each pack followed by what was promised of it."""
    coming = iter(deals)
    for line in lines:
        yield line
        if line.startswith("pack "):
            dealt = next(coming).dealt
            yield f"commit {dealt.commit}\n"
            yield f"salt {dealt.salt}\n"
