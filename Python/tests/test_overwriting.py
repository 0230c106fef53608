"""Files that are rendered are not overwritten, and errors of files say what those of Python say."""

import errno
import os
import pickle
import shutil

import pytest

import tactus


@pytest.fixture
def folder(scale_path, bank_path, tmp_path, monkeypatch):
    """A working folder with a song, a bank, and further names of both."""
    shutil.copy(bank_path, tmp_path / "bank.sf2")
    os.link(tmp_path / "scale.mid", tmp_path / "hard.wav")
    os.symlink("bank.sf2", tmp_path / "link.wav")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("stack", [False, True])
def test_songs_and_banks_are_not_overwritten(folder, stack):
    before = contents(folder)
    bank = tactus.Bank.stack(None, "bank.sf2") if stack else "bank.sf2"
    for name in ["hard.wav", "link.wav", folder / "hard.wav", "./link.wav"]:
        with pytest.raises(tactus.FileError, match="output would overwrite"):
            tactus.bounce_file("scale.mid", name, bank)
    for notes in ["scale.mid", "./scale.mid", "bank.sf2", folder / "bank.sf2"]:
        with pytest.raises(tactus.FileError, match="file of notes would overwrite"):
            tactus.bounce_file("scale.mid", "x.wav", bank, notes=notes)
    assert contents(folder) == before


def test_audio_and_notes_are_two_files(folder):
    for _ in range(2):  # without and with an existing file
        for notes in ["x.wav", "./x.wav", folder / "x.wav"]:
            with pytest.raises(tactus.SettingError, match="file of notes would overwrite the audio file"):
                tactus.bounce_file("scale.mid", "x.wav", notes=notes)
        tactus.bounce_file("scale.mid", "x.wav", notes="x.jsonl")
        assert (folder / "x.wav").read_bytes()[:4] == b"RIFF" and (folder / "x.jsonl").read_bytes()[:1] == b"{"


def test_a_song_is_known_from_another_folder(folder, monkeypatch):
    song, before = tactus.Song("scale.mid"), contents(folder)
    (folder / "other").mkdir()
    (folder / "other" / "scale.mid").write_bytes(b"another file of this name")
    monkeypatch.chdir(folder / "other")
    with pytest.raises(tactus.FileError, match="would overwrite the song"):
        tactus.bounce_file(song, "x.wav", notes="../scale.mid")
    tactus.bounce_file(song, "x.wav", notes="scale.mid")
    assert contents(folder) == before


def test_errors_of_files_have_the_attributes_of_pythons(folder):
    for call in [tactus.Song, tactus.Bank, tactus.Sequence]:
        with pytest.raises(FileNotFoundError, match="missing") as caught:
            call("missing.json")
        for error in [caught.value, pickle.loads(pickle.dumps(caught.value))]:
            assert type(error) is type(caught.value) and str(error) == str(caught.value)
            assert (error.errno, error.filename) == (errno.ENOENT, "missing.json")
            assert error.strerror == os.strerror(errno.ENOENT)
    with pytest.raises(tactus.FileError) as caught:
        tactus.Song(folder)
    assert caught.value.filename == str(folder)
