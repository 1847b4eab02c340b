"""The files of a learned policy: reading, writing and refusing them.

A policy is two files: `NAME.safetensors` with the weights and `NAME.json`, its card. In a run's
folder they are `policy.safetensors` and `policy.json`. Training writes them with `save`.

| tensor | shape | |
|---|---|---|
| `input.scale` | [D] | optional; the observation is multiplied by it |
| `trunk.0.weight`, `trunk.0.bias`, `trunk.1.` ... | [out, in], [out] | activation after each |
| `policy.weight`, `policy.bias` | [A, H], [A] | the score of each action |
| `value.weight`, `value.bias` | [1, H], [1] | optional; the reward that the seat expects |

All are float32. The card must hold what `describe` gives, `activation` and `trunk` (the layers'
names in order). The view it describes is "table", or "own" for a network that reads and answers in
the seat's own view (`uno_agents.own_view`). `rules`, `command`, `seeds`, results and the like may
stand beside it. `save` adds the weights' SHA-256. Loading reads arrays and JSON and never runs
code.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load as read_tensors
from safetensors.numpy import save as write_tensors

from uno_env import ACTIONS, observation_layout

FORMAT = 1
ACTIVATIONS = ("tanh", "relu")

VIEWS = ("table", "own")
"""A network may read observations as they are, or in the seat's own view."""

_SUFFIX = ".safetensors"
_SHIPPED = Path(__file__).parent / "policies"

FORMAT_FIELDS = (
    "format", "seats", "history", "layout", "actions", "view", "activation", "trunk",
)  # fmt: skip
"""What a card must hold besides the weights' `sha256`, which `save` writes."""


def read(path: str | os.PathLike) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Tensors and card of `FILE.safetensors` or a run's folder `DIR/`; a bare name: a shipped one.

    Raises:
        ValueError: a file is missing, damaged, of a newer format, or made for another layout or
            other actions; the message names the file, what it says and what was expected.
    """
    weights = weights_file(path)
    for file in (weights, weights.with_suffix(".json")):
        if not file.is_file():
            raise ValueError(
                f"policy {os.fspath(path)!r}: there is no file {file}; expected FILE{_SUFFIX} with "
                f"FILE.json beside it, DIR/ holding policy{_SUFFIX} and policy.json, or a shipped "
                f"one: {', '.join(shipped())}"
            )
    card = _read_card(weights.with_suffix(".json"))
    content = weights.read_bytes()
    if hashlib.sha256(content).hexdigest() != card["sha256"]:
        raise ValueError(f"{weights}: damaged, or not the weights that its card was written for")
    try:
        tensors = read_tensors(content)
    except (SafetensorError, ValueError, KeyError) as error:
        raise ValueError(f"{weights}: no readable safetensors file ({error})") from None
    _check(tensors, card, str(weights))
    return tensors, card


def save(
    path: str | os.PathLike, tensors: Mapping[str, np.ndarray], card: Mapping[str, Any]
) -> Path:
    """Write weights and card, each aside first and then renamed; the path of the weights.

    Args:
        path: `FILE.safetensors`, or a folder `DIR/` to hold `policy.safetensors`.
        tensors: the float32 arrays named in the table above.
        card: `describe(seats, history)`, `activation`, `trunk`, and whatever else is to be kept.

    Raises:
        ValueError: tensors and card do not make a policy that `load` would read.
    """
    weights = weights_file(path)
    content = write_tensors({name: np.ascontiguousarray(a) for name, a in tensors.items()})
    card = dict(card) | {"sha256": hashlib.sha256(content).hexdigest()}
    _check_card(card, str(weights))
    _check(tensors, card, str(weights))
    weights.parent.mkdir(parents=True, exist_ok=True)
    _write_aside(weights, content)
    _write_aside(weights.with_suffix(".json"), json.dumps(card, indent=2).encode())
    return weights


def describe(seats: int, history: int = 0, view: str = "table") -> dict[str, Any]:
    """What a card says of the format, the layout and the actions a policy is made for.

    Args:
        view: "own" for a network that reads and answers in the seat's own view of a table.
    """
    return {
        "format": FORMAT,
        "seats": seats,
        "history": history,
        "layout": observation_layout(seats, history).fingerprint,
        "actions": actions_fingerprint(),
        "view": view,
    }


def actions_fingerprint() -> str:
    """16 hex digits that change with any action's number or label."""
    return hashlib.sha256(" ".join(ACTIONS.labels).encode()).hexdigest()[:16]


def weights_file(path: str | os.PathLike) -> Path:
    """The weights' file: as given, in a run's folder, or among the shipped ones."""
    text = os.fspath(path)
    if text.endswith(_SUFFIX):
        return Path(text)
    if isinstance(path, str) and "/" not in text and os.sep not in text:
        return _SHIPPED / f"{text}{_SUFFIX}"
    return Path(text) / f"policy{_SUFFIX}"


def shipped() -> list[str]:
    """The names of the policies in the package."""
    return sorted(file.stem for file in _SHIPPED.glob(f"*{_SUFFIX}"))


def _write_aside(path: Path, content: bytes) -> None:
    aside = path.with_name(path.name + ".part")
    aside.write_bytes(content)
    os.replace(aside, path)


def _read_card(path: Path) -> dict[str, Any]:
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: no readable JSON card ({error})") from None
    _check_card(card, str(path))
    return card


def _check_card(card: Any, where: str) -> None:
    """Whether a policy with this card can play here at all."""
    if not isinstance(card, dict):
        raise ValueError(f"{where}: expected a JSON object as the policy's card")
    missing = [name for name in (*FORMAT_FIELDS, "sha256") if name not in card]
    if missing:
        raise ValueError(f"{where}: the card lacks {', '.join(missing)}")
    if card["format"] != FORMAT:
        raise ValueError(
            f"{where}: policy format {card['format']!r}; this version reads format {FORMAT}"
        )
    if card["activation"] not in ACTIVATIONS:
        raise ValueError(
            f"{where}: activation {card['activation']!r}; expected one of {', '.join(ACTIVATIONS)}"
        )
    if card["view"] not in VIEWS:
        raise ValueError(f"{where}: view {card['view']!r}; expected one of {', '.join(VIEWS)}")
    trunk = card["trunk"]
    if not isinstance(trunk, list) or not all(isinstance(layer, str) for layer in trunk):
        raise ValueError(f"{where}: trunk is {trunk!r}; expected the layers' names in order")
    if not isinstance(card["seats"], int) or not isinstance(card["history"], int):
        raise ValueError(
            f"{where}: seats={card['seats']!r}, history={card['history']!r}: expected whole numbers"
        )
    here = describe(card["seats"], card["history"])
    for name, what in (("layout", "observation layout"), ("actions", "list of actions")):
        if card[name] != here[name]:
            raise ValueError(
                f"{where}: made for another {what} ({card[name]}; here seats={card['seats']}, "
                f"history={card['history']} have {here[name]}): train it anew"
            )


def _check(tensors: Mapping[str, np.ndarray], card: Mapping[str, Any], where: str) -> None:
    """Whether the tensors are those of the table above, in shapes that fit together."""
    shapes = _expected_shapes(tensors, card)
    for name, shape in shapes.items():
        if name not in tensors:
            raise ValueError(f"{where}: tensor {name!r} is missing")
        found = tensors[name]
        if found.shape != shape or found.dtype != np.float32:
            raise ValueError(
                f"{where}: tensor {name!r} is {found.dtype} of shape {list(found.shape)}; "
                f"expected float32 of shape {list(shape)}"
            )
        if not np.isfinite(found).all():
            raise ValueError(f"{where}: tensor {name!r} holds values that are not finite")
    if extra := sorted(set(tensors) - set(shapes)):
        raise ValueError(f"{where}: unknown tensors {', '.join(extra)}")


def _expected_shapes(
    tensors: Mapping[str, np.ndarray], card: Mapping[str, Any]
) -> dict[str, tuple[int, ...]]:
    """The shape each tensor must have; widths of hidden layers are taken from their weights."""
    width = observation_layout(card["seats"], card["history"]).size
    shapes: dict[str, tuple[int, ...]] = {}
    if "input.scale" in tensors:
        shapes["input.scale"] = (width,)
    for layer in card["trunk"]:
        weight = tensors.get(f"{layer}.weight")
        out = len(weight) if weight is not None and weight.ndim else 0
        shapes[f"{layer}.weight"] = (out, width)
        shapes[f"{layer}.bias"] = (out,)
        width = out
    shapes["policy.weight"] = (ACTIONS.size, width)
    shapes["policy.bias"] = (ACTIONS.size,)
    if "value.weight" in tensors:
        shapes["value.weight"], shapes["value.bias"] = (1, width), (1,)
    return shapes
