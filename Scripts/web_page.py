"""Opens pages in browsers that play and bounce through `tactus.js`, for check-web."""

import http.server
import json
import pathlib
import subprocess
import sys
import tempfile
import threading

from web_browsers import Browser

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 20
# For how many quanta the audio thread may be busy or asleep, beyond what is usual: other programs interrupt it too.
LONGEST = 8
KINDS = {".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}


class Answers(http.server.BaseHTTPRequestHandler):
    """Serves the page, the engine, the bank and the song, and receives what the page found out."""

    def do_GET(self):
        path = self.server.files.get(self.path.split("?")[0])
        if path is None:
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Type", KINDS.get(path.suffix, "application/octet-stream"))
        if self.server.is_isolated:
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
        effects = ["--chain", folder / "chain.json", "--reverb-level", "-6", "--chorus-level", "3"]
        options |= {"bounce.mid": [], "effects.wav": ["--bank", "built-in", *effects]}
        for name, more in options.items():
            subprocess.run([tool, "sequence", folder / "beat.json", "-o", folder / name, *more], check=True,
                           capture_output=True)
            if (folder / name).read_bytes() != received[f"/{name}"]:
                sys.exit(f"check-web: the page's {name} is not that of `tactus sequence`")
    return f"{len(options)} files of a page are those of `tactus sequence`"


def visit(page, files, query="", browser="chromium"):
    """Opens a page in a browser, and waits until it has sent what it found out: the bodies by their paths. With the shared
    module among the files, the page is isolated from other origins."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    server.received, server.ended = {}, threading.Event()
    server.files = {f"/{path.name}": path for path in (ROOT / "Web/Engine").glob("*.js")}
    server.files |= {"/": ROOT / "Tests/Web" / page, **files}
    server.is_isolated = "/tactus-shared.wasm" in files
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with Browser(browser, f"http://127.0.0.1:{server.server_port}/?{query}"):
        ended = server.ended.wait(600)
    server.shutdown()
    if not ended:
        sys.exit(f"check-web: {page} did not end in {browser} within ten minutes")
    if server.received["/done"].startswith(b"error"):
        sys.exit(f"check-web: {page} has failed: {server.received['/done'].decode()}")
    return server.received


def play(module, bank, song, expected, tool, browser="chromium"):
    """Uses the engine in the page; a sentence about what was found. Ends the script at a difference."""
    files = {f"/{module.name}": module}
    if bank != "built-in":
        files["/bank"] = bank
    if song != "demo":
        files["/song"] = song
    query = "".join(f"&{path[1:]}" for path in ("/bank", "/song") if path in files)
    received = visit("page.html", files, f"seconds={SECONDS}{query}", browser)
    said, samples = received["/done"].decode(), received.get("/samples", b"")
    if not samples or not expected.read_bytes().startswith(samples):
        sys.exit(f"check-web: the worklet's samples are not those of the program: {said}")
    files = bounces(tool, received)
    return f"{browser}, {module.name}: {files}; {len(samples) // 8} frames of the worklet are those of the program; {said}"


def play_in_real_time(modules, tool, browser):
    """Plays the demo in real time, for browsers whose offline contexts do not deliver messages; a sentence."""
    received = visit("realtime.html", {f"/{module.name}": module for module in modules}, browser=browser)
    with tempfile.TemporaryDirectory() as folder:
        bounce = pathlib.Path(folder) / "demo.wav"
        subprocess.run([tool, "bounce", "--bank", "built-in", "-o", bounce], check=True, capture_output=True)
        if bounce.read_bytes() != received["/bounce.wav"]:
            sys.exit(f"check-web: the bounce in {browser} is not that of `tactus bounce`")
    return f"{browser}: {received['/done'].decode()}; its bounce is that of the program"


def load_bank(module, bank, song, large, is_timed):
    """Loads a large bank in a page while a song plays; a sentence about what was found.

    Ends the script if another sound was heard and, on a quiet machine (`is_timed`), if the audio thread waited for the
    bank though memory is shared. Even there other programs can interrupt it, so there are three attempts."""
    for _ in range(3 if is_timed else 1):
        found = loading(module, bank, song, large)
        if found["sharesMemory"] != ("shared" in module.name):
            sys.exit(f"check-web: the page uses {module.name}, but sharesMemory is {found['sharesMemory']}")
        if found["heard"]["matching"] < found["heard"]["until"] - 0.5:
            sys.exit(f"check-web: another sound is heard while a bank is loaded: {found}")
        during, alone = found["during"], found["alone"]
        interruption = max(during["longest"], during["gap"])
        if not is_timed or not found["sharesMemory"] or interruption <= LONGEST + alone["gap"]:
            return (f"{module.name}: first sound {found['sinceOpening']:.0f} ms after opening the page, "
                    f"{found['sinceLoad']:.0f} ms after Tactus.load; "
                    f"{found['voices']['count']} voices take {100 * found['voices']['load']:.0f} % of the time; while "
                    f"{large.stat().st_size / 1e6:.0f} MB are loaded in {during['seconds']:.1f} s, the audio thread is "
                    f"interrupted for up to {interruption:.0f} quanta ({alone['gap']:.0f} otherwise); a change waits "
                    f"{found['change']:.0f} ms at most while a song is bounced")
    sys.exit(f"check-web: the audio thread waits while a bank is loaded: {found}")


def loading(module, bank, song, large):
    """Opens loading.html, and returns what it has found."""
    with tempfile.TemporaryDirectory() as folder:
        worklet = pathlib.Path(folder) / "worklet.js"
        worklet.write_text("".join(path.read_text() for path in (ROOT / "Tests/Web/probe.js",
                                                                 ROOT / "Web/Engine/worklet.js")))
        files = {f"/{module.name}": module, "/worklet.js": worklet, "/bank": bank, "/song": song, "/large": large}
        return json.loads(visit("loading.html", files)["/done"])
