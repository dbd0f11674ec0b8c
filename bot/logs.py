"""Logs: one JSON line an event, without document text, tokens or what people wrote."""

import logging
import re
import sys

import structlog

_QUIET = (
    "slack_sdk",
    "slack_bolt",
    "httpx",
    "httpx2",
    "pymilvus",
    "milvus_lite",
    "langchain_milvus",
    "faiss",
    "alembic",
)
_OURS = ("bot", "rag")
# Whatever a library or the text of an error may tell: Slack's tokens, keys of models, codes.
_SECRET = re.compile(
    r"\b(?:xox[a-z](?:\.xox[a-z])?-|xapp-|sk-)[\w.-]{6,}"
    r"|(?<=Bearer )[\w.~+/=-]+"
    r"|(?<=[?&]code=)[^\s&\"']+"
    r"|(?<=client_secret=)[^\s&\"']+"
)
# Milvus Lite lacks a method that its client tries first; the client copes, gRPC logs a traceback.
_SILENT = ("grpc._server",)


def _is_worth_telling(record: logging.LogRecord) -> bool:
    """Looked at here, as Bolt sets the level of its loggers itself, and logs bodies at INFO."""
    is_quiet = record.name.split(".")[0] in _QUIET
    return record.levelno >= logging.WARNING or not is_quiet


def without_secrets(line: str) -> str:
    """The line as it may be kept."""
    return _SECRET.sub("[secret]", line)


class Lines(logging.Formatter):
    """Lines of libraries, with their tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        """Level, logger and message."""
        return without_secrets(super().format(record))


def set_up_logs(level: str) -> None:
    """Configures logging for the process; called by a composition root."""
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    # At DEBUG libraries tell what they send, and that is what people wrote: only we go so low.
    logging.basicConfig(
        level=max(number, logging.INFO),
        stream=sys.stderr,
    )
    for handler in logging.getLogger().handlers:
        handler.addFilter(_is_worth_telling)
        handler.setFormatter(Lines("%(levelname)s %(name)s %(message)s"))
    for name in _OURS:
        logging.getLogger(name).setLevel(number)
    for name in _SILENT:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(number),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
            lambda _logger, _method, line: without_secrets(str(line)),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
