"""What the tests share: songs made in code, and the banks and songs of Debian where they are installed."""

import os
import pathlib
import struct
import subprocess
import sys

import pytest

SONGS = pathlib.Path("/usr/share/games/openttd/baseset/openmsx")
BANK = pathlib.Path("/usr/share/sounds/sf2/TimGM6mb.sf2")


def variable_length(value):
    out = [value & 127]
    while value := value >> 7:
        out.append(value & 127 | 128)
    return bytes(reversed(out))


def midi(*events, ticks=480, trailer=b""):
    """A MIDI file of format 0 from (delta, bytes)."""
    track = b"".join(variable_length(delta) + bytes(data) for delta, data in events) + b"\x00\xff\x2f\x00"
    header = b"MThd" + struct.pack(">IHHH", 6, 0, 1, ticks)
    return header + b"MTrk" + struct.pack(">I", len(track)) + track + trailer


@pytest.fixture
def scale():
    """Eight notes of half a second at tempo 120, key 60 to 67."""
    events = [(0, b"\xff\x03\x05Scale"), (0, b"\xc0\x00")]
    for key in range(60, 68):
        events += [(0, (0x90, key, 100)), (480, (0x80, key, 64))]
    return midi(*events)


@pytest.fixture
def scale_path(scale, tmp_path):
    path = tmp_path / "scale.mid"
    path.write_bytes(scale)
    return path


@pytest.fixture(scope="session")
def bank_path():
    if not BANK.exists():
        pytest.skip(f"{BANK} is not installed")
    return BANK


@pytest.fixture(scope="session")
def songs():
    if not SONGS.exists():
        pytest.skip(f"{SONGS} is not installed")
    return sorted(SONGS.glob("*.mid"))


@pytest.fixture(scope="session")
def tool():
    """Runs the program: of the checkout if TACTUS_TOOL names it, otherwise that of the wheel."""
    command = [os.environ["TACTUS_TOOL"]] if "TACTUS_TOOL" in os.environ else [sys.executable, "-m", "tactus"]

    def run(*arguments):
        result = subprocess.run([*command, *map(str, arguments)], capture_output=True)
        assert result.returncode == 0, result.stderr.decode(errors="replace")
        return result

    return run
