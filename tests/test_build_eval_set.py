"""build_eval_set.py: what is planned, what is kept and why not, what a set lacks. Expected values are worked out by hand."""
from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT, SCRIPTS

import build_eval_set
from build_eval_set import Library, Source, check_set, longest_copy, main, near_duplicates, sketch, spread

CORPUS = ROOT / "tests" / "data" / "corpus"
FAKE_SCORER = '''
import json, sys
VERSION = "{version}"
def main(argv):
    rows = [json.loads(line) for line in open(argv[1], encoding="utf-8")]
    with open(argv[3], "w", encoding="utf-8") as out:
        for row in rows:
            last = row["answer"].split()[-1].strip(".")
            row["faithful"] = any(last in doc["text"] for doc in row["retrieved_docs"])
            row["faithful_certain"] = True
            out.write(json.dumps(row) + "\\n")
    return 0
'''


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def read(path):
    return [json.loads(line) for line in path.open(encoding="utf-8")]


def plan(tmp_path, *flags, corpus=CORPUS):
    out = tmp_path / "tasks.jsonl"
    assert main(["plan", "--corpus", str(corpus), "--out", str(out), *map(str, flags)]) == 0
    return read(out)


@pytest.fixture
def alone(tmp_path):
    """apply(tasks, answers, version) in a folder with a copy of the script and a scorer of known behaviour."""
    def apply(tasks, answers, *flags, version="0.1.0"):
        folder = tmp_path / "copy"
        folder.mkdir(exist_ok=True)
        shutil.copy(SCRIPTS / "build_eval_set.py", folder)
        if version:
            (folder / "score_faithfulness.py").write_text(FAKE_SCORER.format(version=version), encoding="utf-8")
        done = subprocess.run([sys.executable, "-I", "-S", str(folder / "build_eval_set.py"), "apply", "--tasks",
                               str(write(tmp_path / "t.jsonl", tasks)), "--answers", str(write(tmp_path / "a.jsonl", answers)),
                               "--out", str(tmp_path / "set.jsonl"), "--json", *flags], capture_output=True, timeout=60)
        report = json.loads(done.stdout) if done.stdout else None
        return done.returncode, report, read(tmp_path / "set.jsonl") if report else None, done.stderr.decode()
    return apply


def passage(name, text, doc="doc"):
    return {"passage_id": name, "doc_id": doc, "start": 100, "end": 100 + len(text), "topic": "Tides", "text": text}


PIER = passage("p1", "High water at the old pier comes at ten past four. The gate stays shut for two hours afterwards.")
QUAY = passage("p2", "At the new quay high water is announced by a horn. Boats may moor for three nights.", "other")
MOOR = passage("p3", "Mooring at the old pier costs nine crowns for a night, and the gate is opened with a card.", "third")


def task(kind, *passages, distractors=(MOOR,)):
    return {"task_id": kind, "kind": kind, "instructions": "", "passages": list(passages), "distractors": list(distractors)}


def answer(kind="single_fact", question="When is the tide highest beside the old pier?", told="It is at ten past four",
           quotes=(("p1", "ten past four"),), **more):
    return {"task_id": kind, "question": question, "answer": told,
            "evidence": [{"passage_id": name, "quote": quote} for name, quote in quotes], **more}


# --- plan ---


def test_tasks_are_complete_and_their_offsets_are_those_of_the_documents(tmp_path):
    texts = {path.name: path.read_text(encoding="utf-8") for path in CORPUS.iterdir()}
    tasks = plan(tmp_path, "--n", 20)
    assert len(tasks) == 20 and len({row["task_id"] for row in tasks}) == 20
    for row in tasks:
        for part in row["passages"] + row["distractors"]:
            assert texts[part["doc_id"]][part["start"]:part["end"]] == part["text"]
        names = [part["passage_id"] for part in row["passages"] + row["distractors"]]
        assert len(set(names)) == len(names), "a passage is its own distractor"
        assert row["shape"]["task_id"] == row["task_id"] and row["instructions"]
        assert len(row["passages"]) == (2 if row["kind"] in ("multi_hop", "comparative") else 1)


def test_kinds_follow_the_mix_and_add_up(tmp_path):
    kinds = [row["kind"] for row in plan(tmp_path, "--n", 20)]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "single_fact": 8, "multi_hop": 3, "comparative": 3, "adversarial": 4, "unanswerable": 2}
    only = [row["kind"] for row in plan(tmp_path, "--n", 5, "--mix", "adversarial:1,unanswerable:1.5")]
    assert sorted(only) == ["adversarial"] * 2 + ["unanswerable"] * 3


def test_passages_are_spread_over_the_documents(tmp_path):
    tasks = plan(tmp_path, "--n", 7, "--mix", "single_fact:1")
    assert len({row["passages"][0]["doc_id"] for row in tasks}) == 7  # seven documents, one question each


def test_the_same_seed_plans_the_same_and_another_seed_does_not(tmp_path):
    one, two, other = (plan(tmp_path, "--n", 8, "--seed", seed) for seed in (3, 3, 4))
    assert one == two and one != other


def test_near_duplicates_are_asked_about_once(tmp_path):
    text = " ".join(f"The lamp of house {n} on this long street is lit at dusk by keeper number {n * 7}." for n in range(4))
    rows = [{"id": f"copy{n}", "text": text + (" Amended." if n else "")} for n in range(6)]
    rows.append({"id": "else", "text": "Bees gather nectar from lime trees in June and July, and the honey is pressed in late August "
                                       "by two old presses that stand in the barn behind the chapel of the village."})
    corpus = write(tmp_path / "c.jsonl", rows)
    tasks = plan(tmp_path, "--n", 10, "--mix", "single_fact:1", corpus=corpus)
    assert sorted(row["passages"][0]["doc_id"] for row in tasks) == ["copy0", "else"]


def test_near_duplicates_by_sketch():
    base = list(range(200))
    assert near_duplicates([sketch(base), sketch(base[:190] + [7] * 10), sketch(list(range(500, 700))), sketch([])]) == [None, 0, None, None]


def test_pairs_share_a_rare_word(tmp_path):
    for row in plan(tmp_path, "--n", 6, "--mix", "multi_hop:1,comparative:1"):
        one, other = (part["text"].lower() for part in row["passages"])
        assert row["shared_words"] and all(word.lower() in one for word in row["shared_words"])
        assert row["passages"][0]["doc_id"] != row["passages"][1]["doc_id"]


def test_a_corpus_with_too_little_text_says_what_it_lacks(tmp_path, capsys):
    corpus = write(tmp_path / "c.jsonl", [{"id": "a", "text": "Rain fell on the hills above the village for nine days, until "
                                           "the river rose over the lower meadows and carried the hay of the whole summer away."}])
    assert main(["plan", "--corpus", str(corpus), "--n", "10", "--out", str(tmp_path / "t"), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["kinds"]["multi_hop"] == {"wanted": 2, "planned": 0}
    assert report["kinds"]["single_fact"]["planned"] == 1
    assert main(["plan", "--corpus", str(write(tmp_path / "d.jsonl", [{"id": "a", "text": "Too short."}])), "--out", "-"]) == 3
    assert "no passage of 25 words" in capsys.readouterr().err


def test_spread_reaches_the_whole_from_the_beginning():
    assert spread(8) == [0, 4, 2, 6, 1, 5, 3, 7]
    assert sorted(spread(13)) == list(range(13)) and spread(0) == [] and spread(1) == [0]


@pytest.mark.parametrize("flags", [["--n", "0"], ["--mix", "poems:1"], ["--mix", "adversarial:x"], ["--mix", "adversarial:0"], ["--n", "x"],
                                   ["--passage-words", "3"]])
def test_wrong_usage_of_plan(tmp_path, capsys, flags):
    assert main(["plan", "--corpus", str(CORPUS), "--out", str(tmp_path / "t"), *flags]) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_unspaced_text_makes_passages_too(tmp_path):
    corpus = write(tmp_path / "c.jsonl", [{"id": "zh", "text": "\u6e2f\u53e3\u7684\u6e21\u8f6e\u6bcf\u5929\u65e9\u4e0a\u4e03\u70b9\u51fa\u53d1\u3002"
                                           "\u6c7d\u8f66\u5fc5\u987b\u63d0\u524d\u4e24\u5929\u9884\u8ba2\u8239\u4f4d\u3002" * 2}])
    assert len(plan(tmp_path, "--n", 1, "--mix", "single_fact:1", corpus=corpus)) == 1


# --- apply ---


def test_what_holds_becomes_a_canonical_row(alone):
    code, report, rows, _ = alone([task("single_fact", PIER)], [answer(difficulty="easy")])
    assert (code, report["kept"], report["rejected"], report["review"]) == (0, 1, [], [])
    assert rows == [{"id": "single_fact", "query": "When is the tide highest beside the old pier?", "retrieved_docs": None, "answer": None,
                     "reference_answer": "It is at ten past four", "gold_doc_ids": ["doc"], "evidence": ["ten past four"],
                     "spans": [{"doc_id": "doc", "start": 136, "end": 149}],
                     "metadata": {"kind": "single_fact", "difficulty": "easy", "topic": "Tides", "distractor_doc_ids": ["third"],
                                  "answer_follows": True, "review": []}}]


@pytest.mark.parametrize("row, given, reason", [
    (task("single_fact", PIER), answer(quotes=(("p1", "half past four"),)), "quote 'half past four' does not occur in 'p1'"),
    (task("single_fact", PIER), answer(quotes=(("p3", "nine crowns"),)), "evidence names 'p3', a distractor"),
    (task("single_fact", PIER), answer(quotes=(("p9", "x"),)), "evidence names 'p9', no passage of the task"),
    (task("single_fact", PIER), answer(quotes=()), "no evidence is quoted"),
    (task("single_fact", PIER), answer(told=None), "no answer"), (task("single_fact", PIER), answer(told="  "), "no answer"),
    (task("single_fact", PIER), answer(told=4), "answer must be str or null, got number"),
    (task("single_fact", PIER), answer(question="?"), "no question"), (task("single_fact", PIER), answer(question=None), "no question"),
    (task("single_fact", PIER), {**answer(), "evidence": "ten past four"}, 'evidence is no list of {"passage_id", "quote"}'),
    (task("single_fact", PIER), {**answer(), "evidence": [{"passage_id": "p1", "quote": 4}]}, "quote '4' does not occur in 'p1'"),
    (task("single_fact", PIER), answer(difficulty="brutal"), "difficulty 'brutal' is none of easy, medium, hard"),
    (task("single_fact", PIER), answer(question="Is it true that high water at the old pier comes at ten?"),
     "the question copies 9 words in a row from 'p1'; ask in other words"),
    (task("multi_hop", PIER, QUAY), answer("multi_hop"), "a multi_hop question needs a quote from each of its 2 passages"),
    (task("comparative", PIER, QUAY), answer("comparative", quotes=(("p1", "gate"), ("p1", "pier"))),
     "a comparative question needs a quote from each of its 2 passages"),
    (task("unanswerable", PIER), answer("unanswerable"), "an unanswerable question has neither answer nor evidence"),
    (task("adversarial", PIER), answer("adversarial", question="When is the tide highest?"),
     "the question shares no word with the distractors, so nothing misleads"),
    (task("adversarial", PIER), answer("adversarial", question="Where is the gate?", told="the old pier", quotes=(("p1", "the old pier"),)),
     "its evidence stands in distractor 'p3' as well"),
    (task("adversarial", PIER), answer("adversarial", question="What has the gate?", told="It has a card", quotes=(("p1", "The gate"),)),
     "its evidence stands in distractor 'p3' as well"),
    (task("adversarial", PIER), answer("adversarial", told="It opens with a card"), "distractor 'p3' answers it as well"),
    (task("single_fact", PIER), {**answer(), "task_id": "unknown"}, "no task has this task_id"),
    (task("single_fact", PIER), {**answer(), "task_id": ["x"]}, "no task has this task_id")])
def test_what_does_not_hold_is_rejected_with_its_reason(alone, row, given, reason):
    code, report, rows, _ = alone([row], [given])
    assert (code, rows) == (0, [])
    assert [item["reason"] for item in report["rejected"]] == [reason]


def test_evidence_of_several_passages_names_all_their_documents(alone):
    given = answer("comparative", question="Is high water announced beside pier and quay alike?", told="Only there by a horn",
                   quotes=(("p1", "High water"), ("p2", "announced by a  HORN")))
    _, _, rows, _ = alone([task("comparative", PIER, QUAY)], [given])
    assert rows[0]["gold_doc_ids"] == ["doc", "other"] and rows[0]["evidence"] == ["High water", "announced by a horn"]


def test_an_unanswerable_question_has_an_empty_gold(alone):
    given = {"task_id": "unanswerable", "question": "Who built the old pier?", "answer": None, "evidence": []}
    _, _, rows, _ = alone([task("unanswerable", PIER)], [given])
    assert (rows[0]["gold_doc_ids"], rows[0]["reference_answer"], rows[0]["metadata"]["review"]) == ([], None, [])
    assert "answer_follows" not in rows[0]["metadata"]


@pytest.mark.parametrize("row, given, part", [
    (task("single_fact", PIER), answer(told="It is at dawn"), "do not show that the answer follows"),
    (task("single_fact", PIER), answer(question="When does the tide of this passage peak?"), "speaks of the passage"),
    (task("single_fact", PIER), answer(question="Is ten past four the highest tide?", told="ten past four"), "the words of its answer"),
    (task("unanswerable", PIER), {"task_id": "unanswerable", "question": "Is the gate shut for hours?"}, "may be answerable")])
def test_what_is_doubtful_is_kept_and_marked_for_review(alone, row, given, part):
    _, report, rows, _ = alone([row], [given])
    assert report["review"] == [row["task_id"]] and report["rejected"] == []
    assert [part in note for note in rows[0]["metadata"]["review"]] == [True]


def test_a_rejected_answer_can_be_mended_by_a_further_line(alone):
    _, report, rows, _ = alone([task("single_fact", PIER)], [answer(quotes=()), answer(), answer(), answer(question="When does the tide peak?")])
    assert len(rows) == 1 and [item["reason"] for item in report["rejected"]] == ["the task was answered before by one that holds"]


def test_two_tasks_that_ask_the_same_give_one_question(alone):
    tasks = [{**task("single_fact", PIER), "task_id": name} for name in ("one", "two")]
    _, report, rows, _ = alone(tasks, [{**answer(), "task_id": "one"}, {**answer(question="At the old pier, when is the tide the highest beside?"),
                                                                        "task_id": "two"}])
    assert [row["id"] for row in rows] == ["one"]
    assert report["rejected"] == [{"task_id": "two", "reason": "asks the same as one"}]


def test_skipped_and_missing_tasks_are_told_apart(alone):
    tasks = [{**task("single_fact", PIER), "task_id": name} for name in ("one", "two")]
    _, report, _, _ = alone(tasks, [{"task_id": "one", "skip": "only a table"}])
    assert report["skipped"] == [{"task_id": "one", "reason": "skipped: only a table"}]
    assert (report["missing"], report["rejected"], report["kept"]) == (["two"], [], 0)


def test_the_scorer_is_asked_for_by_name_when_it_is_not_there(alone):
    code, _, _, error = alone([task("single_fact", PIER)], [answer()], version=None)
    assert code == 2 and "copy scripts/score_faithfulness.py into the same folder" in error and error.count("\n") == 1


def test_a_scorer_of_another_version_is_refused(alone):
    code, _, _, error = alone([task("single_fact", PIER)], [answer()], version="0.9.9")
    assert code == 2 and "is version 0.9.9, this is 0.1.0" in error


@pytest.mark.parametrize("rows, said", [
    ([{"task_id": "a"}], ":1: field 'passages' is not as plan writes it"), ([], "no rows"),
    ([{"task_id": "a", "kind": "riddle", "passages": [PIER], "distractors": []}], ":1: no task"),
    ([{"task_id": "a", "kind": "single_fact", "passages": [{**PIER, "start": "1"}], "distractors": []}], ":1: field 'passages'")])
def test_a_file_that_holds_no_tasks_is_named(alone, rows, said):
    code, _, _, error = alone(rows, [answer()])
    assert code == 3 and said in error and error.count("\n") == 1


def test_the_real_scorer_tells_what_follows(tmp_path, capsys):
    tasks = [{**task("single_fact", PIER), "task_id": name} for name in ("good", "bad")]
    answers = [{**answer(told="High water at the old pier comes at ten past four."), "task_id": "good"},
               {**answer(question="How long is the gate shut?", told="The gate stays shut for nine weeks afterwards.",
                         quotes=(("p1", "The gate stays shut"),)), "task_id": "bad"}]
    assert main(["apply", "--tasks", str(write(tmp_path / "t.jsonl", tasks)), "--answers", str(write(tmp_path / "a.jsonl", answers)),
                 "--out", str(tmp_path / "s.jsonl"), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["kept"], report["review"]) == (2, ["bad"])


# --- check ---


def question(name, text="How many?", kind="single_fact", gold=("a.md",), **metadata):
    return {"id": name, "query": text, "gold_doc_ids": list(gold), "metadata": {"kind": kind, **metadata}}


def test_coverage_shares_and_thin_cells():
    rows = [question(f"s{n}", f"Where is tower {n}?", difficulty="easy" if n else "hard", topic="Towers") for n in range(8)]
    rows += [question("u1", "Who was first?", "unanswerable", ()), question("m1", "Why so?", "adversarial", ("b.md",), topic="Wells")]
    report = check_set(rows, [Source("a.md", None, "x"), Source("b.md", None, "y"), Source("c.md", None, "z")])
    assert (report["n"], report["by"]["kind"]) == (10, {"single_fact": 8, "adversarial": 1, "unanswerable": 1})
    assert report["documents"] == {"asked_about": 2, "in_corpus": 3, "not_asked_about": ["c.md"]}
    assert report["by"]["document"] == {"a.md": 8, "b.md": 1}
    assert [report[name]["count"] for name in ("adversarial", "unanswerable")] == [1, 1]
    assert {"cell": "kind multi_hop", "n": 0} in report["thin"] and {"cell": "single_fact, hard", "n": 1} in report["thin"]
    assert {"cell": "topic Wells", "n": 1} in report["thin"] and {"cell": "topic Towers", "n": 8} not in report["thin"]


def test_the_expected_width_is_that_of_wilson():
    report = check_set([question(f"q{n}", f"Which number is {n}?") for n in range(100)], None)
    # Wilson at 50 of 100: [0.4038, 0.5962]
    assert report["half_width"]["all"]["at_50"] == pytest.approx(0.0962, abs=1e-4)
    assert report["documents"]["in_corpus"] is None


def test_leaks_twins_and_lost_evidence_are_found():
    text = "The bell of the northern tower was cast in the year of the great frost by two brothers."
    rows = [{**question("copy", "Who said the bell of the northern tower was cast in the year?"), "evidence": ["two brothers"],
             "spans": [{"doc_id": "a.md", "start": 74, "end": 86}]},
            {**question("tell", "Were the two brothers the founders?"), "reference_answer": "two brothers", "evidence": ["gone"],
             "spans": [{"doc_id": "a.md", "start": 0, "end": 4}]},
            question("points", "What is said in this passage about frost?", gold=("z.md",)),
            question("twin", "Who cast the big bell?"), question("twin2", "The big bell: who cast it?")]
    report = check_set(rows, [Source("a.md", None, text)])
    assert report["leaks"] == [{"id": "copy", "reason": "copies 11 words in a row"}, {"id": "tell", "reason": "holds the words of its answer"},
                               {"id": "points", "reason": "speaks of the passage"}]
    assert report["duplicates"] == [["twin", "twin2"]]
    assert report["lost_evidence"] == [{"id": "tell", "reason": "the text at its span is no longer 'gone'"},
                                       {"id": "points", "reason": "gold document 'z.md' is not in the corpus"}]


@pytest.mark.parametrize("asked, text, run", [
    ("one two three", "zero one two three four", 3), ("one x two", "one two", 1), ("", "one", 0),
    ("a a a a", "a a", 2), ("\u6e2f\u53e3\u7684\u6e21\u8f6e", "\u770b\u6e2f\u53e3\u7684\u6e21", 3)])
def test_longest_copy(asked, text, run):
    assert longest_copy(asked, text) == run


@pytest.mark.parametrize("row, said", [
    ({"query": ""}, ":1: field 'query'"), ({"query": "q", "gold_doc_ids": "a"}, ":1: field 'gold_doc_ids' must be list"),
    ({"query": "q", "gold_doc_ids": ["a", ["b"]]}, ":1: field 'gold_doc_ids[1]' must be a document's id, got list"),
    ({"query": "q", "spans": [{"doc_id": {}, "start": 0, "end": 1}]}, ":1: field 'spans[0].doc_id' must be a document's id, got object"),
    ({"query": "q", "metadata": []}, ":1: field 'metadata' must be object"), ({"query": "q", "reference_answer": 3}, ":1: field 'reference_answer'")])
def test_a_bad_row_is_named_with_its_place(tmp_path, capsys, row, said):
    assert main(["check", "--eval-set", str(write(tmp_path / "s.jsonl", [row]))]) == 3
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


def test_the_report_of_check_fits_eighty_columns(tmp_path, capsys):
    rows = [question(f"q{n}", f"What is number {n} of the very long list of things that were asked?", topic="t" * 90) for n in range(30)]
    assert main(["check", "--eval-set", str(write(tmp_path / "s.jsonl", rows)), "--corpus", str(CORPUS)]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80 and "documents without a question: 7" in shown


def test_an_id_that_stands_twice_is_refused(tmp_path, capsys):
    assert main(["check", "--eval-set", str(write(tmp_path / "s.jsonl", [question("a"), question("a")]))]) == 3
    assert ":2: its id stands twice" in capsys.readouterr().err


def test_a_verb_is_needed(capsys):
    assert main([]) == 2
    assert main(["bake"]) == 2


def test_tasks_to_standard_output_leave_the_summary_on_standard_error(script):
    done = script("build_eval_set.py", "plan", "--corpus", CORPUS, "--n", 3, "--out", "-", "--json")
    assert done.returncode == 0 and len([json.loads(line) for line in done.stdout.splitlines()]) == 3
    assert json.loads(done.stderr)["tasks"] == 3


def test_what_apply_writes_can_be_searched_by_the_grid(alone, tmp_path, script):
    _, _, rows, _ = alone([task("single_fact", PIER)], [answer()])
    corpus = write(tmp_path / "c.jsonl", [{"id": "doc", "text": " " * 100 + PIER["text"]}, {"id": "third", "text": MOOR["text"]}])
    done = script("chunk_grid.py", "--corpus", corpus, "--questions", tmp_path / "set.jsonl", "--size", "20", "--overlap", "0", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["gold"]["spans"] == 1


def test_a_large_library_plans_without_looking_at_every_pair(tmp_path):
    rows = [{"id": f"d{n}", "text": " ".join(f"Item w{n}x{m} weighs {m} stone and stands near gate w{n % 50}y beside the mill." for m in range(9))}
            for n in range(400)]
    library = Library([Source(row["id"], None, row["text"]) for row in rows], 120)
    assert len(build_eval_set.plan_tasks(library, {"single_fact": 10, "multi_hop": 5}, 1)) == 15


def test_what_the_scorer_rejects_can_be_mended_by_a_further_line_too(alone):
    """The first line was taken to hold before the scorer had spoken, so that the better line was refused."""
    given = [answer("adversarial", told="It opens with a card"), answer("adversarial", told="It is at ten past four")]
    code, report, rows, _ = alone([task("adversarial", PIER)], given)
    assert code == 0 and [row["reference_answer"] for row in rows] == ["It is at ten past four"] and report["rejected"] == []


def test_what_asks_the_same_can_be_mended_by_a_further_line(alone):
    tasks = [task("single_fact", PIER), {**task("single_fact", PIER), "task_id": "second"}]
    given = [answer(), {**answer(), "task_id": "second"},
             {**answer(question="How long may nobody pass the gate?", told="For two hours", quotes=(("p1", "two hours"),)), "task_id": "second"}]
    rows = alone(tasks, given)[2]
    assert [row["query"] for row in rows] == ["When is the tide highest beside the old pier?", "How long may nobody pass the gate?"]


def test_a_reason_that_says_before_is_not_listed_once_the_task_is_mended(alone):
    report = alone([task("single_fact", PIER)], [answer(quotes=(("p1", "not before noon"),)), answer()])[1]
    assert report["kept"] == 1 and report["rejected"] == []


@pytest.mark.parametrize("row, said", [
    ({"spans": [{"doc_id": "a", "start": "1", "end": 2}]}, "field 'spans[0]' must be an object"),
    ({"spans": [{"doc_id": "a", "start": -1, "end": 2}]}, "field 'spans[0]' must be an object"),
    ({"spans": [5]}, "field 'spans[0]' must be an object"),
    ({"metadata": {"kind": ["x"]}}, "field 'metadata.kind' must be str, got list"),
    ({"metadata": {"difficulty": {}}}, "field 'metadata.difficulty' must be str, got object")])
def test_fields_of_the_wrong_kind_in_a_set_have_their_place(tmp_path, capsys, row, said):
    path = write(tmp_path / "s.jsonl", [{"id": "1", "query": "q", "gold_doc_ids": ["a"], "evidence": ["x"], **row}])
    assert main(["check", "--eval-set", str(path), "--corpus", str(CORPUS)]) == 3
    assert f"s.jsonl:1: {said}" in capsys.readouterr().err


def test_a_set_without_one_good_line_is_no_set(tmp_path, capsys):
    path = tmp_path / "s.jsonl"
    path.write_text("bad\n", encoding="utf-8")
    assert main(["check", "--eval-set", str(path), "--skip-errors"]) == 3
    assert capsys.readouterr().err.endswith("s.jsonl: no line holds a question\n")


@pytest.mark.parametrize("kind", [[], {}, None, 5])
def test_a_task_of_no_kind_has_its_place(alone, kind):
    code, _, _, err = alone([{**task("single_fact", PIER), "kind": kind}], [answer()])
    assert code == 3 and "t.jsonl:1: no task" in err


def test_an_interrupt_while_the_scorer_runs_is_an_interrupt(monkeypatch, tmp_path):
    class Scorer:
        VERSION = "0.1.0"

        @staticmethod
        def main(argv):
            return 130  # what the scorer's own main makes of Ctrl-C
    monkeypatch.setattr(build_eval_set, "load_scorer", lambda: Scorer)
    paths = write(tmp_path / "t.jsonl", [task("single_fact", PIER)]), write(tmp_path / "a.jsonl", [answer()])
    assert main(["apply", "--tasks", str(paths[0]), "--answers", str(paths[1]), "--out", str(tmp_path / "o.jsonl")]) == 130
