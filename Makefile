# Two commands do all set-up on a new machine with Python 3.11 or newer:
# `make play` plays, `make test` tests. What is installed stays in .venv.

VENV := .venv
PY := $(VENV)/bin/python
UV := $(shell command -v uv 2>/dev/null || echo $(VENV)/bin/uv)
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
SOURCES := src tests bench docs web/page.py hatch_build.py
PAGE := $(PY) web/page.py
LATER := BASRA_PAGE_LATER=1  # an install does not build the page: the target `page` does, once
PYTEST ?= -n auto --dist loadfile --no-loadscope-reorder  # a file shares what it compiles

PINNED := --quiet --constraint constraints.txt --build-constraint constraints.txt
# uv takes a fifth of the time; what it cannot have, pip may know a way to. Bytecode halves every start
# where none may be written later.
INSTALL = $(LATER) sh -c '$(UV) pip install --compile-bytecode --python $(PY) $(PINNED) "$$@" || \
	$(PY) -m pip install --no-compile $(PINNED) "$$@"' install

ifeq ($(UV),$(VENV)/bin/uv)
BOOTSTRAP = $(PY) -m pip install --quiet --no-compile --upgrade 'pip>=25.3'
MAKE_VENV = $(PYTHON) -m venv $(VENV) && { $(BOOTSTRAP) --only-binary uv uv || $(BOOTSTRAP); }
else
MAKE_VENV = $(UV) venv --quiet --seed --allow-existing --python '>=3.11' $(VENV)
endif

# The same versions with their hashes, on every platform.
HASHED = $(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--constraint constraints.txt --custom-compile-command 'make pins'

.PHONY: help play page browser engines test check format bench docs manual catalogues constraints pins dist clean

help:  ## say what can be made
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/make \1	\2/p' $(MAKEFILE_LIST) | expand -t 20

play:  ## play Basra in the browser; `.venv/bin/basra play --terminal`: here
	@$(MAKE) --no-print-directory -j2 $(VENV)/.player page
	@$(VENV)/bin/basra play

page: $(VENV)/.venv  ## build the page if its sources have changed
	@need="$$($(PAGE) missing)"; test -z "$$need" || \
		{ echo "Installing Node ..."; $(INSTALL) "$$need"; }
	@$(PAGE)

test: $(VENV)/.developer page browser engines  ## run all tests
	$(PAGE) run test
	PYTHONDONTWRITEBYTECODE= $(PY) -m pytest $(PYTEST)  # hundreds of programs are started

# Tests in a browser drive the one of the system: best chromium-headless-shell, which has no windows.
# Without one they are skipped, or fail if CI=true.
APT = DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends
browser:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
		command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
		{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing chromium ..." && \
		apt-get -qq update && { $(APT) chromium-headless-shell 2>/dev/null || $(APT) chromium; } >/dev/null; } || \
		echo "There is no chromium: the tests in a browser will be skipped."

# The same for PostgreSQL and Valkey or Redis, which the tests start by themselves; not while a browser
# is installed.
engines: browser
	@if command -v redis-server >/dev/null || command -v valkey-server >/dev/null; then broker=yes; fi; \
		if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null; then database=yes; fi; \
		test -n "$$broker" -a -n "$$database" || \
		{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing PostgreSQL and a broker ..." && \
		apt-get -qq update && $(APT) postgresql postgresql-client redis-server >/dev/null; } || \
		echo "There is no PostgreSQL or broker: the tests with several processes will be skipped."

check: $(VENV)/.developer page  ## check style, types and who imports whom
	$(PY) -m ruff check $(SOURCES)
	$(PY) -m ruff format --check $(SOURCES)
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-logo
	$(PAGE) run check

format: $(VENV)/.developer  ## bring the sources into the one style
	$(PY) -m ruff check --fix-only --quiet $(SOURCES)
	$(PY) -m ruff format $(SOURCES)

bench: $(VENV)/.peers  ## measure everything beside its peers; YARDSTICK=file.c beside C, too
	$(PY) bench/all.py $(BENCH)
	$(PY) docs/generate.py

docs: $(VENV)/.developer catalogues  ## write the pages that are made from the program; the manual
	$(PY) docs/generate.py
	@$(MAKE) --no-print-directory manual

manual: $(VENV)/.developer  ## build the manual as a site: build/manual/index.html
	$(PY) -m sphinx --quiet --fail-on-warning --keep-going -b html -d build/manual.parts docs build/manual
	@echo "The manual is build/manual/index.html"

catalogues: $(VENV)/.developer  ## compile the words of all languages
	$(VENV)/bin/pybabel -q compile -D basra -d src/basra/locale

constraints:  ## pin the newest versions of all that is installed
	rm -rf build/pins
	$(PYTHON) -m venv build/pins
	build/pins/bin/python -m pip install --quiet --upgrade 'pip>=25.3'
	build/pins/bin/python -m pip install --quiet --group dev --group page 'hatchling' 'editables' '.[fast,serve,postgres,broker]'
	{ sed -n '/^#/p' constraints.txt; build/pins/bin/python -m pip freeze | grep -v '^basra '; } > build/constraints.txt
	mv build/constraints.txt constraints.txt
	$(MAKE) --no-print-directory pins

pins: $(VENV)/.venv  ## write the hashes of what a container or a careful host installs
	$(INSTALL) uv
	$(HASHED) --extra serve --extra postgres --extra broker --extra fast -o deploy/requirements.txt pyproject.toml
	echo hatchling | $(HASHED) --group page -o deploy/build.txt -

dist: $(VENV)/.developer page  ## build the packages to hand out
	$(INSTALL) build
	$(PY) -m build

clean:  ## remove what was made
	rm -rf $(VENV) build dist web/node_modules src/basra/server/static .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

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
	@$(INSTALL) --group dev --editable '.[fast,serve,postgres,broker]'
	@touch $@ $(VENV)/.player

# The peers are not needed: where they cannot be had, the figures of Basra stand alone.
$(VENV)/.peers: pyproject.toml bench/constraints.txt | $(VENV)/.developer
	@echo "Installing the peers to measure beside ..."
	@$(INSTALL) --constraint bench/constraints.txt --only-binary open_spiel --group bench && touch $@ || \
		echo "The peers cannot be had here; measuring without them."
