"""The calls of ratings: the leaderboard, and what is known of a person."""

from typing import Final, NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import Response

from basra.club.ratings import Skill
from basra.server.calls import CallError, answer
from basra.server.club_answers import Leaderboard, PersonTold, Ranked, RatingTold
from basra.server.openapi import told
from basra.server.people.accounts import Accounts
from basra.server.ratings.book import Book, Line

MOST: Final = 100
"""Lines of a leaderboard."""
USUAL: Final = "egyptian:2:2"


class Ranks(NamedTuple):
    """What these calls need."""

    book: Book
    accounts: Accounts


router: Final = APIRouter(prefix="/api")


@router.get("/ranks", **told(Leaderboard))
async def leaderboard(request: Request, scale: str = "") -> Response:
    """Tell who is strongest at one family of games: the one most played if none is named."""
    book = _ranks(request).book
    scales = await book.scales()
    scale = scale[:64] or (scales[0] if scales else USUAL)
    lines = await book.leaderboard(scale, MOST)
    ordered = sorted(lines, key=lambda line: line.skill.is_provisional)
    told_lines = [_ranked(line, scale) for line in ordered]
    return answer(Leaderboard(scale=scale, scales=scales, lines=told_lines))


@router.get("/people/{person}", **told(PersonTold, wrong=(404,)))
async def tell_person(request: Request, person: str) -> Response:
    """Tell what anybody may know of a person: the name, ratings and reliability."""
    ranks = _ranks(request)
    guest = await ranks.accounts.guest(person)
    if guest is None:
        raise CallError(404, "error.people.nobody")
    skills = await ranks.book.skills(person)
    reliability = await ranks.book.reliability(person)
    found = PersonTold(
        id=guest.id,
        name=guest.name,
        ratings=[told_rating(scale, skill) for scale, skill in skills.items()],
        begun=reliability.begun,
        stayed=reliability.stayed,
    )
    return answer(found)


def told_rating(scale: str, skill: Skill) -> RatingTold:
    """Return a skill as it is shown."""
    return RatingTold(
        scale=scale,
        points=skill.points,
        spread=skill.spread,
        provisional=skill.is_provisional,
        games=skill.games,
    )


def _ranked(line: Line, scale: str) -> Ranked:
    level = line.who.removeprefix("bot:") if line.who.startswith("bot:") else None
    rating = told_rating(scale, line.skill)
    return Ranked(id=line.who, name=line.name, level=level, rating=rating)


def _ranks(request: Request) -> Ranks:
    ranks: Ranks = request.app.state.ranks
    return ranks
