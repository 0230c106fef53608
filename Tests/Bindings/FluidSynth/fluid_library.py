"""A FluidSynth library, called by ctypes, for settings.py."""

import ctypes
import os
import sys
import tempfile
from ctypes import c_char_p, c_double, c_int, c_void_p

LOG_FUNCTION = ctypes.CFUNCTYPE(None, c_int, c_char_p, c_void_p)
SETTING_FUNCTION = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_int)
OPTION_FUNCTION = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_char_p)

failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)


class Library:
    """A library, with the results of calls by what has been called."""

    def __init__(self, path):
        self.lib, self.results, self.logged = ctypes.CDLL(path), {}, []
        self.lib.fluid_set_log_function.restype = c_void_p
        self.lib.fluid_set_log_function.argtypes = [c_int, c_void_p, c_void_p]
        self.lib.fluid_settings_setnum.argtypes = [c_void_p, c_char_p, c_double]
        self.lib.fluid_settings_option_concat.restype = c_void_p
        for function in ("new_fluid_settings", "new_fluid_mod", "new_fluid_synth", "new_fluid_player"):
            if hasattr(self.lib, function):
                getattr(self.lib, function).restype = c_void_p
        self.receiver = LOG_FUNCTION(lambda level, message, data: self.logged.append(level))
        self.settings = c_void_p(self.lib.new_fluid_settings())

    def log_here(self):
        for level in range(5):
            self.lib.fluid_set_log_function(level, ctypes.cast(self.receiver, c_void_p), None)

    def note(self, key, *values):
        """Keeps the values that a call has given, and the levels of the messages that it has logged."""
        self.results[key] = values + (tuple(self.logged),)
        self.logged.clear()

    def call(self, function, name, *arguments):
        return getattr(self.lib, "fluid_settings_" + function)(self.settings, name, *arguments)

    def names(self):
        found = []
        receiver = SETTING_FUNCTION(lambda data, name, kind: found.append((name, kind)))
        self.lib.fluid_settings_foreach(self.settings, None, receiver)
        return found


def text_at(pointer):
    """The text at a pointer; small numbers mark pointers that no call has written."""
    return pointer.value if not pointer.value or pointer.value < 100 else ctypes.string_at(pointer.value)


def captured(body):
    """Calls a function; returns its result and what it has written to the standard error."""
    sys.stderr.flush()
    before = os.dup(2)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        result = body()
        os.dup2(before, 2)
        os.close(before)
        file.seek(0)
        return result, file.read()
