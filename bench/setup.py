"""`make setup` on a clean copy.

The files of the working tree that git knows or would add are copied to a temporary folder, and
`make setup` makes a `.venv` there. Packages come from pip's own cache where it has them.
"""

import asyncio
import shutil
import subprocess
from pathlib import Path

from bench.figures import Figure, Scale, timed
from bench.scene import temporary

_ROOT = Path(__file__).parents[1]
_BOUND = 300.0


async def measure(_: Scale) -> list[Figure]:
    """Seconds of `make setup`."""
    return [await asyncio.to_thread(_set_up)]


def _set_up() -> Figure:
    with temporary() as folder:
        copy_tree(folder)
        with timed() as took:
            subprocess.run(["make", "setup"], cwd=folder, check=True, capture_output=True)
        ready = (folder / ".venv" / "bin" / "python").exists()
    return Figure("setup: make setup", took.seconds if ready else float("inf"), _BOUND, "s")


def copy_tree(target: Path) -> None:
    """Copies the working tree without what git ignores."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=_ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        source = _ROOT / name
        if source.is_file():  # one that is deleted and not yet committed is listed too
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name)
