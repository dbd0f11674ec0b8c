"""Logs: one JSON line an event, without document text, tokens or what people wrote."""

import logging
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
# Milvus Lite lacks a method that its client tries first; the client copes, gRPC logs a traceback.
_SILENT = ("grpc._server",)


def _is_worth_telling(record: logging.LogRecord) -> bool:
    """Looked at here, as Bolt sets the level of its loggers itself, and logs bodies at INFO."""
    is_quiet = record.name.split(".")[0] in _QUIET
    return record.levelno >= logging.WARNING or not is_quiet


def set_up_logs(level: str) -> None:
    """Configures logging for the process; called by a composition root."""
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    # At DEBUG libraries tell what they send, and that is what people wrote: only we go so low.
    logging.basicConfig(
        level=max(number, logging.INFO),
        stream=sys.stderr,
        format="%(levelname)s %(name)s %(message)s",
    )
    for handler in logging.getLogger().handlers:
        handler.addFilter(_is_worth_telling)
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
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
