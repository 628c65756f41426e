"""A flag that is misspelled or stands in the wrong place is named, with the one that was probably meant, in every script."""
from __future__ import annotations

import importlib

import pytest
from conftest import SCRIPTS


@pytest.mark.parametrize("script, line, hint", [
    ("score_retrieval", "--trace x --out y", "unknown flag --trace (did you mean --traces?)"),
    ("score_faithfulness", "--trcaes x --out y", "unknown flag --trcaes (did you mean --traces?)"),
    ("rag_diagnostic", "--traces x --jsn", "unknown flag --jsn (did you mean --json?)"),
    ("rag_diagnostic", "--traces x --zzz 3", "unknown flag --zzz: "),
    ("compare_runs", "--before a --aftr=b", "unknown flag --aftr (did you mean --after?)"),
    ("chunk_grid", "--corpas a --questions b", "unknown flag --corpas (did you mean --corpus?)"),
    ("load_traces", "x.json --formt y --out z", "unknown flag --formt (did you mean --format?)"),
    ("render_report", "--diagnosi x", "unknown flag --diagnosi (did you mean --diagnosis?)"),
    ("build_eval_set", "check --eval_set x", "unknown flag --eval_set (did you mean --eval-set?)"),
    ("calibrate_judge", "score -traces x --labels y", "unknown flag -traces (did you mean --traces?)"),
    ("judge", "--trace in.jsonl emit", "unknown flag --trace (did you mean --traces?)"),
    ("judge", "--trace in.jsonl emit --out x", "unknown flag --trace (did you mean --traces?)"),
    ("judge", "emit --traces in.jsonl --out x --formatt prompt", "unknown flag --formatt (did you mean --format?)"),
    ("judge", "--traces in.jsonl apply --out x", "--traces belongs after apply"),
    ("judge", "--traces in.jsonl", "--traces belongs after the verb"),
])
def test_an_unknown_flag_is_named_with_the_one_meant(script, line, hint, capsys):
    code = importlib.import_module(script).main(line.split())
    out, err = capsys.readouterr()
    assert code == 2 and out == "" and err.startswith("error: ") and err.count("\n") == 1 and hint in err, err


@pytest.mark.parametrize("script, line, message", [
    ("judge", "guess", "error: judge.py: argument emit|apply|call|embed: invalid choice: 'guess'"),
    ("score_retrieval", "", "error: score_retrieval.py: the following arguments are required: --traces"),
    ("chunk_grid", "--corpus c --b -0.5 --k x", "error: chunk_grid.py: argument --k: invalid int value: 'x'"),
    ("chunk_grid", "--corpus c --k x -- --zzz", "error: chunk_grid.py: argument --k: invalid int value: 'x'"),
])
def test_other_mistakes_are_told_as_they_are(script, line, message, capsys):
    assert importlib.import_module(script).main(line.split()) == 2
    assert capsys.readouterr().err.startswith(message)


def test_every_script_is_asked():
    tried = {mark.args[1][place][0] for mark in test_an_unknown_flag_is_named_with_the_one_meant.pytestmark for place in range(len(mark.args[1]))}
    assert tried == {path.stem for path in SCRIPTS.glob("*.py")}
