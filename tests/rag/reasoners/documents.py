"""Small documents to ask questions of, and embedders to ask with."""

from itertools import pairwise

from rag.types import Candidate, Passage, Span


class NoEmbedder:
    """An embedder whose cosines nobody has measured: what is left is terms."""

    name = "unknown"
    dimension = 2

    async def embed_passages(self, texts):
        raise AssertionError("must not be asked")

    async def embed_query(self, text):
        raise AssertionError("must not be asked")


class LetterEmbedder:
    """Counts letters, and how often it was asked for what."""

    name = "use-multilingual-v3"
    dimension = 26

    def __init__(self):
        self.embedded = []

    def _vector(self, text):
        return [1.0 + text.lower().count(chr(97 + i)) for i in range(26)]

    async def embed_passages(self, texts):
        self.embedded.extend(texts)
        return [self._vector(text) for text in texts]

    async def embed_query(self, text):
        return self._vector(text)


def candidate(text, *, title="Handbook", heading="", document="", ends=(), unreliable=()):
    """A passage; ``ends`` are where its pages end, so that two pages need one number."""
    bounds = [0, *ends, len(text)]
    spans = tuple(
        Span(page, start, end) for page, (start, end) in enumerate(pairwise(bounds), start=1)
    )
    name = document or f"{title}.pdf"
    passage = Passage(f"{name}:{text[:40]}", name, 0, heading, text, spans)
    labels = {span.page: str(span.page) for span in spans}
    return Candidate(passage, title, name, 1.0, (), labels, frozenset(unreliable))


LEAVE = candidate(
    "Full-time employees have 27 days of paid annual leave in each calendar year.\n"
    "After five full years of service the allowance rises to 30 days.\n"
    "Up to five unused days may be carried into the next year. They must be taken by 31 March.",
    heading="2.1 Annual leave",
)
CONTRACTORS = candidate(
    "Contractors have no paid annual leave. They may take up to 20 unpaid days off in any twelve "
    "months of an assignment.",
    heading="2.2 Contractors' time off",
)
HOTELS = candidate(
    "Hotel and meal costs are met up to the limits in Table 2. The hotel limit includes breakfast.\n"
    "Table 2. Travel allowances by city\n"
    "City | Hotel, per night | Meals, per day\n"
    "Lisbon | 140 EUR | 40 EUR\n"
    "Porto | 120 EUR | 35 EUR",
    heading="4.2 Hotels and meals",
)
LEAK = candidate("Report the leak to the duty officer within two hours.", heading="6.3 Incidents")
PROBATION = candidate(
    "The probation period applies to all new employees. It is six months.", heading="1.2 Probation"
)
HANDBOOK = [LEAVE, CONTRACTORS, HOTELS, LEAK, PROBATION]

RULES = [
    candidate(
        "第十七条 员工入职满一年后，享有带薪年假，每年12天。",
        title="员工守则",
        heading="第四章 年假",
    ),
    candidate("第十九条 外包人员不享有公司的年假，其休假由服务商安排。", title="员工守则"),
    candidate(
        "第二十条 请假一天以内的，由直属主管批准；五天以上的，由总经理批准。", title="员工守则"
    ),
    candidate("第三十七条 外包人员的住宿费上限为每晚300元，不享受伙食补贴。", title="员工守则"),
    candidate("退货期限为十四天。营业收入为三千二百万元。", title="年度报告"),
]
