"""What goes over HTTP about notices and whereabouts, both ways."""

from typing import Annotated

from msgspec import Meta, Struct

from basra.club.notices import Choice


class Preferences(Struct, frozen=True, kw_only=True):
    """What somebody wishes about notices and whereabouts."""

    hidden: bool
    """Whether nobody is shown where one is."""
    notices: Choice


class NewPreferences(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Other wishes; what is left out stays."""

    hidden: bool | None = None
    notices: Choice | None = None


class ReadUntil(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """That notices have been read, up to the time of the newest that was seen."""

    until: Annotated[int, Meta(ge=0)]


SENT = (NewPreferences, ReadUntil)
TOLD = (Preferences,)
