"""Each file that can't become a document gets a plain sentence and leaves nothing behind."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.e2e.conftest import GENERAL, LIBRARY
from tests.e2e.talk import ask, drop, is_settled, pdf
from tests.support.people import Desk, Person
from tests.support.processes import run

pytestmark = pytest.mark.usefixtures("bot")

BAD = [
    ("json_error_named.pdf", "is not a PDF"),
    ("html_with_pdf_magic_inside.pdf", "is not a PDF"),
    ("docx_named.pdf", "is not a PDF"),
    ("png_named.pdf", "is not a PDF"),
    ("zero_byte.pdf", "is empty"),
    ("one_byte.pdf", "is not a PDF"),
    ("enc_real_password_aes256.pdf", "is protected by a password"),
    ("blank_pages_3.pdf", "has no text that I can read (0 of 3 pages)"),
    ("outlined_text_no_text_layer.pdf", "has no text that I can read (0 of 1 pages)"),
]


@pytest.mark.parametrize(("name", "sentence"), BAD)
async def test_a_bad_file_is_told_and_leaves_nothing(
    ada: Person, home: Path, name: str, sentence: str
):
    told = await drop(ada, LIBRARY, name, pdf(name))
    assert sentence in told["text"]
    assert name in told["text"]
    assert "Traceback" not in told["text"]
    assert not list((home / "incoming").iterdir())


async def test_nothing_of_them_is_left(ada: Person, home: Path):
    for name, _ in BAD[:3]:
        await drop(ada, LIBRARY, name, pdf(name))
    listed = await asyncio.to_thread(run, "rag", "documents", "--json", home=home)
    assert listed.returncode == 0, listed.stderr
    names = {document["document"] for document in json.loads(listed.stdout)}
    assert names.isdisjoint({name for name, _ in BAD})


async def test_a_login_page_instead_of_the_file(ada: Person, desk: Desk):
    await desk.faults(login_pages=1)
    told = await drop(ada, LIBRARY, "report.pdf", pdf("control_3p.pdf"))
    assert "did not let me fetch report.pdf" in told["text"]
    assert "files:read" in told["text"]


async def test_a_download_that_breaks_off(ada: Person, desk: Desk):
    await desk.faults(truncated_downloads=1)
    told = await drop(ada, LIBRARY, "report.pdf", pdf("control_3p.pdf"))
    assert "could not fetch report.pdf" in told["text"]


async def test_a_redirect_to_another_host_is_not_followed(ada: Person, desk: Desk):
    await desk.faults(redirect_downloads=1)
    told = await drop(ada, LIBRARY, "report.pdf", pdf("control_3p.pdf"))
    assert "lies outside Slack" in told["text"]


async def test_what_was_there_answers_on_when_a_new_version_fails(ada: Person):
    await drop(ada, LIBRARY, "limits.pdf", pdf("control_3p.pdf"))
    told = await drop(ada, LIBRARY, "limits.pdf", pdf("blank_pages_3.pdf"))
    assert "has no text" in told["text"]
    answer = await ask(ada, GENERAL, "What is the nightly hotel limit in Lisbon?")
    assert "140 euros" in answer["text"]


async def test_a_file_known_only_by_file_shared_is_read(ada: Person, desk: Desk):
    await desk.faults(stub_files=True, late_shares=1)
    told = await drop(ada, LIBRARY, "stub.pdf", pdf("header_footer_5p.pdf"))
    assert "I have read stub.pdf" in told["text"]


async def test_upper_case_and_missing_extensions_are_told_by_their_bytes(ada: Person):
    told = await drop(ada, LIBRARY, "no_extension", pdf("UPPER.PDF"))
    assert "I have read no_extension" in told["text"]
    assert is_settled(told)
