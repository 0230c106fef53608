import io

import numpy as np
import pytest

import tactus
from conftest import midi


def keys_and_seconds(source):
    notes = tactus.bounce(source).notes
    return [(int(note["key"]), round(float(note["onset"]) / 44100, 3)) for note in notes]


EXPECTED = [(60 + i, i * 0.5) for i in range(8)]


def test_paths_bytes_and_files(scale, scale_path):
    for source in [scale_path, str(scale_path), scale, bytearray(scale), memoryview(scale), io.BytesIO(scale),
                   tactus.Song(scale), open(scale_path, "rb")]:
        assert keys_and_seconds(source) == EXPECTED
    with pytest.raises(TypeError, match="'rb'"), open(scale_path, encoding="latin-1") as file:
        tactus.Song(file)


def test_names_in_any_language(scale, tmp_path):
    good, bad = tmp_path / "Für Elise.mid", tmp_path / "ü.mid"
    good.write_bytes(scale)
    bad.write_text("no song")
    assert keys_and_seconds(good) == EXPECTED
    with pytest.raises(tactus.FormatError, match="ü.mid"):
        tactus.Song(bad)


def test_what_a_song_contains(scale):
    song = tactus.Song(scale)
    assert (song.format, song.ticks_per_quarter, song.note_count, song.end_tick) == (0, 480, 8, 8 * 480)
    assert (song.duration, song.tempo, song.has_bank, song.track_names, song.defects) == (4.0, 120.0, False, ["Scale"], [])
    assert repr(song) == "<tactus.Song: 4.0 s, 1 tracks, 8 notes>"


def test_damaged_songs_say_what_was_wrong(scale):
    song = tactus.Song(scale[:-10])
    assert song.defects and "byte" in song.defects[0]


def test_a_song_with_a_bank_of_its_own(scale, bank_path, tmp_path):
    def chunk(name, data):
        return name + len(data).to_bytes(4, "little") + data + bytes(len(data) % 2)

    rmid = chunk(b"RIFF", b"RMID" + chunk(b"data", scale) + bank_path.read_bytes())
    assert tactus.Song(rmid).has_bank
    assert np.array_equal(tactus.bounce(rmid), tactus.bounce(scale, bank_path))


def test_pretty_midi(scale_path):
    pretty_midi = pytest.importorskip("pretty_midi")
    assert keys_and_seconds(pretty_midi.PrettyMIDI(str(scale_path))) == EXPECTED


def test_mido(scale_path):
    mido = pytest.importorskip("mido")
    file = mido.MidiFile(str(scale_path))
    assert keys_and_seconds(file) == EXPECTED
    assert keys_and_seconds(file.tracks[0]) == EXPECTED


def test_miditoolkit(scale_path):
    miditoolkit = pytest.importorskip("miditoolkit")
    assert keys_and_seconds(miditoolkit.MidiFile(str(scale_path))) == EXPECTED


@pytest.mark.parametrize("unit", ["tick", "quarter", "second"])
def test_symusic(scale_path, unit):
    symusic = pytest.importorskip("symusic")
    assert keys_and_seconds(symusic.Score(str(scale_path)).to(unit)) == EXPECTED


def test_music21(scale_path):
    music21 = pytest.importorskip("music21")
    score = music21.converter.parse(str(scale_path))
    assert keys_and_seconds(score) == EXPECTED
    assert keys_and_seconds(music21.note.Note("C4", quarterLength=2)) == [(60, 0.0)]


def test_note_seq(scale_path):
    note_seq = pytest.importorskip("note_seq")
    assert keys_and_seconds(note_seq.midi_file_to_note_sequence(str(scale_path))) == EXPECTED


def test_muspy(scale_path):
    muspy = pytest.importorskip("muspy")
    assert keys_and_seconds(muspy.read_midi(str(scale_path))) == EXPECTED


def test_patched_pretty_midi_plays_all_instruments_together(bank_path):
    pretty_midi = pytest.importorskip("pretty_midi")
    song = pretty_midi.PrettyMIDI()
    for index, (program, volume) in enumerate([(0, 0), (73, 127)]):  # the volume of one must not silence the other
        instrument = pretty_midi.Instrument(program)
        instrument.control_changes.append(pretty_midi.ControlChange(7, volume, 0))
        instrument.notes.append(pretty_midi.Note(100, 60 + index, 0, 1))
        song.instruments.append(instrument)
    original = pretty_midi.PrettyMIDI.fluidsynth
    tactus.patch_pretty_midi()
    tactus.patch_pretty_midi()
    try:
        mono = song.fluidsynth(fs=22050, synthesizer=str(bank_path))
        plain = song.fluidsynth(fs=22050, synthesizer=str(bank_path), normalize=False)
        assert pretty_midi.PrettyMIDI().fluidsynth().shape == (0,)
    finally:
        tactus.restore_pretty_midi()
    assert pretty_midi.PrettyMIDI.fluidsynth is original
    expected = tactus.bounce(song, bank_path, rate=22050)
    assert np.allclose(plain, np.asarray(expected).mean(axis=0, dtype=np.float64))
    assert mono.ndim == 1 and np.abs(mono).max() == pytest.approx(1) and np.allclose(mono * np.abs(plain).max(), plain)


def test_more_instruments_of_pretty_midi_than_channels():
    pretty_midi = pytest.importorskip("pretty_midi")
    song = pretty_midi.PrettyMIDI()
    for index in range(40):
        instrument = pretty_midi.Instrument(program=index, is_drum=index == 7)
        instrument.notes.append(pretty_midi.Note(100, 60, index, index + 0.5))
        song.instruments.append(instrument)
    notes = tactus.bounce(song).notes
    assert [int(n["program"]) for n in notes if n["bank"] != 128] == [i for i in range(40) if i != 7]
    with pytest.raises(TypeError, match="not a song"):
        tactus.Song(song.instruments[0])


def test_names_may_be_any_bytes(scale, tmp_path):
    import os

    path = os.path.join(os.fsencode(tmp_path), b"n\xff.mid")
    with open(path, "wb") as file:
        file.write(scale)
    assert tactus.Song(os.fsdecode(path)).note_count == 8
    with pytest.raises(tactus.FileError, match="UTF-8"):
        tactus.bounce_file(scale, os.fsdecode(path) + ".wav")


def test_songs_and_banks_are_copied_but_not_pickled(scale):
    import copy
    import pickle

    song, bank = tactus.Song(scale), tactus.Bank()
    for each in [song, bank]:
        assert copy.copy(each) is each and copy.deepcopy([each])[0] is each
        with pytest.raises(TypeError, match="path"):
            pickle.dumps(each)


def test_unknown_objects_are_named():
    with pytest.raises(TypeError, match="collections.OrderedDict"):
        import collections

        tactus.Song(collections.OrderedDict())


def test_time_code(scale):
    song = tactus.Song(midi((0, (0x90, 60, 100)), (100, (0x80, 60, 0)), ticks=0xE728))  # 25 frames of 40 ticks
    assert (song.ticks_per_quarter, song.duration) == (0, 0.1)
