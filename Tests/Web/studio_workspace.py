"""Checks of studio_test.py: the page as `tactus studio` serves it, with files and banks of the computer."""

import contextlib
import http.client
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import threading
import time
import urllib.parse

import studio_server

DOCUMENT = {"name": "Beat", "tempo": 100, "tracks": [
    {"name": "Kick", "channel": 10, "pattern": {"key": "kick", "steps": "x..x"}},
    {"name": "Snare", "channel": 10, "pattern": {"key": "snare", "steps": ".x"}}]}
SECRET = "nobody reads this"


def site(folder, options):
    """A folder with the page and the engine, as make-web makes it."""
    made = folder / "site"
    if not made.exists():
        shutil.copytree(studio_server.ROOT / "Web/Studio", made / "Studio")
        shutil.copytree(options.engine, made / "Engine")
        for module in pathlib.Path(options.modules).glob("*.wasm"):
            shutil.copy(module, made / "Engine")
    return made


@contextlib.contextmanager
def served(folder, options, *words, opens=False, **environment):
    """Runs tactus studio; the address of its page."""
    program = pathlib.Path(options.program).with_name("tactus-studio")
    process = subprocess.Popen([program, *([] if opens else ["--no-open"]), "--site", site(folder, options), *words],
                               stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.wait()


def songs(folder, name):
    """A folder of the workspace, beside a file that is none of its own."""
    made = folder / name
    (made / "more").mkdir(parents=True)
    (made / "beat.json").write_text(json.dumps(DOCUMENT))
    shutil.copy(folder / "test.mid", made / "more" / "test.mid")
    (folder / "secret.json").write_text(json.dumps({"secret": SECRET}))
    (made / "link.json").symlink_to(folder / "secret.json")
    return made


def saves_in_a_folder(page, folder, options):
    """tactus studio lists a folder, and saves documents in it; it asks before it replaces"""
    if not options.program:
        return
    made = songs(folder, "listed")
    file = made / "beat.json"
    with served(folder, options, made) as address:
        studio = page(address=address, bypass_csp=True)
        dialog = studio.page.get_by_role("dialog")
        assert "Open from listed" in dialog.inner_text() and "link" not in dialog.inner_text(), dialog.inner_text()
        studio.page.get_by_label("Search files").fill("BEAT")
        dialog.get_by_role("button", name="beat.json").click()
        studio.until("studio.song.name === 'beat.json'")
        studio.show("Song")
        studio.button("Mute Kick").click()
        studio.until("studio.workspace.hasChanges")
        studio.page.keyboard.press("Control+s")
        assert "beat.json exists, and will be replaced." in dialog.inner_text(), dialog.inner_text()
        dialog.get_by_role("button", name="Replace").click()
        studio.until("!studio.workspace.hasChanges")
        assert json.loads(file.read_text())["tracks"][0]["muted"] is True
        studio.button("Mute Snare").click()
        studio.page.keyboard.press("Control+s")
        studio.until("!studio.workspace.hasChanges")
        assert not dialog.is_visible() and json.loads(file.read_text())["tracks"][1]["muted"] is True
        file.write_text(json.dumps(DOCUMENT))
        studio.button("Mute Snare").click()
        studio.page.keyboard.press("Control+s")
        assert "Another program has changed beat.json" in dialog.inner_text(), dialog.inner_text()
        dialog.get_by_label("Name").fill("more/other")
        dialog.get_by_role("button", name="Save").click()
        studio.until("!studio.workspace.hasChanges")
        assert json.loads(file.read_text()) == DOCUMENT
        assert json.loads((made / "more/other.json").read_text())["tracks"][0]["muted"] is True
        assert sorted(path.name for path in made.rglob("*")) == ["beat.json", "link.json", "more", "other.json", "test.mid"]


def opens_what_it_is_given(page, folder, options):
    """tactus studio opens the song and the banks that it is given, and saves the song as a document beside it"""
    if not options.program:
        return
    made = songs(folder, "given")
    bank = pathlib.Path("/usr/share/sounds/sf2/TimGM6mb.sf2")
    words = ["--bank", bank] if bank.exists() else []
    with served(folder, options, made / "more/test.mid", *words) as address:
        studio = page(address=address, bypass_csp=True)
        studio.until("studio.song.name === 'test.mid'")
        assert studio.run("crossOriginIsolated") is True
        if words:
            assert "TimGM6mb" in studio.run("studio.tactus.bank.name"), studio.run("studio.tactus.bank.name")
        studio.button("Play").click()
        studio.until("studio.tactus.position.tick > 100 && studio.tactus.position.voices > 0")
        studio.page.keyboard.press("Control+s")
        dialog = studio.page.get_by_role("dialog")
        assert dialog.get_by_label("Name").input_value() == "test.json"
        dialog.get_by_role("button", name="Save").click()
        studio.page.get_by_text("Saved test.json").wait_for()
        assert len(json.loads((made / "more/test.json").read_text())["tracks"]) == 3
        studio.button("Open a song or a SoundFont").click()
        assert "beat.json" not in dialog.inner_text()


def keeps_its_policy(page, folder, options):
    """the page needs nothing that the content security policy of tactus studio refuses"""
    if not options.program:
        return
    with served(folder, options) as address:
        studio = page(address=None)
        refused = []
        studio.page.on("console", lambda message: "Security Policy" in message.text and refused.append(message.text))
        studio.page.goto(address)
        studio.page.wait_for_selector("body.ready")
        for view in ["Pattern", "Effects", "Banks", "Song"]:
            studio.show(view)
        studio.button("Play").click()
        studio.page.locator(".time", has_text="0:01").wait_for()
        studio.button("Bounce").click()
        with studio.page.expect_download(timeout=300000):
            studio.page.get_by_role("dialog").get_by_role("button", name="Bounce").click()
        assert refused == [], refused


def refuses_other_pages(page, folder, options):
    """a page of another origin, a wrong token and paths out of the folder get nothing from tactus studio"""
    if not options.program:
        return
    made = songs(folder, "guarded")
    with served(folder, options, made) as address:
        parts = urllib.parse.urlsplit(address)
        base = parts.path.removesuffix("/Studio/")
        for path, headers in hostile_requests(base, parts.netloc):
            status, text = answer(parts.netloc, path, headers)
            assert status in (403, 404) and len(text) < 200 and SECRET not in text, (path, headers, status, text)
        assert answer(parts.netloc, base + "/files/beat.json", {})[0] == 200
        for method, path in [("DELETE", "/files/beat.json"), ("POST", "/files/beat.json"), ("OPTIONS", "/workspace"),
                             ("PUT", "/files/beat.json"), ("PUT", "/files/../secret.json")]:
            assert answer(parts.netloc, base + path, {}, method)[0] >= 400, (method, path)
        with other_origin(folder) as other:
            stranger = page(address=None)
            stranger.page.goto(other)
            got = stranger.page.evaluate(STRANGER, [address, "http://" + parts.netloc + base])
            assert got == [], got
            shown = [frame.title() for frame in stranger.page.frames]
            assert shown[0] == "Elsewhere" and "Tactus Studio" not in shown, shown
        assert json.loads((made / "beat.json").read_text()) == DOCUMENT


def opens_the_browser(page, folder, options):
    """tactus studio starts the browser with a file that only its owner can read, and that leads to the studio"""
    if not options.program:
        return
    programs = folder / "programs"
    programs.mkdir()
    (programs / "xdg-open").write_text(f'#!/bin/sh\necho "$1" > {folder}/opened\nstat -c %a "$1" >> {folder}/opened\n')
    (programs / "xdg-open").chmod(0o755)
    with served(folder, options, opens=True, PATH=f"{programs}:{os.environ['PATH']}") as address:
        until(lambda: len((folder / "opened").read_text().split()) == 2 if (folder / "opened").exists() else False)
        path, mode = (folder / "opened").read_text().split()
        assert mode == "600" and urllib.parse.urlsplit(address).path.split("/")[1] not in path, (path, mode)
        studio = page(address=None)
        studio.page.goto(pathlib.Path(path).as_uri())
        studio.page.wait_for_selector("body.ready")
        assert studio.page.url == address, studio.page.url


def until(condition):
    """Waits for at most a minute."""
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("it does not happen")


def hostile_requests(base, host):
    wrong = "/" + "0" * 32
    for path in ["/", "/Studio/", "/workspace", wrong + "/workspace", wrong + "/files/beat.json", base[:-1] + "/workspace",
                 base, base + "0/workspace"]:
        yield path, {}
    for path in ["files/../secret.json", "files/more/../../secret.json", "files/%2e%2e/secret.json",
                 "files/..%2fsecret.json", "files//etc/passwd", "files/%2fetc%2fpasswd", "files/link.json",
                 "files/beat.json%00", "files/.", "Engine/../../secret.json", "Studio/%2e%2e/%2e%2e/secret.json",
                 "banks/-1", "banks/999", "banks/0/../../secret.json", "files\\..\\secret.json", "files/%ff%fe"]:
        yield f"{base}/{path}", {}
    for headers in [{"Host": "evil.example"}, {"Host": "evil.example:" + host.split(":")[1]},
                    {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"},
                    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}]:
        yield base + "/workspace", headers


def answer(host, path, headers, method="GET"):
    connection = http.client.HTTPConnection(host, timeout=60)
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    response = connection.getresponse()
    text = response.read().decode("utf-8", "replace")
    connection.close()
    return response.status, text


@contextlib.contextmanager
def other_origin(folder):
    """A web server on another port, with an empty page."""
    root = folder / "elsewhere"
    root.mkdir()
    (root / "index.html").write_text("<!doctype html><title>Elsewhere</title>")
    class Answers(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *rest: Answers(*rest, directory=root))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


# Tries what a page can do that knows the address, token and all: returns what it got.
STRANGER = """async ([address, base]) => {
    const got = []
    const attempt = (name, promise) => promise.then((value) => value && got.push([name, value]), () => undefined)
    const file = base + '/files/beat.json'
    await attempt('read', fetch(file).then((response) => response.text()))
    await attempt('write', fetch(file, { method: 'PUT', body: '{}', headers: { 'If-Match': '"x"' } }).then((r) => r.status))
    await attempt('opaque', fetch(file, { mode: 'no-cors' }).then((response) => response.text()))
    const loaded = (tag, attributes) => new Promise((resolve) => {
        const made = Object.assign(document.createElement(tag), attributes)
        made.onload = () => resolve(tag)
        made.onerror = () => resolve(undefined)
        document.body.append(made)
    })
    await attempt('script', loaded('script', { src: base + '/Studio/main.js', type: 'module' }))
    await attempt('style', loaded('link', { href: base + '/Studio/style.css', rel: 'stylesheet' }))
    await attempt('image', loaded('img', { src: base + '/Studio/icon.svg' }))
    const frame = document.createElement('iframe')
    frame.src = address
    const shown = new Promise((resolve) => (frame.onload = resolve))
    document.body.append(frame)
    await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 3000))])
    return got
}"""

ALL = [saves_in_a_folder, opens_what_it_is_given, keeps_its_policy, opens_the_browser, refuses_other_pages]
