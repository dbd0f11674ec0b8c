"""What Slack makes of what people type."""

import pytest

from bot.workspace.mrkdwn import Composer, mentions

COMPOSER = Composer({"ada": "U1", "footnote": "U2"}, {"general": "C1"})


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("plain", "plain"),
        ("a < b > c & d", "a &lt; b &gt; c &amp; d"),
        ("hi @Footnote!", "hi <@U2>!"),
        ("@nobody", "@nobody"),
        ("mail me@ada.example", "mail me@ada.example"),
        ("see #general and #elsewhere", "see <#C1|general> and #elsewhere"),
        ("https://x.example/a?b=1&c=2.", "<https://x.example/a?b=1&amp;c=2>."),
        ("@here look", "<!here> look"),
        ("<@U2> by id", "<@U2> by id"),
        ("<!channel>", "&lt;!channel&gt;"),
        ("年假 @footnote 有几天？", "年假 <@U2> 有几天？"),
        ("", ""),
    ],
)
def test_typed_text_arrives_escaped(typed: str, text: str):
    assert COMPOSER.compose(typed).text == text


def test_blocks_carry_what_was_typed():
    [block] = COMPOSER.compose("hi @ada & all").blocks
    assert block["elements"][0]["elements"] == [
        {"type": "text", "text": "hi "},
        {"type": "user", "user_id": "U1"},
        {"type": "text", "text": " & all"},
    ]


def test_command_text_keeps_names_beside_ids():
    assert COMPOSER.command_text("@Ada in #general & co") == "<@U1|ada> in <#C1|general> & co"


def test_mentions():
    assert mentions("<@U2> hi", "U2")
    assert mentions("<@U2|footnote>", "U2")
    assert not mentions("&lt;@U2&gt;", "U2")
