# Needs python3.11 or newer with venv, make and git; everything else comes from the two lock files.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
  $$p -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: demo test lint bench live docs lock e2e-nvim vsix test-vscode e2e-vscode clean

demo: .venv/.runtime
	@$(BIN)/anchorline review --offline --fail-on none examples/plan.md

test: .venv/.dev
	$(BIN)/pytest -n auto --dist loadgroup

lint: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.dev
	$(BIN)/python -m bench $(BENCH)

# A real, very small model on this machine. Building what runs it takes ten minutes or more, once.
live: .venv/.live
	$(BIN)/pytest -rP tests/live

e2e-nvim: .venv/.dev
	$(BIN)/pytest tests/editors

# The VS Code extension needs npm too; the right node, and all else, is fetched by the scripts.
VSCODE := editors/vscode

vsix: .venv/.dev
	@$(VSCODE)/scripts/package.sh $(BIN)/python

test-vscode:
	@$(VSCODE)/scripts/test.sh

# In a real workbench. Sets up code-server and Chromium once, outside the repository: see the script.
e2e-vscode: vsix
	@$(VSCODE)/e2e/setup.sh
	@$(VSCODE)/e2e/run.sh $(BIN)/python $(E2E)

# Pages that are generated from the code; a test fails when they drift.
docs: .venv/.dev
	$(BIN)/python -m docs.generate

# Refresh both lock files (needs uv): hashes, every platform, no index address.
lock:
	uv pip compile pyproject.toml --group build --universal --generate-hashes --no-header --no-annotate -q -o requirements.lock
	uv pip compile pyproject.toml --group dev -c requirements.lock --universal --generate-hashes --no-header --no-annotate -q -o requirements-dev.lock
	uv pip compile --group live --no-deps -c requirements-dev.lock --universal --generate-hashes --no-header --no-annotate -q -o requirements-live.lock

clean:
	rm -rf .venv

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Anchorline needs Python 3.11 or newer with venv (Debian: apt-get install python3-venv)"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/.runtime: requirements.lock pyproject.toml | .venv/bin/python
	$(PIP) install --require-hashes -r requirements.lock
	@touch $@
	$(MAKE) --no-print-directory .venv/.project

.venv/.dev: requirements-dev.lock pyproject.toml | .venv/bin/python
	$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@
	$(MAKE) --no-print-directory .venv/.project

# Only what a server of text needs is built.
.venv/.live: requirements-live.lock .venv/.dev
	CMAKE_ARGS="-DGGML_NATIVE=OFF -DMTMD_BUILD=OFF -DLLAMA_CURL=OFF -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF" \
	  $(PIP) install --require-hashes --no-deps -r requirements-live.lock
	@touch $@

.venv/.project: pyproject.toml
	$(PIP) install --no-build-isolation --no-deps -e .
	@$(BIN)/python -m compileall -q server/anchorline # a command should not compile itself each time it is called
	@touch $@
