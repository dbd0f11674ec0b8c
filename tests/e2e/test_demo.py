"""``python -m bot demo`` as a newcomer runs it."""

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from tests.support.processes import environment, run

_SECONDS = 90


class Demo:
    """The demo as a process; what it printed is kept in a file."""

    def __init__(self, home: Path, port: int, *more: str) -> None:
        self.log = home / "demo.log"
        with self.log.open("wb") as target:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "bot", "demo", "--no-browser", "--port", str(port), *more],
                cwd=home,
                env=environment(home),
                stdout=target,
                stderr=subprocess.STDOUT,
            )

    def wait_for(self, words: str) -> str:
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            if words in self.log.read_text():
                return self.log.read_text()
            time.sleep(0.1)
        raise AssertionError(self.log.read_text()[-3000:])

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=40)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_newcomer_sees_the_samples_read_asked_and_refused(tmp_path: Path):
    port = free_port()
    demo = Demo(tmp_path, port)
    shown = demo.wait_for("It stays up until you press Ctrl+C.")
    assert f"http://127.0.0.1:{port}" in shown
    assert "I have read employee-handbook.pdf" in shown
    assert "已读完 员工守则.pdf" in shown
    assert "27 days" in shown
    assert "p. 2 (PDF page 5)" in shown
    assert "Contractors have no paid annual leave" in shown
    assert "I found nothing about this" in shown
    assert "没有找到相关内容" in shown
    assert demo.stop() == 0

    # It comes up again as it was, on the next port if that one is taken.
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", port))
        taken.listen()
        again = Demo(tmp_path, port)
        shown = again.wait_for("It stays up until you press Ctrl+C.")
    assert f"Port {port} is taken" in shown
    assert "I have read" not in shown
    assert again.stop() == 0

    # And from the beginning when it is told so.
    anew = Demo(tmp_path, free_port(), "--reset")
    assert "I have read employee-handbook.pdf" in anew.wait_for("And for contractors?")
    assert anew.stop() == 0


def test_it_does_not_run_together_with_real_tokens(tmp_path: Path):
    done = run("bot", "demo", "--no-browser", home=tmp_path, SLACK_BOT_TOKEN="xoxb-1-real")
    assert done.returncode == 1
    assert "not run together with real tokens" in done.stderr
    assert "xoxb-1-real" not in done.stdout + done.stderr


def test_it_empties_no_folder_of_another_workspace(tmp_path: Path):
    noted = '{"workspace": "T0REAL", "libraries": {"library": "C1"}}'
    (tmp_path / "workspace.json").write_text(noted)
    done = run("bot", "demo", "--no-browser", "--reset", home=tmp_path)
    assert done.returncode == 1
    assert "holds the data of another workspace" in done.stderr
    assert (tmp_path / "workspace.json").read_text() == noted
