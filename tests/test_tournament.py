"""Tournaments: everybody meets everybody, what is done stays done, tests end duels early."""

import json
from pathlib import Path

import pytest

from basra.arena import tournament
from basra.arena.duel import Job, Outcome, play
from basra.arena.referee import Forfeit
from basra.arena.results import Results
from basra.arena.sequential import Question
from basra.arena.tournament import figures, forfeits, hold, ladder, pairings

BOTS = ("random", "greedy", "careful")
JOB = Job("coffeehouse", "", "", "tournament", 0, 40, mirrored=True)


def test_every_player_meets_every_other_and_the_stronger_is_above() -> None:
    duels = hold(pairings(BOTS, JOB), workers=1)
    assert [40, 40, 40] == [len(duel.outcomes) for duel in duels]
    rungs = ladder(BOTS, duels)
    assert ["careful", "greedy", "random"] == [rung.bot for rung in rungs]
    assert all(rung.low < rung.elo < rung.high for rung in rungs)
    assert 0.0 == pytest.approx(sum(rung.elo for rung in rungs), abs=0.2)


@pytest.mark.parametrize("rules", ["egyptian;seats=3", "egyptian;seats=4;sides=2"])
def test_the_ladder_is_in_order_with_any_number_of_seats(rules: str) -> None:
    whole = pairings(BOTS, JOB._replace(rules=rules, stop=30))
    assert (6 if rules.endswith("3") else 3) == len(whole)
    rungs = ladder(BOTS, hold(whole, workers=1))
    assert ["careful", "greedy", "random"] == [rung.bot for rung in rungs]
    assert rungs[0].win_rate > rungs[1].win_rate > rungs[2].win_rate


def test_a_duel_ends_when_it_is_decided_whoever_works() -> None:
    whole = pairings(BOTS, JOB._replace(stop=400))
    told: list[tuple[int, int]] = []
    asked = Question(-3, 0)
    duels = hold(whole, workers=1, question=asked, progress=lambda *step: told.append(step))
    assert all(duel.verdict is not None and duel.verdict.accepted == "H0" for duel in duels)
    assert all(30 <= len(duel.outcomes) < 400 for duel in duels)
    played = sum(len(duel.outcomes) for duel in duels)
    assert (played, played) == told[-1]
    assert duels == hold(whole, workers=2, question=asked)


def test_what_is_done_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results.jsonl"
    whole = pairings(BOTS, JOB)
    duels = hold(whole, workers=1, results=Results(file))
    lines = file.read_text("utf-8").splitlines(keepends=True)
    assert 12 == len(lines)
    # The run was killed while it wrote the tenth line.
    file.write_text("".join(lines[:9]) + lines[9][:50], "utf-8")
    played: list[Job] = []

    def counted(job: Job) -> list[Outcome]:
        played.append(job)
        return play(job)

    monkeypatch.setattr(tournament, "play", counted)
    assert duels == hold(whole, workers=1, results=Results(file))
    assert 3 == len(played)
    assert duels == hold(whole, workers=1, results=Results(file))
    assert 3 == len(played)


def test_results_of_other_jobs_and_versions_do_not_count(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    job = JOB._replace(first="greedy", second="random", stop=2)
    brought = [Outcome(1.0, 0.5, 2.5, (Forfeit("random", "slow", "60"),)), Outcome(0.0, 1.0)]
    Results(file).keep(job, brought)
    assert brought == Results(file).find(job)
    assert Results(file).find(job._replace(seed="other")) is None
    entry = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**entry, "basra": "0.0"}) + "\nnoise\n[]\n", "utf-8")
    assert Results(file).find(job) is None


def test_forfeits_are_told_by_name_and_the_tournament_goes_on() -> None:
    bots = ("greedy", "rogues:Crashing", "rogues:Cheating")
    duels = hold(pairings(bots, JOB._replace(stop=4)), workers=2)
    told = forfeits(duels)
    assert 24 == sum(told.values())
    assert {"rogues:Crashing", "rogues:Cheating"} == set(told)
    assert "greedy" == ladder(bots, duels)[0].bot


def test_figures_are_fit_for_json() -> None:
    (duel,) = hold(pairings(("greedy", "random"), JOB._replace(stop=1)), workers=1)
    told = figures(duel)
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert (1, None, None) == (told["pairs"], told["ci95"], told["elo"])
