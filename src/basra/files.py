"""Files that a person keeps are written whole or not at all."""

from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a text in UTF-8 into a file, which until then holds what it held. Raises OSError.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from basra.files import write_whole
    >>> with TemporaryDirectory() as folder:
    ...     write_whole(Path(folder, "kept"), "17-26")
    ...     [file.name for file in Path(folder).iterdir()]
    ['kept']
    """
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.write_text(text, "utf-8")
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
