"""Each script works as the only file on the machine."""
from __future__ import annotations

import ast
import builtins
import dis
import importlib
import os
import subprocess
import sys
import types

import pytest
from conftest import SCRIPTS
from pythons import found_pythons

NAMES = sorted(path.name for path in SCRIPTS.glob("*.py"))
PYTHONS = found_pythons()
# The standard library as of 3.9 that scripts may use: sys.stdlib_module_names is newer than that.
STDLIB = set(getattr(sys, "stdlib_module_names", ()))


def run_alone(tmp_path, name, python, *flags, crlf=False):
    """The script, copied alone into an empty folder and run with an empty environment."""
    text = (SCRIPTS / name).read_bytes()
    (tmp_path / name).write_bytes(text.replace(b"\n", b"\r\n") if crlf else text)
    keep = {key: os.environ[key] for key in ("SYSTEMROOT", "TMPDIR", "TEMP") if key in os.environ}
    return subprocess.run([python, *flags[:-1], name, flags[-1]], cwd=tmp_path, env=keep, capture_output=True, text=True,
                          timeout=120)


@pytest.mark.parametrize("version", sorted(PYTHONS))
@pytest.mark.parametrize("name", NAMES)
def test_self_test_passes_alone_under(name, version, tmp_path):
    done = run_alone(tmp_path, name, PYTHONS[version], "-I", "-S", "-W", "error", "--self-test")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].endswith(" passed, 0 failed")
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("name", NAMES)
def test_self_test_does_not_lean_on_assert(name, tmp_path):
    done = run_alone(tmp_path, name, sys.executable, "-I", "-S", "-OO", "--self-test")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", NAMES)
def test_a_paste_with_windows_line_ends_runs(name, tmp_path):
    assert run_alone(tmp_path, name, sys.executable, "-I", "-S", "--self-test", crlf=True).returncode == 0


@pytest.mark.parametrize("name", NAMES)
def test_help_and_version_say_what_the_file_is(name, tmp_path):
    shown = run_alone(tmp_path, name, sys.executable, "-I", "-S", "--help")
    assert shown.returncode == 0 and f"scripts/{name}" in shown.stdout and "Exit codes" in shown.stdout
    version = run_alone(tmp_path, name, sys.executable, "-I", "-S", "--version").stdout
    assert version.split()[:2] == [name, "0.1.0"]
    assert version == run_alone(tmp_path, name, sys.executable, "-I", "-S", "--version", crlf=True).stdout


@pytest.mark.parametrize("name", NAMES)
def test_imports_stay_within_the_standard_library_and_the_oldest_syntax(name):
    tree = ast.parse((SCRIPTS / name).read_text(encoding="utf-8"), feature_version=(3, 9))
    used = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            used |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            used.add(node.module.split(".")[0])
    siblings = {other[:-3] for other in NAMES}
    assert not used & siblings
    if STDLIB:
        assert used <= STDLIB, used - STDLIB


def globals_read(code):
    """The names that a code object, and those within it, read from the module: what a run reaches only on the day it goes wrong included."""
    names = {step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return names.union(*(globals_read(part) for part in code.co_consts if isinstance(part, types.CodeType)))


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_known(name):
    """load_traces.py had lost an import that only a full disk needs: the message became a NameError."""
    module = importlib.import_module(name[:-3])
    source = (SCRIPTS / name).read_text(encoding="utf-8")
    functions = [part for part in compile(source, name, "exec").co_consts if isinstance(part, types.CodeType)]
    unknown = {one for part in functions for one in globals_read(part)} - vars(module).keys() - vars(builtins).keys()
    assert unknown - {"__module__", "__qualname__", "__classcell__", "__annotations__"} <= class_names(source)


def class_names(source):
    """What is bound inside classes, where a body reads its own names."""
    return {part.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef) for part in ast.walk(node)
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)} | \
           {part.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef) for part in node.body if isinstance(part, ast.FunctionDef)}


@pytest.mark.parametrize("name", NAMES)
def test_no_name_at_the_top_is_bound_twice(name):
    """load_traces.py's reader of NaN was replaced by a shared block's name further down, and refused it in JSON documents."""
    bound = []
    for part in ast.parse((SCRIPTS / name).read_text(encoding="utf-8")).body:
        if isinstance(part, (ast.FunctionDef, ast.ClassDef)):
            bound.append(part.name)
        elif isinstance(part, (ast.Assign, ast.AnnAssign)):
            targets = part.targets if isinstance(part, ast.Assign) else [part.target]
            bound += [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]
    assert sorted(one for one in set(bound) if bound.count(one) > 1) == []
