"""What `make clients` found: client, version, result; printed and written into the page.

`python -m tests.clients.results` reads what the runs in the separate environments have noted.
"""

import json
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path

from tests.clients.page import PAGE, ROOT, TABLES, clients
from uno_env.pages import fill

NOTES = ROOT / "runs" / "clients"
HEAD = "| client | version | result |\n|---|---|---|"


@dataclass
class Result:
    """What came out for a client; `versions` of its packages where it was run."""

    client: str
    packages: tuple[str, ...]
    tables: set[str] = field(default_factory=set)
    failed: list[str] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)


def note(result: Result) -> None:
    """Keep what came out for a client in this environment."""
    NOTES.mkdir(parents=True, exist_ok=True)
    versions = {package: version(package) for package in (*result.packages, "gymnasium")}
    noted = asdict(result) | {"versions": versions, "tables": sorted(result.tables)}
    (NOTES / f"{result.client.replace(' ', '-')}.json").write_text(json.dumps(noted))


def noted() -> list[Result]:
    """What was kept for each client of the page, in its order."""
    kept = [json.loads(path.read_text()) for path in sorted(NOTES.glob("*.json"))]
    found = {note["client"]: Result(**note) for note in kept}
    return [found.get(client, Result(client, ())) for client in clients(PAGE.read_text())]


def table(results: list[Result]) -> str:
    """The results as a Markdown table."""
    return "\n".join([HEAD, *(_row(result) for result in results)])


def _row(result: Result) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in result.versions.items())
    return f"| {_link(result.client)} | {versions} | {_outcome(result)} |"


def _outcome(result: Result) -> str:
    if result.failed:
        return "fails: " + ", ".join(result.failed)
    if not result.tables:
        return "not run"
    tried = [table for table in TABLES if table in result.tables]
    return "works at " + (
        f"all {len(TABLES)} tables" if len(tried) == len(TABLES) else ", ".join(tried)
    )


def _link(heading: str) -> str:
    anchor = "".join(c for c in heading.lower() if c.isalnum() or c in " -_").replace(" ", "-")
    return f"[{heading}](#{anchor})"


def write(page: Path) -> str:
    """Put the table of the notes into the page; the table."""
    found = table(noted())
    page.write_text(fill(page.read_text(), "clients", found))
    return found


if __name__ == "__main__":
    print(write(PAGE))
