# `make run` serves the playground, `make test` checks it. Both set up what is missing.
# PYTHON: the interpreter that .venv is made with, 3.11 to 3.13. PIP_ARGS: more options for pip.

PYTHON ?= python3
PIP_ARGS ?=
DATA_DIR ?= data
BIN := .venv/bin
PIP_ONLY := $(BIN)/pip --disable-pip-version-check
PIP := $(BIN)/pip install --disable-pip-version-check --quiet -c constraints.txt $(PIP_ARGS)
STATIC := backend/playground_backend/static/index.html
FRONT_SOURCES := $(shell find frontend -path frontend/node_modules -prune -o -type f -print)

.PHONY: run setup setup-dev test lint types fix unit e2e bench shots prove prove-api prove-triton prove-layers prove-compiler prove-fuzz prove-sandbox prove-store prove-images gpu-check clean

run: setup
	@exec $(BIN)/triton-playground serve --data-dir "$(DATA_DIR)" $(ARGS)

setup: .venv/.served $(STATIC)

setup-dev: .venv/.developed tests/oidc/node_modules/.made $(STATIC)

.venv/.made:
	$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13) and "Python 3.11, 3.12 or 3.13 is needed; set PYTHON=...")'
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.served: .venv/.made pyproject.toml constraints.txt
	$(PIP) -e '.[server,worker]'
	@touch $@

.venv/.developed: .venv/.served
	$(PIP) -e '.[dev]'
	@touch $@

frontend/node_modules/.made: frontend/package.json frontend/package-lock.json
	cd frontend && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# A real OpenID Connect provider for the tests of signing in.
tests/oidc/node_modules/.made: tests/oidc/package.json tests/oidc/package-lock.json
	cd tests/oidc && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(STATIC): frontend/node_modules/.made $(FRONT_SOURCES)
	cd frontend && npm run --silent build
	@touch $@

test: lint unit e2e

lint: setup-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd frontend && npm run --silent check

unit: setup-dev
	$(BIN)/pytest tests --ignore=tests/e2e

e2e: setup-dev
	$(BIN)/pytest tests/e2e

fix: setup-dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	cd frontend && npm run --silent fix

types: setup-dev
	cd frontend && npm run --silent types
	$(BIN)/python -m playground_workers.language_help frontend/src/editor/help/catalogue.json

bench: setup-dev
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench.sandbox
	$(BIN)/python -m tests.bench.interpreter
	$(BIN)/python -m tests.bench.judging
	$(BIN)/python -m tests.bench.pages

# Screenshots of every page and state into tests/e2e/shots/gallery. SCENES: some of them. ARGS: --all-sizes for more windows.
shots: setup-dev
	$(BIN)/python -m tests.e2e.gallery $(ARGS) $(SCENES)

# The judge and the interpreter: every mutant, right solutions 200 times, 1,000 generated kernels against stock Triton.
prove: setup-dev
	$(BIN)/python -m tests.mutants.prove --write docs/measured/mutants-$$(date +%F).json
	$(BIN)/python -m tests.interpreter.prove docs/measured

# The interpreter on the other Triton releases that are supported, each installed beside the environment.
RELEASES := 3.7.1 3.8.0

prove-triton: setup-dev
	for version in $(RELEASES); do \
	  $(PIP_ONLY) install --quiet --no-deps --upgrade --target .venv/triton-$$version triton==$$version || exit 1; \
	done
	$(BIN)/python -m tests.interpreter.releases docs/measured $(foreach version,$(RELEASES),$(version)=.venv/triton-$(version))

# Which attacks each layer of the sandbox holds back.
prove-layers: setup-dev
	$(BIN)/python -m tests.sandbox.layers

# Every reference, case and target compiled, and every attack under the policy that compiles.
prove-compiler: setup-dev
	$(BIN)/python -m tests.compiler.prove docs/measured
	ALL_ATTACKS=1 $(BIN)/pytest tests/compiler/test_sandbox.py

# The GPU worker on the card of this machine: references, kernels that it must survive, POST to verdict.
gpu-check: setup-dev
	$(BIN)/python -m tests.gpu.check docs/measured

# RUNS: tries for each fuzzer, or submissions.
prove-fuzz: setup-dev
	FUZZ_RUNS=$(or $(RUNS),20000) $(BIN)/pytest tests/fuzz

# RUNS: generated requests for each operation of the API.
prove-api: setup-dev
	CONTRACT_EXAMPLES=$(or $(RUNS),1000) $(BIN)/pytest tests/api/test_contract.py

prove-sandbox: setup-dev
	$(BIN)/python -m tests.sandbox.prove --runs $(or $(RUNS),10000)

# The leaderboard and one's own progress with 100,000 people and 1,000,000 submissions, on SQLite and PostgreSQL.
prove-store: setup-dev
	$(BIN)/python -m tests.store.prove docs/measured

# The images built and run without Docker, in FOLDER; needs root and debootstrap, and crun to run them. ARGS: options of
# tests.packaging.build, such as --build-arg TORCH_INDEX=...
FOLDER := /var/tmp/triton-playground-images

prove-images: setup-dev
	deploy/check.sh "$(FOLDER)" --report "$(FOLDER)/sizes.json" $(ARGS)

clean:
	rm -rf .venv frontend/node_modules tests/oidc/node_modules backend/playground_backend/static
