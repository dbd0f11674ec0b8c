"""The manifest asks for what the code uses, and for nothing else."""

import ast
import copy
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.jobs import Jobs
from bot.listeners.commands import COMMAND
from bot.listeners.questions import ASK_ABOUT, ASK_PRIVATELY
from bot.listeners.shortcuts import SHOW_TRACE
from bot.slack.scopes import SCOPES
from bot.tenants import Tenants
from bot.views.answer_buttons import answer_buttons, plain_feedback
from bot.views.buttons import (
    cancel_block,
    document_block,
    path_block,
    private_block,
    questions_block,
    stop_block,
    stop_private_block,
    turn_block,
    undo_block,
)
from bot.views.documents import Shown
from bot.views.forgetting import forget_message
from bot.views.help import help_message
from bot.views.settings import offer_message
from tests.support.bot_fakes import placement
from tests.support.homes import full_home
from tests.support.listening import listen
from tests.support.made import answer

ROOT = Path(__file__).parents[2]
MANIFEST = yaml.safe_load((ROOT / "manifest.yml").read_text())
AGENT = yaml.safe_load((ROOT / "manifest.agent.yml").read_text())

# Only an app with an agent view gets these.
AGENT_EVENTS = {
    "agent_session_stopped",
    "agent_session_title_changed",
    "app_context_changed",
}
AGENT_METHODS = {"assistant_threads_setSuggestedPrompts": {"assistant:write"}}

# Slack's event for each subscription, and the scope that lets it through (docs.slack.dev).
EVENTS = {
    # These two need no scope; any will do here.
    "app_uninstalled": ("app_uninstalled", "chat:write"),
    "tokens_revoked": ("tokens_revoked", "chat:write"),
    "app_home_opened": ("app_home_opened", "chat:write"),
    "app_mention": ("app_mention", "app_mentions:read"),
    "channel_archive": ("channel_archive", "channels:read"),
    "channel_deleted": ("channel_deleted", "channels:read"),
    "channel_id_changed": ("channel_id_changed", "channels:read"),
    "channel_left": ("channel_left", "channels:read"),
    "channel_rename": ("channel_rename", "channels:read"),
    "channel_shared": ("channel_shared", "channels:read"),
    "channel_unarchive": ("channel_unarchive", "channels:read"),
    "channel_unshared": ("channel_unshared", "channels:read"),
    "file_change": ("file_change", "files:read"),
    "file_deleted": ("file_deleted", "files:read"),
    "file_shared": ("file_shared", "files:read"),
    "file_unshared": ("file_unshared", "files:read"),
    "group_archive": ("group_archive", "groups:read"),
    "group_deleted": ("group_deleted", "groups:read"),
    "group_left": ("group_left", "groups:read"),
    "group_rename": ("group_rename", "groups:read"),
    "group_unarchive": ("group_unarchive", "groups:read"),
    "member_joined_channel": ("member_joined_channel", "channels:read"),
    "member_left_channel": ("member_left_channel", "channels:read"),
    "message.channels": ("message", "channels:history"),
    "message.groups": ("message", "groups:history"),
    "message.im": ("message", "im:history"),
    "message.mpim": ("message", "mpim:history"),
    "reaction_added": ("reaction_added", "reactions:read"),
    "reaction_removed": ("reaction_removed", "reactions:read"),
    "user_change": ("user_change", "users:read"),
}

# The scopes of each Web API method that the bot calls (docs.slack.dev/reference/methods).
METHODS = {
    "apps_connections_open": set(),
    "assistant_threads_setStatus": {"chat:write"},
    "auth_test": set(),
    "chat_delete": {"chat:write"},
    "chat_postEphemeral": {"chat:write"},
    "chat_postMessage": {"chat:write"},
    "chat_appendStream": {"chat:write"},
    "chat_startStream": {"chat:write"},
    "chat_stopStream": {"chat:write"},
    "chat_update": {"chat:write"},
    "conversations_history": {
        "channels:history",
        "groups:history",
        "im:history",
        "mpim:history",
    },
    "conversations_info": {"channels:read", "groups:read", "im:read", "mpim:read"},
    "conversations_members": {"channels:read", "groups:read", "im:read", "mpim:read"},
    "conversations_replies": {
        "channels:history",
        "groups:history",
        "im:history",
        "mpim:history",
    },
    "conversations_open": {"im:write"},
    "chat_getPermalink": set(),
    "files_info": {"files:read"},
    "files_list": {"files:read"},
    "files_upload_v2": {"files:write"},
    "users_conversations": {"channels:read", "groups:read"},
    "users_info": {"users:read"},
    "views_open": set(),
    "views_publish": set(),
    "users_list": {"users:read"},
}


def scopes() -> set[str]:
    return set(MANIFEST["oauth_config"]["scopes"]["bot"])


def subscribed() -> set[str]:
    return set(MANIFEST["settings"]["event_subscriptions"]["bot_events"])


def called_methods() -> set[str]:
    """Names of the Web API methods in the code, told by the attributes of a ``client``."""
    found: set[str] = set()
    for path in (ROOT / "bot").rglob("*.py"):
        if "workspace" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith("client"):
                found.add(node.attr)
    return {name for name in found if re.match(r"[a-z]+_[a-z]", name)}


@pytest.fixture
def registered() -> list[str]:
    """Events and commands that listeners are registered for, as Bolt's matchers hold them."""
    names: list[str] = []

    class Recorder(AsyncApp):
        def event(self, event, *args, **kwargs):
            names.append(event)
            return super().event(event, *args, **kwargs)

        def command(self, command, *args, **kwargs):
            names.append(command)
            return super().command(command, *args, **kwargs)

        def action(self, constraints, *args, **kwargs):
            names.append(f"action {getattr(constraints, 'pattern', constraints)}")
            return super().action(constraints, *args, **kwargs)

        def shortcut(self, constraints, *args, **kwargs):
            names.append(f"shortcut {constraints}")
            return super().shortcut(constraints, *args, **kwargs)

    client = AsyncWebClient(token="xoxb-unused")
    app = Recorder(client=client, signing_secret="unused", process_before_response=True)
    jobs = Jobs("sqlite:///unused", "test", ())
    unused: Any = None
    tenants = Tenants(unused, unused)
    listen(app, jobs, tenants)
    return names


def test_every_subscription_is_known_and_has_its_scope():
    assert subscribed() <= EVENTS.keys()
    assert {EVENTS[name][1] for name in subscribed()} <= scopes()


def test_every_subscription_has_a_listener_and_every_listener_a_subscription(registered):
    events = {name for name in registered if not name.startswith(("/", "action ", "shortcut "))}
    assert {EVENTS[name][0] for name in subscribed()} | AGENT_EVENTS == events


def without_what_is_the_agents(manifest: dict[str, Any]) -> dict[str, Any]:
    plain = copy.deepcopy(manifest)
    plain["features"].pop("agent_view", None)
    events = plain["settings"]["event_subscriptions"]["bot_events"]
    plain["settings"]["event_subscriptions"]["bot_events"] = [
        name for name in events if name not in AGENT_EVENTS
    ]
    plain["oauth_config"]["scopes"]["bot"] = [
        scope for scope in plain["oauth_config"]["scopes"]["bot"] if scope != "assistant:write"
    ]
    return plain


def test_the_agents_manifest_is_the_other_with_an_agent_view():
    assert without_what_is_the_agents(AGENT) == without_what_is_the_agents(MANIFEST) == MANIFEST
    needed = set().union(*AGENT_METHODS.values())
    assert set(AGENT["oauth_config"]["scopes"]["bot"]) == needed | scopes()
    assert set(AGENT["settings"]["event_subscriptions"]["bot_events"]) >= AGENT_EVENTS
    view = AGENT["features"]["agent_view"]
    assert view.keys() == {"agent_description", "suggested_prompts"}
    assert 0 < len(view["agent_description"]) <= 300
    assert 0 < len(view["suggested_prompts"]) <= 4
    for prompt in view["suggested_prompts"]:
        assert prompt.keys() == {"title", "message"}


def test_the_commands_are_those_registered(registered):
    commands = [c["command"] for c in MANIFEST["features"]["slash_commands"]]
    assert commands == [COMMAND] == [n for n in registered if n.startswith("/")]


def test_the_shortcuts_are_those_registered(registered):
    shortcuts = MANIFEST["features"]["shortcuts"]
    listed = {f"shortcut {s['callback_id']}" for s in shortcuts}
    assert listed == {f"shortcut {name}" for name in (SHOW_TRACE, ASK_PRIVATELY, ASK_ABOUT)}
    on_messages = [s["callback_id"] for s in shortcuts if s["type"] == "message"]
    assert on_messages == [ASK_ABOUT, SHOW_TRACE]
    assert {n for n in registered if n.startswith("shortcut ")} == listed
    for shortcut in shortcuts:
        assert len(shortcut["name"]) <= 24
        assert len(shortcut["description"]) <= 150


def test_buttons_need_interactivity_and_every_button_has_a_listener(registered):
    assert MANIFEST["settings"]["interactivity"] == {"is_enabled": True}
    shown = [
        *questions_block(["a", "b", "c"], "key"),
        document_block("a.pdf", "fixed", "key", "en"),
        cancel_block("key", "en"),
        stop_block("1.0:mark", "en"),
        stop_private_block("en:mark:ask:T1:1", "en"),
        undo_block("key", "en"),
        path_block("0123456789", "en"),
        *turn_block(10, 30, 10, "", "en"),
        private_block("key", "en"),
        *answer_buttons(answer(), has_more=True, is_private=False),
        plain_feedback(answer()),
    ]
    patterns = [name.removeprefix("action ") for name in registered if name.startswith("action ")]
    shown += [
        *full_home()["blocks"],
        *help_message(["library"], "", "en", is_quoting=False).blocks,
        *forget_message("T1", [Shown(placement(), "library", "Ada")], 0, "en").blocks,
        *offer_message("1", "en").blocks,
    ]
    used = {e["action_id"] for block in shown for e in controls_of(block)}
    heard = {a for a in used if any(re.fullmatch(p, a) for p in patterns)}
    assert heard == used
    assert all(any(re.fullmatch(p, a) for a in used) for p in patterns)


def controls_of(block: dict[str, Any]) -> list[dict[str, Any]]:
    inside = [*(block.get("elements") or []), block.get("accessory") or {}]
    return [element for element in inside if element.get("action_id")]


def test_every_method_called_has_its_scopes_and_no_scope_is_idle():
    called = called_methods()
    assert called == METHODS.keys() | AGENT_METHODS.keys()
    used = set().union(*(METHODS.get(name, set()) for name in called))
    used |= {EVENTS[name][1] for name in subscribed()} | {"commands"}
    assert used == scopes() == SCOPES


def test_limits_of_the_schema():
    info, features = MANIFEST["display_information"], MANIFEST["features"]
    assert len(info["name"]) <= 35
    assert len(info["description"]) <= 140
    assert 174 <= len(info["long_description"]) <= 4_000
    assert re.fullmatch(r"#[0-9a-f]{6}", info["background_color"])
    for command in features["slash_commands"]:
        assert len(command["command"]) <= 32
        assert len(command["description"]) <= 2_000
        assert len(command["usage_hint"]) <= 1_000
    assert len(scopes()) <= 255


def test_guests_may_use_it_and_direct_messages_work():
    features = MANIFEST["features"]
    assert "agent_view" not in features
    assert "assistant_view" not in features
    assert features["app_home"]["messages_tab_enabled"] is True
    assert features["app_home"]["messages_tab_read_only_enabled"] is False


def test_only_known_keys():
    assert MANIFEST.keys() == {
        "_metadata",
        "display_information",
        "features",
        "oauth_config",
        "settings",
    }
    assert MANIFEST["settings"].keys() == {
        "event_subscriptions",
        "interactivity",
        "org_deploy_enabled",
        "socket_mode_enabled",
        "token_rotation_enabled",
    }
