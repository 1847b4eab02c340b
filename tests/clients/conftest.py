"""What the tests of the clients share: the tables, and what is noted of their results.

A test module names its section of the page in `CLIENT` and the distributions it is about in
`PACKAGES`. A run notes for each client its versions, the tables it was tried at and what failed;
`tests.clients.results` makes the table of it.
"""

from collections.abc import Iterator

import pytest

from tests.clients.page import TABLES
from tests.clients.results import Result, note

RESULTS = pytest.StashKey[dict[str, Result]]()


@pytest.fixture(params=TABLES.values(), ids=TABLES.keys())
def rules(request):
    """The table of a client's snippet."""
    return request.param


def pytest_configure(config: pytest.Config) -> None:
    config.stash[RESULTS] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    module = getattr(item, "module", None)
    if hasattr(module, "CLIENT") and (report.failed or report.when == "call"):
        results = item.config.stash[RESULTS]
        result = results.setdefault(module.CLIENT, Result(module.CLIENT, module.PACKAGES))
        result.tables.update(_table_of(item))
        if report.failed:
            result.failed.append(item.name)
    return report


def _table_of(item: pytest.Item) -> list[str]:
    """The name of the table that a test was run at, nothing for a test of no table."""
    played = item.callspec.params.get("rules") if hasattr(item, "callspec") else None
    return [name for name, rules in TABLES.items() if rules == played]


def pytest_sessionfinish(session: pytest.Session) -> None:
    for result in session.config.stash[RESULTS].values():
        note(result)
