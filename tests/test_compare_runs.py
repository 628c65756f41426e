"""compare_runs.py: the tests and intervals equal their sources, the gate stays quiet on luck, unlike runs are refused."""
from __future__ import annotations

import functools
import itertools
import json
import random
import re
import subprocess

import compare_runs
import pytest
from conftest import SCRIPTS
from pythons import found_pythons

# Newcombe (1998), Statistics in Medicine 17:2635-2650, Table III, method 10, 95 %: counts e f g h, limits of (f - g) / n.
NEWCOMBE_TABLE_III = [
    (36, 12, 2, 0, 0.0569, 0.3404), (20, 12, 2, 16, 0.0562, 0.3292), (18, 12, 2, 18, 0.0562, 0.3290),
    (36, 14, 0, 0, 0.1528, 0.4167), (35, 14, 0, 1, 0.1461, 0.4175), (18, 14, 0, 18, 0.1441, 0.3963),
    (2, 97, 1, 0, 0.8721, 0.9854), (1, 97, 1, 1, 0.8736, 0.9850), (0, 29, 1, 0, 0.6666, 0.9882),
    (2, 98, 0, 0, 0.9178, 0.9945), (1, 98, 0, 1, 0.9171, 0.9916), (0, 30, 0, 0, 0.8395, 1.0),
    (54, 0, 0, 0, -0.0664, 0.0664), (53, 0, 0, 1, -0.0729, 0.0729), (30, 0, 0, 24, -0.0358, 0.0358),
    (29, 0, 0, 25, -0.0354, 0.0354), (28, 0, 0, 26, -0.0352, 0.0352), (27, 0, 0, 27, -0.0351, 0.0351)]


@pytest.mark.parametrize("both, first, second, neither, low, high", NEWCOMBE_TABLE_III)
def test_newcombe_paired_limits_are_the_published_ones(both, first, second, neither, low, high):
    # Four printed digits; the lower limit of 1 97 1 1 is 0.87367 and stands as 0.8736 in the table.
    assert compare_runs.newcombe_paired(both, first, second, neither) == pytest.approx([low, high], abs=0.00008)


def test_newcombe_paired_on_the_worked_example_of_fagerland_lydersen_and_laake():
    # Statistical Analysis of Contingency Tables (2017), chapter 8, complete response before and after (Cavo 2012).
    assert compare_runs.newcombe_paired(59, 6, 16, 80) == pytest.approx([-0.1186, -0.0046], abs=0.00006)
    assert compare_runs.mcnemar_exact(6, 16) == pytest.approx(0.052479, abs=1e-6)


def test_newcombe_limits_turn_with_the_sign_of_the_difference():
    low, high = compare_runs.newcombe_paired(20, 3, 11, 9)
    assert compare_runs.newcombe_paired(20, 11, 3, 9) == pytest.approx([-high, -low], abs=1e-12)


@pytest.mark.parametrize("lost, gained, p", [(0, 0, 1.0), (1, 9, 0.021484375), (0, 5, 0.0625), (0, 6, 0.03125), (5, 5, 1.0),
                                             (4, 6, 0.75390625)])
def test_mcnemar_exact_has_the_binomial_values(lost, gained, p):
    assert compare_runs.mcnemar_exact(lost, gained) == pytest.approx(p, abs=1e-12)
    assert compare_runs.mcnemar_exact(gained, lost) == pytest.approx(p, abs=1e-12)


def test_mcnemar_equals_scipy_and_statsmodels():
    stats = pytest.importorskip("scipy.stats")
    for lost, gained in [(0, 1), (3, 17), (40, 61), (250, 300), (4900, 5200), (1, 3000)]:
        assert compare_runs.mcnemar_exact(lost, gained) == pytest.approx(stats.binomtest(lost, lost + gained).pvalue, rel=1e-9)
    tables = pytest.importorskip("statsmodels.stats.contingency_tables")
    assert compare_runs.mcnemar_exact(7, 19) == pytest.approx(tables.mcnemar([[50, 7], [19, 30]], exact=True).pvalue, abs=1e-9)


def test_holm_has_its_values_and_equals_statsmodels():
    assert compare_runs.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02], abs=1e-12)
    assert compare_runs.holm([]) == []
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    chance = random.Random(1)
    for n in (1, 2, 7, 30):
        values = [chance.random() ** 3 for _ in range(n)]
        assert compare_runs.holm(values) == pytest.approx(list(multitest.multipletests(values, method="holm")[1]), abs=1e-9)


def test_wilson_fisher_welch_and_the_unpaired_interval_equal_the_libraries():
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    stats = pytest.importorskip("scipy.stats")
    for count, n in [(0, 10), (10, 10), (76, 100), (3, 4)]:
        assert compare_runs.wilson(count, n) == pytest.approx(list(proportion.proportion_confint(count, n, method="wilson")), abs=1e-9)
    for x1, n1, x2, n2 in [(3, 4, 1, 4), (56, 70, 48, 80), (0, 30, 9, 40), (500, 2000, 430, 1900)]:
        assert compare_runs.fisher_exact(x1, n1, x2, n2) == pytest.approx(
            stats.fisher_exact([[x1, n1 - x1], [x2, n2 - x2]])[1], rel=1e-9)
        assert compare_runs.newcombe_unpaired(x1, n1, x2, n2) == pytest.approx(
            list(proportion.confint_proportions_2indep(x1, n1, x2, n2, method="newcomb")), abs=1e-9)
    before, after = [0.1, 0.5, 0.2, 0.9], [0.4, 0.8, 0.9, 0.7, 1.0]
    p, interval = compare_runs.welch(before, after)
    test = stats.ttest_ind(after, before, equal_var=False)
    assert p == pytest.approx(test.pvalue, abs=1e-9)
    assert interval == pytest.approx(list(test.confidence_interval()), abs=1e-9)


def test_unpaired_limits_are_the_published_ones():
    # Newcombe (1998), Statistics in Medicine 17:873-890, Table II, method 10: 56/70 against 48/80.
    assert compare_runs.newcombe_unpaired(56, 70, 48, 80) == pytest.approx([0.0524, 0.3339], abs=0.00006)


def every_sign(values):
    """p by trying every sign of every difference, the slow and plain way."""
    seen, beyond, all_of_them = abs(sum(values)), 0, 0
    for signs in itertools.product((1, -1), repeat=len(values)):
        beyond += abs(sum(sign * value for sign, value in zip(signs, values))) >= seen - 1e-12
        all_of_them += 1
    return beyond / all_of_them


def test_permutation_equals_full_enumeration_up_to_twelve_pairs():
    chance = random.Random(5)
    for n in range(1, 13):
        for values in ([chance.choice([-1.0, -0.5, 0.0, 0.25, 0.5, 1.0]) for _ in range(n)], [chance.gauss(0.3, 1) for _ in range(n)]):
            assert compare_runs.sign_flip(values, "x")[0] == pytest.approx(every_sign(values), abs=1e-12)


def test_drawn_and_limit_permutations_agree_with_the_exact_binomial_of_equal_steps():
    # Differences of one size make the permutation test a sign test, whose p is known for any n.
    for up, down, tolerance in [(30, 16, 0.012), (2100, 2200, 0.006)]:
        p, name = compare_runs.sign_flip([0.5] * up + [-0.5] * down, "seed")
        assert p == pytest.approx(compare_runs.mcnemar_exact(down, up), abs=tolerance), name


def test_the_seed_and_nothing_else_settles_what_is_drawn():
    values = [0.1 * (place % 7 - 2) for place in range(60)]
    assert compare_runs.sign_flip(values, "1:x") == compare_runs.sign_flip(values, "1:x")
    one, other = (compare_runs.bootstrap_mean(values, [1] * 60, seed)[0] for seed in ("1:x", "2:x"))
    assert one != other and one == pytest.approx(other, abs=0.02)


def test_the_bootstrap_interval_is_near_the_t_interval_where_both_hold():
    chance = random.Random(3)
    values = [chance.gauss(0.1, 1) for _ in range(200)]
    moments = compare_runs.Moments()
    for value in values:
        moments.add(value)
    low, high = moments.summary()["ci95"]
    assert compare_runs.bootstrap_mean(values, [1] * 200, "s")[0] == pytest.approx([low, high], abs=0.1 * (high - low))


def test_the_drawn_number_of_changed_pairs_has_the_binomial_law():
    table = compare_runs.binomial_table(10, 0.3)
    assert table[:3] == pytest.approx([0.0282475249, 0.1493083459, 0.3827827864], abs=1e-10)


# --- whole runs ---

def rows_of(values, **fields):
    return [{"id": key, "query": f"What about {key}?", **value, **fields} for key, value in values.items()]


def verdicts(prefix="q", **values):
    return {key: {"faithful": bool(value)} for key, value in values.items()}


@pytest.fixture
def compare(tmp_path, capsys):
    """run(before rows, after rows, *flags) -> (exit code, JSON report or text, standard error)."""
    def run(before, after, *flags, text=False):
        paths = []
        for name, rows in (("before.jsonl", before), ("after.jsonl", after)):
            paths.append(tmp_path / name)
            paths[-1].write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        code = compare_runs.main(["--before", str(paths[0]), "--after", str(paths[1]), *([] if text else ["--json"]), *map(str, flags)])
        out, err = capsys.readouterr()
        return code, (json.loads(out) if out and not text else out), err.replace(str(tmp_path) + "/", "")
    return run


def paired(both, neither, only_before, only_after, field="faithful"):
    """Rows of two runs with the given counts of pairs."""
    ends = [(True, True)] * both + [(False, False)] * neither + [(True, False)] * only_before + [(False, True)] * only_after
    return [[{"id": f"t{place}", field: pair[side]} for place, pair in enumerate(ends)] for side in (0, 1)]


def test_cmp_001_rows_of_other_questions_are_left_out_and_named(compare):
    before, after = rows_of(verdicts(q1=1, q2=0, q3=1)), rows_of(verdicts(q2=1, q3=1, q4=0))
    code, report, err = compare(before, after)
    assert code == 0 and report["pairs"] == 2
    assert report["unpaired"] == {"before": ["q1"], "after": ["q4"], "before_count": 1, "after_count": 1}
    assert report["metrics"]["hallucination_rate"]["difference"] == -0.5
    assert "a subset is compared: 2 pairs of 3 rows before and 3 after" in err
    text = compare(before, after, text=True)[1]
    assert "only before (1): q1" in text and "only after (1): q4" in text


def test_cmp_004_the_same_questions_are_tested_as_pairs(compare):
    _, report, _ = compare(*paired(60, 30, 1, 9))
    metric = report["metrics"]["hallucination_rate"]
    assert metric["difference"] == pytest.approx(-0.08) and metric["p_value"] == pytest.approx(0.021484, abs=5e-7)
    assert metric["test"] == "mcnemar_exact" and metric["change"] == "better" and metric["n"] == 100
    assert (metric["before"], metric["after"]) == (pytest.approx(0.39), pytest.approx(0.31))
    assert metric["ci95"][1] < 0


def test_cmp_006_identical_runs_are_no_zero_by_zero(compare):
    _, report, _ = compare(*paired(8, 2, 0, 0))
    metric = report["metrics"]["hallucination_rate"]
    assert (metric["difference"], metric["p_value"], metric["note"]) == (0.0, 1.0, "no row changed")
    assert metric["ci95"][0] < 0 < metric["ci95"][1]
    assert report["verdict"].startswith("unchanged") and report["regressed"] == report["improved"] == []


def test_cmp_010_other_settings_are_refused_and_each_is_named(compare):
    before = rows_of(verdicts(a=1), k=5, retrieval_good=True, faithfulness_by="judge:m1/0.1.0")
    after = rows_of(verdicts(a=1), k=10, retrieval_good=True, faithfulness_by="judge:m2/0.1.0")
    code, report, err = compare(before, after)
    assert code == 2 and "k: 5 before, 10 after" in err and "judge: m1 before, m2 after" in err and err.count("\n") == 1
    code, report, err = compare(before, after, "--allow-different-signatures")
    assert code == 0 and [each["part"] for each in report["settings_differ"]] == ["judge", "k"]
    assert "different settings, k: 5 before, 10 after" in err


@pytest.mark.parametrize("field, before, after, part", [
    ("faithfulness_by", "lexical/sure/0.1.0", "lexical/likely/0.1.0", "lexical settings"),
    ("faithfulness_by", "lexical/sure/0.1.0", "lexical/sure/0.2.0", "lexical version"),
    ("faithfulness_by", "lexical/sure/0.1.0", "human", "scorer"),
    ("faithfulness_by", "judge:org/m1/0.1.0", "judge:org/m2/0.1.0", "judge"),
    ("retrieval_by", "k5/linear/0.1.0", "k5/exponential/0.1.0", "retrieval settings"),
    ("retrieval_by", "k5/linear/0.1.0", "k3/linear/0.1.0", "k"),
    ("retrieval_basis", "gold", "estimated", "retrieval basis")])
def test_the_part_of_the_settings_that_differs_is_named(compare, field, before, after, part):
    code, _, err = compare(*(rows_of(verdicts(a=1), retrieval_good=True, **{field: value}) for value in (before, after)))
    assert code == 2 and f" {part}: " in err and "--allow-different-signatures" in err


def test_signals_read_in_two_ways_are_other_settings(compare):
    code, _, err = compare([{"id": 1, "faithful": True}], [{"id": 1, "faithfulness_score": 5}])
    assert code == 2 and "reading of signals" in err


def test_cmp_011_digits_never_hide_what_the_bound_says():
    metric = {"kind": "rate", "difference": 0.0157, "ci95": [0.000004, 0.031]}
    assert compare_runs.change_text(metric) == "+1.5700 pt [+0.0004, +3.1000]"
    assert compare_runs.change_text({"kind": "mean", "difference": 0.0157, "ci95": [0.0004, 0.031]}) == "+0.0157 [+0.0004, +0.0310]"


def test_cmp_012_ids_that_hold_other_questions_are_refused(compare):
    code, _, err = compare([{"id": "1", "query": "Fee?", "faithful": 1}], [{"id": "1", "query": "Opening hours?", "faithful": 1}])
    assert code == 2 and "query differs for 1 of 1 ids" in err
    before = [{"id": place, "query": f"Question {place}", "faithful": True} for place in range(10)]
    after = [dict(row, query="Something else" if row["id"] == 3 else row["query"].upper()) for row in before]
    code, _, err = compare(before, after)
    assert code == 0 and "query differs for 1 of 10 ids" in err


def test_pairing_by_query_mends_reused_numbers(compare):
    before = [{"id": 1, "query": "Fee?", "faithful": 1}, {"id": 2, "query": "Hours?", "faithful": 0}]
    after = [{"id": 1, "query": "Hours?", "faithful": 1}, {"id": 2, "query": " Fee? ", "faithful": 1}]
    code, report, _ = compare(before, after, "--key", "query")
    assert code == 0 and report["pairs"] == 2 and [row["id"] for row in report["improved"]] == ["Hours?"]


def test_ids_are_compared_as_trimmed_text(compare):
    _, report, _ = compare([{"id": 101, "faithful": 1}, {"id": " a ", "faithful": 1}], [{"id": "101", "faithful": 1},
                                                                                      {"id": "a", "faithful": 1}])
    assert report["pairs"] == 2


def test_a_row_without_the_key_or_with_a_repeated_one_has_its_place(compare):
    code, _, err = compare([{"id": 1, "faithful": 1}, {"faithful": 1}], [{"id": 1, "faithful": 1}])
    assert code == 3 and err.startswith("error: before.jsonl:2: no id to pair the row by")
    code, _, err = compare([{"id": 1, "faithful": 1}], [{"id": 1, "faithful": 1}, {"id": 1.0, "faithful": 0}])
    assert code == 3 and err.startswith("error: after.jsonl:2: id '1' stands on line 1 too")


def test_runs_without_a_common_id_are_two_samples_with_a_warning(compare):
    before = [{"id": f"a{place}", "faithful": place < 12, "recall_at_k": place % 4 / 4} for place in range(20)]
    after = [{"id": f"b{place}", "faithful": place < 18, "recall_at_k": place % 5 / 5} for place in range(25)]
    code, report, err = compare(before, after)
    metric = report["metrics"]["hallucination_rate"]
    assert code == 0 and "needs far more data" in err and report["pairs"] == 0 and report["moved"] is None
    assert metric["test"] == "fisher_exact" and metric["n"] == [20, 25]
    # Newcombe's limits from the Wilson limits of 7/25 and 8/20, worked out by hand.
    assert (metric["before"], metric["after"]) == (0.4, 0.28) and metric["ci95"] == pytest.approx([-0.37369, 0.14675], abs=0.00005)
    assert report["metrics"]["recall_at_k"]["test"] == "welch_t"
    assert compare(before, before, "--unpaired")[1]["paired"] is False


def test_movement_between_cells_and_what_changed_in_a_row(compare):
    before = [{"id": "r", "query": "How long?", "faithful": True, "retrieval_good": True, "recall_at_k": 1.0, "answer": "12 hours",
               "gold_doc_ids": ["d2"], "retrieved_docs": [{"id": "d1", "text": "a"}, {"id": "d2", "text": "b"}]},
              {"id": "s", "query": "Who?", "faithful": False, "retrieval_good": False},
              {"id": "t", "query": "Where?", "faithful": True, "retrieval_good": True}]
    after = [dict(before[0], faithful=False, retrieval_good=False, recall_at_k=0.0, answer="21 hours",
                  retrieved_docs=[{"id": "d1", "text": "a"}, {"id": "d9", "text": "c"}]),
             dict(before[1], faithful=True), dict(before[2], faithful=None, abstained=True)]
    _, report, _ = compare(before, after)
    assert report["moved"]["good_faithful"]["poor_hallucinating"] == 1 and report["moved"]["poor_hallucinating"]["poor_faithful"] == 1
    assert sum(sum(row.values()) for row in report["moved"].values()) == 2
    assert report["moved_outside"] == {"faithful/good -> abstained/good": 1}
    assert [row["id"] for row in report["regressed"]] == ["r", "t"] and [row["id"] for row in report["improved"]] == ["s"]
    worst = report["regressed"][0]
    assert worst["answer"] == {"before": "12 hours", "after": "21 hours"}
    assert worst["documents"] == {"lost": ["d2"], "new": ["d9"], "ranks": {}, "reordered": False}
    assert worst["gold_rank"] == {"before": 2, "after": None}
    assert worst["values"]["recall_at_k"] == [1.0, 0.0] and worst["cells"] == ["good_faithful", "poor_hallucinating"]


def test_ranks_that_changed_are_named_once(compare):
    def run(faithful, *docs):
        return [{"id": 1, "faithful": faithful, "retrieved_docs": [{"id": doc, "text": None} for doc in docs]}]
    _, report, _ = compare(run(True, "a", "b", "c", "b"), run(False, "b", "a", "c"))
    assert report["regressed"][0]["documents"] == {"lost": [], "new": [], "ranks": {"a": [1, 2], "b": [2, 1]}, "reordered": True}


def test_what_one_run_lacks_is_named_and_not_taken_for_zero(compare):
    before = rows_of({"a": {"faithful": True, "recall_at_k": 1.0}, "b": {"faithful": None, "recall_at_k": 0.0}})
    after = rows_of({"a": {"faithful": True}, "b": {"faithful": False}})
    code, report, err = compare(before, after, "--allow-different-signatures")
    assert report["metrics"]["hallucination_rate"]["n"] == 1
    assert report["metrics"]["hallucination_rate"]["left_out"] == {"missing before": 1}
    assert report["not_compared"]["recall_at_k"] == "no row has it after" and "recall_at_k cannot be compared" in err


def test_a_gate_without_its_signal_is_wrong_usage_not_a_pass(compare):
    code, _, err = compare([{"id": 1, "answer": "x"}], [{"id": 1, "answer": "x"}], "--fail-on", "regression")
    assert code == 2 and err.startswith("error: nothing to compare")
    code, _, err = compare([{"id": 1, "faithful": 1}], [{"id": 1, "faithful": 1}], "--metrics", "recall_at_k")
    assert code == 2 and "--metrics recall_at_k: no row of either run has it" in err


def test_people_and_automatic_verdicts_are_not_pooled(compare):
    before = [{"id": place, "faithful": True, "faithfulness_by": "human" if place < 3 else "lexical/sure/0.1.0"} for place in range(10)]
    _, report, err = compare(before, before)
    assert report["metrics"]["hallucination_rate"]["n"] == 7 and report["basis"]["faithfulness"] == "automatic"
    assert "not pooled" in err


def test_estimated_retrieval_is_called_so(compare):
    rows = rows_of(verdicts(a=1, b=0), retrieval_good=True, retrieval_basis="estimated")
    assert "ESTIMATED" in compare(rows, rows, text=True)[1]


def test_fields_of_ones_own_with_their_direction(compare):
    before = [{"id": place, "metadata": {"ms": 100.0 + place}} for place in range(20)]
    after = [{"id": place, "metadata": {"ms": 150.0 + place}} for place in range(20)]
    flags = ("--metrics", "metadata.ms", "--lower-is-better", "metadata.ms", "--fail-on", "regression")
    code, report, err = compare(before, after, *flags)
    assert code == 1 and report["metrics"]["metadata.ms"]["difference"] == 50.0 and "gate regression: FAILED: metadata.ms" in err
    assert compare(before, after, *flags, "--tolerance", "50")[0] == 0
    assert compare(before, after, *flags[:2])[1]["metrics"]["metadata.ms"]["change"] == "better"


def test_holm_runs_over_the_metrics_shown(compare):
    before, after = paired(60, 30, 1, 9)
    for place, (one, other) in enumerate(zip(before, after)):
        one["recall_at_k"] = other["recall_at_k"] = place % 2 / 2
    _, report, _ = compare(before, after)
    metric = report["metrics"]["hallucination_rate"]
    assert list(report["metrics"]) == ["hallucination_rate", "retrieval_good_rate", "recall_at_k"]
    assert metric["p_adjusted"] == pytest.approx(3 * 0.021484375) and metric["change"] == "no clear change"
    _, report, _ = compare(before, after, "--metrics", "hallucination_rate")
    assert report["metrics"]["hallucination_rate"]["p_adjusted"] == pytest.approx(0.021484375)


def test_where_test_and_interval_disagree_the_test_decides_and_that_is_said(compare):
    code, report, _ = compare(*paired(35, 0, 5, 0), "--fail-on", "regression")
    metric = report["metrics"]["hallucination_rate"]
    assert metric["ci95"][0] > 0 and metric["p_value"] == 0.0625
    assert code == 0 and metric["change"] == "no clear change" and "the test decides" in metric["note"]


def test_slices_that_moved_are_named_and_others_are_not(compare):
    before = [{"id": place, "faithful": True, "metadata": {"topic": "ab"[place % 2]}} for place in range(80)]
    after = [dict(row, faithful=row["metadata"]["topic"] == "a" or row["id"] % 4 == 1) for row in before]
    _, report, _ = compare(before, after)
    assert [(one["field"], one["value"]) for one in report["slices"]["moved"]] == [("metadata.topic", "b")]
    assert report["slices"]["looked_at"] == 2


def test_detectable_change_and_the_traces_wanted(compare):
    _, report, _ = compare(*paired(60, 30, 1, 9), "--effect", "0.1", "--metrics", "hallucination_rate")
    found = report["detectable"]["metrics"]["hallucination_rate"]
    # 11/102 of the pairs change: 2.8016 * sqrt(0.10784 / 100) = 9.2 points; Connor's formula for 10 points.
    assert found["smallest"] == pytest.approx(0.0920, abs=0.0001) and found["n_for_effect"] == 83
    assert report["detectable"]["effect"] == 0.1


def test_rows_of_one_cluster_move_together_and_widen_the_interval(compare):
    before = [{"id": place, "faithful": True, "doc": place // 10} for place in range(400)]
    after = [dict(row, faithful=row["doc"] % 5 != 0) for row in before]
    alone = compare(before, after)[1]["metrics"]["hallucination_rate"]
    together = compare(before, after, "--cluster", "doc")[1]["metrics"]["hallucination_rate"]
    assert together["clusters"] == 40 and together["difference"] == alone["difference"] == 0.2
    assert together["ci95"][1] - together["ci95"][0] > 2 * (alone["ci95"][1] - alone["ci95"][0])
    assert together["p_value"] == 2 ** -7 and "clusters" in together["test"]


def test_a_question_asked_twice_is_warned_about(compare):
    rows = [{"id": place, "query": "The same?", "faithful": True} for place in range(3)]
    assert "2 rows ask a question asked before" in compare(rows, rows)[2]


def test_the_gate_fires_on_a_true_drop_and_not_on_a_gain(compare):
    before, after = paired(40, 10, 20, 2)
    assert compare(before, after, "--fail-on", "regression")[0] == 1
    assert compare(before, after, "--fail-on", "regression", "--tolerance", "0.3")[0] == 0
    assert compare(after, before, "--fail-on", "regression")[0] == 0
    assert compare(before, after)[0] == 0


def luck(chance, n):
    """Two runs of one system: what a question is like stays, what comes out is drawn anew each time."""
    pairs = {"hallucination_rate": [], "retrieval_good_rate": [], "relevant_rate": [], "recall_at_k": []}
    for _ in range(n):
        hard = chance.betavariate(0.6, 1.4)
        runs = []
        for _ in range(2):
            recall = sum(chance.random() > hard for _ in range(2)) / 2
            runs.append((float(chance.random() < hard * (1.2 - recall) / 1.2), float(recall >= 0.5), float(chance.random() > hard / 3),
                         recall))
        for name, *pair in zip(pairs, *runs):
            pairs[name].append(tuple(pair))
    return pairs


@pytest.mark.parametrize("n, runs", [(40, 400), (100, 400), (1000, 200)])
def test_the_gate_fires_in_at_most_five_percent_of_unchanged_systems(n, runs, monkeypatch):
    # The interval never gates, so it is left out here; fewer permutations only make p coarser, not smaller.
    monkeypatch.setattr(compare_runs, "bootstrap_mean", lambda *args, **flags: (None, "left out"))
    monkeypatch.setattr(compare_runs, "sign_flip", functools.partial(compare_runs.sign_flip, draws=399))
    chance, fired = random.Random(2024 + n), 0
    for seed in range(runs):
        metrics = {name: compare_runs.compare_pairs(name, pairs, None, seed) for name, pairs in luck(chance, n).items()}
        compare_runs.judge_metrics(metrics, {**compare_runs.RATES, **compare_runs.MEANS})
        fired += bool(compare_runs.gate_failures(metrics, 0.0))
    assert fired <= 0.05 * runs


# --- pages and commands ---

HOSTILE = '<script>alert("x")</script></style>\' | *a* javascript:'


def hostile_runs():
    before = [{"id": f"{HOSTILE}{place}", "query": HOSTILE, "faithful": True, "answer": HOSTILE, "retrieval_good": True,
               "metadata": {HOSTILE[:30]: "v"}, "retrieved_docs": [{"id": HOSTILE, "text": HOSTILE}]} for place in range(12)]
    return before, [dict(row, faithful=False, answer=HOSTILE + "2", retrieved_docs=[]) for row in before]


def test_text_of_traces_is_text_in_the_page_and_in_markdown(compare, tmp_path):
    page, note = tmp_path / "c.html", tmp_path / "c.md"
    assert compare(*hostile_runs(), "--html", page, "--md", note)[0] == 0
    html = page.read_text(encoding="utf-8")
    assert "<script" not in html.lower() and html.count("</style>") == 1 and "&lt;script&gt;" in html
    assert "default-src 'none'" in html and re.findall(r"(?:src|href)=.?[^ >]*", html) == ['href="data:,"']
    assert html.count("<details>") == 12
    markdown = note.read_text(encoding="utf-8")
    assert "<script" not in markdown and "&lt;script&gt;" in markdown


def test_pages_are_the_same_bytes_each_time(compare, tmp_path):
    for name in ("one.html", "two.html"):
        compare(*hostile_runs(), "--html", tmp_path / name)
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()


def test_text_stays_within_eighty_columns(compare):
    before, after = paired(60, 30, 1, 9)
    text = compare([dict(row, recall_at_k=0.5, metadata={"t": "x" * 50}) for row in before],
                   [dict(row, recall_at_k=1.0, metadata={"t": "x" * 50}) for row in after], text=True)[1]
    paths_and_signature = ("before:", "after:", "compare_runs|")
    assert [line for line in text.splitlines() if len(line) > 80 and not line.startswith(paths_and_signature)] == []


@pytest.mark.parametrize("flags, code, words", [
    (["--before", "-", "--after", "-"], 2, "cannot both be standard input"),
    (["--before", "nowhere.jsonl", "--after", "x"], 3, "nowhere.jsonl: cannot read"),
    (["--before", ".", "--after", "x"], 3, "cannot read"),
    (["--before", "x"], 2, "--after"),
    (["--before", "x", "--after", "y", "--effect", "0"], 2, "--effect 0"),
    (["--before", "x", "--after", "y", "--fail-on", "luck"], 2, "invalid choice")])
def test_wrong_use_is_one_line(script, tmp_path, flags, code, words):
    done = script("compare_runs.py", *flags, cwd=tmp_path)
    assert done.returncode == code and words in done.stderr.decode() and done.stderr.count(b"\n") == 1


def test_bad_lines_stop_or_are_counted(compare, tmp_path, script):
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text("".join(f'{{"id": {place}, "faithful": true}}\n' for place in range(10)), encoding="utf-8")
    bad.write_text(good.read_text(encoding="utf-8") + '{"id": 77, "faithful": "maybe"}\n', encoding="utf-8")
    done = script("compare_runs.py", "--before", good, "--after", bad)
    assert done.returncode == 3 and b"bad.jsonl:11: field 'faithful' must be true or false" in done.stderr
    done = script("compare_runs.py", "--before", good, "--after", bad, "--skip-errors")
    assert done.returncode == 0 and b"skipped: " in done.stderr


def test_one_run_may_come_from_standard_input_with_its_details(script, tmp_path):
    path = tmp_path / "b.jsonl"
    path.write_text('{"id": 1, "faithful": true, "answer": "old"}\n', encoding="utf-8")
    done = script("compare_runs.py", "--before", path, "--after", "-", "--json", stdin='{"id": 1, "faithful": false, "answer": "new"}\n')
    assert json.loads(done.stdout)["regressed"][0]["answer"] == {"before": "old", "after": "new"}


def test_show_prints_both_rows(script, tmp_path):
    path = tmp_path / "b.jsonl"
    path.write_text('{"id": 1, "extra": "kept"}\n', encoding="utf-8")
    done = script("compare_runs.py", "--before", path, "--after", path, "--show", "1")
    assert json.loads(done.stdout) == {"before": {"id": 1, "extra": "kept"}, "after": {"id": 1, "extra": "kept"}}
    assert script("compare_runs.py", "--before", path, "--after", path, "--show", "2").returncode == 3


def test_a_bug_is_seventy_with_its_traceback(compare, monkeypatch):
    monkeypatch.setattr(compare_runs, "mcnemar_exact", lambda lost, gained: 1 / 0)
    code, _, err = compare(*paired(1, 1, 1, 1))
    assert code == 70 and "ZeroDivisionError" in err and "bug" in err


def test_the_script_names_only_itself_in_its_help():
    assert "scripts/compare_runs.py" in (SCRIPTS / "compare_runs.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("field, value", [("gold_doc_ids", 5), ("metadata", [1]), ("history", 5), ("claims", "x"), ("query", 7), ("answer", {})])
def test_fields_that_are_only_shown_may_hold_anything(compare, field, value):
    assert compare([{"id": 1, "faithful": True, field: value}], [{"id": 1, "faithful": False, field: value}])[0] == 0


def test_a_number_too_large_to_square_has_its_place(compare):
    code, _, err = compare([{"id": 1, "hit_at_k": 1e300}], [{"id": 1, "hit_at_k": 1}])
    assert code == 3 and err.startswith("error: before.jsonl:1: field 'hit_at_k'")


@pytest.mark.parametrize("flags, words", [
    (["--cluster", "metadata.tipic"], "--cluster metadata.tipic: no row of either run has it as a plain value"),
    (["--by", "tipic"], "--by tipic: no row of the run before has it as a plain value"),
    (["--lower-is-better", "metadata.ms"], "--lower-is-better metadata.ms: no row of either run has it as a number"),
    (["--lower-is-better", "recall_at_k"], "--lower-is-better recall_at_k: higher is better; the flag is for fields of your own"),
    (["--metrics", "hallucination_rate", "--lower-is-better", "n"], "--lower-is-better n: it is not among --metrics, so it would "
     "not be compared"),
    (["--unpaired", "--by", "t"], "--by needs pairs, and these runs are compared as independent samples"),
    (["--fail-on", "regression", "--tolerance", "nan"], "--tolerance nan must be a number from 0 on"),
    (["--fail-on", "regression", "--tolerance", "inf"], "--tolerance inf must be a number from 0 on"),
    (["--md", "-", "--html", "-"], "--md and --html cannot both be standard output")])
def test_a_flag_that_would_do_nothing_is_refused(compare, flags, words):
    rows = [{"id": place, "faithful": True, "t": "a", "n": 1} for place in range(3)]
    assert compare(rows, rows, *flags)[::2] == (2, f"error: {words}\n")


def test_clusters_that_stand_in_the_second_run_only_count(compare):
    before, after = paired(4, 4, 6, 2)
    report = compare(before, [dict(row, c=place % 5) for place, row in enumerate(after)], "--cluster", "c")[1]
    assert report["metrics"]["hallucination_rate"]["clusters"] == 5


def test_a_single_unpaired_value_is_no_certainty(compare):
    """Welch's formula gives the lone value no variance: p was 0.0132 here. scipy's ttest_ind with equal variances: 0.1583."""
    before, after = [{"id": "x", "recall_at_k": 0.1}], [{"id": place, "recall_at_k": place / 10} for place in (2, 3, 4, 5, 6)]
    metric = compare(before, after)[1]["metrics"]["recall_at_k"]
    assert metric["test"] == "student_t_pooled" and metric["p_value"] == pytest.approx(0.15830242337545788, abs=1e-9)
    assert metric["ci95"] == pytest.approx([-0.18089439866, 0.78089439866], abs=1e-9) and metric["change"] == "no clear change"


def test_hit_at_k_is_a_share_or_a_truth(compare):
    rows = [{"id": 1, "hit_at_k": "true"}, {"id": 2, "hit_at_k": False}, {"id": 3, "hit_at_k": 1}]
    assert compare(rows, rows)[1]["metrics"]["hit_at_k"]["before"] == pytest.approx(2 / 3)
    code, _, err = compare([{"id": 1, "hit_at_k": 7}], [{"id": 1, "hit_at_k": 1}])
    assert code == 3 and err == "error: before.jsonl:1: field 'hit_at_k' must be a finite number within 0..1, got 7\n"


def test_documents_of_the_wrong_kind_are_a_bad_line(compare):
    before = [{"id": place, "faithful": True} for place in range(9)]
    after = [dict(row, faithful=False) for row in before[:8]] + [dict(before[8], faithful=False, retrieved_docs=["bare"])]
    code, _, err = compare(before, after)
    assert code == 3 and err.startswith("error: after.jsonl:9: field 'retrieved_docs[0]' must be an object")
    code, report, err = compare(before, after, "--skip-errors")
    assert code == 0 and report["pairs"] == 8 and err.startswith("skipped: after.jsonl:9: ")


def test_json_leaves_standard_output_to_a_page(compare):
    rows = [{"id": 1, "faithful": True}]
    code, out, err = compare(rows, rows, "--json", "--md", "-", text=True)
    assert code == 0 and out.startswith("**unchanged") and json.loads(err)["pairs"] == 1


def test_show_finds_a_question_whatever_its_white_space(compare):
    rows = [{"query": "what  is\tit?", "faithful": True}]
    assert compare(rows, rows, "--key", "query", "--show", "what is it?")[1] == {"before": rows[0], "after": rows[0]}


def test_every_python_gives_the_same_bytes(tmp_path):
    chance = random.Random(8)
    for name in ("before", "after"):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps({
            "id": place, "faithful": chance.random() < 0.6, "support": chance.random(), "recall_at_k": chance.random(),
            "metadata": {"c": str(place % 7), "ms": 100 * chance.random()}}) + "\n" for place in range(60)), encoding="utf-8")
    for flags in ([], ["--unpaired"], ["--cluster", "metadata.c"], ["--metrics", "metadata.ms"]):
        outputs = {subprocess.run([python, str(SCRIPTS / "compare_runs.py"), "--before", "before.jsonl", "--after", "after.jsonl",
                                   "--json", *flags], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
                   for python in found_pythons().values()}
        assert len(outputs) == 1


def test_rows_improve_only_by_the_metrics_that_were_named(tmp_path, capsys):
    for name, precision in (("a", 0.2), ("b", 0.4)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(
            {"id": i, "recall_at_k": 1.0, "precision_at_k": precision, "retrieval_good": True}) + "\n" for i in range(8)), encoding="utf-8")
    flags = ["--before", str(tmp_path / "a.jsonl"), "--after", str(tmp_path / "b.jsonl"), "--json"]
    assert compare_runs.main([*flags, "--metrics", "recall_at_k"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["improved_count"] == 0
    assert report["detectable"]["metrics"]["recall_at_k"] == {"smallest": None, "n_for_effect": None}
    assert compare_runs.main(flags) == 0
    assert json.loads(capsys.readouterr().out)["improved_count"] == 8
