"""A PostgreSQL cluster for the length of the tests, made as a user that may run one."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import psycopg

_INSTALLED = Path("/usr/lib/postgresql")
_USER = "postgres"
_OPTIONS = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c shared_buffers=32MB"


@dataclass
class Cluster:
    """Gives out empty databases."""

    port: int
    numbers: Iterator[int] = field(default_factory=count)

    def fresh_database(self) -> str:
        """The URL of a new, empty database."""
        name = f"test{next(self.numbers)}"
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self._url(name)

    def _url(self, database: str) -> str:
        return f"postgresql://{_USER}@127.0.0.1:{self.port}/{database}"


def missing_programs() -> str:
    """Why no cluster can be made here; empty if one can."""
    return "" if _programs() else f"PostgreSQL is not installed: no initdb in {_INSTALLED}/*/bin"


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A cluster on a free port of loopback: no socket file, nothing flushed to disk."""
    programs = _programs()
    assert programs is not None
    # Not below pytest's own folders: those are closed to every user but ours.
    folder = Path(tempfile.mkdtemp(prefix="footnote-postgres-"))
    data, port = folder / "data", _free_port()
    if os.geteuid() == 0:
        shutil.chown(folder, _USER)
    listening = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories="
    control = [str(programs / "pg_ctl"), "-D", str(data), "-w", "-t", "30", "-s"]
    try:
        _run(
            folder,
            *(str(programs / "initdb"), "-D", str(data), "-U", _USER, "--auth=trust"),
            *("--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"),
        )
        log = ("-l", str(folder / "log"))
        _run(folder, *control, *log, "-o", f"{listening} {_OPTIONS}", "start")
        try:
            yield Cluster(port)
        finally:
            _run(folder, *control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path | None:
    found = sorted(_INSTALLED.glob("*/bin/initdb"), key=lambda p: int(p.parts[-3]))
    return found[-1].parent if found else None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _run(folder: Path, *command: str) -> None:
    """PostgreSQL refuses to be run by root."""
    as_user = ["runuser", "-u", _USER, "--"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*as_user, *command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert done.returncode == 0, f"{command[0]}: {done.stderr}"
