"""Why traces fail: causes, slices, robustness, corrected rates, raw rows filled in; through the command line of rag_diagnostic.py."""
from __future__ import annotations

import gzip
import json
import math
import random
import re
import shutil
import subprocess
import sys

import planted
import pytest
import rag_diagnostic
from conftest import SCRIPTS
from pythons import found_pythons


def write(tmp_path, rows, name="t.jsonl"):
    path = tmp_path / name
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def report(tmp_path, capsys, rows, *flags, code=0):
    assert rag_diagnostic.main(["--traces", str(write(tmp_path, rows)), "--json", *flags]) == code
    return json.loads(capsys.readouterr().out)


def causes(found):
    return {one["cause"]: one["count"] for one in found["causes"]}


def row(**more):
    return {"faithful": False, "retrieval_good": True, "retrieval_basis": "gold", "faithfulness_by": "lexical/sure/0.1.0", **more}


# --- causes ---

def test_nine_in_ten_of_the_planted_rows_get_their_cause(tmp_path):
    """200 rows a cause; what `--out` writes is compared with what was planted."""
    rows = [one for cause in planted.ROWS for one in planted.planted(cause, 200)]
    out = tmp_path / "out.jsonl"
    assert rag_diagnostic.main(["--traces", str(write(tmp_path, rows)), "--out", str(out)]) == 0
    right = dict.fromkeys(planted.ROWS, 0)
    for line in out.read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        right[found["id"].rpartition("-")[0]] += found["diagnosis"]["cause"] == found["id"].rpartition("-")[0]
    assert {cause: count for cause, count in right.items() if count < 180} == {}


@pytest.mark.parametrize("cause", sorted(planted.ROWS))
def test_each_cause_comes_with_share_interval_evidence_and_a_remedy(tmp_path, capsys, cause):
    found = report(tmp_path, capsys, planted.planted(cause, 20) + planted.planted("lucky_guess", 20))
    one = next(one for one in found["causes"] if one["cause"] == cause)
    assert one["n"] == 40 and one["share"] == one["count"] / 40 and one["ci95"][0] < one["share"] < one["ci95"][1] + 1e-9
    assert len(one["examples"]) == 3 and all(example["id"] and example["row"] for example in one["examples"])
    if cause != "right_refusal":
        assert set(one["fix"]) == {"first", "test", "measure"} and all(one["fix"].values())
    if cause not in ("no_answer", "right_refusal"):
        assert all(example.get("differs") for example in one["examples"])


def test_the_evidence_of_a_contradiction_names_claim_document_and_difference(tmp_path, capsys):
    claim = {"text": "The lamp shines for 21 hours.", "verdict": "contradicted", "doc_id": "d3", "evidence": "shines for 12 hours", "why": "12 hours in d3, the answer says 21"}
    found = report(tmp_path, capsys, [row(id="a", claims=[{"text": "It is red.", "verdict": "supported", "doc_id": "d1"}, claim])])
    assert found["causes"][0]["examples"] == [{"id": "a", "row": 1, "claim": "The lamp shines for 21 hours.", "doc_id": "d3",
                                               "document": "shines for 12 hours", "differs": "12 hours in d3, the answer says 21"}]


def test_a_right_refusal_is_a_success_and_no_failure(tmp_path, capsys):
    rows = [row(faithful=None, abstained=True, retrieval_good=False)] * 3 + [row(faithful=None, abstained=True)] + [row(faithful=True)] * 6
    found = report(tmp_path, capsys, rows)
    assert found["successes"]["right_refusal"]["count"] == 3 and found["failing"] == {**found["failing"], "count": 1, "n": 10}
    assert causes(found) == {"over_refusal": 1, "right_refusal": 3}


@pytest.mark.parametrize("fields, cause", [
    ({"retrieved_docs": []}, "retrieval_missed"),
    ({"retrieval_good": False, "gold_doc_ids": ["Doc-07.pdf"], "retrieved_docs": [{"id": "doc_7"}]}, "id_forms"),
    ({"retrieval_good": False, "gold_doc_ids": ["doc_7"], "retrieved_docs": [{"id": "doc_8"}]}, "retrieval_missed"),
    ({"retrieval_good": False, "gold_doc_ids": ["c"], "retrieved_docs": [{"id": one} for one in "abc"], "k": 2}, "ranked_low"),
    ({"retrieval_good": False, "gold_doc_ids": ["c"], "retrieved_docs": [{"id": one} for one in "aaac"], "k": 3}, "crowded"),
    ({"retrieval_good": False, "retrieval_miss": "below_k", "claims": [{"verdict": "contradicted", "doc_id": "a"}]}, "ranked_low"),
    ({"claims": [{"verdict": "contradicted", "doc_id": "a"}, {"verdict": "unsupported"}]}, "contradicted"),
    ({"claims": [{"verdict": "contradicted", "doc_id": "b"}], "retrieval_miss": "partial", "gold_doc_ids": ["a", "c"], "retrieved_docs": [{"id": "a"}]}, "retrieval_partial"),
    ({"claims": [{"verdict": "unsupported", "why": "its words stand in d1, but in no passage together"}]}, "stitched"),
    ({"claims": [{"verdict": "unsupported", "score": 0.1}], "relevant": False}, "off_topic"),
    ({"claims": [{"verdict": "uncertain"}]}, "fabricated"),
    ({"faithful": True, "correct": False, "freshness": 0.01}, "stale"),
    ({"faithful": True, "correct": False, "freshness": 0.9}, "wrong_grounded"),
    ({"faithful": True, "correct": False, "claims": [{"verdict": "supported", "doc_id": "b"}], "gold_doc_ids": ["a"],
      "retrieved_docs": [{"id": "a"}, {"id": "b"}]}, "ignored"),
    ({}, "unexplained"),
    ({"faithful": True}, None),
    ({"faithful": True, "claims": [{"verdict": "contradicted"}]}, "contradicted"),
    ({"faithful": True, "claims": [{"verdict": "contradicted"}], "faithfulness_by": "human"}, None),
    ({"retrieval_good": False, "retrieval_basis": "estimated", "claims": [{"verdict": "contradicted"}]}, "contradicted"),
    ({"retrieval_good": False, "retrieval_basis": "estimated", "claims": [{"verdict": "unsupported"}]}, "retrieval_missed"),
    ({"faithful": True, "gold_doc_ids": [], "retrieval_good": None}, "answered_unanswerable"),
    ({"faithful": None, "abstained": True, "gold_doc_ids": [], "retrieval_good": None}, "right_refusal"),
    ({"faithful": None, "abstained": True, "retrieval_good": None}, None),
    ({"answer": "", "faithful": None}, "no_answer"),
])
def test_the_order_in_which_causes_are_looked_for(tmp_path, capsys, fields, cause):
    found = report(tmp_path, capsys, [row(**fields)])
    assert list(causes(found)) == ([cause] if cause else [])


@pytest.mark.parametrize("fields", [
    {"claims": "none"}, {"claims": [1, None, {"verdict": 5, "text": 7, "doc_id": {}}]}, {"retrieved_docs": "x", "gold_doc_ids": "y"},
    {"retrieved_docs": [1, {"text": 5}, {}], "gold_doc_ids": [None, 3, {}], "retrieval_good": False}, {"gold_grades": {"a": "x"}, "retrieval_good": False},
    {"metadata": [], "query": 7, "answer": ["x"]}, {"split": [1]}, {"split": {"reference_claims": 4, "answer_claims": [None]}}, {"freshness": "old", "correct": False, "faithful": True},
    {"support": "high", "claims": [{"verdict": "unsupported", "score": "x"}]}, {"k": True, "gold_doc_ids": ["a"], "retrieved_docs": [{"id": "a"}], "retrieval_good": False}])
def test_odd_fields_give_no_traceback(tmp_path, capsys, fields):
    code = rag_diagnostic.main(["--traces", str(write(tmp_path, [row(**fields), row(id="b")])), "--json", "--by", "metadata.topic", "--by", "query"])
    said = capsys.readouterr()
    assert code in (0, 3) and "Traceback" not in said.err
    assert code == 0 or said.err.startswith("error: ") and said.err.count("\n") == 1


def test_every_cause_stands_in_the_references():
    """A cause that is added or renamed must be explained, and given a remedy."""
    pages = {name: (SCRIPTS.parent / "references" / name).read_text(encoding="utf-8") for name in ("causes.md", "fixes.md")}
    for cause, (_, layer, *_) in rag_diagnostic.CAUSES.items():
        assert f"| `{cause}` | {layer} |" in pages["causes.md"]
        assert f"| `{cause}` |" in pages["fixes.md"] or layer == "success"
        assert f"| `{cause}` | " in pages["causes.md"].partition("## How often")[2] or cause == "unexplained"


# --- the split against references ---

def test_the_split_has_ragcheckers_figures(tmp_path, capsys):
    """One answer of four claims: a right one from a relevant document, a wrong one from it, a wrong one from none, a right one from none."""
    split = {"reference_claims": [{"text": "a", "doc_ids": ["d1"], "in_answer": True}, {"text": "b", "doc_ids": ["d1"], "in_answer": False}],
             "answer_claims": [{"n": 1, "doc_ids": ["d1"], "in_reference": True}, {"n": 2, "doc_ids": ["d1"], "in_reference": False},
                               {"n": 3, "doc_ids": [], "in_reference": False}, {"n": 4, "doc_ids": [], "in_reference": True}]}
    found = report(tmp_path, capsys, [row(split=split, retrieved_docs=[{"id": "d1"}, {"id": "d2"}])])["split"]
    assert {name: part["mean"] for name, part in found["metrics"].items()} == {
        "claim_recall": 1.0, "context_precision": 0.5, "context_utilization": 0.5, "noise_sensitivity_relevant": 0.25,
        "noise_sensitivity_irrelevant": 0.0, "hallucination": 0.25, "self_knowledge": 0.25, "faithfulness": 0.5}
    assert "Estimated" in found["note"]


def test_claims_that_words_cannot_place_are_in_no_figure(tmp_path, capsys):
    split = {"reference_claims": [{"doc_ids": ["d1"], "in_answer": None}], "answer_claims": [{"doc_ids": [], "in_reference": None}]}
    found = report(tmp_path, capsys, [row(split=split, retrieved_docs=[{"id": "d1"}])])["split"]["metrics"]
    assert sorted(found) == ["claim_recall", "context_precision", "faithfulness"]


# --- slices ---

def slice_rows(bad_share, topics=("a", "b", "c", "d"), n=400, seed=1):
    rng = random.Random(seed)
    return [row(id=str(i), faithful=rng.random() > bad_share.get(topic, 0.1), metadata={"topic": topic}, query=f"word {i}")
            for i in range(n) for topic in [rng.choice(topics)]]


def test_a_slice_that_differs_is_named_with_both_rates(tmp_path, capsys):
    found = report(tmp_path, capsys, slice_rows({"b": 0.5}), "--by", "metadata.topic")["slices"]
    one = next(one for one in found["named"] if one["field"] == "metadata.topic")
    assert (one["value"], one["metric"]) == ("b", "hallucinating") and one["share"] > 0.35 and one["rest"]["share"] < 0.2
    assert one["p_adjusted"] <= 0.05 and one["ci95"][0] > one["rest"]["share"]
    assert rag_diagnostic.main(["--traces", str(tmp_path / "t.jsonl"), "--by", "metadata.topic"]) == 0
    assert "in metadata.topic: b (" in capsys.readouterr().out


def test_noise_is_not_named(tmp_path, capsys):
    """Fifty fields of eight values each without any effect: in at least nine of ten files no slice is named."""
    named = 0
    for seed in range(12):
        rng = random.Random(seed)
        rows = [row(id=str(i), faithful=rng.random() > 0.3, **{f"f{j}": rng.choice("abcdefgh") for j in range(20)}) for i in range(300)]
        named += bool(report(tmp_path, capsys, rows, *(part for j in range(20) for part in ("--by", f"f{j}")))["slices"]["named"])
    assert named <= 2


def test_unasked_slices_are_looked_at(tmp_path, capsys):
    rows = [row(id=f"a{i}", query="How many lamps are there?", faithful=False, retrieved_docs=[{"id": "x", "source": "wiki"}]) for i in range(40)] + \
        [row(id=f"b{i}", query="\u0421\u043a\u043e\u043b\u044c\u043a\u043e \u043b\u0430\u043c\u043f \u0442\u0430\u043c \u0441\u0442\u043e\u0438\u0442?", faithful=True,
             retrieved_docs=[{"id": "x", "source": "faq"}] * 6) for i in range(40)]
    found = report(tmp_path, capsys, rows)["slices"]
    assert {one["value"] for one in found["fields"]["question word"]["values"]} == {"how many", "none"}
    assert {one["value"] for one in found["fields"]["language (guess)"]["values"]} == {"English", "Cyrillic script"}
    assert {one["value"] for one in found["fields"]["source"]["values"]} == {"wiki", "faq"}
    assert {(one["field"], one["value"]) for one in found["named"]} >= {("question word", "how many"), ("source", "wiki")}


def test_unasked_slices_of_long_files_are_counted_on_a_sample_and_it_is_said(tmp_path, capsys):
    rows = [row(id=str(i), query="Where is it?" if i % 2 else "When was it?", topic="ab"[i % 2], faithful=i % 3 > 0) for i in range(9000)]
    fields = report(tmp_path, capsys, rows, "--by", "topic")["slices"]["fields"]
    assert [one["n"] for one in fields["topic"]["values"]] == [4500, 4500] and fields["topic"]["note"] == ""
    counted = {one["value"]: one["n"] for one in fields["question word"]["values"]}
    assert set(counted) == {"where", "when"} and all(2900 < n < 3100 for n in counted.values())
    assert "every fourth of the later ones" in fields["question word"]["note"]


def test_gold_that_was_given_as_text_is_no_sure_miss(tmp_path, capsys):
    found = report(tmp_path, capsys, [row(retrieval_good=False, gold_doc_ids=["a"], retrieved_docs=[{"id": "b"}], metadata={"gold_from_text": True})])
    assert "difference in chunking" in found["causes"][0]["examples"][0]["differs"]


def test_times_are_sliced_by_week_and_lists_by_item(tmp_path, capsys):
    rows = [row(id=str(i), metadata={"time": f"2024-01-{1 + i % 14:02d}T09:00:00Z", "tags": ["x", "yz"[i % 2]]}) for i in range(60)]
    found = report(tmp_path, capsys, rows, "--by", "metadata.time", "--by", "metadata.tags")["slices"]["fields"]
    assert {one["value"] for one in found["metadata.time"]["values"]} == {"2024-W01", "2024-W02"}
    assert {one["value"]: one["n"] for one in found["metadata.tags"]["values"]} == {"x": 60, "y": 30, "z": 30}


def test_values_beyond_a_thousand_are_pooled_and_counted(tmp_path, capsys):
    rows = [row(id=str(i), user=f"u{i}") for i in range(1500)]
    found = report(tmp_path, capsys, rows, "--by", "user")["slices"]["fields"]["user"]
    assert "500 rows hold values beyond the first 1,000" in found["note"]
    assert [one["value"] for one in found["values"]] == ["1000 small ones, pooled"]


# --- robustness ---

def test_a_verdict_that_hangs_on_the_threshold_is_said_to(tmp_path, capsys):
    rows = [row(id=f"a{i}", recall_at_k=1.0, faithful=True) for i in range(50)] + [row(id=f"b{i}", recall_at_k=0.3) for i in range(40)] + \
        [row(id=f"c{i}", recall_at_k=0.0) for i in range(5)]
    for one in rows:
        del one["retrieval_good"]
    found = report(tmp_path, capsys, rows)["robustness"]
    assert found["flips"] == ["generation"]
    at = {one["at"]: one for one in found["thresholds"]}
    assert at[0.5]["used"] and at[0.5]["layer"] == "retrieval" and at[0.25]["layer"] == "generation"
    assert at[0.25]["cells"] == {"good_faithful": 50, "good_hallucinating": 40, "poor_faithful": 0, "poor_hallucinating": 5}


def test_thresholds_that_cut_alike_are_no_trial(tmp_path, capsys):
    """One gold document a row: recall is 0 or 1, so every threshold from 0.25 to 1 is one cut. Two: 0.75 and 1 are one, 0.25 and 0.5
    another. Verdicts of a judge stand on no threshold of support at all."""
    one = [row(id=str(i), recall_at_k=float(i % 3 > 0), retrieval_good=i % 3 > 0, faithful=i % 2 > 0) for i in range(60)]
    found = report(tmp_path, capsys, one)["robustness"]
    assert found["says"] == "Other thresholds of recall_at_k cut these rows as the chosen one does, so they try nothing."
    assert [(at["at"], at["used"], at["same_cut_as"]) for at in found["thresholds"]] == [(0.25, False, 0.5), (0.5, True, None), (0.75, False, 0.5), (1.0, False, 0.5)]
    two = [{**each, "recall_at_k": (0.0, 0.5, 1.0)[i % 3]} for i, each in enumerate(one)]
    found = report(tmp_path, capsys, two)["robustness"]
    assert [at["same_cut_as"] for at in found["thresholds"]] == [0.5, None, None, 0.75]
    assert "threshold" in found["says"] and "recall_at_k 0.75" in found["says"] and "1." not in found["says"].replace("0.75.", "")
    fitted = [{**each, "support": 0.9 if each["faithful"] else 0.2} for each in one]
    page = tmp_path / "r.html"
    found = report(tmp_path, capsys, fitted, "--html", str(page))["robustness"]
    assert [(at["used"], at["fitted"]) for at in found["thresholds"] if at["signal"] == "support" and not at["same_cut_as"]] == [(False, True)]
    assert "support 0.9 (nearest to the verdicts)" in page.read_text(encoding="utf-8") and "recall at k 1 (same cut as 0.5)" in page.read_text(encoding="utf-8")
    scored = [row(id=str(i), recall_at_k=float(i % 3 > 0), retrieval_good=i % 3 > 0, faithfulness_score=1 + i % 5) for i in range(60)]
    for each in scored:
        del each["faithful"]
    found = report(tmp_path, capsys, scored)["robustness"]
    assert [at["at"] for at in found["thresholds"] if at["used"]] == [0.5, 4.0]


def test_what_a_larger_k_would_do(tmp_path, capsys):
    rows = [row(id=str(i), gold_doc_ids=["g"], retrieved_docs=[{"id": "g" if rank == i % 8 else f"x{rank}"} for rank in range(8)], k=2,
                recall_at_k=float(i % 8 < 2), retrieval_good=i % 8 < 2) for i in range(80)]
    assert [(one["k"], one["retrieval_good"]["count"]) for one in report(tmp_path, capsys, rows)["robustness"]["k"]] == [(1, 10), (2, 20), (3, 30), (5, 50), (10, 80)]


def test_lost_in_the_middle_is_seen(tmp_path, capsys):
    rows = [row(id=str(i), gold_doc_ids=["g"], retrieved_docs=[{"id": "g" if rank == i % 5 else f"x{rank}"} for rank in range(5)],
                faithful=not (0 < i % 5 < 4 and i % 2), k=5, recall_at_k=1.0) for i in range(200)]
    found = report(tmp_path, capsys, rows)["robustness"]
    assert {one["name"]: one["hallucinating"]["share"] for one in found["positions"]} == {"first": 0.0, "between": 0.5, "last": 0.0}
    assert "Lost in the middle" in found["says"] and found["middle_against_ends_p"] < 1e-6


# --- rates corrected for the judge ---

def test_corrected_rates_follow_rogan_and_gladen(tmp_path, capsys):
    rows = [row(faithful=i >= 30) for i in range(100)]
    found = report(tmp_path, capsys, rows, "--judge-accuracy", "hallucinating:0.8,faithful:0.9")["calibrated"]["hallucinating"]
    assert found["observed"] == pytest.approx(0.30) and found["share"] == pytest.approx((0.3 + 0.9 - 1) / (0.8 + 0.9 - 1))
    wider = report(tmp_path, capsys, rows, "--judge-accuracy", "hallucinating:16/20,faithful:18/20")["calibrated"]["hallucinating"]
    assert wider["ci95"][1] - wider["ci95"][0] > found["ci95"][1] - found["ci95"][0]


def test_the_file_of_the_calibration_is_read(tmp_path, capsys):
    path = tmp_path / "accuracy.json"
    path.write_text(json.dumps({"hallucinating": {"share": 0.8, "count": 40, "n": 50}, "faithful": 0.9, "n": 100}), encoding="utf-8")
    found = report(tmp_path, capsys, [row(faithful=i >= 30) for i in range(100)], "--judge-accuracy", str(path))["calibrated"]
    assert found["accuracy"]["hallucinating"] == {"share": 0.8, "count": 40, "n": 50}


@pytest.mark.parametrize("value, code, words", [
    ("hallucinating:0.4,faithful:0.5", 2, "tells nothing"), ("hallucinating:0.8", 2, "expected hallucinating:0.8,faithful:0.9"),
    ("hallucinating:1.8,faithful:0.9", 2, "expected"), ("none.json", 3, "none.json: cannot read"), ("hallucinating:x,faithful:1", 2, "expected")])
def test_a_judge_accuracy_that_makes_no_sense_is_one_line(tmp_path, capsys, value, code, words):
    assert rag_diagnostic.main(["--traces", str(write(tmp_path, [row()])), "--judge-accuracy", value]) == code
    said = capsys.readouterr().err
    assert words in said and said.startswith("error: ") and said.count("\n") == 1


def test_an_accuracy_file_in_any_state_is_read_or_named_in_one_line(tmp_path, capsys):
    """Half a .gz, a .gz of rubbish, another JSON: exit 3, place first. UTF-16, as Windows PowerShell 5 redirects it: read."""
    good = json.dumps({"hallucinating": {"share": 0.8, "count": 40, "n": 50}, "faithful": 0.9})
    packed = gzip.compress(good.encode())
    traces = str(write(tmp_path, [row()] * 4))
    for content, words in ((packed[:20], "cannot read: "), (packed[:2] + b"rubbish" * 9, "cannot read: "), (b"\xff\xfe\x00", "cannot read: "),
                           (b'{"faithful": 0.9}', "holds no accuracies of a judge"), (b"", "holds no accuracies of a judge")):
        path = tmp_path / "F.gz"
        path.write_bytes(content)
        assert rag_diagnostic.main(["--traces", traces, "--judge-accuracy", str(path)]) == 3
        said = capsys.readouterr()
        assert said.out == "" and said.err.startswith(f"error: {path}: {words}") and said.err.count("\n") == 1
    for content in (packed, good.encode("utf-16"), b"\xef\xbb\xbf" + good.encode()):
        path.write_bytes(content)
        assert report(tmp_path, capsys, [row()] * 4, "--judge-accuracy", str(path))["calibrated"]["accuracy"]["hallucinating"]["n"] == 50


# --- raw rows ---

RAW = [{"id": f"q{i}", "query": "How long does the lamp shine?", "answer": "The lamp shines for 12 hours." if i % 3 else "It was painted by a famous sailor in Lisbon.",
        "retrieved_docs": [{"id": "manual", "text": "The lamp shines for 12 hours on one charge."}, {"id": "b", "text": "Lamps need care."}],
        "gold_doc_ids": ["manual"]} for i in range(30)]


def test_signals_that_no_row_carries_are_filled_in_and_it_is_said(tmp_path, capsys):
    out = tmp_path / "filled.jsonl"
    found = report(tmp_path, capsys, RAW, "--out", str(out))
    assert found["cells"]["good_faithful"]["count"] == 20 and found["cells"]["good_hallucinating"]["count"] == 10
    assert any("offline estimate" in note for note in found["notes"]) and found["bases"] == {"generation": "automatic", "retrieval": "gold"}
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert lines[0]["claims"] and lines[0]["retrieval_good"] is True and lines[0]["diagnosis"]["cell"] == "good_hallucinating"
    assert list(lines[0])[:5] == ["id", "query", "answer", "retrieved_docs", "gold_doc_ids"]


def test_a_signal_that_one_row_carries_is_not_filled_in(tmp_path, capsys):
    found = report(tmp_path, capsys, [{**RAW[0], "faithful": True}, *RAW[1:]])
    assert found["layers"]["faithfulness"]["n"] == 1 and found["left_out"]["no_faithfulness_signal"] == 29


def test_no_fill_leaves_rows_as_they_are(tmp_path, capsys):
    assert rag_diagnostic.main(["--traces", str(write(tmp_path, RAW)), "--no-fill"]) == 2
    assert "score_faithfulness.py" in capsys.readouterr().err


def test_raw_rows_from_standard_input_are_filled_in_too(tmp_path, script):
    done = script("rag_diagnostic.py", "--traces", "-", "--json", stdin="".join(json.dumps(one) + "\n" for one in RAW))
    assert done.returncode == 0 and json.loads(done.stdout)["cells"]["good_faithful"]["count"] == 20


def test_a_csv_of_another_tool_goes_through_the_loader(tmp_path, script):
    path = tmp_path / "ragas.csv"
    path.write_text('user_input,retrieved_contexts,response\n' + "".join(
        f'How long {i}?,"[""The lamp shines for 12 hours.""]",The lamp shines for 12 hours.\n' for i in range(12)), encoding="utf-8")
    done = script("rag_diagnostic.py", "--traces", path, "--json")
    found = json.loads(done.stdout)
    assert found["n"] == 12 and any("load_traces.py" in note for note in found["notes"])


# Rows as other tools write them: an answer alone makes no row of ours.
OTHER_WORDS = [
    {"question": "How long is the warranty?", "contexts": ["The warranty lasts 5 years."], "answer": "The warranty lasts 5 years."},
    {"query": "How long is the warranty?", "context": "The warranty lasts 5 years.", "response": "The warranty lasts 5 years."},
    {"query": "How long is the warranty?", "retrieved_docs": ["The warranty lasts 5 years."], "answer": "The warranty lasts 5 years."}]


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("piped", [False, True])
def test_jsonl_in_other_words_goes_through_the_loader(tmp_path, script, place, piped):
    path = write(tmp_path, [OTHER_WORDS[place]] * 4, "export.jsonl")
    done = script("rag_diagnostic.py", "--traces", "-" if piped else "export.jsonl", "--json", "--limit", "3", cwd=tmp_path,
                  stdin=path.read_bytes() if piped else b"")
    found = json.loads(done.stdout)
    assert found["n"] == 3 and found["notes"][0] == f"{'standard input' if piped else 'export.jsonl'} was read by load_traces.py."
    assert found["layers"]["faithfulness"]["count"] == found["layers"]["faithfulness"]["n"] == 3


def test_a_folder_goes_through_the_loader_or_is_told_of(tmp_path, script):
    (tmp_path / "rt").mkdir()
    write(tmp_path / "rt", [{"source_id": "s", "task_type": "QA", "source_info": {"question": "How long?", "passages": "passage 1: It lasts 5 years."}}],
          "source_info.jsonl")
    write(tmp_path / "rt", [{"id": "r", "source_id": "s", "model": "m", "response": "It lasts 5 years.", "labels": []}], "response.jsonl")
    found = json.loads(script("rag_diagnostic.py", "--traces", "rt", "--json", cwd=tmp_path).stdout)
    assert (found["n"], found["generation"]["faithful"]) == (1, 1.0)
    shutil.copy(SCRIPTS / "rag_diagnostic.py", tmp_path)
    done = subprocess.run([sys.executable, "rag_diagnostic.py", "--traces", "rt"], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        2, "error: rt: is a folder; run scripts/load_traces.py rt --out traces.jsonl, then this on traces.jsonl\n")


def test_a_folder_without_answers_names_what_can_be_measured(tmp_path, script):
    (tmp_path / "b" / "qrels").mkdir(parents=True)
    write(tmp_path / "b", [{"_id": "d", "title": "", "text": "It lasts 5 years."}], "corpus.jsonl")
    write(tmp_path / "b", [{"_id": "q", "text": "How long?"}], "queries.jsonl")
    (tmp_path / "b" / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq\td\t1\n", encoding="utf-8")
    done = script("rag_diagnostic.py", "--traces", "b", cwd=tmp_path)
    assert (done.returncode, done.stderr.decode()) == (
        2, "error: b: no row has an answer or a faithfulness signal, so only retrieval can be measured: run scripts/load_traces.py b "
        "--out traces.jsonl, then scripts/score_retrieval.py --traces traces.jsonl --out scored.jsonl\n")


def test_where_the_loader_has_to_ask_the_command_that_can_be_told_is_named(tmp_path, script):
    (tmp_path / "x.csv").write_text("frage,quellen\na,b\n", encoding="utf-8")
    done = script("rag_diagnostic.py", "--traces", "x.csv", cwd=tmp_path)
    lines = done.stderr.decode().splitlines()
    assert done.returncode == 1 and lines[0].startswith("question ") and sum(line.startswith("error: ") for line in lines) == 1
    assert lines[-1] == ("error: x.csv: load_traces.py has to ask: run scripts/load_traces.py x.csv --out traces.jsonl with the flag named above, "
                         "or with --accept-gaps for the likelier readings, then this script on traces.jsonl")


def test_a_bad_value_behind_the_loader_is_at_the_file_that_was_given(tmp_path, script):
    cells = "q,a b,\"['a b']\",%s,gold\n"
    (tmp_path / "x.csv").write_text("question,answer,contexts,recall_at_k,retrieval_basis\n" + cells % 7 + cells % 1 * 9, encoding="utf-8")
    done = script("rag_diagnostic.py", "--traces", "x.csv", cwd=tmp_path)
    assert done.returncode == 3 and done.stderr.decode().startswith("error: x.csv as loaded:1: field 'recall_at_k' must be a finite number within 0..1")
    done = script("rag_diagnostic.py", "--traces", "x.csv", "--skip-errors", "--json", cwd=tmp_path)
    assert done.returncode == 0 and json.loads(done.stdout)["n"] == 9
    assert done.stderr.decode().startswith("skipped: x.csv as loaded:1: ") and done.stderr.count(b"\n") == 1


def test_retrieval_that_could_not_be_measured_is_not_said_to_be_scored(tmp_path, capsys):
    found = report(tmp_path, capsys, [{"query": "q", "answer": "a", "faithful": True, "gold_doc_ids": [], "retrieved_docs": [{"id": "d", "text": "a"}]}])
    assert found["notes"] == ["Retrieval was not in the rows, and score_retrieval.py could measure it on none of them."]


def test_null_signals_in_every_row_are_no_signals(tmp_path, capsys):
    found = report(tmp_path, capsys, [{**one, "faithful": None, "recall_at_k": None} for one in RAW])
    assert len(found["notes"]) >= 2 and found["layers"]["faithfulness"]["n"] == found["layers"]["retrieval"]["n"] == len(RAW)
    found = report(tmp_path, capsys, [{**one, "abstained": False} for one in RAW])  # says nothing of faithfulness
    assert found["layers"]["faithfulness"]["n"] == len(RAW)
    found = report(tmp_path, capsys, [{**one, "abstained": place < 3} for place, one in enumerate(RAW)])  # labels that a scorer would replace
    assert found["layers"]["abstained"]["count"] == 3 and "No row has a faithfulness verdict" in " ".join(found["notes"])


@pytest.mark.parametrize("change, words", [
    ({"answer": "I don't know."}, "the answer declines to answer (30)"), ({"answer": " "}, "the answer is empty (30)"),
    ({"retrieved_docs": [{"id": "manual", "text": None}]}, "No document carries a text: scripts/load_traces.py --corpus FILE")])
def test_retrieval_is_reported_where_no_row_has_a_verdict(tmp_path, capsys, change, words):
    """The gold document came back for 20 of 30: that figure stands, whatever became of the answers."""
    rows = [{**one, **change, "gold_doc_ids": ["manual" if place % 3 else "elsewhere"]} for place, one in enumerate(RAW)]
    found = report(tmp_path, capsys, rows, "--min-retrieval-good", "0.9", code=1)
    part = found["layers"]["retrieval"]
    assert (part["count"], part["n"], part["basis"]) == (20, 30, "gold") and found["gates"][0]["n"] == 30
    assert found["bases"] == {"generation": None, "retrieval": "gold"} and "|retrieval:gold|" in found["signature"]
    assert words in found["primary_issue"] and "add gold_doc_ids" not in found["primary_issue"] and "No row has a faithfulness verdict" in found["primary_issue"]
    assert not any("scripts/score_faithfulness.py" in note for note in found["notes"]) and "score_faithfulness.py could measure it on none" in found["notes"][0]
    assert rag_diagnostic.main(["--traces", str(tmp_path / "t.jsonl"), "--judge-accuracy", "hallucinating:0.8,faithful:0.9"]) == 2
    assert capsys.readouterr().err.endswith("error: --judge-accuracy: no row has a faithfulness verdict, so there is nothing to correct\n")


def test_questions_without_an_answer_in_the_corpus_are_not_told_to_get_gold(tmp_path, capsys):
    found = report(tmp_path, capsys, [{**one, "gold_doc_ids": []} for one in RAW])
    assert "Every question is labelled as unanswerable (gold_doc_ids [])" in found["primary_issue"]
    assert "score_retrieval.py" not in found["primary_issue"] and "(0/30) do)" in found["primary_issue"]


@pytest.mark.parametrize("docs, words", [
    ([{"id": "a", "text": None}], "no document carries a text: scripts/load_traces.py --corpus FILE joins the texts by id, --map docs=PATH"),
    (None, "no documents are recorded (retrieved_docs): scripts/load_traces.py --map docs=PATH")])
def test_what_no_scorer_can_measure_is_not_sent_to_it_again(tmp_path, script, docs, words):
    """Before and after score_faithfulness.py has run: the advice must not be to run it."""
    write(tmp_path, [{"id": "a", "query": "How long?", "retrieved_docs": docs, "answer": "It lasts 5 years."}])
    assert script("score_faithfulness.py", "--traces", "t.jsonl", "--out", "s.jsonl", cwd=tmp_path).returncode == 0
    for name in ("t.jsonl", "s.jsonl"):
        done = script("rag_diagnostic.py", "--traces", name, cwd=tmp_path)
        said = done.stderr.decode()
        assert done.returncode == 2 and said.startswith(f"error: {name}: no row has a faithfulness signal, and {words}") and said.count("\n") == 1
        assert "run scripts/score_faithfulness.py" not in said


def test_alone_the_script_names_the_command_that_is_missing(tmp_path):
    shutil.copy(SCRIPTS / "rag_diagnostic.py", tmp_path)
    write(tmp_path, RAW)

    def run(*flags):
        return subprocess.run([sys.executable, "-I", "-S", "rag_diagnostic.py", "--traces", "t.jsonl", *flags], cwd=tmp_path, capture_output=True, text=True)
    done = run()
    assert done.returncode == 2 and "score_faithfulness.py" in done.stderr and done.stderr.count("\n") == 1
    write(tmp_path, [row()])
    assert run().returncode == 0
    done = run("--html", "x.html")
    assert done.returncode == 2 and "copy scripts/render_report.py" in done.stderr and done.stderr.count("\n") == 1


def test_a_sibling_of_another_version_is_refused(tmp_path):
    for name in ("rag_diagnostic.py", "render_report.py"):
        shutil.copy(SCRIPTS / name, tmp_path)
    other = tmp_path / "render_report.py"
    other.write_text(other.read_text(encoding="utf-8").replace('VERSION = "0.1.0"', 'VERSION = "0.0.9"'), encoding="utf-8")
    write(tmp_path, [row()])
    done = subprocess.run([sys.executable, "-I", "-S", "rag_diagnostic.py", "--traces", "t.jsonl", "--md", "-"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2 and "0.0.9" in done.stderr


# --- what is written ---

def test_out_keeps_every_field_and_adds_the_diagnosis(tmp_path):
    rows = [row(id="a", note={"x": [1, 2.50]}, claims=[{"verdict": "contradicted", "why": "12 against 21"}]), row(id="b", faithful=True)]
    out = tmp_path / "o.jsonl"
    assert rag_diagnostic.main(["--traces", str(write(tmp_path, rows)), "--out", str(out)]) == 0
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert lines[0] == {**rows[0], "diagnosis": {"cell": "good_hallucinating", "cause": "contradicted", "why": "12 against 21"}}
    assert lines[1]["diagnosis"] == {"cell": "good_faithful", "cause": None, "why": None}


def test_every_output_has_the_same_bytes_twice(tmp_path, script):
    write(tmp_path, planted.planted("fabricated", 40) + planted.planted("ignored", 40))
    kept = []
    for turn in ("1", "2"):
        files = [f"--{kind}={tmp_path / (kind + turn)}" for kind in ("html", "md", "junit", "csv", "out")]
        done = script("rag_diagnostic.py", "--traces", tmp_path / "t.jsonl", "--json", "--by", "query", *files, env={"PYTHONHASHSEED": turn})
        assert done.returncode == 0 and done.stderr == b""
        kept.append([done.stdout, *((tmp_path / (kind + turn)).read_bytes() for kind in ("html", "md", "junit", "csv", "out"))])
    assert kept[0] == kept[1]


def test_every_python_writes_the_same_bytes(tmp_path):
    """sum() of floats rounds otherwise from 3.12 on."""
    write(tmp_path, [{**one, "support": number % 7 / 7, "who": number % 11} for number, one in enumerate(
        planted.planted("fabricated", 40) + planted.planted("ignored", 40) + planted.planted("lucky_guess", 20))])
    command = [str(SCRIPTS / "rag_diagnostic.py"), "--traces", str(tmp_path / "t.jsonl"), "--json", "--cluster", "who",
               "--judge-accuracy", "hallucinating:40/50,faithful:45/50"]
    assert len({subprocess.run([python, *command], capture_output=True, check=True).stdout for python in found_pythons().values()}) == 1


@pytest.mark.parametrize("flag", ["--html", "--md", "--junit", "--csv", "--out"])
def test_what_goes_to_standard_output_is_alone_there(tmp_path, script, flag):
    path = write(tmp_path, [row(id="a"), row(id="b", faithful=True)])
    done = script("rag_diagnostic.py", "--traces", path, "--json", flag, "-")
    starts = {"--html": b"<!doctype html>", "--md": b"## ", "--junit": b"<?xml", "--csv": b"\xef\xbb\xbfrow,id,", "--out": b'{"faithful"'}
    assert done.returncode == 0 and done.stdout.startswith(starts[flag]) and json.loads(done.stderr)["n"] == 2
    assert script("rag_diagnostic.py", "--traces", path, "--md", "-", "--csv", "-").returncode == 2


def test_a_bad_line_is_reported_once_though_the_file_is_read_again(tmp_path, script):
    path = write(tmp_path, [row(id=str(i)) for i in range(20)])
    path.write_text(path.read_text(encoding="utf-8") + "{broken\n", encoding="utf-8")
    done = script("rag_diagnostic.py", "--traces", path, "--skip-errors", "--csv", tmp_path / "x.csv", "--html", tmp_path / "x.html")
    assert done.returncode == 0 and done.stderr.count(b"skipped:") == 1


def test_redact_leaves_out_slices_by_texts_too(tmp_path, script):
    path = write(tmp_path, [{**one, "query": f"secret {number % 2}", "topic": f"open {number % 2}"} for number, one in enumerate(
        planted.planted("contradicted", 30))])
    done = script("rag_diagnostic.py", "--traces", path, "--redact", "--by", "query", "--by", "claims.text", "--by", "topic",
                  "--html", tmp_path / "x.html", "--md", tmp_path / "x.md")
    assert done.returncode == 0
    assert "secret" not in (tmp_path / "x.html").read_text(encoding="utf-8") + (tmp_path / "x.md").read_text(encoding="utf-8")
    said = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert "topic: value 1" in said and "topic (2)" in said and "open 1" not in said  # the field by its name, its values by a number


def test_a_sibling_that_was_cut_off_is_one_line(tmp_path):
    shutil.copy(SCRIPTS / "rag_diagnostic.py", tmp_path)
    (tmp_path / "render_report.py").write_text("VERSION = (", encoding="utf-8")
    path = write(tmp_path, [row()])
    done = subprocess.run([sys.executable, str(tmp_path / "rag_diagnostic.py"), "--traces", str(path), "--md", "-"], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.startswith("error: render_report.py beside this file is no whole script (")
    assert done.stderr.count("\n") == 1


def test_redact_needs_no_second_thought(tmp_path, script):
    path = write(tmp_path, planted.planted("contradicted", 20))
    done = script("rag_diagnostic.py", "--traces", path, "--redact", "--html", tmp_path / "x.html", "--md", tmp_path / "x.md", "--csv", tmp_path / "x.csv")
    assert done.returncode == 0
    for name in ("x.html", "x.md", "x.csv"):
        assert "euros" not in (tmp_path / name).read_text(encoding="utf-8") and "contradicted-1" in (tmp_path / name).read_text(encoding="utf-8")


def test_traces_to_show_are_the_worst_of_each_cause_in_turn(tmp_path, capsys):
    rows = [one for cause in ("fabricated", "contradicted", "ranked_low") for one in planted.planted(cause, 30)] + [row(id=f"f{i}", faithful=True) for i in range(30)]
    shown = report(tmp_path, capsys, rows, "--html-traces", "20")["traces"]
    assert shown["total"] == 120 and len(shown["shown"]) == 20
    assert {one["cause"] for one in shown["shown"][:3]} == {"fabricated", "contradicted", "ranked_low"}
    assert sum(one["cause"] is None for one in shown["shown"]) == 2


def test_a_share_that_rounding_carried_past_one_is_one(tmp_path, capsys):
    found = report(tmp_path, capsys, [row(answer_relevance=1.0000000000000002)])
    assert found["layers"]["means"]["answer_relevance"]["mean"] == 1.0
    assert rag_diagnostic.main(["--traces", str(write(tmp_path, [row(answer_relevance=1.1)]))]) == 3


# --- rows that hang together ---

def test_rows_that_hang_together_have_wider_intervals(tmp_path, capsys):
    """Each row four times: the intervals must be about those of a quarter of the rows, and the counts stay."""
    rng = random.Random(3)
    single = [row(id=str(i), conversation={"id": i}, faithful=rng.random() > 0.3, retrieval_good=rng.random() > 0.3) for i in range(120)]
    alone = report(tmp_path, capsys, single)
    plain = report(tmp_path, capsys, single * 4)
    found = report(tmp_path, capsys, single * 4, "--cluster", "conversation.id")
    width = lambda one, name: one["cells"][name]["ci95"][1] - one["cells"][name]["ci95"][0]
    for name in ("good_faithful", "poor_hallucinating"):
        assert found["cells"][name]["count"] == 4 * alone["cells"][name]["count"]
        assert width(plain, name) < 0.6 * width(alone, name) and width(found, name) == pytest.approx(width(alone, name), rel=0.03)
    spread = lambda one: one["what_if"]["difference_ci95"][1] - one["what_if"]["difference_ci95"][0]
    assert spread(found) == pytest.approx(spread(alone), rel=0.1) and spread(plain) < 0.6 * spread(alone)
    assert found["cluster"]["clusters"] == 120 and "cluster:conversation.id" in found["signature"]
    assert rag_diagnostic.main(["--traces", str(tmp_path / "t.jsonl"), "--cluster", "conversation.id", "--max-hallucination", "0.2", "--gate-on", "bound"]) in (0, 1)
    assert "Clusters: rows hang together by conversation.id (120 clusters)" in capsys.readouterr().out


def test_every_interval_of_the_faithfulness_rate_is_widened_alike(tmp_path, capsys):
    """20 conversations of 6 turns, all turns of one alike: 120 rows count as about 20."""
    rows = [row(id=f"{talk}-{turn}", talk=talk, faithful=talk % 4 > 0, retrieval_good=talk % 3 > 0) for talk in range(20) for turn in range(6)]
    rows += [{**one, "faithfulness_by": "human"} for one in rows[:60]]
    flags = ["--max-hallucination", "0.2", "--judge-accuracy", "hallucinating:1,faithful:1"]
    alone, clustered = (report(tmp_path, capsys, rows, *flags, *more, code=1) for more in ([], ["--cluster", "talk"]))
    low, high = clustered["layers"]["faithfulness"]["ci95"]
    assert clustered["gates"][0]["ci95"] == [1 - high, 1 - low] and not clustered["gates"][0]["beyond_noise"]
    width = lambda limits: limits[1] - limits[0]
    assert width(clustered["gates"][0]["ci95"]) > 2 * width(alone["gates"][0]["ci95"])
    assert width(clustered["calibrated"]["hallucinating"]["ci95"]) > 2 * width(alone["calibrated"]["hallucinating"]["ci95"])
    assert ["too close to call" in found["other_matrices"][0]["primary_issue"] for found in (alone, clustered)] == [False, True]
    wide, narrow = (re.search(r"\[(\d+), (\d+)\]", found["issues"][0]["reason"]).groups() for found in (clustered, alone))
    assert int(wide[1]) - int(wide[0]) > 1.5 * (int(narrow[1]) - int(narrow[0]))


def of_every_kind(n, seed):
    """Rows that carry every figure of a report: flags, metrics, refusals, empty answers, slices, places of gold, splits."""
    rng = random.Random(seed)
    rows = []
    for i in range(n):
        good, right, at = rng.random() > 0.35, rng.random() > 0.4, rng.randrange(3)
        more = rng.choices([{}, {"abstained": True}, {"answer": ""}], (8, 1, 1))[0]
        rows.append(row(**{
            "id": str(i), "talk": i, "topic": "a" if rng.random() < 0.5 else "b", "faithful": right, "retrieval_good": good, "recall_at_k": float(good),
            "hit_at_k": rng.choice((0.0, 0.0, 1.0)), "k": 3, "query": "What is it?" if rng.random() < 0.5 else "How long does it last, and why?",
            "gold_doc_ids": ["g"], "retrieved_docs": [{"id": "g" if good and place == at else f"x{place}"} for place in range(3)],
            "answer": "It. " * rng.choice((10, 60)), "relevant": rng.random() > 0.3, "correct": rng.random() > 0.3, "abstained": False,
            "support": rng.random(), "split": {"reference_claims": [{"doc_ids": ["g"][:rng.randrange(2)], "in_answer": True}], "answer_claims": []}, **more}))
    return rows


def intervals(part, path=""):
    """{path: (interval, rows)} of every rate and mean in a report."""
    found = {}
    if isinstance(part, dict):
        if part.get("ci95"):
            found[path] = (part["ci95"], part["n"])
        for name, value in part.items():
            found.update(intervals(value, f"{path}/{name}"))
    elif isinstance(part, list):
        for place, value in enumerate(part):
            found.update(intervals(value, f"{path}/{place}"))
    return found


def test_no_interval_keeps_its_naive_width(tmp_path, capsys):
    """Each row four times under one value: every interval of the report, gates and reasons of issues included, must be about the one
    that each row once gives; without --cluster they are about half as wide."""
    single = of_every_kind(160, 5)
    flags = ["--by", "topic", "--min-recall", "0.7", "--min-relevance", "0.75", "--max-hallucination", "0.35", "--min-retrieval-good", "0.7",
             "--judge-accuracy", "hallucinating:0.9,faithful:0.9", "--gate-on", "bound"]
    wanted, narrow, got = (report(tmp_path, capsys, rows, *flags, *more, code=code) for rows, more, code in (
        (single, [], 0), (single * 4, [], 1), (single * 4, ["--cluster", "talk"], 0)))
    for found in (wanted, narrow, got):
        found["slices"]["named"] = []  # the list differs in length: tested below
    wanted, narrow, got = map(intervals, (wanted, narrow, got))
    assert len(wanted) > 60 and set(wanted) == set(narrow) == set(got)
    for part in ("layers/abstained", "layers/answer_relevance", "layers/wrong_by_retrieval/poor", "layers/means/hit_at_k", "layers/means/support", "causes/0",
                 "successes/works", "failing", "cells/good_abstained", "issues/0", "gates/1", "gates/3", "slices/fields/topic/values/1/poor_retrieval",
                 "slices/fields/question word/values/0/hallucinating", "robustness/positions/1/hallucinating", "robustness/k/1/retrieval_good",
                 "robustness/lengths/0/hallucinating", "split/metrics/claim_recall", "calibrated/hallucinating_on_good_retrieval"):
        assert f"/{part}" in wanted, part
    for path, (limits, n) in wanted.items():
        width = limits[1] - limits[0]
        ratio, before = ((one[path][0][1] - one[path][0][0]) / width for one in (got, narrow))
        assert got[path][1] == 4 * n and before < 0.66, path
        assert 0.97 < ratio < 1.09, (path, ratio, n)  # an n of 4 n / d; d is 4 c / (c - 1), c the clusters of those that count


def test_a_slice_that_differs_by_copies_alone_is_not_named(tmp_path, capsys):
    single = [row(id=str(i), talk=i, topic="a" if i < 20 else "b", faithful=i % 20 > (9 if i < 20 else 5)) for i in range(40)]
    named = [[one["value"] for one in report(tmp_path, capsys, rows, "--by", "topic", *more)["slices"]["named"]]
             for rows, more in ((single, []), (single * 6, []), (single * 6, ["--cluster", "talk"]))]
    assert named == [[], ["a"], []]
    clear = [{**one, "faithful": one["topic"] == "b"} for one in single]
    assert [one["value"] for one in report(tmp_path, capsys, clear * 6, "--by", "topic", "--cluster", "talk")["slices"]["named"]] == ["a"]


def test_intervals_of_uneven_clusters_are_those_of_the_ratio_estimator(tmp_path, capsys):
    """Conversations of 1 to 9 turns whose outcomes hang together in part; the variance of a rate and of a mean worked out here, row
    by row, from the sums of each conversation: c / (c - 1) * sum((y - r n)^2) / N^2."""
    rng, rows = random.Random(11), []
    for talk in range(50):
        mood = rng.random()
        rows += [row(id=f"{talk}-{turn}", talk=talk, topic="a" if turn % 2 else "b", faithful=rng.random() < mood, support=0.5 * mood + 0.5 * rng.random(),
                     retrieval_good=rng.random() < 0.7) for turn in range(rng.randint(1, 9))]
    found = report(tmp_path, capsys, rows, "--cluster", "talk", "--by", "topic")

    def variance(values):
        """(value, talk) pairs -> (ratio, its linearised variance, rows, talks)."""
        ratio, talks = sum(value for value, _ in values) / len(values), sorted({talk for _, talk in values})
        residuals = [sum(value - ratio for value, talk in values if talk == one) for one in talks]
        return ratio, len(talks) / (len(talks) - 1) * sum(one * one for one in residuals) / len(values) ** 2, len(values), len(talks)

    def limits(share, spread):
        n, z = share * (1 - share) / spread, 1.959964  # Wilson's limits solve (p - share)^2 = z^2 p (1 - p) / n
        root = math.sqrt(z * z / n * (share * (1 - share) + z * z / (4 * n)))
        return [(share + z * z / (2 * n) + side * root) / (1 + z * z / n) for side in (-1, 1)]
    share, spread, n, talks = variance([(one["faithful"], one["talk"]) for one in rows])
    assert spread > 1.5 * share * (1 - share) / n  # they do hang together
    assert found["layers"]["faithfulness"]["ci95"] == pytest.approx(limits(share, spread), abs=1e-6)
    mean, spread, n, talks = variance([(one["support"], one["talk"]) for one in rows])
    assert talks == 50
    assert found["layers"]["means"]["support"]["ci95"] == pytest.approx([mean + side * 2.0095752 * math.sqrt(spread) for side in (-1, 1)], abs=1e-6)  # t, df 49
    for value in found["slices"]["fields"]["topic"]["values"]:
        share, spread, n, _ = variance([(not one["faithful"], one["talk"]) for one in rows if one["topic"] == value["value"]])
        assert value["n"] == n and value["hallucinating"]["ci95"] == pytest.approx(limits(share, max(spread, share * (1 - share) / n)), abs=1e-6)


def test_where_all_agree_a_cluster_counts_as_one(tmp_path, capsys):
    """12 conversations of 5 turns, every answer relevant: Wilson's limits of 12 of 12, 12 / (12 + 1.96^2) = 0.7575; and not of 60 of 60."""
    rows = [row(id=f"{i}", talk=i % 12, relevant=True, faithful=i % 7 > 1) for i in range(60)]
    found = report(tmp_path, capsys, rows, "--cluster", "talk", "--min-relevance", "0.8", "--gate-on", "bound")
    assert found["layers"]["answer_relevance"]["ci95"] == pytest.approx([12 / (12 + 1.959964 ** 2), 1.0], abs=1e-6)
    assert found["layers"]["answer_relevance"]["count"] == found["layers"]["answer_relevance"]["n"] == 60


def test_further_traces_and_few_traces_are_counted_as_independent_ones(tmp_path, capsys):
    """38/15/1/19 four times over: as for each once, some 3,100 further traces that hang together with none; not four times as many."""
    counts = {"good_faithful": 38, "good_hallucinating": 15, "poor_faithful": 1, "poor_hallucinating": 19}
    single = [row(id=f"{name}{i}", talk=f"{name}{i}", faithful=name.endswith("faithful"), retrieval_good=name.startswith("good"))
              for name, count in counts.items() for i in range(count)]
    alone = report(tmp_path, capsys, single)
    found = report(tmp_path, capsys, single * 4, "--cluster", "talk")
    assert found["verdict"]["further_traces"] == pytest.approx(alone["verdict"]["further_traces"], rel=0.05)
    assert found["verdict"]["independent"] == pytest.approx(72)  # 292 rows over 4 * 73 / 72
    assert "more independent traces would settle it" in found["primary_issue"] and "independent" not in alone["primary_issue"] + str(alone["verdict"])
    few = report(tmp_path, capsys, (single[:15] + single[-9:]) * 4, "--cluster", "talk")
    assert few["verdict"]["tentative"] and "96 rows that count as 23 are few" in few["primary_issue"]


def test_rows_without_the_field_stand_alone(tmp_path, capsys):
    found = report(tmp_path, capsys, [row(id=str(i), faithful=i % 3 > 0, **({"who": "a"} if i == 0 else {})) for i in range(60)], "--cluster", "who")
    assert found["cluster"]["clusters"] == 60 and max(found["cluster"]["design_effects"].values()) < 1.02


# --- files in any shape ---

ODD = [None, True, 0, 1, -1, 2.5, 1e300, 10 ** 30, "", "x", "\ud800", "=1", [], {}, [[]], [{}], {"a": []}, ["x", 1, None], "2024-01-01", "a" * 3000,
       [{"id": 1}], [{"id": "d", "text": 2.5}], {"text": "x", "start": "y"}]


def mutated(value, rng):
    if rng.random() < 0.12:
        return rng.choice(ODD)
    if isinstance(value, dict):
        return {name: mutated(one, rng) for name, one in value.items() if rng.random() > 0.03}
    return [mutated(one, rng) for one in value] if isinstance(value, list) else value


def test_fields_of_any_shape_are_no_bug(tmp_path, capsys):
    """Sixty files of rows with fields dropped and replaced, through every output: no exit code but those of the contract."""
    rng = random.Random(11)
    split = {"reference_claims": [{"text": "a", "doc_ids": ["manual_11"], "in_answer": True}], "answer_claims": [{"n": 1, "doc_ids": [], "in_reference": None}]}
    rows = [{**one, "split": split} for cause in planted.ROWS for one in planted.planted(cause, 3)]
    files = [f"--{kind}={tmp_path / kind}" for kind in ("html", "md", "junit", "csv", "out")]
    for _ in range(60):
        some = [one for one in (mutated(rng.choice(rows), rng) for _ in range(12)) if isinstance(one, dict)] or [{}]
        (tmp_path / "t.jsonl").write_text("".join(json.dumps(one) + "\n" for one in some), encoding="utf-8")
        code = rag_diagnostic.main(["--traces", str(tmp_path / "t.jsonl"), "--skip-errors", "--json", "--no-fill", "--by", "metadata.timestamp",
                                    "--by", "claims", "--cluster", "query", *files])
        assert code in (0, 1, 2, 3), capsys.readouterr().err[-900:]
        capsys.readouterr()


def told(tmp_path, capsys, rows, *flags):
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert rag_diagnostic.main(["--traces", str(path), "--json", *flags]) == 0
    return json.loads(capsys.readouterr().out)


def test_wrong_answers_are_told_apart_by_retrieval_and_undecided_ones_are_counted(tmp_path, capsys):
    rows = [{"faithful": True, "retrieval_good": good, "correct": correct} for good, correct, times in
            ((True, True, 6), (True, False, 2), (False, False, 3), (False, True, 1), (True, None, 4)) for _ in range(times)]
    found = told(tmp_path, capsys, rows)["layers"]
    assert found["wrong_by_retrieval"]["good"]["count"] == 2 and found["wrong_by_retrieval"]["good"]["n"] == 8
    assert found["wrong_by_retrieval"]["poor"]["count"] == 3 and found["wrong_by_retrieval"]["poor"]["n"] == 4
    assert found["answer_correctness"]["undecided"] == 4 and found["answer_correctness"]["n"] == 12


def test_a_threshold_of_words_moves_no_verdict_of_a_judge(tmp_path, capsys):
    judged = [{"faithful": i % 2 == 0, "retrieval_good": True, "support": 0.5 + 0.01 * (i % 9), "faithfulness_by": "judge:m/0.1.0"}
              for i in range(40)]
    assert told(tmp_path, capsys, judged)["robustness"]["thresholds"] == []
    words = [{**row, "support": 0.9 - 0.01 * (i % 9) if row["faithful"] else 0.2 + 0.01 * (i % 9),
              "faithfulness_by": "lexical/sure/0.1.0"} for i, row in enumerate(judged)]
    tried = told(tmp_path, capsys, words + judged)["robustness"]["thresholds"]
    for one in tried:  # the judged half keeps its 20 and 20 whatever the threshold
        assert one["cells"]["good_faithful"] >= 20 and one["cells"]["good_hallucinating"] >= 20


def test_a_slice_that_was_asked_for_is_answered_even_when_it_does_not_differ(tmp_path, capsys):
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps({"faithful": i % 5 > 0, "retrieval_good": True, "metadata": {"topic": "ab"[i % 2]}}) + "\n"
                            for i in range(80)), encoding="utf-8")
    assert rag_diagnostic.main(["--traces", str(path), "--by", "metadata.topic"]) == 0
    assert "differs from the rest beyond noise" in capsys.readouterr().out
    assert rag_diagnostic.main(["--traces", str(path), "--by", "topic"]) == 0
    assert "is it metadata.topic?" in capsys.readouterr().out


def test_k_goes_to_the_scorer_beside_and_is_refused_where_nothing_is_scored(tmp_path, capsys):
    raw = [{"id": str(i), "query": "fee?", "answer": "The fee is 5 EUR.", "gold_doc_ids": ["b"], "retrieved_docs": [
        {"id": "a", "text": "Open at nine."}, {"id": "b", "text": "The fee is 5 EUR."}]} for i in range(3)]
    assert told(tmp_path, capsys, raw, "--k", "1")["layers"]["means"]["recall_at_k"]["mean"] == 0.0
    assert told(tmp_path, capsys, raw, "--k", "2")["layers"]["means"]["recall_at_k"]["mean"] == 1.0
    path = tmp_path / "rows.jsonl"
    path.write_text('{"faithful": true, "retrieval_good": true}\n', encoding="utf-8")
    assert rag_diagnostic.main(["--traces", str(path), "--k", "3"]) == 2
