"""The process that reads one file, which it is told of on standard input, and ends.

It writes one JSON line about the file and one for each page of its task, and knows
nothing of the rest of the program, which may kill it at any time. The worker that begins with
the first page describes the file; others say how many pages it has.
"""

import pypdf

from rag.adapters.pdf.bounds import Task, bound, say, task
from rag.adapters.pdf.cleaned import cleaned_page
from rag.adapters.pdf.document import OpenFailed, describe, open_document
from rag.adapters.pdf.extraction import quick
from rag.adapters.pdf.page_text import PageReader
from rag.adapters.pdf.recognition import Recognizer, is_installed
from rag.adapters.pdf.shares import Share


def main(given: Task) -> None:
    """Reads the file and writes what it finds to standard output."""
    path, limits = given.path, given.limits
    reads_pictures = is_installed()
    bound(limits, limits.recognition_memory if reads_pictures else 0)
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
        total = len(document.pages)
        say(describe(document, limits.pages) if given.first_page == 1 else {"pages": total})
    except OpenFailed as failure:
        say({"rejected": failure.reason, "detail": failure.detail})
        return
    reader = PageReader(document, path, limits)
    recognizer = Recognizer(path, limits, say)
    with quick():
        for number in Share(given.first_page, given.step).pages(total, limits):
            message = reader.read(number)
            say(cleaned_page(recognizer.improved(message) if reads_pictures else message))


if __name__ == "__main__":
    main(task())
