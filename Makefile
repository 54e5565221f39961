# Both jobs of the README: `make deck` prints a deck tonight, `make test` checks everything.
PYTHON ?= python3
BIN := .venv/bin
SEED ?= 42

.PHONY: deck test lint format bench clean

deck: .venv/installed
	$(BIN)/deckgen build future-imperfect --seed $(SEED) -o output

test: lint
	$(BIN)/python -m pytest

lint: .venv/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/tested
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/tested
	for script in benchmarks/*.py; do $(BIN)/python $$script || exit 1; done

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache
	find output -mindepth 1 ! -name .gitkeep -delete

# The environment is made anew when the dependencies change.
.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

.venv/tested: .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	touch $@
