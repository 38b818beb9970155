"""Logs as lines of JSON: what happened to the server, never who did what.

No address, name, token or text of a person is logged; tables are named by their ids.
"""

import json
import logging
import os
import sys
from datetime import UTC, datetime
from typing import Any, Final

_USUAL: Final = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON.

    >>> import logging
    >>> from basra.server.logs import JsonLines
    >>> record = logging.LogRecord("basra", logging.INFO, "", 0, "table %s", ("t1",), None)
    >>> JsonLines().format(record).partition(', "process"')[0].partition('"level"')[2]
    ': "info", "logger": "basra", "event": "table t1"'
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            "process": os.getpid(),
        }
        more = {name: value for name, value in vars(record).items() if name not in _USUAL}
        if record.exc_info:
            more["trace"] = self.formatException(record.exc_info)
        return json.dumps({**line, **more}, default=str)


def log_as_json() -> None:
    """Write all that is logged to standard error as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
