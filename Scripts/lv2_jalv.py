"""Plays an LV2 plug-in of notes in jalv, on a JACK server of its own without a sound card."""

import os
import re
import shutil
import subprocess
import sys
import time

import jack_leftovers

PROGRAMS = ["jackd", "jalv", "jack_midiseq", "jack_midi_dump", "jack_transport", "jack_connect", "jack_lsp"]


def is_there():
    """Whether everything is installed."""
    return all(map(shutil.which, PROGRAMS))


def play(folder, uri, tempo, rate):
    """Two keys from jack_midiseq in the plug-in of a folder, while jack_transport is the master of the time; gives the
    frames of the notes."""
    server = f"tactus-{os.getpid()}"
    environment = dict(os.environ, JACK_DEFAULT_SERVER=server, JACK_NO_START_SERVER="1",
                       LV2_PATH=f"{folder}:/usr/lib/lv2")
    running, said = [], ""
    jack_leftovers.remove()

    def start(*command, **more):
        more = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | more
        running.append(subprocess.Popen(command, env=environment, text=True, **more))
        return running[-1]

    def succeed(*command):
        for _ in range(600):
            if subprocess.run(command, env=environment, capture_output=True).returncode == 0:
                return
            time.sleep(0.1)
        sys.exit(f"{' '.join(command)} fails")

    try:
        # it waits long for clients, rather than throw them out on a busy machine
        start("jackd", "-n", server, "-r", "-S", "-t", "20000", "-d", "dummy", "-r", str(rate), "-p", "256")
        succeed("jack_lsp")
        start("jalv", "-x", "-n", "plugin", uri)
        dump = start("jack_midi_dump", "-a", "dump", stdout=subprocess.PIPE)
        transport = start("jack_transport")
        succeed("jack_connect", "plugin:out", "dump:input")
        for command in (f"tempo {tempo}", "master", "play"):
            transport.stdin.write(command + "\n")
            transport.stdin.flush()
            time.sleep(0.2)
        start("jack_midiseq", "keys", "96000", "0", "60", "90000", "500", "64", "90000")
        succeed("jack_connect", "keys:out", "plugin:in")
        time.sleep(6)
        dump.terminate()
        said = dump.communicate()[0]
    finally:
        for process in reversed(running):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    return [int(line.split(":")[0]) for line in said.splitlines() if re.match(r"\s*\d+:\s+90 ", line)]
