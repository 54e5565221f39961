# Both jobs of the README: `make deck` prints a deck tonight, `make test` checks everything.
PYTHON ?= python3
BIN := .venv/bin
SEED ?= 42

.PHONY: deck test lint format pictures bench clean

deck: .venv/installed
	$(BIN)/deckgen build future-imperfect --seed $(SEED) -o output

test: lint
	$(BIN)/python -m pytest -n auto

lint: .venv/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/tested
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The README's pictures, drawn by deckgen itself.
pictures: .venv/installed
	$(BIN)/deckgen generate future-imperfect --seed 42 -q -o build/pictures/deck.json
	$(BIN)/deckgen render build/pictures/deck.json --format png --dpi 200 -q -o build/pictures
	mkdir -p docs/images
	cp build/pictures/card-14.png docs/images/card.png
	cp build/pictures/card-00.png docs/images/joker.png
	cp build/pictures/back.png docs/images/back.png
	sh docs/images/draw-layouts.sh $(BIN)

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
