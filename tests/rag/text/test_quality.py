import pytest

from rag.text.quality import assess

GOOD = "The nightly hotel limit is 140 euros in Lisbon, and 95 euros in Porto."


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        "Part SK-2210 of pump P-7 weighs 12kg; see fig. 3b. H2O and CO2 are measured in Q3 2024.",
        "Contents\n1 Leak test ........ 2\n2 Torque ........ 3",
        "North 1,204 1,318 1,290\nSouth (45) 61\nEast 877 902",
        "营业收入为三千二百万元。退货期限为十四天。",
        "See https://example.org/a/very/long/path/that-has-no-spaces-at-all-in-it for details.",
        "Die Donaudampfschifffahrtsgesellschaft zahlt am Monatsende, wie jedes Jahr seit 1990.",
    ],
)
def test_ordinary_text_is_good(text: str) -> None:
    assert assess(text).verdict == "good"


@pytest.mark.parametrize(
    "text",
    [
        "Th3 r3nt ls 91O cur0s p3r m0nth.\n~~| l1 I| ;. - _ ,,",
        "Tne d3p0sit 1s 4OO eur0s, p4yab1e bef0re m0ving 1n.",
        "/g12/g34/g7/g99/g12/g45 /g1/g2/g3",
        "(cid:12)(cid:88)(cid:3)(cid:41)",
        "\ue001\ue002\ue003 \ue004\ue005\ue006",
        "~~ |;. -_ ,, ^^ %% $$ @@ !! ~~ ;; ::",
        "WKH UQW LV GXH RQ WKH ILUVW GDB RI HDFK PRQWK DQG VKDOO EH SG",
    ],
)
def test_what_is_no_text_is_unusable(text: str) -> None:
    quality = assess(text)
    assert quality.verdict == "unusable"
    assert quality.reason


def test_glued_words_are_doubtful() -> None:
    assert assess("Reporttheleaktothedutyofficerwithintwohours").reason == "words run together"
