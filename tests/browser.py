"""A headless browser for tests, where one is installed: chromedriver spoken to over loopback, standard library only."""
from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--hide-scrollbars"]


def found_browser():
    """(browser, driver) paths, or None when this machine has no pair of them."""
    browser = next((path for path in map(shutil.which, BROWSERS) if path), None)
    driver = shutil.which("chromedriver")
    return (browser, driver) if browser and driver else None


class Browser:
    """One browser window with an empty profile; use as a context manager."""

    def __init__(self, profile):
        browser, driver = found_browser()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env={**os.environ, "no_proxy": "127.0.0.1"})
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        wanted = {"browserName": "chrome",
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
                  "goog:chromeOptions": {"binary": browser, "args": [*FLAGS, f"--user-data-dir={profile}", "about:blank"]}}
        self.session = ""
        for attempt in range(100):
            try:
                self.session = "/session/" + self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
                return
            except urllib.error.HTTPError as error:
                self.close()
                raise RuntimeError(error.read().decode("utf-8", "replace")[:500]) from None
            except OSError:
                time.sleep(0.1)
        self.close()
        raise RuntimeError("the driver did not answer")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """End the window and the driver that were started here."""
        try:
            if self.session:
                self.call("DELETE", "")
        except OSError:
            pass
        self.process.terminate()
        self.process.wait(10)

    def call(self, method, path, body=None):
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.base + self.session + path, data, {"Content-Type": "application/json"}, method=method)
        with self.opener.open(request, timeout=60) as reply:
            return json.load(reply)["value"]

    def open(self, path):
        self.call("POST", "/url", {"url": path if "://" in str(path) else f"file://{path}"})

    def run(self, script, *arguments):
        """What `return ...` of a script gives."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def devtools(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def log(self, kind="browser"):
        return self.call("POST", "/se/log", {"type": kind})

    def requests(self):
        """The addresses that the page asked for since the last call."""
        events = (json.loads(entry["message"])["message"] for entry in self.log("performance"))
        urls = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
        return [url for url in urls if not url.startswith(("chrome:", "chrome-untrusted:", "devtools:", "data:"))]  # its own start page; data: asks nobody

    def element(self, selector):
        return next(iter(self.call("POST", "/element", {"using": "css selector", "value": selector}).values()))

    def type(self, selector, keys):
        self.call("POST", f"/element/{self.element(selector)}/value", {"text": keys})

    def press(self, keys):
        """Keys sent to whatever has the focus."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def look(self, width, height=900, dark=False):
        """Set the size of the window and the colour scheme."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.devtools("Emulation.setEmulatedMedia", media="screen",
                      features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def picture(self, path, whole=True):
        """A PNG of the page."""
        shot = self.devtools("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as stream:
            stream.write(base64.b64decode(shot["data"]))
