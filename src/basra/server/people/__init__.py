"""People: accounts with a name of one's own, ways to sign in, sessions."""
