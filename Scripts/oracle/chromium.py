"""Chromium, driven over the DevTools pipe: no network socket, no package beyond Python's own."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

FLAGS = """
--remote-debugging-pipe --no-sandbox --disable-gpu --headless --hide-scrollbars --mute-audio
--font-render-hinting=none --disable-lcd-text --force-device-scale-factor=1 --force-color-profile=srgb
--allow-file-access-from-files --host-resolver-rules=MAP\t*\t~NOTFOUND --no-first-run --disable-extensions
--disable-features=BackForwardCache,RenderDocument --disable-background-networking --disable-sync --disable-dev-shm-usage --lang=en-US
""".split("\n")


class EngineError(Exception):
    """One case failed; the engine goes on."""


class EngineCrash(EngineError):
    """The browser must be started afresh."""


class Chromium:
    name = "chromium"

    def __init__(self, viewport_height, csp, script):
        self.viewport_height, self.csp, self.script = viewport_height, csp, script
        self.profile = tempfile.mkdtemp(prefix="oracle-chromium-")
        to_browser, self.write_fd = os.pipe()
        self.read_fd, from_browser = os.pipe()

        def wire():
            a, b = os.dup(to_browser), os.dup(from_browser)
            os.dup2(a, 3)
            os.dup2(b, 4)

        binary = os.environ.get("ORACLE_CHROMIUM") or next(
            filter(None, map(shutil.which, ("chromium-headless-shell", "chromium"))), None)
        if not binary:
            raise SystemExit("oracle: no chromium (apt-get install chromium-headless-shell)")
        flags = [f.replace("\t", " ") for line in FLAGS for f in line.split(" ") if f]
        self.process = subprocess.Popen([binary, *flags, f"--user-data-dir={self.profile}", "about:blank"],
                                        preexec_fn=wire, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.next_id, self.page, self.session = b"", 0, None, None
        self.loaded, self.deadline, self.width = set(), time.monotonic() + 30, None
        try:
            self.version = self.call("Browser.getVersion")["product"]
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            self.call("Page.enable")
            self.call("Page.setLifecycleEventsEnabled", enabled=True)
            self.call("Emulation.setScrollbarsHidden", hidden=True)
            self.call("Network.enable")
            self.call("Network.setBlockedURLs", urls=["http://*", "https://*", "ws://*", "wss://*"])
            self.call("Fetch.enable", patterns=[{"urlPattern": "file:*", "resourceType": "Document"}])
        except EngineError:
            self.close()
            raise

    # The DevTools pipe: messages are JSON, ended by a NUL.
    def call(self, method, **params):
        self.next_id += 1
        me = self.next_id
        message = {"id": me, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        try:
            while data:
                data = data[os.write(self.write_fd, data):]
        except OSError as error:
            raise EngineCrash(f"browser is gone: {error}")
        while True:
            reply = self.receive()
            if reply.get("id") == me:
                if "error" in reply:
                    raise EngineError(f"{method}: {reply['error'].get('message')}")
                return reply["result"]

    def receive(self):
        while b"\0" not in self.buffer:
            left = self.deadline - time.monotonic()
            if left <= 0 or not select.select([self.read_fd], [], [], left)[0]:
                raise EngineCrash("timeout")
            chunk = os.read(self.read_fd, 1 << 20)
            if not chunk:
                raise EngineCrash("browser is gone")
            self.buffer += chunk
        raw, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(raw)
        method, params = message.get("method"), message.get("params", {})
        if method == "Fetch.requestPaused":
            self.answer(params)
        elif method == "Page.lifecycleEvent" and params["name"] == "load":
            self.loaded.add(params["loaderId"])
        elif method in ("Inspector.targetCrashed", "Target.targetCrashed"):
            raise EngineCrash("page crashed")
        return message

    def answer(self, params):
        """Serves the case itself for its URL; other documents (frames) come from disk."""
        self.next_id += 1
        if self.page and params["request"]["url"] == self.page[0]:
            method, more = "Fetch.fulfillRequest", {
                "responseCode": 200, "body": base64.b64encode(self.page[1].encode("utf-8", "replace")).decode(),
                "responseHeaders": [{"name": "Content-Type", "value": "text/html; charset=utf-8"},
                                    {"name": "Content-Security-Policy", "value": self.csp}]}
        else:
            method, more = "Fetch.continueRequest", {}
        data = json.dumps({"id": self.next_id, "method": method, "sessionId": self.session,
                           "params": {"requestId": params["requestId"], **more}}).encode() + b"\0"
        while data:
            data = data[os.write(self.write_fd, data):]

    def measure(self, html, base_url, width, timeout, screenshot=None):
        self.deadline = time.monotonic() + timeout
        if width != self.width:
            self.call("Emulation.setDeviceMetricsOverride", width=int(width), height=self.viewport_height,
                      deviceScaleFactor=1, mobile=False)
            self.width = width
        self.page = (base_url + "oracle-case.html", html)
        self.loaded.clear()
        begun = self.call("Page.navigate", url=self.page[0])
        if begun.get("errorText"):
            raise EngineError(begun["errorText"])
        while begun["loaderId"] not in self.loaded:
            self.receive()
        reply = self.call("Runtime.evaluate", expression="(async () => {" + self.script + "\n})()",
                          awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in reply:
            raise EngineError(str(reply["exceptionDetails"].get("exception", {}).get("description")))
        result = json.loads(reply["result"]["value"])
        if screenshot and "error" not in result:
            clip = {"x": 0, "y": 0, "width": width, "height": max(1, result["scrollHeight"]), "scale": 1}
            image = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
            with open(screenshot, "wb") as file:
                file.write(base64.b64decode(image["data"]))
        return result

    def close(self):
        for fd in (self.write_fd, self.read_fd):
            try:
                os.close(fd)
            except OSError:
                pass
        try:
            self.process.wait(3)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, 9)              # our own process group
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
