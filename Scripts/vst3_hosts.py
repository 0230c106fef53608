#!/usr/bin/env python3
"""Plays the VST3 bundle in three hosts from PyPI, pedalboard, DawDreamer and minihost, which share the code of JUCE:

    vst3_hosts.py BUNDLE BANK.sf2

BANK.sf2 has a single sound, a point on the first frame of each note (`vst3-probe --click`). Each note must be heard on
its frame and no other, with buffers of 1 to 8,192 frames, and a state saved by one host must be read by the other. The
first two play the sampler only; minihost plays the sequencer and the arpeggiator, which have no audio output. A host that
is not installed is left out.
"""

import importlib.util
import json
import os
import random
import struct
import sys
import tempfile

import numpy

RATE = 48_000
BUFFERS = (1, 32, 512, 8_192)
CLASSES = {
    "Tactus Sampler": "2B4F79F9D23223094EF422E257EB9116", "Tactus Sequencer": "5C18D71715C3BF293C2BF5C02787C081",
    "Tactus Arpeggiator": "11F8D189E584615E3806D3DE99083573"}


def preset(cid, document):
    """A .vstpreset file whose component has this state."""
    data = json.dumps(document).encode()
    header = b"VST3" + struct.pack("<i", 1) + cid.encode() + struct.pack("<q", 48 + len(data))
    return header + data + b"List" + struct.pack("<i", 1) + b"Comp" + struct.pack("<qq", 48, len(data))


def click_document(bank, **parameters):
    return {"format": "tactus plugin", "version": 1, "plugin": "tactus.sampler", "bank": bank,
            "parameters": {"reverb": 0, "chorus": 0, **parameters}}


def notes(seed, seconds):
    """Frames of notes, at least 40 frames apart, and their keys."""
    numbers = random.Random(seed)
    frames = sorted(numbers.sample(range(0, int(seconds * RATE) - 4_000, 40), 120))
    return [(frame + numbers.randrange(20), 30 + index % 60) for index, frame in enumerate(frames)]


def expect(is_right, sentence):
    if not is_right:
        sys.exit(f"vst3_hosts: {sentence}")


def decibels(text):
    return float(str(text).removesuffix(" dB"))


def compare(host, buffer, audio, due):
    heard = numpy.flatnonzero(audio[0]).tolist()
    frames = [frame for frame, _ in due]
    expect(heard == frames,
           f"{host}, buffers of {buffer}: clicks at {heard[:6]} ({len(heard)}), notes at {frames[:6]} ({len(frames)})")


def pedalboard_sampler(bundle):
    import pedalboard
    plugin = pedalboard.load_plugin(bundle, plugin_name="Tactus Sampler")
    expect(plugin.is_instrument, "pedalboard takes the sampler for an effect")
    return plugin


def play_in_pedalboard(plugin, due, seconds, buffer):
    messages = []
    for frame, key in due:
        # between frames, as the host may round either way
        messages.append((bytes([0x90, key, 96]), (frame + 0.25) / RATE))
        messages.append((bytes([0x80, key, 64]), (frame + 20.25) / RATE))
    messages.sort(key=lambda message: message[1])
    return plugin(messages, seconds, RATE, 2, buffer, True)


def dawdreamer_sampler(bundle, buffer):
    import dawdreamer
    engine = dawdreamer.RenderEngine(RATE, buffer)
    plugin = engine.make_plugin_processor("sampler", bundle)
    engine.load_graph([(plugin, [])])
    return engine, plugin


def load_state(plugin, path):
    try:
        plugin.load_state(path)
    except RuntimeError as problem:
        # having loaded the state, DawDreamer opens the plug-in's window, and there is none
        expect("no available editor" in str(problem), f"DawDreamer: {problem}")


def play_in_dawdreamer(engine, plugin, due, seconds):
    plugin.clear_midi()
    for frame, key in due:
        plugin.add_midi_note(key, 96, (frame + 0.25) / RATE, 20 / RATE)
    engine.render(seconds)
    return engine.get_audio()


def check_pedalboard(bundle, folder, bank):
    """Returns the state of a sampler that has been set up in pedalboard."""
    plugin = pedalboard_sampler(bundle)
    names = list(plugin.parameters)
    expect(len(names) > 50 and not any("midi_cc" in name for name in names), f"pedalboard sees {names}")
    path = os.path.join(folder, "click.vstpreset")
    with open(path, "wb") as file:
        file.write(preset(CLASSES["Tactus Sampler"], click_document(bank, gain=-6)))
    plugin.load_preset(path)
    expect(abs(decibels(plugin.output_gain_db) + 6) < 0.06, f"the gain is {plugin.output_gain_db}, not -6 dB")
    for buffer in BUFFERS:
        seconds = 1 if buffer == 1 else 4
        due = notes(buffer, seconds)
        audio = play_in_pedalboard(plugin, due, seconds, buffer)
        compare("pedalboard", buffer, audio, due)
    return plugin, bytes(plugin.raw_state)


def check_dawdreamer(bundle, folder, bank, state):
    """Reads the state of the other host; returns its own, with another gain."""
    path = os.path.join(folder, "state")
    with open(path, "wb") as file:
        file.write(state)
    saved = None
    for buffer in BUFFERS:
        engine, plugin = dawdreamer_sampler(bundle, buffer)
        load_state(plugin, path)
        seconds = 1 if buffer == 1 else 4
        due = notes(buffer + 1, seconds)
        audio = play_in_dawdreamer(engine, plugin, due, seconds)
        compare("DawDreamer", buffer, audio, due)
        if saved is None:
            index = next(p["index"] for p in plugin.get_parameters_description() if p["name"] == "Output: Gain")
            expect("-6.0" in plugin.get_parameter_text(index), f"the gain is {plugin.get_parameter_text(index)}")
            plugin.set_parameter(index, 0.5)
            engine.render(0.1)
            saved = os.path.join(folder, "other")
            plugin.save_state(saved)
    with open(saved, "rb") as file:
        return file.read()


def in_minihost(bundle, name, block):
    """A plug-in of the bundle, which minihost finds by what JUCE calculates from the class."""
    import minihost
    number = 0
    for part in struct.unpack(">4I", bytes.fromhex(CLASSES[name])):
        number = (number * 31 + part) & 0xFFFF_FFFF
    description = (f'<PLUGIN name="{name}" format="VST3" category="Instrument" manufacturer="Tactus" version="0.1.0" '
                   f'file="{bundle}" uniqueId="{number:x}" uid="{number:x}" isInstrument="1" fileTime="0" '
                   f'infoUpdateTime="0" numInputs="0" numOutputs="0" isShell="0" hasARAExtension="0"/>')
    return minihost.Plugin.from_descriptor(
        description, sample_rate=RATE, max_block_size=block, in_channels=0, out_channels=0)


def run_in_minihost(plugin, block, seconds, bpm, first=()):
    """What the plug-in sends while the transport runs: frames and messages."""
    nothing, position, sent = numpy.zeros((0, block), numpy.float32), 0, []
    while position < seconds * RATE:
        plugin.set_transport(bpm=bpm, position_samples=position, position_beats=position * bpm / 60 / RATE)
        events = plugin.process_midi(nothing, nothing, list(first) if position == 0 else [], 4_096)
        sent += [(position + event[0], *event[1:4]) for event in events]
        position += block
    return sent


def starts(sent, key=None):
    return [frame for frame, status, number, value in sent
            if status & 0xF0 == 0x90 and value and key in (None, number)]


def check_minihost(bundle):
    """The event plug-ins: the sequencer's kicks, the arpeggiator's steps, and controllers that pass through it."""
    count = 0
    for block in BUFFERS:
        seconds = 1 if block == 1 else 10
        kicks = starts(run_in_minihost(in_minihost(bundle, "Tactus Sequencer", block), block, seconds, 600), 36)
        expect(len(kicks) >= 10 * seconds and kicks == [4_800 * beat for beat in range(len(kicks))],
               f"minihost, buffers of {block}: kicks at {kicks[:6]} ({len(kicks)})")
        keys = [(0, 0x90, key, 100) for key in (60, 64, 67)]
        # JUCE asks for the parameters of all controllers but the program change
        controllers = [(0, 0xB3, 74, 99), (0, 0xE2, 1, 77), (0, 0xD1, 55, 0)]
        sent = run_in_minihost(
            in_minihost(bundle, "Tactus Arpeggiator", block), block, seconds, 125, keys + controllers)
        steps = starts(sent)
        expect(len(steps) >= 8 * seconds and steps == [5_760 * step for step in range(len(steps))],
               f"minihost, buffers of {block}: steps at {steps[:6]} ({len(steps)})")
        passed = sorted(event[1:] for event in sent if event[1] & 0xF0 not in (0x80, 0x90))
        expect(passed == [(0xB3, 74, 99), (0xD1, 55, 0), (0xE2, 1, 77)], f"minihost: controllers pass as {passed}")
        count += len(kicks) + len(steps)
    return f"minihost hears {count} of the sequencer and the arpeggiator on theirs"


def is_installed(name):
    return importlib.util.find_spec(name) is not None


def main():
    bundle, bank = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        plugin, state = check_pedalboard(bundle, folder, bank)
        said = [f"pedalboard plays {len(BUFFERS) * 120} notes on their frames"]
        said.append(check_minihost(bundle) if is_installed("minihost") else "no minihost")
        if not is_installed("dawdreamer"):
            print(", ".join(said + ["no DawDreamer"]))
            return
        other = check_dawdreamer(bundle, folder, bank, state)
        plugin.raw_state = other
        expect(abs(decibels(plugin.output_gain_db) + 36) < 0.06, f"pedalboard reads a gain of {plugin.output_gain_db}, not -36 dB")
        said.append(f"DawDreamer {len(BUFFERS) * 120}, and the first and the last read each other's states")
    print(", ".join(said))


main()
