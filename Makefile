# Jantaku: `make sim` plays a game on a simulated table, `make hall` shows a hall of tables that play, `make test` runs the
# tests. All set up what they need.
.DELETE_ON_ERROR:
.PHONY: help sim hall test test-fresh check prove prove-all prove-short bench bench-check setup setup-sim firmware dashboard train train-finder lock \
        pictures site wheel deb container image release clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := .make
SIM_PACKAGES := $(STAMPS)/packages-sim
DEB_PACKAGES := $(STAMPS)/packages-deb
TEST_PACKAGES := $(STAMPS)/packages-test
UNIT := firmware_bridge/firmware/build/jantaku-unit
PAGE := referee/dashboard/dist/index.html

# Files that are made from the declarations and not committed: for the page, for programs of others, for who runs a table.
FOR_PAGE := $(addprefix referee/dashboard/src/declared/,commands.ts declared.ts operations.ts schemas.ts topics.ts tournaments.ts) \
            $(addprefix referee/dashboard/static/words/,rules-en.json rules-ja.json words-en.json words-ja.json)
DOCUMENTS := docs/asyncapi.yaml $(addprefix docs/tables/,grafana-dashboard.json openapi.yaml prometheus-rules.yaml)
FOR_OPERATOR := wording/terminal/completion/command_line.json config/system/jantaku.1 config/daemon.schema.json
MADE := $(FOR_PAGE) $(DOCUMENTS) $(FOR_OPERATOR)
# What they are made from. The folders notice a file that was removed.
DECLARATIONS := config/rulesets config/texts config/words $(shell find config firmware_bridge hall jantaku referee simulation table_controller vision wording tools/describe \
                \( -name node_modules -o -name '.venv*' \) -prune -o \( -name '*.py' -o -name '*.toml' \) -print)

# make sim RECORD=game.mjlog SPEED=max HANDS=2 HEADLESS=1 …, or any option in ARGS
SIM_ARGS := $(if $(RECORD),--record "$(RECORD)") $(if $(SEED),--seed $(SEED)) $(if $(SPEED),--speed $(SPEED)) \
            $(if $(HANDS),--hands $(HANDS)) $(if $(RULESET),--ruleset $(RULESET)) $(if $(STATE),--state "$(STATE)") \
            $(if $(REPORT),--report "$(REPORT)") $(if $(HEADLESS),--headless) $(ARGS)

# make hall TABLES=8 SPEED=2, or any option of `jantaku trial` in ARGS
HALL_ARGS := $(if $(TABLES),--tables $(TABLES)) $(if $(SPEED),--speed $(SPEED)) $(ARGS)

CORES := $(shell getconf _NPROCESSORS_ONLN)
# Tests wait for the processes that they start: with twice as many workers as cores, a fifth of the cores' time was left
# over.
# Each takes up to 1 GB, its browser and processes not counted: no more are started than there is memory for.
WORKERS ?= $(shell awk '/^MemAvailable/ { n = $(CORES) * 2 + 2; most = int($$2 / 1310720); \
    print most < 1 ? 1 : most < n ? most : n }' /proc/meminfo)

# Compiled modules are kept in __pycache__, also where the environment forbids it: each worker and each process that
# tests start would compile all of them anew. No folder elsewhere (PYTHONPYCACHEPREFIX): processes that tests start
# without this environment would not look there.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo "make sim [RECORD=game.mjlog] [SPEED=max] [HANDS=2] [HEADLESS=1] [ARGS=…]   a game on a simulated table"
	@echo "make hall [TABLES=4] [SPEED=2] [ARGS=…]   a hall with its page and tables that play, until Ctrl-C"
	@echo "make test [WORKERS=4]   all but the proofs make prove         the long proofs"
	@echo "make test-fresh [SUITE=bookworm COMMIT=…]   make test on fresh Debians, as root"
	@echo "make prove-all the proofs with all their cases, for hours"
	@echo "make check     style, types, drift       make prove-short   a sample of them"
	@echo "make setup     .venv with everything     make bench         measurements"
	@echo "make bench-check   whether this tree is slower than the last release"
	@echo "make firmware  the unit for this machine make dashboard     the judges' page"
	@echo "make pictures  pictures of the docs      make train         train what names tiles (tiles.onnx)"
	@echo "make site      the docs as a site        make train-finder  train what finds them (finder.onnx)"
	@echo "make clean     remove what was made"
	@echo "make lock      the exact versions of libraries make wheel     the program for pip and pipx, in dist/"
	@echo "make deb       the program as Debian packages, in dist/ [SUITE=trixie ARCHITECTURE=arm64: for another]"
	@echo "make container a hall and its broker as an image for podman and docker, from that package"
	@echo "make image     an SD card for a Raspberry Pi 4, in dist/ (as root)"
	@echo "make release [KEY=…]   packages, list of parts and checksums of this commit, in dist/, each tried"

# What libraries, unit and page need is fetched, made and built at the same time.
sim:
	@$(MAKE) --no-print-directory --jobs=$(CORES) ready
	$(BIN)/jantaku sim $(SIM_ARGS)

hall:
	@$(MAKE) --no-print-directory --jobs=$(CORES) ready
	@$(BIN)/jantaku trial $(HALL_ARGS)

.PHONY: ready
ready: $(STAMPS)/python-sim $(FOR_OPERATOR) firmware dashboard
	@:

test: setup $(STAMPS)/tests-compiled
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not prove"

# On fresh Debians, each with nothing but what `make test` installs (SUITE=bookworm or trixie: on one; COMMIT=…: not HEAD).
test-fresh: setup
	$(BIN)/python -m tools.deb.fresh_test $(SUITE) $(COMMIT)

prove: setup
	$(BIN)/pytest -n auto --maxschedchunk 1 -m prove --timeout 2700

prove-all: setup
	JANTAKU_PROVE=all $(BIN)/pytest -n auto --maxschedchunk 1 -m prove --timeout 2700

prove-short: setup
	JANTAKU_PROVE=short $(BIN)/pytest -n auto -m prove --timeout 1200

# What each of them says stands together, and all are asked, also where one has found something.
check: setup $(STAMPS)/npm-tools
	@$(MAKE) --no-print-directory --keep-going --output-sync=target --jobs=$(CORES) $(CHECKS)

CHECKS := check-types check-page check-commands check-messages check-unused check-spelling check-style check-firmware check-docs
.PHONY: $(CHECKS)

check-types:
	$(BIN)/mypy

check-page:
	cd referee/dashboard && npm run --silent check

check-commands:
	$(BIN)/python -m tools.describe --check

check-messages:
	$(BIN)/python -m tools.asyncapi.check

check-unused:
	$(BIN)/vulture

check-spelling:
	git ls-files -z | xargs -0 $(BIN)/codespell

check-style:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/python -m tools.docstrings

check-firmware:
	$(BIN)/python -m tools.protocol --check

# Every link leads somewhere, every page is in a list, and what a program writes into them is what it would write.
check-docs:
	$(MKDOCS) --site-dir $(CURDIR)/$(STAMPS)/site
	$(BIN)/python -m bench.docs.fouls --check
	$(BIN)/python -m bench.docs.notices --check
	$(BIN)/python -m bench.docs.speed --check

bench: setup
	$(BIN)/python -m bench.seeing.vision
	$(BIN)/python -m bench.all

# Fails where this tree is slower than the last release, by more than 15 % beyond the noise of ten alternations.
bench-check: setup
	$(BIN)/python -m bench.speed.against.check

$(SIM_PACKAGES): config/system/packages.txt config/system/install.sh
	@PYTHON=$(PYTHON) sh config/system/install.sh sim
	@mkdir -p $(STAMPS) && touch $@

$(DEB_PACKAGES): config/system/packages.txt config/system/install.sh | $(SIM_PACKAGES)
	@PYTHON=$(PYTHON) sh config/system/install.sh deb
	@mkdir -p $(STAMPS) && touch $@

$(TEST_PACKAGES): config/system/packages.txt config/system/install.sh | $(SIM_PACKAGES)
	@PYTHON=$(PYTHON) sh config/system/install.sh test
	@mkdir -p $(STAMPS) && touch $@

$(BIN)/python: | $(SIM_PACKAGES)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Jantaku needs Python 3.11 or newer; this is $$($(PYTHON) -V). Name a newer one: make PYTHON=python3.12 …"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Installs the libraries under some headings of the lock, and no file that has another hash.
install = sh tools/locked.sh $1 | \
    $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r /dev/stdin

# OpenCV with windows, which an older .venv has, lies in the same folder as the one without.
$(STAMPS)/python-sim: pyproject.toml tools/requirements.lock $(SIM_PACKAGES) | $(BIN)/python
	@! $(BIN)/python -m pip show --quiet opencv-python 2>/dev/null || \
	    $(BIN)/python -m pip uninstall --quiet --yes opencv-python opencv-python-headless
	$(call install,program)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/python-packing: pyproject.toml tools/requirements.lock $(STAMPS)/python-sim | $(BIN)/python
	$(call install,program packing)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/python-test: pyproject.toml tools/requirements.lock $(TEST_PACKAGES) $(STAMPS)/python-packing | $(BIN)/python
	$(call install,program debian packing tests)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/npm: referee/dashboard/package.json referee/dashboard/package-lock.json $(SIM_PACKAGES)
	cd referee/dashboard && npm ci --silent --no-audit --no-fund
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/npm-tools: tools/asyncapi/package.json tools/asyncapi/package-lock.json $(SIM_PACKAGES)
	cd tools/asyncapi && npm ci --silent --no-audit --no-fund
	@mkdir -p $(STAMPS) && touch $@

# Otherwise every worker would compile all tests, which takes twice as long as collecting them. What fails here fails there.
$(STAMPS)/tests-compiled: pyproject.toml tools/requirements.lock | setup
	@$(BIN)/pytest --collect-only -qq > /dev/null || true
	@touch $@

setup-sim: $(STAMPS)/python-sim $(FOR_OPERATOR)

# As in `ready`, what is fetched and what is made do not wait for each other.
setup:
	@$(MAKE) --no-print-directory --jobs=$(CORES) prepared

.PHONY: prepared
prepared: $(STAMPS)/python-sim $(STAMPS)/python-test $(STAMPS)/npm $(MADE) firmware dashboard
	@:

# Each program writes only those of its files that are not yet so: what is made from them is not made again.
missing = $(if $(filter-out $(wildcard $1),$1),FORCE)
.PHONY: FORCE

$(STAMPS)/for-page: $(DECLARATIONS) $(STAMPS)/python-sim $(call missing,$(FOR_PAGE))
	$(BIN)/python -m tools.describe.for_page
	@touch $@

$(STAMPS)/documents: $(DECLARATIONS) $(STAMPS)/python-packing $(call missing,$(DOCUMENTS))
	$(BIN)/python -m tools.describe.documents
	@touch $@

$(STAMPS)/for-operator: $(DECLARATIONS) $(STAMPS)/python-sim $(call missing,$(FOR_OPERATOR))
	$(BIN)/python -m tools.describe.operator
	@touch $@

# Nothing makes these: without this line make looks for a rule for each of them, a second long.
$(DECLARATIONS): ;

$(FOR_PAGE): $(STAMPS)/for-page ;
$(DOCUMENTS): $(STAMPS)/documents ;
$(FOR_OPERATOR): $(STAMPS)/for-operator ;

firmware: $(SIM_PACKAGES)
	@$(MAKE) --no-print-directory -s -C firmware_bridge/firmware host

dashboard: $(PAGE)

$(PAGE): $(STAMPS)/npm $(FOR_PAGE) $(shell find referee/dashboard/src referee/dashboard/static -type f 2>/dev/null) referee/dashboard/build.mjs referee/dashboard/bundle.mjs referee/dashboard/browsers/targets.mjs
	cd referee/dashboard && npm run --silent build
	@touch $@

# The network that names tiles, vision/model/tiles.onnx.
train: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[train]'
	$(BIN)/python -m tools.training.train --bfloat16 $(if $(ART),--art "$(ART)") $(if $(FONTS),--fonts "$(FONTS)") \
		$(if $(PHOTOS),--photos "$(PHOTOS)") $(if $(CACHE),--cache "$(CACHE)") $(if $(OUT),--out "$(OUT)")

# The network that finds tiles in photographs, vision/model/finder.onnx. Its photographs have boxes (images/, labels/).
train-finder: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[train]'
	$(BIN)/python -m tools.training.finder.train $(if $(ART),--art "$(ART)") $(if $(PHOTOS),--photos "$(PHOTOS)")

# The exact versions that the tests ran with, and the hashes of their files; pyproject.toml holds only the lower bounds.
lock: setup
	$(PYTHON) -m venv $(STAMPS)/uv
	$(STAMPS)/uv/bin/python -m pip install --quiet --disable-pip-version-check --upgrade uv
	$(BIN)/python -m tools.release.lock $(STAMPS)/uv/bin/uv

# The program with page, firmware sources, unit files and docs, for pip and pipx.
wheel: $(STAMPS)/python-$(if $(JANTAKU_COMPILE),test,packing) $(MADE) dashboard
	$(BIN)/python -m tools.release.packing

# The same as Debian packages, in dist/ (tools/deb/build.sh): for this machine's Debian and processor, or in a fresh root for
# another (SUITE=bookworm or trixie, and ARCHITECTURE=arm64 or amd64 if it is not this machine's).
deb: wheel firmware $(DEB_PACKAGES)
	@$(MAKE) --no-print-directory -s -C firmware_bridge/firmware avr
ifdef SUITE
	$(BIN)/python -m tools.deb.roots $(SUITE) $(ARCHITECTURE)
else
	PIP='$(BIN)/python -m pip' sh tools/deb/build.sh $(VERSION)
endif

# A hall and its broker as an image for podman or docker, from that package.
container: deb
	sh tools/container/build.sh

# An SD card for a Raspberry Pi 4, with the package for it; what is made in QEMU takes half an hour.
image:
	@ls dist/jantaku_*+deb13_arm64.deb > /dev/null 2>&1 || $(MAKE) --no-print-directory deb SUITE=trixie ARCHITECTURE=arm64
	sh tools/image/build.sh

# All that a version is given out as, and tried (docs/releasing.md).
release: setup
	@KEY='$(KEY)' $(BIN)/python -m tools.release

# Not with --quiet: warnings that are not shown are not counted either, and nothing would be an error.
MKDOCS := NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --config-file tools/site/mkdocs.yml

site: setup
	$(MKDOCS)
	@echo "site/index.html; with its search: $(BIN)/python -m http.server --directory site"

pictures: setup
	$(BIN)/python -m bench.pictures

clean:
	rm -rf $(MADE) tools/asyncapi/node_modules $(VENV) $(STAMPS) build dist site *.egg-info referee/dashboard/node_modules referee/dashboard/dist referee/dashboard/build firmware_bridge/firmware/build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
