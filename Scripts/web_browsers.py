"""The browsers in which check-web opens pages."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

# WebKit, the engine of Safari, with a window (apt-get install libwebkit2gtk-4.1-0 xvfb).
MINI_BROWSER = pathlib.Path("/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser")
FIREFOX_SETTINGS = {"media.autoplay.default": "0", "browser.shell.checkDefaultBrowser": "false",
                    "datareporting.policy.dataSubmissionEnabled": "false"}


def installed():
    """The browsers of this machine besides Chromium."""
    found = ["firefox"] if shutil.which("firefox-esr") else []
    return found + (["webkit"] if MINI_BROWSER.exists() and shutil.which("xvfb-run") else [])


class Browser:
    """A browser that shows one page; it ends with the `with` block."""

    def __init__(self, name, address):
        self.profile = tempfile.mkdtemp()
        self.process = subprocess.Popen(words(name, address, self.profile), stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, start_new_session=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # the group: a browser is several processes
        os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


def words(name, address, profile):
    """The command line that opens a page, which may play without a click."""
    if name == "firefox":
        settings = "".join(f'user_pref("{key}", {value});\n' for key, value in FIREFOX_SETTINGS.items())
        pathlib.Path(profile, "user.js").write_text(settings)
        return ["firefox-esr", "--headless", "--no-remote", "--profile", profile, address]
    if name == "webkit":
        return ["xvfb-run", "-a", MINI_BROWSER, "--private", "--autoplay-policy=allow", address]
    return ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required",
            f"--user-data-dir={profile}", address]
