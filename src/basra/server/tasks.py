"""Tasks: how those that would go on for ever are ended."""

import asyncio
from typing import Any, Final

PATIENCE: Final = 2.0
"""Seconds after which who goes on is asked again: nobody takes as long to clear up."""


async def end(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks, and return when all have ended. Raises what the first that failed has raised.

    Before Python 3.12 ``wait_for``, by which the client of a broker sends, may lose a cancellation;
    so one is not enough.
    """
    while not all(task.done() for task in tasks):
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=PATIENCE)
    for task in tasks:
        if not task.cancelled():
            task.result()
