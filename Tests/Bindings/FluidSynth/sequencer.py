"""Tests the sequencer, its events, MIDI events and the MIDI router of a libfluidsynth.

Usage: sequencer.py LIBRARY [REFERENCE] [--seed SEED] [--font FILE]

Compares LIBRARY with REFERENCE, another libfluidsynth, where one is given, and checks on LIBRARY what no reference
does: events on exact frames, and those of the system's clock. Exits with 1 after a difference.
"""
import argparse
import random
import sys
import threading
import time

import sequencer_midi
import sequencer_runs
import sequencer_synth
from sequencer_library import Library, Sequencer

differences = []


def check(is_right, what, *found):
    if not is_right:
        differences.append(what)
        print(f"DIFFERENT: {what}:", *found)


def compare(library, reference, test, seed):
    ours, theirs = test(library, seed), test(reference, seed)
    for number, (own, other) in enumerate(zip(ours, theirs)):
        if own != other:
            return check(False, f"{test.__name__}, step {number}", f"\n  library   {own}\n  reference {other}")
    check(len(ours) == len(theirs), test.__name__, len(ours), "steps instead of", len(theirs))


def wait_for(condition):
    """Waits until something holds, for at most two minutes."""
    end = time.monotonic() + 120
    while not condition() and time.monotonic() < end:
        time.sleep(0.005)


def timed_events(library):
    """Plays events by the thread. Returns the sequencer, the seconds between which it was made, and the arrivals."""
    before = time.monotonic()
    s = Sequencer(library, 1)
    after = time.monotonic()
    arrivals = []
    client = s.client(hook=lambda values: arrivals.append((values["key"], time.monotonic())))
    for key, tick in enumerate((120, 60, 90)):
        s.at(tick, "noteon", 0, key, 1, dest=client)
    wait_for(lambda: len(arrivals) == 3)
    return s, client, before, after, arrivals


def system_timer(library):
    """The thread sends events in time without a call of the program."""
    due = (0.06, 0.09, 0.12)
    # a busy machine runs the thread late now and then, but not each time
    for _ in range(20):
        s, client, before, after, arrivals = timed_events(library)
        late = [arrival - after - seconds for (_, arrival), seconds in zip(arrivals, due)]
        if all(seconds < 0.05 for seconds in late):
            break
        s.delete()
        s = None
    check(s is not None, "the thread's time: events are late", late)
    check([key for key, _ in arrivals] == [1, 2, 0], "the thread's order", arrivals)
    for (key, arrival), seconds in zip(arrivals, due):
        check(arrival - before >= seconds - 0.005, "the thread's time: an event is early", key, arrival - before, seconds)
    if s is None:
        return
    begin = time.monotonic()
    tick = s.tick
    end = time.monotonic()
    check((begin - after) * 1000 - 5 <= tick <= (end - before) * 1000 + 5, "the tick of the system's clock", tick)
    s.at(600_000, "noteon", 0, 9, 1, dest=client, absolute=0)
    begin = time.monotonic()
    check([heard[1] for heard in s.delete()][-1:] == [21], "the end of a sequencer with a thread")
    check(time.monotonic() - begin < 60, "the end does not wait for events")


def deleted_by_client(library):
    """A client may delete the sequencer when the thread calls it."""
    s = Sequencer(library, 1)
    client = s.client(hook=lambda values: values["type"] == 17 and library.delete_fluid_sequencer(s.pointer))
    s.at(5, "timer", None, dest=client)
    wait_for(lambda: len(s.heard) == 2)
    check([heard[1] for heard in s.take()] == [17, 21], "a sequencer that its client deletes")


def threads(library):
    """Many threads send to one sequencer."""
    s = Sequencer(library)
    client = s.client()

    def send():
        for key in range(500):
            s.at(key, "noteon", 1, key % 128, 1, dest=client)
    senders = [threading.Thread(target=send) for _ in range(4)]
    [sender.start() for sender in senders]
    count = 0
    while any(sender.is_alive() for sender in senders):
        count += len(s.process(600))
    [sender.join() for sender in senders]
    check(count + len(s.process(600)) == 2000, "the events of all threads", count)
    s.delete()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("reference", nargs="?")
    parser.add_argument("--seed", default=str(random.randrange(1 << 32)))
    parser.add_argument("--font", default="/usr/share/sounds/sf2/TimGM6mb.sf2", help="empty for no sound")
    options = parser.parse_args()
    print("seed", options.seed)
    library, values = Library(options.library), random.Random(options.seed)
    if options.reference:
        reference = Library(options.reference)
        for test in sequencer_midi.TESTS + sequencer_runs.TESTS + sequencer_midi.SYNTH_TESTS:
            compare(library, reference, test, options.seed)
    sequencer_runs.insertion_order(library, check)
    sequencer_synth.exact_frames(library, check, values)
    sequencer_synth.changed_scales(library, check, values)
    sequencer_synth.deletions(library, check)
    sequencer_synth.rendering_thread(library, check)
    if options.font:
        sequencer_synth.controllers(library, check)
        sequencer_synth.notes(library, check, options.font)
        sequencer_synth.exact_sound(library, check, options.font, values)
    system_timer(library)
    deleted_by_client(library)
    threads(library)
    print(f"{len(differences)} differences")
    sys.exit(1 if differences else 0)


main()
