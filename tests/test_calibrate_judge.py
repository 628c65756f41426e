"""calibrate_judge.py: figures equal their sources, samples are blind and weighted back, the page labels and hides nothing."""
from __future__ import annotations

import collections
import itertools
import json
import random
import subprocess

import calibrate_judge
import pytest
from conftest import SCRIPTS
from pythons import found_pythons

OK, BAD = "faithful", "hallucinating"


def rows_of(verdicts, **fields):
    return [{"id": f"r{place}", "query": f"Q{place}?", "answer": "A.", "faithful": verdict, **fields}
            for place, verdict in enumerate(verdicts)]


@pytest.fixture
def score(tmp_path, capsys):
    """run(rows, labels, *flags) -> (exit code, JSON report or text, standard error); labels is {id: label}, CSV text or rows."""
    def run(rows, labels, *flags, text=False, name="labels"):
        traces, path = tmp_path / "judged.jsonl", tmp_path / f"{name}.file"
        traces.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        if isinstance(labels, dict):
            labels = [{"id": key, "label": label} for key, label in labels.items()]
        if not isinstance(labels, str):
            labels = "".join(json.dumps(row) + "\n" for row in labels)
        path.write_text(labels, encoding="utf-8")
        code = calibrate_judge.main(["score", "--traces", str(traces), "--labels", str(path), *([] if text else ["--json"]),
                                     *map(str, flags)])
        out, err = capsys.readouterr()
        return code, (json.loads(out) if out and not text else out), err.replace(str(tmp_path) + "/", "")
    run.folder = tmp_path
    return run


def against(human, judge):
    """(rows, labels) of two lists of 1 (faithful) and 0."""
    return rows_of([bool(value) for value in judge]), {f"r{place}": value for place, value in enumerate(human)}


# --- the cases ---

def test_cal_001_one_label_alone_leaves_kappa_unknown_beside_full_agreement(score):
    code, report, err = score(*against([1] * 5, [1] * 5))
    assert code == 0 and report["accuracy"]["share"] == 1.0
    assert report["kappa"]["value"] is None and report["kappa"]["reason"] == "only one label present"
    assert report["tpr"]["share"] is None and report["f1"]["value"] is None
    assert "kappa is null: only one label present" in err
    text = score(*against([1] * 5, [1] * 5), text=True)[1]
    assert "only one label present" in text and "refused: " in text and "one class only" in text


def test_cal_002_a_judge_that_always_passes_is_found_out(score):
    _, report, _ = score(*against([1] * 9 + [0], [1] * 10))
    # The case counts "pass" as positive; here the positive class is hallucinating, so its TNR is our TPR.
    assert report["accuracy"]["share"] == pytest.approx(0.9) and report["kappa"]["value"] == pytest.approx(0.0, abs=1e-12)
    assert (report["tpr"]["share"], report["tpr"]["count"], report["tpr"]["n"]) == (0.0, 0, 1)
    assert report["tnr"]["share"] == 1.0
    assert report["corrected_rate"]["share"] is None and "not above 1 by more than noise" in report["corrected_rate"]["reason"]


def test_cal_005_words_of_people_and_judges_mean_the_same_two_classes(score):
    rows = rows_of(["pass", "fail", "yes", "no", "Faithful"])
    labels = dict(zip((row["id"] for row in rows), ["Pass", "FAIL", "1", "0", "grounded"]))
    _, report, _ = score(rows, labels)
    assert report["n"] == 5 and report["accuracy"]["share"] == 1.0
    code, _, err = score(rows, {"r0": "Pass", "r1": "meh", "r2": "so-so"})
    assert code == 3 and "labels.file:2: field 'label': 'meh'" in err and "labels.file:3" in err and "--label-map" in err
    assert score(rows, {"r0": "Pass", "r1": "meh", "r2": "so-so"}, "--label-map", "meh=hallucinating,So so=skip")[1]["n"] == 2


def test_cal_007_four_labels_come_with_their_interval(score):
    _, report, _ = score(*against([1, 1, 0, 0], [1, 1, 0, 1]))
    assert report["accuracy"]["share"] == 0.75 and report["kappa"]["value"] == pytest.approx(0.5)
    assert report["accuracy"]["ci95"] == pytest.approx([0.300642, 0.954413], abs=1e-6)
    assert report["confusion"] == {"tp": 1, "fp": 0, "fn": 1, "tn": 2}


# --- figures against their sources ---

TABLES = [(20, 5, 10, 15), (3, 1, 1, 3), (45, 15, 25, 15), (1, 8, 2, 90), (118, 5, 2, 0)]


def test_kappa_equals_statsmodels_and_sklearn():
    inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")
    metrics = pytest.importorskip("sklearn.metrics")
    for tp, fp, fn, tn in TABLES:
        found = inter_rater.cohens_kappa([[tp, fn], [fp, tn]])
        value, error = calibrate_judge.kappa_parts(tp, fp, fn, tn)
        assert value == pytest.approx(found.kappa, abs=1e-9) and error == pytest.approx(found.std_kappa, abs=1e-9)
        people, judge = [1] * tp + [0] * fp + [1] * fn + [0] * tn, [1] * (tp + fp) + [0] * (fn + tn)
        report = calibrate_judge.agreement(calibrate_judge_items(tp, fp, fn, tn))
        assert report["kappa"]["value"] == pytest.approx(metrics.cohen_kappa_score(people, judge), abs=1e-9)
        assert report["f1"]["value"] == pytest.approx(metrics.f1_score(people, judge), abs=1e-9)
        assert report["precision"]["share"] == pytest.approx(metrics.precision_score(people, judge), abs=1e-9)
        assert report["tpr"]["share"] == pytest.approx(metrics.recall_score(people, judge), abs=1e-9)


def test_kappa_has_the_textbook_value():
    # Two readers of 50 grant proposals, 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: kappa 0.40 (a common worked example).
    assert calibrate_judge.kappa_parts(20, 5, 10, 15)[0] == pytest.approx(0.4, abs=1e-12)


def calibrate_judge_items(tp, fp, fn, tn, **fields):
    cells = [(True, True)] * tp + [(False, True)] * fp + [(True, False)] * fn + [(False, False)] * tn
    return [calibrate_judge.Item(str(place), human, judge, **fields) for place, (human, judge) in enumerate(cells)]


@pytest.mark.parametrize("positive, tested, se, sp, rate, places", [
    (23, 150, 0.96, 0.89, 0.051, 3),  # epiR manual, epi.prev: brucellosis, 5.1 per 100 cows
    (6, 151, 0.964, 0.927, -0.037, 3)])  # the same, Helicobacter pylori: below 0, which epiR reports as 0
def test_rogan_gladen_equals_the_worked_examples_of_epir(positive, tested, se, sp, rate, places):
    assert calibrate_judge.rogan_gladen(positive / tested, se, sp) == pytest.approx(rate, abs=0.5 * 10 ** -places)


def test_a_corrected_rate_below_zero_is_cut_and_said():
    items = calibrate_judge_items(80, 10, 20, 90)
    found = calibrate_judge.correct_rate(items, calibrate_judge.rate(2, 200), 0, 500)
    assert found["share"] == 0.0 and found["ci95"][0] == 0.0 and "it was cut to 0..1" in found["reason"]


def test_the_corrected_interval_carries_the_judges_uncertainty():
    few, many = calibrate_judge_items(8, 1, 2, 9), calibrate_judge_items(800, 100, 200, 900)
    observed = calibrate_judge.rate(2600, 10000)
    wide, narrow = (calibrate_judge.correct_rate(items, observed, 0)["ci95"] for items in (few, many))
    assert wide[1] - wide[0] > 4 * (narrow[1] - narrow[0])
    # Delta method at TPR .8, TNR .9 of 1,000 each and .26 of 10,000: standard error .0129, so +/- .025 around .2286.
    assert narrow == pytest.approx([0.2286 - 0.025, 0.2286 + 0.025], abs=0.003)


def test_false_discovery_and_tails_equal_the_libraries():
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    stats = pytest.importorskip("scipy.stats")
    chance = random.Random(4)
    values = [chance.random() ** 2 for _ in range(20)]
    assert calibrate_judge.false_discovery(values) == pytest.approx(list(multitest.multipletests(values, method="fdr_bh")[1]), abs=1e-12)
    for wrong, n, all_wrong, total in [(3, 3, 3, 6), (2, 10, 9, 40), (0, 12, 20, 60)]:
        law = stats.hypergeom(total, all_wrong, n)
        expected = min(1, 2 * min(law.cdf(wrong), law.sf(wrong - 1)))
        assert calibrate_judge.tail_p(wrong, n, all_wrong, total) == pytest.approx(expected, abs=1e-12)


def test_labels_needed_follow_the_wilson_interval():
    assert calibrate_judge.rate_labels(0.05, 0.5) == 381 and calibrate_judge.rate_labels(0.1, 0.5) == 93
    assert calibrate_judge.rate_labels(0.05, 0.1) < 200


# --- weights ---

def stratified(seed, n, rows=4000):
    """Rows judged with TPR .8 and TNR .9 at a true rate of .2, half of the alarms' size drawn from each verdict."""
    chance = random.Random(seed)
    truth = [chance.random() < 0.2 for _ in range(rows)]
    judge = [chance.random() < (0.8 if bad else 0.1) for bad in truth]
    groups = {verdict: [place for place in range(rows) if judge[place] is verdict] for verdict in (True, False)}
    items = []
    for verdict, places in groups.items():
        for place in chance.sample(places, n // 2):
            items.append(calibrate_judge.Item(str(place), truth[place], verdict, len(places) / (n // 2), f"s{verdict}"))
    return items, calibrate_judge.rate(sum(judge), rows)


def test_weights_give_the_populations_rates_and_not_the_samples():
    items, observed = stratified(1, 2000, 12000)
    report = calibrate_judge.agreement(items)
    plain = report["tpr"]["count"] / report["tpr"]["n"]
    assert plain > 0.86  # the sample holds too many alarms, so counts alone flatter the judge
    assert report["tpr"]["share"] == pytest.approx(0.8, abs=0.03) and report["tnr"]["share"] == pytest.approx(0.9, abs=0.02)
    assert calibrate_judge.correct_rate(items, observed, 0)["share"] == pytest.approx(0.2, abs=0.02)


def test_weighted_intervals_cover_the_truth():
    covered = collections.Counter()
    for seed in range(120):
        items, observed = stratified(seed, 100)
        report = calibrate_judge.agreement(items, seed, 300)
        for name, truth in (("tpr", 0.8), ("tnr", 0.9), ("accuracy", 0.88)):
            covered[name] += report[name]["ci95"][0] <= truth <= report[name]["ci95"][1]
        low, high = calibrate_judge.correct_rate(items, observed, seed, 300)["ci95"] or (0, 1)
        covered["corrected"] += low <= 0.2 <= high
    assert min(covered.values()) >= 0.88 * 120, covered


def test_what_was_drawn_but_not_labelled_is_made_up_for():
    items = calibrate_judge_items(0, 0, 0, 2, stratum="a") + calibrate_judge_items(0, 0, 0, 8, stratum="b")
    calibrate_judge.reweigh(items, {"a": 100, "b": 40})
    assert [item.weight for item in items] == [50.0] * 2 + [5.0] * 8


def test_rows_of_one_cluster_widen_the_interval(score):
    rows = rows_of([place % 40 >= 10 for place in range(200)], metadata={})
    for place, row in enumerate(rows):
        row["conversation"] = place // 10
    labels = {row["id"]: OK for row in rows}
    alone, together = score(rows, labels)[1]["accuracy"], score(rows, labels, "--cluster", "conversation")[1]["accuracy"]
    assert alone["share"] == together["share"] == 0.75
    assert together["ci95"][1] - together["ci95"][0] > 2 * (alone["ci95"][1] - alone["ci95"][0])


def test_forty_right_in_ten_conversations_are_ten(score):
    """Wilson's interval of 10 of 10 is [0.7225, 1] (Brown, Cai, DasGupta 2001), of 40 of 40 [0.912, 1]."""
    rows = rows_of([True] * 40 + [False] * 40)
    for place, row in enumerate(rows):
        row["metadata"] = {"thread": place // 4}
    labels = {row["id"]: OK if row["faithful"] else BAD for row in rows}
    _, report, err = score(rows, labels, "--cluster", "metadata.thread")
    for name in ("tnr", "tpr", "precision"):
        assert report[name]["ci95"] == pytest.approx([0.7225, 1.0], abs=1e-4), name
        assert report[name]["effective_n"] == pytest.approx(10)
    assert report["cluster"] == {"field": "metadata.thread", "clusters": 20} and "20 values of metadata.thread are few" in err


@pytest.mark.parametrize("weights", [False, True])
def test_rows_written_four_times_in_one_cluster_say_no_more_than_once(score, weights):
    chance = random.Random(3)
    rows, labels = [], []
    for place in range(76):
        human = chance.random() < 0.5
        judge = human if place % 8 else not human
        row = {"id": f"r{place}", "answer": "A.", "faithful": judge, "support": round(chance.uniform(0.3, 1) - 0.3 * (not human), 3),
               "metadata": {"kind": "old" if place % 6 == 0 else "new"}}
        rows.append(row)
        labels.append({"id": row["id"], "label": human})
        if weights:
            labels[-1].update(stratum=f"s{judge:d}", stratum_rows=100 if judge else 300)
    often = [{**row, "id": f"{row['id']}-{copy}", "metadata": {**row["metadata"], "group": place}}
             for place, row in enumerate(rows) for copy in range(4)]
    labelled = [{**label, "id": f"{label['id']}-{copy}"} for label in labels for copy in range(4)]
    if weights:  # the strata's sizes in rows
        labelled = [{**label, "stratum_rows": label["stratum_rows"] * 4} for label in labelled]
    second = [{"id": label["id"], "label": label["label"] if place % 8 < 4 else not label["label"]} for place, label in enumerate(labelled)]
    once = score(rows, labels)[1]
    score(often, second, name="second")
    _, found, err = score(often, labelled, "--cluster", "metadata.group", "--second-labels", score.folder / "second.file")
    assert found["n"] == 304 and "are few" not in err
    for name in ("accuracy", "tpr", "tnr", "precision", "f1", "kappa", "corrected_rate"):
        assert found[name]["ci95"] == pytest.approx(once[name]["ci95"], abs=0.02), name
    assert found["observed_rate"]["ci95"] == pytest.approx(once["observed_rate"]["ci95"], abs=0.005)
    assert found["threshold"]["value"] == once["threshold"]["value"]
    for name, figure in found["threshold"]["out_of_sample"].items():
        assert figure["ci95"] == pytest.approx(once["threshold"]["out_of_sample"][name]["ci95"], abs=0.02), name
    assert {one["value"]: one["p_value"] for one in found["slices"]} == pytest.approx(
        {one["value"]: one["p_value"] for one in once["slices"]}, abs=0.05)
    assert [one["p_value"] < 0.01 for one in score(often, labelled)[1]["slices"] if one["field"] == "metadata.kind"] == [True, True]
    assert found["people"]["agreement"]["effective_n"] == pytest.approx(75, abs=1)
    assert found["second"]["accuracy"]["effective_n"] == pytest.approx(75, abs=1)


def test_a_conversation_is_in_one_fold_of_the_trial():
    """A score that tells conversations apart and nothing else must not look good on rows of conversations it was chosen on."""
    chance = random.Random(5)
    items = [calibrate_judge.Item(f"{place}", place % 2 == 0, True, cluster=place // 2 // 5 * 2 + place % 2, score=chance.random())
             for place in range(100)]
    tried = calibrate_judge.threshold_trial(items, 0)
    assert sorted(item.key for item in tried) == sorted(item.key for item in items)
    by_cluster = collections.defaultdict(list)
    for place, item in enumerate(tried):
        by_cluster[item.cluster].append(place)
    assert all(places[-1] - places[0] == len(places) - 1 for places in by_cluster.values())


# --- scoring ---

def test_labels_in_every_usual_form(score):
    rows = rows_of([True, False])
    forms = ["id,label\nr0,faithful\nr1,hallucinating\n", "\ufeffid;note;label\r\nr0;\"a;b\";1\r\nr1;;0\r\n", "trace_id\thuman\nr0\tyes\nr1\tno\n",
             '{"id": "r0", "label": true}\n{"id": "r1", "label": false}\n', "id,hallucinated\nr0,0\nr1,1\n",
             "id,hallucination\nr0,no\nr1,Hallucinated\n"]
    for form in forms:
        _, report, _ = score(rows, form)
        assert report["confusion"] == {"tp": 1, "fp": 0, "fn": 0, "tn": 1}, form


def test_ratings_are_cut_where_the_flag_says_and_not_guessed(score):
    rows = rows_of([True, False, True])
    code, _, err = score(rows, {"r0": 5, "r1": 2, "r2": 4})
    assert code == 3 and "--label-threshold" in err
    _, report, _ = score(rows, {"r0": 5, "r1": 2, "r2": 4}, "--label-threshold", "4")
    assert report["confusion"] == {"tp": 1, "fp": 0, "fn": 0, "tn": 2} and "|labels>=4|" in report["signature"]


def test_labels_that_may_mean_two_things_are_asked_about(score):
    rows = rows_of([True, False])
    code, _, err = score(rows, "id,human,verdict\nr0,yes,no\n")
    assert code == 3 and "label may be in human or verdict; say --label-field NAME" in err
    assert score(rows, "id,human,verdict\nr0,yes,no\n", "--label-field", "human")[1]["confusion"]["tn"] == 1
    code, _, err = score(rows, "id,colour\nr0,red\n")
    assert code == 3 and "no field with label" in err
    code, _, err = score(rows, "id,label\nr0,yes\nr0,no\n")
    assert code == 3 and "r0" in err and "another label on line 2" in err and "--second-labels" in err
    assert "1 labels are repeated and count once" in score(rows, "id,label\nr0,yes\nr0,yes\n")[2]


def test_what_does_not_join_is_counted_and_named(score):
    rows = rows_of([True, None, False]) + [{"id": "e", "answer": " ", "faithful": True}, {"id": "x", "answer": "I pass.", "abstained": True}]
    labels = {"r0": OK, "r1": OK, "r2": "cannot_tell", "e": BAD, "x": OK, "gone": BAD}
    code, report, err = score(rows, labels)
    assert code == 0 and report["n"] == 1 and report["not_in_traces"] == ["gone"]
    assert report["left_out"] == {"no_verdict": {"no_signal": 1, "empty": 1, "abstained": 1}, "label_skipped": 1, "not_in_traces": 1}
    assert "1 labels have no row in the traces: gone" in err
    code, _, err = score(rows, {"gone": BAD})
    assert code == 3 and "none of its 1 labels has a judged row" in err and "'gone'" in err


def test_people_come_first_when_there_are_two(score, tmp_path):
    second = tmp_path / "second.csv"
    second.write_text("id,label\nr0,faithful\nr1,faithful\nr2,hallucinating\nr3,hallucinating\n", encoding="utf-8")
    rows, labels = rows_of([True, True, False, False]), {"r0": OK, "r1": BAD, "r2": BAD, "r3": BAD}
    _, report, _ = score(rows, labels, "--second-labels", second)
    assert report["people"]["n"] == 4 and report["people"]["agreement"]["share"] == 0.75 and report["people"]["kappa"]["value"] == 0.5
    assert report["second"]["accuracy"]["share"] == 1.0 and report["accuracy"]["share"] == 0.75
    text = score(rows, labels, "--second-labels", second, text=True)[1]
    assert text.index("Between the two people") < text.index("Judge against people")


def test_the_observed_rate_is_over_all_verdicts_and_people_are_no_judge(score):
    rows = rows_of([True] * 6 + [False] * 4) + [{"id": "h", "faithful": False, "faithfulness_by": "human"}]
    _, report, _ = score(rows, {"r0": OK, "r9": BAD, "h": BAD})
    assert (report["observed_rate"]["count"], report["observed_rate"]["n"]) == (4, 10)
    assert report["left_out"]["no_verdict"] == {"human": 1}


def test_verdicts_from_scores_and_from_a_field_of_ones_own(score):
    rows = [{"id": "a", "faithfulness_score": 5}, {"id": "b", "faithfulness_score": 2}]
    assert score(rows, {"a": OK, "b": BAD})[1]["confusion"] == {"tp": 1, "fp": 0, "fn": 0, "tn": 1}
    rows = [{"id": "a", "eval": {"result": "PASS"}}, {"id": "b", "eval": {"result": "FAIL"}}]
    _, report, _ = score(rows, {"a": OK, "b": OK}, "--judge-field", "eval.result")
    assert report["confusion"] == {"tp": 0, "fp": 1, "fn": 0, "tn": 1} and "field:eval.result" in report["signature"]


def test_the_threshold_is_tried_on_rows_it_was_not_chosen_on():
    inside, outside, held = [], [], 0
    for seed in range(30):  # a score that says nothing
        chance = random.Random(seed)
        items = [calibrate_judge.Item(str(place), place % 2 == 0, False, score=chance.random()) for place in range(40)]
        found = calibrate_judge.find_threshold(items, "support", seed)
        out = found["out_of_sample"]["balanced_accuracy"]
        inside, outside, held = [*inside, found["in_sample"]], [*outside, out["value"]], held + (out["ci95"][0] <= 0.5 <= out["ci95"][1])
    assert sum(inside) / 30 > 0.53 > sum(outside) / 30 and held >= 26


def test_a_score_that_tells_all_is_cut_in_the_middle(score):
    rows = [{"id": f"r{place}", "faithful": True, "support": 0.2 if place % 2 else 0.9} for place in range(40)]
    labels = {f"r{place}": BAD if place % 2 else OK for place in range(40)}
    found = score(rows, labels)[1]["threshold"]
    assert found["field"] == "support" and found["value"] == pytest.approx(0.55)
    assert found["out_of_sample"]["accuracy"]["share"] == 1.0 and found["out_of_sample"]["tpr"]["n"] == 20
    assert score(rows[:6], dict(itertools.islice(labels.items(), 6)))[1]["threshold"] is None


def test_slices_where_the_judge_errs_and_the_clearest_disagreements(score):
    rows = rows_of([True] * 60)
    for place, row in enumerate(rows):
        row.update(metadata={"topic": "billing" if place % 3 == 0 else "other"}, support=0.5 + place / 200,
                   claims=[{"text": "It costs 5.", "verdict": "supported", "why": None, "doc_id": "d1"}])
    labels = {row["id"]: BAD if place % 3 == 0 and place < 45 else OK for place, row in enumerate(rows)}
    _, report, _ = score(rows, labels)
    assert [(one["value"], one["beyond_noise"]) for one in report["slices"]] == [("billing", True), ("other", True)]
    shown = report["disagreements"]
    assert len(shown) == 10 and shown[0] == {
        "id": "r42", "people": BAD, "judge": OK, "query": "Q42?", "answer": "A.",
        "claims": [{"text": "It costs 5.", "verdict": "supported", "why": None, "doc_id": "d1"}]}


def test_the_accuracy_file_holds_both_rates_with_their_counts(score, tmp_path):
    path = tmp_path / "accuracy.json"
    rows = rows_of([False] * 8 + [True] * 2 + [True] * 9 + [False], faithfulness_by="judge:m/0.1.0")
    labels = {row["id"]: BAD if place < 10 else OK for place, row in enumerate(rows)}
    assert score(rows, labels, "--accuracy-out", path)[0] == 0
    found = json.loads(path.read_text(encoding="utf-8"))
    assert (found["hallucinating"]["share"], found["hallucinating"]["count"], found["hallucinating"]["n"]) == (0.8, 8, 10)
    assert (found["faithful"]["share"], found["faithful"]["count"], found["faithful"]["n"]) == (0.9, 9, 10)
    assert found["judges"] == {"judge:m/0.1.0": 20} and found["signature"].startswith("calibrate_judge|faithful:bool|")


def test_the_diagnosis_reads_the_accuracy_file(score, script, tmp_path):
    rows = rows_of([False] * 80 + [True] * 20 + [True] * 90 + [False] * 10, retrieval_good=True)
    labels = {row["id"]: BAD if place < 100 else OK for place, row in enumerate(rows)}
    _, report, _ = score(rows, labels, "--accuracy-out", tmp_path / "accuracy.json")
    done = script("rag_diagnostic.py", "--traces", tmp_path / "judged.jsonl", "--judge-accuracy", tmp_path / "accuracy.json", "--json")
    found = json.loads(done.stdout)["calibrated"]["hallucinating"]
    assert found["share"] == pytest.approx(0.5) and report["corrected_rate"]["share"] == pytest.approx(0.5)
    assert found["ci95"] == pytest.approx(report["corrected_rate"]["ci95"], abs=0.02)


def test_text_stays_within_eighty_columns_and_says_what_is_weighted(score):
    items = [{"id": f"r{place}", "label": OK if place % 3 else BAD, "weight": 1 + place % 2, "stratum": f"s{place % 2}"} for place in range(40)]
    text = score(rows_of([place % 4 > 0 for place in range(40)]), items, text=True)[1]
    assert "weighted to the population" in text
    assert [line for line in text.splitlines() if len(line) > 80 and not line.startswith(("traces:", "labels:", "calibrate_judge|"))] == []


# --- sampling ---

@pytest.fixture
def sample(tmp_path, capsys):
    """run(rows, *flags) -> (exit code, JSON summary, standard error, rows written)."""
    def run(rows, *flags):
        traces, out = tmp_path / "t.jsonl", tmp_path / "to_label.jsonl"
        traces.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        code = calibrate_judge.main(["sample", "--traces", str(traces), "--out", str(out), "--json", *map(str, flags)])
        shown, err = capsys.readouterr()
        written = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] if out.exists() else []
        return code, json.loads(shown) if shown else None, err, written
    return run


def judged_rows(n=300):
    return [{"id": f"r{place}", "query": f"Q{place}?", "answer": "Tea is 5.", "faithful": place % 5 > 0, "retrieval_good": place % 2 == 0,
             "faithful_certain": place % 3 > 0, "faithfulness": 0.5, "support": 0.4, "claims": [{"text": "Tea is 5.", "verdict": "supported"}],
             "metadata": {"topic": "ab"[place % 2]}, "retrieved_docs": [{"id": "d", "text": "Tea is 5 euros. Cake is 3."}]}
            for place in range(n)]


def test_a_sample_is_blind_and_weighs_back_to_the_whole(sample):
    code, report, _, rows = sample(judged_rows(), "--n", 40)
    assert code == 0 and len(rows) == report["sampled"] == 40 and report["population"] == 300
    assert sum(row["weight"] for row in rows) == pytest.approx(300)
    allowed = {"id", "query", "answer", "retrieved_docs", "metadata", "label", "stratum", "stratum_rows", "weight"}
    assert all(set(row) == allowed and row["label"] is None for row in rows)
    assert "faithful" not in json.dumps([{key: row[key] for key in ("stratum", "weight")} for row in rows])
    assert all(one["drawn"] >= 2 for one in report["strata"]) and len(report["strata"]) == 8
    assert "judge" in sample(judged_rows(), "--n", 40, "--show-judge")[3][0]


def test_the_rare_class_gets_more_than_its_share(sample):
    rows = [dict(row, faithful=place >= 20, retrieval_good=True, faithful_certain=True) for place, row in enumerate(judged_rows(1000))]
    _, report, _, _ = sample(rows, "--n", 60)
    drawn = {one["of"][0]: one["drawn"] for one in report["strata"]}
    assert drawn["hallucinating"] >= 6 and sum(drawn.values()) == 60


def test_the_same_seed_draws_the_same_rows_and_another_seed_others(sample):
    ids = [[row["id"] for row in sample(judged_rows(), "--n", 20, "--seed", seed)[3]] for seed in (1, 1, 2)]
    assert ids[0] == ids[1] != ids[2]


def test_every_row_has_the_same_chance_within_its_stratum(sample):
    rows = [dict(row, retrieval_good=True, faithful_certain=True, faithful=True) for row in judged_rows(40)]
    counts = collections.Counter(row["id"] for seed in range(200) for row in sample(rows, "--n", 10, "--seed", seed)[3])
    assert len(counts) == 40 and min(counts.values()) >= 25 and max(counts.values()) <= 80  # 50 each, binomial sd 6


def test_raw_traces_can_be_labelled_before_any_judge(sample):
    code, report, _, rows = sample([{"id": 1, "query": "Q", "answer": "A"}, {"id": 2, "answer": ""}])
    assert code == 0 and len(rows) == 1 and report["left_out"] == {"empty": 1}


def test_rows_a_person_labelled_can_be_labelled_by_a_second(sample):
    rows = [dict(row, faithfulness_by="human") for row in judged_rows(6)]
    code, report, _, drawn = sample(rows)
    assert code == 0 and len(drawn) == 6 and {one["of"][0] for one in report["strata"]} == {"labelled by a person"}
    _, report, _, drawn = sample(rows + [dict(rows[0], id="j", faithfulness_by="judge:m/0.1.0")])
    assert [row["id"] for row in drawn] == ["j"] and report["left_out"] == {"human": 6}


def test_labels_needed_are_said_without_drawing(script, tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in judged_rows()), encoding="utf-8")
    done = script("calibrate_judge.py", "sample", "--traces", path, "--rate-width", "0.05", "--kappa-width", "0.1")
    assert done.returncode == 0 and b"labels bring a rate to +/- 0.05 (an interval 0.1 wide)" in done.stdout
    assert b"labels bring kappa to +/- 0.1" in done.stdout
    done = script("calibrate_judge.py", "sample", "--traces", path)
    assert done.returncode == 2 and b"--out PATH is required" in done.stderr


def test_labels_of_a_sample_score_with_its_weights(sample, script, tmp_path):
    rows = judged_rows()
    drawn = sample(rows, "--n", 40)[3]
    labels = tmp_path / "labels.csv"
    labels.write_text("id,label\n" + "".join(f"{row['id']},{OK if int(row['id'][1:]) % 7 else BAD}\n" for row in drawn), encoding="utf-8")
    flags = ["score", "--traces", tmp_path / "t.jsonl", "--labels", labels, "--json"]
    report = json.loads(script("calibrate_judge.py", *flags, "--sample", tmp_path / "to_label.jsonl").stdout)
    assert report["confusion_weighted"] and sum(report["confusion_weighted"].values()) == pytest.approx(300)
    done = script("calibrate_judge.py", *flags)
    assert json.loads(done.stdout)["confusion_weighted"] is None and b"no weights" in done.stderr


# --- the page ---

HOSTILE = '</script><script>window.ran = 1</script><img src=x onerror="window.ran=1"> \' " & \u202e \u05e9\u05dc\u05d5\u05dd \u8336 javascript:'


def label_page(sample, tmp_path, *flags, n=5):
    rows = [dict(row, query=f"{HOSTILE} {row['id']}", answer=HOSTILE, retrieved_docs=[
        {"id": HOSTILE, "text": HOSTILE + " Tea is 5 euros today. Cake is 3 \U0001f375 euros."}], metadata={"k": HOSTILE},
        claims=[{"text": HOSTILE, "verdict": "contradicted", "why": "SECRET", "doc_id": None, "evidence": "Cake is 3 \U0001f375 euros"}])
        for row in judged_rows(n)]
    page = tmp_path / "label.html"
    assert sample(rows, "--html", page, *flags)[0] == 0
    return page


def test_the_page_is_blind_and_text_stays_text(sample, tmp_path):
    page = label_page(sample, tmp_path).read_text(encoding="utf-8")
    assert page.count("<script") == 2 and page.count("</script>") == 2 and "<img" not in page
    assert "SECRET" not in page and "contradicted" not in page and '"faithful":' not in page
    assert "default-src 'none'" in page and "http:" not in page and "https:" not in page
    assert "SECRET" in label_page(sample, tmp_path, "--show-judge").read_text(encoding="utf-8")


def test_no_marks_would_tell_the_verdict_so_near_sentences_are_marked_too():
    docs = [{"id": "d", "text": "Parking costs nothing. Parcels arrive within nine days."}]
    answer = "Parcels arrive within nine weeks."
    for claims in ([{"text": answer, "verdict": "unsupported", "evidence": None}],
                   [{"text": answer, "verdict": "supported", "evidence": "Parcels arrive within nine days", "doc_id": "d"}]):
        assert calibrate_judge.evidence_marks({"answer": answer, "claims": claims}, docs) == [[[23, 55]]]


def test_evidence_marks_count_characters_of_the_text():
    docs = [{"id": "d", "text": "\U0001f375 tea. Cake is 3 euros."}, {"id": "e", "text": "Cake is 3 euros."}]
    marks = calibrate_judge.evidence_marks({"claims": [{"evidence": "Cake is 3 euros", "doc_id": "d"}]}, docs)
    assert marks == [[[7, 22]], []]
    spans = calibrate_judge.evidence_marks({"claims": [{"evidence": {"start": 0, "end": 4}, "doc_id": "e"}]}, docs)
    assert spans == [[], [[0, 4]]]


@pytest.fixture
def window(tmp_path):
    """A headless browser's window, where this machine has one."""
    browser = pytest.importorskip("browser")
    if not browser.found_browser():
        pytest.skip("no browser with its driver on this machine")
    with browser.Browser(tmp_path / "profile") as opened:
        yield opened


def test_the_page_labels_by_key_undoes_keeps_and_gives_the_labels_back(sample, tmp_path, window):
    page, browser = label_page(sample, tmp_path), window

    def read(identity):
        return browser.run(f"return document.getElementById('{identity}').textContent")
    browser.open(page)
    assert read("count") == "0 of 5 labelled" and HOSTILE in read("query")
    marks = browser.run("return Array.from(document.querySelectorAll('#docs mark'), mark => mark.textContent)")
    assert "Cake is 3 \U0001f375 euros" in marks
    browser.press("123")
    assert read("count") == "3 of 5 labelled" and read("where").startswith("4 of 5")
    browser.press("u")
    assert read("count") == "2 of 5 labelled" and read("where").startswith("3 of 5")
    browser.press("2")
    browser.type("#note", "1 is odd")
    assert read("count") == "3 of 5 labelled"  # digits typed into a note label nothing
    browser.open(page)
    assert read("count") == "3 of 5 labelled"  # kept by the browser
    browser.run("const make = URL.createObjectURL; URL.createObjectURL = blob => {blob.text().then(text => window.saved = text); "
                "return make.call(URL, blob);}; document.getElementById('save').click();")
    saved = None
    for _ in range(50):
        saved = saved or browser.run("return new Promise(done => setTimeout(() => done(window.saved || null), 100))")
    assert browser.run("return window.ran || null") is None and browser.log() == []
    assert [url for url in browser.requests() if not url.startswith(("file:", "data:", "blob:"))] == []
    labels = [json.loads(line) for line in saved.splitlines()]
    assert [label["label"] for label in labels] == [OK, BAD, BAD] and labels[2]["stratum_rows"] >= 1
    assert all(set(label) >= {"id", "label", "stratum", "stratum_rows"} for label in labels)


# --- the command ---

@pytest.mark.parametrize("flags, code, words", [
    ([], 2, "required"), (["guess"], 2, "invalid choice"), (["score", "--traces", "t"], 2, "--labels"),
    (["sample", "--traces", "t", "--out", "o", "--n", "0"], 2, "--n 0"),
    (["sample", "--traces", "nowhere.jsonl", "--out", "o"], 3, "nowhere.jsonl: cannot read"),
    (["sample", "--traces", "t", "--kappa-width", "2"], 2, "--kappa-width 2"),
    (["score", "--traces", "t", "--labels", "nowhere.csv"], 3, "nowhere.csv: cannot read"),
    (["score", "--traces", "t", "--labels", ".", "--label-map", "a"], 2, "--label-map 'a'")])
def test_wrong_use_is_one_line(script, tmp_path, flags, code, words):
    done = script("calibrate_judge.py", *flags, cwd=tmp_path)
    assert done.returncode == code and words in done.stderr.decode() and done.stderr.count(b"\n") == 1


def test_bad_rows_have_their_place_and_may_be_skipped(score):
    rows = rows_of([True] * 6) + [{"id": "z", "faithful": "perhaps"}]
    code, _, err = score(rows, {"r0": OK})
    assert code == 3 and err.startswith("error: judged.jsonl:7: field 'faithful': 'perhaps'")
    assert score(rows, {"r0": OK}, "--skip-errors")[0] == 0


def test_an_id_twice_in_the_traces_is_refused_where_a_label_joins_it(score):
    code, _, err = score(rows_of([True]) + rows_of([False]), {"r0": OK})
    assert code == 3 and "judged.jsonl:2: id 'r0' stands on line 1 too" in err


def test_a_bad_weight_has_its_place(score):
    code, _, err = score(rows_of([True]), [{"id": "r0", "label": OK, "weight": -1}])
    assert code == 3 and "labels.file:1: field 'weight' must be a number above 0, got '-1'" in err


def test_a_bug_is_seventy_with_its_traceback(score, monkeypatch):
    monkeypatch.setattr(calibrate_judge, "kappa_parts", lambda *cells: 1 / 0)
    code, _, err = score(*against([1, 0], [1, 0]))
    assert code == 70 and "ZeroDivisionError" in err


# --- what a user can get wrong ---

def test_a_blank_first_cell_of_a_table_stays_a_cell(score):
    """Lines were stripped, so that the id of a row with an empty note was taken for the note, and the label for the id."""
    labels = "note\tid\tlabel\n" + "".join(f"\tr{place}\t{OK}\n" for place in range(4)) + "seen\tr4\tfail\n"
    code, report, _ = score(rows_of([True] * 5), labels)
    assert code == 0 and report["confusion"] == {"tp": 0, "fp": 0, "fn": 1, "tn": 4}


def test_lines_of_a_table_are_counted_with_the_blank_ones(score):
    code, _, err = score(rows_of([True]), "\n\nid,label\n\nr0,pass\n\n , \nr1,what\n")
    assert code == 3 and err.startswith("error: labels.file:8: field 'label': 'what' is neither")


@pytest.mark.parametrize("label, flags, words", [
    ({"label": 10 ** 400}, ["--label-threshold", 3], "field 'label': '1000000000000000000000000000000000000...' is neither"),
    ({"label": "pass", "weight": 10 ** 400}, [], "field 'weight' must be a number above 0")])
def test_whole_numbers_too_large_for_a_float_have_their_place(score, label, flags, words):
    code, _, err = score(rows_of([True]), [{"id": "r0", **label}], *flags)
    assert code == 3 and err.startswith(f"error: labels.file:1: {words}")


def test_a_score_too_large_to_average_has_its_place(score):
    code, _, err = score(rows_of([True], mine=10 ** 400), {"r0": OK}, "--score-field", "mine")
    assert code == 3 and err.startswith("error: judged.jsonl:1: field 'mine' must be a finite number within -1e+100..1e+100")


@pytest.mark.parametrize("flags, words", [
    (["--cluster", "thread"], "--cluster thread: no labelled row of the traces has it"),
    (["--by", "metadata.topic,topic"], "--by topic: no labelled row of the traces has it"),
    (["--score-field", "suport"], "--score-field suport: no labelled row of the traces has it"),
    (["--label-threshold", "nan"], "--label-threshold nan must be a finite number")])
def test_a_flag_that_would_do_nothing_is_refused(score, flags, words):
    code, _, err = score(rows_of([True, False], metadata={"topic": "a"}), {"r0": OK, "r1": BAD}, *flags)
    assert (code, err) == (2, f"error: {words}\n")


def test_a_slice_field_that_no_row_has_is_refused_when_sampling(sample):
    assert sample(judged_rows(20), "--by", "topic")[0] == 2


def test_rows_without_a_verdict_are_drawn_by_the_slices_asked_for(sample):
    rows = [{"id": place, "answer": "A.", "lang": "de" if place < 2 else "en"} for place in range(40)]
    strata = sample(rows, "--n", 8, "--by", "lang")[1]["strata"]
    assert [(one["of"][-1], one["rows"], one["drawn"]) for one in strata] == [("de", 2, 2), ("en", 38, 6)]


def test_labels_without_a_weight_among_weighted_ones_are_refused(score):
    labels = [{"id": "r0", "label": OK, "stratum": "s1", "stratum_rows": 50}, {"id": "r1", "label": BAD}]
    code, _, err = score(rows_of([True, False]), labels)
    assert code == 3 and "1 of 2 labelled rows carry no weight, such as 'r1'" in err
    assert score(rows_of([True, False]), labels, "--unweighted")[0] == 0


def test_every_python_gives_the_same_bytes(tmp_path):
    chance = random.Random(3)
    rows = [{"id": place, "faithful": chance.random() < 0.6, "support": chance.random(), "metadata": {"c": str(place % 9)}}
            for place in range(60)]
    labels = [{"id": place, "label": chance.choice([OK, BAD]), "stratum": f"s{place % 3}", "stratum_rows": 50 + place % 3}
              for place in range(60)]
    for name, lines in (("t", rows), ("l", labels)):
        (tmp_path / name).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    for flags in ([], ["--unweighted"], ["--cluster", "metadata.c"]):
        outputs = {subprocess.run([python, str(SCRIPTS / "calibrate_judge.py"), "score", "--traces", "t", "--labels", "l", "--json", *flags],
                                  cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
                   for python in found_pythons().values()}
        assert len(outputs) == 1
