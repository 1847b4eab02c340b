"""Agents by name: shipped ones, those of other packages, learned policies, and a user's own class.

A name is looked up in the entry-point group `uno_env.agents`, where any package may add its own.
What an entry point refers to is called without arguments, or with the suffix of its name:
`search-200` calls the entry `search` with `"200"`, `policy:PATH` calls `policy` with `"PATH"`.
Every other `a:B` means class `B` of module `a`.
"""

import difflib
import importlib
import inspect
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

GROUP = "uno_env.agents"

SHIPPED = {
    "uniform": "uno_agents.baselines:Uniform",
    "random": "uno_agents.baselines:Random",
    "heuristic": "uno_agents.heuristic:Heuristic",
    "rlcard-rule-v1": "uno_agents.rlcard_rule:RlcardRule",
    "heuristic-bluff": "uno_agents.bluffing:HeuristicBluff",
    "search": "uno_agents.search:Search",
    "clairvoyant": "uno_agents.search:Clairvoyant",
    "policy-search": "uno_agents.policy_search:PolicySearch",
    "policy": "uno_agents.policy:load",
}
"""The project's own entry points, so that a plain checkout has them without being installed."""

_WITH_SUFFIX = {"policy": "policy:official-2p"}
"""How a name that wants more is continued, for those that do not want a number."""


def make(name: Any) -> Any:
    """An agent by its name; an agent is handed back as it is.

    Args:
        name: `heuristic`, `search-200`, `policy:runs/mine/`, `my_module:MyAgent`, or an agent.

    Raises:
        ValueError: no agent has this name, the module or class does not exist, or what it names
            has no `act`.

    >>> make("heuristic")  # doctest: +ELLIPSIS
    <uno_agents.heuristic.Heuristic object at ...>
    >>> make("heuristics")
    Traceback (most recent call last):
        ...
    ValueError: unknown agent 'heuristics'; did you mean heuristic? expected one of ...
    """
    if not isinstance(name, str):
        return _checked(name, repr(name))
    known = _known()
    if name in known:
        return _checked(_call(known[name], name), name)
    found = _with_suffix(name, known)
    if found is not None:
        entry, suffix = found
        return _checked(_call(entry, name, suffix), name)
    if ":" in name:
        return _checked(_from_module(name), name)
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise ValueError(
        f"unknown agent {name!r}; {hint}expected one of {', '.join(sorted(known))}, "
        "policy:PATH, or module:Class"
    )


def names() -> list[str]:
    """The names of all registered agents; some of them want a suffix."""
    return sorted(_known())


def _known() -> dict[str, EntryPoint]:
    """All registered agents; what is shipped cannot be replaced."""
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    return found | {name: EntryPoint(name, value, GROUP) for name, value in SHIPPED.items()}


def _with_suffix(name: str, known: dict[str, EntryPoint]) -> tuple[EntryPoint, str] | None:
    """The entry with the longest name that `name` continues after a dash, and what follows.

    Only `policy` may be continued by a colon as well.
    """
    for entry in sorted(known, key=len, reverse=True):
        for joint in ("-", ":") if entry == "policy" else ("-",):
            if name.startswith(entry + joint) and _takes(_load(known[entry]), 1):
                return known[entry], name[len(entry) + 1 :]
    return None


def _load(entry: EntryPoint) -> Any:
    """What an entry point refers to; only now its module is imported."""
    try:
        return entry.load()
    except ModuleNotFoundError as error:
        if error.name != entry.module.partition(".")[0]:
            raise
        raise ValueError(
            f"agent {entry.name!r} is {entry.value}, and there is no module {error.name!r}: "
            "install its package, or put the module's folder on PYTHONPATH"
        ) from None


def _call(entry: EntryPoint, name: str, *suffix: str) -> Any:
    factory = _load(entry)
    if not _takes(factory, len(suffix)):
        example = _WITH_SUFFIX.get(entry.name, f"{entry.name}-200")
        raise ValueError(f"agent {name!r} needs a suffix, as in {example}: see {entry.value}")
    return factory(*suffix)


def _takes(factory: Callable, arguments: int) -> bool:
    """Whether a factory can be called with that many positional arguments."""
    try:
        inspect.signature(factory).bind(*[""] * arguments)
    except TypeError:
        return False
    return True


def _from_module(name: str) -> Any:
    """The agent that `module:Class` names: made, if it is a class or a function."""
    module_name, _, attribute = name.partition(":")
    if not module_name or not attribute:
        raise ValueError(f"agent {name!r}: expected module:Class, such as my_agents:Careful")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name and f"{module_name}.".startswith(f"{error.name}."):
            raise ValueError(
                f"agent {name!r}: there is no module {error.name!r}; it must be importable from "
                "the current folder or PYTHONPATH"
            ) from None
        raise
    found = getattr(module, attribute, None)
    if found is None:
        near = difflib.get_close_matches(attribute, dir(module), n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise ValueError(f"agent {name!r}: module {module_name} has no {attribute!r}{hint}")
    if hasattr(found, "act") and not inspect.isclass(found):
        return found
    if not callable(found) or not _takes(found, 0):
        raise ValueError(
            f"agent {name!r}: expected an agent, or a class or function that makes one without "
            f"arguments, not {found!r}"
        )
    return found()


def _checked(agent: Any, name: str) -> Any:
    if inspect.isclass(agent) or not callable(getattr(agent, "act", None)):
        raise ValueError(
            f"{name} is no agent: {type(agent).__name__} has no method "
            "act(observation, mask, rng) -> actions"
        )
    return agent
