# Everything but `make distributed` and `make clients` runs in .venv, made anew when pyproject.toml or constraints.txt change.

PYTHON ?= python3
DEMO_MINUTES ?= 1.5
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: setup demo test check bench policies leaderboard distributed clients clean

setup: .venv/installed

# torch comes first, so that no other package draws in a build of its own choice.
.venv/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "uno-env needs Python 3.11 or newer: make PYTHON=python3.11")'
	@echo "Installing into .venv: torch and what else training and the tests need, some minutes"
	@$(PYTHON) -m venv .venv
	@$(INSTALL) torch
	@$(INSTALL) --editable '.[train,render,arena,parquet,dev]'
	@touch $@

demo: setup
	@echo "One game between the heuristic and the random agent:"
	@$(BIN)/python -m uno_agents.watch --agents heuristic,random --seed 21
	@echo "PPO self-play for $(DEMO_MINUTES) minutes:"
	$(BIN)/python -m uno_train.ppo --players 2 --minutes $(DEMO_MINUTES) --seed 1 --out runs/demo --overwrite
	@echo "The trained agent, two yardsticks and the shipped policy, everybody against everybody:"
	$(BIN)/python -m uno_agents.arena --cross --agents policy:runs/demo/,random,heuristic,policy:official-2p --players 2 --deals 10000
	@echo "Model, learning curve and TensorBoard logs are in runs/demo. To play against it:"
	@echo "  source .venv/bin/activate; python -m uno_agents.play --against policy:runs/demo/"

# The rules run a second time with every array index checked: compiled code writes past an end in silence.
test: setup
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest --quiet -n 2 tests/rules
	$(BIN)/python -m pytest --quiet -n 2 --nbmake

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest --quiet tests/test_layers.py

bench: .venv/installed-bench
	$(BIN)/python -m benchmarks

.venv/installed-bench: .venv/installed
	@$(INSTALL) --editable '.[bench]'
	@touch $@

# 20 to 30 minutes of one core for each; the same commands give the same weights on the same processor.
OFFICIAL_2P := --players 2 --decisions 24000000 --snapshots 0.15 --eager 0.5 --curve-points 1
OFFICIAL_4P := --players 4 --decisions 30000000 --games 2048 --window 32768 --minibatch 2048 \
	--learning-rate 1e-3 1e-4 --eager 0.5 --curve-points 1

policies: setup
	$(BIN)/python -m uno_train.ppo $(OFFICIAL_2P) --seed 1 --threads 1 --out runs/official-2p
	$(BIN)/python -m uno_train.publish runs/official-2p official-2p
	$(BIN)/python -m uno_train.ppo $(OFFICIAL_4P) --seed 1 --threads 1 --out runs/official-4p
	$(BIN)/python -m uno_train.publish runs/official-4p official-4p

# Hours, most of them for the search agents; stopped, it goes on from runs/leaderboard.
# CHECK=1 replays the games of each row and says whether it still holds.
leaderboard: setup
	$(BIN)/python -m uno_agents.leaderboard $(if $(CHECK),--check)

# Training on a Ray cluster, in an environment of its own with the Gymnasium that Ray's own libraries ask for.
RAY := .venv-ray/bin
INSTALL_RAY := $(RAY)/python -m pip install --quiet --disable-pip-version-check --constraint constraints-ray.txt

distributed: .venv-ray/installed
	$(RAY)/python -m pytest --quiet -m distributed tests/distributed

.venv-ray/installed: pyproject.toml constraints-ray.txt
	@echo "Installing into .venv-ray"
	@$(PYTHON) -m venv .venv-ray
	@$(INSTALL_RAY) torch
	@$(INSTALL_RAY) --editable '.[train,distributed]' 'ray[rllib]' pytest hypothesis
	@touch $@

# Other people's libraries: RLlib beside Ray, the others in an environment of their own; ends with the
# table of clients, versions and results, which is written into docs/using-with.md.
CLIENTS := .venv-clients/bin
INSTALL_CLIENTS := $(CLIENTS)/python -m pip install --quiet --disable-pip-version-check --constraint constraints-clients.txt
RLLIB_TEST := tests/clients/test_rllib.py

clients: .venv-clients/installed .venv-ray/installed
	@rm -rf runs/clients
	@failed=0; \
	$(CLIENTS)/python -m pytest --quiet -m clients tests/clients --ignore $(RLLIB_TEST) || failed=1; \
	$(RAY)/python -m pytest --quiet -m clients $(RLLIB_TEST) || failed=1; \
	$(CLIENTS)/python -m tests.clients.results; \
	exit $$failed

.venv-clients/installed: pyproject.toml constraints-clients.txt
	@echo "Installing into .venv-clients"
	@$(PYTHON) -m venv .venv-clients
	@$(INSTALL_CLIENTS) torch
	@$(INSTALL_CLIENTS) --editable '.[train,render]' pytest hypothesis torchrl tianshou 'minari[hdf5,create]' supersuit
	@touch $@

clean:
	rm -rf .venv .venv-ray .venv-clients build dist runs .pytest_cache .hypothesis .mypy_cache .ruff_cache
