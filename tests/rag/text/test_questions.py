from rag.text.questions import questions_of
from rag.types import Passage, Span


def _passages(*sections: tuple[str, str]) -> list[Passage]:
    return [
        Passage(f"v:{n}", "v", n, f"Guide › {h}" if h else "Guide", text, (Span(1, 0, len(text)),))
        for n, (h, text) in enumerate(sections)
    ]


BODY = "This part speaks at length of {} and of what is to be done about it in each case."


def test_headings_with_a_body_become_questions_in_the_order_of_the_document() -> None:
    names = ["1 Annual leave", "2.1 Sick pay", "Section 4: Travel costs", "5 Overtime"]
    asked = questions_of("Guide", _passages(*((n, f"{n}\n" + BODY.format(n)) for n in names)))
    assert len(asked) == 3
    assert asked[0] == "What does “Guide” say about annual leave?"
    assert all(question.endswith("?") for question in asked)


def test_nothing_is_asked_that_has_no_answer() -> None:
    empty = [("1 Annual leave", "1 Annual leave"), ("2 Notice", "2 Notice\nSee above.")]
    assert questions_of("Guide", _passages(*empty, ("", BODY.format("fish")))) == ()


def test_a_heading_that_stands_twice_is_not_asked_about() -> None:
    twice = _passages(("A › Fees", BODY.format("fees")), ("B › Fees", BODY.format("fees")))
    assert questions_of("Guide", twice) == ()


def test_chinese_clauses_are_asked_about_by_their_chapter() -> None:
    body = "员工入职满一年后，享有带薪年假，天数按照工作年限确定。"
    chapter = ("第三章 年假 › 第十条", f"第十条 {body}")
    asked = questions_of("守则", _passages(chapter, ("第三章 年假 › 第十一条", f"第十一条 {body}")))
    assert asked == ("《守则》中关于年假是怎么规定的？",)
