"""Tournaments: kept in the database, their rounds opened as tables when they are due."""
