"""The workspace and the bot as processes of their own, so that they can be killed."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
_PATH = "/usr/local/bin:/usr/bin:/bin"
_READY_SECONDS = 60
_BEGUN = 1.5  # seconds of processor time, well over what a start takes


def environment(home: Path, **more: str) -> dict[str, str]:
    """Nothing of the caller's environment: no token of a developer's shell gets into a test."""
    base = {"PATH": _PATH, "HOME": str(home), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    # No .env of the checkout either: the current folder is the home.
    return base | {"PYTHONPATH": str(ROOT), "FOOTNOTE_HOME": str(home), "EMBEDDER": "use"} | more


@dataclass
class WorkspaceProcess:
    """`python -m bot.workspace`, and what it said when it was ready."""

    process: subprocess.Popen[str]
    url: str
    api_base_url: str
    bot_token: str
    app_token: str
    signing_secret: str


@dataclass
class BotProcess:
    """`python -m bot serve`; its log is kept in a file."""

    process: subprocess.Popen[bytes]
    log: Path
    started: float = field(default_factory=time.monotonic)

    def wait_ready(self) -> float:
        """Waits until it serves; returns the seconds that took."""
        deadline = time.monotonic() + _READY_SECONDS
        while time.monotonic() < deadline:
            if '"event": "ready"' in self.log.read_text():
                return time.monotonic() - self.started
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"the bot did not come up:\n{self.log.read_text()[-3000:]}")

    def kill(self) -> None:
        """SIGKILL: no chance to tidy up."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """SIGTERM; returns its exit code."""
        self.process.terminate()
        return self.process.wait(timeout=30)


@contextmanager
def running_workspace(state: Path) -> Iterator[WorkspaceProcess]:
    """A workspace process for the length of the block."""
    state.mkdir(parents=True, exist_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "bot.workspace", "--state", str(state)],
        cwd=state,
        env=environment(state),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        ready = json.loads(process.stdout.readline())
        yield WorkspaceProcess(process=process, **ready)
    finally:
        process.terminate()
        process.wait(timeout=20)
        assert process.stdout is not None
        process.stdout.close()


def start_bot(
    workspace: WorkspaceProcess, home: Path, transport: str = "--socket", **more: str
) -> BotProcess:
    """Starts the bot and returns at once."""
    home.mkdir(parents=True, exist_ok=True)
    log = home / "bot.log"
    settings = environment(
        home,
        SLACK_BOT_TOKEN=workspace.bot_token,
        SLACK_APP_TOKEN=workspace.app_token,
        SLACK_API_BASE_URL=workspace.api_base_url,
    )
    with log.open("wb") as target:
        process = subprocess.Popen(
            [sys.executable, "-m", "bot", "serve", transport],
            cwd=home,
            env=settings | more,
            stdout=target,
            stderr=subprocess.STDOUT,
        )
    return BotProcess(process, log)


@contextmanager
def running_bot(workspace: WorkspaceProcess, home: Path, **more: str) -> Iterator[BotProcess]:
    """A bot that is ready, stopped at the end of the block."""
    bot = start_bot(workspace, home, **more)
    try:
        bot.wait_ready()
        yield bot
    finally:
        if bot.process.poll() is None:
            bot.stop()


def run(module: str, *arguments: str, home: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """`python -m MODULE …` to its end."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=home,
        env=environment(home, **more),
        capture_output=True,
        text=True,
        timeout=120,
    )


def descendants(pid: int) -> list[str]:
    """The command lines of the processes that a process has started and that still run."""
    found: list[str] = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            try:
                line = Path(f"/proc/{child}/cmdline").read_bytes()
            except FileNotFoundError:
                continue
            found += [line.replace(b"\0", b" ").decode(errors="replace"), *descendants(int(child))]
    return found


def readers(pid: int) -> list[int]:
    """Process ids of a process's workers that are well into a file; spare ones only have begun."""
    return [worker for worker in _children(pid) if _is_worker(worker) and _used(worker) > _BEGUN]


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for children in tasks for child in children.read_text().split()]


def _is_worker(pid: int) -> bool:
    try:
        return b"pdf.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def _used(pid: int) -> float:
    """Seconds of processor time of its own; 0 for one that is gone."""
    try:
        numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return int(numbers[11]) / os.sysconf("SC_CLK_TCK")
