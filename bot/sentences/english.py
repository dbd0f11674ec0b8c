"""English."""

TABLE: dict[str, str] = {
    "status_understand": "is reading the question…",
    "status_retrieve": "is searching {documents} documents…",
    "status_grade_documents": "is reading {passages} passages…",
    "status_generate": "is writing from {pages} pages…",
    "status_verify": "is checking the statements…",
    "status_waiting": "is waiting: {ahead} questions before yours…",
    "status_waiting_one": "is waiting: 1 question before yours…",
    "status_waiting_next": "is waiting for the model: yours is next…",
    "writing": "Writing… not checked yet",
    "corrected": "Corrected after checking the pages.",
    "stopped": "`/footnote trace {id}` shows how far I came. (id {id})",
    "withdrawn": "The question was deleted, so I stopped.",
    "you_asked": "You asked: {question}",
    "asking": "I am looking for the answer. Only you will see it.",
    "ask_which": "Ask what? `/footnote ask QUESTION`.",
    "option_unknown": "I don't know the option --{option}. There are: {options}.",
    "option_wrong": "--{option} does not take “{word}”. It takes: {words}.",
    "option_empty": "--{option} needs a word after it: {words}.",
    "thread_long": "This thread is long: I have read its first {count} messages.",
    "status_turn": "is waiting for its turn: {ahead} questions before yours…",
    "status_turn_one": "is waiting for its turn: 1 question before yours…",
    "too_many_person": (
        "I take {count} questions from one person in ten minutes, so that everybody gets a turn. "
        "Please ask this one again in {minutes} minutes. ({id})"
    ),
    "too_many_person_one": (
        "I take {count} questions from one person in ten minutes, so that everybody gets a turn. "
        "Please ask this one again in a minute. ({id})"
    ),
    "too_many_workspace": (
        "More questions are coming in than the {count} a minute that I take here. "
        "Please ask this one again in {minutes} minutes. ({id})"
    ),
    "too_many_workspace_one": (
        "More questions are coming in than the {count} a minute that I take here. "
        "Please ask this one again in a minute. ({id})"
    ),
    "paused": (
        "I have answered {count} questions here within an hour, so I pause. Please ask again in a "
        "while. (id {id})"
    ),
    "sources": "Sources",
    "usage": (
        "Ask me a question about the documents here, for example “How many days of leave "
        "do I get?”. To see what I have read, ask “which documents do you have?”."
    ),
    "failed": "Something went wrong and I could not answer. Please ask again. (id {id})",
    "late": "This took longer than it may, so I stopped. Please ask again. (id {id})",
    "model": (
        "The language model could not be reached, so there is no answer. Please try again in "
        "a few minutes. (id {id})"
    ),
    "busy": (
        "The language model is busy and did not get to your question. Please try again in a few "
        "minutes. (id {id})"
    ),
    "filtered": "The model's provider refused to answer this. (id {id})",
    "spent_question": (
        "This question would cost more than one question may, so I stopped. A narrower one may do. "
        "(id {id})"
    ),
    "spent_day": "Today's budget for the model is spent. Please ask again tomorrow. (id {id})",
    "reading": "Reading {name}…",
    "reading_pages": "Reading {name}: {done} of {total} pages…",
    "reading_embedding": "Indexing {name}: {done} of {total} pieces…",
    "reading_waits": "Reading {name} soon: {place}.",
    "files_before": "{count} files before yours",
    "files_before_one": "1 file before yours",
    "reading_cancelled": "I stopped reading {name}: {who} cancelled it. Nothing of it was kept.",
    "cancelled_late": (
        "{who} cancelled the reading of {name}, but it was in already: I can answer from it now."
    ),
    "kept_before": "What I had read under this name before keeps answering.",
    "still_reading": "Still reading {name}. Ask again when I have confirmed it.",
    "still_reading_pages": (
        "Still reading {name} ({done} of {total} pages). Ask again when I have confirmed it."
    ),
    "read_meanwhile": "I finished reading {name} after you asked. Please ask again.",
    "cut": "{cut}.",
    "cut_because": "{cut}, because {why}.",
    "cut_recursive": "Cut by its headings and paragraphs",
    "cut_semantic": "Cut where its subject changes",
    "cut_fixed": "Cut into pieces of one length",
    "why_asked": "that was asked for",
    "why_recursive": (
        "it has {density} headings, list items, table rows or code blocks per 1,000 characters"
    ),
    "why_semantic": (
        "it is long paragraphs with few headings, lists or tables ({density} per 1,000 characters)"
    ),
    "why_fixed": (
        "it has hardly any headings, lists, tables or line ends to go by ({density} per 1,000 "
        "characters)"
    ),
    "try_question": "Try a question:",
    "button_split": "Split another way",
    "split_recursive": "By headings and paragraphs",
    "split_semantic": "Where the subject changes",
    "split_fixed": "Into pieces of one length",
    "button_forget": "Forget it",
    "button_cancel": "Cancel",
    "forget_title": "Forget this document?",
    "forget_text": "I will not answer from {name} in this channel any more. The file itself stays.",
    "forget_deny": "Keep it",
    "forgotten": (
        "{who} asked me to forget {name}: I don't answer from it here any more. This can be "
        "undone for 24 hours."
    ),
    "restored": "{who} took that back: I answer from {name} here again.",
    "undo_over": "That can't be taken back any more. Please share the file again.",
    "button_undo": "Undo",
    "button_compare": "Compare splittings",
    "compare_title": "Ways to split {title}",
    "compare_chosen": "Its structure asks for {way}.",
    "compare_way": "{strategy} {size}",
    "compare_words": "{way}: {count} pieces of {shortest} to {longest} characters",
    "way_recursive": "recursive",
    "way_semantic": "semantic",
    "way_fixed": "fixed",
    "compare_head": "Way|Pieces|Mean length|Shortest to longest|Cut in mid-sentence|Good length",
    "compare_which": "Which document? `/footnote compare NAME`, as it is called here.",
    "compare_unknown": "I answer from no document called {name} here.",
    "asks": "{who} asks: {question}",
    "not_member": "Only people who are in this channel can do that.",
    "not_uploader": ("Only who dropped {name} or an admin of the workspace can make me forget it."),
    "document_gone": "I don't answer from that document here any more, so there is nothing to do.",
    "cancel_nothing": "That file is not being read any more, so there is nothing to cancel.",
    "receipt": "I have read {name} and can answer from it now.",
    "receipt_counts": "Version {number} · {pages} · {parents} sections · {children} searchable pieces · {seconds} s",
    "receipt_again": "I already knew {name}: the same content is here. Nothing was read again.",
    "receipt_replaced": "This is version {number}; it replaces version {replaced}.",
    "pages": "{count} pages",
    "pages_one": "1 page",
    "not_pdf": "{name} is not a PDF, Word, Markdown or text file, whatever its name says, so I did not read it.",
    "empty": "{name} is empty: there are no bytes in it.",
    "password": "{name} is protected by a password. Please upload an unlocked copy.",
    "damaged": "{name} is damaged and could not be opened. Please export it again.",
    "no_text": (
        "{name} has no text that I can read (0 of {pages} pages): it may be a scan. Please "
        "upload a copy with a text layer (OCR)."
    ),
    "too_large": "{name} is too large for me to read. The limit is {megabytes} MB and {limit} pages.",
    "too_complex": "{name} is too complex: reading it took more time or memory than allowed.",
    "unreadable": "{name} could not be read.",
    "not_fetched": "I could not fetch {name} from Slack. Please share it again. (id {id})",
    "login_page": (
        "Slack did not let me fetch {name}. Somebody who manages this app: please add the "
        "scope files:read and reinstall it. (id {id})"
    ),
    "foreign_host": "{name} lies outside Slack, so I did not fetch it. Please upload the file itself.",
    "file_gone": "{name} was deleted before I could read it.",
    "ingest_failed": "Something went wrong and {name} was not read. Please share it again. (id {id})",
    "not_library": "I did not read {name}: drop PDFs into {channels} and I will answer from them.",
    "no_library": "I did not read {name}: there is no library channel that I can name here.",
    "graph_title": "The {graph} graph",
    "graph_words": "The nodes and edges of the {graph} graph",
    "graph_answer": "answer",
    "graph_ingest": "ingest",
    "graph_which": "Which graph? `/footnote graph answer` or `/footnote graph ingest`.",
    "working": "One moment…",
    "command_failed": "Something went wrong. Please try again. (id {id})",
    "help": (
        "I answer questions from the PDFs in your library channels{where}, each statement "
        "with the page it comes from.\n"
        "• *Ask*: mention me in a channel or thread, or write to me directly.\n"
        "• *Add a document*: drop a PDF into a library channel; I confirm in its thread.\n"
        "• *Rate*: 👍 or 👎 on an answer.\n"
        "• `/footnote ask QUESTION` answers you alone. `--mode fast`, `--retrieval bm25`, `--transform "
        "hyde` or `--top-k 5` before any question say how to answer it.\n"
        "• `/footnote trace [link]` shows how your last answer here (or the linked one) came about.\n"
        "• `/footnote graph answer|ingest` shows the graph behind answers or behind reading.\n"
        "• `/footnote compare NAME` shows what each way of splitting makes of a document.\n"
        "• `/footnote docs [words]` lists the documents that you can see; `stats` and `health` say how "
        "I do.\n"
        "• `/footnote forget NAME` has me forget a document, once that is confirmed.\n"
        "• `/footnote settings` shows how I answer; admins change it there. `/footnote library here|off` "
        "makes a channel a library or ends that.\n"
        "• `/footnote help` shows this."
    ),
    "help_where": " ({channels})",
    "help_unknown": "I don't know “{command}”.",
    "help_quoting": "No language model is configured: I answer by quoting, without writing.",
    "offer": (
        "I found something about this in documents that not everyone here may see. Only you see "
        "this message."
    ),
    "button_privately": "Answer me privately",
    "offer_over": "I can't answer that here any more. Ask me with `/footnote ask QUESTION`.",
    "access_changed": (
        "Who may read this changed while I was answering, so I stopped. Please ask again. (id {id})"
    ),
}
