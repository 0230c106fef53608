"""Whether each note of each plug-in comes out on its exact frame, in jalv under JACK."""

import math
import struct

import jack_host
from jack_host import Failure, RATE

# One after the other, each at full length: 8 notes a step.
LANES = {
    f"lane{lane}{name}": value for lane in range(1, 9)
    for name, value in (("On", 1), ("Onsets", 16), ("Steps", 16), ("Rotation", 0), ("Rate", 11), ("Key", 40 + lane))
}
DRY = {"reverb": 0, "chorus": 0}


def compare(found, expected, what):
    """Every expected frame, in order; the last ones may be missing, as the probe has stopped listening."""
    if len(found) > len(expected) or len(found) < 0.98 * len(expected) - 16:
        raise Failure(f"{what}: {len(found)} of {len(expected)}")
    off = [(index, got, wanted) for index, (got, wanted) in enumerate(zip(found, expected)) if got != wanted]
    if off:
        raise Failure(f"{what}: {len(off)} of {len(found)} are on other frames, at first {off[:5]}")
    return len(found)


def steps(lines, tempo, beats, notes_each):
    """The note-ons that came out while the transport moved, and the frames of as many of its steps."""
    began = next(line[1] - line[2] for line in lines if line[0] == "rolls")
    ended = next(line[1] for line in lines if line[0] == "stands")
    found = [
        line[1] for line in lines if line[0] == "note" and line[2] & 0xF0 == 0x90 and began <= line[1] < ended]
    # hosts say the tempo in 32 bits
    length = beats * 60 / struct.unpack("f", struct.pack("f", tempo))[0] * RATE
    expected = [began + math.floor(step * length + 0.5) for step in range(len(found) // notes_each + 1)]
    return found, [frame for frame in expected for _ in range(notes_each)][:len(found)]


def sampler(program, folder, bank, seconds, preload=None):
    jack_host.write_state(folder, "sampler", DRY, bank)
    with jack_host.jalv(folder, "sampler", preload):
        lines = jack_host.probe(program, seconds, "sampler:control", "-", "sampler:left", "notes")
    sent = [line[1] for line in lines if line[0] == "sent"]
    heard = [line[1] for line in lines if line[0] == "onset"]
    return f"sampler: {compare(heard, sent, 'the sampler')} notes sound on their exact frames"


def sequencer(program, folder, seconds, tempo, ticks, preload=None):
    jack_host.write_state(folder, "sequencer", LANES)
    with jack_host.jalv(folder, "sequencer", preload):
        lines = jack_host.probe(
            program, seconds, "sequencer:control", "sequencer:notify", "-", "none", tempo, ticks)
    found, expected = steps(lines, tempo, 0.25, 8)
    if len(found) < seconds * tempo / 60 * 4 * 8 * 0.9:
        raise Failure(f"the sequencer: only {len(found)} notes")
    count = compare(found, expected, "the sequencer")
    return f"sequencer at {tempo}: {count} notes on the exact frames of the transport"


def arpeggiator(program, folder, seconds, tempo, preload=None):
    jack_host.write_state(folder, "arpeggiator", {"arpOn": 1, "arpOrder": 7, "arpRate": 11})
    with jack_host.jalv(folder, "arpeggiator", preload):
        lines = jack_host.probe(
            program, seconds, "arpeggiator:control", "arpeggiator:notify", "-", "chord", tempo, 1920)
    found, expected = steps(lines, tempo, 0.25, 4)
    if len(found) < seconds * tempo / 60 * 4 * 4 * 0.9:
        raise Failure(f"the arpeggiator: only {len(found)} notes")
    count = compare(found, expected, "the arpeggiator")
    return f"arpeggiator at {tempo}: {count} notes on the exact frames of the beat"
