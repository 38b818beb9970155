"""Contests on the server: the deal of the day, and duels by link."""
