# Everything is installed into .venv. `make demo` and `make test` are all that a new machine needs.

PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help demo quick test check bench fuzz lock sbom docs site package format clean

help:
	@echo "make demo    install into .venv and map a shipped example"
	@echo "make quick   checks and fast tests, under a minute"
	@echo "make test    all checks and the whole test suite"
	@echo "make check   formatting, lint, types and import contracts only"
	@echo "make bench   speed compared with sumy and summa"
	@echo "make fuzz    damaged inputs for every reader and importer (INPUTS=10000 each, MINUTES=60 in all)"
	@echo "make lock    update the tested versions (needs uv)"
	@echo "make sbom    list what an installation consists of, as CycloneDX, in sbom.json"
	@echo "make docs    write the generated pages again"
	@echo "make site    build the documentation as a site, in site/"
	@echo "make package build wheel and sdist, install them in a clean environment, map with them"
	@echo "make format  format the code"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "mindgist needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

# Tests run with pinned versions and hashes. torch is pinned without a hash, because CPU builds have other hashes.
.venv/installed-test: pyproject.toml requirements.lock | $(BIN)/python
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet torch==2.13.0
	$(BIN)/python -m pip install --quiet --no-deps --editable .
	@touch $@ .venv/installed

.venv/installed-bench: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	@touch $@ .venv/installed

demo: .venv/installed
	@mkdir -p demo
	@$(BIN)/mindgist map examples/night-trains.md -o demo/night-trains.html
	@$(BIN)/mindgist map examples/night-trains.md -o demo/night-trains.svg
	@$(BIN)/mindgist map examples/night-trains.md --nodes 16
	@echo
	@echo "This is the map of examples/night-trains.md. demo/night-trains.html is the same map as an interactive page,"
	@echo "demo/night-trains.svg as a picture. To map a document of your own:"
	@echo "  source $(BIN)/activate"
	@echo "  mindgist FILE"
	@echo "  mindgist serve"

check: .venv/installed-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

quick: check
	$(BIN)/python -m pytest --quiet -m "not slow"

test: check
	$(BIN)/python -m pytest

bench: .venv/installed-bench
	$(BIN)/python benchmarks/run.py

INPUTS ?= 10000
MINUTES ?= 60
fuzz: .venv/installed-test
	$(BIN)/python tests/fuzzing/run.py --inputs $(INPUTS) --minutes $(MINUTES)

LOCK = uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
  --no-emit-package torch --custom-compile-command "make lock"
lock:
	$(LOCK) --extra learn --extra research --extra test --output-file requirements.lock
	$(LOCK) --extra learn --extra research --extra test --extra ray --extra site --output-file requirements-ci.lock

# In its own environment: what a user installs, without the tools of this project.
sbom:
	rm -rf .venv/sbom && $(PYTHON) -m venv .venv/sbom && .venv/sbom/bin/python -m pip install --quiet .
	$(PYTHON) -m venv .venv/sbom-tool && .venv/sbom-tool/bin/python -m pip install --quiet 'cyclonedx-bom>=7,<8'
	.venv/sbom-tool/bin/cyclonedx-py environment --gather-license-texts --pyproject pyproject.toml --output-file sbom.json .venv/sbom/bin/python
	$(PYTHON) .ci/complete_sbom.py sbom.json .venv/sbom/bin/python

docs: .venv/installed
	$(BIN)/python docs/generate.py
	$(BIN)/python docs/generate_viewer.py
	$(BIN)/mindgist map examples/night-trains.md --nodes 24 -o docs/images/night-trains.svg
	$(BIN)/mindgist map examples/night-trains.md --nodes 24 -o docs/images/night-trains.txt

.venv/installed-site: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[site]'
	@touch $@ .venv/installed

site: .venv/installed-site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

package: $(BIN)/python
	.ci/package $(BIN)/python

format: .venv/installed-test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv demo site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
