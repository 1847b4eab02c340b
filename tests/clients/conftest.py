"""What the tests of the clients share: the tables, and what is noted of their results.

A test module names its section of the page in `CLIENT` and the distributions it is about in
`PACKAGES`. A run notes for each client the versions and the tables at which something failed;
`tests.clients.results` makes the table of it.
"""

from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.clients.page import TABLES
from tests.clients.results import note

FAILED, RUN = pytest.StashKey[dict](), pytest.StashKey[dict]()


@pytest.fixture(params=TABLES.values(), ids=TABLES.keys())
def rules(request):
    """The table of a client's snippet."""
    return request.param


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FAILED], config.stash[RUN] = defaultdict(list), {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    module = getattr(item, "module", None)
    if hasattr(module, "CLIENT") and (report.failed or report.when == "call"):
        item.config.stash[RUN][module.CLIENT] = module.PACKAGES
        if report.failed:
            item.config.stash[FAILED][module.CLIENT].append(item.name)
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    for client, packages in session.config.stash[RUN].items():
        note(client, packages, session.config.stash[FAILED][client])
