"""Answers of the club: what goes over HTTP about accounts, ratings, seeks, tournaments, conduct."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from basra.server.answers import Name, RulesText

Password = Annotated[str, Meta(min_length=8, max_length=128)]
Given = Annotated[str, Meta(min_length=1, max_length=128)]
"""A password or code that is only compared."""
Label = Annotated[str, Meta(max_length=80)]
Short = Annotated[str, Meta(min_length=1, max_length=16)]
Json = dict[str, Any]


class Done(Struct, frozen=True, kw_only=True):
    """It is done."""

    done: bool = True


# --- accounts -----------------------------------------------------------------------------------


class Claim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The name that a guest claims; without a password the codes and passkeys open it."""

    name: Name
    password: Password | None = None


class Codes(Struct, frozen=True, kw_only=True):
    """New recovery codes, told this once; each opens the account one time."""

    name: str
    codes: list[str]


class Claimed(Struct, frozen=True, kw_only=True):
    """What a guest has claimed: recovery codes, and the token from now on."""

    name: str
    codes: list[str]
    token: str


class SignIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name, and the password or a recovery code."""

    name: Name
    password: Given | None = None
    code: Given | None = None
    label: Label = ""
    """What the session is called in the list."""


class SignedIn(Struct, frozen=True, kw_only=True):
    """Who one is from now on; the token is told this once."""

    token: str
    id: str
    name: str
    kept: bool
    """Whether the token before stays good, because a guest has played with it."""


class NewPassword(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another password; the one before is needed where there is one."""

    password: Password
    current: Given | None = None


class Leave(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """That an account is to be deleted; the password is needed where there is one."""

    password: Given | None = None


class Asked(Struct, frozen=True, kw_only=True):
    """What the browser is to ask a passkey: the options of WebAuthn."""

    id: str
    options: Json


class NewPasskey(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a new passkey answered."""

    id: Short
    credential: Json
    label: Label = ""


class PasskeyTold(Struct, frozen=True, kw_only=True):
    """A passkey of an account."""

    id: str
    label: str
    created: int


class SessionTold(Struct, frozen=True, kw_only=True):
    """Where one is signed in."""

    id: str
    label: str
    created: int
    current: bool


class AccountTold(Struct, frozen=True, kw_only=True):
    """What there is to know of oneself."""

    id: str
    name: str
    claimed: bool
    password: bool
    """Whether there is one."""
    codes: int
    """Recovery codes that are left."""
    sessions: list[SessionTold]
    passkeys: list[PasskeyTold]
    moderator: bool


SENT: tuple[type, ...] = (Claim, SignIn, NewPassword, Leave, NewPasskey)
"""What a reader writes."""
TOLD: tuple[type, ...] = (Done, Codes, Claimed, SignedIn, Asked, AccountTold)


# --- ratings ------------------------------------------------------------------------------------


class RatingTold(Struct, frozen=True, kw_only=True):
    """How strong somebody plays one family of games."""

    scale: str
    """The variant, the seats and the sides, as in ``egyptian:4:2``."""
    points: int
    spread: int
    """The standard deviation of the points."""
    provisional: bool
    games: int


class Ranked(Struct, frozen=True, kw_only=True):
    """A line of a leaderboard."""

    id: str
    name: str
    """Empty for a computer player: it is called by its level."""
    level: str | None
    rating: RatingTold


class Leaderboard(Struct, frozen=True, kw_only=True):
    """Who is strongest at one family of games; and the other families."""

    scale: str
    scales: list[str]
    lines: list[Ranked]
    """The strongest first; provisional ones are not placed."""


class PersonTold(Struct, frozen=True, kw_only=True):
    """What anybody may know of a person."""

    id: str
    name: str
    ratings: list[RatingTold]
    begun: int
    """Matches that were begun, and of them those that were played to the end."""
    stayed: int


TOLD += (Leaderboard, PersonTold)


# --- seeks --------------------------------------------------------------------------------------

Clock = Annotated[int, Meta(ge=3, le=3600)]


class SeekWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game that somebody waits for."""

    rules: RulesText
    rated: bool = False
    clock: Clock | None = None
    band: Annotated[int, Meta(ge=0, le=5000)] | None = None
    """How far the ratings of the others may be; it widens by 10 a second."""


class SeekTold(Struct, frozen=True, kw_only=True):
    """What has come of a seek."""

    id: str
    table: str | None
    """Where the game is, once it was paired."""
    waited: int
    """Milliseconds."""
    bots: bool
    """Whether bots are offered instead."""


class SeekRow(Struct, frozen=True, kw_only=True):
    """Somebody who waits for a game."""

    person: str
    name: str
    rules: str
    variant: str
    seats: int
    sides: int
    rated: bool
    clock: int | None
    points: int
    provisional: bool


SENT += (SeekWish,)
TOLD += (SeekTold, SeekRow)


# --- conduct ------------------------------------------------------------------------------------


class Marked(Struct, frozen=True, kw_only=True):
    """Somebody whom one has marked."""

    id: str
    name: str
    kind: Literal["block", "mute", "follow"]


class Reporting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody is reported for."""

    person: Short
    reason: Literal["talk", "collusion", "leaving", "name", "other"]
    table: Short | None = None
    text: Annotated[str, Meta(max_length=280)] = ""


class ReportTold(Struct, frozen=True, kw_only=True):
    """A report, for moderators."""

    id: str
    reporter: str
    """Names."""
    reported: str
    person: str
    """The id of the reported one."""
    table: str | None
    reason: str
    text: str
    at: int
    others: int
    """Reports on the same person."""
    begun: int
    stayed: int


class Verdict(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a moderator decides."""

    verdict: Literal["nothing", "suspend"]
    days: Annotated[int, Meta(ge=1, le=365)] = 1


class GiftTold(Struct, frozen=True, kw_only=True):
    """Cards that one person trailed and another took, at tables where all play alone."""

    scale: str
    giver: str
    """Names."""
    taker: str
    matches: int
    trails: int
    given: int
    expected: float
    """How many the taker would have if all opponents of the giver took alike."""
    excess: float
    """How far that is from chance, in standard deviations."""


SENT += (Reporting, Verdict)
TOLD += (Marked, ReportTold, GiftTold)


# --- tournaments --------------------------------------------------------------------------------

TournamentKind = Literal["robin", "swiss", "knockout"]


class NewTournament(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tournament that somebody makes."""

    name: Name
    rules: RulesText
    kind: TournamentKind = "swiss"
    pairs: bool = False
    """Whether two enter together; the rules are those of a table for four."""
    rounds: Annotated[int, Meta(ge=1, le=20)] = 5
    rated: bool = False
    clock: Clock | None = 30
    duplicate: bool = False
    minutes: Annotated[int, Meta(ge=1, le=1440)] = 60
    """How long a round may last."""


class Entering(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """That somebody takes part, alone or with the entrant who waits for a partner."""

    join: Short | None = None


class MeetingTold(Struct, frozen=True, kw_only=True):
    """A meeting of a round: ids of entrants."""

    first: str
    second: str | None
    """``None``: the first rests."""
    table: str | None
    points: list[float] | None
    """Of the tournament, of both; ``None`` while it is played."""
    totals: list[int]
    """Of the match."""


class EntrantTold(Struct, frozen=True, kw_only=True):
    """A line of the standings."""

    id: str
    members: list[str]
    names: list[str]
    gone: bool
    place: int
    points: float
    tie: float
    margin: int
    played: int


class TournamentRow(Struct, frozen=True, kw_only=True):
    """A tournament in the list."""

    id: str
    name: str
    kind: TournamentKind
    state: Literal["gathering", "running", "over"]
    variant: str
    seats: int
    sides: int
    rated: bool
    entrants: int
    round: int
    rounds: int


class TournamentTold(Struct, frozen=True, kw_only=True):
    """All that is known of a tournament."""

    row: TournamentRow
    rules: str
    host: str
    clock: int | None
    duplicate: bool
    minutes: int
    size: int
    """Members of an entrant."""
    standings: list[EntrantTold]
    rounds: list[list[MeetingTold]]
    open: bool
    """Whether one can enter."""


SENT += (NewTournament, Entering)
TOLD += (TournamentRow, TournamentTold)
