"""Messages that a synthesizer receives whole: as bytes, or as those of mido."""

import numpy as np
import pytest

import tactus


class Message:
    """What a message of mido has."""

    def __init__(self, *data):
        self.data = list(data)

    def bytes(self):
        return self.data


def test_whole_messages(bank_path):
    reference = tactus.Synth(bank_path)
    reference.program_change(0, 40)
    reference.note_on(0, 60, 90, offset=10)
    reference.sysex(b"\xf0\x7e\x7f\x09\x01\xf7", offset=300)
    expected = reference.render(512)
    for make in [bytes, bytearray, lambda data: Message(*data)]:
        synth = tactus.Synth(bank_path)
        synth.send(make([0xC0, 40]))
        synth.send(make([0xF8]))
        synth.send(make([0xFF, 0x51, 3, 7, 0xA1, 0x20]))
        synth.send(make([0x90, 60, 90]), offset=10)
        synth.send(make([0xF0, 0x7E, 0x7F, 9, 1, 0xF7]), offset=300)
        assert np.array_equal(synth.render(512), expected)
    for wrong in [b"", b"\x90\x3c", b"\xc0\x01\x02", b"\x3c\x40\x40", b"\x90\x3c\x80"]:
        with pytest.raises(ValueError):
            synth.send(wrong)
    with pytest.raises(TypeError, match="status"):
        synth.send(0x90)


def test_messages_of_mido(bank_path):
    synth = tactus.Synth(bank_path)
    mido = pytest.importorskip("mido")
    for message in [mido.Message("note_on", note=60), mido.Message("clock"), mido.MetaMessage("set_tempo")]:
        synth.send(message)
    assert synth.render(512).any()
