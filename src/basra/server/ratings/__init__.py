"""Ratings: the results of matches and how strong everybody is, in the database."""
