"""What the page about agents shows does run."""

import re
from pathlib import Path

from uno_agents import make
from uno_agents.registry import SHIPPED

PAGE = (Path(__file__).parents[2] / "docs" / "agents.md").read_text()


def test_the_agent_in_ten_lines_plays(capsys):
    shown = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    (snippet,) = (program for program in shown if ">>>" not in program)
    exec(compile(snippet, "agents.md", "exec"), {"__name__": "page"})
    assert re.match(r"Estimate\(mean=0\.\d+, low=0\.\d+, high=0\.\d+\)", capsys.readouterr().out)


def test_the_page_names_every_shipped_agent():
    suffixes = {"policy": ":PATH", "search": "-N", "clairvoyant": "-N", "policy-search": "-N:X"}
    for name in SHIPPED:
        assert f"| `{name}{suffixes.get(name, '')}` |" in PAGE
        assert name in suffixes or make(name)
