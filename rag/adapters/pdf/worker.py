"""The process that reads one file: `python -m rag.adapters.pdf.worker PATH FIRST_PAGE LIMITS`.

It writes one JSON line about the file and one for each page from FIRST_PAGE on, and knows
nothing of the rest of the program, which may kill it at any time.
"""

import json
import logging
import resource
import sys
from collections.abc import Mapping
from pathlib import Path

import pypdf

from rag.adapters.pdf.document import OpenFailed, describe, open_document
from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.page_text import PageReader


def main(path: Path, first_page: int, limits: Limits) -> None:
    """Reads the file and writes what it finds to standard output."""
    logging.disable(logging.CRITICAL)
    _bound(limits)
    pypdf.overwrite_configuration(
        stream_parsing_work_maximum_count=limits.content_operands,
        stream_decoding_work_maximum_length=2 * limits.stream_bytes,
        zlib_maximum_output_length=limits.stream_bytes,
        lzw_maximum_output_length=limits.stream_bytes,
        run_length_maximum_output_length=limits.stream_bytes,
        brotli_maximum_output_length=limits.stream_bytes,
        array_based_stream_maximum_output_length=limits.stream_bytes,
        xform_maximum_invocations_per_extraction=500,
        disable_legacy_handling=True,
    )
    try:
        document = open_document(path)
        _say(describe(document, limits.pages))
    except OpenFailed as failure:
        _say({"rejected": failure.reason, "detail": failure.detail})
        return
    reader = PageReader(document, path, limits)
    for number in range(first_page, len(document.pages) + 1):
        _say(reader.read(number))


def _bound(limits: Limits) -> None:
    """Bounds that hold even if whoever started the process is gone."""
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    seconds = int(limits.file_seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _say(message: Mapping[str, object]) -> None:
    sys.stdout.write(json.dumps(message))  # ASCII, since a text may hold half a surrogate pair
    sys.stdout.write("\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), Limits.from_json(sys.argv[3]))
