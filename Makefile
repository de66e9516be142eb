# make site   builds every event under events/ into site/, with the documents
# make test   checks and tests everything
# make quick  lint, types and the quick tests, after each change
# All set themselves up; Python 3.11 or newer and make are all they need.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# Packages, browser and tools come over the network side by side.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += --jobs=3
endif

# Compiled modules and templates are kept, whatever the machine says: tests start some hundred programs.
export PYTHONDONTWRITEBYTECODE :=

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
PINS := requirements.lock pyproject.toml
BROWSER_PACKAGES := chromium fonts-noto-cjk
QUICK := $(wildcard tests/test_*.py tests/rules tests/engine tests/sheets tests/explain tests/verify tests/errors)
SERIES := tests/golden tests/random tests/corrections tests/explain tests/cli/test_simulate.py tests/docs/test_formats.py
TOOLS := tools/audit
AXE_READY := $(TOOLS)/node_modules/.ready
LIGHTHOUSE_READY := $(TOOLS)/node_modules/.ready-all
DOCS := site/docs/index.html
# Two more than there are processors: tests wait for browsers, disks and each other about as often as they compute.
PYTEST_FLAGS ?= -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2) --dist worksteal

.PHONY: help setup site test quick lint browser tools audit bench versions lock app
.PHONY: campaign hostile crash corrections days faults clean

help:
	@sed -n '1,4s/^# //p' Makefile
	@echo "make bench  measures how long a build takes, beside other programs and with ten times the players"
	@echo "make versions  tries the oldest and the newest packages that are allowed, on every Python found here"
	@echo "make lock  writes requirements.lock from the ranges in pyproject.toml"
	@echo "make app  packs tourgen as a folder that needs no Python, into dist/, and proves it"
	@echo "make audit  looks at every page of every kind with axe and at all widths, and runs Lighthouse, which goes on where it was stopped, into docs/lighthouse.md"
	@echo "make campaign  runs the full campaign of random tournaments and declarations; goes on where it was stopped"
	@echo "make hostile  runs the full campaigns of hostile files, injection and equal builds"
	@echo "make crash  stops the commands that write, or refuses them, at every operation on a file"
	@echo "make corrections  runs the full campaign of edits and histories of published days"
	@echo "make days  plays 200 whole days at the desk in a browser, with phones, Excel and kills; goes on where it was stopped"
	@echo "make faults  plants two faults in every function of the engine, into tests/faults/report.md; goes on where it was stopped"
	@echo "make clean  removes what the other targets made"

setup: $(STAMP)

# Set-up is done again when the pins change (in place), and from the beginning when the folder was moved or its
# Python is gone; otherwise it costs nothing.
READY := $(shell [ "$$(cat $(STAMP) 2>/dev/null)" = "$(CURDIR)" ] && $(BIN)/python -c '' 2>/dev/null && echo yes)
ifneq ($(READY),yes)
.PHONY: from-the-beginning
$(STAMP): from-the-beginning
CLEAR := --clear
endif

$(STAMP): $(PINS)
	@python=; \
	for candidate in "$${PYTHON:-python3}" python3 python3.14 python3.13 python3.12 python3.11; do \
	  if "$$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    python=$$candidate; break; \
	  fi; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "tourgen needs Python 3.11 or newer with its venv module, and none was found on PATH." >&2; \
	  echo "On Debian or Ubuntu: apt-get install python3 python3-venv. Elsewhere set PYTHON=/path/to/python3." >&2; \
	  exit 1; \
	fi; \
	"$$python" -m venv $(CLEAR) $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@echo "$(CURDIR)" > $(STAMP)

site: $(STAMP) $(DOCS)
	@$(BIN)/tourgen build --site site

# The documents, with pictures of the tutorial where there is a Chromium; made again when anything they show has changed.
$(DOCS): $(STAMP) $(shell find docs tools/docs templates tourgen -type f ! -name '*.pyc')
	@$(BIN)/python -m tools.docs --site site

lint: $(STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict tourgen

# A browser is installed only where nobody's machine is changed: as root with CI=true.
browser:
	@if [ "$${CI:-}" = true ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  dpkg -s $(BROWSER_PACKAGES) >/dev/null 2>&1 && exit 0; \
	  export DEBIAN_FRONTEND=noninteractive; \
	  apt-get -qq update && apt-get -qq install -y --no-install-recommends $(BROWSER_PACKAGES) >/dev/null; \
	elif ! command -v chromium google-chrome >/dev/null; then \
	  echo "No Chromium here: the browser tests will be skipped. To run them, first run"; \
	  echo "  sudo apt-get update && sudo apt-get install -y $(BROWSER_PACKAGES)"; \
	fi

# What looks at the pages comes through npm; node itself comes with Playwright. Debian's npm brings hundreds of packages
# along, so it is installed only where there is no npm at all; after the browser, since apt does one thing at a time.
tools: browser
	@if ! command -v npm >/dev/null && [ "$${CI:-}" = true ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  export DEBIAN_FRONTEND=noninteractive; \
	  apt-get -qq update && apt-get -qq install -y --no-install-recommends npm >/dev/null; \
	fi
	@if command -v npm >/dev/null; then \
	  $(MAKE) -s $(AXE_READY); \
	elif [ ! -e $(AXE_READY) ]; then \
	  echo "No npm here: axe and html-validate will be skipped. To run them, first run"; \
	  echo "  sudo apt-get update && sudo apt-get install -y npm"; \
	fi

# An older node than some package asks for only matters where it runs them, which is Playwright's.
$(AXE_READY): $(TOOLS)/package-lock.json
	@cd $(TOOLS) && npm ci --omit=dev --no-progress --loglevel=error
	@touch $@

$(LIGHTHOUSE_READY): $(TOOLS)/package-lock.json
	@cd $(TOOLS) && npm ci --no-progress --loglevel=error
	@touch $@ $(AXE_READY)

audit: $(STAMP) browser $(LIGHTHOUSE_READY)
	@TOURGEN_SERIES=full $(BIN)/python -m pytest $(PYTEST_FLAGS) tests/audit tests/paper tests/web
	@$(BIN)/python -m tests.audit.lighthouse

test: $(STAMP) browser tools lint
	@$(BIN)/python -m pytest $(PYTEST_FLAGS)

# What a developer wants to know after each change: the tests of QUICK that are neither slow nor need a browser.
quick: $(STAMP) lint
	@$(BIN)/python -m pytest $(PYTEST_FLAGS) -q -m "not slow and not browser" $(QUICK)

bench: $(STAMP)
	@$(BIN)/python -m benchmarks.builds

versions: $(STAMP)
	@$(BIN)/python -m tools.versions

lock: $(STAMP)
	@$(BIN)/python -m tools.lock

app: $(STAMP)
	@$(BIN)/python -m tools.app

campaign: $(STAMP)
	@$(BIN)/python -m tests.engine.pairing.campaign
	@TOURGEN_SERIES=full $(BIN)/python -m pytest $(PYTEST_FLAGS) $(SERIES)
	@$(BIN)/python -m tests.random.campaign --full --kept tests/random/kept.jsonl
	@$(BIN)/python -m tests.verify.campaign --runs 20000 --random --kept tests/verify/kept.txt

hostile: $(STAMP)
	@TOURGEN_SERIES=full $(BIN)/python -m pytest $(PYTEST_FLAGS) tests/hostile tests/cli/test_published.py
	@$(BIN)/python -m tests.hostile.campaign --full --kept tests/hostile/kept.jsonl
	@$(BIN)/python -m tests.hostile.injection --kept tests/hostile/kept.jsonl
	@$(BIN)/python -m tests.hostile.same --kept tests/hostile/kept.jsonl

crash: $(STAMP)
	@TOURGEN_SERIES=full $(BIN)/python -m pytest $(PYTEST_FLAGS) tests/crash tests/go/live/test_kill.py
	@$(BIN)/python -m tests.crash --kept tests/crash/kept.jsonl

corrections: $(STAMP)
	@$(BIN)/python -m tests.corrections --kept tests/corrections/kept.jsonl

faults: $(STAMP)
	@$(BIN)/python -m tests.faults.by_script --kept tests/faults/kept.jsonl --report tests/faults/report.md

days: $(STAMP)
	@$(BIN)/python -m tests.browser.days --days 200
	@TOURGEN_SERIES=full $(BIN)/python -m pytest $(PYTEST_FLAGS) tests/serving/test_lines.py

clean:
	@rm -rf $(VENV) $(TOOLS)/node_modules build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find site -mindepth 1 ! -path site/README.md -delete
	@find tourgen tests -name __pycache__ -type d -prune -exec rm -rf {} +
