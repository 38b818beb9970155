# Two commands do all set-up on a new machine with Python 3.11 or newer:
# `make play` plays, `make test` tests. What is installed stays in .venv.

VENV := .venv
PY := $(VENV)/bin/python
UV := $(shell command -v uv 2>/dev/null)
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
SOURCES := src tests bench docs
PYTEST ?= -n auto --dist loadfile  # a file shares what it compiles

ifdef UV
INSTALL = $(UV) pip install --quiet --python $(PY) --constraint constraints.txt --build-constraint constraints.txt
MAKE_VENV = $(UV) venv --quiet --allow-existing --python '>=3.11' $(VENV)
else
INSTALL = $(PY) -m pip install --quiet --constraint constraints.txt --build-constraint constraints.txt
MAKE_VENV = $(PYTHON) -m venv $(VENV) && $(PY) -m pip install --quiet --upgrade 'pip>=25.3'
endif

.PHONY: help play test check format bench docs catalogues constraints dist clean

help:  ## say what can be made
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/make \1	\2/p' $(MAKEFILE_LIST) | expand -t 20

play: $(VENV)/.player  ## play Basra in this terminal
	@$(VENV)/bin/basra

test: $(VENV)/.developer  ## run all tests
	$(PY) -m pytest $(PYTEST)

check: $(VENV)/.developer  ## check style, types and who imports whom
	$(PY) -m ruff check $(SOURCES)
	$(PY) -m ruff format --check $(SOURCES)
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-logo

format: $(VENV)/.developer  ## bring the sources into the one style
	$(PY) -m ruff check --fix-only --quiet $(SOURCES)
	$(PY) -m ruff format $(SOURCES)

bench: $(VENV)/.peers  ## measure everything beside its peers; YARDSTICK=file.c beside C, too
	$(PY) bench/all.py $(BENCH)
	$(PY) docs/generate.py

docs: $(VENV)/.developer catalogues  ## write the pages that are made from the program
	$(PY) docs/generate.py

catalogues: $(VENV)/.developer  ## compile the words of all languages
	$(VENV)/bin/pybabel -q compile -D basra -d src/basra/locale

constraints:  ## pin the newest versions of all that is installed
	rm -rf build/pins
	$(PYTHON) -m venv build/pins
	build/pins/bin/python -m pip install --quiet --upgrade 'pip>=25.3'
	build/pins/bin/python -m pip install --quiet --group dev 'hatchling' 'editables' '.[fast,serve]'
	{ sed -n '/^#/p' constraints.txt; build/pins/bin/python -m pip freeze | grep -v '^basra '; } > build/constraints.txt
	mv build/constraints.txt constraints.txt

dist: $(VENV)/.developer  ## build the packages to hand out
	$(INSTALL) build
	$(PY) -m build

clean:  ## remove what was made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/.venv:
	@test -n "$(UV)$(PYTHON)" || { echo "Basra needs Python 3.11 or newer (or uv): make play PYTHON=/path/to/python" >&2; exit 1; }
	@echo "Making $(VENV) ..."
	@$(MAKE_VENV)
	@touch $@

# A player gets the game, and numba for the strongest players where there is one for this Python.
$(VENV)/.player: pyproject.toml constraints.txt | $(VENV)/.venv
	@echo "Installing Basra ..."
	@$(INSTALL) --editable '.[fast,serve]' || $(INSTALL) --editable '.[serve]'
	@touch $@

$(VENV)/.developer: pyproject.toml constraints.txt | $(VENV)/.venv
	@echo "Installing Basra and the tools to work on it ..."
	@$(INSTALL) --group dev --editable '.[fast,serve]'
	@touch $@ $(VENV)/.player

# The peers are not needed: where they cannot be had, the figures of Basra stand alone.
$(VENV)/.peers: pyproject.toml bench/constraints.txt | $(VENV)/.developer
	@echo "Installing the peers to measure beside ..."
	@$(INSTALL) --constraint bench/constraints.txt --only-binary open_spiel --group bench && touch $@ || \
		echo "The peers cannot be had here; measuring without them."
