"""Opens a page in headless Chromium that plays and bounces through `tactus.js`, for check-web."""

import http.server
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 20
KINDS = {".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}


class Answers(http.server.BaseHTTPRequestHandler):
    """Serves the page, the engine, the bank and the song, and receives what the page found out."""

    def do_GET(self):
        path = self.server.files.get(self.path.split("?")[0])
        if path is None:
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Type", KINDS.get(path.suffix, "application/octet-stream"))
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.end_headers()
        self.wfile.write(path.read_bytes())

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        self.server.received[self.path] = body
        if self.path == "/done":
            self.server.ended.set()

    def log_message(self, *_):
        pass


def bounces(tool, received):
    """Bounces the page's document with the program; ends the script if the page's files have other bytes."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "beat.json").write_bytes(received["/document"])
        (folder / "chain.json").write_bytes(received["/chain"])
        options = {f"bounce.{kind}": ["--bank", "built-in"] for kind in ["wav", "aiff", "caf"]}
        options |= {"bounce.mid": [], "effects.wav": ["--bank", "built-in", "--chain", folder / "chain.json"]}
        for name, more in options.items():
            subprocess.run([tool, "sequence", folder / "beat.json", "-o", folder / name, *more], check=True,
                           capture_output=True)
            if (folder / name).read_bytes() != received[f"/{name}"]:
                sys.exit(f"check-web: the page's {name} is not that of `tactus sequence`")
    return f"{len(options)} files of a page are those of `tactus sequence`"


def play(module, bank, song, expected, tool):
    """Uses the engine in the page; a sentence about what was found. Ends the script at a difference."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    server.received, server.ended = {}, threading.Event()
    server.files = {f"/{path.name}": path for path in (ROOT / "Web/Engine").glob("*.js")}
    server.files |= {"/": ROOT / "Tests/Web/page.html", "/tactus.wasm": module}
    if bank != "built-in":
        server.files["/bank"] = bank
    if song != "demo":
        server.files["/song"] = song
    query = "".join(f"&{path[1:]}" for path in ("/bank", "/song") if path in server.files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    profile = tempfile.mkdtemp()
    browser = subprocess.Popen(
        ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required",
         f"--user-data-dir={profile}", f"http://127.0.0.1:{server.server_port}/?seconds={SECONDS}{query}"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        if not server.ended.wait(120):
            sys.exit("check-web: the page did not end within two minutes")
    finally:
        browser.terminate()
        browser.wait(30)
        server.shutdown()
        shutil.rmtree(profile, ignore_errors=True)
    said = server.received["/done"].decode()
    samples = server.received.get("/samples", b"")
    if not samples or not expected.read_bytes().startswith(samples):
        sys.exit(f"check-web: the worklet's samples are not those of the program: {said}")
    if said.startswith("error"):
        sys.exit(f"check-web: the page has failed: {said}")
    files = bounces(tool, server.received)
    return f"Chromium: {files}; {len(samples) // 8} frames of the worklet are those of the program; {said}"
