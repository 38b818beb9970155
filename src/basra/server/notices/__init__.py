"""Notices: what people are told that happened elsewhere, kept while they are away."""
