"""Games as data: records replayed fast, a row for every play, and what many games say.

``docs/data.md`` describes the rows and the figures.
"""

from basra.data.figures import Mean, Share
from basra.data.reading import Replayed, find_records, read_match, split_records
from basra.data.rows import Row, rows_of
from basra.data.tally import Tally, tally_of

__all__ = [
    "Mean",
    "Replayed",
    "Row",
    "Share",
    "Tally",
    "find_records",
    "read_match",
    "rows_of",
    "split_records",
    "tally_of",
]
