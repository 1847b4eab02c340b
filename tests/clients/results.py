"""What `make clients` found: client, version, result; printed and written into the page.

`python -m tests.clients.results` reads what the runs in the separate environments have noted.
"""

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests.clients.page import PAGE, ROOT, TABLES, clients
from uno_env.pages import fill

NOTES = ROOT / "runs" / "clients"
HEAD = "| client | version | result |\n|---|---|---|"


def note(client: str, packages: tuple[str, ...], failed: list[str]) -> None:
    """Keep what came out for a client in this environment."""
    NOTES.mkdir(parents=True, exist_ok=True)
    versions = {package: version(package) for package in (*packages, "gymnasium")}
    path = NOTES / f"{client.replace(' ', '-')}.json"
    path.write_text(json.dumps({"client": client, "versions": versions, "failed": failed}))


def noted() -> list[dict[str, Any]]:
    """What was kept for each client of the page, in its order; nothing where it was not run."""
    notes = (json.loads(path.read_text()) for path in sorted(NOTES.glob("*.json")))
    found = {note["client"]: note for note in notes}
    empty = {"versions": {}, "failed": ["not run"]}
    return [found.get(client, empty | {"client": client}) for client in clients(PAGE.read_text())]


def table(results: list[dict[str, Any]]) -> str:
    """The results as a Markdown table."""
    return "\n".join([HEAD, *(_row(result) for result in results)])


def _row(result: dict[str, Any]) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in result["versions"].items())
    outcome = ", ".join(result["failed"]) or f"works at all {len(TABLES)} tables"
    return f"| {_link(result['client'])} | {versions} | {outcome} |"


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
