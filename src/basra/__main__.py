"""Lets ``python -m basra`` be the command ``basra``."""

from basra.cli import main

if __name__ == "__main__":
    main()
