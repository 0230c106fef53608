"""The processor time of `tactus.ray.render`, compared with `tactus bounce --batch`.

    python ray_cost.py TOOL BANK SONG…     alternating runs, two of each; both write 16-bit WAV files and notes

The time of Ray is that of its workers and of the program that calls it; that of Ray's own services is shown beside it.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import uuid

MARK = f"TACTUS_RAY_COST={uuid.uuid4()}"
PROGRAM = """
import sys
import ray
import tactus.ray
bank, out, *songs = sys.argv[1:]
ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
tactus.ray.render(songs, bank, out=out)
import ray_cost
ray_cost.report()
"""


def report():
    """Prints the processor seconds of the processes that carry this run's mark, by kind."""
    times = {}
    mark = os.environ["TACTUS_RAY_COST"].encode()
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            if b"TACTUS_RAY_COST=" + mark not in open(f"/proc/{number}/environ", "rb").read().split(b"\0"):
                continue
            command = open(f"/proc/{number}/cmdline", "rb").read()
            fields = open(f"/proc/{number}/stat").read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        kind = "workers" if command.startswith(b"ray::") or int(number) == os.getpid() else "services"
        times[kind] = times.get(kind, 0) + sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
    print(json.dumps(times))


def by_batch(tool, bank, songs, folder):
    with open(folder + "/list.jsonl", "w") as file:
        for number, song in enumerate(songs):
            file.write(json.dumps({"song": song, "output": f"{number}.wav"}) + "\n")
    command = [
        tool, "bounce", "--batch", folder + "/list.jsonl", "--bank", bank, "--rate", "44100", "--depth", "16",
        "--notes", ".notes.jsonl", "--manifest", folder + "/manifest.jsonl", "--quiet"]
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    return usage.ru_utime + usage.ru_stime


def by_ray(bank, songs, folder):
    name, value = MARK.split("=")
    here = os.path.dirname(os.path.abspath(__file__))
    environment = {**os.environ, name: value, "PYTHONPATH": here + os.pathsep + os.environ.get("PYTHONPATH", "")}
    out = subprocess.run(
        [sys.executable, "-c", PROGRAM, bank, folder + "/out", *songs], env=environment, check=True,
        stdout=subprocess.PIPE, text=True).stdout
    return json.loads(out.splitlines()[-1])


def main():
    tool, bank, *songs = map(os.path.abspath, sys.argv[1:])
    batch, ray = [], []
    for _ in range(2):
        for run in (lambda folder: batch.append(by_batch(tool, bank, songs, folder)),
                    lambda folder: ray.append(by_ray(bank, songs, folder))):
            folder = tempfile.mkdtemp()
            run(folder)
            shutil.rmtree(folder)
    workers = min(times["workers"] for times in ray)
    services = min(times.get("services", 0) for times in ray)
    print(f"{len(songs)} songs: batch {min(batch):.1f} s, Ray's workers {workers:.1f} s, ratio {workers / min(batch):.2f}; "
          f"Ray's services {services:.1f} s")


if __name__ == "__main__":
    main()
