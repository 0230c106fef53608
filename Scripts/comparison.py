"""Renders songs with Tactus and with another program by turns, and prints how their times compare.

What compare-fluidsynth and compare-timidity share. Each program runs on one processor (taskset), as a process of its own
from start to end: reading the song and the bank belongs to the time. The programs alternate song by song, so that
a machine that slows down slows both. The figure is the median of the runs' totals.
"""

import argparse
import glob
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

SONGS = "/usr/share/games/openttd/baseset/openmsx/*.mid"
BANKS = ["/usr/share/sounds/sf2/TimGM6mb.sf2", "/usr/share/sounds/sf2/FluidR3_GM.sf2"]
RATE = 44100


class Cost:
    """What runs of a program cost: processor and wall seconds, peak memory, and how much they rendered."""

    def __init__(self):
        self.cpu = self.wall = self.rendered = 0.0
        self.memory = 0

    def add(self, other):
        self.cpu += other.cpu
        self.wall += other.wall
        self.rendered += other.rendered
        self.memory = max(self.memory, other.memory)


def measure(command, output, processor):
    """Runs a command that writes 16-bit stereo to `output`; exits if it fails."""
    if shutil.which("taskset"):
        command = ["taskset", "-c", str(processor)] + command
    with tempfile.TemporaryFile() as log:
        start = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        _, status, usage = os.wait4(process.pid, 0)
        cost = Cost()
        cost.wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0 or not os.path.isfile(output):
            log.seek(0)
            sys.exit(" ".join(command) + " failed:\n" + log.read().decode(errors="replace"))
    cost.cpu = usage.ru_utime + usage.ru_stime
    cost.memory = usage.ru_maxrss
    cost.rendered = (os.path.getsize(output) - 44) / 4 / RATE
    os.remove(output)
    return cost


def tactus_command(tool, song, bank, output):
    return [tool, "bounce", song, "-o", output, "--bank", bank, "--rate", str(RATE), "--depth", "16", "--threads", "1",
            "--interpolation", "cubic", "--quiet"]


def compare_bank(options, bank, other):
    """The totals of each run: [(Tactus, other)]."""
    runs = []
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        for number in range(options.runs):
            totals = (Cost(), Cost())
            for index, song in enumerate(options.songs):
                output = os.path.join(folder, "out.wav")
                commands = [tactus_command(options.tactus, song, bank, output), other(song, bank, output)]
                order = (0, 1) if (number + index) % 2 == 0 else (1, 0)
                for which in order:
                    totals[which].add(measure(commands[which], output, options.processor))
                print(f"\r{os.path.basename(bank)}, run {number + 1}, song {index + 1}/{len(options.songs)} ",
                      end="", file=sys.stderr, flush=True)
            runs.append(totals)
    print("\r" + " " * 60 + "\r", end="", file=sys.stderr)
    return runs


def print_row(bank, name, runs):
    median = statistics.median
    ours, theirs = ([run[which] for run in runs] for which in (0, 1))
    cpu = [median(cost.cpu for cost in costs) for costs in (ours, theirs)]
    wall = [median(cost.wall for cost in costs) for costs in (ours, theirs)]
    ratios = [run[1].cpu / run[0].cpu for run in runs]
    speeds = [median(cost.rendered / cost.cpu for cost in costs) for costs in (ours, theirs)]
    memory = [max(cost.memory for cost in costs) / 1024 for costs in (ours, theirs)]
    print(f"| {os.path.basename(bank)} | {ours[0].rendered:.0f} / {theirs[0].rendered:.0f} "
          f"| {cpu[0]:.2f} ({wall[0]:.2f}) | {cpu[1]:.2f} ({wall[1]:.2f}) "
          f"| **{median(ratios):.2f}** ({min(ratios):.2f}–{max(ratios):.2f}) "
          f"| {speeds[0]:.0f} / {speeds[1]:.0f} | {memory[0]:.0f} / {memory[1]:.0f} |", flush=True)


def run(name, version, other, description):
    """The whole comparison; `other(song, bank, output)` gives the other program's command."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--tactus", default=os.path.join(here, ".build/release/tactus"), help="the program")
    parser.add_argument("--bank", action="append", help="a bank; may be given several times")
    parser.add_argument("--runs", type=int, default=3, help="how often everything is rendered (3)")
    parser.add_argument("--processor", type=int, default=0, help="the processor to run on (0)")
    parser.add_argument("songs", nargs="*", help="songs; without any those of Debian's openttd-openmsx")
    options = parser.parse_args()
    options.songs = options.songs or sorted(glob.glob(SONGS))
    banks = [bank for bank in options.bank or BANKS if os.path.isfile(bank)]
    if not os.access(options.tactus, os.X_OK):
        sys.exit(f"{options.tactus} is not there; build it: swift build -c release")
    if not options.songs or not banks:
        sys.exit("no songs or no banks; install Debian's openttd-openmsx, timgm6mb-soundfont and fluid-soundfont-gm")
    print(f"{len(options.songs)} songs, {RATE} Hz, 16 bits, 4-point interpolation, reverb and chorus on, one processor, "
          f"median of {options.runs} alternating runs; {version}\n")
    print(f"| bank | rendered s, Tactus / {name} | Tactus CPU s (wall) | {name} CPU s (wall) | ratio of CPU (range) "
          f"| × real time, Tactus / {name} | peak MB, Tactus / {name} |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for bank in banks:
        print_row(bank, name, compare_bank(options, bank, other))
