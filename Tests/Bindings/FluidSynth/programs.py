"""Compiles the programs of the folder Programs and runs each with a libfluidsynth.

programs.py FOLDER_WITH_LIBRARY [--reference], where the folder contains libfluidsynth.so.3.

Each program is compiled once, against the installed headers and library, with warnings as errors. It then runs with
the folder first in LD_LIBRARY_PATH, and with --reference once more with the system's library. ldd has to confirm that
the program finds the folder's library. A program passes with exit code 0 and skips with 77. Each run prints one line,
and the failed expectations below it. Exit code 1: a program failed; 2: wrong usage. Without <fluidsynth.h>, a compiler
or the banks, the script prints why it skips and exits with 0.
"""

import glob
import os
import shutil
import subprocess
import sys
import tempfile

LIBRARY = "libfluidsynth.so.3"
PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Programs")
BANK = "/usr/share/sounds/sf2/TimGM6mb.sf2"
OTHER_BANKS = ["/usr/share/sounds/sf2/FluidR3_GM.sf2", "/usr/share/sounds/sf2/sf_GMbank.sf2"]
TWO_BANKS = {"fonts"}
FLAGS = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1"]
SKIPPED = 77
TIMEOUT = 600


def reason_to_skip():
    """Why the programs cannot run here, or nothing."""
    if not shutil.which("cc"):
        return "no C compiler"
    header = subprocess.run(["cc", "-E", "-x", "c", "-"], input=b"#include <fluidsynth.h>\n", capture_output=True)
    if header.returncode:
        return "no <fluidsynth.h>; install libfluidsynth-dev"
    if not os.path.exists(BANK):
        return f"no {BANK}; install timgm6mb-soundfont"
    return None


def compile_program(source, folder):
    """Compiles a program into the folder; gives its path, or the compiler's messages."""
    path = os.path.join(folder, os.path.splitext(os.path.basename(source))[0])
    run = subprocess.run(["cc", *FLAGS, source, "-lfluidsynth", "-lm", "-o", path], capture_output=True, text=True)
    return (path, "") if run.returncode == 0 else (None, run.stderr)


def environment(library_folder):
    """The environment of a run, with a folder's library or with the system's."""
    result = {name: value for name, value in os.environ.items() if name not in ("LD_LIBRARY_PATH", "LD_PRELOAD")}
    return {**result, "LD_LIBRARY_PATH": library_folder} if library_folder else result


def uses(path, library_folder):
    """Whether the dynamic linker finds the library in the folder."""
    lines = subprocess.run(["ldd", path], env=environment(library_folder), capture_output=True, text=True).stdout
    return f"=> {os.path.join(library_folder, LIBRARY)} " in lines


def run(path, banks, library_folder, label):
    """Runs a program, prints its line and gives whether it passed."""
    name = os.path.basename(path)
    if library_folder and not uses(path, library_folder):
        print(f"{label:<9} FAILED  {name}: the program does not find {library_folder}/{LIBRARY}")
        return False
    try:
        done = subprocess.run([path, *banks], env=environment(library_folder), cwd=os.path.dirname(path),
                              capture_output=True, text=True, errors="replace", timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        print(f"{label:<9} FAILED  {name}: no end after {TIMEOUT} seconds")
        return False
    lines = done.stdout.splitlines()
    summary = next((line for line in lines if line.startswith(name + ":")), f"{name}: exit code {done.returncode}")
    word = {0: "passed", SKIPPED: "skipped"}.get(done.returncode, "FAILED")
    print(f"{label:<9} {word:<7} {summary}")
    if word == "FAILED":
        rest = [line for line in lines if line != summary] or done.stderr.splitlines()[-5:]
        print("".join(f"{'':<18}{line}\n" for line in rest), end="")
    return word != "FAILED"


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--reference"]
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__)
        sys.exit(2)
    folder = os.path.abspath(arguments[0])
    if not os.path.exists(os.path.join(folder, LIBRARY)):
        print(f"no {LIBRARY} in {folder}")
        sys.exit(2)
    reason = reason_to_skip()
    if reason:
        print(f"skipped: {reason}")
        sys.exit(0)
    other = next((bank for bank in OTHER_BANKS if os.path.exists(bank)), None)
    failed, runs = 0, 0
    with tempfile.TemporaryDirectory() as temporary:
        for source in sorted(glob.glob(os.path.join(PROGRAMS, "*.c"))):
            name = os.path.splitext(os.path.basename(source))[0]
            if name in TWO_BANKS and not other:
                print(f"{'':<9} skipped {name}: no second bank; install fluid-soundfont-gm")
                continue
            path, messages = compile_program(source, temporary)
            if not path:
                failed, runs = failed + 1, runs + 1
                print(f"{'compiler':<9} FAILED  {name}\n{messages}", end="")
                continue
            banks = [BANK, other] if name in TWO_BANKS else [BANK]
            for label, library in [("library", folder)] + [("reference", None)] * ("--reference" in sys.argv):
                runs += 1
                failed += not run(path, banks, library, label)
    print(f"{runs} runs, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
