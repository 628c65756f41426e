"""What every script does when a standard stream is closed, full, or named as a file."""
from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from conftest import SCRIPTS

ROWS = "".join(json.dumps({"id": f"q{i}", "query": "fee?", "retrieved_docs": [{"id": "d1", "text": "The fee is 5 EUR."}],
                           "answer": "The fee is 5 EUR.", "gold_doc_ids": ["d1"], "faithful": True, "retrieval_good": True}) + "\n"
               for i in range(3))
REPORTS = [("rag_diagnostic.py", ["--traces"]), ("score_retrieval.py", ["--out", os.devnull, "--traces"]),
           ("score_faithfulness.py", ["--out", os.devnull, "--traces"])]


def shell(command, **flags):
    return subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, **flags)


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_text(ROWS, encoding="utf-8")
    return str(path)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full here")
@pytest.mark.parametrize("name, flags", REPORTS)
def test_a_full_disk_behind_standard_output_is_one_line_and_3(name, flags, rows):
    command = [sys.executable, str(SCRIPTS / name), *flags, rows]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 3 and "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("error: standard output: cannot write")


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell's redirections")
@pytest.mark.parametrize("name, flags", REPORTS)
def test_closed_streams_are_no_bug(name, flags, rows):
    command = " ".join(map(str, [sys.executable, SCRIPTS / name, *flags]))
    assert shell(f"{command} {rows} >&-").returncode == 0
    assert shell(f"{command} {rows}.missing 2>&-").returncode == 3


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="no such device here")
@pytest.mark.parametrize("name", ["score_retrieval.py", "score_faithfulness.py"])
def test_standard_output_can_be_named_as_a_device(name, rows):
    done = shell(f"{sys.executable} {SCRIPTS / name} --traces {rows} --out /dev/stdout 2>/dev/null | head -1")
    assert json.loads(done.stdout)["id"] == "q0"


@pytest.mark.parametrize("name, flags", REPORTS)
def test_a_limit_of_nothing_is_wrong_usage(name, flags, rows):
    done = subprocess.run([sys.executable, str(SCRIPTS / name), *flags, rows, "--limit", "0"], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "--limit 0" in done.stderr
