"""Behaviour of rag_diagnostic.py through its command line."""
from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys

import pytest
import rag_diagnostic
from conftest import SCRIPTS

KIN = {"good_faithful": 62, "good_hallucinating": 10, "poor_faithful": 8, "poor_hallucinating": 20}


def rows_of(counts, times=1):
    """Signal rows with these counts of cells."""
    return [{"id": f"{name}-{i}", "faithful": "faithful" in name, "retrieval_good": "good" in name}
            for name, count in counts.items() for i in range(count * times)]


def write(tmp_path, rows, name="t.jsonl"):
    path = tmp_path / name
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def report(tmp_path, capsys, rows, *flags, code=0):
    assert rag_diagnostic.main(["--traces", write(tmp_path, rows), "--json", *flags]) == code
    return json.loads(capsys.readouterr().out)


# --- the kin's keys and meaning ---

def test_the_kin_example_is_retrieval_and_too_close_at_100(tmp_path, capsys):
    got = report(tmp_path, capsys, rows_of(KIN))
    assert got["n"] == 100 and got["has_retrieval_signal"] is True
    assert got["generation"]["faithful"] == pytest.approx(0.70) and got["generation"]["hallucinating"] == pytest.approx(0.30)
    assert {name: got["matrix"][name] for name in KIN} == pytest.approx(
        {"good_faithful": 0.62, "good_hallucinating": 0.10, "poor_faithful": 0.08, "poor_hallucinating": 0.20})
    assert got["primary_issue"].startswith("retrieval, too close to call at n = 100")
    what_if = got["what_if"]
    assert what_if["observed"] == pytest.approx(0.30)
    assert what_if["retrieval_fixed"] == pytest.approx(10 / 72)
    assert what_if["generation_fixed"] == pytest.approx(0.20)
    assert what_if["difference"] == pytest.approx(0.0611, abs=1e-4)
    low, high = what_if["difference_ci95"]
    assert -0.06 < low < -0.04 and 0.16 < high < 0.18
    assert 200 < got["verdict"]["further_traces"] < 300


def test_the_same_shares_are_clear_at_500(tmp_path, capsys):
    got = report(tmp_path, capsys, rows_of(KIN, 5))
    assert got["verdict"] == {"layer": "retrieval", "too_close": False, "tentative": False, "n": 500, "further_traces": 0}
    assert got["primary_issue"].startswith("retrieval: ")


def test_without_a_retrieval_signal_the_layer_is_undetermined(tmp_path, capsys):
    got = report(tmp_path, capsys, [{"faithful": True}, {"faithful": False}])
    assert got["primary_issue"].startswith("undetermined") and got["has_retrieval_signal"] is False
    assert got["generation"]["hallucinating"] == 0.5
    assert got["matrix"]["good_faithful"] is None and got["what_if"]["retrieval_fixed"] is None


def test_healthy_needs_all_three_limits(tmp_path, capsys):
    at_limits = {"good_faithful": 65, "good_hallucinating": 10, "poor_faithful": 10, "poor_hallucinating": 15}
    assert report(tmp_path, capsys, rows_of(at_limits))["primary_issue"].startswith("healthy")
    for worse in ({"good_faithful": 64, "good_hallucinating": 11}, {"poor_faithful": 9, "poor_hallucinating": 16},
                  {"good_faithful": 64, "poor_faithful": 11}):
        assert not report(tmp_path, capsys, rows_of({**at_limits, **worse}))["primary_issue"].startswith("healthy")


def test_the_larger_drop_decides_and_not_the_larger_cell(tmp_path, capsys):
    # Both broken is the larger cell (25 against 20), but the generator fails as often on good documents: retrieval alone
    # would repair nothing.
    counts = {"good_faithful": 20, "good_hallucinating": 20, "poor_faithful": 35, "poor_hallucinating": 25}
    got = report(tmp_path, capsys, rows_of(counts, 10))
    assert got["verdict"]["layer"] == "generation"
    assert got["what_if"]["retrieval_drop"] == pytest.approx(0.45 - 0.5)  # the sign of a negative drop stays


def test_no_good_retrieval_leaves_the_generator_unjudged(tmp_path, capsys):
    got = report(tmp_path, capsys, rows_of({"poor_faithful": 5, "poor_hallucinating": 40}))
    assert got["primary_issue"].startswith("retrieval")
    assert got["what_if"]["retrieval_fixed"] is None and got["what_if"]["retrieval_drop"] is None
    assert got["what_if"]["retrieval_fixed_ci95"] is None


def test_few_rows_are_called_tentative(tmp_path, capsys):
    counts = {"good_faithful": 15, "poor_hallucinating": 14}
    assert "Tentative: 29 rows" in report(tmp_path, capsys, rows_of(counts))["primary_issue"]
    assert "Tentative" not in report(tmp_path, capsys, rows_of({"good_faithful": 15, "poor_hallucinating": 15}))["primary_issue"]


def test_lucky_guesses_are_an_issue_of_their_own(tmp_path, capsys):
    got = report(tmp_path, capsys, rows_of({"good_faithful": 50, "good_hallucinating": 5, "poor_faithful": 40,
                                            "poor_hallucinating": 5}))
    lucky = [one for one in got["issues"] if one["kind"] == "lucky_guess"]
    assert lucky[0]["count"] == 40 and lucky[0]["n"] == 100 and len(lucky[0]["trace_ids"]) == 5
    assert lucky[0]["trace_ids"][0] == "poor_faithful-0" and lucky[0]["fixes"]


def test_issues_are_ranked_with_the_primary_first(tmp_path, capsys):
    got = report(tmp_path, capsys, rows_of(KIN))
    assert [(one["rank"], one["kind"], one["count"]) for one in got["issues"]] == [(1, "retrieval", 20), (2, "generation", 10)]
    assert got["issues"][0]["trace_ids"] == [f"poor_hallucinating-{i}" for i in range(5)]
    assert all(one["reason"] and one["ci95"] for one in got["issues"])


# --- rows that lack something ---

def test_a_missing_signal_neither_hides_nor_fills_another(tmp_path, capsys):
    """Case diag-005."""
    got = report(tmp_path, capsys, [{"faithful": True, "retrieval_good": True}, {"faithful": False, "retrieval_good": True},
                                    {"faithful": True}, {"retrieval_good": False}, {"faithful": False, "recall_at_k": None}])
    assert {name: got["cells"][name]["count"] for name in KIN} == {
        "good_faithful": 1, "good_hallucinating": 1, "poor_faithful": 0, "poor_hallucinating": 0}
    assert got["matrix"]["n"] == 2 and got["matrix"]["good_faithful"] == 0.5
    assert got["left_out"] == {"no_faithfulness_signal": 1, "no_retrieval_signal": 2}
    assert got["cells"]["unmeasured_faithful"]["count"] == got["cells"]["unmeasured_hallucinating"]["count"] == 1
    assert got["generation"]["n"] == 4


def test_a_failed_system_and_a_failed_judge_are_counted_apart(tmp_path, capsys):
    """Case diag-007, in the contract's names: an empty answer counts, a judge that failed does not."""
    got = report(tmp_path, capsys, [
        {"id": "a", "answer": "", "error": "pipeline timeout", "gold_doc_ids": ["d1"], "retrieved_docs": [], "recall_at_k": 0},
        {"id": "b", "answer": "ok", "judge_error": "no reply", "recall_at_k": 1}])
    assert got["left_out"] == {"empty_answer": 1, "not_judged": 1}
    assert got["layers"]["means"]["recall_at_k"]["mean"] == 0.5 and got["layers"]["faithfulness"]["n"] == 0
    assert [one["kind"] for one in got["issues"]] == ["empty_answers"]


def test_a_pass_rate_and_a_mean_have_their_own_intervals(tmp_path, capsys):
    """Case diag-008."""
    got = report(tmp_path, capsys, [{"faithfulness": 0.5}] * 4, "--faithfulness-threshold", "0.8")
    assert got["layers"]["faithfulness"]["share"] == 0.0
    assert got["layers"]["faithfulness"]["ci95"] == pytest.approx([0.0, 0.489891], abs=1e-6)
    assert got["layers"]["means"]["faithfulness"] == {"n": 4, "mean": 0.5, "ci95": None, "basis": "given"}
    path = write(tmp_path, [{"faithfulness": 1.5}])
    assert rag_diagnostic.main(["--traces", path, "--faithfulness-threshold", "0.8"]) == 3
    assert f"{path}:1: field 'faithfulness' must be a finite number within 0..1, got 1.5" in capsys.readouterr().err


@pytest.mark.parametrize("count, n, low, high", [  # Case diag-001; 76 of 100 from Wilson's formula as in Brown, Cai, DasGupta
    (10, 10, 0.722467, 1.0), (0, 10, 0.0, 0.277533), (1, 1, 0.206549, 1.0), (17, 20, 0.639581, 0.947631),
    (3, 4, 0.300642, 0.954413), (76, 100, 0.667677, 0.833087)])
def test_wilson_limits_are_the_published_ones(count, n, low, high):
    assert rag_diagnostic.wilson(count, n) == pytest.approx([low, high], abs=1e-6)


def test_wilson_equals_statsmodels_where_it_is_installed():
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    for n in (1, 7, 50, 1000):
        for count in range(0, n + 1, max(1, n // 9)):
            want = proportion.proportion_confint(count, n, method="wilson")
            assert rag_diagnostic.wilson(count, n) == pytest.approx(list(want), abs=1e-9)


def test_only_abstentions_is_a_report(tmp_path, capsys):
    got = report(tmp_path, capsys, [{"abstained": True, "faithful": None}, {"abstained": True}])
    assert got["left_out"] == {"abstained": 2} and got["primary_issue"].startswith("undetermined")
    assert got["cells"]["unmeasured_abstained"]["count"] == 2


def test_an_abstention_is_never_a_hallucination(tmp_path, capsys):
    got = report(tmp_path, capsys, [{"abstained": True, "faithful": False, "retrieval_good": True}] + rows_of({"good_faithful": 3}))
    assert got["cells"]["good_hallucinating"]["count"] == 0 and got["cells"]["good_abstained"]["count"] == 1
    assert [one["kind"] for one in got["issues"]] == ["over_refusal"]


def test_everything_left_out_and_the_matrix_add_up(tmp_path, capsys):
    rows = rows_of(KIN) + [{"answer": ""}, {"abstained": 1}, {"faithful": 1}, {}, {"answer": "x", "claims": [], "faithful": None},
                           {"judge_error": "e", "faithful": None},
                           {"faithful": True, "retrieval_good": True, "retrieval_basis": "estimated"}]
    got = report(tmp_path, capsys, rows)
    assert got["matrix"]["n"] + sum(got["left_out"].values()) == got["n"] == len(rows)


def test_kinds_of_signals_are_never_pooled(tmp_path, capsys):
    gold = [{**row, "retrieval_basis": "gold", "faithfulness_by": "lexical/sure/0.1.0"} for row in rows_of(KIN)]
    guess = [{**row, "retrieval_basis": "estimated", "faithfulness_by": "judge:m/0.1.0"} for row in rows_of({"good_faithful": 9})]
    human = [{**row, "retrieval_basis": "gold", "faithfulness_by": "human"} for row in rows_of({"poor_hallucinating": 3})]
    got = report(tmp_path, capsys, gold + guess + human)
    assert got["bases"] == {"generation": "automatic", "retrieval": "gold"} and got["matrix"]["n"] == 100
    assert [(one["generation"], one["retrieval"], one["n"]) for one in got["other_matrices"]] == [
        ("automatic", "estimated", 9), ("human", "gold", 3)]
    assert got["origins"] == {"human": 3, "judge:m/0.1.0": 9, "lexical/sure/0.1.0": 100}


def test_estimated_retrieval_says_so_in_the_text(tmp_path, capsys):
    rows = [{**row, "retrieval_basis": "estimated", "recall_at_k": 1.0 * row["retrieval_good"]} for row in rows_of(KIN)]
    assert rag_diagnostic.main(["--traces", write(tmp_path, rows)]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if "Retrieval good  " in line or "recall_at_k" in line]
    assert sum("ESTIMATED" in line for line in lines) == 2


# --- how values are read ---

@pytest.mark.parametrize("value, cell", [("false", "hallucinating"), ("No", "hallucinating"), (0, "hallucinating"),
                                         ("TRUE", "faithful"), (1.0, "faithful"), ("yes ", "faithful")])
def test_spellings_of_true_and_false(tmp_path, capsys, value, cell):
    assert report(tmp_path, capsys, [{"faithful": value}])["generation"][cell] == 1.0


@pytest.mark.parametrize("row, words", [
    ({"faithful": "maybe"}, "field 'faithful' must be true or false, got 'maybe'"),
    ({"faithful": 2}, "field 'faithful' must be true or false"),
    ({"faithful": []}, "field 'faithful' must be true or false"),
    ({"faithful": True, "retrieval_good": "good"}, "field 'retrieval_good'"),
    ({"faithfulness_score": "high"}, "must be a number, got str 'high'"),
    ({"faithfulness_score": 6}, "0..5, got 6"),
    ({"faithful": True, "recall_at_k": 1.2}, "0..1, got 1.2"),
    ({"faithful": True, "recall_at_k": True}, "must be a number, got bool"),
    ('{"faithful": NaN}', "NaN is not JSON"), ('{"faithful": true', "not JSON at column"), ("[1]", "expected a JSON object, got list"),
    ('{"faithful": true, "recall_at_k": 1e999}', "must be a finite number"), ("[" * 100_000, "nested too deeply"),
    ('{"faithful": 1, "x": %s}' % ("9" * 5000), "integer" if sys.version_info >= (3, 11) else ""),
])
def test_a_bad_row_is_one_line_with_its_place(tmp_path, capsys, row, words):
    if not words:
        return
    path = write(tmp_path, [{"faithful": True}, row])
    assert rag_diagnostic.main(["--traces", path]) == 3
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"error: {path}:2: ") and words in err and err.count("\n") == 1


def test_skipped_lines_are_reported_and_more_than_a_fifth_is_a_no(tmp_path, capsys):
    path = write(tmp_path, rows_of({"good_faithful": 4}) + ["{"])
    assert rag_diagnostic.main(["--traces", path, "--skip-errors"]) == 0
    assert f"skipped: {path}:5: not JSON" in capsys.readouterr().err
    path = write(tmp_path, rows_of({"good_faithful": 3}) + ["{"])
    assert rag_diagnostic.main(["--traces", path, "--skip-errors"]) == 1


def test_scores_on_an_unknown_scale_are_refused_with_the_flag(tmp_path, capsys):
    path = write(tmp_path, [{"faithfulness_score": 0.9}, {"faithfulness_score": 1}])
    assert rag_diagnostic.main(["--traces", path]) == 2
    assert "--faithfulness-scale 0-1" in capsys.readouterr().err
    got = report(tmp_path, capsys, [{"faithfulness_score": 0.75}, {"faithfulness_score": 0.7}], "--faithfulness-scale", "0-1")
    assert got["generation"]["faithful"] == 0.5 and got["thresholds"]["faithful"] == 0.75
    assert report(tmp_path, capsys, [{"faithfulness_score": 1}], "--faithfulness-scale", "1-5")["generation"]["faithful"] == 0.0


def test_two_scales_in_one_file_are_refused(tmp_path, capsys):
    for rows, place in (([{"faithfulness_score": 0.9}, {"faithfulness_score": 4}], 1),
                        ([{"faithfulness_score": 4}, {"faithfulness_score": 0.9}], 2)):
        path = write(tmp_path, rows)
        assert rag_diagnostic.main(["--traces", path]) == 3
        assert f"{path}:{place}: field 'faithfulness_score'" in capsys.readouterr().err


def test_thresholds_include_their_value_despite_rounding(tmp_path, capsys):
    got = report(tmp_path, capsys, [{"faithfulness_score": 4, "recall_at_k": 0.1 + 0.2 + 0.2}, {"faithfulness_score": 3.99,
                 "recall_at_k": 0.3}], "--recall-threshold", "0.5")
    assert got["cells"]["good_faithful"]["count"] == got["cells"]["poor_hallucinating"]["count"] == 1
    got = report(tmp_path, capsys, [{"faithful": True, "recall_at_k": 0.3}], "--recall-threshold", str(0.1 + 0.2))
    assert got["cells"]["good_faithful"]["count"] == 1


def test_a_boolean_beats_a_score(tmp_path, capsys):
    got = report(tmp_path, capsys, [{"faithful": True, "faithfulness_score": 1, "retrieval_good": False, "recall_at_k": 1}])
    assert got["cells"]["poor_faithful"]["count"] == 1


def test_a_stated_recall_threshold_decides_anew_where_gold_was_scored(tmp_path, capsys):
    row = {"faithful": True, "retrieval_good": True, "recall_at_k": 0.6, "retrieval_basis": "gold", "retrieval_by": "k5/linear/0.1.0"}
    assert report(tmp_path, capsys, [row])["cells"]["good_faithful"]["count"] == 1
    assert report(tmp_path, capsys, [row], "--recall-threshold", "0.8")["cells"]["poor_faithful"]["count"] == 1


def test_only_faithfulness_shares_need_a_threshold(tmp_path, capsys):
    path = write(tmp_path, [{"faithfulness": 0.9}])
    assert rag_diagnostic.main(["--traces", path]) == 2
    assert "--faithfulness-threshold" in capsys.readouterr().err


def test_rows_without_any_signal_name_the_command(tmp_path, capsys):
    path = write(tmp_path, [{"query": "q", "answer": "a"}])
    alone = tmp_path / "rag_diagnostic.py"
    alone.write_bytes((SCRIPTS / "rag_diagnostic.py").read_bytes())
    done = subprocess.run([sys.executable, str(alone), "--traces", path], capture_output=True, text=True)
    assert done.returncode == 2 and "score_faithfulness.py" in done.stderr and done.stderr.count("\n") == 1


def test_repeated_queries_are_warned_about(tmp_path, capsys):
    assert rag_diagnostic.main(["--traces", write(tmp_path, [{"id": 1, "query": "q", "faithful": 1},
                                                             {"id": "1", "query": "q ", "faithful": 1}])]) == 0
    assert "Warning: 1 repeated id and 1 repeated query: rows are not independent" in " ".join(capsys.readouterr().out.split())


# --- words ---

def text(tmp_path, capsys, rows, *flags, code=0):
    assert rag_diagnostic.main(["--traces", write(tmp_path, rows), *flags]) == code
    return capsys.readouterr().out


def test_an_interval_of_a_mean_stays_where_the_metric_lives(tmp_path, capsys):
    rows = [{"faithful": True, "recall_at_k": 0.5}, {"faithful": False, "recall_at_k": 1}]
    assert "  mean recall_at_k     0.75 [0.00, 1.00] (n 2)\n" in text(tmp_path, capsys, rows)
    assert report(tmp_path, capsys, rows)["layers"]["means"]["recall_at_k"]["ci95"] == [0.0, 1.0]


def test_one_is_no_plural(tmp_path, capsys):
    rows = [{"query": "q", "faithful": False, "recall_at_k": 0.5, "faithfulness_by": "lexical/sure", "metadata": {"who": "a"},
             "claims": [{"text": "a", "verdict": "uncertain"}]}]
    said = " ".join(text(tmp_path, capsys, rows, "--cluster", "metadata.who", "--min-recall", "0.1").split())
    for words in ("RAG diagnosis of 1 trace ", "Matrix (1 row with both signals)", "Tentative: 1 row is no sample.", "for each of 1 failing trace,",
                  "in 1 row (an offline estimate)", "1 of 1 claim, in 1 row, is uncertain", "(1 cluster)", "of 1 row with recall_at_k"):
        assert words in said
    assert not any(f"1 {noun}" in said for noun in ("rows", "traces", "claims", "slices", "clusters"))
    assert "  1 row" in text(tmp_path, capsys, [{"faithful": True}])
    assert "Warning: 1 repeated query: rows" in text(tmp_path, capsys, [{"query": "q", "faithful": True}] * 2)
    assert "Not in the matrix: the answer is empty (1)\n" in text(tmp_path, capsys, [{"answer": "", "faithful": True}])


def test_a_number_and_its_percent_sign_stand_on_one_line(tmp_path, capsys):
    for good in range(1, 40, 3):
        for poor in range(1, 40, 7):
            said = text(tmp_path, capsys, rows_of({"good_faithful": good, "poor_faithful": poor}))
            assert not [line for line in said.splitlines() if line.lstrip().startswith("%")]


def test_retrieval_that_is_never_poor_is_not_to_be_repaired_first(tmp_path, capsys):
    got = report(tmp_path, capsys, rows_of({"good_faithful": 1, "good_hallucinating": 1}))
    assert got["verdict"]["too_close"] and "Repair retrieval first" not in got["primary_issue"]
    assert got["primary_issue"].endswith("would settle it. Retrieval is good on every row. Tentative: 2 rows are few.")


def test_a_generator_ahead_by_chance_is_no_reason_to_repair_it_first(tmp_path, capsys):
    """38/15/1/19 of 73: retrieval's drop is 34/73 - 15/53 = 18.3 points, generation's 15/73 = 20.5; the difference is -2.3, and
    its sign must stand beside an interval that has one. The headline, the order of repairs and every page say one thing."""
    counts = {"good_faithful": 38, "good_hallucinating": 15, "poor_faithful": 1, "poor_hallucinating": 19}
    assert round(100 * (34 / 73 - 15 / 53 - 15 / 73), 1) == -2.3
    got = report(tmp_path, capsys, rows_of(counts), "--html", str(tmp_path / "r.html"), "--md", str(tmp_path / "r.md"))
    assert got["verdict"]["layer"] == "generation" and got["verdict"]["too_close"]
    said = " ".join(text(tmp_path, capsys, rows_of(counts)).split())
    pages = [(tmp_path / name).read_text(encoding="utf-8") for name in ("r.html", "r.md")]
    for words in (got["primary_issue"], said, *pages):
        assert "the drops differ by -2.3 points [-18." in words and "ahead by less than chance can do, so repair retrieval first" in words
    assert [one["kind"] for one in got["issues"]] == ["retrieval", "generation"]
    assert "Repair first: retrieval, 26 %" in said and "Then: generation, 21 %" in said and "Primary: " not in said
    assert "<b>Try first:</b> " + got["issues"][0]["fixes"][0][:30] in pages[0]
    clear = report(tmp_path, capsys, rows_of({"good_faithful": 50, "good_hallucinating": 40, "poor_faithful": 5, "poor_hallucinating": 5}, 4))
    assert not clear["verdict"]["too_close"] and [one["kind"] for one in clear["issues"]][:2] == ["generation", "retrieval"]


@pytest.mark.parametrize("difference, words", [(-0.0004, "0.0"), (0.0004, "0.0"), (-0.25, "-25.0"), (0.111, "11.1")])
def test_a_difference_has_its_sign_and_nothing_has_none(difference, words):
    counts = dict.fromkeys(KIN, 1)
    decision = rag_diagnostic.decide(counts)
    decision["what_if"]["difference"] = difference
    assert f"the drops differ by {words} points [" in rag_diagnostic.verdict_sentence(*decision.values(), counts)


@pytest.mark.parametrize("counts, words", [
    ((5, 1, 1, 0), "would rise from 14.3 % to 16.7 % were retrieval always good, and fall to 0 % were the generator perfect"),
    ((1, 1, 1, 1), "would stay at 50 % were retrieval always good, and fall to 25 % were the generator perfect"),
    ((3, 0, 1, 1), "would fall from 20 % to 0 % were retrieval always good, and stay at 20 % were the generator perfect")])
def test_what_would_not_fall_is_not_said_to(tmp_path, capsys, counts, words):
    assert words in report(tmp_path, capsys, rows_of(dict(zip(KIN, counts))))["primary_issue"]


def test_no_group_of_means_is_called_none(tmp_path, capsys):
    rows = [{"faithful": True, "faithfulness_by": "human", "support": 0.5}, {"answer": "", "support": 0.1}]
    assert list(report(tmp_path, capsys, rows)["layers"]["means"]) == ["support", "support (other rows)"]


def test_an_estimated_matrix_says_so(tmp_path, capsys):
    said = text(tmp_path, capsys, [{"faithful": True, "retrieval_good": True, "retrieval_basis": "estimated"}] * 2)
    assert "Matrix (2 rows with both signals, retrieval ESTIMATED)\n" in said
    got = report(tmp_path, capsys, [{**one, "retrieval_basis": "estimated"} for one in rows_of(KIN)])
    assert got["primary_issue"].endswith(" Retrieval is ESTIMATED.") and "of rows (ESTIMATED), and on 20 of them" in got["issues"][0]["reason"]


def test_means_over_different_k_are_said_to_be(tmp_path, capsys):
    said = text(tmp_path, capsys, [{"faithful": True, "recall_at_k": 0.5, "k": k} for k in (5, 3)])
    assert "recall_at_k was measured at different k (3, 5)" in " ".join(said.split())


def test_a_k_that_hides_documents_which_answers_rest_on_is_said(tmp_path, capsys):
    """4 documents, k 3: the fourth counts as not retrieved, and supports answers all the same. Not so at k 4, where the generator was
    shown three, or where the smaller half of the rows has more."""
    def rows(k, sizes, **more):
        return [{"id": str(i), "faithful": True, "recall_at_k": 1.0, "retrieval_basis": "gold", "k": k,
                 "retrieved_docs": [{"id": f"d{place}"} for place in range(size)], **more} for i, size in enumerate(sizes)]
    notes = report(tmp_path, capsys, rows(3, [4] * 6 + [3] * 4))["notes"]
    assert len(notes) == 1 and notes[0].startswith("k is 3, but 6 of 10 rows hold more documents, and faithfulness was judged on all of them")
    assert "Note: k is 3, but 6 of 10 rows" in text(tmp_path, capsys, rows(3, [4] * 6 + [3] * 4))
    for fine in (rows(4, [4] * 10), rows(3, [4] * 5 + [3] * 5), rows(3, [4] * 10, context_docs=[{"id": "d0"}]), rows(3, [4] * 10, faithful=None, abstained=True)):
        assert report(tmp_path, capsys, fine)["notes"] == []


# --- flags that would do nothing, files that would be lost ---

@pytest.mark.parametrize("flags, words", [
    (["--gate-on", "bound"], "--gate-on needs a gate: --max-hallucination"),
    (["--redact"], "--redact needs --html, --md or --csv"),
    (["--html-traces", "5"], "--html-traces needs --html or --json"),
    (["--cluster", "no.such"], "--cluster no.such: no row has this field"),
    (["--md", "a", "--csv", "./a"], "--csv ./a: --md names the same file"),
    (["--html", "t.jsonl"], "--html t.jsonl: --traces names the same file, which would be lost"),
])
def test_what_does_nothing_or_harm_is_wrong_usage(tmp_path, script, flags, words):
    write(tmp_path, rows_of(KIN))
    before = (tmp_path / "t.jsonl").read_bytes()
    done = script("rag_diagnostic.py", "--traces", "t.jsonl", *flags, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"") and words in done.stderr.decode() and done.stderr.count(b"\n") == 1
    assert os.listdir(tmp_path) == ["t.jsonl"] and (tmp_path / "t.jsonl").read_bytes() == before


def test_a_field_to_slice_by_that_no_row_has_is_named(tmp_path, capsys):
    assert "Note: --by no.such: no row has this field.\n" in text(tmp_path, capsys, rows_of(KIN), "--by", "no.such")


# --- gates ---

@pytest.mark.parametrize("flags, code, words", [
    (["--max-hallucination", "0.31"], 0, ""), (["--max-hallucination", "0.3"], 0, ""),
    (["--max-hallucination", "0.25"], 1, "missed, within noise; 30 % [21.9, 39.6] of 100 rows with a faithfulness verdict"),
    (["--max-hallucination", "0.25", "--gate-on", "bound"], 0, ""),
    (["--max-hallucination", "0.2", "--gate-on", "bound"], 1, "missed, beyond noise"),
    (["--min-retrieval-good", "0.72"], 0, ""), (["--min-retrieval-good", "0.75"], 1, "of 100 rows with a retrieval signal"),
    (["--min-recall", "0.5"], 2, "no rows with recall_at_k"), (["--min-relevance", "0.5"], 2, "no rows with answer_relevance"),
    (["--max-hallucination", "1.5"], 2, "outside 0..1"),
])
def test_gates(tmp_path, capsys, flags, code, words):
    assert rag_diagnostic.main(["--traces", write(tmp_path, rows_of(KIN)), *flags]) == code
    assert words in capsys.readouterr().err


def test_gates_on_recall_and_relevance_name_their_denominator(tmp_path, capsys):
    rows = [{"faithful": True, "recall_at_k": 0.5, "relevant": i > 1} for i in range(10)]
    assert rag_diagnostic.main(["--traces", write(tmp_path, rows), "--min-recall", "0.6", "--min-relevance", "0.9"]) == 1
    err = capsys.readouterr().err
    assert "gate --min-recall 0.6: missed, beyond noise; 50 % of 10 rows with recall_at_k" in err
    assert "gate --min-relevance 0.9: missed, within noise; 80 % [49.0, 94.3] of 10 rows with relevant" in err


# --- as a user runs it ---

def test_the_text_fits_80_columns_and_names_the_cells(tmp_path, script):
    done = script("rag_diagnostic.py", "--traces", write(tmp_path, rows_of(KIN)))
    text = done.stdout.decode("utf-8")
    assert done.returncode == 0 and done.stderr == b"" and "\033" not in text
    assert max(map(len, text.splitlines()[:-1])) <= 80
    for words in ("system works", "generator problem", "lucky guess", "both broken", "62 % [52, 71]", "signature: "):
        assert words in text


def test_standard_input_gzip_utf16_and_a_byte_order_mark_are_read(tmp_path, script):
    rows = "".join(json.dumps(row) + "\r\n" for row in rows_of({"good_faithful": 2})) + "\r\n"
    packed = tmp_path / "t.jsonl.gz"
    packed.write_bytes(gzip.compress(rows.encode()))
    wide = tmp_path / "wide.jsonl"
    wide.write_text(rows, encoding="utf-16", newline="")
    marked = tmp_path / "marked.jsonl"
    marked.write_bytes(b"\xef\xbb\xbf" + rows.encode())
    wants = script("rag_diagnostic.py", "--traces", "-", "--json", stdin=rows).stdout
    assert json.loads(wants)["n"] == 2
    for path in (packed, wide, marked):
        assert script("rag_diagnostic.py", "--traces", path, "--json").stdout == wants
    assert script("rag_diagnostic.py", "--traces", "-", "--json", stdin=gzip.compress(rows.encode())).stdout == wants


@pytest.mark.parametrize("make, code, words", [
    (lambda path: None, 3, "No such file"), (lambda path: path.mkdir(), 3, "no readable file"),
    (lambda path: path.write_bytes(b""), 3, "no rows"), (lambda path: path.write_bytes(b"\n \n"), 3, "no rows"),
    (lambda path: path.write_bytes(b"\x1f\x8b\x08junk"), 3, "cannot read"), (lambda path: path.write_bytes(b"\xff\xfe\x00"), 3, "cannot read"),
    (lambda path: path.write_bytes(b'{"faithful": true, "q": "\xe9"}'), 3, "--encoding"),
])
def test_a_bad_file_is_one_line(tmp_path, script, make, code, words):
    make(tmp_path / "x.jsonl")
    done = script("rag_diagnostic.py", "--traces", tmp_path / "x.jsonl")
    assert done.returncode == code and done.stdout == b""
    assert words in done.stderr.decode() and done.stderr.count(b"\n") == 1 and done.stderr.startswith(b"error: ")


def test_an_encoding_can_be_named(tmp_path, script):
    path = tmp_path / "x.jsonl"
    path.write_bytes('{"faithful": true, "query": "caf\u00e9"}'.encode("cp1252"))
    assert script("rag_diagnostic.py", "--traces", path, "--encoding", "cp1252").returncode == 0
    done = script("rag_diagnostic.py", "--traces", path, "--encoding", "klingon")
    assert done.returncode == 2 and b"klingon" in done.stderr


@pytest.mark.parametrize("flags", [[], ["--traces"], ["--traces", "x", "--bogus"], ["--traces", "x", "--limit", "few"],
                                   ["--traces", "x", "--recall-threshold", "2"], ["--traces", "x", "--faithful-threshold", "9"]])
def test_wrong_usage_is_one_line_and_2(script, flags):
    done = script("rag_diagnostic.py", *flags)
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and b"Traceback" not in done.stderr


def test_a_closed_pipe_is_quiet(tmp_path):
    path = write(tmp_path, rows_of(KIN))
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, str(SCRIPTS / "rag_diagnostic.py"), "--traces", path], stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert done.returncode == 141 and done.stderr == b""


def test_a_bug_is_70_with_its_traceback(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(rag_diagnostic, "hallucination_rates", lambda cells: 1 / 0)
    assert rag_diagnostic.main(["--traces", write(tmp_path, rows_of(KIN))]) == 70
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_limit_and_show(tmp_path, capsys):
    path = write(tmp_path, rows_of(KIN))
    assert rag_diagnostic.main(["--traces", path, "--limit", "7", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["n"] == 7
    assert rag_diagnostic.main(["--traces", path, "--show", "poor_faithful-3"]) == 0
    assert json.loads(capsys.readouterr().out) == {"id": "poor_faithful-3", "faithful": True, "retrieval_good": False}
    assert rag_diagnostic.main(["--traces", path, "--show", "nobody"]) == 3


def test_same_rows_same_bytes_and_the_seed_is_in_the_signature(tmp_path, script):
    path = write(tmp_path, rows_of(KIN))
    first = script("rag_diagnostic.py", "--traces", path, "--json")
    assert first.stdout == script("rag_diagnostic.py", "--traces", path, "--json").stdout
    other = json.loads(script("rag_diagnostic.py", "--traces", path, "--json", "--seed", "7").stdout)
    assert "|seed:7|" in other["signature"] and other["what_if"]["difference"] == json.loads(first.stdout)["what_if"]["difference"]


def test_json_holds_no_nan_even_for_one_row(tmp_path, script):
    text = script("rag_diagnostic.py", "--traces", write(tmp_path, [{"faithful": True}]), "--json").stdout.decode()
    assert "NaN" not in text and "Infinity" not in text


def test_lone_surrogates_in_ids_do_not_stop_the_report(tmp_path, script):
    rows = ['{"id": "\\ud800", "faithful": false, "retrieval_good": true}'] * 3
    for flags in ([], ["--json"]):
        assert script("rag_diagnostic.py", "--traces", write(tmp_path, rows), *flags).returncode == 0
