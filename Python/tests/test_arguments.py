"""Arguments: errors name them as the caller does, and lists are accepted where they are meant."""

import numpy as np
import pytest

import tactus

TRACK = {"channel": 10, "pattern": {"key": "kick", "steps": "x..."}}


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: tactus.bounce_file(None, "x.wav", bits=8), tactus.SettingError, "^bits 8: expected 16, 24 or 32"),
        (lambda: tactus.bounce_file(None, "x.wav", bits=-1), tactus.SettingError, "^bits -1: expected 16, 24 or 32"),
        (lambda: tactus.Bank.stack(), tactus.SettingError, "expected 1 to 256 banks, not 0"),
        (lambda: tactus.bounce(None, []), tactus.SettingError, "expected 1 to 256 banks, not 0"),
        (lambda: tactus.stems(by="x"), tactus.SettingError, "^by 'x': expected 'channels'"),
        (lambda: tactus.stems(by=None), TypeError, "^by: expected a text"),
        (lambda: tactus.stems(by=["tracks"]), TypeError, "^by: expected a text"),
        (lambda: tactus.Renderer(stems="x"), tactus.SettingError, "^stems 'x'"),
        (lambda: tactus.Renderer(stems=["tracks"]), TypeError, "^stems: expected a text"),
        (lambda: tactus.stream(block=0), tactus.SettingError, "^block 0"),
        (lambda: tactus.bounce(tail=float("inf")), tactus.SettingError, "^tail inf: expected 0 to 86400, or None$"),
        (lambda: tactus.bounce(tail=float("nan")), tactus.SettingError, "^tail nan"),
        (lambda: tactus.Sequence({"tracks": []}).play(-1), tactus.SettingError, f"^tick -1: expected 0 to {2**53}$"),
        (lambda: tactus.Sequence({"tracks": []}).play(2**60), tactus.SettingError, f"expected 0 to {2**53}$"),
    ],
)
def test_errors_name_the_arguments(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_the_last_tick_is_played():
    tactus.Sequence({"tracks": []}).play(2**53)


@pytest.mark.parametrize("settings", [{"rate": 3}, {"polyphony": 0}, {"lead_in": -1}, {"threads": 1000}])
def test_many_songs_check_ranges_at_once(settings):
    with pytest.raises(tactus.SettingError):
        tactus.bounce_many([None], on_error="return", **settings)


def test_a_list_of_banks_is_a_stack(scale, bank_path):
    expected = tactus.bounce(scale, tactus.Bank.stack(None, bank_path), notes=False)
    for banks in [[None, bank_path], (None, str(bank_path))]:
        assert np.array_equal(tactus.bounce(scale, banks, notes=False), expected)


def test_messages_may_be_lists(bank_path):
    blocks = []
    for kind in [bytes, list, tuple]:
        synth = tactus.Synth(bank_path)
        synth.send(kind([0x90, 60, 90]))
        synth.send(kind([0xF0, 0x7E, 0x7F, 9, 1, 0xF7]), offset=300)
        blocks.append(synth.render(512))
    assert blocks[0].any() and np.array_equal(blocks[0], blocks[1]) and np.array_equal(blocks[0], blocks[2])
    with pytest.raises(ValueError):
        synth.send([0x90, 60, 300])


def test_unknown_members_are_reported():
    sequence = tactus.Sequence({"tempoo": 99, "tracks": [{**TRACK, "swng": 1}]})
    assert len(sequence.unknown) == 2
    assert any('tempoo (did you mean "tempo"?)' in each for each in sequence.unknown)
    with pytest.raises(tactus.SettingError):
        sequence.edit({"tmpo": 100, "tracks": [TRACK, TRACK]})
    assert len(sequence.unknown) == 2  # the refused document has changed nothing
    sequence.edit({"tmpo": 100, "tracks": [TRACK]})
    assert len(sequence.unknown) == 1 and sequence.unknown[0].startswith("tmpo")
    sequence.edit({"tempo": 100, "tracks": [TRACK]})
    assert sequence.unknown == []


def test_notes_have_columns(scale):
    assert tactus.NOTE.itemsize == 56 and "reserved" not in tactus.NOTE.names
    assert all(tactus.NOTE[name].shape == () for name in tactus.NOTE.names)
    notes = tactus.bounce(scale).notes
    pandas = pytest.importorskip("pandas")
    assert list(pandas.DataFrame(notes)["key"]) == list(range(60, 68))
