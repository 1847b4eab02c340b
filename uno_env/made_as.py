"""How Gymnasium notes that an environment was made, in a form that can be written down."""

import copy

from gymnasium.envs.registration import EnvSpec

from uno_env.rules import Rules


class RulesAsText:
    """An environment whose `spec` holds its rules as a text.

    Gymnasium keeps the arguments of `make` in `spec`, and other programs write `spec.to_json()` to
    make the same environment again. JSON has no `Rules`, and `make` takes no mapping for them.
    """

    _spec: EnvSpec | None = None

    @property
    def spec(self) -> EnvSpec | None:
        """What `gymnasium.make` noted, None for an environment made without it."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        if spec is not None and isinstance(spec.kwargs.get("rules"), Rules):
            spec = copy.copy(spec)
            spec.kwargs = spec.kwargs | {"rules": str(spec.kwargs["rules"])}
        self._spec = spec
