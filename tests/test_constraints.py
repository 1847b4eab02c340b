"""The two sets of versions agree, so that one suite speaks for both."""

from pathlib import Path

ROOT = Path(__file__).parents[1]


def pins(name: str) -> dict[str, str]:
    lines = (ROOT / name).read_text().splitlines()
    return dict(line.split("==") for line in lines if "==" in line)


def test_the_versions_with_ray_differ_from_the_others_in_gymnasium_alone():
    usual, with_ray = pins("constraints.txt"), pins("constraints-ray.txt")
    both = usual.keys() & with_ray.keys()
    assert len(both) > 40
    assert {name for name in both if usual[name] != with_ray[name]} == {"gymnasium"}
