# An index of what can be done here; the work itself is in scripts/, Tests/ and Package.swift.
# `make` alone lists the verbs.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# A module compiled at once takes a quarter less time than in two batches of its files, and another
# twentieth less if its interface is not compiled separately. SwiftPM finds XCTest's cases in the
# index, which needs an output for each file: -num-threads makes them.
SWIFT_BUILD := swift build --explicit-target-dependency-import-check error \
	-Xswiftc -whole-module-optimization -Xswiftc -no-emit-module-separately-wmo \
	-Xswiftc -num-threads -Xswiftc 1
# A sixth of a build's time is debug information, which only a debugger reads: DEBUG_INFO=dwarf.
DEBUG_INFO ?= none
DEBUG_BUILD := $(SWIFT_BUILD) -debug-info-format $(DEBUG_INFO) $$(scripts/cxx-headers)
SWIFT_FILES := find Sources Tests -name '*.swift' -not -path '*/Generated/*' -print0
DENO := DENO_NO_UPDATE_CHECK=1 NO_COLOR=1 .tools/venv/bin/deno
PORT ?= 8080

.PHONY: help run build test test-swift test-tidy test-web test-screens test-e2e module-graph screenshots format lint engine bench bench-gate claims game-day release package clean

help: ## Lists the verbs
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' Makefile | awk -F'\t' '{printf "make %-12s %s\n", $$1, $$2}'

run: ## Sets up what is missing, builds, and serves the demo network (PORT=8080)
	scripts/setup --run
	$(DEBUG_BUILD) --product takt
	exec .build/debug/takt demo --port $(PORT)

build: ## Builds everything, tests included, or one module (debug; TARGET=Raptor)
	$(DEBUG_BUILD) $(if $(TARGET),--target $(TARGET),--build-tests)

test: ## Runs every check, as continuous integration does, and sums them up
	scripts/setup --run
	ENGINE_OPTIONAL=1 scripts/run-stages test-screens lint test-web engine build test-swift test-tidy test-e2e

# All tests at once, as is the default, starve one another, and what waits for an answer gives up.
test-swift: ## Runs the Swift tests of what `make build` built, or some (FILTER=RaptorTests)
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8 swift test --skip-build $(if $(FILTER),--filter '$(FILTER)',--skip TidyTests)

test-tidy: ## Checks slices, sizes, comments, links and the like on what `make build` built
	swift test --skip-build --filter TidyTests

test-web: ## Checks types and style of the web app and runs its unit tests
	scripts/setup --test
	$(DENO) lint --config Tests/Web/deno.json Web/app Web/engine Web/service-worker.js Tests/Web
	$(DENO) check --quiet --config Tests/Web/deno.json Web/app Web/engine Web/service-worker.js Tests/Web
	$(DENO) test --config Tests/Web/deno.json --no-remote --no-npm --allow-read=. Tests/Web

test-screens: ## Renders each screen of the web app on drawn answers, without the build
	scripts/setup --test
	.tools/venv/bin/python Tests/Screens/run

test-e2e: ## Drives the built program from outside, with a browser
	scripts/setup --test
	Tests/EndToEnd/run

module-graph: ## Draws the graph of modules into ARCHITECTURE.md (after make build)
	RECORD_GOLDEN=1 swift test --skip-build --filter TidyTests.ModuleGraphTests

screenshots: ## Renders the screens of the web app into docs/screenshots (after make build)
	Tests/EndToEnd/screenshots

format: ## Formats the Swift sources in place
	$(SWIFT_FILES) | xargs -0 swift format format --in-place --parallel Package.swift

lint: ## Fails where the Swift sources are not formatted
	$(SWIFT_FILES) | xargs -0 swift format lint --strict --parallel Package.swift

engine: ## Compiles Core and the diary for WebAssembly into .build/engine, with their ES modules
	scripts/setup --test
	scripts/engine

bench: ## Measures imports, searches and messages with the optimised program (builds it into .build-release)
	Benchmarks/import-speed
	Benchmarks/routing-speed
	Benchmarks/stop-search
	Benchmarks/history
	Benchmarks/message-speed
	Benchmarks/transport-api-speed

bench-gate: ## Fails where imports, searches, boards, home or live vehicles take more instructions than recorded
	Benchmarks/gate

claims: ## Measures what README and docs claim, an hour or so, and says where it does not hold
	scripts/setup --test
	Benchmarks/claims

game-day: ## Plays one fault after another on a server of its own, a quarter of an hour, and reports
	scripts/setup --test
	.tools/venv/bin/python scripts/game-day --report .build/game-day.md

release: ## Builds the optimised program, for machines without Swift too, into .build/release/takt
	$(SWIFT_BUILD) -c release --static-swift-stdlib --product takt

package: ## Makes the Debian package and the container image of the optimised program, into .build/package
	scripts/setup --package
	packaging/make

clean: ## Removes what was built; keeps downloaded tools
	rm -rf .build .build-release
