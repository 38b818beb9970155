"""What every test runs under: properties are tried on the same examples every time."""

import pytest
from hypothesis import settings

settings.register_profile("basra", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("basra")

LONGEST = ("test_on_engines.py", "test_cluster.py", "test_manual.py", "test_together.py")
"""Files that take longest: begun first, so that no worker is left alone with one at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONGEST)
