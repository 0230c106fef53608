"""Tests of the sequencer without a synthesizer, for sequencer.py: functions that return what a library does."""
import random

from sequencer_library import EVENT_CALLBACK, Sequencer

SAMPLES = dict(timer=[None], note=[3, 60, 100, 7], noteon=[3, 60, 100], noteoff=[3, 60], all_sounds_off=[3],
               all_notes_off=[3], bank_select=[3, 300], program_change=[3, 99], program_select=[3, 5, 6, 7],
               control_change=[3, 70, 127], pitch_bend=[3, 10000], pitch_wheelsens=[3, 2], modulation=[3, 5],
               sustain=[3, 6], pan=[3, 7], volume=[3, 8], reverb_send=[3, 9], chorus_send=[3, 10],
               key_pressure=[3, 60, 77], channel_pressure=[3, 78], system_reset=[], unregistering=[], scale=[1000.0])
# The order among events of the same tick: reset, unregistering, bank, program; notes are last.
RANKS = {20: 0, 21: 1, 5: 2, 6: 3, 0: 5, 1: 5}


def clients(library, seed):
    """Numbers, names and ends of clients."""
    s = Sequencer(library)
    facts = lambda: (library.sequencer_count_clients(s.pointer),
                     [library.sequencer_get_client_id(s.pointer, index) for index in range(5)],
                     [library.sequencer_get_client_name(s.pointer, client) for client in range(6)],
                     [library.sequencer_client_is_dest(s.pointer, client) for client in range(6)])
    inside = lambda values: s.heard.append(facts()) if values["type"] == 21 else None
    result = [facts(), library.sequencer_get_use_system_timer(s.pointer), s.scale, s.tick]
    a, b = s.client(b"a", inside), s.client(b"b", inside)
    none = library.sequencer_register_client(s.pointer, b"none", EVENT_CALLBACK(), None)
    result += [a, b, none, facts()]
    library.sequencer_unregister_client(s.pointer, a)
    for unknown in (a, none, 99, -1):
        library.sequencer_unregister_client(s.pointer, unknown)
    result += [s.take(), facts(), s.client(b"c"), s.client(b"d")]
    s.at(5, "noteon", 0, 60, 1, dest=b)
    s.at(5, "noteon", 0, 60, 1, dest=a)
    s.at(7, "unregistering", dest=b, source=3)
    s.at(8, "noteon", 0, 61, 1, dest=b)
    result += [s.process(6), s.process(9), facts()]
    s.at(20, "noteon", 0, 61, 1, dest=4)
    return result + [s.delete()]


def order(library, seed):
    """The order of each pair of types at the same tick, where it does not depend on the order of insertion."""
    result = []
    for first, first_arguments in SAMPLES.items():
        for second, second_arguments in SAMPLES.items():
            s = Sequencer(library)
            client = s.client()
            s.at(10, first, *first_arguments, dest=client)
            s.at(10, second, *second_arguments, dest=client)
            types = [heard[1] for heard in s.process(20)]
            s.delete()
            if len(types) < 2 or RANKS.get(types[0], 4) != RANKS.get(types[1], 4):
                result.append((first, second, types))
    return result


def times(library, seed):
    """Events of callbacks for the same tick, in the past, at the ends of the range, and without a client."""
    s = Sequencer(library)

    def hook(values):
        key, dest = values["key"], values["dest"]
        if key < 5:
            s.at(0, "noteon", 1, key + 1, 1, dest=dest, absolute=0)
        elif key == 10:
            s.at(1, "noteon", 1, 11, 1, dest=dest, absolute=0)
            s.now("noteon", 1, 12, 1, dest=dest)
        elif key == 20:
            s.scale = 500.0
            s.heard.append(s.tick)
        elif key == 30:
            library.sequencer_unregister_client(s.pointer, dest)
    client = s.client(hook=hook)
    result = [s.process(1000), s.tick, s.process(500), s.tick]
    for time, key in ((600, 0), (601, 10), (3, 6), (700, 20), (0xFFFFFFF0, 7), (0x80000001, 8)):
        result.append((s.at(time, "noteon", 1, key, 1, dest=client), s.at(time, "noteon", 1, key, 1, dest=77)))
    result += [s.process(time) for time in (500, 600, 601, 800, 900, 0x80000001)] + [s.tick, s.scale]
    s.at(5, "noteon", 1, 30, 1, dest=client, absolute=0)
    s.at(6, "noteon", 1, 31, 1, dest=client, absolute=0)
    result += [s.process(0x90000000), s.process(0xFFFFFFFF), library.sequencer_count_clients(s.pointer)]
    return result + [s.delete()]


def scales(library, seed):
    """Random scales and times: the ticks, and when events arrive."""
    values, result = random.Random(seed), []
    for _ in range(100):
        s = Sequencer(library)
        client = s.client()
        now = 0
        for key in range(60):
            s.at(values.randint(0, 3000) * 61 + key, "noteon", 1, key, 1, dest=client)
        for _ in range(40):
            now += values.choice([0, 1, values.randint(0, 20), values.randint(0, 4000)])
            result.append((now, s.process(now), s.tick))
            if values.random() < 0.3:
                s.scale = values.choice([500.0, 2000.0, values.uniform(1, 5000)])
                result.append((s.scale, s.tick))
        s.delete()
    s = Sequencer(library)
    for scale in (0.0, -1.0, float("nan"), 1e-9, 1e9):
        s.scale = scale
        result.append(s.scale)
    return result + [s.delete()]


def crowd(library, seed):
    """Many events at few ticks: what is sent, as far as the order is defined."""
    values, result = random.Random(seed), []
    for _ in range(30):
        s = Sequencer(library)
        ids = [s.client(), s.client()]
        for key in range(values.randint(0, 200)):
            kind = values.choice(["noteon", "noteoff", "bank_select", "program_change", "timer", "system_reset"])
            arguments = [value if index else key for index, value in enumerate(SAMPLES[kind])]
            s.at(values.randint(0, 20), kind, *arguments, dest=values.choice(ids), source=values.choice([-1] + ids))
            if values.random() < 0.03:
                library.sequencer_remove_events(s.pointer, values.choice([-1] + ids), values.choice([-1] + ids),
                                                values.choice([-1, 1, 2]))
        for now in range(22):
            result.append((now, sorted(s.process(now), key=lambda heard: (RANKS.get(heard[1], 4), heard))))
        s.delete()
    return result


TESTS = [clients, order, times, scales, crowd]


def insertion_order(library, check):
    """Events of the same rank and tick keep the order of their insertion."""
    s = Sequencer(library)
    client = s.client()
    for channel in range(500):
        s.at(10 + channel % 2, "control_change", channel, 60, 1, dest=client)
    heard = [values[2] for values in s.process(20)]
    check(heard == list(range(0, 500, 2)) + list(range(1, 500, 2)), "the order of insertion", heard[:20])
    s.delete()
