"""Real PDF viewers for tests: Chromium's own, and pdf.js in Chromium; both are typed into and save what they show.

Chromium is found as ``browser`` says. pdf.js is the npm package pdfjs-dist (5.6), unpacked in the folder that
``DECKGEN_PDFJS`` names; without it tests are skipped and say so.
"""

import base64
import io
import os
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pikepdf
import pytest
from browser import chromium

KINDS = {
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".pdf": "application/pdf",
}
VIEWER = "document.querySelector('pdf-viewer')"
# Without its extensions Chromium has no PDF viewer.
EXTENSIONS = ["--disable-extensions", "--disable-component-extensions-with-background-pages"]
SAVE = """async () => {
    const bytes = new Uint8Array(%s);
    let text = "";
    for (let i = 0; i < bytes.length; i += 32768)
        text += String.fromCharCode.apply(null, bytes.subarray(i, i + 32768));
    return btoa(text);
}"""
PLACE = """([number, y]) => {
    const page = document.querySelectorAll(".page .canvasWrapper")[number].parentElement;
    const box = document.getElementById("box");
    box.scrollTop = page.offsetTop + y - 400;
    const {left, top} = page.querySelector(".canvasWrapper").getBoundingClientRect();
    return [left, top];
}"""
PAGE = """<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/pdfjs/web/pdf_viewer.css">
<style>body{margin:0}#box{position:absolute;inset:0;overflow:auto}</style>
<div id="box"><div id="viewer" class="pdfViewer"></div></div>
<script type="module">
import * as lib from "/pdfjs/build/pdf.mjs";
globalThis.pdfjsLib = lib;
lib.GlobalWorkerOptions.workerSrc = "/pdfjs/build/pdf.worker.mjs";
const {EventBus, PDFLinkService, PDFScriptingManager, PDFViewer} = await import("/pdfjs/web/pdf_viewer.mjs");
const eventBus = new EventBus(), linkService = new PDFLinkService({eventBus});
const scriptingManager = new PDFScriptingManager({eventBus, sandboxBundleSrc: "/pdfjs/build/pdf.sandbox.mjs"});
const viewer = new PDFViewer({container: document.getElementById("box"), eventBus, linkService, scriptingManager});
linkService.setViewer(viewer);
scriptingManager.setViewer(viewer);
eventBus.on("sandboxcreated", () => { globalThis.ready = true; });
eventBus.on("pagesinit", () => { viewer.currentScaleValue = "1"; });
globalThis.shown = await lib.getDocument({url: location.hash.slice(1)}).promise;
viewer.setDocument(shown);
linkService.setDocument(shown, null);
</script>"""


class Server:
    """Serves files in memory, and pdf.js from its folder."""

    def __init__(self, pdfjs=None):
        self.files = {"/viewer.html": PAGE.encode()}
        server = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                path = self.path.partition("?")[0]
                content = server.files.get(path)
                if content is None and pdfjs and path.startswith("/pdfjs/"):
                    content = (pdfjs / path.removeprefix("/pdfjs/")).read_bytes()
                self.send_response(404 if content is None else 200)
                self.send_header("Content-Type", KINDS.get(Path(path).suffix, "text/html"))
                self.end_headers()
                self.wfile.write(content or b"")

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.at = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()


class Fields:
    """The fields of a PDF by their full names: their values, and where they stand."""

    def __init__(self, data):
        self.pdf = pikepdf.open(io.BytesIO(data))
        self.values, self.widgets = {}, {}
        for field in self.pdf.Root.AcroForm.Fields:
            self._walk(field, "")

    def _walk(self, field, name):
        own = ".".join(filter(None, (name, str(field.get("/T", "")))))
        kids = [*field.get("/Kids", [])]
        if any("/T" in kid for kid in kids):
            for kid in kids:
                self._walk(kid, own)
            return
        self.values[own] = str(field.get("/V", "")).removeprefix("/")
        self.widgets[own] = kids or [field]

    def place(self, name):
        """The page's number, and the middle of the field's first widget in points from the upper left corner."""
        widget = self.widgets[name][0]
        (page,) = (i for i, each in enumerate(self.pdf.pages) if each.objgen == widget.P.objgen)
        x0, y0, x1, y1 = (float(each) for each in widget.Rect)
        return page, (x0 + x1) / 2, float(self.pdf.pages[page].MediaBox[3]) - (y0 + y1) / 2


class _Viewer:
    """What all viewers do alike, once a subclass can ``click`` into a field; ``pause`` ms later fields are computed."""

    pause = 0

    def type(self, name, text):
        """Write a text into a field instead of what stands there, and leave it."""
        self.click(name)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Tab")
        self.page.wait_for_timeout(self.pause)

    def close(self):
        self.page.close()


class ChromiumViewer(_Viewer):
    """Chromium's viewer with a PDF, at 100 %."""

    name = "Chromium"
    pause = 600

    def __init__(self, running, server, data):
        self.page = running.new_page(viewport={"width": 1200, "height": 1300})
        server.files["/sheet.pdf"] = data
        self.page.goto(f"{server.at}/sheet.pdf#toolbar=0&navpanes=0&zoom=100")
        self._fields = Fields(data)
        for _ in range(300):
            self.page.wait_for_timeout(100)
            self._frame = next((f for f in self.page.frames if f.url.startswith("chrome-extension:")), None)
            if self._frame and self._frame.evaluate(f"{VIEWER}?.loadState_") == "success":
                break
        self.page.wait_for_timeout(300)

    def click(self, name):
        """Click into a field."""
        number, x, y = self._fields.place(name)
        box = self._frame.evaluate(f"i => {{ const r = {VIEWER}.viewport_.getPageScreenRect(i); return [r.x, r.y]; }}", number)  # fmt: skip
        self.page.mouse.click(box[0] + x * 4 / 3, box[1] + y * 4 / 3)
        self.page.wait_for_timeout(150)

    def saved(self):
        """The PDF as the viewer saves it."""
        bytes_ = f"(await {VIEWER}.currentController.save('EDITED')).dataToSave"
        return base64.b64decode(self._frame.evaluate(SAVE % bytes_))


class PdfJsViewer(_Viewer):
    """pdf.js with a PDF."""

    name = "pdf.js"
    pause = 600

    def __init__(self, running, server, data):
        self.page = running.new_page(viewport={"width": 1000, "height": 1300})
        server.files["/sheet.pdf"] = data
        self.page.goto(f"{server.at}/viewer.html#/sheet.pdf")
        self.page.wait_for_function("globalThis.ready", timeout=60000)
        self._fields = Fields(data)

    def click(self, name):
        """Click into a field, where a person would, whatever lies there."""
        self.page.wait_for_selector(f'[name="{name}"]', state="attached", timeout=20000)
        number, x, y = self._fields.place(name)
        box = self.page.evaluate(PLACE, [number, y])
        self.page.mouse.click(box[0] + x * 4 / 3, box[1] + y * 4 / 3)

    def saved(self):
        """The PDF as the viewer saves it."""
        return base64.b64decode(self.page.evaluate(SAVE % "await shown.saveDocument()"))


@contextmanager
def viewers():
    """What opens PDFs: ``open(kind, data)`` gives a viewer of one of these kinds. Skips where nothing is installed."""
    program = chromium()
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    pdfjs = os.environ.get("DECKGEN_PDFJS")
    server = Server(Path(pdfjs) if pdfjs else None)
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox"], ignore_default_args=EXTENSIONS
        )

        @contextmanager
        def opened(kind, data):
            if kind is PdfJsViewer and not pdfjs:
                pytest.skip("DECKGEN_PDFJS does not name the folder of pdfjs-dist")
            viewer = kind(running, server, data)
            try:
                yield viewer
            finally:
                viewer.close()

        try:
            yield opened
        finally:
            running.close()
            server.close()
