"""The sets of versions agree, so that one suite speaks for all."""

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


def test_the_versions_of_the_clients_differ_from_the_others_in_what_tianshou_holds_back():
    usual, clients = pins("constraints.txt"), pins("constraints-clients.txt")
    both = usual.keys() & clients.keys()
    assert len(both) > 40
    assert {name for name in both if usual[name] != clients[name]} == {"filelock", "pandas"}
