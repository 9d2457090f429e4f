# Quartermaster: `make run` starts it, `make test` tests it; both set themselves up.
.DEFAULT_GOAL := help
.PHONY: help install run backup restore test check style types contracts migrations docs docs-check browser bench pins clean
MAKEFLAGS += --no-print-directory

IN := .venv/bin/python
CODE := api battle config datasheets roster website manage.py tests
WORKERS ?= 2
CHROMIUM := $(firstword $(wildcard /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome))
PYTEST := $(IN) -m pytest -n $(WORKERS) --dist worksteal
LEFT_OUT := LEFT OUT: the browser journeys, since Chromium is not installed (sudo apt install chromium).

PORT ?= 8000
export PORT

help: ## list what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do printf '  make %-11s %s\n' "$$name" "$$text"; done

install: ## make .venv with everything that developing needs
	@requirements/environment.sh dev

run: ## start the service on 127.0.0.1 (PORT=8001 for another port)
	@requirements/environment.sh run
	@exec $(IN) -m config.embedded

backup: ## back up database and keys into one file (TO=file; else a new one in var/backups), also while it runs
	@requirements/environment.sh run
	@$(IN) manage.py backup $(if $(TO),"$(TO)")

restore: ## restore a backup (FROM=file, and OVERWRITE=yes where there is a database already)
	@[ -n "$(FROM)" ] || { echo "Name the backup: make restore FROM=file" >&2; exit 1; }
	@requirements/environment.sh run
	@$(IN) manage.py restore "$(FROM)" $(if $(filter yes,$(OVERWRITE)),--overwrite)

test: install ## run the suite (browser journeys too where Chromium is installed)
ifneq ($(CHROMIUM),)
	@$(PYTEST) $(ARGS)
else
	@$(PYTEST) -m 'not browser' $(ARGS)
	@echo "$(LEFT_OUT)"
endif

check: style types contracts migrations docs-check test ## everything that must hold before a change lands

style: install ## format and lint rules
	@$(IN) -m ruff format --check .
	@$(IN) -m ruff check .

types: install ## mypy
	@$(IN) -m mypy $(CODE)

contracts: install ## who may import whom
	@.venv/bin/lint-imports

migrations: install ## models and migrations agree
	@$(IN) manage.py makemigrations --check --dry-run

docs: install ## write the generated pages anew (checks, API schema)
	@$(IN) manage.py generate_muster_docs
	@$(IN) manage.py generate_audit_docs
	@$(IN) manage.py generate_rules_coverage
	@$(IN) manage.py generate_effects_coverage
	@mkdir -p docs/api
	@$(IN) manage.py spectacular --custom-settings api.openapi.OPENAPI --validate --fail-on-warn --file docs/api/openapi.yaml

docs-check: install ## the generated pages are up to date
	@$(IN) manage.py generate_muster_docs --check
	@$(IN) manage.py generate_audit_docs --check
	@$(IN) manage.py generate_rules_coverage --check
	@$(IN) manage.py generate_effects_coverage --check
	@$(IN) manage.py spectacular --custom-settings api.openapi.OPENAPI --validate --fail-on-warn | diff -u docs/api/openapi.yaml - || { echo "docs/api/openapi.yaml is out of date; run: make docs" >&2; exit 1; }

browser: install ## only the browser journeys
	@$(if $(CHROMIUM),$(PYTEST) -m browser $(ARGS),echo "$(LEFT_OUT)" >&2; exit 1)

bench: install ## measure reading, checking and attacks, beside peers
	@$(IN) -m tests.bench

pins: ## resolve requirements/*.in anew into pins
	@requirements/pin.sh

clean: ## remove .venv and caches; var/ with the database stays
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis staticfiles
