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
from load_cases import A1, A2, CASES, F1, F2, F3, Q1, Q2, R1, R2, doc, docs, otlp, row, span

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
