"""Replay pages in a headless browser: Debian's Chromium, driven by playwright."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")

WALK = """steps => {
  const cards = where => [...document.querySelectorAll(where)].map(one => one.dataset.card);
  const look = () => ({
    decision: Number(document.getElementById("where").textContent.split("/")[0]),
    top: cards(".stack .card").at(-1),
    hands: Object.fromEntries([...document.querySelectorAll(".seat")].map(
      box => [box.dataset.seat, cards(`.seat[data-seat="${box.dataset.seat}"] .hand .card`)])),
    choices: document.getElementById("choices").textContent,
  });
  const seen = [look()];
  for (let step = 0; step < steps; step++) {
    document.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"}));
    seen.push(look());
  }
  return seen;
}"""
"""Done on the page in one go, for every question to a browser takes its time."""


@contextmanager
def browser() -> Iterator:
    """A running browser; where there is none the test is skipped, but under CI it fails."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sync_playwright = None
    if CHROMIUM is None or sync_playwright is None:
        missing = "the program chromium" if CHROMIUM is None else "the package playwright"
        if os.environ.get("CI"):
            pytest.fail(f"{missing} is missing: .ci/run installs it")
        pytest.skip(f"{missing} is missing: the replay page is not tested in a browser")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield chromium
        chromium.close()


class Opened:
    """A page that is open: what it shows, and all that went wrong on it."""

    def __init__(self, chromium, path) -> None:
        self.page = chromium.new_page(viewport={"width": 1280, "height": 800})
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(f"file://{path}")

    def until(self, expression: str) -> None:
        """Waits for something on the page; asked from outside, as the page lets nothing eval."""
        for _ in range(600):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"never came true: {expression}")

    def walk(self, steps: int) -> list[dict]:
        """What is shown now and after each of so many presses of the right arrow."""
        return self.page.evaluate(WALK, steps)

    def hand(self, seat: int) -> list[str]:
        """The cards of a seat as they are drawn, `hidden` for one that lies face down."""
        return self._cards(f".seat[data-seat='{seat}'] .hand .card")

    def top(self) -> str:
        return self._cards(".stack .card")[-1]

    def _cards(self, where: str) -> list[str]:
        return self.page.eval_on_selector_all(where, "all => all.map(one => one.dataset.card)")

    def text(self, where: str) -> str:
        return self.page.inner_text(where)

    def decision(self) -> int:
        return int(self.text("#where").split("/")[0])
