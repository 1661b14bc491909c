"""WebKitGTK, in this process, on an off-screen window; needs a display (the oracle starts itself under xvfb-run)."""
import json
import time

import cairo
import gi
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

from chromium import EngineCrash, EngineError  # noqa: E402


class WebKit:
    name = "webkit"

    def __init__(self, viewport_height, csp, script):
        self.viewport_height, self.script = viewport_height, script
        self.version = "WebKitGTK/" + ".".join(map(str, (WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())))
        gtk = Gtk.Settings.get_default()
        for key, value in {"gtk-xft-antialias": 1, "gtk-xft-hinting": 0, "gtk-xft-hintstyle": "hintnone",
                           "gtk-xft-rgba": "none", "gtk-xft-dpi": 96 * 1024, "gtk-overlay-scrolling": True,
                           "gtk-font-name": "Liberation Sans 10",   # what form controls use
                           "gtk-enable-animations": False}.items():
            gtk.set_property(key, value)
        data = WebKit2.WebsiteDataManager.new_ephemeral()
        nowhere = WebKit2.NetworkProxySettings.new("http://127.0.0.1:9", None)
        data.set_network_proxy_settings(WebKit2.NetworkProxyMode.CUSTOM, nowhere)
        context = WebKit2.WebContext.new_with_website_data_manager(data)
        context.set_cache_model(WebKit2.CacheModel.DOCUMENT_BROWSER)
        settings = WebKit2.Settings()
        for key, value in {"default-font-family": "serif", "default-charset": "utf-8",
                           "hardware-acceleration-policy": WebKit2.HardwareAccelerationPolicy.NEVER,
                           "allow-file-access-from-file-urls": True, "enable-page-cache": False,
                           "enable-smooth-scrolling": False, "enable-site-specific-quirks": False,
                           "enable-webaudio": False, "enable-webgl": False}.items():
            settings.set_property(key, value)
        self.view = WebKit2.WebView(web_context=context, settings=settings, default_content_security_policy=csp)
        self.window = Gtk.OffscreenWindow()
        self.window.add(self.view)
        self.window.show_all()
        self.state, self.crashed, self.width, self.serial = None, None, None, 0
        self.view.connect("load-changed", self.on_load)
        self.view.connect("load-failed", self.on_fail)
        self.view.connect("web-process-terminated", self.on_terminated)

    def on_load(self, _view, event):
        if event == WebKit2.LoadEvent.FINISHED:
            self.state = self.state or "loaded"

    def on_fail(self, _view, _event, uri, error):
        self.state = f"failed: {uri}: {error.message}"
        return True

    def on_terminated(self, _view, reason):
        self.crashed = f"web process ended: {reason.value_nick}"

    def until(self, done):
        """Runs the main loop until `done()` is true."""
        alarm = GLib.timeout_add(200, lambda: True)     # so that iteration() returns now and then
        try:
            while not done():
                if self.crashed:
                    raise EngineCrash(self.crashed)
                if time.monotonic() > self.deadline:
                    raise EngineCrash("timeout")
                GLib.MainContext.default().iteration(True)
        finally:
            GLib.source_remove(alarm)

    def evaluate(self, body):
        box = []

        def finished(view, result):
            try:
                box.append(view.call_async_javascript_function_finish(result).to_string())
            except GLib.Error as error:
                box.append(EngineError(error.message))
        self.view.call_async_javascript_function(body, -1, None, None, None, None, finished)
        self.until(lambda: box)
        if isinstance(box[0], Exception):
            raise box[0]
        return box[0]

    def measure(self, html, base_url, width, timeout, screenshot=None):
        self.deadline = time.monotonic() + timeout
        width = int(width)
        if width != self.width:
            self.view.set_size_request(width, self.viewport_height)
            self.window.resize(width, self.viewport_height)
            self.until(lambda: self.view.get_allocated_width() == width
                       and self.view.get_allocated_height() == self.viewport_height)
            self.width = width
        self.state = None
        self.view.load_html(html, base_url)
        self.until(lambda: self.state)
        if self.state != "loaded":
            raise EngineError(self.state)
        while self.evaluate("return innerWidth + 'x' + innerHeight") != f"{width}x{self.viewport_height}":
            self.until(lambda: not GLib.MainContext.default().iteration(False))
            time.sleep(0.005)
        result = json.loads(self.evaluate(self.script))
        if screenshot and "error" not in result:
            self.snapshot(screenshot)
        return result

    def snapshot(self, path):
        box = []

        def finished(view, result):
            try:
                box.append(view.get_snapshot_finish(result))
            except GLib.Error as error:
                box.append(EngineError(error.message))
        self.view.get_snapshot(WebKit2.SnapshotRegion.FULL_DOCUMENT, WebKit2.SnapshotOptions.NONE, None, finished)
        self.until(lambda: box)
        if isinstance(box[0], Exception):
            raise box[0]
        image = cairo.ImageSurface(cairo.FORMAT_RGB24, self.width, box[0].get_height())     # no overflow on the right
        painter = cairo.Context(image)
        painter.set_source_surface(box[0])
        painter.paint()
        image.write_to_png(path)

    def close(self):
        try:
            self.view.terminate_web_process()
        except AttributeError:
            pass
        self.window.destroy()
