# Both jobs of the README: `make deck` prints a deck tonight, `make test` checks the code.
# make deck SET="Core game" prints the two card sets that the game publishes.
PYTHON ?= python3
BIN := .venv/bin
SEED ?= 42
MUTANTS ?= --sample 20
FUZZ_SEED ?= 1
MATRIX ?=
WHEELS ?=
BENCHMARKS := bounds dealing_rules generate heroes play render rooms runs sheets sizes
SLOWER := $(addprefix tests/,cli/test_check.py cli/test_make.py cli/test_studio.py deck/solve/test_bounds.py deck/solve/test_programs.py \
	deck/solve/test_solver.py deck/solve/test_store.py docs/test_dice_as_a_deck.py docs/test_format.py docs/test_readme.py \
	document/poker/test_bands.py document/test_screen.py export/test_tabletop_games.py game/test_rulings.py play/test_engine.py \
	play/test_statistics.py preflight/test_hostile.py run/print_run/test_workers.py run/test_cases.py \
	sheet/characters/test_filled_sheets.py sheet/test_person.py sheet/test_program.py studio/test_engine.py studio/test_server.py \
	test_fuzz_corpus.py test_guard.py test_marked_rolls.py test_reproducible.py test_sources.py)
WRITERS := game_schema sheet_schema theme_schema format_reference sheet_fields character_schema preflight_rules phrases studio_ink

.PHONY: deck test proof browsers slow matrix lint format rooms mutants fuzz fuzz-short docs pictures performance bench site clean

deck: .venv/installed
	$(BIN)/deckgen build future-imperfect $(if $(SET),--set "$(SET)",--seed $(SEED)) -o output

# Everything about the code. It needs no browser, and not more than four minutes on two cores.
test: lint
	$(BIN)/python -m pytest -n auto --ignore=tests/proof --ignore=tests/browsers $(SLOWER:%=--ignore=%)

# The games and layouts that deckgen ships, measured, made-up games solved, long commands, and the input that once did harm:
# run it when data/, layouts/, deck/solve, the commands, runs on a cluster or a parser change.
proof: .venv/tested
	$(BIN)/python -m pytest -n auto tests/proof $(SLOWER)

# Pages in an installed Chromium, forms and pictures in other viewers, and the studio's Python in node and Chromium.
browsers: .venv/tested
	$(BIN)/python -m pytest -n auto tests/browsers

# The tests of all lanes, and those that take minutes: every game solved from nothing.
slow: lint
	$(BIN)/python -m pytest -n auto --slow

# The tests on every Python of this machine, and with the oldest packages allowed; MATRIX are benchmarks/matrix.py's options.
matrix:
	$(PYTHON) benchmarks/matrix.py $(MATRIX)

lint: .venv/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/tested
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What each room imports, and its lines.
rooms:
	$(PYTHON) benchmarks/rooms.py

# Small problems put into the code, which tests must find; MUTANTS are benchmarks/mutants.py's options.
mutants: .venv/mutated
	$(BIN)/python benchmarks/mutants.py $(MUTANTS)

# Mutated files and command lines, for an hour on all cores; another FUZZ_SEED, other cases. See CONTRIBUTING.md.
fuzz: .venv/tested
	$(BIN)/python tests/fuzz/run.py --minutes 60 --cases 1000000 --jobs $$(nproc) --seed $(FUZZ_SEED)
	$(BIN)/python tests/fuzz/parsers.py --minutes 10

# The same for three minutes in one process, and always the same cases.
fuzz-short: .venv/tested
	$(BIN)/python tests/fuzz/run.py --minutes 3 --jobs 1 --seed $(FUZZ_SEED)

# What is made from the code: parts of the JSON Schemas, then the documents that list keys and fields.
docs: .venv/tested
	for script in $(WRITERS); do $(BIN)/python docs/tools/$$script.py || exit 1; done

# The site of the documents, in build/site; a link between pages that leads nowhere is an error. With it the studio as a
# page: four parts of that are in Pyodide's full distribution alone, so WHEELS names a folder with them, or it is left out.
site: .venv/documented
	$(BIN)/sphinx-build -W --keep-going -q -b html docs build/site
	$(BIN)/python docs/tools/studio_site.py $(if $(WHEELS),--wheels $(WHEELS),|| echo "so build/site has no studio")

# The pictures of the README and of docs/, the gallery among them, drawn by deckgen itself.
pictures: .venv/tested
	$(BIN)/deckgen generate future-imperfect --seed 42 -q -o build/pictures/deck.json
	$(BIN)/deckgen render build/pictures/deck.json --format png --dpi 200 -q -o build/pictures
	mkdir -p docs/images
	cp build/pictures/card-14.png docs/images/card.png
	cp build/pictures/card-00.png docs/images/joker.png
	cp build/pictures/back.png docs/images/back.png
	sh docs/images/draw-layouts.sh $(BIN)
	sh docs/images/draw-play.sh $(BIN)
	$(BIN)/python docs/tools/gallery.py $(BIN)
	$(BIN)/python docs/tools/play_pictures.py $(BIN)
	$(BIN)/python docs/tools/studio_pictures.py $(BIN)

# The tables of docs/performance.md, with the others installed into an environment of their own.
performance: .venv/tested
	$(BIN)/python benchmarks/rivals.py --install --docs
	$(BIN)/python benchmarks/growth.py --docs

bench: .venv/tested
	for script in $(BENCHMARKS); do $(BIN)/python benchmarks/$$script.py || exit 1; done

clean:
	rm -rf .venv build dist mutants .mypy_cache .ruff_cache .pytest_cache
	find output -mindepth 1 ! -name .gitkeep -delete

# The environment is made anew when the dependencies change.
.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

.venv/tested: .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	touch $@

.venv/documented: .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	touch $@

.venv/mutated: .venv/tested
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[mutation]'
	touch $@
