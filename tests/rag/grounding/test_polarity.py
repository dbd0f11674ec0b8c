"""Which sentences say no."""

import pytest

from rag.grounding.polarity import may_be_turned


@pytest.mark.parametrize(
    ("claim", "evidence", "turned"),
    [
        ("Approval is required.", "Approval is required above 2,500 euros.", False),
        ("Approval is not required.", "Approval is required above 2,500 euros.", True),
        ("Approval is required.", "No approval is required.", True),
        ("Receipts aren't needed.", "Receipts are needed.", True),
        ("Smoking is allowed.", "Smoking is prohibited.", True),
        ("Smoking is not allowed.", "Smoking is prohibited.", False),
        ("Notable hotels are listed.", "Notable hotels are listed here.", False),
        ("需要审批。", "不需要审批。", True),
        ("无需审批。", "不需要审批。", False),
        ("需要审批。", "超过两千元需要审批。", False),
    ],
)
def test_a_sentence_may_be_turned(claim: str, evidence: str, turned: bool) -> None:
    assert may_be_turned(claim, evidence) is turned
