"""The engine's types as JSON, in the words that scripts rely on."""

from dataclasses import asdict

from rag.types import Answer, Comparison, Placement, Receipt


def answer_json(answer: Answer) -> dict[str, object]:
    """An answer: text, outcome, citations, claims, steps."""
    return {
        "id": answer.id,
        "question": answer.question,
        "standalone": answer.standalone,
        "answer": answer.text,
        "outcome": answer.outcome,
        "language": answer.language,
        "citations": [
            {
                "number": c.number,
                "document": c.name,
                "title": c.title,
                "id": c.document,
                "page": c.page,
                "label": c.label,
                "quote": c.quote,
            }
            for c in answer.citations
        ],
        "claims": [asdict(claim) for claim in answer.claims],
        "steps": [asdict(step) for step in answer.steps],
        "milliseconds": answer.milliseconds,
    }


def receipt_json(path: str, receipt: Receipt) -> dict[str, object]:
    """What became of a file that was read."""
    return {
        "path": path,
        "status": "already" if receipt.already else "ready",
        "document": receipt.name,
        "id": receipt.document,
        "title": receipt.title,
        "version": receipt.number,
        "replaced": receipt.replaced,
        "pages": receipt.pages,
        "unreadable": [
            {"page": p.number, "label": p.label, "state": p.state, "reason": p.reason}
            for p in receipt.unread
        ],
        "not_quoted": [{"page": p.number, "reason": p.reason} for p in receipt.doubtful],
        "notes": list(receipt.notes),
        "parents": receipt.parents,
        "children": receipt.children,
        "strategy": receipt.strategy,
        "reason": receipt.reason,
        "languages": list(receipt.languages),
        "questions": list(receipt.questions),
        "steps": [asdict(step) for step in receipt.steps],
        "milliseconds": receipt.milliseconds,
    }


def placement_json(placement: Placement) -> dict[str, object]:
    """A document as listed."""
    return {
        "id": placement.document,
        "document": placement.name,
        "title": placement.title,
        "channel": placement.channel,
        "version": placement.number,
        "pages": placement.pages,
        "unreadable": list(placement.unreadable),
        "languages": list(placement.languages),
        "placed_at": placement.placed_at.isoformat(),
    }


def comparison_json(comparison: Comparison) -> dict[str, object]:
    """A document cut in each way."""
    return {
        "title": comparison.title,
        "pages": comparison.pages,
        "characters": comparison.characters,
        "parents": comparison.parents,
        "chosen": {
            "strategy": comparison.chosen,
            "size": comparison.chosen_size,
            "reason": comparison.reason,
        },
        "bins": list(comparison.bins),
        "splittings": [
            {
                "strategy": s.strategy,
                "size": s.size,
                "children": s.children,
                "mean": s.mean,
                "shortest": s.shortest,
                "longest": s.longest,
                "cut_in_mid_sentence": s.cut,
                "valid": s.valid,
                "validates": not s.problem,
                "problem": s.problem,
                "histogram": list(s.histogram),
            }
            for s in comparison.splittings
        ],
    }
