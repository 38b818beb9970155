"""The calls of drills and puzzles."""

import asyncio
from itertools import islice
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from basra.cards import CardSet
from basra.review.drills import Question, questions, quoted
from basra.server.answers import Guest
from basra.server.calls import CallError, answer, desk_of, guest_of, read_body, token_of
from basra.server.learning.puzzling import Puzzles
from basra.server.learning_answers import DrillTold, PuzzleChoice, PuzzleRow, PuzzleTold
from basra.server.openapi import told
from basra.table.dealing import named
from basra.texts import Catalogue, catalogue, languages
from basra.variants import find_variant

router: Final = APIRouter(prefix="/api")
QUESTIONS: Final = 5
"""Questions that are told at once."""
_LONGEST: Final = 300


@router.get("/drills", **told(list[DrillTold], wrong=(422,)))
async def drills(
    request: Request, rules: str = "egyptian", seed: str = "1", language: str = "en"
) -> Response:
    """Ask a few questions; the same seed asks the same."""
    del request
    if len(rules) > _LONGEST or len(seed) > _LONGEST:
        raise CallError(422, "error.server.long", most=_LONGEST)
    return answer(await asyncio.to_thread(_drilled, rules, seed, _words(language)))


@router.get("/puzzles", **told(list[PuzzleRow], wrong=(422,)))
async def puzzles(request: Request, variant: str = "egyptian") -> Response:
    """Tell the puzzles of a regional game: today's, and those of some days before."""
    key = find_variant(variant[:_LONGEST]).key
    return answer(await _puzzles(request).rows(key, await _somebody(request)))


@router.get("/puzzles/{puzzle}", **told(PuzzleTold, wrong=(404, 503)))
async def puzzle_told(request: Request, puzzle: str, language: str = "en") -> Response:
    """Tell a puzzle; its solution only to those who have tried."""
    guest = await _somebody(request)
    return answer(await _puzzles(request).told(puzzle, guest, _words(language)))


@router.post(
    "/puzzles/{puzzle}/answer",
    **told(PuzzleTold, body=PuzzleChoice, guest=True, wrong=(400, 401, 404, 422, 503)),
)
async def answer_puzzle(request: Request, puzzle: str, language: str = "en") -> Response:
    """Answer a puzzle; the first answer counts."""
    guest = await guest_of(request)
    choice = await read_body(request, PuzzleChoice)
    await _puzzles(request).answer(puzzle, guest, choice)
    return answer(await _puzzles(request).told(puzzle, guest, _words(language)))


def _drilled(rules: str, seed: str, words: Catalogue) -> list[DrillTold]:
    return [_told_drill(one, words) for one in islice(questions(rules, seed), QUESTIONS)]


def _told_drill(question: Question, words: Catalogue) -> DrillTold:
    return DrillTold(
        kind=question.kind,
        floor=_cards(question.floor),
        card=str(question.card),
        captured=_cards(question.captured),
        trails=question.trails,
        last=question.is_last,
        answers=[_cards(cards) for cards in question.answers],
        points=question.points,
        rule=quoted(question, words),
    )


def _cards(cards: CardSet) -> list[str]:
    return named(int(cards))


def _puzzles(request: Request) -> Puzzles:
    found: Puzzles = request.app.state.puzzles
    return found


def _words(language: str) -> Catalogue:
    return catalogue(language if language in languages() else "en")


async def _somebody(request: Request) -> Guest | None:
    token = token_of(request)
    return await desk_of(request).store.guest(token) if token else None
