#!/usr/bin/env python3
"""Uses the studio in headless Chromium as a person would, and looks at what came of it.

    Tests/Web/studio_test.py [--engine FOLDER] [--modules FOLDER] [--pictures FOLDER] [--bank FILE] [--program FILE]
                             [SONG ...]

It needs Playwright's Python package, and Debian's Chromium. `--engine` has tactus.js, `--modules` tactus.wasm; by
default they are those of this tree. Songs that are given are opened as well. `--pictures` keeps screenshots.
"""

import argparse
import pathlib
import sys
import tempfile
import traceback

from playwright.sync_api import TimeoutError, sync_playwright

import studio_checks as checks
import studio_server
import studio_song

CHROMIUM = "/usr/bin/chromium"
SIZES = {"wide": {"width": 1440, "height": 900}, "narrow": {"width": 390, "height": 844}}


class Page:
    """A page of the studio with what the tests need of it."""

    def __init__(self, browser, address, size="wide", scheme="light", **options):
        self.context = browser.new_context(viewport=SIZES[size], color_scheme=scheme, accept_downloads=True,
                                           has_touch=size == "narrow", **options)
        # a machine with busy processors needs longer than Playwright's thirty seconds
        self.context.set_default_timeout(120000)
        self.address, self.errors = address, []
        if address:
            self.open()
        else:
            self.page = self.context.new_page()

    def open(self, address=None):
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(address or self.address)
        self.page.wait_for_selector("body.ready")
        self.page.expose_function("failed", lambda sentence: self.errors.append(sentence))
        # The model is reached through a part of the page; the page itself has no global variables.
        self.page.evaluate("window.studio = document.querySelector('tactus-song').studio;"
                           "window.roll = document.querySelector('tactus-roll');"
                           "studio.tactus.addEventListener('error', ({ detail }) => failed(detail.message)); undefined")

    def run(self, script, value=None):
        return self.page.evaluate(script, value)

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def show(self, view):
        self.page.get_by_role("tab", name=view).click()

    def choose(self, path, button="Open a song or a SoundFont"):
        with self.page.expect_file_chooser() as chooser:
            self.button(button).click()
        chooser.value.set_files(path)

    def open_song(self, path):
        self.choose(path)
        self.page.wait_for_function("name => studio.song.name === name", arg=pathlib.Path(path).name)

    def until(self, condition, value=None):
        """Waits for a condition in the page, for at most a minute."""
        try:
            self.page.wait_for_function(condition, arg=value, timeout=60000)
        except TimeoutError:
            raise AssertionError(f"for a minute, not {condition}" + ("" if value is None else f" with {value}"))

    def until_kept(self):
        """Waits until the browser has kept the open document for the next visit, for at most a minute."""
        for _ in range(240):
            if self.run("""async () => {
                const names = (await indexedDB.databases()).map(({ name }) => name)
                if (!names.includes('tactus studio')) return false
                const request = indexedDB.open('tactus studio')
                const database = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)))
                const found = database.transaction('state').objectStore('state').get('document')
                const kept = await new Promise((resolve) => (found.onsuccess = () => resolve(found.result)))
                database.close()
                return JSON.stringify(kept?.document) === JSON.stringify(studio.document) }"""):
                return
            self.page.wait_for_timeout(250)
        raise AssertionError("for a minute, the browser does not keep the document")

    def message(self):
        return self.page.locator("tactus-messages").inner_text()

    def notes(self):
        """The notes of the selected track: (at, length, key, velocity)."""
        return [tuple(note) for note in self.run("""() => (studio.selectedTrack.clip?.notes ?? []).map((note) =>
            Array.isArray(note) ? [...note.slice(0, 3), note[3] ?? 100]
                : [note.at ?? 0, note.for, note.key, note.velocity ?? 100])""")]

    def place(self, tick, key):
        """The place on the page of a tick and a key in the piano roll."""
        return tuple(self.run("""([tick, key]) => {
            const { left, top } = roll.canvas.getBoundingClientRect()
            return [left + roll.geometry.x(tick), top + roll.geometry.y(key) + roll.geometry.rowHeight / 2] }""",
                              [tick, key]))

    def drag(self, start, end):
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        mouse.move(*end)
        mouse.up()

    def close(self):
        self.context.close()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default=studio_server.ROOT / "Web/Engine")
    parser.add_argument("--modules", default=studio_server.ROOT / ".build/web")
    parser.add_argument("--pictures")
    parser.add_argument("--bank", help="a SoundFont to load")
    parser.add_argument("--program", help="the program tactus, to compare its bounce with the page's")
    parser.add_argument("--isolated", action="store_true", help="sends the headers with which the engine shares memory")
    parser.add_argument("--only", help="runs the checks whose names contain this")
    parser.add_argument("songs", nargs="*")
    return parser.parse_args()


def main():
    options = arguments()
    server, address = studio_server.serve(options.engine, options.modules, options.isolated)
    folder = new_folder()
    failures, count = [], 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--autoplay-policy=no-user-gesture-required", "--no-sandbox"])
        for check in checks.ALL:
            if options.only and options.only not in check.__name__:
                continue
            count += 1
            new_page = lambda **kind: Page(browser, **{"address": address, **kind})  # noqa: E731
            failure = run(check, new_page, folder, options)
            if failure:
                # beside other programs a page may be too slow once; a fault shows again
                print(f"again   {check.__doc__.splitlines()[0]}: {failure.splitlines()[0]}", flush=True)
                failure = run(check, new_page, new_folder(), options)
            print(f"{'FAILED' if failure else 'passed'}  {check.__doc__.splitlines()[0]}", flush=True)
            if failure:
                print(f"        {failure}")
                failures.append(failure)
        browser.close()
    server.shutdown()
    print(f"studio: {len(failures)} of {count} checks failed")
    sys.exit(1 if failures else 0)


def new_folder():
    """A folder with songs, for the files of the checks."""
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "test.mid").write_bytes(studio_song.song())
    (folder / "large.mid").write_bytes(studio_song.large_song())
    (folder / "none.mid").write_bytes(b"This is no song.")
    return folder


def run(check, new_page, folder, options):
    """Runs a check; what failed, or None."""
    pages = []

    def page(**kind):
        pages.append(new_page(**kind))
        return pages[-1]

    try:
        check(page, folder, options)
        errors = [error for page in pages for error in page.errors]
        return f"errors in the page: {errors}" if errors else None
    except Exception as error:  # A check that fails in any way is reported, and the next one runs.
        frames = traceback.extract_tb(error.__traceback__)
        line = [frame for frame in frames if frame.name != "until"][-1]
        return f"{type(error).__name__} in line {line.lineno}, {line.line}: {error}"
    finally:
        for made in pages:
            made.close()


if __name__ == "__main__":
    main()
