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
)
# Milvus Lite lacks a method that its client tries first; the client copes, gRPC logs a traceback.
_SILENT = ("grpc._server",)


def set_up_logs(level: str) -> None:
    """Configures logging for the process; called by a composition root."""
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    logging.basicConfig(
        level=number, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s"
    )
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(number, logging.WARNING))
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
