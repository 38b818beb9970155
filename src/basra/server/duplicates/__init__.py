"""Duplicate matches on the server: two teams, two tables, the same packs."""
