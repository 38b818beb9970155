"""The laboratory: players meet on mirrored deals, and the figures say how sure they are."""
