from __future__ import annotations

import io
import os
from typing import Any, Iterable, Optional, Union

from ._errors import FileError, MissingFileError
from ._library import ImmutableHandle, SongInfo, checked, lib, opening_failure, path_bytes, sized
from ._notes import midi_of_notes


class Song(ImmutableHandle):
    """A song.

    `source` is a path; bytes; a file that is open for reading bytes; None for the demo song; or an object of
    pretty_midi, mido, miditoolkit, symusic, music21, note_seq or muspy. `from_notes` makes a song of a list of notes.

    Reads Standard MIDI Files of format 0, 1 and 2, RMID and MIDI clip files. Damaged files are read as far as possible;
    `defects` says what was wrong. Immutable, for any thread.

    Raises FileError, FormatError, or TypeError for another object.
    """

    #: The format of the file: 0, 1 or 2.
    format: int
    #: Ticks of a quarter note; 0 if the file counts time code.
    ticks_per_quarter: int
    #: The number of note-ons.
    note_count: int
    #: The tick at which the last track ends.
    end_tick: int
    #: The same in seconds. The audio is longer by what still sounds.
    duration: float
    #: Quarter notes per minute at the start.
    tempo: float
    #: Whether the file contains a bank (RMID), which plays the song in front of any other.
    has_bank: bool
    #: The names of the tracks; "" for a track without a name.
    track_names: list[str]
    #: The defects of the file, and how each was handled.
    defects: list[str]

    def __init__(self, source: Any = None) -> None:
        if source is None:
            pointer = lib.song_demo()
        elif isinstance(source, (str, os.PathLike)):
            try:
                os.fsencode(source).decode()
            except UnicodeDecodeError:  # the library takes names in UTF-8 only
                data = read_file(source)
                pointer = lib.song_open_bytes(data, len(data))
            else:
                pointer = lib.song_open(path_bytes(source))
                if not pointer:
                    raise opening_failure(source)
        else:
            data = midi_bytes(source)
            pointer = lib.song_open_bytes(data, len(data))
        super().__init__(pointer, lib.song_free)
        info = SongInfo()
        checked(lib.song_get(self, sized(info)))
        self.format, self.ticks_per_quarter, self.note_count = info.format, info.ticks_per_quarter, info.notes
        self.end_tick, self.duration, self.tempo = info.end_tick, info.duration, info.tempo
        self.has_bank = info.has_bank != 0
        self.track_names = [lib.song_track_name(self, i).decode() for i in range(info.tracks)]
        self.defects = [lib.song_defect(self, i).decode() for i in range(info.defects)]

    @classmethod
    def from_notes(cls, notes: Iterable[Any], *, channel: int = 0, program: int = 0) -> "Song":
        """Makes a song of notes for one channel.

        Each note is `(start, end, key)` or `(start, end, key, velocity)`, such as a row of an array, or an object with
        the attributes `start`, `end`, `pitch` and `velocity`, such as a note of pretty_midi. Starts and ends are
        seconds, rounded to 20 microseconds; notes of miditoolkit and symusic are in ticks, so convert them first. The
        velocity is 100 unless it is given. Channel 9 plays drums.

            tactus.bounce(tactus.Song.from_notes([(0.0, 0.5, 60), (0.5, 1.0, 64, 80)]))
        """
        return cls(midi_of_notes(notes, channel, program))

    def __repr__(self) -> str:
        return f"<tactus.Song: {self.duration:.1f} s, {len(self.track_names)} tracks, {self.note_count} notes>"


def read_file(path: Any) -> bytes:
    """Returns the bytes of a file, whose name may be any bytes."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        kind = MissingFileError if isinstance(error, FileNotFoundError) else FileError
        raise kind(f"{os.fsdecode(path)!r}: {error.strerror}")._add(path, error) from None


def contents(source: Any) -> Optional[bytes]:
    """Returns the bytes of a bytes-like object or of a file that is open for reading; None for other objects."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)  # a memoryview counts items, which may be larger than bytes
    if not hasattr(source, "read"):
        return None
    data = source.read()
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError("a file must be open for reading bytes: open(path, 'rb')")
    return bytes(data)


def song(source: Any) -> Song:
    """Returns a song, or the song that an object describes."""
    if not isinstance(source, Song):
        return Song(source)
    source._require_open()
    return source


def midi_bytes(source: Any) -> bytes:
    """Returns the bytes of a MIDI file with the content of an object."""
    for kind in type(source).__mro__:
        convert = _CONVERTERS.get(kind.__module__.split(".")[0])
        if convert:
            try:
                return bytes(convert(source))
            except AttributeError as error:
                raise TypeError(f"{_kind(source)} is not a song: {error}") from error
    data = contents(source)
    if data is not None:
        return data
    raise TypeError(
        f"expected a path, bytes, a file or a song of pretty_midi, mido, miditoolkit, symusic, music21, note_seq or "
        f"muspy, not {_kind(source)}"
    )


def _kind(value: Any) -> str:
    return f"{type(value).__module__}.{type(value).__qualname__}"


def _pretty_midi(source: Any) -> bytes:
    """pretty_midi gives the sixteenth melodic instrument the channel of the first. Each fifteen get a port instead."""
    file = io.BytesIO()
    source.write(file)
    if len(source.instruments) <= 15:
        return file.getvalue()
    import mido

    file.seek(0)
    song = mido.MidiFile(file=file)
    for index, track in enumerate(song.tracks[-len(source.instruments) :]):
        track.insert(0, mido.MetaMessage("midi_port", port=index // 15 % 16))
    out = io.BytesIO()
    song.save(file=out)
    return out.getvalue()


def _mido(source: Any) -> bytes:
    if hasattr(source, "append") and not hasattr(source, "tracks"):  # a track by itself
        import mido

        source = mido.MidiFile(tracks=[source])
    file = io.BytesIO()
    source.save(file=file)
    return file.getvalue()


def _miditoolkit(source: Any) -> bytes:
    file = io.BytesIO()
    source.dump(file=file)
    return file.getvalue()


def _symusic(source: Any) -> bytes:
    return bytes(source.to("tick").dumps_midi())  # scores in seconds or quarters become ticks


def _music21(source: Any) -> bytes:
    from music21.midi.translate import music21ObjectToMidiFile

    return bytes(music21ObjectToMidiFile(source).writestr())


def _note_seq(source: Any) -> bytes:
    import note_seq

    return _pretty_midi(note_seq.note_sequence_to_pretty_midi(source))


def _muspy(source: Any) -> bytes:
    return _mido(source.to_mido())


_CONVERTERS: dict[str, Any] = {
    "pretty_midi": _pretty_midi, "mido": _mido, "miditoolkit": _miditoolkit, "symusic": _symusic, "music21": _music21,
    "note_seq": _note_seq, "muspy": _muspy,
}

SongLike = Union[Song, str, os.PathLike[str], bytes, Any]
