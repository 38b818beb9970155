"""Conduct: whom people mark and report, and what moderators see and do."""
