"""The plug-ins in minihost, a JUCE host for LV2 without JACK: notes, transport, state and worker.

    python3 minihost_check.py BUNDLE BANK [COUNT]   exit status 1 if something is wrong
"""

import pathlib
import random
import shutil
import sys
import tempfile

import minihost
import numpy

FRAMES = 512
RATE = 48000


class Host:
    """One plug-in of the bundle. minihost opens the first plug-in of a bundle, so that it gets one with this alone."""

    def __init__(self, bundle, plugin):
        self.folder = tempfile.TemporaryDirectory()
        self.own = pathlib.Path(self.folder.name, "one.lv2")
        shutil.copytree(bundle, self.own)
        uri = f"urn:tactus:{plugin}"
        manifest = (self.own / "manifest.ttl").read_text().split("\n\n")
        (self.own / "manifest.ttl").write_text(
            "\n\n".join(part for part in manifest if part.startswith("@prefix") or f"<{uri}>" in part) + "\n")
        self.channels = 2 if plugin == "sampler" else 0
        self.open()

    def open(self):
        self.plugin = minihost.Plugin(
            str(self.own), sample_rate=RATE, max_block_size=FRAMES, in_channels=0, out_channels=self.channels)
        self.input = numpy.zeros((self.plugin.num_input_channels or 0, FRAMES), numpy.float32)

    def run(self, events=()):
        """A cycle: its sound and its events."""
        output = numpy.zeros((max(self.channels, self.plugin.num_output_channels or 0), FRAMES), numpy.float32)
        return output, self.plugin.process_midi(self.input, output, list(events), 4096)

    def play(self, position, bpm):
        self.plugin.set_transport(
            bpm=bpm, position_samples=position, position_beats=position * bpm / 60 / RATE, is_playing=True)


def expect(condition, what):
    if not condition:
        print(f"minihost: {what}")
        sys.exit(1)


def sampler(bundle, bank):
    """A bank comes through the state; each note is heard on its frame."""
    host, chance = Host(bundle, "sampler"), random.Random(1)
    host.run()
    for name in ("Reverb", "Chorus"):
        host.plugin.set_param(host.plugin.find_param(name), 0)
    for _ in range(4):
        host.run()
    text = host.plugin.get_state()
    expect(b"tactus plugin" in text, "the state is no document")
    # the same with a bank
    here = text.replace(b'"plugin": "tactus.sampler",', b'"plugin": "tactus.sampler", "bank": "%s",' % bank.encode())
    expect(here != text, "the state is not written as expected: " + text[:400].decode(errors="replace"))
    host.plugin.set_state(here)
    for _ in range(4):
        host.run()
    count = 0
    for _ in range(1000):
        frames = sorted(chance.sample(range(0, FRAMES - 10, 40), 4))
        notes = [(frame, 36 + chance.randrange(60)) for frame in frames]
        sound, _ = host.run(
            event for frame, key in notes for event in ((frame, 0x90, key, 100), (frame + 9, 0x80, key, 0)))
        heard = [int(frame) for frame in numpy.nonzero(numpy.abs(sound[0]) > 0.003)[0]]
        expect(heard == frames, f"notes on frames {frames} sound on {heard}")
        count += 4
    return f"sampler: {count} notes on their exact frames, with the bank of its state"


def sequencer(bundle):
    """Steps on the frames of the transport; its settings come back, and are compiled by the worker."""
    host = Host(bundle, "sequencer")
    host.plugin.set_param(host.plugin.find_param("Lane 1 Key"), 60 / 127)
    for _ in range(10):
        host.run()
    state = host.plugin.get_state()
    other = Host(bundle, "sequencer")
    other.plugin.set_state(state)
    for _ in range(10):
        other.run()
    for host in (host, other):
        position, kicks = 0, []
        for _ in range(1000):
            host.play(position, 600)
            _, events = host.run()
            kicks += [position + event[0] for event in events if event[1] & 0xF0 == 0x90 and event[2] == 60]
            position += FRAMES
        expect(len(kicks) > 100, f"the sequencer plays {len(kicks)} notes of its lane")
        expect(kicks == [4800 * beat for beat in range(len(kicks))], f"the lane's frames are {kicks[:8]}")
    return f"sequencer: {2 * len(kicks)} notes on the exact frames of the transport, half of them by a state taken back"


def presets(bundle):
    """Each preset of the bundle can be chosen, and what it says is then so."""
    host = Host(bundle, "arpeggiator")
    names = [host.plugin.get_program_name(index) for index in range(host.plugin.num_programs)]
    host.plugin.program = names.index("Two octaves up and down")
    host.run()
    for parameter, text in (("Octaves", "2"), ("Order", "Up and down")):
        info = host.plugin.get_param_info(host.plugin.find_param(parameter))
        expect(info["current_value_str"] == text, f"{parameter} is {info['current_value_str']} after the preset")
    state = host.plugin.get_state()
    expect(b'"arpOctaves": 2' in state and b'"arpOrder": 2' in state, "the preset has not reached the plug-in")
    return f"arpeggiator: {len(names)} presets"


def arpeggiator(bundle):
    host, position, found = Host(bundle, "arpeggiator"), 0, []
    for cycle in range(2000):
        host.play(position, 125)
        _, events = host.run([(0, 0x90, key, 100) for key in (60, 64, 67)] if cycle == 0 else [])
        found += [position + event[0] for event in events if event[1] & 0xF0 == 0x90 and event[3]]
        position += FRAMES
    expect(len(found) > 100, f"the arpeggiator plays {len(found)} notes")
    expect(found == [5760 * step for step in range(len(found))], f"the steps are on {found[:8]}")
    return f"arpeggiator: {len(found)} notes on the exact frames of the beat"


def lives(bundle, count):
    """Instances that are closed after their first cycle, half of them with work to do: JUCE's worker may still hold
    the work of an instance that has been freed."""
    for plugin, moved in (("sampler", "Humanise"), ("sequencer", "Lane 1 Key"), ("arpeggiator", "Humanise")):
        host = Host(bundle, plugin)
        for index in range(count):
            if index:
                host.open()
            if index % 2:
                host.plugin.set_param(host.plugin.find_param(moved), 1)
            host.run()
            host.plugin.close()
    return f"{3 * count} instances closed after their first cycle"


if __name__ == "__main__":
    bundle, bank = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    for line in (sampler(bundle, bank), sequencer(bundle), arpeggiator(bundle), presets(bundle), lives(bundle, count)):
        print("minihost:", line)
