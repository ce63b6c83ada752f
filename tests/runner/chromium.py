"""Pages in a headless Chromium, which is asked through a pipe.

    with Chromium() as browser:
        page = browser.open(path, width=800, dark=True)
        page.evaluate("document.title")
"""

import base64
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import time

NAMES = ("chromium-headless-shell", "chromium")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
         "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--disable-quic", "--hide-scrollbars",
         "--force-device-scale-factor=1")
PATIENCE = 60


def program():
    """The first that is installed, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def own_folder():
    """Its other processes may still write there when the first has ended."""
    return tempfile.TemporaryDirectory(prefix="spl chromium ",
                                       ignore_cleanup_errors=True)


def dump(path):
    """The page as it is when it has been loaded, from a browser of its own."""
    with own_folder() as folder:
        return subprocess.run(
            [program(), *FLAGS, f"--user-data-dir={folder}", "--dump-dom",
             pathlib.Path(path).resolve().as_uri()],
            check=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


class Chromium:
    def __enter__(self):
        self.folder = own_folder()
        to_browser, ours = os.pipe()
        theirs, from_browser = os.pipe()
        self.reader, self.writer = theirs, ours

        def as_the_browser_expects():
            os.dup2(to_browser, 3)
            os.dup2(from_browser, 4)

        self.process = subprocess.Popen(
            [program(), *FLAGS, "--remote-debugging-pipe",
             f"--user-data-dir={self.folder.name}", "about:blank"],
            pass_fds=(3, 4), preexec_fn=as_the_browser_expects,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        self.rest = b""
        self.number = 0
        self.events = []
        return self

    def __exit__(self, *_):
        os.close(self.writer)
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.reader)
        self.folder.cleanup()

    def _message(self):
        end = time.monotonic() + PATIENCE
        while b"\0" not in self.rest:
            ready, _, _ = select.select(
                [self.reader], [], [], max(0, end - time.monotonic()))
            part = os.read(self.reader, 1 << 20) if ready else b""
            if not part:
                raise RuntimeError("Chromium does not answer")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if session:
            request["sessionId"] = session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.writer, data):]
        while True:
            message = self._message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def wait_for(self, method, session):
        while True:
            for position, event in enumerate(self.events):
                if (event.get("method"), event.get("sessionId")) == (method,
                                                                     session):
                    return self.events.pop(position)
            self.events.append(self._message())

    def open(self, path, width=1400, height=900, dark=False):
        return Page(self, path, width, height, dark)


class Page:
    """A page that has been loaded, and what its console said."""

    def __init__(self, browser, path, width, height, dark):
        self.browser = browser
        target = browser.call("Target.createTarget", url="about:blank")
        self.target = target["targetId"]
        self.session = browser.call("Target.attachToTarget", flatten=True,
                                    targetId=self.target)["sessionId"]
        for domain in "Page", "Runtime", "Log":
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        began = time.monotonic()
        self.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        browser.wait_for("Page.loadEventFired", self.session)
        # Until it has been painted.
        self.evaluate("new Promise(done => requestAnimationFrame(() => "
                      "requestAnimationFrame(done)))")
        self.seconds = time.monotonic() - began

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression,
                           awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"]))
        return result["result"].get("value")

    def said(self):
        """Texts of the console, and exceptions that nothing caught."""
        kinds = {"Runtime.consoleAPICalled", "Runtime.exceptionThrown",
                 "Log.entryAdded"}
        return [json.dumps(event["params"]) for event in self.browser.events
                if event.get("method") in kinds
                and event.get("sessionId") == self.session]

    def screenshot(self, path, whole=True, of=None):
        """Of the window, the whole page, or the element that `of` selects."""
        clip = {}
        if of:
            box = self.evaluate(
                f"document.querySelector({json.dumps(of)})"
                ".getBoundingClientRect().toJSON()")
            clip["clip"] = {**{name: box[name] for name in
                               ("x", "y", "width", "height")}, "scale": 1}
        data = self.call("Page.captureScreenshot", format="png",
                         captureBeyondViewport=whole, **clip)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def pdf(self, path):
        data = self.call("Page.printToPDF", printBackground=False)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
