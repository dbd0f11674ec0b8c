import re
import runpy
import unicodedata
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from bot.samples import DOCUMENTS, HANDBOOK, QUESTIONS, STAFF_RULES, Kind, sample_path

SOURCES = Path(__file__).parents[1] / "docs" / "samples"
SCANNED_PAGE = 12
MAX_BYTES = 400_000

HANDBOOK_FACTS = [
    ("The first six months of employment are a probation period", 4),
    ("Contractors are paid within 30 days of the day we receive a correct invoice", 4),
    ("27 days of paid annual leave", 5),
    ("Contractors have no paid annual leave. They may take up to 20 unpaid days off", 5),
    ("They must be taken by 31 March", 5),
    ("One year to under five years 10 10", 6),
    ("Contractors receive no sick pay", 6),
    ("Rotterdam £130 £40 £14", 7),
    ("The hotel limit for contractors is £105 a night", 7),
    ("Submit an expense claim within 30 days of the expense", 7),
    ("Employees may work from home up to three days a week", 8),
    ("Contractors may work remotely all week", 8),
    ("Laptops are replaced every four years", 8),
    ("Report a suspected data breach within two hours", 9),
    ("the duty of confidentiality lasts for five years", 9),
    ("a referral bonus of £1,500", 10),
    ("Contractors who recommend someone we hire receive £500", 10),
    ("More than two, up to five 6 weeks 8 weeks", 11),
    ("Either side may end an assignment with ten working days' notice", 11),
]
RULES_FACTS = [
    ("劳动合同期限为三年的，试用期为三个月", 1),
    ("外包人员不设试用期", 1),
    ("休息日加班的，优先安排同等时间的调休", 2),
    ("满一年不满五年12天", 2),
    (
        "第十九条外包人员不享有公司的年假，其休假由服务商安排。外包人员在公司连续工作满六个月的，"
        "公司另给予3天驻场休整假，费用由公司承担。",
        2,
    ),
    ("员工每年享有8天全薪病假", 3),
    ("外包人员请假的，由服务商批准", 3),
    ("杭州、南京、成都450元100元", 4),
    ("员工应当在出差结束后15个工作日内提交报销单和发票", 4),
    ("外包人员的住宿费上限为每晚300元", 4),
    ("其保密期限为离场后三年", 5),
]
REFUSED_WORDS = ["parking", "car park", "garage", "vehicle", "停车", "车位", "车库", "泊车"]


@cache
def texts(name):
    return tuple(page.extract_text() for page in PdfReader(sample_path(name)).pages)


def spaced(text):
    return " ".join(text.split())


def unspaced(text):
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_sample_is_small(name):
    assert sample_path(name).stat().st_size < MAX_BYTES


def test_another_name_is_refused():
    with pytest.raises(ValueError, match="no sample document"):
        sample_path("../__init__.py")


def test_the_handbook_has_roman_front_matter():
    labels = PdfReader(sample_path(HANDBOOK)).page_labels
    assert labels == ["i", "ii", "iii", *(str(n) for n in range(1, 10))]


def test_the_staff_rules_are_numbered_from_one():
    assert PdfReader(sample_path(STAFF_RULES)).page_labels == ["1", "2", "3", "4", "5"]


def test_the_handbook_outline_leads_to_the_sections():
    reader = PdfReader(sample_path(HANDBOOK))
    sections = [entry for entry in reader.outline if not isinstance(entry, list)]
    found = {entry.title: reader.get_destination_page_number(entry) for entry in sections}
    assert found["2 Leave"] == 4  # counted from 0
    assert found["8 Leaving"] == 10
    assert found["Appendix A  Fire-safety certificate"] == SCANNED_PAGE - 1


def test_the_outline_of_the_staff_rules_lists_ten_chapters():
    outline = PdfReader(sample_path(STAFF_RULES)).outline
    titles = [entry.title for entry in outline if not isinstance(entry, list)]
    assert len(titles) == 10
    assert titles[3] == "第四章 年假"


def test_only_the_scanned_page_has_no_text():
    empty = [n for n, text in enumerate(texts(HANDBOOK), 1) if not text.strip()]
    assert empty == [SCANNED_PAGE]
    assert len(PdfReader(sample_path(HANDBOOK)).pages[SCANNED_PAGE - 1].images) == 1
    assert all(text.strip() for text in texts(STAFF_RULES))


@pytest.mark.parametrize(("fact", "page"), HANDBOOK_FACTS)
def test_a_handbook_fact_stands_on_its_page_only(fact, page):
    assert [n for n, text in enumerate(texts(HANDBOOK), 1) if fact in spaced(text)] == [page]


@pytest.mark.parametrize(("fact", "page"), RULES_FACTS)
def test_a_staff_rule_stands_on_its_page_only(fact, page):
    assert [n for n, text in enumerate(texts(STAFF_RULES), 1) if fact in unspaced(text)] == [page]


@pytest.mark.parametrize(
    ("name", "source", "first"), [(HANDBOOK, "handbook.py", 4), (STAFF_RULES, "rules_zh.py", 1)]
)
def test_every_clause_extracts_exactly_as_written(name, source, first):
    pages = runpy.run_path(str(SOURCES / source))["TEXT"].strip().split("\n---\n")
    for number, page in enumerate(pages, first):
        extracted = unspaced(texts(name)[number - 1])
        for line in page.splitlines():
            assert unspaced(line.lstrip("#^|").replace("|", "")) in extracted


def test_chinese_text_extracts_without_lookalikes():
    text = "".join(texts(STAFF_RULES))
    changed = {c for c in text if unicodedata.normalize("NFKC", c) != c}
    assert changed <= set(
        "，；：（）！？"
    )  # full-width punctuation, never a radical for a character
    assert "\ufffd" not in text
    assert not any(unicodedata.category(c) in ("Co", "Cn") for c in text)


def test_the_staff_rules_count_their_articles_without_a_gap():
    heads = re.findall(
        r"^(第[一二三四五六七八九十]+条) ", "\n".join(texts(STAFF_RULES)), re.MULTILINE
    )
    assert len(heads) == len(set(heads)) == 50
    assert (heads[0], heads[18], heads[-1]) == ("第一条", "第十九条", "第五十条")


def test_no_line_of_the_staff_rules_begins_with_a_closing_mark():
    lines = "\n".join(texts(STAFF_RULES)).splitlines()
    assert [line for line in lines if line[:1] in set("，。、；：）%")] == []


def test_the_fonts_of_the_staff_rules_are_embedded_subsets():
    for page in PdfReader(sample_path(STAFF_RULES)).pages:
        resources = page["/Resources"].get_object()
        assert isinstance(resources, DictionaryObject)
        listed = resources["/Font"].get_object()
        assert isinstance(listed, DictionaryObject)
        fonts = [font.get_object() for font in listed.values()]
        drawn = [font for font in fonts if font["/Subtype"] == "/TrueType"]
        assert drawn
        assert all("/ToUnicode" in font for font in drawn)
        assert all("/FontFile2" in font["/FontDescriptor"] for font in drawn)
        assert all(re.match(r"/[A-Z]{6}\+", font["/BaseFont"]) for font in drawn)


@pytest.mark.parametrize("word", REFUSED_WORDS)
def test_nothing_answers_the_refused_questions(word):
    for name in DOCUMENTS:
        assert word not in unspaced("".join(texts(name))).lower()
        assert word not in spaced(" ".join(texts(name))).lower()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_language_shows_all_three_kinds(language):
    questions = QUESTIONS[language]
    assert [question.kind for question in questions] == list(Kind)
    for question in questions:
        placed = question.kind is not Kind.REFUSED
        assert (question.document in DOCUMENTS, question.page is not None) == (placed, placed)


@pytest.mark.parametrize(
    ("language", "index", "answer"),
    [
        ("en", 0, "27daysofpaidannualleave"),
        ("en", 1, "Contractorshavenopaidannualleave"),
        ("zh", 0, "满一年不满五年12天"),
        ("zh", 1, "外包人员不享有公司的年假"),
    ],
)
def test_the_expected_page_holds_the_answer(language, index, answer):
    question = QUESTIONS[language][index]
    assert question.page is not None
    assert answer in unspaced(texts(question.document)[question.page - 1])


def test_handbook_sections_follow_one_another():
    numbers = re.findall(r"^Section (\d)\.(\d) ", "\n".join(texts(HANDBOOK)), re.MULTILINE)
    pairs = [(int(section), int(part)) for section, part in numbers]
    assert pairs[0] == (1, 1)
    for before, after in pairwise(pairs):
        assert after in ((before[0], before[1] + 1), (before[0] + 1, 1))
