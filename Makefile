# Every target works from a fresh clone, any number of times, and needs the network only for what is missing.
.DELETE_ON_ERROR:
.PHONY: help run build test test-long bench lint clean

# One configuration for what is run and what is tested, so that nothing is built twice.
BUILD = swift build -c release --explicit-target-dependency-import-check error

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

run: build ## install what is missing, build, and hear the demo
	@.build/release/companion demo

build: ## install what the build needs, and build the companion program
	@scripts/need-packages.sh build
	@scripts/need-swift.sh
	$(BUILD) --product companion

test: ## install what the tests need, build, and run every test
	@scripts/need-packages.sh build test
	@scripts/need-swift.sh
	@scripts/test.sh

test-long: ## the same, with the searches and endurance tests at full length
	@COMPANION_LONG=1 $(MAKE) --no-print-directory test

bench: ## measure speed against others on the same bytes, and write bench/results.md
	@scripts/need-packages.sh build test
	@scripts/need-swift.sh
	@scripts/bench.sh

lint: ## check the form of Swift and shell; silent where all is well
	@scripts/need-swift.sh
	@scripts/lint.sh

clean: ## remove everything that was built
	rm -rf .build
