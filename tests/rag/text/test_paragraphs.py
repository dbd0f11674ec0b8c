from rag.text.paragraphs import rejoin_lines

PROSE = (
    "The landlord keeps the building in repair and pays for the lift, the\n"
    "roof and the heating. The tenant reports damage in writing as soon as\n"
    "it is seen, and not later than three days after it could be seen by a\n"
    "careful person.\n"
    "The deposit is paid back within two months after the keys were given\n"
    "back, less the cost of any repair that the tenant has to pay for under\n"
    "this lease. Interest on the deposit belongs to the tenant and is paid\n"
    "together with it.\n"
    "2.1 Insurance\n"
    "The tenant insures what is in the flat against fire, water and theft."
)


def test_wrapped_lines_become_paragraphs_and_headings_keep_their_line() -> None:
    found = rejoin_lines(PROSE).split("\n")
    assert len(found) == 4
    assert found[0].startswith("The landlord")
    assert found[0].endswith("careful person.")
    assert found[2] == "2.1 Insurance"


def test_a_list_item_takes_up_what_continues_it() -> None:
    text = "- a pass that is valid for at least six months on the day of the trip and\nhas a photo\n- a visa"
    assert rejoin_lines(text) == text.replace("and\nhas", "and has")


def test_chinese_lines_join_without_a_space() -> None:
    text = (
        "\n".join(["甲方应当在收到乙方提交的全部合格文件之后的三十日之内向乙方支付"] * 9)
        + "\n全部款项。"
    )
    assert " " not in rejoin_lines(text)
    assert "\n" not in rejoin_lines(text)


def test_rows_contents_and_marked_lines_keep_their_own_line() -> None:
    text = "North | 2023: 4\nSouth | 2023: (empty)\n1 Leak ....... 2\n[annotation] cap is 20 percent\nend"
    assert rejoin_lines(text) == text


def test_a_short_heading_is_not_joined_to_the_sentence_below() -> None:
    text = "Hotel limits\nThe nightly hotel limit is 140 euros in Lisbon."
    assert rejoin_lines(text) == text
    assert (
        rejoin_lines(
            "A running head that is rather long, Rev C\nit runs.",
            {"A running head that is rather long, Rev C"},
        ).count("\n")
        == 1
    )


def test_a_numbered_clause_that_wraps_is_a_paragraph_and_no_heading() -> None:
    text = (
        "1.3.2 Overtime is agreed with your manager beforehand, and made up in time off.\n"
        "1.3.3 Contractors arrange their own hours but attend the meetings listed in their\n"
        "assignment.\n1.4 Pay\n1.4.1 Salaries are paid on the 26th of each month."
    )
    assert rejoin_lines(text).split("\n")[1:3] == [
        "1.3.3 Contractors arrange their own hours but attend the meetings listed in their assignment.",
        "1.4 Pay",
    ]


def test_rows_with_currency_signs_are_rows() -> None:
    rows = "Net sales $ 32,765 $ 31,657 $ 30,109\nOperating income 7,207 7,692 7,027\nMargin 22.0 % 24.3 %"
    assert rejoin_lines(rows) == rows


def test_figures_of_a_sentence_that_begin_a_line_are_no_row() -> None:
    for rest in (
        "9 and 12.",
        "9 and 12 on weekdays.",
        "2 to 4 weeks, 5 at most.",
        "10, 20 or 30 days.",
    ):
        text = (
            f"Questions about the scheme are answered by the office on all weekdays between\n{rest}"
        )
        assert rejoin_lines(text).count("\n") == 0, rest
    for row in ("Profit for the year 120 130", "9 12 15", "Rent and heating 812.50 95"):
        text = (
            f"The figures of the year and of the year before that one are as the board told\n{row}"
        )
        assert rejoin_lines(text).count("\n") == 1, row
