"""What the documents claim is so."""

import re
import tomllib
from pathlib import Path

import pytest

from bot.config import BotSettings
from bot.samples import QUESTIONS
from docs.settings_table import table
from rag.bootstrap import graph_drawing
from rag.config import RagSettings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
SETTINGS = {name.upper() for cls in (BotSettings, RagSettings) for name in cls.model_fields}


def test_the_readme_is_short():
    assert README.count("\n") <= 150


@pytest.mark.parametrize(("place", "graph"), [(0, "answer"), (1, "ingest")])
def test_the_readme_shows_the_graph_as_it_is(place: int, graph: str):
    """Its edges, in their order; the shapes and colours of its nodes say nothing about it."""
    drawn = re.findall(r"```mermaid\n(.*?)```", README, re.DOTALL)[place].splitlines()
    edges = [line for line in graph_drawing(graph).splitlines() if "->" in line]
    assert drawn == ["graph TD;", *edges]


def test_the_settings_page_is_the_settings():
    page = (ROOT / "docs" / "settings.md").read_text()
    assert page == table(), "run: python -m docs.settings_table"


def test_every_setting_named_elsewhere_exists():
    example = (ROOT / ".env.example").read_text()
    named = set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE))
    named |= set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", README))
    assert named
    assert named <= SETTINGS


def test_the_example_shows_defaults_and_leaves_nothing_out_that_most_want_to_set():
    example = (ROOT / ".env.example").read_text()
    shown = dict(re.findall(r"^#?([A-Z_]+)=(.*)$", example, re.MULTILINE))
    rows = re.findall(r"^\| `([A-Z_]+)` \| `?([^|`]*?)`? \|", table(), re.MULTILINE)
    defaults = {name: value.strip() for name, value in rows}
    as_written = {"False": "0", "0.0": "0"}
    for name, value in shown.items():
        assert value == as_written.get(defaults[name], defaults[name]), name
    secret = {name for name in SETTINGS if name.endswith(("_TOKEN", "_SECRET", "INSTALLATION_KEY"))}
    secret -= {name for name in SETTINGS if name.startswith("LANGFUSE")}
    wanted = {
        "ADMINS",
        "LIBRARY_CHANNELS",
        "ANSWER_MODEL",
        "OPENAI_API_KEY",
        "DATABASE_URL",
        "PORT",
    }
    kept = {name for name in SETTINGS if name.startswith("KEEP_")} | {"FOOTNOTE_HOME"}
    assert secret | wanted | kept <= shown.keys()


def test_links_in_documents_lead_somewhere():
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_threat_model_is_a_page_and_names_what_there_is():
    page = (ROOT / "SECURITY.md").read_text()
    assert len(page.split()) <= 900
    for path in re.findall(r"`((?:bot|rag)/[\w/]+\.py)`", page):
        assert (ROOT / path).exists(), path
    assert set(re.findall(r"`([A-Z]+(?:_[A-Z]+)*)`", page)) <= SETTINGS
    hosts = BotSettings.model_fields["slack_file_hosts"].default
    assert hosts == "slack.com,slack-edge.com"


def test_every_finding_of_bandit_that_is_let_pass_has_its_reason():
    """``# nosec B311  # a sample, no secret``: which, and why."""
    for path in [*(ROOT / "bot").rglob("*.py"), *(ROOT / "rag").rglob("*.py")]:
        for line in path.read_text().splitlines():
            if "# nosec" in line:
                assert re.search(r"# nosec B\d{3}  # \w.{8,}", line), f"{path.name}: {line}"
    skips = re.search(
        r"\[tool\.bandit\].*?^skips = .*?# \w.{8,}$",
        (ROOT / "pyproject.toml").read_text(),
        re.DOTALL | re.MULTILINE,
    )
    assert skips


def test_the_example_in_the_readme_is_a_sample_question():
    asked = [q.text for q in QUESTIONS["en"]]
    assert asked[0] in README
    assert asked[2] in README


def test_the_procfile_runs_commands_that_exist():
    lines = dict(
        line.split(": ", maxsplit=1) for line in (ROOT / "Procfile").read_text().splitlines()
    )
    assert lines == {
        "release": "python -m bot migrate",
        "worker": "python -m bot serve --socket",
    }


def test_make_has_the_targets_that_documents_name():
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    assert {"setup", "demo", "test", "bench", "nightly"} <= targets
    assert set(re.findall(r"(?:`|^    |&& )make ([a-z]+)", README, re.MULTILINE)) <= targets


def test_every_requirement_is_pinned_and_tests_stay_out_of_the_runtime():
    def names(file: str) -> set[str]:
        lines = [
            line for line in (ROOT / file).read_text().splitlines() if line and line[0] not in "#-"
        ]
        assert all("==" in line for line in lines)
        return {re.split(r"[=\[]", line)[0].lower() for line in lines}

    assert not names("requirements.txt") & {"pytest", "ruff", "mypy", "hypothesis"}
    assert names("requirements-dev.txt") & {"pytest"}


def test_decisions_have_one_number_each_and_the_same_parts():
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    numbers = [page.name[:4] for page in pages]
    assert len(numbers) == len(set(numbers))
    for page in pages:
        text = page.read_text()
        assert text.startswith(f"# {page.name[:4]} ")
        assert "Status: " in text


def test_the_changelog_and_the_project_have_their_parts():
    assert "## Unreleased" in (ROOT / "CHANGELOG.md").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == ">=3.11"
