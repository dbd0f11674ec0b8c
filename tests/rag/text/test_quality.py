import pytest

from rag.text.cleaning import clean
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


_ACCENTED = [
    "Die Größe beträgt fünf Meter über der Tür, die Höhe dafür zwölf",
    "L'échéance est fixée à 30 jours après la réception, où qu'elle ait été postée",
    "Срок аренды 24 месяца, плата 45 000 руб.",
    "Η προθεσμία είναι 30 ημέρες",
    "מדת החוזה 24 חודשים",
    "مدة العقد 24 شهرا",
    "“Quotes” – the tenant’s friends don’t owe 44 €",
]


@pytest.mark.parametrize("text", _ACCENTED)
def test_utf_8_read_as_a_western_encoding_is_told(text: str) -> None:
    wrong = text.encode().decode("cp1252", "ignore")
    assert assess(clean(wrong)).reason == "wrongly encoded characters"
    assert assess(clean(text)).verdict == "good"


def test_utf_8_read_as_a_cyrillic_encoding_is_told() -> None:
    wrong = "Срок аренды 24 месяца, плата за каждый месяц".encode().decode("cp1251")
    assert assess(clean(wrong)).reason == "wrongly encoded characters"


@pytest.mark.parametrize(
    "text",
    [
        "SÃO PAULO NÃO É IRMÃ DE MARÇO, AÇÃO E REAÇÃO",
        "Straße Ärger Österreich Übung, Ñandú y señor, Îles et Œuvre, Þór á Íslandi",
        "СССР, РСФСР, Россия и Сербия: срок 3 года",
        "Ø 45 mm × 5 – 12 mm, Å 3, crème «brûlée» – à la carte 5 €",
    ],
)
def test_accents_are_no_wrong_encoding(text: str) -> None:
    assert assess(clean(text)).verdict == "good"
