"""What every test runs under: properties are tried on the same examples every time."""

from hypothesis import settings

settings.register_profile("basra", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("basra")
