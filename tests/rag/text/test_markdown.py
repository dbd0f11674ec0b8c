"""Marks of Markdown and HTML that are not shown, and signs that look like them and are."""

import pytest

from rag.text.markdown import read_markdown


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("Alarm if temperature > 45 C and pressure>6 bar.", "Alarm if temperature > 45 C and pressure>6 bar."),
        ("> quoted a > b\n> goes on", "quoted a > b goes on"),
        ("Keep x < 5 and y > 3 or a<b.", "Keep x < 5 and y > 3 or a<b."),
        ("One<br>two <b>bold</b> &amp; H<sub>2</sub>O &lt; 5 &euro; &#8212; AT&T", "One two bold & H2O < 5 € — AT&T"),
        ("Seen <span style='display:none'>Secret</span><i hidden>Secret</i>now", "Seen now"),
        ("Seen <!-- Secret --> now", "Seen  now"),
        ("Use `<b>` and `&lt;` and `a\\_b` in code", "Use <b> and &lt; and a\\_b in code"),
        ("<table><tr><th>K</th><th>V</th></tr><tr><td>rent</td><td>900</td></tr></table>", "K | V\nrent | 900"),
        ("See <https://example.org/a>.", "See <https://example.org/a>."),
    ],
)  # fmt: skip
def test_a_line_as_it_is_shown(source: str, shown: str) -> None:
    assert "\n".join(read_markdown(source).lines) == shown


def test_attributes_of_a_heading_are_no_part_of_it() -> None:
    assert read_markdown("# Fees {#fees .wide}\n\nText 5.").headings == [("Fees", 1)]


def test_front_matter_in_toml() -> None:
    read = read_markdown('+++\ntitle = "Rules"\n+++\nText 5.')
    assert (read.title, read.lines) == ("Rules", ["Text 5."])
