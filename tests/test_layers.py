"""Who may import whom: each layer only what lies below it, and no module in a circle.

The imports are read from the sources, so one inside a function or under `TYPE_CHECKING` counts too.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = {"uno_env": ROOT, "uno_agents": ROOT / "agents", "uno_train": ROOT / "train"}

# Lowest first. A package stands for all its modules, but `uno_env` for its public names alone.
LAYERS = (
    (
        "uno_env.cards",
        "uno_env.layout",
        "uno_env.notation",
        "uno_env.compiling",
        "uno_env.pages",
    ),
    ("uno_env.options", "uno_env.rules", "uno_env.tables", "uno_env.actions", "uno_env.state"),
    (
        "uno_env.engine",
        "uno_env.fields",
        "uno_env.observation",
        "uno_env.knowledge",
        "uno_env.checks",
    ),
    (
        "uno_env.kernels",
        "uno_env.playouts",
        "uno_env.rows",
        "uno_env.validity",
        "uno_env.position",
        "uno_env.saving",
        "uno_env.facts",
        "uno_env.shapes",
        "uno_env.scene",
        "uno_env.text",
        "uno_env.card_pictures",
        "uno_env.picture",
        "uno_env.explain",
        "uno_env.rule_words",
        "uno_env.prompt",
        "uno_env.seeing",
        "uno_env.game",
        "uno_env.batch",
        "uno_env.luck",
    ),
    ("uno_env.agents", "uno_env.worlds", "uno_env.seating", "uno_env.opponents", "uno_env.learner"),
    (
        "uno_env.window",
        "uno_env.render",
        "uno_env.made_as",
        "uno_env.aec",
        "uno_env.uno_v0",
        "uno_env.single",
        "uno_env.vector",
        "uno_env.registration",
        "uno_env.record",
        "uno_env.replay",
        "uno_env.rlcard",
    ),
    ("uno_env", "uno_env.__main__"),
    ("uno_agents",),
    ("uno_train",),
)
# What agents may import of uno_env: its public names, the tables of cards and actions, compiling,
# how an agent is found and asked, what look-ahead needs, and for compiled ones the records that
# kernels work on.
DOORS = (
    "uno_env",
    "uno_env.actions",
    "uno_env.agents",
    "uno_env.cards",
    "uno_env.compiling",
    "uno_env.explain",
    "uno_env.facts",
    "uno_env.kernels",
    "uno_env.luck",
    "uno_env.observation",
    "uno_env.playouts",
    "uno_env.record",
    "uno_env.rlcard",
    "uno_env.scene",
    "uno_env.seating",
    "uno_env.state",
    "uno_env.tables",
    "uno_env.uno_v0",
    "uno_env.worlds",
)
TRAINING_LIBRARIES = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard")


def inside(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def module_name(path: Path, folder: Path) -> str:
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    module_name(path, folder): path
    for package, folder in FOLDERS.items()
    for path in sorted((folder / package).rglob("*.py"))
}


def imports(module: str) -> Iterator[str]:
    """Yields what `module` imports; for `from a import b`, `a.b` where that is a module."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                full = f"{source}.{alias.name}"
                yield full if full in MODULES else source


def covers(entry: str, module: str) -> bool:
    return module == entry if entry == "uno_env" else inside(module, entry)


def layer(module: str) -> int:
    for place, entries in enumerate(LAYERS):
        if any(covers(entry, module) for entry in entries):
            return place
    pytest.fail(
        f"{module} has no place in the order of the layers: add it to LAYERS in"
        f" tests/{Path(__file__).name}, in the lowest layer that is above all it imports"
    )


def ours(module: str) -> set[str]:
    return {name for name in imports(module) if name.partition(".")[0] in FOLDERS}


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_from_its_own_layer_and_the_ones_below(module):
    own = layer(module)
    too_high = {name for name in ours(module) if layer(name) > own}
    assert not too_high, f"{module} may not import {sorted(too_high)}"


def test_no_module_imports_itself_in_a_circle():
    waiting = {module: ours(module) - {module} for module in MODULES}
    while free := [module for module, needs in waiting.items() if not needs & waiting.keys()]:
        for module in free:
            del waiting[module]
    assert not waiting, f"among these modules there is a circle: {sorted(waiting)}"


@pytest.mark.parametrize("module", [name for name in MODULES if inside(name, "uno_agents")])
def test_an_agent_knows_the_engine_by_its_public_names_and_needs_no_training_library(module):
    behind_the_door = {name for name in ours(module) if inside(name, "uno_env")} - set(DOORS)
    assert not behind_the_door, f"{module}: import it from {' or '.join(DOORS)}"
    outside = {name.partition(".")[0] for name in imports(module)}
    assert not outside & set(TRAINING_LIBRARIES), f"{module} must run on NumPy alone"


@pytest.mark.parametrize("module", MODULES)
def test_ray_is_imported_by_the_modules_of_distributed_training_alone(module):
    outside = {name.partition(".")[0] for name in imports(module)}
    assert "ray" not in outside or module.startswith("uno_train.distributed_")


@pytest.mark.parametrize("package", ["uno_env", "uno_agents"])
def test_importing_the_package_loads_neither_torch_nor_anything_graphical(package):
    heavy = ["torch", "stable_baselines3", "matplotlib", "PIL", "pygame"]
    program = f"import sys, {package}; print([name for name in {heavy} if name in sys.modules])"
    path = [str(folder) for folder in FOLDERS.values()]
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path}; {program}"],
        capture_output=True,
        text=True,
    )
    assert (run.stdout.strip(), run.stderr) == ("[]", "")
