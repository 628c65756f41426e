"""Every command in SKILL.md, README.md and references/ is run, in order, in a copy of the skill folder; shown output must be what
the command prints.

In these pages a ```bash block holds commands. A ```text block right after it is their standard output, where a line `...`
stands for any lines. A comment `# exit 1` at the end of a command is its exit code. A local endpoint is answered by a
small server of this test.
"""
from __future__ import annotations

import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading

import pytest
from conftest import ROOT

PAGES = ["SKILL.md", "README.md"] + sorted(f"references/{path.name}" for path in (ROOT / "references").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
ENDPOINT = "http://127.0.0.1:11434"  # the local port that the pages name
BASH = shutil.which("bash")


def blocks_of(page):
    """(commands, expected output or None) of each ```bash block."""
    found, out = list(BLOCK.finditer((ROOT / page).read_text(encoding="utf-8"))), []
    for place, block in enumerate(found):
        if block.group(1) != "bash":
            continue
        after = found[place + 1] if place + 1 < len(found) else None
        text = (ROOT / page).read_text(encoding="utf-8")
        near = after is not None and after.group(1) == "text" and not text[block.end():after.start()].strip()
        out.append((block.group(2), after.group(2) if near else None))
    return out


def matches(shown, printed):
    """Whether printed output is what a page shows; a line "..." stands for any lines."""
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", shown, flags=re.M)]
    return re.fullmatch("(?:.*\n)*".join(parts), printed) is not None


class Judge(http.server.BaseHTTPRequestHandler):
    """Answers any chat request with verdicts that fit nothing, and any embedding request with one vector a text."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "input" in body:
            texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
            reply = {"data": [{"index": i, "embedding": [1.0, float(len(text))]} for i, text in enumerate(texts)]}
        else:
            asked = json.dumps(body)
            claims = sorted({int(n) for n in re.findall(r'\\"claim\\": (\d+)', asked)} or {1})
            verdicts = {"verdicts": [{"claim": n, "verdict": "cannot_tell", "doc_ids": [], "quote": ""} for n in claims]}
            reply = {"choices": [{"message": {"role": "assistant", "content": json.dumps(verdicts)}}]}
        data = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args):
        pass


@pytest.fixture
def endpoint():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Judge)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def answer_as_the_assistant(folder):
    """What SKILL.md asks of its reader: one line of verdicts.jsonl for each work item."""
    if not (folder / "tasks.jsonl").exists():
        subprocess.run([sys.executable, folder / "scripts" / "judge.py", "emit", "--traces", folder / "scored.jsonl",
                        "--only", "uncertain,unsupported", "--out", folder / "tasks.jsonl"], check=True, capture_output=True)
    tasks = [json.loads(line) for line in (folder / "tasks.jsonl").read_text(encoding="utf-8").splitlines()]
    assert tasks
    (folder / "verdicts.jsonl").write_text("".join(json.dumps(
        {"task_id": task["task_id"], "verdicts": [{"claim": claim["n"], "verdict": "unsupported", "doc_ids": [], "quote": ""}
                                                  for claim in task["claims"]]}) + "\n" for task in tasks), encoding="utf-8")


def commands_of(block):
    """Commands of a block with their exit codes; a trailing backslash goes on in the next line."""
    for line in block.replace("\\\n", " ").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            code = re.search(r"# exit (\d+)", line)
            yield line, int(code.group(1)) if code else 0


@pytest.mark.skipif(BASH is None, reason="the pages' commands are for a shell")
@pytest.mark.parametrize("page", PAGES)
def test_commands_run_and_print_what_is_shown(page, tmp_path, endpoint):
    folder = tmp_path / "rag-eval"
    for name in ("scripts", "references"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests" / "data", folder / "tests" / "data")
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("python", "python3"):
        (tools / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
        (tools / name).chmod(0o755)
    env = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1", "EVAL_KEY": "k", "OPENAI_API_KEY": "k"}
    for block, shown in blocks_of(page):
        printed = ""
        for command, code in commands_of(block):
            if "pytest" in command or command.startswith(("git clone", "curl")):
                continue  # the test command itself (.ci/run runs it), and how to get the folder
            if "verdicts.jsonl" in command and not (folder / "verdicts.jsonl").exists():
                answer_as_the_assistant(folder)
            done = subprocess.run([BASH, "-c", command.replace(ENDPOINT, endpoint)], cwd=folder, env=env, capture_output=True,
                                  timeout=120)
            printed += done.stdout.decode("utf-8")
            assert done.returncode == code, f"{page}: {command}\n{done.stderr.decode()}"
        if shown is not None:
            assert matches(shown, printed), f"{page}: {block}\nprints\n{printed}"


def test_the_test_command_of_the_readme_is_the_one_that_ci_runs():
    command = re.search(r"^python3 -m venv .*pytest.*$", (ROOT / "README.md").read_text(encoding="utf-8"), re.M).group(0)
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_paths_named_in_pages_exist():
    for page in PAGES:
        for path in re.findall(r"\b((?:scripts|references|tests)/[\w./-]*\w)", (ROOT / page).read_text(encoding="utf-8")):
            assert (ROOT / path).exists(), f"{page} names {path}"


def test_scripts_name_only_scripts_that_exist():
    for path in sorted((ROOT / "scripts").glob("*.py")):
        for name in re.findall(r"\bscripts/([\w-]+\.py)", path.read_text(encoding="utf-8")):
            assert (ROOT / "scripts" / name).exists(), f"{path.name} names scripts/{name}"


def test_every_script_stands_in_skill_and_readme():
    for page in ("SKILL.md", "README.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert [path.name for path in (ROOT / "scripts").glob("*.py") if path.name not in text] == []


def test_every_reference_is_linked_from_skill():
    text = (ROOT / "SKILL.md").read_text(encoding="utf-8")
    assert [path.name for path in (ROOT / "references").glob("*.md") if f"references/{path.name}" not in text] == []


# --- the skill's frontmatter (agentskills specification) ---

def frontmatter():
    text = (ROOT / "SKILL.md").read_bytes()
    assert text.startswith(b"---\n")
    return text.decode("utf-8").split("---\n", 2)[1:]


def test_frontmatter_has_only_known_keys_within_their_limits():
    head, body = frontmatter()
    fields = dict(line.split(": ", 1) for line in head.splitlines() if line and not line.startswith(" ") and ": " in line)
    keys = {line.split(":")[0] for line in head.splitlines() if line and not line.startswith(" ")}
    assert keys <= {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
    assert fields["name"] == "rag-eval"
    description = fields["description"]
    assert 1 <= len(description) <= 1024 and ": " not in description and not set("<>") & set(description)
    assert 1 <= len(fields["compatibility"]) <= 500
    assert 'version: "0.1.0"' in head


def test_the_body_is_short():
    body = frontmatter()[1]
    assert len(body.splitlines()) < 500 and len(body.split()) < 3000


def test_top_level_holds_nothing_else():
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
    top = {name.split("/")[0] for name in names}
    assert {name for name in top if not name.startswith(".")} <= {"SKILL.md", "README.md", "LICENSE", "scripts", "references", "tests"}
