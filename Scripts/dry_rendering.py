"""Renders songs dry with Tactus and with FluidSynth to 32-bit floats, for the scripts that compare their sound."""

import os
import struct
import subprocess
import sys

import numpy

RATE = 44100
FLUID_GAIN = 0.2


def read_wav(path):
    """The two channels of a WAV file of 32-bit floats."""
    with open(path, "rb") as file:
        data = file.read()
    place = 12
    while place + 8 <= len(data):
        name, size = data[place:place + 4], struct.unpack("<I", data[place + 4:place + 8])[0]
        if name == b"data":
            values = numpy.frombuffer(data, "<f4", min(size, len(data) - place - 8) // 4, place + 8)
            return values.reshape(-1, 2).astype(numpy.float64)
        place += 8 + size + size % 2
    sys.exit(f"{path} has no samples")


def number(value):
    """A variable-length number of a MIDI file."""
    digits = [value & 127]
    while value := value >> 7:
        digits.insert(0, value & 127 | 128)
    return bytes(digits)


def write_song(path, events):
    """Writes a song of (millisecond, message) in which a tick is a millisecond."""
    track, last = b"\x00\xff\x51\x03" + (500_000).to_bytes(3, "big"), 0
    for tick, message in events:
        track += number(tick - last) + message
        last = tick
    track += b"\x00\xff\x2f\x00"
    with open(path, "wb") as file:
        file.write(b"MThd" + struct.pack(">IHHH", 6, 0, 1, 500) + b"MTrk" + struct.pack(">I", len(track)) + track)


def tactus(tool, song, bank, output, *options):
    """What Tactus makes of a song."""
    return run([tool, "bounce", song, "-o", output, "--bank", bank, "--rate", str(RATE), "--depth", "f32",
                "--no-reverb", "--no-chorus", "--no-delay", "--polyphony", "1024", "--quiet", *options], output)


def fluidsynth(song, bank, output, *options):
    """What FluidSynth makes of a song."""
    return run(["fluidsynth", "-n", "-i", "-q", "-F", output, "-T", "wav", "-O", "float", "-r", str(RATE), "-R", "0",
                "-C", "0", "-g", str(FLUID_GAIN), "-o", "synth.polyphony=1024", *options, bank, song], output)


def run(command, output):
    """Runs a command that makes a WAV file; gives its two channels."""
    process = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    # FluidSynth plays with its default bank where it cannot read the one it was given.
    if process.returncode != 0 or not os.path.isfile(output) or "Failed to load" in process.stderr + process.stdout:
        sys.exit(" ".join(command) + " failed:\n" + process.stderr)
    sound = read_wav(output)
    os.remove(output)
    return sound
