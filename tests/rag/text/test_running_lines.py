from rag.text.running_lines import drop_running_lines


def test_headers_and_footers_stay_on_their_first_page_only() -> None:
    pages = [
        f"NORTHWIND MANUAL Rev D\nPump {c} runs at {t} C.\nPage {n} of 6"
        for n, (c, t) in enumerate(
            [("A", 3), ("B", 44), ("C", 5), ("D", 90), ("E", 7), ("F", 1)], 1
        )
    ]
    bodies, running = drop_running_lines(pages)
    assert bodies[0] == pages[0]
    assert bodies[3] == "Pump D runs at 90 C."
    assert running == {"NORTHWIND MANUAL Rev D", "Page 1 of 6"}


def test_printed_numbers_that_begin_elsewhere_count_as_page_numbers() -> None:
    bodies, _ = drop_running_lines(
        [f"The fee is {n * n + 90} euros.\n- {n + 40} -" for n in range(5)]
    )
    assert "- 40 -" in bodies[0]
    assert not any("- 4" in body for body in bodies[1:])


def test_sentences_that_differ_in_numbers_stay() -> None:
    pages = [f"Marker fact {n}: valve V-{99 + n} opens at {n}.5 bar." for n in range(1, 9)]
    assert drop_running_lines(pages)[0] == pages


def test_numbered_sections_are_not_page_numbers() -> None:
    pages = [f"Section {n}\nIt says {n * 7} things about {n}." for n in range(1, 8)]
    assert drop_running_lines(pages)[0] == pages


def test_a_one_off_heading_and_repeated_column_heads_stay() -> None:
    pages = [f"Region 2022 2023\nNorth {n} {n + 5}" for n in range(5)]
    pages[2] = "Annex B\n" + pages[2]
    assert drop_running_lines(pages)[0] == pages


def test_a_page_never_loses_all_it_has() -> None:
    bodies, _ = drop_running_lines(["The same line"] * 4)
    assert all(bodies)


def test_two_pages_are_too_few_to_tell() -> None:
    pages = ["Head\nOne is here.", "Head\nTwo is here."]
    assert drop_running_lines(pages)[0] == pages
