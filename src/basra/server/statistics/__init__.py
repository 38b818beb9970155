"""Statistics of a player on the server: from finished matches of its tables alone."""
