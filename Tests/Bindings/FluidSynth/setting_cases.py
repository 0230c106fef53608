"""What settings.py calls to read and to set settings."""

import ctypes
import threading
from ctypes import byref, c_double, c_int, c_void_p

from fluid_library import OPTION_FUNCTION, expect, text_at

OK, FAILED = 0, -1

# Settings whose values depend on the drivers that a library has.
DRIVERS = (b"audio.driver", b"midi.driver")

UNUSUAL_NAMES = [
    None, b"", b".", b"synth", b"synth.", b".synth", b"synth.reverb", b"audio.file", b"synth..gain", b"nope",
    b"SYNTH.GAIN", b"synth.nope", b"synth.gain.x", b"synth.gain" + b"." * 246, b"synth.gain" + b"." * 247, b"a" * 300,
    b".".join([b"a"] * 8), b".".join([b"a"] * 9), b"." * 20 + b"synth...gain", b"\xff",
]
NUMBERS = [0.0, 0.5, -1.0, 1.0, 10.0, 10.00001, 96000.0, 1e9, float("inf"), float("-inf"), float("nan")]
INTEGERS = [0, 1, 2, 5, -1, 64, 99, 100, 256, 257, 65535, 65536, 2**31 - 1, -(2**31)]
TEXTS = [b"jack", b"", b"yes", b"no", b"nonsense", b"\xff\xfe", b"long" * 100, None]


def read(library, name, label):
    """Notes what all functions tell of one setting."""
    for function, kind, count in (
        ("get_hints", c_int, 1), ("getint", c_int, 1), ("getint_default", c_int, 1), ("getint_range", c_int, 2),
        ("getnum", c_double, 1), ("getnum_default", c_double, 1), ("getnum_range", c_double, 2),
    ):
        places = [kind(77) for _ in range(count)]
        status = library.call(function, name, *map(byref, places))
        library.note((function, name, label), status, [place.value for place in places])
    for function in ("dupstr", "getstr_default"):
        place = c_void_p(77)
        library.note((function, name, label), library.call(function, name, byref(place)), text_at(place))
    for size in (-1, 0, 1, 3, 200):
        place = ctypes.create_string_buffer(b"z" * 20, 200)
        library.note(("copystr", name, size, label), library.call("copystr", name, place, size), place.raw[:50])
    for other in (None, b"", b"yes", b"no", b"default", b"jack"):
        if name not in DRIVERS:
            library.note(("str_equal", name, other, label), library.call("str_equal", name, other))
    for function in ("get_type", "is_realtime", "option_count"):
        library.note((function, name, label), library.call(function, name))
    for separator in (None, b"", b"|"):
        text = c_void_p(library.call("option_concat", name, separator))
        library.note(("option_concat", name, separator, label), text_at(text))
    options = []
    library.call("foreach_option", name, c_void_p(5), OPTION_FUNCTION(lambda *option: options.append(option)))
    library.note(("foreach_option", name, label), options)


def misuse(library, name):
    """Notes what setting a value of each kind does, and calls with NULL."""
    for function, values in (("setnum", NUMBERS), ("setint", INTEGERS), ("setstr", TEXTS)):
        for value in values:
            library.note((function, name, str(value)), library.call(function, name, value))
            if str(value) == "nan":
                forget_nan(library, name)
            read(library, name, (function, str(value)))
    for function in ("getnum", "getnum_default", "getint", "getint_default", "dupstr"):
        library.note((function, name, "NULL"), library.call(function, name, None))
    for function in ("getnum_range", "getint_range", "copystr"):
        library.note((function, name, "NULL"), library.call(function, name, None, None))
    library.call("foreach_option", name, None, None)


def forget_nan(library, name):
    """Sets a number to its default."""
    value = c_double()
    if library.call("getnum_default", name, byref(value)) == OK:
        library.call("setnum", name, value)
    library.logged.clear()


def without_settings(library):
    """Notes what calls with NULL in place of the settings do."""
    settings, library.settings = library.settings, None
    for name in (b"synth.gain", b"synth.polyphony", b"audio.jack.id", b"synth.lock-memory", None):
        misuse(library, name)
    library.results.update({("no settings",) + key: library.results.pop(key) for key in list(library.results)})
    library.lib.delete_fluid_settings(None)
    library.settings = settings


def own_safety(library):
    """Checks calls that end the program in FluidSynth: they fail instead."""
    for name in (b"synth.gain", b"synth.polyphony", b"audio.jack.id"):
        for function in ("get_hints", "getstr_default"):
            expect(library.call(function, name, None) == FAILED, f"{function} does not fail with NULL")
    library.call("setnum", b"synth.gain", float("nan"))
    gain = c_double()
    library.call("getnum", b"synth.gain", byref(gain))
    expect(gain.value == gain.value, "the gain can be set to NaN")
    threads = [threading.Thread(target=hammer, args=(library, number)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    library.logged.clear()


def hammer(library, number):
    for step in range(2000):
        library.call("setstr", b"audio.jack.id", b"client" * (1 + (step + number) % 5))
        place = ctypes.create_string_buffer(100)
        library.call("copystr", b"audio.jack.id", place, 100)
        expect(place.value == b"client" * (len(place.value) // 6) and place.value, f"torn text: {place.value}")
        library.call("setint", b"synth.polyphony", 1 + step)


def realtime(library):
    """Notes which settings take effect at once while a synthesizer exists, and afterwards."""
    settings = library.settings
    library.call("setint", b"synth.polyphony", 16)
    synth = c_void_p(library.lib.new_fluid_synth(settings))
    library.logged.clear()
    library.note("realtime", [name for name, _ in library.names() if library.call("is_realtime", name)])
    player = c_void_p(library.lib.new_fluid_player(synth))
    library.note("realtime with a player", [name for name, _ in library.names() if library.call("is_realtime", name)])
    library.lib.delete_fluid_player(player)
    library.lib.delete_fluid_synth(synth)
    library.logged.clear()
    library.note("realtime afterwards", [name for name, _ in library.names() if library.call("is_realtime", name)])
