"""Generated parts of Markdown pages: what stands between `<!-- generated: NAME -->` and its end."""

import re


def fill(text: str, name: str, content: str) -> str:
    """The page `text` with the generated part `name` replaced.

    Raises:
        ValueError: the page has no place for it, or more than one.
    """
    place = re.compile(
        rf"(<!-- generated: {re.escape(name)} -->\n).*?(<!-- end -->)", flags=re.DOTALL
    )
    text, found = place.subn(lambda match: f"{match[1]}{content}\n{match[2]}", text)
    if found != 1:
        raise ValueError(
            f"the page has {found} places for {name!r}: expected one, from the line "
            f"<!-- generated: {name} --> to <!-- end -->"
        )
    return text
