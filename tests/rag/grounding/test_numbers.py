"""Numbers, units and dates are read alike however they are written."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.grounding.dates import moments
from rag.grounding.numbers import found_in, quantities
from rag.grounding.numerals import chinese_value


def read(text):
    return [(set(q.values), q.unit) for q in quantities(text)]


def on_page(claim, page):
    return all(found_in(q, quantities(page), page) for q in quantities(claim))


@pytest.mark.parametrize(
    ("written", "value", "unit"),
    [
        ("1.234,56 EUR", "1234.56", "eur"),
        ("1,234.56", "1234.56", ""),
        ("4,310.50 EUR", "4310.50", "eur"),
        ("€140", "140", "eur"),
        ("１４０ユーロ", "140", "eur"),
        ("$3.2 million", "3200000", "usd"),
        ("5%", "5", "percent"),
        ("5 percent", "5", "percent"),
        ("百分之五", "5", "percent"),
        ("two hours", "2", "hour"),
        ("twenty-five days", "25", "day"),
        ("3 working days", "3", "day"),
        ("三十天", "30", "day"),
        ("两周", "2", "week"),
        ("三千二百万元", "32000000", "cny"),
        ("1.5万元", "15000", "cny"),
        ("十个工作日", "10", "day"),
        ("48 Nm", "48", "newton-metre"),
        ("900 rpm", "900", "rpm"),
    ],
)
def test_a_number_is_read_with_its_unit(written, value, unit):
    assert read(written) == [({Decimal(value)}, unit)]


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("2 hours", "within two hours"),
        ("5%", "a discount of 5 percent"),
        ("1,234.56 EUR", "Total: 1.234,56 EUR"),
        ("140 euros", "宿泊費の上限は１４０ユーロです"),
        ("14天", "退货期限为十四天"),
        ("32 million yuan", "营业收入为三千二百万元"),
        ("$1,577 million", "($ in millions, dollars) Revenue 1,577"),
        ("140 EUR", "Hotel (EUR) 140"),
        ("a loss of -45", "South (45) 61"),
        ("1500 units", "1,500 units"),
    ],
)
def test_the_same_quantity_is_found(claim, page):
    assert on_page(claim, page)


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("150 euros", "140 euros"),
        ("140 dollars", "140 euros"),
        ("5%", "5 days"),
        ("5 weeks", "5 days"),
        ("14 days", "two weeks"),
        ("1.5 units", "1,500 units"),
        ("-45", "45"),
        ("十五天", "十四天"),
        ("3.2 million", "3.2 thousand"),
    ],
)
def test_another_quantity_is_not(claim, page):
    assert not on_page(claim, page)


def test_codes_are_no_numbers():
    assert read("valve V-102, chiller C1 and SK-2210") == []


@given(st.integers(0, 10**9), st.sampled_from(["", " days", " EUR", "%"]))
def test_both_locales_of_an_integer_are_the_same_number(number, unit):
    english, continental = f"{number:,}{unit}", f"{number:,}".replace(",", ".") + unit
    assert on_page(english, f"{number}{unit}")
    assert Decimal(number) in quantities(continental)[0].values
    assert not on_page(english, f"{number + 1}{unit}")


@given(st.decimals(min_value=0, max_value=10**7, places=2, allow_nan=False))
def test_decimals_survive_the_locale(number):
    continental = f"{number:,}".translate(str.maketrans(",.", ".,"))
    assert on_page(f"{number:,} EUR", f"{continental} EUR")


@given(st.integers(1, 9999))
def test_chinese_numerals_are_read_back(number):
    digits, places = "零一二三四五六七八九", ["", "十", "百", "千"]
    written, zero = "", False
    for place in range(3, -1, -1):
        digit = number // 10**place % 10
        if digit:
            written += ("零" if zero and written else "") + digits[digit] + places[place]
        zero = digit == 0
    assert chinese_value(written) == number


@given(st.text(max_size=80))
def test_no_text_breaks_the_reading(text):
    quantities(text)
    moments(text)


@pytest.mark.parametrize(
    "written",
    ["2025-07-01", "1 July 2025", "July 1, 2025", "1st of July 2025", "2025年7月1日", "二〇二五年七月一日", "01/07/2025"],
)  # fmt: skip
def test_a_date_is_the_same_date_in_every_form(written):
    (found,), rest = moments(f"from {written} on")
    (expected,), _ = moments("2025-07-01")
    assert expected.agrees(found)
    assert not any(c.isdigit() for c in rest)


def test_a_page_may_say_more_than_a_claim_and_not_less():
    (month,), _ = moments("July 2025")
    (day,), _ = moments("1 July 2025")
    (other,), _ = moments("2 July 2025")
    assert month.agrees(day)
    assert not day.agrees(month)
    assert not other.agrees(day)


def test_times_of_day():
    (three,), _ = moments("3 pm")
    (fifteen,), _ = moments("15:00")
    (five_past,), _ = moments("15:05")
    assert three.agrees(fifteen)
    assert not three.agrees(five_past)


def test_may_is_also_a_verb():
    assert moments("you may 5 times")[0] == []
