# Every target works from a fresh clone, any number of times, and needs the network only for what is missing.
.DELETE_ON_ERROR:
.PHONY: help run build test test-long test-sanitized fuzz bench soak robot-test deb deb-twice lint clean

# One configuration for what is run and what is tested, so that nothing is built twice.
BUILD = swift build -c release --explicit-target-dependency-import-check error

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

run: build ## install what is missing, build, and hear the demo
	@.build/release/companion demo

build: ## install what the build needs, and build the companion program
	@scripts/need-packages.sh build
	@scripts/need-swift.sh
	$(BUILD) --product companion

test: ## install what the tests need, build, and run every test
	@scripts/need-packages.sh build test
	@scripts/need-swift.sh
	@scripts/need-python.sh
	@scripts/test.sh

test-long: ## the same, with the searches and endurance tests at full length
	@COMPANION_LONG=1 $(MAKE) --no-print-directory test

robot-test: deb ## install the package on an emulated robot and put it through its trials, with real drivers and faults
	@-scripts/need-packages.sh robot
	@Tests/VirtualRobot/run.py --package "$$(scripts/deb.sh --where)"

deb: ## build the Debian package, with the Swift runtime in the program
	@scripts/need-packages.sh build deb
	@scripts/need-swift.sh
	@scripts/deb.sh

test-sanitized: ## run every test with the sanitizers of addresses, of undefined behaviour in C, and of threads
	@scripts/need-packages.sh build test
	@scripts/need-swift.sh
	@scripts/need-python.sh
	@scripts/test-sanitized.sh

fuzz: ## feed the readers of foreign bytes with bytes by chance; TIME=seconds for each, 60 if not said
	@scripts/need-packages.sh build
	@scripts/need-swift.sh
	@scripts/fuzz.sh $(TIME)

bench: ## measure speed against others on the same bytes, and write bench/results.md
	@scripts/need-packages.sh build test
	@scripts/need-swift.sh
	@scripts/bench.sh

soak: ## live through 24 simulated hours with a fault in every minute; MINUTES=number and SEED=number for others
	@scripts/need-packages.sh build
	@scripts/need-swift.sh
	@scripts/soak.sh $(MINUTES) $(SEED)

deb-twice: ## build the package twice from scratch, and compare the bytes
	@scripts/need-packages.sh build deb
	@scripts/need-swift.sh
	@scripts/deb-twice.sh

lint: ## check the form of Swift and shell; silent where all is well
	@scripts/need-swift.sh
	@scripts/lint.sh

clean: ## remove everything that was built
	rm -rf .build
