# SPDX-License-Identifier: MIT
#
# A browser for tests: Debian's chromium without a window, told what to do through a pipe in its own
# protocol (JSON messages that end with a zero), so that nothing else has to be installed.
import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def find():
    """The program; None: there is none."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), None)


def pipe():
    """A pipe whose ends are beyond 10: the browser wants its own as descriptors 3 and 4."""
    ends = os.pipe()
    moved = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
    for end in ends:
        os.close(end)
    return moved


class Browser:
    """One page of a browser. Errors and refused loads of the page are in `complaints`."""

    def __init__(self, *flags):
        self.folder = tempfile.mkdtemp()
        there, self.out = pipe()
        self.into, back = pipe()
        command = [
            find(),
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--remote-debugging-pipe",
            f"--user-data-dir={self.folder}",
            *flags,
            "about:blank",
        ]
        script = f'exec "$@" 3<&{there} 4>&{back} {there}<&- {back}>&-'
        self.process = subprocess.Popen(
            ["bash", "-c", script, "sh", *command],
            pass_fds=(there, back),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(there)
        os.close(back)
        self.number, self.rest, self.complaints, self.answers = 0, b"", [], {}
        target = next(
            t for t in self.ask("Target.getTargets")["targetInfos"] if t["type"] == "page"
        )
        self.session = self.ask(
            "Target.attachToTarget", targetId=target["targetId"], flatten=True
        )["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.tell(f"{domain}.enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self, seconds):
        """Takes what the browser says within that time."""
        if not select.select([self.into], [], [], max(0, seconds))[0]:
            return
        data = os.read(self.into, 1 << 20)
        if not data:
            raise RuntimeError("the browser has ended")
        *messages, self.rest = (self.rest + data).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.answers[message["id"]] = message
            elif message["method"] == "Runtime.exceptionThrown":
                self.complaints.append(
                    message["params"]["exceptionDetails"]
                    .get("exception", {})
                    .get("description", "error")
                )
            elif (
                message["method"] == "Log.entryAdded"
                and message["params"]["entry"]["level"] == "error"
            ):
                self.complaints.append(message["params"]["entry"]["text"])

    def ask(self, method, session=None, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + 60
        while self.number not in self.answers:
            if time.monotonic() > end:
                raise TimeoutError(method)
            self.receive(1)
        answer = self.answers.pop(self.number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def tell(self, method, **params):
        return self.ask(method, self.session, **params)

    def open(self, address):
        self.tell("Page.navigate", url=address)

    def value(self, expression):
        """The value of an expression of JavaScript in the page."""
        answer = self.tell(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(
                answer["exceptionDetails"].get("exception", {}).get("description", expression)
            )
        return answer["result"].get("value")

    def wait(self, expression, seconds=30):
        """Waits until an expression is true; returns the seconds that this took."""
        begin = time.monotonic()
        while True:
            try:
                if self.value(f"!!({expression})"):
                    return time.monotonic() - begin
            except RuntimeError as error:  # the page is being loaded
                if "context" not in str(error) and "null" not in str(error):
                    raise
            if time.monotonic() - begin > seconds:
                text = self.value("document.body.innerText")[:1000]
                raise TimeoutError(f"{expression}; the page says: {text}; {self.complaints[:3]}")
            self.receive(0.05)

    def size(self, width, height, dark=False, phone=False):
        self.tell(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=phone,
        )
        self.tell(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}],
        )

    def picture(self, path, whole=True):
        shot = self.tell("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))
