"""Tests of MIDI events and of the MIDI router, for sequencer.py: functions that return what a library does."""
import ctypes as C
import os
import random
import sys
import tempfile

from sequencer_library import EVENTS, MIDI_CALLBACK, MIDI_FIELDS, P

TYPES = [0, 1, 5, 0x2F, 0x51, 0x58, 0x80, 0x81, 0x90, 0xA0, 0xB0, 0xC0, 0xD0, 0xE0, 0xF0, 0xF8, 0xFE, 0xFF]


def midi_values(library, seed):
    """The fields of MIDI events after each setter."""
    result = [library.midi_values(library.new_fluid_midi_event())]
    for name in MIDI_FIELDS:
        for value in (5, -1, 128, 300, 16384, 70000, -70000, 0x7FFFFFFF):
            event = library.new_fluid_midi_event()
            answer = getattr(library, "midi_event_set_" + name)(event, value)
            result.append((name, value, answer, library.midi_values(event)))
            library.delete_fluid_midi_event(event)
    return result


def midi_payloads(library, seed):
    """Texts, lyrics and system exclusive messages, and who reads them."""
    result = []
    text = C.create_string_buffer(b"hello")
    for kind in ("text", "lyrics", "sysex"):
        event = library.new_fluid_midi_event()
        answer = getattr(library, "midi_event_set_" + kind)(event, text, 5, 0)
        result.append((kind, answer, library.midi_values(event)))
        for reader in ("text", "lyrics"):
            data, size = P(7), C.c_int(9)
            answer = getattr(library, "midi_event_get_" + reader)(event, C.byref(data), C.byref(size))
            place = data.value - C.addressof(text) if answer == 0 else data.value
            result.append((kind, reader, answer, place, size.value))
            result.append(getattr(library, "midi_event_get_" + reader)(event, None, None))
        library.delete_fluid_midi_event(event)
    return result


def synth_midi_events(library, seed):
    """The results of events that a synthesizer handles. Notes and programs need a font; they are left out."""
    synth = library.synth()
    result = []
    for kind in TYPES:
        if kind in (0x80, 0x90, 0xC0, 0xF0):
            continue
        for channel, param1, param2 in ((0, 60, 100), (100, 60, 100), (0, -1, 0), (0, 60, -1), (0, 128, 0)):
            event = library.midi_event(kind, channel, param1, param2)
            result.append((kind, channel, param1, param2, library.synth_handle_midi_event(synth, event)))
            library.delete_fluid_midi_event(event)
    return result


def sequencer_events(library, seed):
    """The fields of sequencer events after each setter, and of those from MIDI events."""
    values = random.Random(seed)
    event = library.new_fluid_event()
    result = [library.event_values(event)]
    for _ in range(3):
        for name, types in EVENTS.items():
            arguments = [values.choice([values.randint(0, 127), values.randint(-300, 17000)]) for _ in types]
            fresh = library.new_fluid_event()
            for target in (event, fresh):
                given = [P(abs(value)) if kind is P else kind(value) for kind, value in zip(types, arguments)]
                getattr(library, "event_" + name)(target, *given)
                result.append((name, arguments, library.event_values(target)))
            library.delete_fluid_event(fresh)
    for kind in TYPES:
        for param1, param2 in ((60, 100), (60, 0), (300, 300), (-1, -1), (16383, 1)):
            midi, fresh = library.midi_event(kind, 2, param1, param2), library.new_fluid_event()
            answer = library.event_from_midi_event(fresh, midi)
            result.append((kind, param1, param2, answer, library.event_values(fresh)))
    result.append(library.event_from_midi_event(event, None))
    return result


class Router:
    """A router, and what comes out of it."""

    def __init__(self, library):
        self.library, self.passed, self.answer = library, [], 0
        self.callback = MIDI_CALLBACK(self.receive)
        self.settings = library.new_fluid_settings()
        self.pointer = library.new_fluid_midi_router(self.settings, self.callback, None)

    def receive(self, data, event):
        self.passed.append(tuple(self.library.midi_values(event)))
        return self.answer

    def add_rule(self, kind, **parts):
        rule = self.library.new_fluid_midi_router_rule()
        for name, part in parts.items():
            if part:
                getattr(self.library, "midi_router_rule_set_" + name)(rule, *part)
        return self.library.midi_router_add_rule(self.pointer, rule, kind)

    def handle(self, *values):
        event = self.library.midi_event(*values)
        answer = self.library.midi_router_handle_midi_event(self.pointer, event)
        self.library.delete_fluid_midi_event(event)
        passed = list(self.passed)
        self.passed.clear()
        return answer, passed


def random_part(values, highest):
    if values.random() < 0.4:
        return None
    factor = values.choice([1.0, 1.0, -1.0, 0.5, values.uniform(-3, 3), 0.0])
    return (values.randint(-5, highest), values.randint(-5, highest + 5), factor,
            values.choice([0, 0, values.randint(-100, 100)]))


def router_run(library, seed):
    """Random rules and events, also with rules that change while keys are held."""
    values, router, result = random.Random(seed), Router(library), []
    if values.random() < 0.7:
        library.midi_router_clear_rules(router.pointer)
    for _ in range(60):
        choice = values.random()
        if choice < 0.12:
            kind = values.choice([0, 0, 0, 1, 1, 2, 3, 4, 5])
            parts = [random_part(values, highest) for highest in (15, 127, 127)]
            answer = router.add_rule(kind, **dict(zip(("chan", "param1", "param2"), parts)))
            result.append(("rule", kind, parts, answer))
        elif choice < 0.15:
            result.append(("clear", library.midi_router_clear_rules(router.pointer)))
        elif choice < 0.17:
            result.append(("default", library.midi_router_set_default_rules(router.pointer)))
        else:
            router.answer = values.choice([0, 0, 0, 0, -1, 7])
            kind = values.choice([0x90] * 3 + [0x80] * 3 + [0xB0, 0xB0, 0xA0, 0xC0, 0xD0, 0xE0, 0xFF, 0xF0, 0xF8, 1])
            keys = [values.randint(-2, 130), values.randint(58, 64), values.randint(0, 17000)]
            key = 64 if kind == 0xB0 and values.random() < 0.7 else values.choice(keys)
            value = values.choice([0, 64, 63, values.randint(0, 127), values.randint(-3, 200)])
            event = (kind, values.randint(0, 17), key, value)
            result.append((event, router.handle(*event)))
    library.delete_fluid_midi_router(router.pointer)
    return result


def router(library, seed):
    return [step for run in range(300) for step in router_run(library, f"{seed} {run}")]


def dumped_lines(library, seed):
    """What the functions that show events print."""
    router, synth = Router(library), library.synth()
    sys.stdout.flush()
    kept = os.dup(1)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
        for kind in TYPES:
            if kind != 0xF0:
                event = library.midi_event(kind, 2, 64, 99)
                library.midi_dump_prerouter(router.pointer, event)
                library.midi_dump_postrouter(synth, event)
        C.CDLL(None).fflush(None)
        os.dup2(kept, 1)
        file.seek(0)
        return file.read().decode().splitlines()


TESTS = [midi_values, midi_payloads, sequencer_events, router]
SYNTH_TESTS = [synth_midi_events, dumped_lines]
