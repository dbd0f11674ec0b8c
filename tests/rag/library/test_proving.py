"""A page is shown from the bytes that were cited, to those who may see them, and from memory once."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rag.errors import ContentChanged, UnknownDocument
from rag.proving import Drawn
from rag.types import Audience, PagePicture
from tests.support.scene import FIXTURES, Scene
from tests.support.scene_fixtures import scene

__all__ = ["scene"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_the_cited_page_of_the_very_file(scene: Scene):
    desk = scene.desk()
    await desk.drop("control_3p.pdf", "travel policy.pdf")
    answer = await desk.ask("What is the nightly hotel limit in Lisbon?")
    [cited] = answer.citations
    assert cited.quotes == (cited.quote,)
    assert cited.quote in cited.context
    path, engine = FIXTURES / "control_3p.pdf", scene.engine
    picture = await engine.page_picture(path, cited, desk.audience)
    assert (picture.marked, picture.asked) == (1, 1)
    assert picture.content.startswith(b"\x89PNG")
    assert await engine.page_picture(path, cited, desk.audience) is picture
    other = scene.folder / "other.pdf"
    shutil.copy(FIXTURES / "hyphenated_lines.pdf", other)
    with pytest.raises(ContentChanged):
        await engine.page_picture(other, cited, desk.audience)
    stranger = replace(desk.audience, channels=frozenset({"C-other"}))
    with pytest.raises(UnknownDocument):
        await engine.page_picture(path, cited, stranger)
    with pytest.raises(UnknownDocument):
        await engine.page_picture(path, cited, Audience("W-other", "x", desk.audience.channels))


async def test_a_text_has_no_page_to_draw(scene: Scene):
    desk = scene.desk()
    content = b"# Canteen\n\nThe canteen opens at 11:35 on weekdays.\n"
    await desk.drop(content, "canteen.md")
    answer = await desk.ask("When does the canteen open on weekdays?")
    path: Path = scene.folder / "canteen-again.md"
    path.write_bytes(content)  # noqa: ASYNC240 - a line of text
    picture = await scene.engine.page_picture(path, answer.citations[0], desk.audience)
    assert picture == PagePicture()


async def test_pictures_are_kept_for_minutes_and_a_few_only():
    now = [0.0]
    drawn = Drawn(lambda: now[0])
    keys: list[Any] = [("digest", page, ()) for page in range(13)]
    for key in keys:
        drawn.keep(key, PagePicture())
    assert drawn.get(keys[0]) is None
    assert drawn.get(keys[1]) == PagePicture()
    now[0] = 301.0
    assert drawn.get(keys[12]) is None
