# SPDX-License-Identifier: Apache-2.0
"""Headless Chromium, driven over the pipe of its DevTools protocol with nothing but Python."""

import base64
import json
import os
import shutil
import subprocess
import tempfile


def find_chromium():
    """The program, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """One page. Messages are JSON that end with a zero byte, on descriptors 3 and 4."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="report-browser-")
        to_browser, self.out = os.pipe()
        self.back, from_browser = os.pipe()

        def place_pipes():
            high_in, high_out = os.dup2(to_browser, 50), os.dup2(from_browser, 51)
            os.dup2(high_in, 3)
            os.dup2(high_out, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--no-first-run", "--disable-extensions", "--disable-background-networking",
             "--hide-scrollbars", "--user-data-dir=" + self.folder, "about:blank"],
            preexec_fn=place_pipes, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.rest, self.session, self.events = 0, b"", None, []
        pages = [t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page"]
        self.session = self.call("Target.attachToTarget", targetId=pages[0]["targetId"],
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def message(self):
        while b"\0" not in self.rest:
            got = os.read(self.back, 1 << 16)
            if not got:
                raise RuntimeError("Chromium has ended")
            self.rest += got
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, path):
        self.events = []
        self.call("Page.navigate", url=path.resolve().as_uri())
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self.message())

    def run(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def theme(self, name):
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": name}])

    def press(self, key, code, text=""):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      windowsVirtualKeyCode=code, text=text if kind == "keyDown" else "")

    def picture(self, path, top=0, height=1500, width=1280):
        """A part of the page, in a window so tall that nothing has to be drawn beyond it."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=top + height,
                  deviceScaleFactor=1, mobile=False)
        self.run("scrollTo({top: 0, behavior: 'instant'})")
        # Charts follow the new width in the next frames.
        self.run("new Promise((done) => setTimeout(done, 400))")
        clip = {"x": 0, "y": top, "width": width, "height": height, "scale": 1}
        data = self.call("Page.captureScreenshot", clip=clip)["data"]
        path.write_bytes(base64.b64decode(data))
        self.call("Emulation.clearDeviceMetricsOverride")

    def pdf(self):
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])

    def complaints(self):
        """What went to the console, and what was fetched apart from the page itself."""
        told = []
        for event in self.events:
            method, params = event.get("method"), event.get("params", {})
            if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown",
                          "Log.entryAdded"):
                told.append(f"console: {json.dumps(params)[:300]}")
            elif method == "Network.requestWillBeSent":
                url = params["request"]["url"]
                if params.get("type") != "Document" and not url.startswith(("data:", "blob:")):
                    told.append(f"fetched: {url}")
        return told

    def close(self):
        try:
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        self.process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)
