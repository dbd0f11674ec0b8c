"""Measurements as a line of the log."""

import json
import logging
from dataclasses import asdict

from rag.types import RunMeasures

_LOG = logging.getLogger("rag.run")


class LogMetrics:
    """`Metrics`: one JSON object a run, without a word of what was asked."""

    def run(self, measures: RunMeasures) -> None:
        """A line with the event ``run``."""
        _LOG.info(json.dumps({"event": "run", **asdict(measures)}))
