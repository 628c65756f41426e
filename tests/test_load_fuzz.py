"""load_traces.py under mutations: never a traceback, and every untouched row of a mutated file still loads.

LOAD_FUZZ=20000 python -m pytest tests/test_load_fuzz.py   # more mutations than the suite's own
"""
from __future__ import annotations

import contextlib
import io
import json
import os
import random

import load_traces
import pytest
from conftest import ROOT
from load_cases import CASES

COUNT = int(os.environ.get("LOAD_FUZZ", "1500"))
EXAMPLES = ROOT.parent / "shared" / "formats" / "examples"


def sources():
    """(name, bytes) of every file that is mutated: the cases of the suite, and the shared examples where they are at hand."""
    for name, file, content, _ in CASES:
        if isinstance(content, list) and not file.endswith(".json"):
            content = "".join(json.dumps(one) + "\n" for one in content)
        yield file, (content if isinstance(content, str) else json.dumps(content, indent=1)).encode()
    for path in sorted(EXAMPLES.rglob("*")) if EXAMPLES.exists() else ():
        if path.is_file():
            yield path.name, path.read_bytes()


SOURCES = list(sources())
ODD = [None, True, 0, -1, 1e308, 10 ** 30, "", " ", "x", "\ud83d", "[", "{\"a\":", "['a' 'b'", [], {}, [[]], [None], {"": None}, [[["a"]]], {"0": {"0": "a"}},
       "nan", "\x00", "page_content='", "Document(", "a|b|||c", {"text": {"text": 1}}, [{"id": [1], "text": [2]}], ["x"] * 50]


def nested(depth):
    return "[" * depth + "]" * depth


def swap(value, rng, depth=0):
    """The value with one part of it replaced by something of another type, dropped, or repeated."""
    if isinstance(value, dict) and value and (depth == 0 or rng.random() < 0.8):
        key = rng.choice(list(value))
        chance = rng.random()
        if chance < 0.15:
            return {name: one for name, one in value.items() if name != key}
        if chance < 0.25:
            return {**value, rng.choice(list(value) + ["id", "spans", "output", "context"]): rng.choice(ODD)}
        return {**value, key: swap(value[key], rng, depth + 1)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        chance = rng.random()
        if chance < 0.1:
            return value[:place] + value[place + 1:]
        if chance < 0.2:
            return value + [value[place]]
        return value[:place] + [swap(value[place], rng, depth + 1)] + value[place + 1:]
    return rng.choice(ODD)


def mutate(data, rng):
    """The bytes with one to three faults of any kind."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        kind = rng.randrange(7)
        if kind == 0 and data:
            place = rng.randrange(len(data))
            data = data[:place] + bytes([rng.randrange(256)]) + data[place + 1:]
        elif kind == 1:
            data = data[:rng.randrange(len(data) + 1)]
        elif kind == 2:
            place = rng.randrange(len(data) + 1)
            data = data[:place] + rng.choice((b'"', b"\n", b",", b"{", b"}", b"[", b"]", b"'", b"\\", b"\x00", b"\xff\xfe", b"NaN", b"\\ud83d", b"|||",
                                              nested(10_000).encode(), b'{"a":' * 10_000)) + data[place:]
        elif kind == 3:
            place, size = rng.randrange(len(data) + 1), rng.randrange(1, 60)
            data = data[:place] + data[place + size:]
        elif kind == 4:
            lines = data.split(b"\n")
            rng.shuffle(lines)
            data = b"\n".join(lines)
        else:
            text = data.decode("utf-8", "replace")
            try:
                data = json.dumps(swap(json.loads(text), rng)).encode()
            except (ValueError, RecursionError):
                lines = text.split("\n")
                place = rng.randrange(len(lines))
                with contextlib.suppress(ValueError, RecursionError):
                    lines[place] = json.dumps(swap(json.loads(lines[place]), rng))
                data = "\n".join(lines).encode("utf-8", "replace")
    return data


def run(path, out, *flags):
    """(exit code, standard error) of a run in this process."""
    err = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
        code = load_traces.main([str(path), "--out", str(out), *flags])
    return code, err.getvalue()


def valid(out):
    """Rows of an output that every later script can read: objects with a unique string id, documents with ids."""
    rows = [json.loads(line) for line in out.read_bytes().decode("utf-8").split("\n")[:-1]]
    assert all(isinstance(row["id"], str) for row in rows) and len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        for name in ("retrieved_docs", "context_docs"):
            for doc in row.get(name) or ():
                assert isinstance(doc["id"], str) and (doc["text"] is None or isinstance(doc["text"], str) and doc["text"].strip()), row
        assert all(row.get(name) is None or isinstance(row[name], str) for name in ("query", "answer", "reference_answer")), row
        assert all(row.get(name) is None or isinstance(row[name], bool) for name in load_traces.BOOL_SIGNALS), row
        assert row.get("gold_doc_ids") is None or all(isinstance(one, str) for one in row["gold_doc_ids"]), row
    return rows


@pytest.mark.parametrize("part", range(10))
def test_no_mutation_gives_a_traceback_or_rows_that_others_cannot_read(tmp_path, part):
    rng = random.Random(20_260_801 + part)
    out = tmp_path / "out.jsonl"
    for number in range(COUNT // 10):
        name, data = SOURCES[rng.randrange(len(SOURCES))]
        path = tmp_path / name
        path.write_bytes(mutate(data, rng))
        flags = ["--accept-gaps"] + (["--skip-errors"] if rng.random() < 0.7 else [])
        out.unlink(missing_ok=True)
        code, err = run(path, out, *flags)
        assert code in (0, 1, 2, 3), f"part {part}, mutation {number} of {name}: exit {code}\n{err[-3000:]}"
        if code in (2, 3):
            assert err.strip().split("\n")[-1].startswith("error: ") and not out.exists(), (number, name, err[-500:])
        if out.exists():
            first = valid(out)
            if number % 5 == 0 and first:
                again = tmp_path / "again.jsonl"
                assert run(out, again, "--accept-gaps")[0] in (0, 1), (number, name)
                assert again.read_bytes() == out.read_bytes(), f"part {part}, mutation {number} of {name}: loading the output again changed it"
        path.unlink()


def variants(value):
    """The value with each of its parts in turn dropped, or replaced by each of the odd values."""
    yield from ODD
    if isinstance(value, dict):
        for key in value:
            yield {name: one for name, one in value.items() if name != key}
            for one in variants(value[key]):
                yield {**value, key: one}
    elif isinstance(value, list):
        for place in range(min(len(value), 2)):
            for one in variants(value[place]):
                yield value[:place] + [one] + value[place + 1:]


@pytest.mark.parametrize("part", range(5))
def test_every_field_of_every_case_may_hold_anything(tmp_path, part):
    step = 1 if COUNT > 10_000 else 15  # every variant, or every fifteenth
    for number, (name, file, content, _) in enumerate(CASES):
        if number % 5 == part and not isinstance(content, str):
            records = content if isinstance(content, list) else [content]
            lines = [json.dumps(one) for record in records for one in variants(record) if isinstance(one, dict)][number % step::step]
            path = tmp_path / "t.jsonl"
            path.write_text("\n".join(lines) + "\n")
            code, err = run(path, tmp_path / "out.jsonl", "--accept-gaps", "--skip-errors")
            assert code in (0, 1, 3), f"{name}: exit {code}\n{err[-3000:]}"


def many(name, file, content, want, copies=4):
    """A case as a longer file of the same kind, and a text by which each of its rows can be told; None where rows depend on each other."""
    if not file.endswith((".jsonl", ".csv", ".json")) or len({len(one) for one in want}) == 0:
        return None
    if isinstance(content, list) and len(content) == len(want):
        rows = [json.loads(json.dumps(one).replace("Ostra", f"Ostra{copy}")) for copy in range(copies) for one in content]
        return [json.dumps(one) for one in rows]
    return None


ROWWISE = [(case[0], case[1], many(*case)) for case in CASES if many(*case) and load_traces.recognise(
    case[2][0]).kind in ("row", "canonical", "turns", "trace", "labels")]


def texts_of(rows):
    """Rows without their ids, which count the records."""
    return [json.dumps({name: one for name, one in row.items() if name != "id"}, sort_keys=True) for row in rows]


@pytest.mark.parametrize("array", (False, True), ids=("lines", "array"))
def test_every_untouched_row_of_a_mutated_file_still_loads(tmp_path, array):
    rng = random.Random(77)
    for number in range(max(200, COUNT // 4)):
        name, _, lines = ROWWISE[rng.randrange(len(ROWWISE))]
        place = rng.randrange(len(lines))
        broken = mutate(lines[place].encode(), rng).replace(b"\n", b" ")
        others = lines[:place] + lines[place + 1:]
        path, out = tmp_path / ("t.json" if array else "t.jsonl"), tmp_path / "out.jsonl"
        join, wrap = ((b",\n ", b"[%s]") if array else (b"\n", b"%s\n"))
        path.write_bytes(wrap % join.join(line.encode() for line in others))
        assert run(path, out, "--accept-gaps")[0] == 0
        whole = texts_of(valid(out))
        out.unlink()
        parts = [line.encode() for line in lines]
        parts[place] = broken
        path.write_bytes(wrap % join.join(parts))
        code, err = run(path, out, "--accept-gaps", "--skip-errors")
        assert code in (0, 1), f"{number} {name}: exit {code}\n{broken[:300]}\n{err[-2000:]}"
        got = texts_of(valid(out))
        missing = [one for one in whole if one not in got]
        assert not missing, f"{number} {name}: {broken[:500]}\nlost {missing[:2]}\n{err[-300:]}"


def test_a_table_loses_only_the_row_with_the_fault(tmp_path):
    rng = random.Random(5)
    good = [f'who is number {number},"[""text {number} of many"", ""and \'another\'\n{number}""]",It is number {number}.,0.{number}' for number in range(12)]
    path, out = tmp_path / "t.csv", tmp_path / "out.jsonl"
    lost = 0
    for _ in range(max(150, COUNT // 10)):
        place = rng.randrange(12)
        rows = [one.encode() for one in good]
        rows[place] = mutate(rows[place], rng)
        path.write_bytes(b"question,contexts,answer,faithfulness\n" + b"\n".join(rows) + b"\n")
        code, err = run(path, out, "--accept-gaps", "--skip-errors")
        assert code in (0, 1), err[-2000:]
        answers = {row["answer"] for row in valid(out)}
        lost += sum(f"It is number {number}." not in answers for number in range(12) if number != place)
    assert lost == 0
