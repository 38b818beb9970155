"""Seeks: quick pairing of those who wait for a game."""
