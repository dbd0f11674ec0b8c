"""Importing a module does nothing but define things."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_importing_every_module_touches_nothing(tmp_path: Path) -> None:
    script = ROOT / "tests" / "support" / "import_all.py"
    done = subprocess.run(
        [sys.executable, "-B", str(script)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["count"] > 150
    assert found["failed"] == []
    assert found["did"] == []
    assert found["holds"] == []
    assert list(tmp_path.iterdir()) == []
