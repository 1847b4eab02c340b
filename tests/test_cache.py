"""What kept machine code depends on: the sources that a kernel's module imports, and no others."""

import uno_agents.heuristic  # noqa: F401
from uno_env import compiling


def test_code_of_the_kernels_depends_on_the_whole_engine():
    sources = compiling._sources("uno_env.kernels")
    assert {"uno_env.kernels", "uno_env.engine.flow", "uno_env.engine.legal"} <= set(sources)
    assert {"uno_env.tables", "uno_env.rules", "uno_env.cards", "uno_env.compiling"} <= set(sources)


def test_code_of_the_kernels_outlives_an_edit_of_what_only_uses_them():
    sources = compiling._sources("uno_env.kernels")
    assert not {"uno_env", "uno_env.game", "uno_env.aec", "uno_env.render"} & set(sources)


def test_code_of_an_agent_depends_on_its_own_package_too():
    sources = compiling._sources("uno_agents.heuristic")
    assert {"uno_agents.heuristic", "uno_agents.odds", "uno_env.cards"} <= set(sources)
