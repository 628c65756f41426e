"""load_traces.py: every format loads as written by hand, doubts stop the run, bad input costs one row."""
from __future__ import annotations

import bz2
import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import load_traces
import pytest
from conftest import ROOT, SCRIPTS
from load_cases import A1, A2, CASES, F1, F2, F3, Q1, Q2, R1, R2, doc, docs, row

SIGNALS = ("faithful", "faithfulness_score", "retrieval_good", "recall_at_k", "gold_doc_ids", "reference_answer", "answer", "context_docs")


def write(path, content):
    """A case's content as a file: text as it is, a list as JSONL (or as one array for .json), anything else as JSON."""
    if isinstance(content, bytes):
        path.write_bytes(content)
        return path
    if isinstance(content, list) and path.suffix != ".json":
        content = "".join(json.dumps(one) + "\n" for one in content)
    path.write_bytes((content if isinstance(content, str) else json.dumps(content, indent=1)).encode("utf-8", "surrogatepass"))
    return path


def differences(want, got):
    """What is not as expected; documents and metadata may hold more, no signal may be invented."""
    out = [f"{key}: invented {got[key]!r}" for key in SIGNALS if got.get(key) is not None and key not in want]
    for key, value in want.items():
        have = got.get(key)
        if key == "metadata":
            out += [f"metadata.{name}: {one!r} != {(have or {}).get(name)!r}" for name, one in value.items() if (have or {}).get(name) != one]
        elif key in ("retrieved_docs", "context_docs") and isinstance(value, list) and isinstance(have, list):
            out += [f"{key}: {len(value)} != {len(have)} documents"] if len(value) != len(have) else []
            out += [f"{key}[{place}].{name}: {one!r} != {have_doc.get(name)!r}" for place, (want_doc, have_doc) in enumerate(zip(value, have))
                    for name, one in want_doc.items() if have_doc.get(name) != one]
        elif have != value:
            out.append(f"{key}: {value!r} != {have!r}")
    return out


@pytest.fixture
def load(tmp_path, capsys):
    """load(content, *flags, name=...) -> (exit code, rows or None, stdout, stderr); content may be a Path."""
    def run(content, *flags, name="in.jsonl"):
        source = content if isinstance(content, Path) else write(tmp_path / name, content)
        out = tmp_path / "out.jsonl"
        out.unlink(missing_ok=True)
        code = load_traces.main([str(source), "--out", str(out), *map(str, flags)])
        told = capsys.readouterr()
        rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] if out.exists() else None
        return code, rows, told.out, told.err
    return run


@pytest.mark.parametrize("name, file, content, want", CASES, ids=[case[0] for case in CASES])
def test_format_becomes_these_rows(load, name, file, content, want):
    code, rows, _, err = load(content, "--accept-gaps", name=file)
    assert code == 0, err
    assert len(rows) == len(want), rows
    assert [differences(expected, got) for expected, got in zip(want, rows)] == [[]] * len(want)


@pytest.mark.parametrize("name, file, content, want", CASES, ids=[case[0] for case in CASES])
def test_loading_its_own_output_again_changes_no_byte(load, tmp_path, name, file, content, want):
    load(content, "--accept-gaps", name=file)
    first = tmp_path / "first.jsonl"
    first.write_bytes((tmp_path / "out.jsonl").read_bytes())
    code, _, _, err = load(first, "--accept-gaps")
    assert code == 0, err
    assert (tmp_path / "out.jsonl").read_bytes() == first.read_bytes()


FORMATS = ROOT.parent / "shared" / "formats"


@pytest.mark.skipif(not FORMATS.exists(), reason="the format examples are not beside the checkout")
def test_every_shared_example_loads_as_expected():
    done = subprocess.run([sys.executable, str(FORMATS / "check.py"), str(SCRIPTS / "load_traces.py")], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


# Two readings: the run stops, shows them, names the flag, and loads with it (facts A1 to A21).

def chunks(prefix, *texts):
    return [{"id": f"{prefix}{place}", "text": text} for place, text in enumerate(texts)]


def langsmith(*runs):
    return [{"run_type": "chain", "trace_id": "t", "id": "t", "parent_run_id": None, "inputs": {"question": Q1}, "outputs": {"answer": A1}, "start_time": "0"},
            *({"run_type": "retriever", "name": f"r{place}", "trace_id": "t", "id": f"r{place}", "parent_run_id": "t", "inputs": {}, "start_time": str(place + 1),
               "outputs": {"documents": [{"page_content": text, "metadata": {}} for text in texts]}} for place, texts in enumerate(runs))]


def chat(*texts):
    return [{"type": ("human", "ai")[place % 2], "content": text} for place, text in enumerate(texts)]


TRUTH = {"source_id": "s", "source_info": {"question": Q1, "passages": f"passage 1:{F1}"}, "response": A1, "labels": [
    {"start": 0, "end": 2, "text": "It", "label_type": "Subtle Baseless Info", "implicit_true": True}]}
PROMPT = f"Context: {F1}\nAnswer from the context.\nQuestion: {Q1}"
QUESTIONS = [
    # code, content, flags that settle it, rows then; a case a reading
    ("A1", [{"question": Q1, "passages": [F1], "answer": R1}], ["--answer-is", "reference"], [row("row-1", Q1, docs(F1), None, reference_answer=R1)]),
    ("A1", [{"question": Q1, "passages": [F1], "answer": A1}], ["--answer-is", "generated"], [row("row-1", Q1, docs(F1), A1)]),
    ("A2", [{"inputs": {"q": Q1}, "outputs": {"answer": A1, "context": [F1]}}], ["--answer-is", "generated"], [row("row-1", Q1, docs(F1), A1)]),
    ("A2", [{"inputs": {"q": Q1}, "outputs": {"answer": R1}}], ["--answer-is", "reference"], [row("row-1", Q1, None, None, reference_answer=R1)]),
    ("A3", [{"question": Q1, "context": [F1, F3], "answer": A1, "expected": R1}], ["--context-is", "retrieved"],
     [row("row-1", Q1, docs(F1, F3), A1, reference_answer=R1)]),
    ("A3", [{"question": Q1, "context": [F1, F3], "answer": A1, "expected": R1}], ["--context-is", "gold", "--max-gap", "1"],
     [row("row-1", Q1, None, A1, reference_answer=R1, gold_texts=[F1, F3])]),
    ("A4", [{"input": Q1, "output": A1, "reference": F1}], ["--reference-is", "context"], [row("row-1", Q1, docs(F1), A1)]),
    ("A4", [{"input": Q1, "output": A1, "reference": R1}], ["--reference-is", "answer", "--max-gap", "1"], [row("row-1", Q1, None, A1, reference_answer=R1)]),
    ("A5", [{"question": Q1, "contexts": [F1], "ground_truth": R1}], ["--context-is", "gold"], [row("row-1", Q1, None, None, reference_answer=R1, gold_texts=[F1])]),
    ("A5", [{"question": Q1, "contexts": [F1], "ground_truth": R1}], ["--context-is", "retrieved"], [row("row-1", Q1, docs(F1), None, reference_answer=R1)]),
    ("A6", [{"query": Q1, "retrieved_docs": chunks("k", F1), "answer": A1, "faithfulness_score": 0.9}], ["--faithfulness-scale", "0-1"],
     [row("row-1", Q1, chunks("k", F1), A1, judgments=[{"name": "faithfulness_score", "value": 0.9, "min": 0, "max": 1, "higher_is_better": True}])]),
    ("A6", [{"query": Q1, "retrieved_docs": chunks("k", F1), "answer": A1, "faithfulness_score": 1}], ["--faithfulness-scale", "1-5"],
     [row("row-1", Q1, chunks("k", F1), A1, faithfulness_score=1)]),
    ("A6", [{"question": Q1, "contexts": [F1], "answer": A1, "faithfulness": 4}], ["--faithfulness-scale", "1-5"],
     [row("row-1", Q1, docs(F1), A1, faithfulness_score=4)]),
    ("A6", [{"query": Q1, "retrieved_docs": chunks("k", F1), "answer": A1, "faithfulness_score": 87}], ["--faithfulness-scale", "0-100"],
     [row("row-1", Q1, chunks("k", F1), A1)]),
    ("A7", [{"id": "a", "hallucination_score": 1.0}, {"id": "b", "hallucination_score": 0.0}], ["--high-hallucination", "bad"],
     [{"id": "a", "faithful": False}, {"id": "b", "faithful": True}]),
    ("A7", [{"id": "a", "hallucination_score": 1.0}, {"id": "b", "hallucination_score": 0.0}], ["--high-hallucination", "good"],
     [{"id": "a", "faithful": True}, {"id": "b", "faithful": False}]),
    ("A8", [{"question": Q1, "chunks": [F1], "answer": A1, "passed": "fail"}], ["--pass-means", "faithful"], [row("row-1", Q1, docs(F1), A1, faithful=False)]),
    ("A8", [{"question": Q1, "chunks": [F1], "answer": A1, "passed": True}], ["--pass-means", "judgment"],
     [row("row-1", Q1, docs(F1), A1, judgments=[{"name": "passed", "passed": True}])]),
    ("A8", [{"query": Q1, "contexts": [F1], "response": A1, "passing": True, "feedback": "YES", "score": 1.0}], ["--judgment-name", "faithfulness"],
     [row("row-1", Q1, docs(F1), A1, faithful=True, judgments=[{"name": "faithfulness", "value": 1.0, "passed": True, "comment": "YES"}])]),
    ("A9", [{"question": Q1, "chunks": f"{F1}\n\nPay on board.", "answer": A1}], ["--split-contexts", r"\n\n"], [row("row-1", Q1, docs(F1, "Pay on board."), A1)]),
    ("A9", [{"question": Q1, "chunks": f"{F1}\n\nPay on board.", "answer": A1}], ["--split-contexts", "none"],
     [row("row-1", Q1, docs(f"{F1}\n\nPay on board."), A1, metadata={"contexts_joined": True})]),
    ("A10", [{"question": Q1, "contexts": ["kb-1", "kb-2"], "answer": A1}], ["--strings-are", "ids"], [row("row-1", Q1, [doc("kb-1", None), doc("kb-2", None)], A1)]),
    ("A10", [{"question": Q1, "contexts": ["Ostra", "6:40"], "answer": A1}], ["--strings-are", "texts"], [row("row-1", Q1, docs("Ostra", "6:40"), A1)]),
    ("A11", [{"user_input": Q1, "retrieved_contexts": [F3, F1], "response": A1, "reference_contexts": ["The first ferry to Ostra leaves the north  pier"]}],
     ["--gold-match", "fuzzy"], [row("row-1", Q1, docs(F3, F1), A1, gold_doc_ids=["d1"], gold_texts=["The first ferry to Ostra leaves the north  pier"])]),
    ("A11", [{"user_input": Q1, "retrieved_contexts": [F1], "response": A1, "reference_contexts": [F3]}], ["--gold-match", "exact"],
     [row("row-1", Q1, docs(F1), A1, gold_doc_ids=["gold0"], gold_texts=[F3])]),
    ("A11", [{"user_input": Q1, "retrieved_contexts": [F1], "response": A1, "reference_contexts": [F3]}], ["--gold-match", "drop"],
     [row("row-1", Q1, docs(F1), A1, gold_texts=[F3])]),
    ("A12", langsmith([F1, F3], [F3, F2]), ["--retrievers", "last"], [row("t", Q1, docs(F3, F2), A1)]),
    ("A12", langsmith([F1, F3], [F2]), ["--retrievers", "union"], [row("t", Q1, docs(F1, F3, F2), A1)]),
    ("A13", [{"user_input": chat(Q1, A1, Q2, A2), "reference": R2}], ["--turns", "last", "--max-gap", "1"],
     [row("row-1", Q2, None, A2, reference_answer=R2, history=[{"role": "user", "text": Q1}, {"role": "assistant", "text": A1}])]),
    ("A13", [{"user_input": chat(Q1, A1, Q2, A2), "reference": R2}], ["--turns", "all", "--max-gap", "1"],
     [row("row-1#1", Q1, None, A1), row("row-1#2", Q2, None, A2, reference_answer=R2)]),
    ("A14", [{"trace": {"id": "o", "input": {"q": Q1}, "output": {"output": A1}}, "spans": [
        {"id": "s1", "name": "lookup_cache", "output": {"output": [F3]}}, {"id": "s2", "name": "find_docs", "output": {"output": [F1]}}]}],
     ["--retriever-span", "find_docs"], [row("o", Q1, docs(F1), A1)]),
    ("A15", [{"query": one, "retrieved_docs": chunks("chunk-", F1), "answer": A1, "gold_doc_ids": ["ferry.md"]} for one in (Q1, Q2)], ["--gold-ids", "drop"],
     [row("row-1", Q1, chunks("chunk-", F1), A1), row("row-2", Q2, chunks("chunk-", F1), A1)]),
    ("A15", [{"query": one, "retrieved_docs": chunks("chunk-", F1), "answer": A1, "gold_doc_ids": ["ferry.md"]} for one in (Q1, Q2)], ["--gold-ids", "keep"],
     [row("row-1", Q1, chunks("chunk-", F1), A1, gold_doc_ids=["ferry.md"]), row("row-2", Q2, chunks("chunk-", F1), A1, gold_doc_ids=["ferry.md"])]),
    ("A16", [{"qid": "q", "query": Q1, "retrieval_gt": ["a", "b"], "generation_gt": [R1], "retrieved_ids": ["a"], "retrieved_contents": [F1], "generated_texts": A1}],
     ["--gold-nesting", "any"], [row("q", Q1, [doc("a", F1)], A1, reference_answer=R1, gold_doc_ids=["a", "b"], gold_groups=[["a", "b"]])]),
    ("A16", [{"qid": "q", "query": Q1, "retrieval_gt": ["a", "b"], "generation_gt": [R1], "retrieved_ids": ["a"], "retrieved_contents": [F1], "generated_texts": A1}],
     ["--gold-nesting", "all"], [row("q", Q1, [doc("a", F1)], A1, reference_answer=R1, gold_doc_ids=["a", "b"])]),
    ("A17", [TRUTH], ["--implicit-true", "faithful"], [row("row-1", Q1, docs(F1), A1, faithful=True)]),
    ("A17", [TRUTH], ["--implicit-true", "unfaithful"], [row("row-1", Q1, docs(F1), A1, faithful=False)]),
    ("A18", [{"id": "k", "input": Q1, "output": [{"answer": R1, "provenance": [{"wikipedia_id": "1"}]}]}], ["--answer-is", "reference"],
     [row("k", Q1, None, None, reference_answer=R1, gold_doc_ids=["1"])]),
    ("A18", [{"id": "k", "input": Q1, "output": [{"answer": R1, "provenance": [{"wikipedia_id": "1"}]}]}], ["--answer-is", "generated"],
     [row("k", Q1, [doc("1", None)], R1)]),
    ("A19", [{"user_input": Q1, "retrieved_contexts": [F1], "multi_responses": [A1, A2]}], ["--candidates", "all"],
     [row("row-1#1", Q1, docs(F1), A1), row("row-1#2", Q1, docs(F1), A2)]),
    ("A19", [{"id": one, "promptIdx": 0, "vars": {"query": Q1, "context": [F1]}, "response": {"output": A1}, "provider": {"id": one}} for one in "xy"],
     ["--candidates", "first"], [row("x", Q1, docs(F1), A1)]),
    ("A20", [{"prompt": PROMPT, "response": A1, "context": F1, "instruction": None, "groundedness/score": 1}], ["--question-after", "Question:"],
     [row("row-1", Q1, docs(F1), A1)]),
    ("A21", [{"frage": Q1, "antwort": {"text": A1}, "treffer": [{"inhalt": F1, "nr": 4}]}],
     ["--map", "query=frage,answer=antwort.text,docs=treffer[].inhalt,doc_ids=treffer[].nr"], [row("row-1", Q1, [doc("4", F1)], A1)]),
    ("A21", [{"query": Q1, "retrieved_docs": chunks("k", F1), "answer": A1}, {"query": Q2, "retrieved_docs": None, "answer": A2}], ["--max-gap", "0.5"],
     [row("row-1", Q1, chunks("k", F1), A1), row("row-2", Q2, None, A2)]),
]


@pytest.mark.parametrize("code, content, flags, want", QUESTIONS, ids=[f"{case[0]} {case[2][1]}" for case in QUESTIONS])
def test_a_doubt_stops_the_run_and_its_flag_settles_it(load, code, content, flags, want):
    flag, value = (flags[0], flags[1]) if flags[0] != "--judgment-name" else ("--pass-means", "faithful")
    flag = "--map" if code == "A21" else flag
    exit_code, rows, out, err = load(content)
    assert (exit_code, rows) == (1, None)
    assert f"question {code}:" in err and f"  {flag} " in err
    told = json.loads(load(content, "--json")[2])["questions"]
    readings = [one for question in told if question["code"] == code for one in question["readings"]]
    assert all(one["meaning"] for one in readings) and readings
    exit_code, rows, out, err = load(content, *flags)
    assert exit_code == 0, err
    assert [differences(expected, got) for expected, got in zip(want, rows)] == [[]] * len(want) and len(rows) == len(want)


def test_every_question_of_the_table_has_a_case():
    assert {case[0] for case in QUESTIONS} == set(load_traces.QUESTIONS)


def test_accepted_doubts_are_said_in_the_summary(load):
    code, rows, out, err = load([{"inputs": {"q": Q1}, "outputs": {"answer": R1}}], "--accept-gaps")
    assert code == 0 and rows[0]["reference_answer"] == R1
    assert "question A2:" in out and "(taken)" in out


# The cases that users of other tools reported.

def only(load, content, *flags, name="in.jsonl"):
    code, rows, out, err = load(content, "--accept-gaps", *flags, name=name)
    assert code == 0, err
    return rows, out


def test_a_numpy_cell_is_two_documents_and_never_one_glued_together(load):
    rows, _ = only(load, "id,contexts\nq1,['alpha' 'beta']\nq2,\"['alpha'\n 'beta']\"\n", name="t.csv")
    assert [[one["text"] for one in got["retrieved_docs"]] for got in rows] == [["alpha", "beta"]] * 2


def test_a_numpy_cell_whose_middle_was_left_out_is_refused_and_reported(load):
    rows, out = only(load, f"question,contexts,answer\n{Q1},\"['a b' ... 'c d']\",{A1}\n", name="t.csv")
    assert rows[0]["retrieved_docs"] is None and "truncated cells" in out


def test_a_bare_string_is_one_document(load):
    rows, _ = only(load, [{"id": "q1", "query": "Fee?", "contexts": "The fee is $5.", "answer": "The fee is $5."}])
    assert [one["text"] for one in rows[0]["retrieved_docs"]] == ["The fee is $5."]


def test_false_as_text_is_false_and_an_unknown_word_is_an_error_at_its_line(load, tmp_path):
    labels = "id,faithful\n1,False\n2,true\n3,0\n4,no\n5,\n6,BAD\n"
    code, rows, _, err = load(labels, name="labels.csv")
    assert (code, rows) == (3, None) and "labels.csv:7: field 'faithful'" in err and "'BAD'" in err
    code, rows, _, err = load(labels, "--skip-errors", "--rejects", tmp_path / "bad.txt", name="labels.csv")
    assert code == 0 and [one.get("faithful") for one in rows] == [False, True, False, False, None]
    assert "6" in (tmp_path / "bad.txt").read_text()


def test_blank_texts_are_no_texts_but_their_ids_count(load):
    rows, _ = only(load, [{"id": "a", "retrieved_docs": [{"id": "d1", "text": ""}], "answer": "The fee is $5."},
                          {"id": "b", "contexts": [None, "  \n"], "answer": "The fee is $5."}])
    assert [[one["text"] for one in got["retrieved_docs"]] for got in rows] == [[None], [None, None]]
    assert rows[0]["retrieved_docs"][0]["id"] == "d1"


def test_gold_contexts_never_stand_in_for_retrieved_ones(load):
    rows, _ = only(load, [{"id": "q1", "query": "Fee?", "reference_contexts": ["The fee is $5."], "retrieved_contexts": ["Opening hours are 9 to 5."], "answer": "$5."},
                          {"id": "q2", "query": "Fee?", "reference_contexts": ["The fee is $5."], "answer": "$5."}])
    assert [one["text"] for one in rows[0]["retrieved_docs"]] == ["Opening hours are 9 to 5."]
    assert rows[1]["retrieved_docs"] is None


def test_nested_gold_is_groups_of_alternatives(load):
    rows, _ = only(load, [{"id": "flat", "gold_doc_ids": ["d2", "d3"], "retrieved_doc_ids": ["d2", "d3"]},
                          {"id": "nested", "gold_doc_ids": [["d1", "d2"], ["d3"]], "retrieved_doc_ids": ["d2", "d3"]}])
    assert [one["gold_doc_ids"] for one in rows] == [["d2", "d3"], ["d1", "d2", "d3"]]
    assert "gold_groups" not in rows[0] and rows[1]["gold_groups"] == [["d1", "d2"], ["d3"]]
    assert [one["id"] for one in rows[0]["retrieved_docs"]] == ["d2", "d3"]


def test_a_hallucination_score_is_bad_when_high_and_the_reading_is_said(load):
    rows, out = only(load, [{"id": one, "hallucination_score": value} for one, value in (("a", 1.0), ("b", 0.0), ("c", 0.0))])
    assert [one["faithful"] for one in rows] == [False, True, True]
    assert "judgment hallucination_score: 3 rows, high is bad" in out


def test_one_to_five_under_a_hallucination_name_is_good_when_high(load):
    rows, _ = only(load, [{"id": one, "hallucination": value} for one, value in (("a", 5), ("b", 2))])
    assert [one["faithfulness_score"] for one in rows] == [5, 2] and "faithful" not in rows[0]


def test_reasoning_is_no_answer_and_an_unclosed_block_leaves_none(load):
    rows, out = only(load, [{"id": "a", "answer": "<think>Maybe $9? No, the doc says $5.</think>The fee is $5.", "contexts": ["The fee is $5."]},
                            {"id": "b", "answer": "<think>The doc says the fee is", "contexts": ["The fee is $5."]}])
    assert [one["answer"] for one in rows] == ["The fee is $5.", ""]
    assert rows[0]["metadata"]["reasoning"] == "Maybe $9? No, the doc says $5." and "unfinished answers: 1" in out


def test_a_document_without_an_id_keeps_its_rank_and_no_null_is_gold(load):
    rows, out = only(load, [{"id": "q1", "retrieved_docs": [{"id": None, "text": "x"}, {"id": "d1", "text": "y"}], "gold_doc_ids": ["d1", None]},
                            {"id": "q2", "retrieved_docs": [{"id": "d1", "text": "y"}, {"id": None, "text": "x"}], "gold_doc_ids": ["d1"]}])
    assert [one["id"] for one in rows[0]["retrieved_docs"]] == ["d0", "d1"] and rows[0]["gold_doc_ids"] == ["d1"]
    assert len({one["id"] for one in rows[1]["retrieved_docs"]}) == 2
    assert "documents without an id: 2" in out and "null gold ids dropped: 1" in out


def test_half_an_emoji_is_replaced_and_the_output_is_utf_8(load, tmp_path):
    rows, _ = only(load, '{"id":"q1","answer":"Great \\ud83d","contexts":["Great."]}\n')
    assert rows[0]["retrieved_docs"] == docs("Great.") and rows[0]["answer"] == "Great \ufffd"
    (tmp_path / "out.jsonl").read_bytes().decode("utf-8")


def test_an_answer_inside_an_object_is_taken_out_with_its_documents(load):
    rows, _ = only(load, [{"id": "a", "input": "Fee?", "output": {"answer": "The fee is $5.", "sources": [{"id": "d1", "content": "The fee is $5."}]}},
                          {"id": "b", "input": "Fee?", "output": json.dumps({"answer": "The fee is $5.", "sources": ["The fee is $5."]})}])
    assert [one["answer"] for one in rows] == ["The fee is $5."] * 2
    assert [[one["text"] for one in got["retrieved_docs"]] for got in rows] == [["The fee is $5."]] * 2


def test_an_answer_of_unknown_shape_is_not_scored_as_json(load):
    rows, out = only(load, [{"id": "a", "input": "Fee?", "output": {"x": "The fee", "y": "is $5."}}])
    assert rows[0]["answer"] is None and "answer of unknown shape" in out and "x, y" in out


LANGSMITH_JS = [{"id": "U", "trace_id": "U", "parent_run_id": None, "run_type": "chain", "inputs": {"question": Q1}, "outputs": {"answer": A1}},
                {"id": "R", "trace_id": "U", "parent_run_id": "U", "run_type": "retriever", "inputs": {"query": Q1}, "outputs": {"documents": [
                    {"id": "k1", "pageContent": F1, "metadata": {"source": "ferry.md"}}]}}]
LANGFUSE_JS = {"id": "t", "input": {"question": Q1}, "output": {"answer": A1}, "timestamp": "2024-06-01T10:00:00.000Z", "scores": [], "observations": [
    {"id": "o1", "traceId": "t", "type": "RETRIEVER", "name": "retrieval", "input": Q1, "output": [{"pageContent": F1, "id": "k1"}], "startTime": "1"}]}


@pytest.mark.parametrize("name, content", [
    ("langsmith", LANGSMITH_JS), ("langfuse", [LANGFUSE_JS]),
    ("source_documents", [{"query": Q1, "result": A1, "source_documents": [{"pageContent": F1, "id": "k1"}]}]),
    ("sourceDocuments", [{"query": Q1, "text": A1, "sourceDocuments": [{"pageContent": F1, "id": "k1"}]}]),
    ("context", [{"input": Q1, "answer": A1, "context": [{"pageContent": F1, "id": "k1"}]}]),
    ("constructor", [{"query": Q1, "result": A1, "source_documents": [{"lc": 1, "type": "constructor", "id": ["langchain_core", "documents", "document", "Document"],
                                                                      "kwargs": {"pageContent": F1, "id": "k1"}}]}]),
    ("with scores", [{"question": Q1, "answer": A1, "contexts": [[{"pageContent": F1, "id": "k1"}, 0.5]]}]),
    ("canonical", [{"query": Q1, "answer": A1, "retrieved_docs": [{"id": "k1", "pageContent": F1}]}]),
    ("beside the answer", [{"input": Q1, "output": {"answer": A1, "sourceDocuments": [{"PageContent": F1, "ID": "k1"}]}}]),
    ("otel", [{"name": "r", "context": {"trace_id": "t", "span_id": "s"}, "parent_id": None, "attributes": {"openinference.span.kind": "RETRIEVER", "input.value": Q1,
               "output.value": json.dumps({"documents": [{"pageContent": F1, "chunkId": "k1"}]})}},
              {"name": "l", "context": {"trace_id": "t", "span_id": "u"}, "parent_id": None, "attributes": {"openinference.span.kind": "LLM", "input.value": Q1, "output.value": A1}}])])
def test_a_documents_fields_are_known_in_any_spelling(load, name, content):
    code, rows, _, err = load(content, "--accept-gaps")
    assert code == 0, err
    assert [(one["query"], one["answer"]) for one in rows] == [(Q1, A1)]
    assert [(one["id"], one["text"]) for one in rows[0]["retrieved_docs"]] == [("k1", F1)]


def test_a_corpus_and_gold_objects_are_known_in_any_spelling(load, tmp_path):
    write(tmp_path / "corpus.jsonl", [{"docId": "k1", "pageContent": F1}])
    code, rows, _, err = load([{"query": Q1, "answer": A1, "retrieved_docs": [{"id": "k1", "text": None}], "gold_doc_ids": [{"docId": "k1"}]}], "--corpus", tmp_path / "corpus.jsonl")
    assert code == 0, err
    assert rows[0]["retrieved_docs"] == [{"id": "k1", "text": F1}]
    rows, _ = only(load, [{"question": Q1, "answer": A1, "chunks": [{"docId": "k1", "Text": F1}], "relevant": [{"docId": "k1", "relevance": 2}]}])
    assert (rows[0]["retrieved_docs"], rows[0]["gold_doc_ids"]) == ([{"id": "k1", "text": F1}], ["k1"])


@pytest.mark.parametrize("name, content", [
    *((key, [{"query": Q1, "result": A1, "source_documents": [{"page_content": F1, "metadata": {key: "k1", "source": "f.md"}}]}])
      for key in ("id", "doc_id", "_id", "chunk_id", "document_id", "docId", "chunkId")),
    ("a null of its own", [{"question": Q1, "answer": A1, "chunks": [{"id": None, "text": F1, "meta": {"id": "k1"}}]}]),
    ("its own first", [{"question": Q1, "answer": A1, "chunks": [{"chunk_id": "k1", "text": F1, "metadata": {"id": "other"}}]}]),
    ("in the order of its own", [{"question": Q1, "answer": A1, "chunks": [{"text": F1, "metadata": {"chunk_id": "0", "doc_id": "k1"}}]}]),
    ("canonical", [{"query": Q1, "answer": A1, "retrieved_docs": [{"text": F1, "metadata": {"id": "k1"}}]}]),
    ("langfuse", [{**LANGFUSE_JS, "observations": [{**LANGFUSE_JS["observations"][0], "output": [{"pageContent": F1, "metadata": {"id": "k1"}}]}]}]),
    ("langsmith", [LANGSMITH_JS[0], {**LANGSMITH_JS[1], "outputs": {"documents": [{"page_content": F1, "metadata": {"id": "k1"}}]}}]),
    ("phoenix", [{"name": "r", "context": {"trace_id": "t", "span_id": "s"}, "parent_id": None, "attributes": {
        "openinference.span.kind": "RETRIEVER", "input.value": Q1, "output.value": A1,
        "retrieval.documents": [{"document.content": F1, "document.metadata": json.dumps({"id": "k1"})}]}}]),
    ("phoenix, flat", [{"name": "r", "context": {"trace_id": "t", "span_id": "s"}, "parent_id": None, "attributes": {
        "openinference.span.kind": "RETRIEVER", "input.value": Q1, "output.value": A1,
        "retrieval.documents.0.document.content": F1, "retrieval.documents.0.document.metadata.id": "k1"}}])])
def test_an_id_in_a_documents_metadata_is_its_id(load, name, content):
    code, rows, _, err = load(content, "--accept-gaps")
    assert code == 0, err
    assert [(one["id"], one["text"]) for one in rows[0]["retrieved_docs"]] == [("k1", F1)]


def test_a_source_is_no_id_and_two_chunks_of_a_document_share_its_id(load):
    rows, _ = only(load, [{"question": Q1, "answer": A1, "chunks": [{"text": F1, "metadata": {"source": "a.md"}}, {"text": F2, "metadata": {"source": "b.md"}}]},
                          {"question": Q2, "answer": A2, "chunks": [{"text": F1, "metadata": {"doc_id": "a"}}, {"text": F2, "metadata": {"doc_id": "a"}}]}])
    assert [[one["id"] for one in got["retrieved_docs"]] for got in rows] == [["d0", "d1"], ["a", "a"]]


@pytest.mark.parametrize("meta", [{"id": "d1"}, {"doc_id": "d1"}])
def test_an_id_that_looks_like_a_place_stays_what_gold_can_match(load, meta):
    for second in ({"text": F2, **meta}, {"text": F2, "metadata": meta}):
        rows, out = only(load, [{"question": Q1, "answer": A1, "chunks": [{"text": F1, "id": "x"}, second], "relevant": ["d1"]}])
        assert [one["id"] for one in rows[0]["retrieved_docs"]] == ["x", "d1"] and "without an id" not in out


@pytest.mark.parametrize("doc, hint, ids", [
    ({"text": F1, "metadata": {"key": "k1"}}, "--map doc_ids=metadata.key: the documents' ids stand there", "metadata.key"),
    ({"text": F1, "nr": "k1"}, "--map doc_ids=nr: the documents' ids stand there", "nr"),
    ({"text": F1, "metadata": {"source": "k1"}}, "--map doc_ids=metadata.source: ", "metadata.source"), ({"text": F1, "source": "k1"}, "--map doc_ids=source: ", "source"),
    ({"text": F1}, "--map doc_ids=PATH: their ids lie elsewhere in the documents, such as metadata.key (id, doc_id,", None)])
def test_the_question_of_ids_names_where_they_stand(load, doc, hint, ids):
    for name in ("retrieved_docs", "chunks"):
        content = [{"query": one, "answer": A1, name: [doc], "gold_doc_ids": ["k1"]} for one in (Q1, Q2)]
        code, rows, _, err = load(content)
        if name == "chunks":
            hint = hint.replace("=nr", "=metadata.nr")  # where the row keeps it
        assert (code, rows) == (1, None) and "question A15" in err and "  2 records, first at" in err and f"  {hint}" in err, err
        if ids:
            code, rows, _, err = load(content, "--map", hint[6:].split(":")[0])
            assert code == 0 and [one["retrieved_docs"][0]["id"] for one in rows] == ["k1", "k1"], err


def test_the_question_of_missing_documents_names_the_span_that_holds_them(load):
    spans = [{**LANGFUSE_JS["observations"][0], "type": "SPAN", "name": "look it up"}, {"id": "o2", "traceId": "t", "type": "GENERATION", "name": "llm",
             "input": [{"role": "user", "content": Q1}], "output": [{"text": A1}], "startTime": "2"}]
    code, rows, _, err = load([{**LANGFUSE_JS, "observations": spans}])
    assert (code, rows) == (1, None) and "question A21" in err and "  --retriever-span 'look it up': this span holds documents" in err and "llm" not in err
    code, rows, _, err = load([{**LANGFUSE_JS, "observations": spans}], "--retriever-span", "look it up")
    assert code == 0 and rows[0]["retrieved_docs"] == [{"id": "k1", "text": F1}]


# Files: encodings, packing, folders, standard input.

GOOD = [{"question": Q1, "contexts": [F1], "answer": A1, "ground_truth": R1}]
GOOD_ROW = row("row-1", Q1, docs(F1), A1, reference_answer=R1)
TEXT = json.dumps(GOOD[0]) + "\n"
TABLE = f"question;contexts;answer;ground_truth\r\n{Q1};\"[''{F1}'']\";{A1};\"{R1}\"\r\n".replace("''", "'")


@pytest.mark.parametrize("name, data", [
    ("t.jsonl", ("\ufeff" + TEXT).encode()), ("t.jsonl", TEXT.encode("utf-16")), ("t.jsonl.gz", gzip.compress(TEXT.encode())),
    ("t.jsonl.bz2", bz2.compress(TEXT.encode())), ("t.txt", b"\n\r\n" + TEXT.encode()), ("t", TEXT.encode()), ("t.json", TEXT.encode()),
    ("t.json", json.dumps(GOOD).encode("utf-16")), ("t.json.gz", gzip.compress(json.dumps(GOOD).encode())), ("t.csv", TABLE.encode()),
    ("t.csv", TABLE.encode("utf-16")), ("t.csv.gz", gzip.compress(("\ufeff" + TABLE).encode())), ("t.csv", b"sep=;\r\n" + TABLE.encode()),
    ("t.tsv", TABLE.replace(";", "\t").encode()), ("t.txt", TABLE.replace(";", "\t").encode()),
    ("t.json", json.dumps({"data": GOOD}).encode()), ("t.json", json.dumps({"version": 3, "my_rows": GOOD}).encode())])
def test_the_same_row_from_every_encoding_and_packing(load, tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    code, rows, _, err = load(path)
    assert code == 0, err
    assert rows == [GOOD_ROW]


def test_latin_1_needs_its_name(load, tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_bytes(json.dumps({**GOOD[0], "answer": "Um 6:40 f\u00e4hrt sie."}, ensure_ascii=False).encode("latin-1") + b"\n")
    code, _, _, err = load(path)
    assert code == 3 and "t.jsonl:1: not UTF-8 at byte" in err and "--encoding" in err
    code, rows, _, _ = load(path, "--encoding", "latin-1")
    assert code == 0 and rows[0]["answer"] == "Um 6:40 f\u00e4hrt sie."


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name, text", [("t.jsonl", TEXT), ("t.json", "[" + TEXT + "]"), ("t.csv", TABLE), ("t", TEXT)])
def test_utf_16_without_its_mark_needs_its_name_and_is_told_it(load, tmp_path, name, text, encoding):
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    code, rows, _, err = load(path)
    assert (code, rows) == (3, None) and err.endswith(f"name its --encoding, such as {encoding}\n") and err.startswith(f"error: {path}: ")
    code, rows, _, err = load(path, "--encoding", encoding)
    assert code == 0, err
    assert rows == [GOOD_ROW]


@pytest.mark.parametrize("command", ["score_faithfulness.py", "score_retrieval.py", "rag_diagnostic.py", "judge.py"])
def test_other_scripts_name_the_one_that_unpacks_bzip2_and_the_encoding_of_utf_16(script, tmp_path, command):
    (tmp_path / "t.jsonl.bz2").write_bytes(bz2.compress(TEXT.encode()))
    (tmp_path / "u.jsonl").write_bytes(TEXT.encode("utf-16-le"))
    emit = ["emit"] if command == "judge.py" else []
    done = script(command, *emit, "--traces", "t.jsonl.bz2", "--out", "o", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (3, b"error: t.jsonl.bz2:1: is packed with bzip2; load_traces.py converts it, gzip is read as it is\n")
    done = script(command, *emit, "--traces", "u.jsonl", "--out", "o", cwd=tmp_path)
    assert done.returncode == 3 and done.stderr.startswith(b"error: u.jsonl:1: not UTF-8") and b"--encoding, such as utf-16-le" in done.stderr


def test_an_input_and_the_files_joined_to_it_may_all_be_packed_with_bzip2(load, tmp_path):
    for name, text in (("labels.csv", "id,faithful\nrow-1,no\n"), ("qrels.txt", "row-1 0 d0 1\n"), ("t.jsonl", TEXT)):
        (tmp_path / f"{name}.bz2").write_bytes(bz2.compress(text.encode()))
    code, rows, _, err = load(tmp_path / "t.jsonl.bz2", "--labels", tmp_path / "labels.csv.bz2", "--qrels", tmp_path / "qrels.txt.bz2")
    assert code == 0, err
    assert (rows[0]["answer"], rows[0]["faithful"], rows[0]["gold_doc_ids"]) == (A1, False, ["d0"])
    (tmp_path / "qrels.txt.bz2").write_bytes(bz2.compress(b"row-1 0 d0 1\nrow-1 0\n"))
    code, _, _, err = load(tmp_path / "t.jsonl.bz2", "--qrels", tmp_path / "qrels.txt.bz2")
    assert code == 3 and err.startswith(f"error: {tmp_path / 'qrels.txt.bz2'}:2: expected 'query 0 document grade'")


def test_huge_cells_and_quoted_newlines(load):
    long = "word " * 60_000
    code, rows, _, err = load(f'question,contexts,answer\n{Q1},"[""{long}"", ""two\nlines""]","{A1}\nReally."\n', name="t.csv")
    assert code == 0, err
    assert [len(rows[0]["retrieved_docs"][0]["text"]), rows[0]["retrieved_docs"][1]["text"], rows[0]["answer"]] == [300_000, "two\nlines", A1 + "\nReally."]


def test_several_files_and_a_folder_become_one(load, tmp_path):
    folder = tmp_path / "many"
    (folder / "deeper").mkdir(parents=True)
    write(folder / "a.jsonl", GOOD)
    write(folder / "deeper" / "b.json", GOOD)
    write(folder / ".hidden.json", "junk")
    code, rows, _, err = load(folder)
    assert code == 0 and [one["id"] for one in rows] == ["row-1", "row-2"]
    code, rows, _, err = load(folder / "a.jsonl", folder / "deeper" / "b.json")
    assert code == 0 and len(rows) == 2


def test_standard_input_is_spooled_and_named(script):
    done = script("load_traces.py", "-", "--out", "-", stdin=TEXT)
    assert done.returncode == 0 and json.loads(done.stdout) == GOOD_ROW and b"1 rows" in done.stderr
    done = script("load_traces.py", "-", "--out", "-", stdin=TEXT + "{oops\n")
    assert done.returncode == 3 and done.stderr.decode().startswith("error: standard input:2: not JSON")


def test_spans_of_one_trace_may_lie_in_several_files(load, tmp_path):
    for number, one in enumerate(langsmith([F1])):
        write(tmp_path / f"span{number}.jsonl", [one])
    code, rows, out, err = load(tmp_path / "span0.jsonl", tmp_path / "span1.jsonl")
    assert code == 0 and rows == [row("t", Q1, docs(F1), A1)] and "held in memory: spans" in out


def run(own, parent, kind, given, said, trace="T", **more):
    return {"id": own, "trace_id": trace, "parent_run_id": parent, "run_type": kind, "name": own, "inputs": {"question": given}, "outputs": said, **more}


def found(text, own):
    return {"documents": [{"id": own, "page_content": text}]}


def test_every_root_of_a_trace_is_a_row_with_its_own_documents(load):
    content = [run("A", None, "chain", Q1, {"answer": A1}), run("D", "C", "chain", Q2, {"x": 1}), run("C", None, "chain", Q2, {"answer": A2}),
               run("B", "A", "retriever", Q1, found(F1, "k1")), run("E", "D", "retriever", Q2, found(F2, "k2")), run("F", None, "retriever", Q2, found(F3, "k3"))]
    code, rows, out, err = load(content)
    assert code == 0, err
    assert rows == [row("T#1", Q1, [doc("k1", F1)], A1), row("T#2", Q2, [doc("k2", F2)], A2)]
    assert "problem: roots of a trace that has several: 2, such as" in out and "problem: spans under none of a trace's several roots: 1, such as" in out
    code, rows, out, err = load(content[:1] + content[2:4], "--max-gap", "1")
    assert code == 0 and rows == [row("T#1", Q1, [doc("k1", F1)], A1), row("T#2", Q2, None, A2)], err


def test_parts_of_one_run_without_a_root_stay_one_row(load):
    code, rows, out, _ = load([run("B", None, "retriever", Q1, found(F1, "k1")), run("C", None, "llm", Q1, {"answer": A1})])
    assert code == 0 and rows == [row("T", Q1, [doc("k1", F1)], A1)] and "problem" not in out
    code, rows, out, _ = load([run("A", None, "chain", Q1, {"answer": A1}), run("B", None, "retriever", Q1, found(F1, "k1")), run("C", None, "chain", Q1, {"x": [1]})])
    assert code == 0 and rows == [row("T", Q1, [doc("k1", F1)], A1)]
    code, rows, out, _ = load([run("B", None, "retriever", Q1, found(F1, "k1")), run("C", None, "llm", Q1, {"answer": A1}), run("D", None, "llm", Q2, {"answer": A2})])
    assert code == 0 and rows == [row("T", Q1, [doc("k1", F1)], A2)] and "further model calls without a parent in one trace: 1" in out


def test_top_observations_of_a_langfuse_trace_are_one_row(load):
    code, rows, _, err = load([{"id": own, "traceId": "t", "type": kind, "name": own, "startTime": str(place), "parentObservationId": None, "input": given, "output": said}
                               for place, (own, kind, given, said) in enumerate((("a", "SPAN", Q1, A1), ("b", "RETRIEVER", Q1, [{"id": "k1", "content": F1}]),
                                                                                 ("c", "SPAN", Q2, A2)))])
    assert code == 0 and [(one["id"], one["query"], one["answer"]) for one in rows] == [("t", Q1, A1)], err


def test_an_export_joined_to_itself_gives_each_trace_once(load, tmp_path):
    content = langsmith([F1]) + [run("A", None, "chain", Q2, {"answer": A2}, "V"), run("B", "A", "retriever", Q2, found(F2, "k2"), "V")]
    code, once, out, err = load(content)
    assert code == 0 and "repeated spans" not in out, err
    code, rows, out, err = load(content + content)
    assert code == 0 and rows == once and "problem: repeated spans: 4, such as" in out, err
    twice = [write(tmp_path / name, content) for name in ("a.jsonl", "b.jsonl")]
    assert load(twice[0], twice[1])[1] == once
    begun = {**content[0], "outputs": None}
    code, rows, out, err = load([begun, *content])
    assert code == 0 and rows == once and "repeated spans: 1" in out


TREC_RUN, TREC_QRELS = "q1 Q0 b 1 0.5 x\nq1 Q0 a 2 0.9 x\n", "q1 0 a 1\nq1 0 c 0\nq2 0 d 1\n"


def test_a_trec_folder_is_sorted_by_score_and_a_missing_query_retrieved_nothing(load, tmp_path):
    folder = tmp_path / "trec"
    folder.mkdir()
    write(folder / "my.run", TREC_RUN)
    write(folder / "qrels.txt", TREC_QRELS)
    code, rows, _, err = load(folder)
    assert code == 0, err
    assert rows == [{"id": "q1", "query": None, "retrieved_docs": [{"id": "a", "text": None, "score": 0.9, "rank": 1}, {"id": "b", "text": None, "score": 0.5, "rank": 2}],
                     "answer": None, "gold_doc_ids": ["a"], "gold_grades": {"a": 1, "c": 0}},
                    {"id": "q2", "query": None, "retrieved_docs": [], "answer": None, "gold_doc_ids": ["d"], "gold_grades": {"d": 1}}]


def test_joined_files_fill_gold_texts_and_labels_and_name_what_found_no_row(load, tmp_path):
    write(tmp_path / "run.trec", TREC_RUN)
    write(tmp_path / "qrels.txt", TREC_QRELS)
    write(tmp_path / "corpus.jsonl", [{"_id": "a", "title": "Ferry", "text": F1}, {"_id": "z", "text": "never used"}])
    write(tmp_path / "labels.csv", "id,faithful,annotator\nq1,no,kim\nq9,yes,kim\n")
    write(tmp_path / "queries.jsonl", [{"id": "q1", "query": Q1, "retrieved_docs": None, "answer": A1}])
    code, rows, out, err = load(tmp_path / "queries.jsonl", *(part for name in ("run.trec", "qrels.txt", "corpus.jsonl", "labels.csv")
                                                               for part in (f"--{name.split('.')[0]}", tmp_path / name)))
    assert code == 0, err
    assert rows[0]["retrieved_docs"] == [{"id": "a", "text": f"Ferry {F1}", "score": 0.9, "rank": 1}, {"id": "b", "text": None, "score": 0.5, "rank": 2}]
    assert (rows[0]["gold_doc_ids"], rows[0]["faithful"]) == (["a"], False)
    assert "--labels: 1 joined, 1 found no row: q9" in out and "--corpus: 1 joined, 1 found no row: z" in out and "--qrels: 1 joined, 1 found no row: q2" in out


def test_a_bad_label_file_is_an_error_at_its_line(load, tmp_path):
    write(tmp_path / "labels.csv", "id,faithful\nrow-1,perhaps\n")
    code, rows, _, err = load(GOOD, "--labels", tmp_path / "labels.csv")
    assert (code, rows) == (3, None) and "labels.csv:2: field 'faithful'" in err


@pytest.mark.parametrize("head, word", [(b"PAR1\x15\x04", "Parquet"), (b"PK\x03\x04\x14\0", "spreadsheet"), (b"SQLite format 3\0", "SQLite")])
def test_what_needs_a_package_is_refused_with_the_command_that_converts_it(load, tmp_path, head, word):
    path = tmp_path / "t.bin"
    path.write_bytes(head + bytes(100))
    code, rows, _, err = load(path)
    assert (code, rows) == (3, None) and word in err and "convert it: " in err and err.count("\n") == 1


PACKED = gzip.compress(TEXT.encode())
BROKEN = {"cut in its text": PACKED[:-20], "cut in its head": PACKED[:7], "junk after the mark": b"\x1f\x8b\x08\0" + bytes(range(60)),
          "another method": b"\x1f\x8b\x07" + PACKED[3:], "a wrong sum": PACKED[:-8] + bytes(8)}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("name", ["t.jsonl.gz", "t.json.gz", "t.csv.gz", "t"])
def test_a_broken_gzip_is_one_line_and_exit_3_wherever_a_file_is_named(load, script, tmp_path, name, data):
    broken, good = tmp_path / name, write(tmp_path / "good.jsonl", GOOD)
    broken.write_bytes(data)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / name.replace("t", "u.jsonl.gz" if name == "t" else "u", 1)).write_bytes(data)
    for path, flags in ((broken, []), (tmp_path / "folder", []), *((good, [f"--{flag}", broken]) for flag in ("labels", "corpus", "qrels", "run"))):
        code, rows, out, err = load(path, *flags)
        assert (code, rows, out) == (3, None, "") and err.count("\n") == 1 and ": cannot read: " in err, (path, flags, err)
        assert err.startswith(f"error: {tmp_path}"), err
    done = script("load_traces.py", "-", "--out", tmp_path / "o.jsonl", stdin=data)
    assert done.returncode == 3 and done.stderr.decode().startswith("error: standard input: cannot read: ") and done.stderr.count(b"\n") == 1


# Bad input.

@pytest.mark.parametrize("content, name, message", [
    ("", "t.jsonl", "the file is empty"), ("\n \n", "t.csv", "the file is empty"), ('{"a": 1}\n{"a": \n', "t.jsonl", "t.jsonl:2: not JSON at column"),
    ("[1, 2]\n", "t.jsonl", "expected a"), ("[1, 2]", "t.json", "t.json row 1: expected an object, got number"), ("7\n", "t.jsonl", "t.jsonl:1: expected a JSON object, got number"),
    ("[" * 10_000, "t.json", "t.json:1: "), ('{"a":' * 10_000 + "1" + "}" * 10_000 + "\n", "t.jsonl", "t.jsonl:1: nested"),
    ('[{"a":' + "[" * 500 + "]" * 500 + "}]", "t.json", "nested"), ("a,b\n1,2,3\n", "t.csv", "t.csv:2: 3 cells where the header has 2"),
    ('{"query": "q", "answer": "a", "retrieved_docs": [], "faithful": "maybe"}\n', "t.jsonl", "t.jsonl:1: field 'faithful'"),
    ('{"query": "q", "answer": "a", "retrieved_docs": [], "recall_at_k": "high"}\n', "t.jsonl", "t.jsonl:1: field 'recall_at_k' must be a number"),
    ("hello there\n", "t.txt", "neither JSON, JSONL, CSV nor a TREC file"), ('{"a": 1' + "0" * 5000 + "}\n", "t.jsonl", "t.jsonl:1: ")])
def test_bad_input_is_one_line_with_its_place_and_exit_3(load, content, name, message):
    code, rows, out, err = load(content, "--accept-gaps", name=name)
    if content.startswith('{"a": 1000') and sys.version_info < (3, 11):
        return  # integers of any length are converted there
    assert (code, rows, out) == (3, None, "") and message in err and err.count("\n") == 1, err


@pytest.mark.parametrize("arguments, message", [
    ([], "no INPUT"), (["x.jsonl"], "--out PATH is required"), (["x.jsonl", "--out", "y", "--map", "a"], "--map 'a'"), (["x.jsonl", "--out", "y", "--map", "query=a[["], "no path"),
    (["x.jsonl", "--out", "y", "--format", "nope"], "no such format"), (["x.jsonl", "--out", "y", "--max-gap", "2"], "outside 0..1"),
    (["x.jsonl", "--out", "y", "--rejects", "z"], "needs --skip-errors"), (["x.jsonl", "--out", "y", "--turns", "some"], "invalid choice")])
def test_wrong_usage_is_exit_2(capsys, arguments, message):
    assert load_traces.main(arguments) == 2
    assert message in capsys.readouterr().err


def test_a_map_that_finds_nothing_is_wrong_usage(load):
    assert load(GOOD, "--map", "answer=out.text")[0] == 2
    code, _, _, err = load([{"frage": Q1, "hits": [F1]}], "--map", "query=frage,docs=hits,answer=out.text")
    assert code == 2 and "--map answer=out.text: no record has anything there; its fields are frage, hits" in err


CANONICAL_ROWS = [{"query": Q1, "answer": A1, "retrieved_docs": [{"body": F1, "nr": 4}], "asked": Q2}]


@pytest.mark.parametrize("content, fields, want", [
    (LANGSMITH_JS, "doc_text=metadata.source", row("U", Q1, [doc("k1", "ferry.md")], A1)),
    (LANGSMITH_JS, "doc_text=pageContent,doc_ids=metadata.source", row("U", Q1, [doc("ferry.md", F1)], A1)),
    (LANGSMITH_JS, "query=outputs.answer,answer=inputs.question", row("U", A1, [doc("k1", F1)], Q1)),
    ([LANGFUSE_JS], "doc_text=id,answer=input.question", row("t", Q1, [doc("k1", "k1")], Q1)),
    ([{"query": Q1, "result": A1, "source_documents": [{"pageContent": F1, "metadata": {"nr": 7}}]}], "doc_ids=metadata.nr", row("row-1", Q1, [doc("7", F1)], A1)),
    ([{"query": Q1, "result": A1, "source_documents": [{"inhalt": F1, "nr": 7}]}], "doc_ids=nr,doc_text=inhalt", row("row-1", Q1, [doc("7", F1)], A1)),
    (CANONICAL_ROWS, "doc_text=body,doc_ids=nr,query=asked", row("row-1", Q2, [doc("4", F1)], A1)),
    (CANONICAL_ROWS, "doc_text=body,doc_ids=retrieved_docs[].nr,doc_scores=retrieved_docs[].nr", row("row-1", Q1, [doc("4", F1, score=4)], A1))])
def test_a_map_holds_in_every_kind_of_file_and_inside_documents(load, content, fields, want):
    code, rows, _, err = load(content, "--map", fields)
    assert code == 0, err
    assert len(rows) == 1 and differences(want, rows[0]) == []


@pytest.mark.parametrize("content, flags, message", [
    (LANGSMITH_JS, ["--map", "doc_text=pagecontents"], "--map doc_text=pagecontents: no document has anything there; its fields are id, pageContent, metadata"),
    (LANGSMITH_JS, ["--map", "gold_ids=outputs.gold"], "--map gold_ids=outputs.gold: no record has anything there; its fields are id, trace_id, parent_run_id"),
    (CANONICAL_ROWS, ["--map", "reference=right"], "--map reference=right: no record has anything there"),
    (CANONICAL_ROWS, ["--map", "doc_ids=number"], "--map doc_ids=number: no record or document has anything there"),
    (GOOD, ["--map", "history=turns"], "--map history=turns: no record has anything there; its fields are question, contexts"),
    ([{"id": "a", "faithful": "yes"}], ["--map", "id=nr"], "--map id=nr: no record has anything there"),
    ([LANGFUSE_JS], ["--retriever-span", "retrieve"], "--retriever-span retrieve: no span has this name; there are retrieval"),
    (GOOD, ["--retriever-span", "retrieve"], "--retriever-span retrieve: the input has no spans")])
def test_a_flag_that_names_what_the_input_does_not_have_is_wrong_usage(load, content, flags, message):
    code, rows, out, err = load(content, "--accept-gaps", *flags)
    assert (code, rows, out) == (2, None, "") and err.startswith(f"error: {message}") and err.count("\n") == 1, err


@pytest.mark.parametrize("content, flags, message", [
    (GOOD, ["--question-after", "Frage:"], "--question-after 'Frage:' changed nothing: no question has"), (GOOD, ["--split-contexts", "||"], "--split-contexts '||' changed nothing: no joined"),
    (GOOD, ["--judgment-name", "x"], "--judgment-name 'x' changed nothing: no result")])
def test_a_flag_that_changes_nothing_is_said(load, tmp_path, content, flags, message):
    code, rows, out, err = load(content, *flags)
    assert (code, rows) == (0, [GOOD_ROW]) and err.startswith(f"warning: {tmp_path / 'in.jsonl'}: {message}") and err.count("\n") == 1
    assert f"problem: {flags[0]} " in out


def test_a_mark_and_a_separator_hold_in_canonical_rows(load):
    code, rows, _, err = load([{"query": f"Answer. Question: {Q1}", "retrieved_docs": f"{F1} || Pay.", "answer": A1, "id": "a"},
                               {"query": f"Answer. Question: {Q1}", "retrieved_docs": [{"id": "d", "text": "Pay."}], "answer": A1, "id": "b"}],
                              "--format", "canonical", "--question-after", "Question:", "--split-contexts", "||")
    assert (code, err) == (0, "")
    assert rows == [row("a", Q1, docs(F1, "Pay."), A1), row("b", Q1, [doc("d", "Pay.")], A1)]


def test_a_missing_file_and_a_folder_without_files(load, tmp_path):
    code, _, _, err = load(tmp_path / "none.jsonl")
    assert code == 3 and "cannot read" in err
    (tmp_path / "empty").mkdir()
    code, _, _, err = load(tmp_path / "empty")
    assert code == 3 and "no readable file" in err


def test_skipped_records_are_counted_set_aside_and_too_many_are_exit_1(load, tmp_path):
    lines = [TEXT.strip()] * 9 + ["{broken"]
    code, rows, out, err = load("\n".join(lines) + "\n", "--skip-errors", "--rejects", tmp_path / "bad.txt")
    assert code == 0 and len(rows) == 9 and "1 bad records were skipped" in out and "in.jsonl:10: not JSON" in err
    assert (tmp_path / "bad.txt").read_text() == "{broken\n"
    code, rows, out, err = load("\n".join(lines[7:]) + "\n", "--skip-errors")
    assert code == 1 and len(rows) == 2 and "more than 20%" in err


def test_a_lost_quote_costs_one_row_of_a_table(load):
    good = [f'{Q1},"[""{F1}""]",answer number {number}' for number in range(8)]
    good[3] = f'{Q1},"[""{F1}""],answer number 3'
    code, rows, _, err = load("question,contexts,answer\n" + "\n".join(good) + "\n", "--skip-errors", name="t.csv")
    assert code == 0, err
    assert [one["answer"][-1] for one in rows] == list("0124567")


def test_a_broken_element_costs_one_row_of_an_array(load):
    many = [{"question": Q1, "contexts": [F1, F3], "answer": f"answer number {number}", "extra": [{"a": 1}, {"b": 2}]} for number in range(8)]
    text = json.dumps(many, indent=1)
    for broken in (text.replace('"answer number 3"', '"answer number 3'), text.replace('"answer number 0"', '@@'), text[:len(text) - 30]):
        code, rows, _, err = load(broken, "--skip-errors", "--accept-gaps", name="t.json")
        assert code in (0, 1) and len(rows) >= 7, err
        assert load(broken, name="t.json")[0] == 3
    wrapped = json.dumps({"samples": many, "k": 5}, indent=1).replace('"answer number 3"', '"answer number 3')
    code, rows, _, err = load(wrapped, "--skip-errors", "--accept-gaps", name="t.json")
    assert len(rows) == 7, err


def test_a_bug_is_exit_70_with_its_traceback(load, monkeypatch):
    monkeypatch.setattr(load_traces, "find_text", lambda *_: 1 / 0)
    code, rows, _, err = load([{"input": {"a": Q1}, "output": A1, "retrieved_docs": "x"}], "--skip-errors", "--accept-gaps")
    assert (code, rows) == (70, None) and "ZeroDivisionError" in err


# What is told, and what is kept.

def test_nan_is_missing_and_counted(load):
    rows, out = only(load, '{"question": "%s", "contexts": ["%s"], "answer": "%s", "faithfulness": NaN, "ground_truth": NaN}\n' % (Q1, F1, A1))
    assert rows == [row("row-1", Q1, docs(F1), A1)] and "NaN or Infinity read as missing: 2" in out


@pytest.mark.parametrize("shape", ["[{0}, {0}]", "[\n  {0},\n  {0}\n]", '{{"run": 1, "results": [{0}, {0}]}}', "{0}\n\n{0}"])
def test_nan_is_missing_in_documents_of_every_shape(load, shape):
    record = '{"question": "%s", "contexts": ["%s"], "answer": "%s", "faithfulness": NaN}' % (Q1, F1, A1)
    rows, out = only(load, shape.format(record))
    assert rows == [row(f"row-{n}", Q1, docs(F1), A1) for n in (1, 2)] and "NaN or Infinity read as missing: 2" in out


def test_unknown_fields_are_kept(load):
    rows, _ = only(load, [{**GOOD[0], "latency": 1.5, "tags": ["x"], "nothing": None}])
    assert rows[0]["metadata"] == {"latency": 1.5, "tags": ["x"]}
    rows, _ = only(load, [{"id": "a", "query": Q1, "retrieved_docs": [], "answer": A1, "latency": 1.5}])
    assert rows[0]["latency"] == 1.5


def test_repeated_ids_are_made_unique_and_named(load):
    rows, out = only(load, [{"id": one, "query": Q1, "retrieved_docs": [], "answer": A1} for one in ("a", "a~2", "a", "a", "b")])
    assert [one["id"] for one in rows] == ["a", "a~2", "a~3", "a~4", "b"] and "duplicate ids: 2" in out and "in.jsonl:3" in out


def test_canonical_rows_pass_as_the_bytes_they_were(load, tmp_path):
    line = b'{"id":"a" , "query": "q", "retrieved_docs":[{"id":"d","text":"t","score":1.0}],"answer":"caf\\u00e9 \xc3\xa9","big":12345678901234567890}'
    (tmp_path / "raw.jsonl").write_bytes(b"\xef\xbb\xbf" + line + b"\r\n\r\n")
    assert load(tmp_path / "raw.jsonl")[0] == 0
    assert (tmp_path / "out.jsonl").read_bytes() == line + b"\n"


def test_pandas_ids_lose_their_point_only_where_the_whole_column_has_it(load):
    text = "id,question,contexts,answer\n{},%s,\"['%s']\",%s\n{},%s,\"['x y']\",%s\n" % (Q1, F1, A1, Q2, A2)
    assert [one["id"] for one in only(load, text.format("1.0", "2.0"), name="t.csv")[0]] == ["1", "2"]
    assert [one["id"] for one in only(load, text.format("1.0", "b-2"), name="t.csv")[0]] == ["1.0", "b-2"]


def test_the_summary_as_json(load):
    code, _, out, _ = load([{**GOOD[0], "faithfulness": 0.5}, {**GOOD[0], "answer": ""}], "--json")
    report = json.loads(out)
    assert code == 0 and (report["rows"], report["skipped"]) == (2, 0)
    assert report["formats"][0]["name"] == "ragas-0.1" and report["formats"][0]["because"] == "question contexts"
    assert report["fields"]["answer"] == 1 and report["layers"]["faithfulness"]["rows"] == 1 and report["layers"]["correctness"]["rows"] == 1
    assert report["judgments"] == [{"name": "faithfulness", "rows": 1, "reading": "a boolean or word sets faithful; a number is kept only"}]
    assert report["problems"][0]["problem"] == "empty answers" and report["problems"][0]["places"][0].endswith("in.jsonl:2")
    assert len(report["samples"]) == 2 and report["signature"] == "load_traces|format:ragas-0.1|v:0.1.0"


def test_problems_are_named_with_their_places(load):
    rows, out = only(load, [{"question": Q1, "contexts": [F1 + "..."], "answer": "API_ERROR"}, {"question": Q2, "contexts": [F2], "answer": "None"}])
    assert rows[0]["answer"] is None and rows[1]["answer"] == "None"
    for text in ("error text as content: 1", "answers that are the word None or null: 1", "truncated documents: 1"):
        assert text in out


@pytest.mark.parametrize("name, content, place", [
    ("t.json", json.dumps([*GOOD, *GOOD, {**GOOD[0], "answer": ""}]), "t.json row 3"), ("t.json", json.dumps({"samples": [*GOOD, *GOOD, {**GOOD[0], "answer": ""}]}), "t.json row 3"),
    ("t.json", json.dumps([GOOD, [{**GOOD[0], "answer": ""}]]), "t.json row 2"), ("t.json", json.dumps([{"results": [*GOOD, *GOOD]}, {"results": [{**GOOD[0], "answer": ""}]}]), "t.json row 3"),
    ("t.jsonl", json.dumps({"results": GOOD}) + "\n" + json.dumps({"results": [*GOOD, {**GOOD[0], "answer": ""}]}) + "\n", "t.jsonl:2 row 2"),
    ("t.json", (json.dumps(GOOD[0], indent=1) + "\n") * 2 + json.dumps({**GOOD[0], "answer": ""}, indent=1), "t.json row 3"),
    ("t.jsonl", [*GOOD, {**GOOD[0], "answer": ""}], "t.jsonl:2")])
def test_a_place_names_the_row_where_lines_say_nothing(load, tmp_path, name, content, place):
    code, rows, out, err = load(content, "--accept-gaps", "--json", name=name)
    assert code == 0, err
    assert [one["places"] for one in json.loads(out)["problems"] if one["problem"] == "empty answers"] == [[str(tmp_path / place)]]


def test_a_broken_array_is_named_by_line_and_row(load, tmp_path):
    lines = json.dumps([GOOD[0], GOOD[0], {"question": "q"}], indent=None).replace('{"question": "q"}', '{"question" "q"}').replace("}, {", "},\n{")
    code, _, _, err = load(lines, name="t.json")
    assert code == 3 and err.startswith(f"error: {tmp_path / 't.json'}:3: not JSON in row 3: Expecting ':' delimiter")
    code, _, _, err = load(json.dumps([*GOOD, 7]), name="t.json")
    assert (code, err) == (3, f"error: {tmp_path / 't.json'} row 2: expected an object, got number\n")


def test_the_list_of_formats_names_every_entry(capsys):
    assert load_traces.main(["--list-formats"]) == 0
    out = capsys.readouterr().out
    assert all(f"{one.name}\t" in out for one in load_traces.FORMATS if one.when != (("@never",),))


def test_a_forced_format_and_limit_and_show(load):
    rows, _ = only(load, [{"input": Q1, "output": A1, "context": [F1]}], "--format", "columns")
    assert rows[0]["retrieved_docs"] == docs(F1)
    code, rows, _, _ = load(GOOD * 5, "--limit", "2")
    assert code == 0 and len(rows) == 2
    code, rows, out, _ = load(GOOD * 3, "--show", "row-2")
    assert code == 0 and rows is None and json.loads(out)["answer"] == A1
    assert load(GOOD, "--show", "nope")[0] == 3


def test_the_same_input_gives_the_same_bytes(load, tmp_path):
    content = [*GOOD, {"query": Q2, "retrieved_docs": None, "answer": A2}]
    first = load(content, "--accept-gaps", "--json"), (tmp_path / "out.jsonl").read_bytes()
    assert (load(content, "--accept-gaps", "--json"), (tmp_path / "out.jsonl").read_bytes()) == first


def test_callable_from_python_without_a_process(load):
    assert load_traces.main([str(Path(os.devnull)), "--out", "x"]) == 3


def test_a_closed_pipe_is_quiet(tmp_path):
    write(tmp_path / "t.jsonl", GOOD * 20_000)
    done = subprocess.run(f'"{sys.executable}" -I -S "{SCRIPTS / "load_traces.py"}" "{tmp_path / "t.jsonl"}" --out - 2>"{tmp_path / "err"}" | head -1',
                          shell=True, capture_output=True)
    assert json.loads(done.stdout) == GOOD_ROW and "Traceback" not in (tmp_path / "err").read_text()


def test_load_from_python_returns_rows_or_says_why_not(tmp_path):
    path = write(tmp_path / "t.jsonl", GOOD)
    assert load_traces.load(path) == [GOOD_ROW]
    assert load_traces.load(path, path, skip_errors=True, limit=1) == [GOOD_ROW]
    with pytest.raises(ValueError, match="question A21"):
        load_traces.load(write(tmp_path / "u.jsonl", [{"frage": Q1}]))


def test_progress_is_reported_when_asked_for(load, monkeypatch):
    clock = iter(range(1000))
    monkeypatch.setattr(load_traces.time, "monotonic", lambda: next(clock))
    code, _, _, err = load(GOOD * 3, "--progress")
    assert code == 0 and "3 rows, " in err


def test_a_column_called_correct_may_hold_words(load):
    rows, _ = only(load, [{**GOOD[0], "correct": "at six"}])
    assert "correct" not in rows[0] and rows[0]["metadata"] == {"correct": "at six"}


def test_files_given_before_and_after_flags(tmp_path, capsys):
    one, two = write(tmp_path / "a.jsonl", GOOD), write(tmp_path / "b.jsonl", GOOD)
    assert load_traces.main([str(one), "--out", str(tmp_path / "o.jsonl"), str(two)]) == 0
    assert len((tmp_path / "o.jsonl").read_text().splitlines()) == 2


def test_a_repeated_column_is_kept_under_a_number(load):
    rows, _ = only(load, f"question,contexts,answer,note,note\n{Q1},{F1},{A1},one,two\n", name="t.csv")
    assert rows[0]["metadata"]["note"] == "one" and rows[0]["metadata"]["note.1"] == "two"


def test_no_file_that_is_read_is_written_under_whatever_name(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    paths = [write(tmp_path / name, GOOD) for name in ("t.jsonl", "folder/u.jsonl")]
    labels = write(tmp_path / "labels.csv", "id,faithful\nrow-1,no\n")
    os.link(paths[0], tmp_path / "hard.jsonl")
    (tmp_path / "soft.jsonl").symlink_to(paths[0])
    (tmp_path / "same").symlink_to(tmp_path / "folder", target_is_directory=True)
    for arguments, what in (
            (["t.jsonl", "--out", "t.jsonl"], "an input"), (["t.jsonl", "--out", str(paths[0])], "an input"), (["t.jsonl", "--out", "folder/../t.jsonl"], "an input"),
            (["t.jsonl", "--out", "hard.jsonl"], "an input"), (["soft.jsonl", "--out", "t.jsonl"], "an input"), (["t.jsonl", "--out", "soft.jsonl"], "an input"),
            (["t.jsonl", "folder", "--out", "folder/u.jsonl"], "an input"), (["folder", "--out", "same/u.jsonl"], "an input"),
            (["t.jsonl", "--labels", "labels.csv", "--out", "labels.csv"], "--labels"), (["t.jsonl", "--corpus", "folder/u.jsonl", "--out", "folder/u.jsonl"], "--corpus"),
            (["t.jsonl", "--out", "o", "--skip-errors", "--rejects", "t.jsonl"], "an input"), (["t.jsonl", "--out", "o", "--skip-errors", "--rejects", "./o"], "--out")):
        assert load_traces.main(arguments) == 2, arguments
        err = capsys.readouterr().err
        flag = "--rejects" if "--rejects" in arguments else "--out"
        assert err == f"error: {flag} {arguments[arguments.index(flag) + 1]}: {what} is the same file, which would be lost; give it another name\n"
    assert [json.loads(path.read_text()) for path in paths] == GOOD * 2 and labels.read_text().startswith("id,faithful") and not (tmp_path / "o").exists()
    assert load_traces.main(["t.jsonl", "--out", os.devnull, "--skip-errors", "--rejects", os.devnull]) == 0
    assert load_traces.main(["none.jsonl", "--out", "none.jsonl"]) == 3


def test_standard_input_is_not_written_over_either(tmp_path):
    path = write(tmp_path / "t.jsonl", GOOD)
    with path.open("rb") as stream:
        done = subprocess.run([sys.executable, str(SCRIPTS / "load_traces.py"), "-", "--out", str(path)], stdin=stream, capture_output=True)
    assert done.returncode == 2 and b"an input is the same file" in done.stderr and json.loads(path.read_text()) == GOOD[0]


def test_hostile_texts_are_read_and_no_step_is_quadratic_in_them(load):
    for text in ("\n" * 50_000, "passage 1:" + "\n \t" * 30_000, "['" * 20_000, "[" + "'a' " * 30_000, "page_content='" * 5_000, "Document(id=a, content: '" * 5_000,
                 "<think>" * 20_000, "{\"a\":" * 20_000, "\"" * 50_000, "a." * 20_000, "Document 1: " * 20_000, "|" * 50_000):
        only(load, [{"question": text, "contexts": text, "answer": text, "ground_truth": text},
                    {"source_info": {"question": Q1, "passages": text}, "labels": [], "response": text, "source_id": "1"},
                    {"id": "g", "question": Q1, "reference_answer": R1, "reference_context": text, "conversation_history": []}])
        load(f"question,contexts,answer\n{Q1},{json.dumps(text)},x\n", "--skip-errors", "--accept-gaps", name="t.csv")
        load('[{"a": ' + text + ', {"question": "a"}]', "--skip-errors", "--accept-gaps", name="t.json")
