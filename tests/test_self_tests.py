"""Every known answer is a test of its own, and stubbing any function that computes something makes the self-test fail."""
from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import re

import pytest
from conftest import SCRIPTS
from sync_shared import BLOCK

NAMES = sorted(path.stem for path in SCRIPTS.glob("*.py"))
# Plumbing: what reads, writes, parses flags or runs the tests themselves; the tests of behaviour cover it.
PLUMBING = {"main", "run", "build_parser"}
BLOCKS_WITH_LOGIC = {"stats", "text", "html"}


def cases():
    for name in NAMES:
        module = importlib.import_module(name)
        for case in module.SELF_TEST:
            yield pytest.param(module, *case, id=f"{name}: {case[0]}")


def computing_functions(name):
    """Names of the top-level functions that the script is about: its own, and those of blocks that compute."""
    text = (SCRIPTS / f"{name}.py").read_text(encoding="utf-8")
    kept = BLOCK.sub(lambda match: match.group(0) if match.group(1) in BLOCKS_WITH_LOGIC else "", text)
    module = importlib.import_module(name)
    skip = PLUMBING | set(getattr(module, "NOT_PURE", ()))
    return [found for found in re.findall(r"^(?:async )?def ([a-z]\w*)", kept, re.M)
            if found not in skip and not found.startswith(("run_", "write_", "read_"))]


@pytest.mark.parametrize("module, name, call, expected", list(cases()))
def test_known_answer(module, name, call, expected):
    assert module.same(call(), expected), name


def test_every_script_has_known_answers():
    assert all(len(importlib.import_module(name).SELF_TEST) >= 8 for name in NAMES)


@pytest.mark.parametrize("name, function", [(name, function) for name in NAMES for function in computing_functions(name)])
def test_the_self_test_fails_when_a_function_is_a_stub(name, function, monkeypatch):
    module = importlib.import_module(name)
    monkeypatch.setattr(module, function, lambda *args, **flags: None)
    with contextlib.redirect_stdout(io.StringIO()):
        assert module.run_self_test(module.SELF_TEST) == 1, f"{function} can be a stub and no known answer notices"


@pytest.mark.parametrize("name", NAMES)
def test_a_self_test_without_cases_is_no_success(name):
    module = importlib.import_module(name)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert module.run_self_test([]) == 1
    assert out.getvalue() == "self-test: 0 passed, 0 failed\n"


@pytest.mark.parametrize("name", NAMES)
def test_known_answers_are_called_late(name):
    module = importlib.import_module(name)
    assert all(inspect.isfunction(call) and call.__name__ == "<lambda>" for _, call, _ in module.SELF_TEST)
