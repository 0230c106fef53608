"""Checks the settings, the log, the modulators and the refused functions of a FluidSynth library.

Usage: settings.py LIBRARY [REFERENCE]

The behaviour of LIBRARY is checked against fixed values and, if REFERENCE is given, against that library: every setting
and many kinds of misuse. Prints each difference that is not intended, and exits with 1 if there are some.
"""

import ctypes
import os
import sys
from ctypes import c_void_p

from fluid_library import Library, expect, failures
from other_cases import log, mods, paths, refusals
from setting_cases import DRIVERS, UNUSUAL_NAMES, misuse, own_safety, read, realtime, without_settings


def examine(path, has_synth):
    library = Library(path)
    library.log_here()
    without_settings(library)
    library.note("names", library.names())
    names = [name for name, _ in library.names()]
    for name in names + UNUSUAL_NAMES:
        read(library, name, "new")
    for name in names + UNUSUAL_NAMES:
        misuse(library, name)
    library.lib.delete_fluid_settings(library.settings)
    library.settings = c_void_p(library.lib.new_fluid_settings())
    mods(library)
    paths(library)
    if has_synth:
        realtime(library)
    return library


def is_intended(key):
    """Whether a result may differ: that of setting NaN, which FluidSynth accepts, and the drivers and their options."""
    if key[0] == "setnum" and key[-1] == "nan":
        return True
    if key[1] not in DRIVERS:
        return False
    return key[-1] == "new" or key[-1][0] in ("setnum", "setint") or "option" in key[0] or key[0] == "getstr_default"


def compare(library, reference):
    for key in library.results.keys() | reference.results.keys():
        ours, theirs = library.results.get(key), reference.results.get(key)
        expect(repr(ours) == repr(theirs) or is_intended(key), f"{key}: {ours}, in the reference {theirs}")


def fixed(library):
    """Checks values that do not need a reference."""
    results = library.results
    expect(len(library.names()) >= 69, "settings are missing")
    expect(library.names() == sorted(library.names()), "the settings are not sorted")
    for name, default in (
        (b"audio.driver", b"alsa"), (b"midi.driver", b"alsa_seq"), (b"synth.midi-bank-select", b"gs"),
    ):
        for function in ("dupstr", "getstr_default"):
            expect(results[function, name, "new"][1] == default, f"{function} of {name} is not {default}")
    for name, options in (
        (b"audio.driver", b"alsa, file, jack, pipewire, pulseaudio"),
        (b"midi.driver", b"alsa_raw, alsa_seq, jack, oss"),
    ):
        expect(results["option_concat", name, None, "new"][0] == options, f"{name} has other options")
    expect(results["getint_range", b"synth.polyphony", "new"][1] == [1, 65535], "the polyphony has another range")
    expect(results["setint", b"synth.polyphony", "0"] == (-1, (1,)), "a polyphony of 0 is not refused")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    paths_given = [os.path.abspath(path) for path in sys.argv[1:]]
    has_synth = all(hasattr(ctypes.CDLL(path), "new_fluid_synth") for path in paths_given)
    logs = [Library(path) for path in paths_given]
    for library in logs:
        log(library)
    libraries = [examine(path, has_synth) for path in paths_given]
    fixed(libraries[0])
    refusals(libraries[0])
    own_safety(libraries[0])
    if len(libraries) == 2:
        compare(*logs)
        compare(*libraries)
    for failure in sorted(failures):
        print(failure if len(failure) < 500 else failure[:500] + " ...")
    print(f"{len(libraries[0].results) + len(logs[0].results)} results, {len(failures)} differences")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
