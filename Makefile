# The commands of the course. `make help` lists them.

BIN   := .venv/bin
READY := .venv/ready
BOOK  := _build/html/index.html
PORT  ?= 8000

# nbgrader starts programs of the environment by name.
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PYTHON CHROMIUM

say     = @. scripts/system.sh && say
sources = $(shell find $(1) -type f -not -path '*/_build/*' -not -path '*/__pycache__/*' -not -path '*/.*')

.PHONY: all setup book pdf exercises solutions grade test bench bench-faults serve lock clean help
.NOTPARALLEL:

all: book exercises grade  ## the main job: set up, build the book, make the student notebooks, grade the sample class
	@echo "  Next:      make serve   (read the book)"
	@echo "             make test    (run every test)"
	@echo "             make help    (all commands)"

setup: $(READY)  ## the virtual environment, from requirements.lock; bubblewrap on Linux

book: $(BOOK)  ## the rendered book, in _build/html

pdf: book  ## the whole book as one PDF, in _build/book.pdf
	@scripts/browser.sh
	$(say) "Printing the book"
	$(BIN)/python scripts/pdf.py $(dir $(BOOK)) _build/book.pdf

exercises: _build/exercises  ## the student notebooks, from solutions/

solutions: $(READY)  ## the solved notebooks for instructors, graded, in _build/solutions (not in the book)
	$(say) "Grading and rendering the solved notebooks"
	$(BIN)/ffn-grade solutions

grade: $(READY)  ## grade the sample class in the sandbox, and print its table
	$(say) "Grading the sample class"
	$(BIN)/ffn-grade sample
	@# 3: the class is graded, and a submission that cannot be read is named; the sample class has such ones
	@echo "$(BIN)/ffn-grade run position_wise"
	@$(BIN)/ffn-grade run position_wise || test $$? -eq 3

test: $(READY)  ## every test; make test ARGS="-k gelu" runs some
	@scripts/browser.sh
	$(say) "Running the tests"
	$(BIN)/python -m pytest $(ARGS)

bench: $(READY)  ## measured ratios: loops against matrices, GELU's formulas, float32 against float64
	$(BIN)/python -m benchmarks

serve: book  ## the book at localhost; make serve PORT=8080 for another port
	@echo "The book: http://localhost:$(PORT)   (the folder $(dir $(BOOK)); Ctrl-C ends it)"
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory $(dir $(BOOK)) $(PORT)

bench-faults: $(READY)  ## the same faults graded by stock nbgrader and by this course, counted; writes docs/faults.md
	$(BIN)/python -m benchmarks.faults

lock: $(READY)  ## requirements.lock anew, from pyproject.toml
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 \
	  --no-header --no-annotate --upgrade --quiet --output-file requirements.lock

clean:  ## remove what was built; the environment and grading/ stay
	rm -rf _build

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-13s %s\n", $$1, $$2}' Makefile

# ---- the files behind these commands ----

$(READY): pyproject.toml requirements.lock scripts/setup.sh scripts/system.sh
	@scripts/setup.sh

$(BOOK): $(READY) _config.yml _toc.yml $(call sources,book ffn_ref ffn_data)
	$(say) "Building the book (a minute or two)"
	$(BIN)/jupyter-book build --warningiserror --keep-going --quiet .
	@touch $@

_build/exercises: $(READY) nbgrader_config.py $(call sources,solutions ffn_grader)
	$(say) "Making the student notebooks"
	$(BIN)/ffn-grade build
	@mkdir -p _build && touch $@

# A folder that was moved or copied: its environment still points to the old place.
ifneq ($(shell cat $(READY) 2>/dev/null),$(CURDIR))
.PHONY: $(READY)
endif
