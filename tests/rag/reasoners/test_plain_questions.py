"""Plain questions on papers that teams have: the sentence that answers, and nothing else."""

import pytest

from rag.adapters.embedders.use import UseEmbedder
from rag.adapters.reasoners.extractive import ExtractiveReasoner
from rag.grounding.claims import split_claims
from rag.types import Understanding
from tests.rag.reasoners.documents import NoEmbedder, candidate

LIBRARY = [
    candidate(
        "Harbour Notice: Winter Timetable\n"
        "The ferry departs at 6.45 and arrives on the island at 7.30. The last ferry back is at 21.10.\n"
        "No ferry runs on Christmas Day.\n"
        "Fares\n"
        "A single ticket is 8.50 euros for adults. Children under six travel free. Bicycles cost 3 euros.\n"
        "The dam\n"
        "The dam was built in 1963. It is 840 metres long and 32 metres high.\n"
        "Harbour office\n"
        "The harbour office is open on weekdays from 8 to 12. The harbour master is Jon Aldridge.",
        title="Harbour notice",
    ),
    candidate(
        "Technical data\n"
        "Property | AquaFlow 300 | AquaFlow 500\n"
        "Power | AquaFlow 300: 750 W | AquaFlow 500: 1,100 W\n"
        "Weight | AquaFlow 300: 9.5 kg | AquaFlow 500: 12.8 kg\n"
        "Noise level | AquaFlow 300: 62 dB | AquaFlow 500: 68 dB\n"
        "Warranty\n"
        "The warranty period is three years from the date of purchase. "
        "Wear parts are not covered by the warranty.\n"
        "Faults\n"
        "A red light means that the motor is too hot. "
        "A blinking green light means that the tank is empty.",
        title="AquaFlow manual",
    ),
    candidate(
        "Sales by region\n"
        "Region | 2023 | 2024\n"
        "North | 2023: 410 | 2024: 455\n"
        "South | 2023: 388 | 2024: 402\n"
        "Terms\n"
        "Orders above 500 euros are delivered free of charge. Below that the shipping fee is 25 euros.\n"
        "Goods may be returned within 14 days in their original packaging.",
        title="Price list",
    ),
    candidate(
        "Clause 4. The deposit equals three months' rent. It is returned within six weeks.\n"
        "Subletting requires the written consent of the landlord.",
        title="Lease",
    ),
    candidate(
        "Visitors wear a yellow vest and are accompanied at all times.\n"
        "The speed limit in the hall is 6 km/h.\n"
        "Contact lenses are not allowed in room 214.\n"
        "Report every accident to the safety officer, Ms Okafor, within 24 hours.",
        title="Safety manual",
    ),
]


@pytest.fixture(scope="module")
def use():
    return UseEmbedder()


@pytest.fixture(params=["terms alone", "use"])
def reasoner(request, use):
    return ExtractiveReasoner(use if request.param == "use" else NoEmbedder())


async def answer(reasoner, question):
    understanding = Understanding(question, "en", "documents", queries=(question,))
    grading = await reasoner.grade(understanding, LIBRARY)
    relevant = [LIBRARY[n - 1] for n, j in grading.judgements.items() if j.relevant]
    if not relevant:
        return ""
    excerpts = await reasoner.compress(understanding, relevant)
    draft = await reasoner.generate(understanding, excerpts, ())
    ledger = await reasoner.verify(understanding, split_claims(draft.text), excerpts)
    return draft.text if ledger.on_topic else ""


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("When does the ferry leave?", "departs at 6.45"),
        ("What time is the last ferry back?", "21.10"),
        ("How long is the dam?", "840 metres long"),
        ("How tall is the dam?", "32 metres high"),
        ("How old is the dam?", "built in 1963"),
        ("How much does it cost to take a bike?", "Bicycles cost 3 euros."),
        ("When is the harbour office open?", "from 8 to 12"),
        ("Does the ferry run on Christmas Day?", "No ferry runs"),
        ("Who is the harbour master?", "Jon Aldridge"),
        ("How heavy is the AquaFlow 300?", "AquaFlow 300: 9.5 kg"),
        ("How loud is the AquaFlow 500?", "AquaFlow 500: 68 dB"),
        ("How long is the guarantee?", "three years"),
        ("What does the red light mean?", "the motor is too hot"),
        ("South 2024", "2024: 402"),
        ("What were sales in the North in 2023?", "2023: 410"),
        ("How much is shipping?", "25 euros"),
        ("How much is the deposit?", "three months' rent"),
        ("What colour is the visitors' vest?", "yellow"),
        ("Who is the safety officer?", "Okafor"),
        ("Where are contact lenses not allowed?", "room 214"),
        ("渡轮几点出发？", "6.45"),
    ],
)
async def test_the_answer_is_quoted_alone(reasoner, question, quoted):
    text = await answer(reasoner, question)
    assert quoted in text
    assert len(text.splitlines()) <= 2


@pytest.mark.parametrize(
    "question",
    [
        "How wide is the dam?",
        "When does the bus leave?",
        "How many passengers can the ferry carry?",
        "How heavy is the AquaFlow 700?",
        "How much does the AquaFlow 300 cost?",
        "What does a blue light mean?",
        "What were the sales in the South in 2022?",
        "West 2024",
        "Who is the fire officer?",
        "What is the warranty on hinges?",
        "大坝是谁设计的？",
    ],
)
async def test_its_neighbour_is_no_answer(reasoner, question):
    assert await answer(reasoner, question) == ""
