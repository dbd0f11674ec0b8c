"""Plain texts of other encodings, and tables that they set with tabs or spaces."""

import pytest

from rag.errors import NotAPdf
from tests.rag.reading.test_reading import Read, read

__all__ = ["read"]

GERMAN = "Die Miete für die Wohnung beträgt 470 € und ist am ersten Tag fällig – wie in „Anlage 2“."
CHINESE = "本合同有效期为三年，自2024年1月1日起。租金每月8500元，押金17000元，双方应遵守所有条款。"
ROWS = [
    "Region | 2022 | 2023",
    "North | 2022: 12 | 2023: 45",
    "South | 2022: (empty) | 2023: 61",
    "East | 2022: 7 | 2023: (empty)",
]


@pytest.mark.parametrize(
    ("text", "encoding", "called"),
    [
        (GERMAN, "cp1252", "Windows-1252"),
        ("The tenant’s deposit is 500 euros and the café in the yard opens at 8.", "cp1252", "Windows-1252"),
        ("L'échéance est fixée à 30 jours après la réception de la facture.", "cp1252", "Windows-1252"),
        ("El plazo es de 30 días según el artículo 5. ¿Cuánto cuesta la señal?", "cp1252", "Windows-1252"),
        ("O prazo não é de 30 dias, e as condições do contrato são válidas para uma casa.", "cp1252", "Windows-1252"),
        (CHINESE, "gb18030", "GB 18030"),
        (GERMAN, "utf-16-le", ""),
        (GERMAN, "utf-16-be", ""),
        (GERMAN, "utf-32", ""),
    ],
)  # fmt: skip
async def test_an_encoding_that_is_clear_is_found_out(
    read: Read, text: str, encoding: str, called: str
) -> None:
    found = await read(text.encode(encoding), "a.txt")
    assert found.pages[0].text == text
    assert found.notes == ((f"read as {called}, which is how it looks",) if called else ())


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("租金每月8500元", "gb18030"),
        ("租約期限為三年，自2024年起。租金每月8500元，押金17000元。", "big5"),
        ("契約期間は2024年から3年間です。賃料は月額85000円です。", "shift_jis"),
        ("契約期間は2024年から3年間です。賃料は月額85000円です。", "euc_jp"),
        ("계약 기간은 3년입니다. 월세는 850000원입니다. 보증금은 없습니다.", "euc_kr"),
        ("Срок аренды 24 месяца, плата 45 000 руб. в месяц.", "cp1251"),
        ("Срок аренды 24 месяца, плата 45 000 руб. в месяц.", "koi8-r"),
        (
            "Umowa obowiązuje przez trzy lata od dnia podpisania, a czynsz płaci się w złotych.",
            "cp1250",
        ),
        ("A szerződés három évre szól, és az őszi fűtés külön fizetendő a hónap végén.", "cp1250"),
        ("Smlouva platí tři roky ode dne podpisu a nájemné činí 45 korun za měsíc.", "cp1250"),
        (
            "Contractul este valabil de la semnare pentru o perioadă de trei ani, iar chiria este de 45 lei.",
            "cp1250",
        ),
        ("Sözleşme süresi üç yıldır, kira bedeli 4500 liradır, şartlar geçerlidir.", "cp1254"),
        ("דמי השכירות הם 4500 שקל לחודש לפי החוזה", "cp1255"),
        ("Die Größe der Räume ist für alle mit den Möbeln geprüft.", "cp850"),
        ("Die Größe der Räume ist für alle mit den Möbeln geprüft.", "mac_roman"),
    ],
)
async def test_an_encoding_that_is_not_clear_is_refused(
    read: Read, text: str, encoding: str
) -> None:
    with pytest.raises(NotAPdf):
        await read(text.encode(encoding), "a.txt")


@pytest.mark.parametrize("content", [b"MZ\x00\x01", bytes([1, 0] * 20), b"a\x00" * 3, b"\x00" * 40])
async def test_bytes_with_nul_are_seldom_a_text(read: Read, content: bytes) -> None:
    with pytest.raises(NotAPdf):
        await read(content, "a.txt")


@pytest.mark.parametrize(
    "table",
    [
        "Region\t2022\t2023\nNorth\t12\t45\nSouth\t\t61\nEast\t7\t\n",
        "Region     2022   2023\nNorth        12     45\nSouth               61\nEast          7\n",
    ],
    ids=["tabs", "spaces"],
)
async def test_an_empty_cell_stays_one(read: Read, table: str) -> None:
    text = (await read(f"Sales in all.\n\n{table}\nAll told.\n".encode(), "a.txt")).pages[0].text
    assert text.split("\n") == ["Sales in all.", *ROWS, "All told."]


async def test_words_far_apart_are_no_table(read: Read) -> None:
    signed = "Signed in Porto          on 3 May 2024\nMia Ek          Tom Au\nfor the tenant          for the owner"
    text = (await read(signed.encode(), "a.txt")).pages[0].text
    assert "|" not in text
