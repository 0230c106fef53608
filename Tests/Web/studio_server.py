"""Serves the studio with the engine beside it on loopback, as a folder of static files would be served."""

import http.server
import pathlib
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
Base = http.server.SimpleHTTPRequestHandler


class Answers(Base):
    """Answers with files of Web, and with the engine's modules from where they were built."""

    extensions_map = {**Base.extensions_map, ".js": "text/javascript", ".wasm": "application/wasm",
                      ".webmanifest": "application/manifest+json"}

    def translate_path(self, path):
        path = path.split("?")[0].split("#")[0]
        name = path.split("/")[-1]
        if name.endswith(".wasm"):
            return str(self.server.modules / name)
        if path.startswith("/Engine/"):
            return str(self.server.engine / name)
        return super().translate_path(path)

    def end_headers(self):
        if self.server.is_isolated:
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, *_):
        pass


def serve(engine=ROOT / "Web/Engine", modules=ROOT / ".build/web", is_isolated=False):
    """Starts a server; the server, and the address of the studio. Isolated from other origins, it uses shared memory."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *rest: Answers(*rest, directory=ROOT / "Web"))
    server.engine, server.modules, server.is_isolated = pathlib.Path(engine), pathlib.Path(modules), is_isolated
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/Studio/"
