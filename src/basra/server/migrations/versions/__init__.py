"""The steps, one file each; Alembic loads them by their place."""
