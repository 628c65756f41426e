"""score_retrieval.py: the field's numbers exactly, honest estimates, and what only the whole run can tell."""
from __future__ import annotations

import gzip
import hashlib
import json
import math
import os
import random
import threading

import pytest
import score_retrieval
from score_retrieval import main, retrieval_metrics


def doc(one, text=None, **more):
    return {"id": one, "text": text, **more}


def labelled(retrieved, gold, **more):
    """A row with gold whose documents are given as ids or as objects."""
    return {"id": "q1", "query": "how long does the battery last",
            "retrieved_docs": [one if isinstance(one, dict) else doc(one) for one in retrieved], "answer": "Ten hours.",
            "gold_doc_ids": gold, **more}


@pytest.fixture
def score(tmp_path, capsys):
    """score(rows, *flags) -> (rows written, summary of --json, standard error), through main()."""
    def run(rows, *flags, code=0):
        source, target = tmp_path / "traces.jsonl", tmp_path / "scored.jsonl"
        source.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        assert main(["--traces", str(source), "--out", str(target), "--json", *map(str, flags)]) == code
        shown = capsys.readouterr()
        written = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
        return written, json.loads(shown.out), shown.err
    return run


def only(score, row, *flags):
    return score([row], *flags)[0][0]


# --- the reported failures of other tools -----------------------------------------------------------------------------
METRIC_CASES = [
    ("ret-001 a document that comes twice lifts recall above 1", ["A", "A", "X"], ["A"], 3,
     {"recall_at_k": 1.0, "ndcg_at_k": 1.0, "average_precision": 1.0, "reciprocal_rank": 1.0, "hit_at_k": 1.0,
      "precision_at_k": 1 / 3, "duplicate_docs": 1}),
    ("ret-002 duplicates are taken out and the ranks move", ["X", "X", "A"], ["A"], 3,
     {"reciprocal_rank": 1 / 3, "ndcg_at_k": 0.5, "first_relevant_rank": 3}),
    ("ret-004 average precision divides by what was found", ["A", "X"], ["A", "B"], 2, {"average_precision": 0.5}),
    ("ret-007 the ideal ranking is made of what was retrieved", ["g1"], ["g1", "g2", "g3", "g4", "g5"], 5,
     {"ndcg_at_k": 0.3391602052736161}),
    ("ret-009 recall at 1 is the hit rate", ["g1"], ["g1", "g2", "g3", "g4"], 1, {"recall_at_k": 0.25, "hit_at_k": 1.0}),
    ("ret-012 nothing retrieved scores 1 or fails", [], ["d1"], 5,
     {"recall_at_k": 0.0, "precision_at_k": 0.0, "reciprocal_rank": 0.0, "ndcg_at_k": 0.0, "average_precision": 0.0,
      "hit_at_k": 0.0, "r_precision": 0.0, "retrieval_good": False, "retrieval_miss": "never_retrieved"}),
    ("ret-014a gold as numbers", ["7", "8"], [7], 2, {"recall_at_k": 1.0}),
    ("ret-014b ids as pandas writes them", [7.0], ["7"], 2, {"recall_at_k": 1.0}),
    ("ret-014c leading zeros are lost", ["007"], ["7"], 2, {"recall_at_k": 0.0}),
    ("ret-014d blanks around ids", [" d1 "], ["d1"], 2, {"recall_at_k": 1.0}),
    ("ret-018 ties are broken by name in one metric and by place in another",
     [doc("b", score=1.0), doc("c", score=1.0), doc("a", score=1.0)], ["b"], 3,
     {"reciprocal_rank": 1.0, "ndcg_at_k": 1.0, "average_precision": 1.0}),
    ("ret-022 the reciprocal rank ignores k", list("abcdef") + ["gold"], ["gold"], 5,
     {"reciprocal_rank": 0.0, "first_relevant_rank": 7, "retrieval_miss": "below_k"}),
    ("ret-024 copies are renamed into real ids", ["a", "a", "z"], ["a_2"], 3,
     {"recall_at_k": 0.0, "ndcg_at_k": 0.0, "hit_at_k": 0.0}),
    ("ret-025 the row's own document is dropped unasked", ["q1", "doc_4"], ["doc_4"], 1, {"recall_at_k": 0.0}),
]


@pytest.mark.parametrize("retrieved, gold, k, expected", [case[1:] for case in METRIC_CASES], ids=[case[0] for case in METRIC_CASES])
def test_reported_failure(score, retrieved, gold, k, expected):
    row = only(score, labelled(retrieved, gold), "--k", k)
    assert {name: row[name] for name in expected} == pytest.approx(expected)


def test_ret_013_a_query_that_retrieved_nothing_counts_and_one_without_gold_does_not(score):
    rows, summary, _ = score([labelled(["d1"], ["d1"], id="q1"), labelled([], ["d2"], id="q2"),
                              {"id": "q3", "query": None, "retrieved_docs": [doc("d7")], "answer": None}], "--k", 1)
    recall = summary["gold"]["metrics"]["recall_at_k"]
    assert (recall["n"], recall["mean"]) == (2, 0.5)
    assert summary["gold"]["nothing_retrieved"] == 1 and summary["examples"]["nothing_retrieved"] == ["q2"]
    assert summary["left_out"] == {"no gold, and no text of the documents": 1}
    assert summary["examples"]["left out: no gold, and no text of the documents"] == ["q3"]
    assert rows[2]["recall_at_k"] is None and rows[2]["retrieval_good"] is None


def test_ret_021_grade_0_and_below_is_not_relevant(score):
    row = only(score, labelled(["B", "A"], None, gold_grades={"A": 2, "B": 0, "C": -1}), "--k", 2)
    assert (row["recall_at_k"], row["precision_at_k"], row["reciprocal_rank"]) == (1.0, 0.5, 0.5)
    assert row["ndcg_at_k"] == pytest.approx(0.6309297535714575)


def test_ret_025_the_own_document_is_noted_and_left_out_on_request(score):
    row = labelled(["doc_9", "doc_4"], ["doc_4"], id="doc_9")
    plain = only(score, row, "--k", 1)
    assert plain["recall_at_k"] == 0.0 and plain["notes"][0] == "retrieval: a retrieved id is the row's own id"
    assert only(score, row, "--k", 1, "--ignore-self")["recall_at_k"] == 1.0


# --- the same numbers as trec_eval ------------------------------------------------------------------------------------
def random_ranking(rng, graded):
    pool = [f"d{n}" for n in range(rng.choice((3, 8, 30)))]
    gold = {one: rng.choice((0, 1, 1, 2, 3)) if graded else 1 for one in rng.sample(pool, rng.randrange(1, len(pool) + 1))}
    return rng.sample(pool, rng.choice((0, 1, 2, len(pool) // 2, len(pool)))), gold


@pytest.mark.parametrize("graded", [False, True])
def test_equal_to_trec_eval_on_random_rankings(graded):
    pytrec_eval = pytest.importorskip("pytrec_eval")
    rng, ks = random.Random(11), (1, 3, 5, 10)
    qrels, runs = {}, {}
    while len(qrels) < 5000:
        ranking, gold = random_ranking(rng, graded)
        if any(gold.values()) and ranking:
            qrels[f"q{len(qrels)}"], runs[f"q{len(runs)}"] = gold, ranking
    wanted = {f"{name}.{','.join(map(str, ks))}" for name in ("recall", "P", "success", "map_cut", "ndcg_cut")} | {"Rprec"}
    got = pytrec_eval.RelevanceEvaluator(qrels, wanted).evaluate(
        {query: {one: float(len(ranking) - at) for at, one in enumerate(ranking)} for query, ranking in runs.items()})
    names = {"recall": "recall_at_k", "P": "precision_at_k", "success": "hit_at_k", "map_cut": "average_precision",
             "ndcg_cut": "ndcg_at_k"}
    worst = 0.0
    for query, ranking in runs.items():
        for k in ks:
            ours = retrieval_metrics(ranking, qrels[query], k)
            worst = max([worst] + [abs(got[query][f"{theirs}_{k}"] - ours[name]) for theirs, name in names.items()]
                        + [abs(got[query]["Rprec"] - ours["r_precision"])])
    assert worst < 1e-9


# Made by trec_eval (through pytrec_eval): ranking, gold, k, recall, P, success, map_cut, ndcg_cut, Rprec.
TREC_EVAL = [
    ("abcde", {"b": 1, "d": 1, "z": 1}, 5, 2 / 3, 0.4, 1.0, 1 / 3, 0.49818925746641285, 1 / 3),
    ("abcde", {"b": 1, "d": 1, "z": 1}, 3, 1 / 3, 1 / 3, 1.0, 1 / 6, 0.2960819109658652, 1 / 3),
    ("abcde", {"b": 3, "a": 1, "e": 2}, 5, 1.0, 0.6, 1.0, 0.8666666666666667, 0.7699712412102071, 2 / 3),
    ("ab", {"a": 2, "c": 3}, 5, 0.5, 0.2, 1.0, 0.5, 0.46927872602275644, 0.5),
    ("ab", {"a": 1, "b": 1, "c": 1, "d": 1}, 1, 0.25, 1.0, 1.0, 0.25, 1.0, 0.5),
    ("xyz", {"a": 1}, 3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
]


@pytest.mark.parametrize("ranking, gold, k, recall, precision, hit, ap, ndcg, r_precision", TREC_EVAL)
def test_equal_to_recorded_values_of_trec_eval(ranking, gold, k, recall, precision, hit, ap, ndcg, r_precision):
    got = retrieval_metrics(list(ranking), gold, k)
    assert [got[name] for name in ("recall_at_k", "precision_at_k", "hit_at_k", "average_precision", "ndcg_at_k",
                                   "r_precision")] == pytest.approx([recall, precision, hit, ap, ndcg, r_precision], abs=1e-9)


def test_differs_from_trec_eval_on_purpose_the_reciprocal_rank_is_cut():
    assert retrieval_metrics(["x", "y", "a"], ["a"], 2)["reciprocal_rank"] == 0.0  # trec_eval's recip_rank: 1/3


def test_differs_from_trec_eval_on_purpose_queries_without_gold_are_left_out(score):
    _, summary, _ = score([labelled(["a"], ["a"]), labelled(["a"], [], id="q2", abstained=False)])
    assert summary["gold"]["n"] == 1 and summary["left_out"] == {"unanswerable by label": 1}


def test_differs_from_trec_eval_on_purpose_ties_keep_the_list_order():
    row = labelled([doc("b", score=1.0), doc("c", score=1.0)], ["b"])  # trec_eval ranks c first
    assert score_retrieval.score_row(row, score_retrieval.Settings())[0]["reciprocal_rank"] == 1.0


def test_differs_from_trec_eval_on_purpose_a_query_without_results_counts_0(score):
    _, summary, _ = score([labelled(["a"], ["a"]), labelled([], ["a"], id="q2")])  # pytrec_eval leaves it out
    assert summary["gold"]["metrics"]["recall_at_k"]["mean"] == 0.5


def test_exponential_gain(score):
    row = labelled(["a", "b"], None, gold_grades={"a": 1, "b": 3})
    assert only(score, row)["ndcg_at_k"] == pytest.approx(0.7967075809905066)
    sharper = only(score, row, "--gain", "exponential")
    assert sharper["ndcg_at_k"] == pytest.approx(0.7098097413968655) and sharper["retrieval_by"] == "k5/exponential/0.1.0"


def test_a_grade_too_large_for_the_exponential_gain_is_an_error_at_its_line(tmp_path, capsys):
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps(labelled(["a"], None, gold_grades={"a": 2000})), encoding="utf-8")
    assert main(["--traces", str(path), "--out", str(tmp_path / "o"), "--gain", "exponential"]) == 3
    assert capsys.readouterr().err == (f"error: {path}:1: field 'gold_grades' holds 2000; with --gain exponential at most 64\n")


# --- rows -------------------------------------------------------------------------------------------------------------
def test_each_step_adds_fields_and_keeps_the_line(tmp_path):
    source, target = tmp_path / "t.jsonl", tmp_path / "o.jsonl"
    source.write_bytes('{"id":"q\\u00e9",  "retrieved_docs":[{"id":"a","text":null}],"gold_doc_ids":["a"],"mine":{"x":1.50}}\n'.encode())
    assert main(["--traces", str(source), "--out", str(target)]) == 0
    assert target.read_text(encoding="utf-8") == (
        '{"id":"q\\u00e9",  "retrieved_docs":[{"id":"a","text":null}],"gold_doc_ids":["a"],"mine":{"x":1.50}, "recall_at_k": 1.0, '
        '"precision_at_k": 0.2, "hit_at_k": 1.0, "reciprocal_rank": 1.0, "average_precision": 1.0, "ndcg_at_k": 1.0, '
        '"r_precision": 1.0, "all_gold_at_k": true, "k": 5, "retrieval_good": true, "retrieval_basis": "gold", '
        '"retrieval_by": "k5/linear/0.1.0", "retrieval_miss": null, "first_relevant_rank": 1, "duplicate_docs": 0, '
        '"freshness": null, "notes": ["retrieval: 1 retrieved, k is 5; precision divides by k"]}\n')


def test_scoring_twice_changes_nothing(score, tmp_path):
    rows = [labelled(["a", "x"], ["a"], notes=["mine"]), labelled([], ["a"], id="q2"), {"id": "q3", "query": "the kettle", "answer": "",
            "retrieved_docs": [doc("k", "A kettle.")]}]
    once, _, _ = score(rows)
    first = (tmp_path / "scored.jsonl").read_bytes()
    twice, _, _ = score(once)
    assert twice == once and (tmp_path / "scored.jsonl").read_bytes() == first
    assert once[0]["notes"] == ["mine", "retrieval: 2 retrieved, k is 5; precision divides by k"]


def test_scoring_again_at_another_k_replaces_the_fields(score):
    once, _, _ = score([labelled(["x", "a"], ["a"])], "--k", 1)
    again = only(score, once[0], "--k", 2)
    assert (once[0]["recall_at_k"], again["recall_at_k"], again["k"], again["retrieval_by"]) == (0.0, 1.0, 2, "k2/linear/0.1.0")
    assert "notes" in once[0] and again["notes"] == []


def test_a_signal_that_came_with_the_row_is_kept(score):
    rows, summary, err = score([labelled(["a"], ["a"], retrieval_good=False),
                                {"id": "q2", "query": "kettle", "retrieved_docs": [doc("a", "x")], "answer": "", "recall_at_k": 0.9}])
    assert rows[0]["retrieval_good"] is False and "retrieval_basis" not in rows[0] and rows[0]["recall_at_k"] == 1.0
    assert rows[1]["recall_at_k"] == 0.9 and "retrieval_good" not in rows[1] and rows[1]["estimated_relevance"] == [0.0]
    assert "warning: 2 rows came with a retrieval signal of their own, which was kept (--overwrite replaces it)" in err.splitlines()


def test_a_signal_that_came_with_the_row_is_replaced_on_request(score):
    row = only(score, labelled(["a"], ["a"], retrieval_good=False), "--overwrite")
    assert (row["retrieval_good"], row["retrieval_basis"]) == (True, "gold")


def test_not_recorded_is_null_and_counted(score):
    rows, summary, _ = score([labelled(["a"], ["a"]), {"id": "q2", "query": "x", "retrieved_docs": None, "answer": "y", "gold_doc_ids": ["a"]}])
    assert rows[1]["recall_at_k"] is None and rows[1]["retrieval_good"] is None
    assert summary["left_out"] == {"documents not recorded (null)": 1} and summary["gold"]["n"] == 1


def test_rank_field_wins_over_list_order_and_is_said(score):
    rows, summary, _ = score([labelled([doc("x", rank=2), doc("a", rank=1)], ["a"])], "--k", 1)
    assert rows[0]["recall_at_k"] == 1.0 and any("field rank" in one for one in summary["warnings"])


def test_scores_that_disagree_are_said_and_used_only_on_request(score):
    row = labelled([doc("x", score=0.1), doc("a", score=0.9)], ["a"])
    rows, summary, _ = score([row], "--k", 1)
    assert rows[0]["recall_at_k"] == 0.0 and any("--sort-by-score" in one for one in summary["warnings"])
    assert only(score, row, "--k", 1, "--sort-by-score")["recall_at_k"] == 1.0


def test_one_document_of_a_group_is_enough(score):
    row = only(score, labelled(["a2", "a1", "x"], ["a1", "a2", "b"], gold_groups=[["a1", "a2"], ["b"]]), "--k", 3)
    assert (row["recall_at_k"], row["precision_at_k"], row["average_precision"]) == (0.5, pytest.approx(2 / 3), 0.5)


def test_multi_hop_needs_everything_within_k(score):
    _, summary, _ = score([labelled(["a", "b"], ["a", "b"]), labelled(["a", "x"], ["a", "b"], id="q2")])
    assert summary["gold"]["metrics"]["all_gold_at_k"]["count"] == 1 and summary["gold"]["metrics"]["hit_at_k"]["count"] == 2


@pytest.mark.parametrize("mark", ["contexts_joined", "docs_cited_only"])
def test_precision_and_ranks_are_null_where_they_mean_nothing(score, mark):
    row = only(score, labelled(["a"], ["a"], metadata={mark: True}))
    assert (row["recall_at_k"], row["precision_at_k"], row["ndcg_at_k"], row["reciprocal_rank"]) == (1.0, None, None, None)


# --- several k --------------------------------------------------------------------------------------------------------
def test_several_k_give_a_table_a_knee_and_rows_at_the_primary_k(score):
    rows, summary, _ = score([labelled(["a", "x", "y", "z"], ["a"]), labelled(["x", "b", "y", "z"], ["b"], id="q2")],
                             "--k", "4,1,2", "--primary-k", 1)
    assert [row["recall_at_k"] for row in rows] == [1.0, 0.0] and rows[0]["k"] == 1
    assert [summary["gold"]["by_k"][k]["recall_at_k"]["mean"] for k in ("1", "2", "4")] == [0.5, 1.0, 1.0]
    assert summary["gold"]["knee"] == {"k": 2, "recall": 1.0, "share_of_largest": 1.0, "largest_k": 4}


def test_without_primary_k_rows_carry_the_largest(score):
    assert only(score, labelled(["x", "a"], ["a"]), "--k", "1,2")["k"] == 2


# --- misses -----------------------------------------------------------------------------------------------------------
MISSES = [
    ("never retrieved", ["x", "y", "z"], ["a"], "never_retrieved"),
    ("retrieved below k", ["x", "y", "a"], ["a"], "below_k"),
    ("only one of two", ["a", "x", "y"], ["a", "b"], "partial"),
    ("crowded out by a copy, gold below k", ["x", "x", "a"], ["a"], "crowded"),
    ("copies took half of the places", ["x", "x", "y"], ["a"], "crowded"),
    ("crowded by the same text under another id", [doc("x", "The same text stands here twice.\nOnce more."), doc("y", "the same text stands here twice. Once  more."), doc("a", "Other.")], ["a"], "crowded"),
    ("found", ["a", "x", "y"], ["a"], None),
    ("ids in another form", ["A ", "x", "y"], ["a"], "id_forms"),
]


@pytest.mark.parametrize("retrieved, gold, expected", [case[1:] for case in MISSES], ids=[case[0] for case in MISSES])
def test_why_it_missed(score, retrieved, gold, expected):
    assert only(score, labelled(retrieved, gold), "--k", 2)["retrieval_miss"] == expected


def test_the_summary_counts_misses_and_names_what_helps(score):
    _, summary, _ = score([labelled(["x", "y", "a"], ["a"], id=f"q{n}") for n in range(3)] + [labelled(["a"], ["a"], id="ok")], "--k", 2)
    below = summary["gold"]["misses"]["below_k"]
    assert (below["count"], below["n"], below["examples"]) == (3, 4, ["q0", "q1", "q2"]) and "reranker" in below["asks"]


def test_below_k_says_at_which_rank(score):
    assert "retrieval: first gold document at rank 3, below k 2" in only(score, labelled(["x", "y", "a"], ["a"]), "--k", 2)["notes"]


def test_a_miss_on_gold_from_text_is_said_to_be_maybe_chunking(score):
    row = only(score, labelled(["x"], ["a"], metadata={"gold_from_text": True}))
    assert "retrieval: gold was given as text: a miss may be a difference in chunking" in row["notes"]


def test_unanswerable_by_label_is_left_out_and_answers_are_counted(score):
    rows, summary, _ = score([labelled(["a"], [], id="1", abstained=False), labelled(["a"], [], id="2", abstained=True),
                              labelled(["a"], [], id="3"), labelled(["a"], ["a"], id="4")])
    assert summary["unanswerable"] == {"n": 3, "answered": 1, "not_answered": 1, "not_known": 1}
    assert rows[0]["retrieval_good"] is None and rows[0]["retrieval_miss"] is None and rows[0]["notes"]


# --- parents, chunks and forms of ids ---------------------------------------------------------------------------------
def chunk_rows(form="doc_{}#{}"):
    return [labelled([form.format(n, 0), form.format(n, 3), form.format(n + 1, 1)], [f"doc_{n}"], id=f"q{n}") for n in range(4)]


def test_chunks_of_gold_documents_are_detected_over_the_whole_run(score):
    rows, summary, err = score(chunk_rows(), "--k", 3)
    assert {row["retrieval_miss"] for row in rows} == {"id_forms"} and {row["recall_at_k"] for row in rows} == {0.0}
    assert summary["id_forms"] == {"parent:#": 4} and summary["warnings"][0].startswith("NO GOLD ID MATCHES ANY RETRIEVED ID")
    assert "rerun with --parent-separator='#'" in err


def test_chunks_are_mapped_up_and_a_parent_is_credited_once(score):
    rows, summary, _ = score(chunk_rows(), "--k", 3, "--parent-separator", "#")
    assert {(row["recall_at_k"], row["precision_at_k"], row["ndcg_at_k"]) for row in rows} == {(1.0, 1 / 3, 1.0)}
    assert "parent:#" in summary["signature"] and rows[0]["retrieval_by"] == "k3/linear/parent:#/0.1.0" and not summary["warnings"]


def test_ranks_are_those_of_documents_after_mapping(score):
    row = only(score, labelled(["x#1", "x#2", "a#1"], ["a"]), "--parent-separator", "#", "--k", 2)
    assert (row["recall_at_k"], row["reciprocal_rank"]) == (1.0, 0.5)


def test_a_field_that_names_the_parent_is_detected_and_used(score):
    rows = [labelled([doc(f"c{n}", metadata={"doc_id": f"D{n}"}), doc("c99")], [f"D{n}"], id=f"q{n}") for n in range(3)]
    _, summary, err = score(rows)
    assert summary["id_forms"] == {"field:metadata.doc_id": 3} and "--parent-field='metadata.doc_id'" in err
    assert {row["recall_at_k"] for row in score(rows, "--parent-field", "metadata.doc_id")[0]} == {1.0}


@pytest.mark.parametrize("form, separator", [("doc_{}::{}", "::"), ("doc_{}-chunk-{}", "-chunk-"), ("doc_{}/p{}", "/p"), ("doc_{}_{}", "_"),
                                             ("doc_{}[{}", "[")])
def test_the_separator_named_is_one_that_works(score, form, separator):
    rows = chunk_rows(form)
    assert score(rows)[1]["id_forms"] == {"parent:" + separator: 4}
    assert {row["recall_at_k"] for row in score(rows, f"--parent-separator={separator}")[0]} == {1.0}


def test_a_few_chance_agreements_are_no_other_form(score):
    rows = [labelled(["y"], ["x"], id=f"q{n}") for n in range(9)] + [labelled(["doc_1-2"], ["doc_1"], id="q9")]
    found, summary, _ = score(rows)
    assert summary["id_forms"] == {} and found[9]["retrieval_miss"] == "never_retrieved"


def test_what_only_the_whole_run_tells_reaches_the_first_row_also_through_a_pipe(script):
    lines = "".join(json.dumps(row) + "\n" for row in chunk_rows())
    done = script("score_retrieval.py", "--traces", "-", "--out", "-", stdin=lines)
    assert done.returncode == 0 and json.loads(done.stdout.splitlines()[0])["retrieval_miss"] == "id_forms"
    assert b"--parent-separator='#'" in done.stderr.replace(b"\n    ", b" ").replace(b"\n  ", b" ")


def test_nothing_matches_is_said_once(score):
    _, summary, err = score([labelled(["x"], ["a"], id=f"q{n}") for n in range(50)])
    assert err.count("NO GOLD ID MATCHES") == 1 and len(summary["warnings"]) == 1


# --- without gold -----------------------------------------------------------------------------------------------------
KETTLE = {"id": "q1", "query": "How much water does the Halden kettle hold?", "answer": "1.7 litres.", "retrieved_docs": [
    doc("a", "The Halden kettle holds 1.7 litres of water."), doc("b", "Parcels arrive within four days.")]}


def test_relevance_is_estimated_and_says_so(score):
    rows, summary, _ = score([KETTLE])
    assert rows[0]["estimated_relevance"] == [1.0, 0.0] and rows[0]["retrieval_good"] is True
    assert rows[0]["retrieval_basis"] == "estimated" and rows[0]["retrieval_by"] == "k5/words>=0.55/0.1.0"
    assert rows[0]["recall_at_k"] is None and summary["gold"] is None and summary["estimated"]["words"]["n"] == 1
    assert summary["estimated"]["words"]["measured_error"]


def test_a_reference_gives_context_recall_and_the_document_that_holds_it(score):
    row = only(score, {**KETTLE, "reference_answer": "It holds 1.7 litres and arrives soon."})
    assert row["reference_doc"] == "a" and 0.5 < row["context_recall"] < 1 and row["retrieval_by"].startswith("k5/reference>=")
    assert row["estimated_relevance"][0] > row["estimated_relevance"][1] > 0


def test_estimates_and_labels_are_never_averaged_together(score):
    _, summary, _ = score([labelled(["a"], ["a"])] + [{**KETTLE, "id": f"e{n}"} for n in range(3)])
    assert summary["gold"]["retrieval_good"]["n"] == 1 and summary["estimated"]["words"]["retrieval_good"]["n"] == 3


def test_estimated_stands_wherever_such_a_number_is_shown(tmp_path, capsys):
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps(KETTLE), encoding="utf-8")
    assert main(["--traces", str(path), "--out", str(tmp_path / "o.jsonl")]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if "relevance" in line or "retrieval good" in line]
    assert len(lines) == 2 and all("ESTIMATED" in line for line in lines)


def test_the_threshold_of_an_estimate_can_be_set(score):
    row = only(score, {**KETTLE, "query": "kettle maintenance guidelines"}, "--estimated-threshold", 0.1)
    assert row["retrieval_good"] is True and row["retrieval_by"] == "k5/words>=0.1/0.1.0"


def test_ids_without_texts_cannot_be_estimated(score):
    rows, summary, _ = score([{**KETTLE, "retrieved_docs": [doc("a"), doc("b")]}])
    assert rows[0]["retrieval_good"] is None and summary["left_out"] == {"no gold, and no text of the documents": 1}


def test_nothing_retrieved_without_gold_is_poor(score):
    row = only(score, {**KETTLE, "retrieved_docs": []})
    assert row["retrieval_good"] is False and row["estimated_relevance"] == []


@pytest.mark.parametrize("query, text, other", [
    ("\u7535\u6c60\u7eed\u822a\u591a\u4e45\uff1f", "\u578b\u53f7X\u7684\u7535\u6c60\u7eed\u822a\u65f6\u95f4\u4e3a12\u5c0f\u65f6\u3002", "\u5317\u4eac\u662f\u4e2d\u56fd\u7684\u9996\u90fd\u3002"),
    ("\u0421\u043a\u043e\u043b\u044c\u043a\u043e \u0440\u0430\u0431\u043e\u0442\u0430\u0435\u0442 \u0431\u0430\u0442\u0430\u0440\u0435\u044f?", "\u0411\u0430\u0442\u0430\u0440\u0435\u044f \u0440\u0430\u0431\u043e\u0442\u0430\u0435\u0442 \u0441\u0443\u0442\u043a\u0438.", "\u041c\u043e\u0441\u043a\u0432\u0430 - \u0441\u0442\u043e\u043b\u0438\u0446\u0430."),
    ("Wie lange ist die R\u00fcckgabe m\u00f6glich?", "Die R\u00fcckgabe ist 30 Tage m\u00f6glich.", "Ein Zug f\u00e4hrt nach Norden.")])
def test_estimates_in_other_scripts(score, query, text, other):
    right, wrong = only(score, {**KETTLE, "query": query, "retrieved_docs": [doc("a", text), doc("b", other)]})["estimated_relevance"]
    assert right > 0.5 > wrong


def test_words_are_found_as_the_scorer_folds_them():
    rng = random.Random(3)
    parts = ["kettle", "Kettles", "kettle's", "don't", "can't", "needn't", "12", "1,250.50", "v1.2", "U.S.", "well-\nknown", "well-known",
             "'quoted'", "l'homme", "studies", "study", "went", "b2b", "\u00dcber", "\u96fb\u6c60\u7684", "(half", "12kg", "e.g.", "a_b", "\t", "twenty",
             "rock'n'roll", "x" * 60 + "-y", "running", "runner", "covid19", "covid", "taxi", "tax", "hopefully", "made", "`tick`", "dogs'",
             "classes", "boxes", "buses", "agreed", "planning", "\x00", "C++", "data", "#7", "7th"]
    usual = sorted({word for part in parts for word in score_retrieval.content_words(part)} | {"studi", "go", "12", "20", "plan", "agre", "h", "x"})
    irregular = list(score_retrieval._IRREGULAR) + list(score_retrieval._NUMBER_WORDS)
    for round_ in range(3000):
        chosen = [rng.choice(parts if rng.random() < 0.8 else irregular) for _ in range(rng.randrange(9))]
        if round_ % 2:
            chosen = [one for one in chosen if one.isascii() and not any(c in "'`\n" or c.isdigit() for c in one)]
        text = " ".join(rng.choice(("", "(", '"', "")) + one + rng.choice(("", ".", ",", "?", ")", "!", ":\n")) for one in chosen)
        wanted = set(rng.sample(usual, rng.randrange(1, 12))) | set(score_retrieval.content_words(text)[:3])
        middle = len(text) // 2
        texts = [text, None, text[:middle], text[middle:], ""]
        assert score_retrieval.held_words(wanted, texts) == [wanted & set(score_retrieval.words(one or "")) for one in texts], texts
        assert set(score_retrieval.words(score_retrieval.plain_text(text))) == set(score_retrieval.words(text)), text


def write_vectors(path, pairs, hashed=False):
    rows = [{"sha256": hashlib.sha256(text.encode()).hexdigest(), "vector": vector} if hashed else {"text": text, "vector": vector}
            for text, vector in pairs]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.mark.parametrize("hashed", [False, True])
def test_vectors_replace_word_overlap(score, tmp_path, hashed):
    path = tmp_path / "vectors.jsonl"
    write_vectors(path, [(KETTLE["query"], [1, 0]), (KETTLE["retrieved_docs"][0]["text"], [0, 2]), (KETTLE["retrieved_docs"][1]["text"], [3, 4])], hashed)
    rows, summary, err = score([KETTLE], "--vectors", path)
    assert rows[0]["estimated_relevance"] == [0.0, pytest.approx(0.6)] and rows[0]["retrieval_good"] is True
    assert rows[0]["retrieval_by"] == "k5/cosine>=0.5/0.1.0" and "not measured for your embedding model" in err


def test_a_text_without_a_vector_is_null_and_a_row_without_any_is_left_out(score, tmp_path):
    path = tmp_path / "vectors.jsonl"
    write_vectors(path, [(KETTLE["query"], [1, 0]), (KETTLE["retrieved_docs"][0]["text"], [1, 0])])
    rows, summary, _ = score([KETTLE, {**KETTLE, "id": "q2", "query": "unknown"}], "--vectors", path)
    assert rows[0]["estimated_relevance"] == [1.0, None] and rows[1]["estimated_relevance"] == [None, None]
    assert rows[1]["retrieval_good"] is None and sum(summary["left_out"].values()) == 1


@pytest.mark.parametrize("line, fault", [("[]", "expected a JSON object, got list"), ('{"text": "a"}', "field 'vector' must be a list of numbers, got null"),
                                         ('{"vector": [1]}', "expected 'text' or 'sha256'"), ('{"text": "b", "vector": [1, 2, 3]}', "has 3 numbers, others 2")])
def test_a_bad_vector_is_an_error_at_its_line(tmp_path, capsys, line, fault):
    vectors, traces = tmp_path / "v.jsonl", tmp_path / "t.jsonl"
    vectors.write_text('{"text": "a", "vector": [1, 2]}\n' + line + "\n", encoding="utf-8")
    traces.write_text(json.dumps(KETTLE), encoding="utf-8")
    assert main(["--traces", str(traces), "--out", str(tmp_path / "o"), "--vectors", str(vectors)]) == 3
    err = capsys.readouterr().err
    assert err.startswith(f"error: {vectors}:2: ") and fault in err and err.count("\n") == 1


def test_estimates_are_checked_against_gold_on_request(score):
    rows = []
    for n in range(20):
        good = n % 2 == 0
        rows.append({**KETTLE, "id": f"q{n}", "retrieved_docs": [KETTLE["retrieved_docs"][0 if good else 1]], "gold_doc_ids": ["a"]})
    found, summary, _ = score(rows, "--check-estimates")
    check = summary["estimate_check"]["words"]
    assert (check["n_good"], check["n_poor"], check["auroc"]) == (10, 10, 1.0)
    assert check["true_positive_rate"]["share"] == 1.0 and check["false_positive_rate"]["share"] == 0.0
    assert found[0]["retrieval_basis"] == "gold" and "estimated_relevance" not in found[0]


def test_a_judge_gives_its_own_basis_without_recall(score):
    docs = [doc("a", "x", relevant=False), doc("b", "y", relevant=True), doc("c", "z", relevant=True)]
    rows, summary, _ = score([{**KETTLE, "retrieved_docs": docs}], "--k", 3)
    row = rows[0]
    assert (row["retrieval_basis"], row["retrieval_good"], row["recall_at_k"], row["reciprocal_rank"]) == ("judged", True, None, 0.5)
    assert row["precision_at_k"] == pytest.approx(2 / 3) and row["context_precision"] == pytest.approx((1 / 2 + 2 / 3) / 2)
    assert summary["judged"]["n"] == 1 and not summary["estimated"]


def test_gold_beats_a_judge_and_a_missing_verdict_is_not_irrelevant(score):
    docs = [doc("a", "x", relevant=False), doc("b", "y")]
    assert only(score, {**KETTLE, "retrieved_docs": docs, "gold_doc_ids": ["a"]})["retrieval_basis"] == "gold"
    assert only(score, {**KETTLE, "retrieved_docs": docs})["retrieval_good"] is None


def test_documents_the_answer_drew_on(score):
    claims = [{"text": "t", "verdict": "supported", "doc_id": "a"}, {"text": "u", "verdict": "unsupported", "doc_id": "b"},
              {"text": "v", "verdict": "supported", "doc_id": "history"}]
    rows, summary, _ = score([labelled(["a", "b"], ["a"], claims=claims)])
    assert rows[0]["docs_used"] == 0.5 and summary["docs_used"]["mean"] == 0.5


# --- freshness --------------------------------------------------------------------------------------------------------
def dated(*stamps, **more):
    return labelled([doc(f"d{n}", "x", timestamp=stamp) for n, stamp in enumerate(stamps)], ["d0"], **more)


def test_freshness_is_the_mean_decay_of_dated_documents(score):
    row = only(score, dated("2026-08-21T12:00:00Z", "2026-08-14T12:00:00Z", None), "--now", "2026-08-21T12:00:00Z")
    assert row["freshness"] == pytest.approx((1 + math.exp(-1)) / 2)


def test_freshness_against_the_rows_own_time(score):
    assert only(score, dated("2026-08-14", timestamp="2026-08-21"))["freshness"] == pytest.approx(math.exp(-1))
    assert only(score, dated("2026-08-14", metadata={"query_time": "08/21/2026, 00:00:00 UTC"}))["freshness"] == pytest.approx(math.exp(-1))
    assert only(score, dated("2026-08-14", asked={"at": "2026-08-21"}), "--time-field", "asked.at")["freshness"] == pytest.approx(math.exp(-1))


def test_half_life_in_hours(score):
    assert only(score, dated("2026-08-20"), "--now", "2026-08-21", "--half-life-hours", 24)["freshness"] == pytest.approx(math.exp(-1))


def test_documents_without_dates_have_no_freshness_and_dated_ones_want_now(score):
    rows, summary, err = score([dated(None), dated("2026-08-14", id="q2")])
    assert [row["freshness"] for row in rows] == [None, None] and "wants --now" in err and summary["freshness"]["mean"] is None


def test_a_document_from_the_future_counts_as_new_and_is_said(score):
    rows, summary, _ = score([dated("2027-01-01", "2026-08-14")], "--now", "2026-08-21")
    assert rows[0]["freshness"] == pytest.approx((1 + math.exp(-1)) / 2) and summary["freshness"]["rows_with_future_documents"] == 1


@pytest.mark.parametrize("stamp", [
    "2024-02-27T22:55:55Z", "2024-02-27 22:55:55", "2024-02-27T23:55:55+01:00", "2024-02-27T23:55:55.000000+0100", " Tue, 27 Feb 2024 22:55:55 GMT",
    "Tue Feb 27 22:55:55 2024", "27 February 2024 22:55:55", "27-Feb-2024 22:55:55", "February 27, 2024 10:55:55 PM", "02/27/2024, 14:55:55 PT",
    "2024/02/27 22:55:55", "27.02.2024 22:55:55", "20240227T225555Z", 1709074555, "1709074555", 1709074555000, 1709074555.0, "1709074555000000",
    "2024-02-27T22:55:55 UTC", "27/02/2024 22:55:55", "2/27/2024 10:55:55 pm"])
def test_dates_in_every_usual_form(stamp):
    assert score_retrieval.parse_time(stamp) == 1709074555.0


@pytest.mark.parametrize("stamp", ["yesterday", "03/04/2024", "2024-02-30", "31.02.2024", "2024-02-27 25:00", "12", "", "1" * 100, "2024-02-27T22:55 XYZ", "inf", "nan"])
def test_what_is_no_date_is_not_guessed(stamp):
    assert score_retrieval.parse_time(stamp) is None


def test_an_unreadable_date_is_noted(score):
    rows, summary, _ = score([dated("03/04/2024")], "--now", "2026-08-21")
    assert rows[0]["freshness"] is None and summary["freshness"]["rows_with_unreadable_dates"] == 1
    assert "retrieval: no date, or two readings: 03/04/2024" in rows[0]["notes"]


# --- the command ------------------------------------------------------------------------------------------------------
def mixed_rows(count):
    rng = random.Random(7)
    rows = []
    for n in range(count):
        row = labelled([f"d{rng.randrange(30)}" for _ in range(rng.randrange(8))], [f"d{rng.randrange(30)}" for _ in range(rng.randrange(1, 4))], id=f"q{n}")
        rows.append(row if n % 3 else {**KETTLE, "id": f"q{n}", "timestamp": n})
    return rows


def test_jobs_change_no_byte(tmp_path, capsys):
    source = tmp_path / "t.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in mixed_rows(300)), encoding="utf-8")
    outcomes = []
    for jobs in ("1", "2", "3"):
        target = tmp_path / f"o{jobs}.jsonl"
        assert main(["--traces", str(source), "--out", str(target), "--jobs", jobs, "--k", "1,3,5", "--json"]) == 0
        outcomes.append((target.read_bytes(), capsys.readouterr().out))
    assert outcomes[0] == outcomes[1] == outcomes[2] and outcomes[0][0].count(b"\n") == 300


def test_means_come_with_interval_and_count(score):
    rows = [labelled(["a"] if n < 6 else ["x"], ["a"], id=f"q{n}") for n in range(10)]
    metrics = score(rows)[1]["gold"]["metrics"]
    assert metrics["recall_at_k"]["n"] == 10 and metrics["recall_at_k"]["mean"] == pytest.approx(0.6)
    # Student's t by hand: s = sqrt(0.24 * 10 / 9), 2.262 * s / sqrt(10) = 0.3694
    assert metrics["recall_at_k"]["ci95"] == pytest.approx([0.6 - 0.3694, 0.6 + 0.3694], abs=2e-4)
    assert metrics["hit_at_k"]["count"] == 6 and metrics["hit_at_k"]["ci95"] == pytest.approx([0.3127, 0.8318], abs=1e-4)  # Wilson


def test_a_bad_row_stops_at_its_line_or_is_counted(tmp_path, capsys):
    source, target = tmp_path / "t.jsonl", tmp_path / "o.jsonl"
    good = json.dumps(labelled(["a"], ["a"]))
    source.write_text("\n".join([good] * 9 + ['{"id": "b", "retrieved_docs": "text"}']), encoding="utf-8")
    assert main(["--traces", str(source), "--out", str(target)]) == 3
    assert capsys.readouterr().err == f"error: {source}:10: field 'retrieved_docs' must be list, got str\n" and not target.exists()
    assert main(["--traces", str(source), "--out", str(target), "--skip-errors", "--json"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["skipped_lines"] == 1 and f"skipped: {source}:10: " in shown.err and target.read_text().count("\n") == 9


def test_skipped_lines_are_reported_once_though_the_file_is_read_twice(tmp_path, capsys):
    source = tmp_path / "t.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in chunk_rows() * 3) + "{\n", encoding="utf-8")
    assert main(["--traces", str(source), "--out", str(tmp_path / "o.jsonl"), "--skip-errors"]) == 0
    assert capsys.readouterr().err.count("skipped:") == 1


def test_more_than_a_fifth_bad_is_no_fair_sample(tmp_path, capsys):
    source = tmp_path / "t.jsonl"
    source.write_text(json.dumps(labelled(["a"], ["a"])) + "\n[1]\n", encoding="utf-8")
    assert main(["--traces", str(source), "--out", str(tmp_path / "o.jsonl"), "--skip-errors"]) == 1
    assert "1 of 2 lines were skipped" in capsys.readouterr().err


@pytest.mark.parametrize("flags, fault", [
    (["--k", "0"], "--k and --primary-k must be 1 or more"), (["--k", "five"], "must be whole numbers"), (["--recall-threshold", "2"], "outside 0..1"),
    (["--half-life-hours", "0"], "must be above 0"), (["--now", "soon"], "is no date"), (["--jobs", "0"], "must be 1 or more"),
    (["--parent-separator", "#", "--parent-field", "x"], "give one of them")])
def test_wrong_usage_is_one_line_and_exit_2(tmp_path, capsys, flags, fault):
    source = tmp_path / "t.jsonl"
    source.write_text(json.dumps(labelled(["a"], ["a"])), encoding="utf-8")
    assert main(["--traces", str(source), "--out", str(tmp_path / "o"), *flags]) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: ") and fault in err and err.count("\n") == 1


def test_out_is_required_so_that_no_terminal_is_flooded(tmp_path, capsys):
    source = tmp_path / "t.jsonl"
    source.write_text(json.dumps(labelled(["a"], ["a"])), encoding="utf-8")
    assert main(["--traces", str(source)]) == 2 and "--out PATH is required" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"\n\n", None, "directory", b"\xff\xfe\x00"])
def test_an_unusable_file_is_one_line_and_exit_3(tmp_path, capsys, content):
    source = tmp_path / "t.jsonl"
    if content == "directory":
        source.mkdir()
    elif content is not None:
        source.write_bytes(content)
    assert main(["--traces", str(source), "--out", str(tmp_path / "o")]) == 3
    err = capsys.readouterr().err
    assert err.startswith(f"error: {source}") and err.count("\n") == 1 and not (tmp_path / "o").exists()


@pytest.mark.parametrize("row, fault", [
    ({"gold_doc_ids": "a"}, "wrap a single id in [ ]"), ({"gold_doc_ids": [None]}, "must hold ids, got null"), ({"gold_doc_ids": [""]}, "must hold ids"),
    ({"gold_grades": {"a": "high"}}, "must be a number"), ({"gold_grades": ["a"]}, "must be object"), ({"gold_groups": "a"}, "must be list"),
    ({"retrieved_docs": [{"id": "a", "text": 5}]}, "must be str or null"), ({"retrieved_docs": [{"text": "a"}]}, "must be str, got null"),
    ({"retrieved_docs": [{"id": "a", "rank": "first"}]}, "field 'rank' must be a number"), ({"retrieved_docs": [{"id": "a", "relevant": "maybe"}], "gold_doc_ids": None},
                                                                                         "field 'relevant' must be true or false")])
def test_a_field_of_a_wrong_type_is_an_error_at_its_line(tmp_path, capsys, row, fault):
    source = tmp_path / "t.jsonl"
    source.write_text(json.dumps({**labelled(["a"], ["a"]), **row}), encoding="utf-8")
    assert main(["--traces", str(source), "--out", str(tmp_path / "o")]) == 3
    err = capsys.readouterr().err
    assert err.startswith(f"error: {source}:1: ") and fault in err and err.count("\n") == 1


def test_rows_to_standard_output_leave_the_summary_to_standard_error(script):
    lines = json.dumps(labelled(["a"], ["a"])) + "\n"
    done = script("score_retrieval.py", "--traces", "-", "--out", "-", "--json", stdin=lines)
    assert json.loads(done.stdout)["recall_at_k"] == 1.0 and json.loads(done.stderr)["n"] == 1


def test_packed_files_are_read_and_written(tmp_path):
    source, target = tmp_path / "t.jsonl.gz", tmp_path / "o.jsonl.gz"
    source.write_bytes(gzip.compress(json.dumps(labelled(["a"], ["a"])).encode()))
    assert main(["--traces", str(source), "--out", str(target)]) == 0
    assert json.loads(gzip.decompress(target.read_bytes()))["recall_at_k"] == 1.0


def test_show_prints_one_row_in_full(tmp_path, capsys):
    source = tmp_path / "t.jsonl"
    source.write_text(json.dumps(labelled(["a"], ["a"], id=7)), encoding="utf-8")
    assert main(["--traces", str(source), "--show", "7"]) == 0
    assert json.loads(capsys.readouterr().out)["recall_at_k"] == 1.0


def test_progress_is_reported_when_asked_for(tmp_path, capsys, monkeypatch):
    source = tmp_path / "t.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in mixed_rows(3)), encoding="utf-8")
    ticks = iter(range(0, 100, 5))
    monkeypatch.setattr(score_retrieval.time, "monotonic", lambda: next(ticks))
    assert main(["--traces", str(source), "--out", str(tmp_path / "o"), "--progress"]) == 0
    assert "3 rows, " in capsys.readouterr().err


def test_limit_reads_the_first_rows_only(tmp_path, capsys):
    source = tmp_path / "t.jsonl"
    source.write_text(json.dumps(labelled(["a"], ["a"])) + "\n" + json.dumps(labelled(["a"], ["a"], id="q2")) + "\nbroken\n", encoding="utf-8")
    assert main(["--traces", str(source), "--out", str(tmp_path / "o"), "--limit", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["n"] == 2


def test_a_bug_keeps_its_traceback_and_is_70(tmp_path, capsys, monkeypatch):
    source = tmp_path / "t.jsonl"
    source.write_text(json.dumps(labelled(["a"], ["a"])), encoding="utf-8")
    monkeypatch.setattr(score_retrieval, "credited_gains", lambda *_: 1 / 0)
    assert main(["--traces", str(source), "--out", str(tmp_path / "o")]) == 70
    assert "ZeroDivisionError" in capsys.readouterr().err and not (tmp_path / "o").exists()


def test_memory_stays_flat(tmp_path, script):
    """A row is forgotten once it is written: ten times the rows may not need a tenth more memory."""
    peaks = []
    for count in (2000, 20000):
        source = tmp_path / f"t{count}.jsonl"
        with source.open("w", encoding="utf-8") as stream:
            for n in range(count):
                stream.write(json.dumps({**labelled([f"d{n}", "x"], [f"d{n % 7}"], id=f"q{n}"), "answer": "word " * 40}) + "\n")
        code = ("import resource, sys; sys.path.insert(0, sys.argv[1]); import score_retrieval as s; "
                "code = s.main(['--traces', sys.argv[2], '--out', sys.argv[2] + '.out']); "
                "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr); sys.exit(code)")
        if os.name != "posix":
            pytest.skip("no resource module")
        import subprocess
        import sys
        done = subprocess.run([sys.executable, "-c", code, os.path.dirname(score_retrieval.__file__), str(source)], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        peaks.append(int(done.stderr.split()[-1]))
    assert peaks[1] < 1.1 * peaks[0]


@pytest.mark.parametrize("text", ["x" * 1_000_000, "- " * 300_000, "1,2." * 200_000, "can't " * 100_000, "kettle's'" * 100_000, "kettled " * 100_000, "water" * 200_000])
def test_hostile_text_takes_linear_time(score, text):
    row = only(score, {**KETTLE, "retrieved_docs": [doc("a", text)], "gold_doc_ids": None})
    assert row["retrieval_basis"] == "estimated"


def test_many_ids_in_other_forms_take_no_quadratic_time():
    row = labelled([str(n) for n in range(100_000)], [f"{n}x" for n in range(2000)])
    assert score_retrieval.score_row(row, score_retrieval.Settings())[0]["retrieval_miss"] == "never_retrieved"


# --- found by a sceptical reader --------------------------------------------------------------------------------------
@pytest.mark.parametrize("retrieved, groups, k, expected", [
    # b is in both groups: with it alone nothing is missing
    (["b"], [["a", "b"], ["b", "c"]], 2, {"recall_at_k": 1.0, "r_precision": 1.0, "all_gold_at_k": True, "average_precision": 1.0,
                                          "ndcg_at_k": 1.0, "precision_at_k": 0.5, "retrieval_miss": None}),
    # b at rank 2: precision there is 1/2, and the gain 2 is discounted by log2(3) = 1.58496 against 2 at rank 1
    (["x", "b"], [["a", "b"], ["b", "c"]], 2, {"recall_at_k": 1.0, "average_precision": 0.5, "ndcg_at_k": 0.6309297535714575,
                                               "reciprocal_rank": 0.5}),
    # a and c meet one group each: (1 + 1/log2(3)) / 2
    (["a", "c"], [["a", "b"], ["b", "c"]], 2, {"recall_at_k": 1.0, "average_precision": 1.0, "ndcg_at_k": 0.8154648767857288}),
    # the second group wants a and nothing else
    (["b"], [["a", "b"], ["a"]], 2, {"recall_at_k": 0.5, "all_gold_at_k": False, "average_precision": 0.5, "ndcg_at_k": 0.5,
                                     "retrieval_miss": "partial"}),
    (["x", "b"], [["a", "b"], ["b", "c"]], 1, {"recall_at_k": 0.0, "retrieval_miss": "below_k", "first_relevant_rank": 2}),
])
def test_a_document_of_several_groups_meets_each_of_them(score, retrieved, groups, k, expected):
    row = only(score, {**labelled(retrieved, None), "gold_groups": groups}, "--k", k)
    assert {name: row[name] for name in expected} == pytest.approx(expected)


def test_a_null_grade_takes_no_gold_away(score):
    row = only(score, labelled(["a"], ["a", "b"], gold_grades={"a": None, "b": 0}), "--k", 1)
    assert (row["recall_at_k"], row["retrieval_good"]) == (1.0, True)


@pytest.mark.parametrize("grade", [10 ** 400, 1e308])
def test_a_grade_whose_sums_overflow_is_an_error_at_its_line(tmp_path, capsys, grade):
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps(labelled(["a"], None, gold_grades={"a": grade, "b": grade})) + "\n")
    assert main(["--traces", str(path), "--out", str(tmp_path / "o")]) == 3
    assert f"{path}:1: field 'gold_grades' holds 1" in capsys.readouterr().err


@pytest.mark.parametrize("field, value, kind", [("gold_grades", "", "str"), ("gold_grades", [], "list"), ("gold_groups", 0, "number")])
def test_an_empty_value_of_a_wrong_type_is_no_missing_one(tmp_path, capsys, field, value, kind):
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps(labelled(["a"], ["a"], **{field: value})) + "\n")
    assert main(["--traces", str(path), "--out", str(tmp_path / "o")]) == 3
    assert f"field '{field}' must be" in (err := capsys.readouterr().err) and f"got {kind}" in err


def test_a_recall_that_came_along_does_not_get_our_k(score):
    row = {"id": "q1", "query": "kettle", "retrieved_docs": [doc("a", "kettle")]}
    assert only(score, {**row, "recall_at_k": 0.8, "k": 10})["k"] == 10
    assert "k" not in only(score, {**row, "recall_at_k": 0.8})


def test_scoring_again_beside_a_signal_of_its_own_leaves_nothing_stale(score):
    first = only(score, labelled(["x", "a"], ["a"], retrieval_good=True), "--k", 1)
    assert (first["retrieval_miss"], first["notes"]) == ("below_k", [
        "retrieval: first gold document at rank 2, below k 1"])
    again = only(score, first, "--k", 2)
    assert (again["recall_at_k"], again["retrieval_miss"], again["notes"], again["retrieval_good"]) == (1.0, None, [], True)


def test_a_note_that_is_a_text_is_kept(score):
    assert only(score, labelled(["a"], ["a"], notes="checked by Ann"), "--k", 2)["notes"] == [
        "checked by Ann", "retrieval: 1 retrieved, k is 2; precision divides by k"]


@pytest.mark.parametrize("mark", ["contexts_joined", "docs_cited_only"])
def test_nothing_by_rank_where_ranks_mean_nothing(score, mark):
    judged = only(score, {"id": "q", "query": "x", "retrieved_docs": [doc("a", "t", relevant=True)], "metadata": {mark: True}})
    assert [judged[name] for name in ("precision_at_k", "reciprocal_rank", "context_precision", "first_relevant_rank")] == [None] * 4
    assert (judged["hit_at_k"], judged["retrieval_good"]) == (1.0, True)
    gold = only(score, labelled(["x", "a"], ["a"], metadata={mark: True}), "--k", 1)
    assert gold["first_relevant_rank"] is None and gold["retrieval_miss"] == "below_k"
    assert gold["notes"] == [f"retrieval: metadata.{mark}: precision and ranks mean nothing here"]


def test_ids_that_a_table_turned_into_decimals_are_no_chunks(score):
    _, summary, _ = score([labelled([str(n)], [f"{n}.0"], id=f"q{n}") for n in range(5, 9)])
    assert summary["id_forms"] == {"decimals": 4}
    assert "ids may be in two forms: they agree but for a decimal point, 7.0 beside 7 (4 of 4 rows" in summary["warnings"][1]


def test_sections_that_look_like_chunks_among_ids_that_match_are_documents_of_their_own(score):
    rows = [labelled([f"sec_{n}"], [f"sec_{n}"], id=f"q{n}") for n in range(9)] + [labelled(["sec_5_2"], ["sec_5"], id="miss")]
    written, summary, _ = score(rows)
    assert (summary["id_forms"], summary["warnings"], written[-1]["retrieval_miss"]) == ({}, [], "never_retrieved")


def test_estimates_are_checked_at_the_very_threshold(score):
    # the stem "kettl" weighs 5, "waterproof" 8: the document with the longer word alone has 8/13 = 0.6154
    row = {**labelled([doc("a", "waterproof")], ["a"]), "query": "kettle waterproof"}
    for threshold, called in ((0.6153, 1), (0.6155, 0)):
        _, summary, _ = score([row, {**row, "gold_doc_ids": ["z"]}], "--check-estimates", "--estimated-threshold", threshold)
        check = summary["estimate_check"]["words"]
        assert (check["true_positive_rate"]["count"], check["false_positive_rate"]["count"]) == (called, called)


@pytest.mark.parametrize("stamp", ["2024-01-01T00:00+99:99", "2024-01-01T00:00+05:75", "2024-01-01 24:30", "20240101T000000+2000"])
def test_a_time_that_no_clock_or_zone_shows_is_no_time(stamp):
    assert score_retrieval.parse_time(stamp) is None


def test_a_time_at_the_edge_of_the_zones_and_of_the_day_is_one():
    assert score_retrieval.parse_time("2024-01-01T14:00+14:00") == score_retrieval.parse_time("2023-12-31 24:00") == 1704067200.0


def test_a_time_of_the_row_that_cannot_be_read_is_not_said_to_be_missing(score):
    _, summary, _ = score([dated("2024-01-01", timestamp="03/04/2024")])
    assert "no time of their own that can be read" in " ".join(summary["warnings"])


def test_rows_that_can_never_be_good_are_said(score):
    _, summary, _ = score([labelled(["a", "b"], ["a", "b", "c", "d", "e"])], "--k", 2)  # at most 2/5
    assert summary["warnings"] == ["1 rows have so much gold that 2 documents cannot reach a recall of 0.5: never good at this k "
                                   "(a larger --k, or a lower --recall-threshold)"]
    assert not score([labelled(["a", "b"], ["a", "b", "c", "d"])], "--k", 2)[1]["warnings"]


@pytest.mark.parametrize("flags, said", [
    (("--parent-field", "parentt"), "--parent-field 'parentt' maps no retrieved id to another"),
    (("--parent-separator", "::"), "--parent-separator '::' maps no retrieved id to another"),
    (("--sort-by-score",), "--sort-by-score: no document has a score"),
    (("--check-estimates",), "--check-estimates: no row has both gold and"),
])
def test_a_flag_that_changed_nothing_says_so(score, flags, said):
    assert said in score([labelled(["a#1"], ["b"])], *flags)[1]["warnings"][-1]


@pytest.mark.parametrize("flags, fault", [
    (("--vectors", ""), "--vectors must not be blank"), (("--time-field", " "), "--time-field must not be blank"),
    (("--vectors", "-"), "--vectors wants a file"), (("--now", "2024", "--time-field", "t"), "--now and --time-field: give one"),
])
def test_flags_that_would_be_ignored_are_refused(tmp_path, capsys, flags, fault):
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps(labelled(["a"], ["a"])) + "\n")
    assert main(["--traces", str(path), "--out", str(tmp_path / "o"), *flags]) == 2
    assert fault in capsys.readouterr().err


@pytest.mark.parametrize("value", ["1e39", "1e999"])
def test_a_vector_out_of_range_is_an_error_not_a_cosine_of_0(tmp_path, capsys, value):
    vectors, path = tmp_path / "v.jsonl", tmp_path / "t.jsonl"
    vectors.write_text(f'{{"text": "a", "vector": [{value}, 1]}}\n')
    path.write_text(json.dumps(labelled(["a"], ["a"])) + "\n")
    assert main(["--traces", str(path), "--out", str(tmp_path / "o"), "--vectors", str(vectors)]) == 3
    assert f"{vectors}:1: field 'vector' holds a number that is out of range" in capsys.readouterr().err


def test_examples_name_rows_as_show_takes_them(tmp_path, capsys):
    path = tmp_path / "t.jsonl"
    rows = [labelled(["x"], ["a"], id=one) for one in (7.0, None)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows) + json.dumps(rows[0]).replace("7.0", "1e999") + "\n")
    assert main(["--traces", str(path), "--out", str(tmp_path / "o"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["gold"]["misses"]["never_retrieved"]["examples"] == ["7", "row-2", "inf"]


def test_rows_nested_near_the_limit_are_bad_lines(tmp_path, capsys):
    path = tmp_path / "t.jsonl"
    for depth in range(860, 1010, 10):
        deep = "[" * depth + "]" * depth
        path.write_text("".join(f'{{"id": {one}, "retrieved_docs": [], "gold_doc_ids": ["a"], "notes": [{two}]}}\n'
                                for one, two in ((deep, 1), (1, deep))))
        for flags in ((), ("--show", "1")):
            assert main(["--traces", str(path), "--out", str(tmp_path / "o"), *flags]) in (0, 3)
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("out", ["file", "-"])
def test_a_pipe_by_name_is_read_once_though_rows_are_looked_at_twice(tmp_path, capfdbinary, out):
    pipe, target = tmp_path / "pipe", str(tmp_path / "o.jsonl") if out == "file" else "-"
    os.mkfifo(pipe)
    rows = "".join(json.dumps(row) + "\n" for row in chunk_rows())
    writer = threading.Thread(target=pipe.write_text, args=(rows,), daemon=True)
    writer.start()
    assert main(["--traces", str(pipe), "--out", target]) == 0
    writer.join(10)
    data = capfdbinary.readouterr().out if out == "-" else (tmp_path / "o.jsonl").read_bytes()
    assert json.loads(data.splitlines()[0])["retrieval_miss"] == "id_forms"


def test_show_prints_the_row_as_it_is_written_and_names_the_row_that_is_wrong(tmp_path, capsys):
    path = tmp_path / "t.jsonl"
    rows = chunk_rows()
    path.write_text("".join(json.dumps(row) + "\n" for row in [*rows, {"id": "bad", "retrieved_docs": 3}]))
    assert main(["--traces", str(path), "--show", str(rows[0]["id"])]) == 0
    assert json.loads(capsys.readouterr().out)["retrieval_miss"] == "id_forms"
    assert main(["--traces", str(path), "--show", "bad"]) == 3
    assert capsys.readouterr().err == f"error: {path}: row 'bad': field 'retrieved_docs' must be list, got number\n"


def test_sums_do_not_depend_on_the_python_version():
    # ten times 0.1 is 1 for fsum and for sum from 3.12 on, 0.9999999999999999 for sum before
    assert score_retrieval.moments_of([0.1] * 10).mean == 0.1


def test_rows_in_another_tools_words_are_said_loudly(tmp_path, capsys):
    path = tmp_path / "t.jsonl"
    path.write_text('{"user_input": "q", "retrieved_contexts": ["d"]}\n' * 2, encoding="utf-8")
    assert score_retrieval.main(["--traces", str(path), "--out", str(tmp_path / "o.jsonl"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["warnings"] == [
        "NO ROW RECORDS retrieved_docs: nothing can be measured. Is this another tool's export? scripts/load_traces.py converts it."]
