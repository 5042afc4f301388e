# `make demo` and `make test` need nothing but Python ≥ 3.11 and make; both set up .venv first.
# The first Python that really runs and is new enough: a name on the path may be an empty shim.
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$name && break; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help demo test test-model check generate bench clean

help:  ## Show what there is.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

$(READY): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; say which with: make PYTHON=/path/to/python3 demo"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --prefer-binary -c constraints.txt -e '.[dev]'
	@touch $@

demo: $(READY)  ## Answer a real question, offline.
	$(BIN)/scitoolagent ask "What are the molecular formula, exact mass, TPSA and QED of caffeine, and what is its InChIKey?"

test: $(READY)  ## Run every test that needs no model, network or GPU.
	$(BIN)/python -m pytest -q -n 2

test-model: $(READY)  ## Run the tests with a real model and those that train one. GGUF=file of the model.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --prefer-binary -c constraints.txt -e '.[dev,finetune,local]'
	SCITOOLAGENT_TEST_GGUF="$(GGUF)" $(BIN)/python -m pytest -q -m model

check: $(READY)  ## Lint, types, generated files.
	$(BIN)/ruff check .
	$(BIN)/mypy -p scitoolagent -p scitoolagent.tools -p scitoolagent.toolkg -p scitoolagent.safety_db -p scitoolagent.benchmarks -p scitoolagent.finetune
	$(BIN)/pyright
	$(BIN)/python -m scitoolagent.benchmarks.report --check
	$(MAKE) --no-print-directory generate
	git diff --exit-code -- scitoolagent/tool/units.json toolkg/tools.ttl toolkg/ontology/edam-slice.ttl docs/tools.md

generate: $(READY)  ## Write what is generated from the declarations: units, the graph and the list of tools.
	$(BIN)/python -m scitoolagent.tool.unit_table
	$(BIN)/scitoolagent kg build
	$(BIN)/scitoolagent kg docs

bench: $(READY)  ## Print the figures of the README. SHARED=folder with the evaluation data.
	$(BIN)/python -m scitoolagent.benchmarks.bench --shared $(or $(SHARED),../shared)

clean:  ## Remove what make made.
	rm -rf $(VENV) build *.egg-info
