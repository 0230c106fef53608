"""jalv on a JACK server of its own, with jack_probe around it."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import time

import jack_leftovers

RATE = 48000
PERIOD = 256


class Failure(Exception):
    """Something is not as it should be; says what."""


class Unfinished(Failure):
    """A client has not ended in time; says where it waits."""


@contextlib.contextmanager
def server(folder):
    """A JACK server without a sound card, synchronous so that nothing comes a period late."""
    jack_leftovers.remove()
    name = os.environ.get("TACTUS_JACK_SERVER", f"tactus-lv2-{os.getpid()}")
    os.environ["JACK_DEFAULT_SERVER"] = name
    os.environ["JACK_NO_AUDIO_RESERVATION"] = "1"
    log = open(folder / "jackd.log", "wb")
    # it waits long for clients, rather than throw them out on a busy machine
    command = ["jackd", "-n", name, "-r", "-S", "-t", "20000", "-d", "dummy", "-r", str(RATE), "-p", str(PERIOD)]
    process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        wait_for(lambda: ports() is not None, "the JACK server")
        yield
    finally:
        end(process)
        log.close()


def end(process):
    """Ends a program of ours; its status."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
    return process.wait()


def ports():
    """The names of all ports; None without a server."""
    run = subprocess.run(["jack_lsp"], capture_output=True, text=True)
    return run.stdout.split("\n") if run.returncode == 0 else None


def wait_for(condition, what, seconds=120):
    limit = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > limit:
            raise Failure(f"{what} does not come")
        time.sleep(0.1)


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def write_state(folder, plugin, values, bank=None):
    """A state of a plug-in as hosts save it: values of ports, and a document."""
    document = {"format": "tactus plugin", "version": 1, "plugin": f"tactus.{plugin}", "parameters": values}
    if bank:
        document["bank"] = str(bank)
    said = " , ".join(f"[ lv2:symbol {literal(name)} ; pset:value {float(value)} ]" for name, value in values.items())
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "state.ttl").write_text(
        "@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n"
        "@prefix state: <http://lv2plug.in/ns/ext/state#> .\n\n"
        f"<>\n\ta pset:Preset ;\n\tlv2:appliesTo <urn:tactus:{plugin}> ;\n\tlv2:port {said} ;\n"
        f"\tstate:state [ <urn:tactus:state> {literal(json.dumps(document))} ] .\n")


@contextlib.contextmanager
def jalv(folder, plugin, preload=None):
    """jalv with a plug-in in the state that `folder` holds."""
    environment = dict(os.environ)
    if preload:
        environment["LD_PRELOAD"] = str(preload)
    log = open(folder / "jalv.log", "wb")
    # it ends when its input does
    process = subprocess.Popen(
        ["jalv", "-x", "-n", plugin, "-l", str(folder)], stdin=subprocess.PIPE, stdout=log, stderr=log,
        env=environment)
    try:
        def is_there():
            if process.poll() is not None:
                raise Failure(f"jalv has ended with {process.returncode}:\n" + tail(folder / "jalv.log"))
            return f"{plugin}:control" in (ports() or [])
        wait_for(is_there, f"jalv with the {plugin}")
        time.sleep(1)
        yield process
        if process.poll() is not None:
            raise Failure(f"jalv has ended with {process.returncode}:\n" + tail(folder / "jalv.log"))
    finally:
        end(process)
        log.close()


def tail(path):
    return "\n".join(pathlib.Path(path).read_text(errors="replace").splitlines()[-40:])


def probe(program, seconds, to, notes, audio, play, tempo=0, ticks=1):
    """Runs jack_probe and returns its lines, each a tuple of a word and numbers.

    A JACK client's first connection may fail on a busy machine, whatever the client tries afterwards; a new client can
    connect. So a probe that could not connect is started again, twice.
    """
    command = [program, str(seconds), to, notes, audio, play, str(tempo), str(ticks)]
    for _ in range(3):
        # a busy machine has fewer frames in a second; the probe itself gives up after five times as long
        run = run_probe(command, 5 * seconds + 120)
        if "cannot connect" not in run.stderr:
            break
    if run.returncode != 0:
        raise Failure(f"jack_probe ends with {run.returncode}: {run.stderr.strip()}")
    return [tuple([words[0]] + [int(word) for word in words[1:]]) for words in map(str.split, run.stdout.splitlines())]


def run_probe(command, seconds):
    """Runs jack_probe. If it does not end, the failure shows where it and the server wait."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        output, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        waits = [stacks(process.pid)] + [stacks(pid) for pid in pids("jackd")]
        process.kill()
        errors = process.communicate()[1]
        raise Unfinished("\n".join([f"jack_probe has not ended after {seconds} s", errors.strip(), *waits]))
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


def pids(name):
    """The processes of a program."""
    return subprocess.run(["pgrep", "-x", name], capture_output=True, text=True).stdout.split()


def stacks(pid):
    """The innermost calls of each thread of a process, as far as gdb is there to show them."""
    try:
        run = subprocess.run(["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all backtrace 8"],
                             capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"no stacks of {pid}: {error}"
    return "\n".join(line for line in run.stdout.splitlines() if line.startswith(("Thread", "#")))
