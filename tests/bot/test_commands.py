"""``python -m bot``: what it says when something is missing or wrong."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import WorkspaceProcess, run, running_workspace


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkspaceProcess]:
    with running_workspace(tmp_path_factory.mktemp("workspace")) as process:
        yield process


def tokens(workspace: WorkspaceProcess) -> dict[str, str]:
    return {
        "SLACK_BOT_TOKEN": workspace.bot_token,
        "SLACK_APP_TOKEN": workspace.app_token,
        "SLACK_API_BASE_URL": workspace.api_base_url,
    }


def test_serve_without_tokens_says_which_and_where(tmp_path: Path):
    done = run("bot", "serve", "--socket", home=tmp_path)
    assert done.returncode == 1
    assert "SLACK_BOT_TOKEN is not set" in done.stderr
    assert "OAuth & Permissions" in done.stderr
    assert "SLACK_APP_TOKEN is not set" in done.stderr
    assert "Traceback" not in done.stderr


def test_serve_http_without_a_signing_secret_says_so(tmp_path: Path):
    done = run("bot", "serve", "--http", home=tmp_path, SLACK_BOT_TOKEN="xoxb-1")
    assert done.returncode == 1
    assert "SLACK_SIGNING_SECRET is not set" in done.stderr


def test_a_refused_token_is_said(tmp_path: Path, workspace: WorkspaceProcess):
    wrong = tokens(workspace) | {"SLACK_BOT_TOKEN": "xoxb-wrong"}
    done = run("bot", "serve", home=tmp_path, **wrong)
    assert done.returncode == 1
    assert "Slack refuses: invalid_auth" in done.stderr
    assert "xoxb-wrong" not in done.stdout + done.stderr


def test_migrate_then_check_finds_nothing_wrong(tmp_path: Path, workspace: WorkspaceProcess):
    before = run("bot", "check", home=tmp_path, **tokens(workspace))
    assert before.returncode == 1
    assert "python -m bot migrate" in before.stdout
    assert run("bot", "migrate", home=tmp_path).returncode == 0
    done = run("bot", "check", home=tmp_path, **tokens(workspace))
    assert done.returncode == 0, done.stdout
    assert "✗" not in done.stdout
    assert "#library" in done.stdout


def test_check_names_what_is_wrong(tmp_path: Path, workspace: WorkspaceProcess):
    assert run("bot", "migrate", home=tmp_path).returncode == 0
    nothing = run("bot", "check", home=tmp_path)
    assert nothing.returncode == 1
    assert "✗ SLACK_BOT_TOKEN is not set" in nothing.stdout
    elsewhere = tokens(workspace) | {"LIBRARY_CHANNELS": "nowhere", "SLACK_APP_TOKEN": "xapp-no"}
    done = run("bot", "check", home=tmp_path, **elsewhere)
    assert done.returncode == 1
    assert "In none of the library channels (nowhere)" in done.stdout
    assert "Slack refuses SLACK_APP_TOKEN" in done.stdout
    no_database = run("bot", "check", home=tmp_path, DATABASE_URL="postgresql://127.0.0.1:1/x")
    assert no_database.returncode == 1
    assert "The database can't be reached" in no_database.stdout


def test_a_wrong_setting_is_named_without_its_value(tmp_path: Path):
    done = run("bot", "check", home=tmp_path, PORT="sk-secret")
    assert done.returncode == 1
    assert "PORT" in done.stderr
    assert "sk-secret" not in done.stderr
    assert "Traceback" not in done.stderr
