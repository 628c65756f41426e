"""chunk_grid.py: what it cuts, what it finds, what it says. Expected values are worked out by hand."""
from __future__ import annotations

import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import time

import pytest
from conftest import ROOT, SCRIPTS

import chunk_grid
from chunk_grid import Bm25, Document, Setting, chunk_document, find_quote, find_terms, main, split_text, Vocabulary

CORPUS = ROOT / "tests" / "data" / "corpus"
PAGE = ("# Opening hours\n\nThe desk opens at nine. On Fridays it closes at noon.\n\n# Parking\n\nVisitors park in yard B. "
        "A permit costs four euros a day.\n")


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


@pytest.fixture
def files(tmp_path):
    """A corpus of two documents and three questions with gold of every kind."""
    corpus = write(tmp_path / "corpus.jsonl", [{"id": "desk", "text": PAGE},
                                               {"id": "lunch", "title": "Lunch", "text": "Soup is on the menu every day. "
                                                                                         "Fish is served on Fridays."}])
    start = PAGE.index("A permit")
    questions = write(tmp_path / "questions.jsonl", [
        {"id": "a", "query": "When does the desk open?", "evidence": ["the desk opens AT NINE"]},
        {"id": "b", "query": "What does a parking permit cost?", "spans": [{"doc_id": "desk", "start": start, "end": start + 32}]},
        {"id": "c", "query": "Is there fish?", "gold_doc_ids": ["lunch"]},
        {"id": "d", "query": "Who is the mayor?", "gold_doc_ids": []}])
    return ["--corpus", corpus, "--questions", questions]


def report_of(capsys, *flags):
    assert main([*map(str, flags), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


# --- the issue cases ---


@pytest.mark.parametrize("size, overlap, expected", [
    (5, 2, ["mnopq", "pqrst", "stuvw"]),       # the last window reaches the end: no more follow
    (5, 4, ["mnopq", "nopqr", "opqrs", "pqrst", "qrstu", "rstuv", "stuvw"]),
    (11, 10, ["mnopqrstuvw"]),
    (1, 0, list("mnopqrstuvw"))])
def test_a_legal_overlap_ends_at_the_end_of_the_text(size, overlap, expected):
    assert split_text("mnopqrstuvw", size, overlap, "chars") == expected


def test_offsets_on_repeated_text_are_positions_not_the_result_of_a_search():
    text = "again again again again again"
    doc = Document("d", text)
    spans = chunk_document(doc, Setting("window", 11, 5, "chars"))
    assert spans == [(0, 11), (6, 17), (12, 23), (18, 29)]
    assert [text[start:end] for start, end in spans] == ["again again"] * 4


def test_text_without_any_blank_does_not_exceed_the_size():
    assert [len(part) for part in split_text("y" * 1000, 100, 0, "chars")] == [100] * 10
    assert [len(part) for part in split_text("y" * 1000, 4, 0, "words")] == [256, 256, 256, 232]  # 64 characters a word


@pytest.mark.parametrize("sentence, size", [("\u56fe\u4e66\u9986\u5468\u4e00\u4f11\u606f\u3002", 200),
                                            ("\u56fe\u4e66\u9986\u5468\u4e00\u4f11\u606f\u3002", 203),
                                            ("\u96e8\u304c\u964d\u308b\u3002", 31)])
def test_scripts_without_blanks_are_counted_by_character_and_cut_behind_a_sentence(sentence, size):
    chunks = split_text(sentence * 400, size, 0, "words")
    assert "".join(chunks) == sentence * 400
    assert max(map(len, chunks)) <= size
    assert all(chunk.endswith("\u3002") for chunk in chunks)


def test_what_fits_is_not_split_and_the_unit_is_named(files, capsys):
    assert split_text("six seven eight nine ten", 10, 0, "words") == ["six seven eight nine ten"]
    assert len(split_text("six seven eight nine ten", 10, 0, "chars")) == 3
    report = report_of(capsys, *files, "--size", "10", "--overlap", "0")
    assert report["settings"][0]["unit"] == "words"
    main([*files, "--size", "10", "--overlap", "0"])
    assert "sizes in words" in capsys.readouterr().out


@pytest.mark.parametrize("gold", ["desk::256::1", "desk#2", "chunk-17"])
def test_gold_that_is_an_id_of_a_chunk_is_refused(files, tmp_path, capsys, gold):
    path = write(tmp_path / "bad.jsonl", [{"query": "When?", "gold_doc_ids": [gold]}])
    assert main([files[0], files[1], "--questions", path]) == 3
    error = capsys.readouterr().err
    assert error.startswith(f"error: {path}:1: gold_doc_ids holds") and "gold must be document ids, quotes" in error


@pytest.mark.parametrize("size", range(12, 60))
@pytest.mark.parametrize("unit", ["chars", "words"])
def test_no_chunk_is_only_a_fence_or_only_blank(size, unit):
    text = "Before.\n\n```python\nfirst = 1\nsecond = 2\n```\n\nAfter the code.\n\n~~~\nlast\n~~~\n"
    for by in ("window", "paragraph"):
        for chunk in split_text(text, size, 0, unit, by):
            assert re.sub(r"^(```\w*|~~~)$", "", chunk, flags=re.M).strip(), (size, chunk)


def test_a_heading_is_not_left_at_the_end_of_a_chunk():
    text = "One two three four five six.\n\n# Next part\n\nSeven eight nine ten eleven twelve."
    assert split_text(text, 10, 0, "words") == ["One two three four five six.", "# Next part\n\nSeven eight nine ten eleven twelve."]


# --- properties ---

ALPHABET = ["a", "bc", "word", "Long-word", " ", " ", " ", "\n", "\n\n", "\r\n", "\t", ". ", "! ", "\u3002", "\u4e2d", "\u6587",
            "\u0e01\u0e34", "e\u0301", "\U0001f469\u200d\U0001f680", "\u3000", "\u00a0", "\u2028", "\x1c", "```\n", "~~~", "# ",
            "## T\n", "===\n", "---\n", "\u0627\u0644\u061f", "\ud800", "\ufeff", "x" * 70, "1.5", "e.g. ", "\x00"]


def random_text(rng):
    return "".join(rng.choice(ALPHABET) for _ in range(rng.randrange(0, 90)))


def units_in(text, unit):
    if unit == "chars":
        return len(text)
    return len(Document("", text).units(unit)[0])


@pytest.mark.parametrize("seed", range(60))
def test_chunks_cover_the_text_keep_the_size_and_never_repeat_a_predecessor(seed):
    rng = random.Random(seed)
    for _ in range(12):
        text = random_text(rng)
        unit, by = rng.choice(("chars", "words", "sentences")), rng.choice(chunk_grid.BYS)
        size = rng.randrange(1, 40 if unit == "chars" else 12)
        overlap, exact = rng.randrange(0, size), rng.random() < 0.3
        doc = Document("", text)
        spans = chunk_document(doc, Setting(by, size, overlap, unit), exact)
        covered = set()
        for start, end in spans:
            assert 0 <= start < end <= len(text)
            assert text[start:end] == text[start:end].strip()
            covered.update(range(start, end))
        blank = {place for place, sign in enumerate(text) if sign.isspace()}
        assert covered | blank == set(range(len(text))), (text, unit, by, size, overlap)
        for (start, end), (begin, stop) in zip(spans, spans[1:]):
            assert begin >= start and stop > end, (text, spans)
        starts, ends = doc.units(unit)
        for start, end in spans:
            inside = sum(1 for begin, stop in zip(starts, ends) if begin < end and stop > start)
            assert inside <= size, (text[start:end], unit, by, size, overlap)


@pytest.mark.parametrize("unit", ["words", "chars", "sentences"])
def test_windows_repeat_the_overlap_where_nothing_better_is_near(unit):
    text = {"words": "a b c d e f g h", "chars": "abcdefgh", "sentences": "A! B! C! D! E! F! G! H!"}[unit]
    chunks = split_text(text, 4, 2, unit)
    letters = [re.sub(r"[^a-h]", "", chunk.lower()) for chunk in chunks]
    assert letters == ["abcd", "cdef", "efgh"]


def test_an_accent_or_joined_emoji_is_not_cut_apart():
    for chunk in split_text("e\u0301" * 50, 7, 0, "chars") + split_text("\U0001f469\u200d\U0001f680" * 20, 7, 0, "chars"):
        assert chunk[0] in "e\U0001f469"


def test_a_huge_overlap_and_a_huge_size_end_too():
    text = "word " * 3000
    assert len(split_text(text, 10 ** 9, 10 ** 9 - 1)) == 1
    assert len(split_text(text, 100, 99)) == 2901


@pytest.mark.parametrize("text", ["." * 15000, "#" * 15000, "`" * 15000, "\n" * 15000, "=\n" * 9000, "```\n" * 6000, " " * 15000,
                                  "a\n---\n" * 4000, "# \n" * 6000, "'" * 15000, "\u3002" * 15000, "!\"" * 9000])
def test_hostile_text_takes_no_more_than_linear_time(text):
    began = time.perf_counter()
    for by in chunk_grid.BYS:
        split_text(text, 50, 10, "words", by)
        split_text(text, 500, 100, "chars", by)
    assert time.perf_counter() - began < 5


# --- BM25 ---

# BM25Okapi of rank_bm25 0.2.2 over CHUNKS, printed with 9 digits
CHUNKS = ["red bus stop", "red red car", "blue car wash", "green train", "bus", "night bus to the red city", "white tent", "old mill"]
ORACLE = [("red bus", [0.868443033, 0.627361055, 0.0, 0.0, 0.63335495, 0.590128945, 0.0, 0.0]),
          ("car", [0.0, 0.917958593, 0.917958593, 0.0, 0.0, 0.0, 0.0, 0.0]),
          ("night train train", [0.0, 0.0, 0.0, 3.669184878, 0.0, 1.050671634, 0.0, 0.0]),
          ("absent", [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])]


def test_bm25_scores_equal_rank_bm25():
    index = Bm25([chunk.split() for chunk in CHUNKS])
    for query, expected in ORACLE:
        got = [index.score(query.split(), place) for place in range(len(CHUNKS))]
        assert got == pytest.approx(expected, abs=2e-9), query


def test_bm25_equals_rank_bm25_on_the_bundled_corpus():
    rank_bm25 = pytest.importorskip("rank_bm25")
    texts = [path.read_text(encoding="utf-8") for path in sorted(CORPUS.glob("*.*"))]
    chunks = [chunk_grid.tokenize(chunk) for text in texts for chunk in split_text(text, 40, 8)]
    oracle, index = rank_bm25.BM25Okapi(chunks), Bm25(chunks)
    for row in map(json.loads, (CORPUS.parent / "corpus_questions.jsonl").open(encoding="utf-8")):
        query = chunk_grid.tokenize(row["query"])
        expected = oracle.get_scores(query)
        assert [index.score(query, place) for place in range(len(chunks))] == pytest.approx(list(expected), abs=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_search_finds_what_scoring_every_chunk_would_find(seed):
    rng = random.Random(seed)
    words = [f"w{number}" for number in range(400)] + ["of", "the"] * 40
    many = 2600 if seed % 2 else 300  # with and without the sums of common words in long integers
    chunks = [[rng.choice(words) for _ in range(rng.randrange(1, 30))] for _ in range(many)]
    index = Bm25(chunks, k1=rng.choice((0.9, 1.5)), b=rng.choice((0.0, 0.75, 1.0)))
    for _ in range(30):
        query = [rng.choice(words) for _ in range(rng.randrange(1, 9))] + ["the"] * rng.choice((0, 1, 3))
        for k in (1, 5, 40):
            everything = sorted(((-index.score(query, place), place) for place in range(many)
                                 if set(query) & set(chunks[place])))[:k]
            assert [(-score, place) for score, place in index.search(query, k)] == everything


def test_search_with_hundreds_of_repeated_common_words_stays_right():
    chunks = [["the"] * (1 + place % 60) + [f"w{place}"] for place in range(2400)] + [[f"x{place}"] for place in range(2600)]
    index = Bm25(chunks)
    query = ["the"] * 1500 + ["w7"]
    best = sorted((-index.score(query, place), place) for place in range(2400))[:3]
    assert [place for _, place in index.search(query, 3)] == [place for _, place in best]


def test_an_index_of_nothing_and_of_empty_chunks_answers():
    assert Bm25([]).search(["a"], 3) == []
    assert Bm25([[], []]).search(["a"], 3) == []
    assert [place for _, place in Bm25([[], ["a"], ["b"], ["c"]]).search(["a"], 3)] == [1]


# --- gold and scores ---


def test_every_kind_of_gold_is_scored_and_counted(files, capsys):
    report = report_of(capsys, *files, "--size", "12", "--overlap", "0", "--k", "1")
    assert report["gold"] == {"spans": 1, "evidence": 1, "documents": 1}
    assert report["left_out"] == {"unanswerable": 1, "no_gold": 0, "bad": 0}
    assert report["n"] == 3
    # chunks: "# Opening hours .. at noon." (13 words) is cut at its first sentence; each question finds its own
    assert [report["settings"][0][name] for name in ("recall_at_k", "mrr", "token_recall")] == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("quote, places", [
    ("opens at nine", [(26, 39)]), ("OPENS  at\nnine", [(26, 39)]), ("desk opens at nine. On Fridays", [(21, 51)]),
    ("\u201copens, at nine\u201d", [(26, 39)]), ("opens at ten", []), ("...", []), ("", [])])
def test_quotes_are_found_whatever_their_case_blanks_and_marks(quote, places):
    words = Vocabulary()
    assert find_quote(quote, PAGE, find_terms(PAGE, words), words) == places


@pytest.mark.parametrize("text, quote, places", [
    ("Cafe\u0301 costs 1,000 yen", "cafe\u0301 costs 1000", [(0, 17)]),
    ("\u56fe\u4e66\u9986 \u5468\u4e00\u4f11\u606f\u3002", "\u5468\u4e00\u4f11\u606f", [(4, 8)]),
    ("item 12 and item 1", "item 1", [(12, 18)]),
    ("a b a b a b", "a b", [(0, 3), (4, 7), (8, 11)])])
def test_quotes_in_other_scripts_numbers_and_repeats(text, quote, places):
    words = Vocabulary()
    assert find_quote(quote, text, find_terms(text, words), words) == places


def test_evidence_cut_across_a_border_is_counted_and_costs_recall(tmp_path, capsys):
    corpus = write(tmp_path / "c.jsonl", [{"id": "d", "text": "aa bb cc dd ee ff gg hh"}])
    questions = write(tmp_path / "q.jsonl", [{"query": "dd ee", "evidence": ["dd ee"]}])
    report = report_of(capsys, "--corpus", corpus, "--questions", questions, "--size", "4", "--overlap", "0,2", "--k", "5")
    cut, whole = report["settings"]
    assert (cut["evidence_cut"]["count"], cut["recall_at_k"], cut["token_recall"]) == (1, 0.0, 1.0)
    assert (whole["evidence_cut"]["count"], whole["recall_at_k"], whole["token_recall"]) == (0, 1.0, 1.0)
    assert whole["difference"]["mean"] == 1.0
    half = report_of(capsys, "--corpus", corpus, "--questions", questions, "--size", "4", "--overlap", "0", "--cover", "0.4")
    assert half["settings"][0]["recall_at_k"] == 1.0


def test_token_scores_count_each_retrieved_word_but_evidence_once(tmp_path, capsys):
    corpus = write(tmp_path / "c.jsonl", [{"id": "d", "text": "aa bb cc dd ee ff"}])
    questions = write(tmp_path / "q.jsonl", [{"query": "cc dd", "evidence": ["cc dd"]}])
    report = report_of(capsys, "--corpus", corpus, "--questions", questions, "--size", "4", "--overlap", "2", "--k", "2")
    one = report["settings"][0]  # chunks aa..dd and cc..ff: 8 words retrieved, 2 of them evidence, once
    assert one["chunks"] == 2
    assert [one[name] for name in ("token_recall", "token_precision", "token_iou", "context_tokens")] == [1.0, 0.25, 0.25, 8.0]


def test_a_budget_compares_sizes_at_the_same_cost(files, capsys):
    report = report_of(capsys, *files, "--size", "6,24", "--overlap", "0", "--budget", "14")
    assert all(setting["context_tokens"] <= 24 for setting in report["settings"])
    assert "budget:14" in report["signature"]
    small = report_of(capsys, *files, "--size", "24", "--overlap", "0", "--budget", "1")
    assert small["settings"][0]["recall_at_k"] == 1.0  # the first chunk always comes, or there would be no context


def test_a_quote_that_stands_twice_is_satisfied_by_either_place(tmp_path, capsys):
    corpus = write(tmp_path / "c.jsonl", [{"id": "x", "text": "blue door key"}, {"id": "y", "text": "blue door key zebra"}])
    questions = write(tmp_path / "q.jsonl", [{"query": "zebra", "evidence": ["blue door key"]}])
    one = report_of(capsys, "--corpus", corpus, "--questions", questions, "--size", "9", "--overlap", "0", "--k", "1")["settings"][0]
    assert [one[name] for name in ("recall_at_k", "token_recall", "token_precision", "token_iou")] == [1.0, 1.0, 0.75, 0.75]


def test_a_chunk_at_the_same_offsets_of_another_document_is_not_right(tmp_path, capsys):
    corpus = write(tmp_path / "c.jsonl", [{"id": "x", "text": "zebra one two"}, {"id": "y", "text": "horse one two"}])
    questions = write(tmp_path / "q.jsonl", [{"query": "zebra", "spans": [{"doc_id": "y", "start": 0, "end": 5}]}])
    one = report_of(capsys, "--corpus", corpus, "--questions", questions, "--size", "9", "--overlap", "0", "--k", "1")["settings"][0]
    assert (one["recall_at_k"], one["mrr"], one["token_recall"]) == (0.0, 0.0, 0.0)


def test_document_gold_has_no_token_scores(tmp_path, files, capsys):
    questions = write(tmp_path / "q.jsonl", [{"query": "Is there fish?", "gold_doc_ids": ["lunch"]}])
    report = report_of(capsys, files[0], files[1], "--questions", questions, "--size", "12", "--overlap", "0")
    one = report["settings"][0]
    assert one["recall_at_k"] == 1.0
    assert (one["token_recall"], one["token_precision"], one["token_iou"], one["evidence_cut"]["share"]) == (None,) * 4


# --- the grid ---


def test_impossible_cells_are_skipped_and_reported(files, capsys):
    report = report_of(capsys, *files, "--size", "8,16", "--overlap", "0,8,16")
    assert [setting["name"] for setting in report["settings"]] == ["words-8-0", "words-16-0", "words-16-8"]
    assert [skip["name"] for skip in report["skipped"]] == ["words-8-8", "words-8-16", "words-16-16"]


@pytest.mark.parametrize("flags", [
    ["--size", "8", "--overlap", "8"], ["--size", "0"], ["--size", "x"], ["--overlap", "-1"], ["--k", "0"], ["--cover", "2"],
    ["--by", "chapter"], ["--jobs", "0"], ["--size", ""], ["--budget", "0"], ["--b", "2"], ["--unit", "tokens"],
    ["--retriever-cmd", "x", "--rankings", "y"], ["--nonsense"]])
def test_wrong_usage_is_one_line_and_exit_2(files, capsys, flags):
    assert main([*files, *flags]) == 2
    assert capsys.readouterr().err.strip().startswith("error: ")


def test_questions_are_needed_to_score(files, capsys):
    assert main(files[:2]) == 2


def test_settings_that_cannot_be_told_apart_are_named_and_the_cheapest_is_recommended(tmp_path, capsys):
    filler = "Nothing of note was said in this part of the long report about the weather. " * 30
    corpus = write(tmp_path / "c.jsonl", [{"id": f"d{n}", "text": f"{filler}The code of gate{n} is zebra{n}. {filler}"} for n in range(20)])
    questions = write(tmp_path / "q.jsonl", [{"query": f"Which code has gate{n}?", "evidence": [f"The code of gate{n} is zebra{n}."]}
                                             for n in range(20)])
    report = report_of(capsys, "--corpus", corpus, "--questions", questions, "--size", "3,40,400", "--overlap", "0", "--k", "1")
    assert [setting["recall_at_k"] for setting in report["settings"]] == [0.0, 1.0, 1.0]  # six words do not fit in three
    assert [setting["size"] for setting in report["tied_with_best"]] == [40, 400]
    assert report["recommended"]["size"] == 40
    assert report["settings"][1]["difference"]["ci95"] is None  # the same for every question: no spread


def test_paired_intervals_are_against_the_first_setting(tmp_path, capsys):
    # 10 questions; size 2 holds none of the three-word quotes, size 3 holds those that do not cross a border
    words = " ".join(f"k{n}" for n in range(40))
    corpus = write(tmp_path / "c.jsonl", [{"id": "d", "text": words}])
    questions = write(tmp_path / "q.jsonl", [{"query": f"k{n} k{n + 1} k{n + 2}", "evidence": [f"k{n} k{n + 1} k{n + 2}"]}
                                             for n in (0, 1, 3, 4, 6, 7, 9, 10, 12, 13)])
    report = report_of(capsys, "--corpus", corpus, "--questions", questions, "--size", "2,3", "--overlap", "0")
    first, second = report["settings"]
    assert (first["recall_at_k"], second["recall_at_k"]) == (0.0, 0.5)
    # differences: five of 1 and five of 0; mean 0.5, s 0.52705, t(9) 2.26216: half width 0.37703
    assert second["difference"] == {"n": 10, "mean": 0.5, "ci95": pytest.approx([0.12297, 0.87703], abs=1e-5),
                                    "metric": "recall_at_k", "p_value": 2 * 0.5 ** 5 / 2}  # five of five alike: half of two in 32
    assert first["difference"]["mean"] == 0.0


@pytest.mark.parametrize("by, expected", [
    ("heading", ["# Opening hours\n\nThe desk opens at nine. On Fridays it closes at noon.",
                 "# Parking\n\nVisitors park in yard B. A permit costs four euros a day."]),
    ("sentence", ["# Opening hours\n\nThe desk opens at nine.", "On Fridays it closes at noon.",
                  "# Parking\n\nVisitors park in yard B.", "A permit costs four euros a day."])])
def test_pieces_are_kept_whole(by, expected):
    assert split_text(PAGE, {"heading": 100, "sentence": 10}[by], 0, "words", by) == expected


def test_a_section_larger_than_the_size_is_cut_as_windows():
    chunks = split_text("# A\n\n" + "one two three. " * 20, 12, 0, "words", "heading")
    assert len(chunks) > 1 and chunks[0].startswith("# A") and all(len(chunk.split()) <= 12 for chunk in chunks)


def test_titles_are_searched_with_the_chunk_and_counted(tmp_path, capsys):
    corpus = write(tmp_path / "c.jsonl", [{"id": "x", "title": "Zebra manual", "text": "Turn the wheel left."},
                                          {"id": "y", "title": "Horse manual", "text": "Turn the wheel right."}])
    questions = write(tmp_path / "q.jsonl", [{"query": "zebra", "evidence": ["wheel left"]}])
    flags = ["--corpus", corpus, "--questions", questions, "--size", "10", "--overlap", "0", "--k", "1"]
    assert report_of(capsys, *flags)["settings"][0]["recall_at_k"] == 0.0
    titled = report_of(capsys, *flags, "--titles")
    assert titled["settings"][0]["recall_at_k"] == 1.0
    assert titled["settings"][0]["context_tokens"] == 6.0
    assert "titles:yes" in titled["signature"]


# --- other retrievers ---

RETRIEVER = """
import json, sys
chunks = [json.loads(line) for line in open(sys.argv[-1], encoding="utf-8")]
for line in sys.stdin:
    query = json.loads(line)
    words = set(query["query"].lower().strip("?").split())
    ranked = sorted(chunks, key=lambda chunk: -len(words & set(chunk["text"].lower().split())))
    MODE
"""


def retriever(tmp_path, mode):
    path = tmp_path / "retriever.py"
    path.write_text(RETRIEVER.replace("MODE", mode), encoding="utf-8")
    return f'"{sys.executable}" "{path}"'


@pytest.mark.parametrize("reply", ["[c['id'] for c in ranked]", "{'chunk_ids': [c['id'] for c in ranked[:query['k']]]}",
                                   "[{'id': c['id'], 'score': 1} for c in ranked]"])
def test_a_retriever_of_ones_own_is_asked(files, tmp_path, capsys, reply):
    command = retriever(tmp_path, f"print(json.dumps({reply}), flush=True)")
    report = report_of(capsys, *files, "--size", "12", "--overlap", "0", "--k", "2", "--retriever-cmd", command)
    assert report["retriever"] == "command" and report["bm25"] is None
    assert report["settings"][0]["recall_at_k"] == 1.0


@pytest.mark.parametrize("mode, code, said", [
    ("sys.exit(5)", 4, "ended (exit 5)"), ("print('no json', flush=True)", 4, "not understood"),
    ("print('{}', flush=True)", 4, "list of chunk ids"), ("print('[\"nope\"]', flush=True)", 4, "'nope' is no chunk"),
    ("import time; time.sleep(30)", 4, "no reply")])
def test_a_retriever_that_fails_is_said_so_in_one_line(files, tmp_path, capsys, mode, code, said):
    command = retriever(tmp_path, mode)
    assert main([*files, "--size", "12", "--overlap", "0", "--retriever-cmd", command, "--retriever-timeout", "2"]) == code
    error = capsys.readouterr().err
    assert error.startswith("error: ") and said in error and "Traceback" not in error


def test_a_retriever_that_is_not_there_is_exit_4(files, capsys):
    assert main([*files, "--retriever-cmd", "no-such-program-here"]) == 4


def test_chunks_go_out_and_rankings_come_back(files, tmp_path, capsys):
    folder = tmp_path / "out"
    assert main([files[0], files[1], "--size", "12", "--overlap", "0", "--export-chunks", str(folder)]) == 0
    capsys.readouterr()
    rows = [json.loads(line) for line in (folder / "words-12-0.chunks.jsonl").open(encoding="utf-8")]
    texts = {"desk": PAGE, "lunch": "Soup is on the menu every day. Fish is served on Fridays."}
    assert all(texts[row["doc_id"]][row["start"]:row["end"]] == row["text"] for row in rows)
    wanted = {"a": "opens at nine", "b": "permit costs", "c": "Fish"}
    rankings = write(tmp_path / "r.jsonl", [
        {"setting": "words-12-0", "query_id": name, "chunk_ids": [row["id"] for row in rows if part not in row["text"]][:1]
         + [row["id"] for row in rows if part in row["text"]]} for name, part in wanted.items()])
    report = report_of(capsys, *files, "--size", "12", "--overlap", "0", "--rankings", rankings)
    assert report["settings"][0]["mrr"] == pytest.approx((0.5 + 0.5 + 0.5) / 3)
    assert main([*files, "--size", "13", "--overlap", "0", "--rankings", rankings]) == 3
    assert "no ranking for setting words-13-0" in capsys.readouterr().err


def test_a_question_missing_from_the_rankings_counts_zero(files, tmp_path, capsys):
    rankings = write(tmp_path / "r.jsonl", [{"setting": "words-12-0", "query_id": "a", "chunk_ids": []}])
    report = report_of(capsys, *files, "--size", "12", "--overlap", "0", "--rankings", rankings)
    assert report["settings"][0]["recall_at_k"] == 0.0
    assert report["settings"][0]["token_precision"] is None  # nothing was retrieved: no precision, not 0


def test_vectors_rank_by_cosine(files, tmp_path, capsys):
    folder = tmp_path / "out"
    main([*files, "--size", "100", "--overlap", "0", "--export-chunks", str(folder)])
    rows = [json.loads(line) for line in (folder / "words-100-0.chunks.jsonl").open(encoding="utf-8")]
    assert len(rows) == 2
    write(folder / "words-100-0.vectors.jsonl", [{"id": row["id"], "vector": [5, 0] if row["doc_id"] == "desk" else [0, 1]} for row in rows])
    write(folder / "questions.vectors.jsonl", [{"id": "a", "vector": [2, 1]}, {"id": "b", "vector": [1, 3]}, {"id": "c", "vector": [0, 1]}])
    capsys.readouterr()
    report = report_of(capsys, *files, "--size", "100", "--overlap", "0", "--k", "1", "--vectors", folder)
    assert report["settings"][0]["recall_at_k"] == pytest.approx(2 / 3)  # b points to the wrong document
    (folder / "words-100-0.vectors.jsonl").write_text('{"id": "other", "vector": [1, 2]}\n', encoding="utf-8")
    assert main([*files, "--size", "100", "--overlap", "0", "--vectors", str(folder)]) == 3
    assert "no vector for chunk" in capsys.readouterr().err


def test_an_id_that_is_ranked_twice_counts_once(files, tmp_path, capsys):
    folder = tmp_path / "out"
    main([*files, "--size", "100", "--overlap", "0", "--export-chunks", str(folder)])
    names = {row["doc_id"]: row["id"] for row in map(json.loads, (folder / "words-100-0.chunks.jsonl").open(encoding="utf-8"))}
    rankings = write(tmp_path / "r.jsonl", [{"setting": "words-100-0", "query_id": name, "chunk_ids": [names["lunch"], names["lunch"],
                                                                                                      names["desk"]]} for name in "abc"])
    capsys.readouterr()
    report = report_of(capsys, *files, "--size", "100", "--overlap", "0", "--k", "2", "--rankings", rankings)
    assert report["settings"][0]["mrr"] == pytest.approx((0.5 + 0.5 + 1) / 3)


# --- files and output ---


def test_a_folder_is_read_with_its_paths_as_ids(capsys):
    report = report_of(capsys, "--corpus", CORPUS, "--questions", CORPUS.parent / "corpus_questions.jsonl", "--size", "40,80",
                       "--overlap", "0,16")
    assert report["documents"] >= 6 and report["n"] >= 12
    assert report["settings"][0]["recall_at_k"] > 0.6


@pytest.mark.parametrize("rows, said", [
    ('{"id": "a"}\n', ":1: field 'text' must be str"), ('{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}\n', ":2: id 'a' is also that of line 1"),
    ("nonsense\n", ":1: not JSON"), ("", "no rows"), ('{"id": "a", "text": " "}\n', "no document holds any text"),
    ('{"id": ["a"], "text": "x"}\n', ":1: field 'id' must be str")])
def test_a_bad_corpus_is_named_with_its_place(files, tmp_path, capsys, rows, said):
    path = tmp_path / "bad.jsonl"
    path.write_text(rows, encoding="utf-8")
    assert main(["--corpus", str(path), *files[2:]]) == 3
    error = capsys.readouterr().err
    assert error.startswith(f"error: {path}") and said in error and error.count("\n") == 1


@pytest.mark.parametrize("row, said", [
    ({"query": "q", "evidence": ["not in there"]}, "does not occur in the corpus"),
    ({"query": "q", "evidence": ["opens at nine"], "gold_doc_ids": ["lunch"]}, "does not occur in its gold documents"),
    ({"query": "q", "spans": [{"doc_id": "desk", "start": 5, "end": 9999}]}, "must be whole numbers with 0 <= start < end <="),
    ({"query": "q", "spans": [{"doc_id": "desk", "start": True, "end": 9}]}, "must be whole numbers"),
    ({"query": "q", "spans": [{"doc_id": "none", "start": 1, "end": 9}]}, "is no document"),
    ({"query": "q", "evidence": [3]}, "field 'evidence[0]' must be str"), ({"query": "q", "gold_doc_ids": "desk"}, "must be list"),
    ({"query": " ", "gold_doc_ids": ["desk"]}, "field 'query'"), ({"query": 3, "gold_doc_ids": ["desk"]}, "field 'query'"),
    ({"query": "q"}, "no question has gold")])
def test_a_bad_question_is_named_with_its_place(files, tmp_path, capsys, row, said):
    path = write(tmp_path / "bad.jsonl", [row])
    assert main([*files[:2], "--questions", path]) == 3
    error = capsys.readouterr().err
    assert error.startswith(f"error: {path}") and said in error and error.count("\n") == 1


def test_bad_questions_can_be_skipped_and_are_counted(files, tmp_path, capsys):
    good = [{"id": f"g{n}", "query": "When does the desk open?", "evidence": ["opens at nine"]} for n in range(9)]
    path = write(tmp_path / "some.jsonl", good + [{"query": "q", "evidence": ["not in there"]}])
    assert main([*files[:2], "--questions", path, "--skip-errors", "--json", "--size", "12", "--overlap", "0"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["left_out"]["bad"] == 1 and f"skipped: {path}:10: " in shown.err


def test_files_in_other_encodings_and_with_windows_line_ends(tmp_path, capsys):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.txt").write_bytes("Stra\u00dfe eins.\r\n\r\nGr\u00fc\u00dfe zwei.\r\n".encode("cp1252"))
    (folder / ".hidden.txt").write_bytes(b"\xff")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    questions = write(tmp_path / "q.jsonl", [{"query": "Gr\u00fc\u00dfe", "spans": [{"doc_id": "a.txt", "start": 16, "end": 27}]}])
    flags = ["--corpus", str(folder), "--questions", questions, "--size", "2", "--overlap", "0"]
    assert main(flags) == 3
    assert "name its --encoding" in capsys.readouterr().err
    report = report_of(capsys, *flags, "--encoding", "cp1252")
    assert (report["documents"], report["settings"][0]["recall_at_k"]) == (1, 1.0)


def test_an_empty_folder_and_a_missing_one_are_exit_3(files, tmp_path, capsys):
    assert main(["--corpus", str(tmp_path / "none"), *files[2:]]) == 3
    (tmp_path / "empty").mkdir()
    assert main(["--corpus", str(tmp_path / "empty"), *files[2:]]) == 3
    assert "no text files" in capsys.readouterr().err


def test_jobs_change_nothing_and_runs_repeat(files, tmp_path, script):
    flags = [*files, "--size", "6,12", "--overlap", "0,3", "--by", "window,paragraph", "--html"]
    runs = []
    for jobs in (1, 2, 2):
        page = tmp_path / f"page{len(runs)}.html"
        done = script("chunk_grid.py", *flags, page, "--jobs", jobs)
        assert (done.returncode, done.stderr) == (0, b"")
        runs.append((done.stdout, page.read_bytes()))
    assert runs[0] == runs[1] == runs[2]


def test_progress_is_on_standard_error_only(files, script):
    quiet, loud = (script("chunk_grid.py", *files, "--size", "12", "--overlap", "0", *more) for more in ([], ["--progress"]))
    assert quiet.stdout == loud.stdout and b"1 of 1 settings" in loud.stderr and not quiet.stderr


def test_the_page_loads_nothing_and_escapes_what_it_shows(files, tmp_path, capsys):
    page = tmp_path / "grid.html"
    assert main([*files, "--size", "6,12", "--overlap", "0,3", "--html", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", text) and "<script" not in text and "style=" not in text
    assert text.count("<td class=\"h ") == 4 and "chosen" in text


def test_text_fits_eighty_columns(files, capsys):
    main([*files, "--size", "6,12,24,48", "--overlap", "0,3"])
    assert max(map(len, capsys.readouterr().out.splitlines()[:-1])) <= 80  # all but the signature


def test_a_closed_pipe_and_an_interrupt_are_quiet(files):
    command = [sys.executable, str(SCRIPTS / "chunk_grid.py"), *files, "--size", "12", "--overlap", "0"]
    done = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    done.stdout.close()
    assert done.stderr.read() == b"" and done.wait() == 141
    done.stderr.close()


@pytest.mark.skipif(os.name == "nt", reason="signals are sent the POSIX way")
def test_an_interrupt_ends_the_retriever_too(files, tmp_path):
    command = retriever(tmp_path, "import time; time.sleep(60)")
    run = subprocess.Popen([sys.executable, str(SCRIPTS / "chunk_grid.py"), *files, "--size", "12", "--overlap", "0",
                            "--retriever-cmd", command], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True)
    time.sleep(1.5)
    os.killpg(run.pid, signal.SIGINT)
    assert run.wait(20) == 130
    assert b"chunk_grid.py\"" not in run.stderr.read()
    run.stderr.close()


@pytest.mark.parametrize("mode, said", [
    ("print('[]', flush=True); print('[]', flush=True)", "printed more rankings than it was asked for"),
    ("sys.stdout.write('0' * (1 << 25))", "not understood"),
    ("sys.stdin.close(); import time; time.sleep(9)", "no reply")])
def test_a_retriever_out_of_step_or_without_end_is_exit_4(files, tmp_path, capsys, mode, said):
    assert main([*files, "--size", "12", "--overlap", "0", "--retriever-cmd", retriever(tmp_path, mode), "--retriever-timeout", "2"]) == 4
    assert said in capsys.readouterr().err


def test_a_last_word_that_is_no_ranking_is_no_fault(files, tmp_path, capsys):
    path = tmp_path / "polite.py"
    path.write_text("import sys\nfor line in sys.stdin:\n    print('[]', flush=True)\nprint('bye')\n", encoding="utf-8")
    assert report_of(capsys, *files, "--size", "12", "--overlap", "0", "--retriever-cmd", f'"{sys.executable}" "{path}"')["n"] == 3


@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
def test_a_process_that_the_retriever_leaves_behind_is_not_waited_for(files, capsys):
    began = time.monotonic()
    assert main([*files, "--size", "12", "--overlap", "0", "--retriever-cmd", "sh -c 'sleep 30; true'", "--retriever-timeout", "1"]) == 4
    assert time.monotonic() - began < 15


def test_a_retriever_that_does_not_read_a_long_question_is_late(tmp_path, files, capsys):
    questions = write(tmp_path / "long.jsonl", [{"query": "word " * 100_000, "gold_doc_ids": ["desk"]}])
    path = tmp_path / "deaf.py"
    path.write_text("import time\ntime.sleep(30)\n", encoding="utf-8")
    began = time.monotonic()
    assert main([*files[:3], questions, "--size", "12", "--overlap", "0", "--retriever-cmd", f'"{sys.executable}" "{path}"',
                 "--retriever-timeout", "1"]) == 4
    assert time.monotonic() - began < 15


@pytest.mark.skipif(os.name == "nt", reason="signals are sent the POSIX way")
def test_an_interrupt_ends_workers_and_their_retrievers_at_once(files, tmp_path):
    command = retriever(tmp_path, "import time; time.sleep(40); print('[]', flush=True)")
    run = subprocess.Popen([sys.executable, str(SCRIPTS / "chunk_grid.py"), *files, "--size", "10,11,12,13", "--overlap", "0", "--jobs", "2",
                            "--retriever-cmd", command], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
    time.sleep(3)
    os.killpg(run.pid, signal.SIGINT)
    assert run.wait(15) == 130


def test_two_questions_that_differ_alike_are_no_proof(tmp_path, capsys):
    """One setting finds both answers, the other none; by luck that happens every second time."""
    corpus = write(tmp_path / "c.jsonl", [{"id": "d", "text": "Alpha beta gamma delta. Epsilon zeta eta theta."}])
    rows = [{"id": str(place), "query": "alpha", "evidence": ["Alpha beta gamma delta."]} for place in range(6)]
    for n, tied in ((2, ["words-4-0", "words-2-0"]), (6, ["words-4-0"])):
        questions = write(tmp_path / "q.jsonl", rows[:n])
        report = report_of(capsys, "--corpus", corpus, "--questions", questions, "--size", "4,2", "--overlap", "0")
        assert [setting["name"] for setting in report["tied_with_best"]] == tied


@pytest.mark.parametrize("fewer, tied", [(4, True), (5, False)])
def test_a_few_questions_that_all_fare_worse_may_be_luck(fewer, tied):
    """Four of 60: sign test, mid-p 1/16; Student's t would put the interval at [-13, -0.2] points."""
    results = [{"m": [0] * fewer + [1] * (60 - fewer), "context_tokens": [56] * 60, "chunks": 9},
               {"m": [1] * 60, "context_tokens": [214] * 60, "chunks": 5}]
    assert chunk_grid.choose(results, "m") == (1, [0, 1] if tied else [1], 0 if tied else 1)
    difference = chunk_grid.paired_difference(results[0]["m"], results[1]["m"])
    assert difference["p_value"] == 0.5 ** fewer and (difference["ci95"][1] == 0) is tied


def test_the_test_of_differences_is_the_binomial_one_where_they_are_of_one_size():
    for n in range(1, 17):
        for wins in range(n + 1):
            k = min(wins, n - wins)
            expected = (2 * sum(math.comb(n, i) for i in range(k)) + math.comb(n, k) * (1 if 2 * k < n else 0.5)) / 2 ** n
            assert chunk_grid.sign_flip_p([0.5] * wins + [-0.5] * (n - wins) + [0.0] * 7) == pytest.approx(expected), (n, wins)


def test_no_setting_is_recommended_that_another_betters_at_no_more_context():
    chance = random.Random(1)
    for _ in range(300):
        results = [{"m": [chance.choice((0, 0.5, 1, 1)) for _ in range(12)], "context_tokens": [chance.randrange(50, 60)] * 12, "chunks": place}
                   for place in range(6)]
        _, tied, chosen = chunk_grid.choose(results, "m")
        size, mean = results[chosen]["context_tokens"][0], sum(results[chosen]["m"])
        assert chosen in tied
        for other in results:
            here, level = other["context_tokens"][0], sum(other["m"])
            assert not (level >= mean and here <= size and (level > mean or here < size))


@pytest.mark.parametrize("vector", [[10 ** 400], [1e300], [True], ["1"], [], None])
def test_a_vector_that_is_none_has_its_place(files, tmp_path, capsys, vector):
    (tmp_path / "v").mkdir()
    write(tmp_path / "v" / "questions.vectors.jsonl", [{"id": "a", "vector": vector}])
    assert main([*files, "--size", "12", "--overlap", "0", "--vectors", str(tmp_path / "v")]) == 3
    assert "questions.vectors.jsonl:1: field 'vector' must be a list of finite numbers" in capsys.readouterr().err


def test_ids_that_stand_twice_in_vectors_and_rankings_are_refused(files, tmp_path, capsys):
    (tmp_path / "v").mkdir()
    write(tmp_path / "v" / "questions.vectors.jsonl", [{"id": "a", "vector": [1]}, {"id": "a", "vector": [1]}])
    assert main([*files, "--size", "12", "--overlap", "0", "--vectors", str(tmp_path / "v")]) == 3
    rankings = write(tmp_path / "r.jsonl", [{"setting": "words-12-0", "query_id": "a", "chunk_ids": []}] * 2)
    assert main([*files, "--size", "12", "--overlap", "0", "--rankings", rankings]) == 3
    assert "r.jsonl:2: question 'a' stands twice for setting 'words-12-0'" in capsys.readouterr().err


def test_a_tiny_vector_keeps_its_direction(tmp_path):
    path = write(tmp_path / "v.jsonl", [{"id": "a", "vector": [3e-200, 4e-200]}, {"id": "b", "vector": [0, 0]}])
    assert [list(vector) for vector in chunk_grid.read_vectors(str(path)).values()] == [pytest.approx([0.6, 0.8]), [0, 0]]


@pytest.mark.parametrize("flag", ["--retriever-cmd", "--vectors", "--rankings", "--export-chunks", "--html"])
def test_an_empty_flag_is_not_the_same_as_none(files, capsys, flag):
    assert main([*files, flag, ""]) == 2
    assert capsys.readouterr().err == f"error: {flag} is empty; leave it out, or say what it should be\n"
