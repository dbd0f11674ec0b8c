"""From Slack's text to what was said."""

import pytest

from bot.slack.incoming import mentions, plain_question, unescape

BOT = "U0BOT"
NAMES = {"U1": "Ada"}


async def name_of(user: str) -> str:
    return NAMES.get(user, user)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<@U0BOT> how many days?", "how many days?"),
        ("how many <@U0BOT> days?", "how many days?"),
        ("what did <@U1> say?", "what did @Ada say?"),
        ("what did <@U1|ada> say?", "what did @ada say?"),
        ("what did <@U9> say?", "what did @U9 say?"),
        ("see <#C1|legal>", "see #legal"),
        ("see <https://a.example/x|the page>", "see the page"),
        ("see <https://a.example/x>", "see https://a.example/x"),
        ("write to <mailto:a@b.example|a@b.example>", "write to a@b.example"),
        ("<!here> hello", "@here hello"),
        ("<!subteam^S1|@legal> hello", "@legal hello"),
        ("<!date^1^{date}|today>", "today"),
        ("a &lt; b &amp;&amp; c &gt; d", "a < b && c > d"),
        ("&amp;lt;", "&lt;"),
        ("  two   spaces \n and lines ", "two spaces\nand lines"),
        ("<@U0BOT>", ""),
    ],
)
async def test_tokens_become_words(text: str, expected: str):
    assert await plain_question(text, BOT, name_of) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<@U0BOT> hi", True),
        ("hi <@U0BOT|footnote>", True),
        ("`<@U0BOT>` is how", False),
        ("```\n<@U0BOT>\n```", False),
        ("`code` and <@U0BOT>", True),
        ("<@U0OTHER>", False),
    ],
)
def test_a_mention_in_code_is_none(text: str, expected: bool):
    assert mentions(text, BOT) is expected


def test_unescape_undoes_the_ampersand_last():
    assert unescape("&amp;gt;") == "&gt;"
