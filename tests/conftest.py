"""Shared fixtures: scripts importable, no network beyond loopback, a script run as a user runs it."""
from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "scripts"
sys.path.insert(0, str(SCRIPTS))
sys.path.insert(0, str(ROOT / "tests"))


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    """A test that reaches for anything but loopback fails."""
    real = socket.socket.connect

    def connect(self, address):
        if isinstance(address, tuple) and address[0] not in ("127.0.0.1", "::1", "localhost"):
            raise AssertionError(f"a test reached for the network: {address!r}")
        return real(self, address)
    monkeypatch.setattr(socket.socket, "connect", connect)


@pytest.fixture
def script():
    """run(name, *arguments, stdin=b"", env=None) -> CompletedProcess of the real command, bytes decoded as UTF-8."""
    def run(name, *arguments, stdin="", env=None, cwd=None):
        return subprocess.run([sys.executable, "-I", "-S", str(SCRIPTS / name), *map(str, arguments)],
                              input=stdin if isinstance(stdin, bytes) else stdin.encode("utf-8"), capture_output=True,
                              env={**os.environ, **(env or {})}, cwd=cwd, timeout=120)
    return run
