# Each target does its whole set-up in .venv; the system brings Python 3.11+ with venv, and make.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup demo test bench nightly check format

setup: .venv/.runtime

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; this is %d.%d. Install it, or name one: make setup PYTHON=python3.12" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv is missing: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/.runtime: requirements.txt | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

.venv/.development: requirements.txt requirements-dev.txt | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch .venv/.runtime $@

demo: setup
	$(BIN)/python -m bot demo

check: .venv/.development
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/bandit --quiet --recursive --configfile pyproject.toml bot rag

test: check
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder -m "not nightly"

nightly: .venv/.development
	$(BIN)/pytest

bench: .venv/.development
	$(BIN)/python -m bench

format: .venv/.development
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
