"""The Ray actors of a run: connecting to a cluster, sending them to play, replacing the lost."""

import logging
import os
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import ray
import torch
from ray.exceptions import RayError, RayTaskError

from uno_env import Rules
from uno_train import ppo
from uno_train.distributed_player import Player, as_arrays, seed_of
from uno_train.snapshots import Snapshots

LOCAL = "local"
"""The address that stands for a Ray of the run's own on this machine."""
PATIENCE = 30.0
"""Seconds of waiting for actors to start before it is said."""
PROBE = 10.0
"""Seconds for a cluster's address to answer."""
STARTS = 3
"""How many actors in a row may be lost in one place before any of them has played a window."""


def connect(address: str, actors: int) -> bool:
    """Join the cluster, unless this process belongs to one already; whether it has joined.

    Raises:
        ValueError: there is no cluster, or it is too small for the actors.
    """
    joins = not ray.is_initialized()
    if joins:
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        if address == LOCAL:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody was asked
            quiet |= {"num_cpus": actors, "include_dashboard": False}
        try:
            _knock(address)
            ray.init(address=address, **quiet)
        except (OSError, RuntimeError, ValueError) as error:
            why = next(iter(str(error).splitlines()), "no answer")
            raise ValueError(
                f"--address {address}: no Ray cluster can be reached there ({why}); start one by "
                f"`ray start --head`, or leave --address out to play on this machine"
            ) from None
    there = int(ray.cluster_resources().get("CPU", 0))
    if there < actors:
        if joins:
            ray.shutdown()
        raise ValueError(
            f"--actors {actors}: the cluster has {there} CPUs, and each actor wants one; add "
            "machines, or ask for fewer actors"
        )
    return joins


def _knock(address: str) -> None:
    """Try a `host:port` for a few seconds; Ray itself would for many minutes.

    Raises:
        OSError: nothing answers there.
    """
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal() and "/" not in host:
        socket.create_connection((host, int(port)), timeout=PROBE).close()


@dataclass
class Member:
    """An actor.

    Attributes:
        number: its place among the actors.
        incarnation: how many were lost in this place before it.
        handle: Ray's.
        ready: reference to where it runs; there once it can play.
        place: where it runs; empty until it is ready.
        window: reference to the window it is playing, if it is.
        failures: how many before it, one after the other, were lost without having played.
        has_played: whether it has ever finished a window.
    """

    number: int
    incarnation: int
    handle: Any
    ready: Any
    place: str = ""
    window: Any = None
    failures: int = 0
    has_played: bool = False


class Crew:
    """The actors.

    Args:
        parts: each actor's arguments.
        joined: whether the cluster is left when the work is done.
        say: what is told the user goes here.

    Attributes:
        members: the actors, by number.
        lost: how many have been lost.
    """

    def __init__(
        self,
        parts: Sequence[ppo.Args],
        tables: Sequence[Rules],
        joined: bool,
        say: Callable[[str], None],
    ) -> None:
        self._parts, self._tables, self._joined, self._say = parts, tables, joined, say
        self._begun_at = 0
        self._stored: dict[float, Any] = {}
        self.members: list[Member] = []
        self.lost = 0

    @contextmanager
    def at_work(self, begun_at: int) -> Iterator[None]:
        """Within the block the actors are up; at its beginning all of them are ready.

        Args:
            begun_at: after how many decisions the run begins or goes on.
        """
        self._begun_at, self._stored = begun_at, {}
        try:
            self.members = [self._start(number, 0) for number in range(len(self._parts))]
            while not all([self._is_ready(member) for member in self.members]):
                self._wait_for(len(self.members))
            yield
        finally:
            for member in self.members:
                ray.kill(member.handle)
            self.members = []
            if self._joined:
                ray.shutdown()

    def is_playing(self) -> bool:
        """Whether any window is being played."""
        return any(member.window is not None for member in self.members)

    def play(self, weights: Mapping[str, torch.Tensor], snapshots: Snapshots) -> None:
        """Have all actors that are ready play a window; wait a while if there is none."""
        if not any([self._is_ready(member) for member in self.members]):
            self._wait_for(1)
        reference = ray.put(as_arrays(weights))
        pool = zip(snapshots.taken_at, snapshots.states, strict=True)
        self._stored = {at: self._stored.get(at) or ray.put(as_arrays(s)) for at, s in pool}
        for member in self.members:
            if self._is_ready(member):
                member.window = member.handle.play.remote(
                    reference, list(self._stored), *self._stored.values()
                )

    def gather(self) -> list[dict[str, np.ndarray]]:
        """The windows that were being played, by the actors' numbers; what was lost is missing."""
        windows = []
        for member in list(self.members):
            if member.window is not None:
                try:
                    windows.append(ray.get(member.window))
                except RayTaskError:
                    raise
                except RayError as error:
                    self._replace(member, error)
                else:
                    member.window, member.has_played = None, True
        return windows

    def _start(self, number: int, incarnation: int, failures: int = 0) -> Member:
        part = self._parts[number]
        seed = seed_of(part.seed, number, incarnation, self._begun_at)
        handle = ray.remote(Player).options(num_cpus=1, scheduling_strategy="SPREAD").remote()
        ready = handle.prepare.remote(part, self._tables, seed)
        return Member(number, incarnation, handle, ready, failures=failures)

    def _is_ready(self, member: Member) -> bool:
        """Whether an actor can play, without waiting for it; one that never will is replaced."""
        if not member.place and ray.wait([member.ready], timeout=0)[0]:
            try:
                member.place = ray.get(member.ready)
            except RayTaskError:
                raise
            except RayError as error:
                self._replace(member, error)
            else:
                if member.incarnation:
                    self._say(f"actor {member.number} plays again: {member.place}")
        return bool(member.place)

    def _wait_for(self, count: int) -> None:
        """Wait a while until so many actors have started, or one of them has failed."""
        started, coming = ray.wait(
            [member.ready for member in self.members], num_returns=count, timeout=PATIENCE
        )
        if len(started) < count:
            self._say(f"waiting for {len(coming)} actors to start; each wants a free CPU")

    def _replace(self, member: Member, error: RayError) -> None:
        """Start another actor in place of one that was lost.

        Raises:
            ConnectionError: too many in a row came to nothing.
        """
        number = member.number
        failures = 0 if member.has_played else member.failures + 1
        if failures == STARTS:
            raise ConnectionError(
                f"actor {number} was lost {STARTS} times before it had played a window: {error}"
            )
        self.lost += 1
        with_it = "" if member.window is None else " with the window it was playing"
        self._say(
            f"actor {number} ({member.place or 'not yet ready'}) is lost{with_it}; another takes "
            "its place"
        )
        ray.kill(member.handle)  # it may be out of reach, and yet alive
        self.members[number] = self._start(number, member.incarnation + 1, failures)
