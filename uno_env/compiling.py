"""How kernels are compiled, and where the machine code is kept.

`@compiled` marks a function that other compiled functions call, `@inlined` one that becomes part of
its callers: names for an expression, and steps that are called from one place, for every function
of its own is optimised once more in each of its callers, which costs seconds at the start.
`@kernel` is one that Python calls, whose machine code is kept between processes. The cache can be
trusted: its folder is named after a hash of the sources that the kernel's module imports, directly
or not, so an edit in one module never meets code compiled from another; and every signature has a
file of its own, so several processes may compile at once. The folder lies in the user's cache
directory (or in `UNO_ENV_CACHE`), so read-only installs work; where nothing can be written, every
process compiles anew. None of numba's own settings is touched.
"""

import ast
import hashlib
import os
import pathlib
import pickle
import platform
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numba.core import caching

_OPTIONS: dict[str, Any] = {"error_model": "numpy"}
_njit: Any = numba.njit  # its published types leave out some of its options

compiled = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)
inlined = _njit(inline="always", **_OPTIONS)


def kernel(function: Callable) -> Callable:
    """Compile a function on its first call from Python, or take it from the cache.

    The cached code depends on the sources of `uno_env` and of the function's own package that its
    module imports.
    It lets other threads work meanwhile. Under `NUMBA_DISABLE_JIT=1` the function is returned as it
    is.
    """
    dispatcher = _njit(nogil=True, **_OPTIONS)(function)
    if hasattr(dispatcher, "py_func"):
        dispatcher._cache = _KernelCache(function)
    return dispatcher


def is_cached(dispatcher: Callable) -> bool:
    """Whether the kernel's folder holds compiled code already (of any signature)."""
    folder = pathlib.Path(getattr(dispatcher, "_cache", caching.NullCache()).cache_path or "")
    name = getattr(dispatcher, "__name__", "")
    return any(folder.glob(f"*.{name}-*.nbc")) if name else False


@cache
def _stamp(module: str) -> str:
    """A hash of the sources that code of `module` is compiled from, and of what compiles them."""
    digest = hashlib.sha256()
    compiler = (numba.__version__, np.__version__, platform.python_version(), platform.machine())
    digest.update(repr((*compiler, os.environ.get("NUMBA_BOUNDSCHECK"))).encode())
    for name, source in sorted(_sources(module).items()):
        digest.update(name.encode() + source)
    return digest.hexdigest()[:16]


def _sources(module: str) -> dict[str, bytes]:
    """The sources of a module and of all that it imports of its own package and of `uno_env`."""
    folders = {
        name: pathlib.Path(str(sys.modules[name].__file__)).parent
        for name in {str(__package__), module.partition(".")[0]}
    }
    found: dict[str, bytes] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        top, *inner = name.split(".")
        if name not in found and top in folders:
            source, imports = _read(folders[top].joinpath(*inner))
            waiting += imports
            if source:
                found[name] = source
    return found


@cache
def _read(base: pathlib.Path) -> tuple[bytes, list[str]]:
    """A module's source and what it may import; nothing for the name of another thing.

    The project imports by absolute names alone.
    """
    path = base / "__init__.py" if base.is_dir() else base.with_suffix(".py")
    if not path.is_file():
        return b"", []
    source = path.read_bytes()
    imports: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            imports += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imports += [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
    return source, imports


def _cache_root() -> pathlib.Path:
    """The user's cache directory for this package."""
    if chosen := os.environ.get("UNO_ENV_CACHE"):
        return pathlib.Path(chosen)
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return pathlib.Path(home or os.path.expanduser("~/.cache")) / "uno_env"


class _SourcesLocator(caching._CacheLocator):
    """Puts the code of a function into the folder of its sources' hash."""

    def __init__(self, function: Callable) -> None:
        self._module = function.__module__
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(_cache_root() / _stamp(self._module))

    def get_source_stamp(self) -> str:
        return _stamp(self._module)

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Callable, path: str) -> "_SourcesLocator":
        return cls(function)


class _KernelCacheImpl(caching.CompileResultCacheImpl):
    _locator_classes: Any = (_SourcesLocator,)


class _SignatureFiles(caching.IndexDataCacheFile):
    """One file a signature, without an index that two processes could tear."""

    def _file_name(self, key: tuple) -> str:
        return self._data_name(int(hashlib.sha256(repr(key).encode()).hexdigest()[:12], 16))

    def save(self, key: tuple, data: object) -> None:
        self._save_data(self._file_name(key), data)

    def load(self, key: tuple) -> object:
        try:
            return self._load_data(self._file_name(key))
        except (OSError, EOFError, pickle.UnpicklingError):
            return None


def _say(what: str) -> None:
    """Tell whoever waits for a first game why; the first kernels take some seconds each."""
    print(f"uno_env: {what}", file=sys.stderr, flush=True)


class _KernelCache(caching.FunctionCache):
    _impl_class = _KernelCacheImpl

    def __init__(self, function: Callable) -> None:
        super().__init__(function)
        locator = self._impl.locator
        self._cache_file = _SignatureFiles(
            self._cache_path, self._impl.filename_base, locator.get_source_stamp()
        )

    def load_overload(self, sig: object, target_context: object) -> object:
        found = super().load_overload(sig, target_context)
        if found is None:
            _say(f"compiling {self._py_func.__name__}, once; kept in {self.cache_path}")
        return found

    def save_overload(self, sig: object, data: object) -> None:
        try:
            super().save_overload(sig, data)
        except OSError:
            self.disable()  # an unwritable or full disk costs the next process its start, no more
