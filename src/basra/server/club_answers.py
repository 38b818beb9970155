"""Answers of the club: what goes over HTTP about accounts, ratings, seeks, tournaments, conduct."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from basra.server.answers import Name

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


class SignIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name, and the password or a recovery code."""

    name: Name
    password: Given | None = None
    code: Given | None = None
    label: Label = ""
    """What the session is called in the list."""


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
TOLD: tuple[type, ...] = (Done, Codes, Asked, AccountTold)
