"""Songs that are made of lists of notes."""

import numpy as np
import pytest

import tactus
from test_songs import EXPECTED, keys_and_seconds


def test_notes_are_songs():
    rows = [(i * 0.5, i * 0.5 + 0.5, 60 + i) for i in range(8)]
    velocities = np.array([(start, end, key, 90) for start, end, key in rows])
    for notes in [rows, iter(rows), velocities, velocities.tolist()]:
        assert keys_and_seconds(tactus.Song.from_notes(notes)) == EXPECTED
    song = tactus.Song.from_notes([(0, 0.5, 38), (0.5, 1, 42, 90)], channel=9)
    notes = tactus.bounce(song).notes
    assert [(n["channel"], n["velocity"], n["bank"]) for n in notes] == [(9, 100, 128), (9, 90, 128)]
    assert tactus.Song.from_notes([]).note_count == 0 and tactus.Song.from_notes([(1, 1, 60)]).note_count == 1
    late = tactus.Song.from_notes([(20_000.5, 20_001, 60)])  # longer than a delta time can be
    assert (late.note_count, late.duration) == (1, 20_001.0)


def test_notes_of_pretty_midi_are_songs():
    pretty_midi = pytest.importorskip("pretty_midi")
    notes = [pretty_midi.Note(100, key, start, start + 0.5) for key, start in EXPECTED]
    assert keys_and_seconds(tactus.Song.from_notes(notes)) == EXPECTED


@pytest.mark.parametrize(
    "notes, error, words",
    [
        ([(0, 1)], TypeError, r"notes\[0\]: expected \(start, end, key\)"), ([5], TypeError, "notes"),
        (["abc"], TypeError, "notes"), ([(0, 1, 60), (0, 1, 128)], ValueError, r"notes\[1\]: key 128"),
        ([(0, 1, 60, 0)], ValueError, "velocity 0"), ([(1, 0, 60)], ValueError, "before the start"),
        ([(-1, 0, 60)], ValueError, "start -1"), ([(float("nan"), 1, 60)], ValueError, "start nan"),
        ([("x", 1, 60)], TypeError, "start"), ([(0, 1, 60.5)], TypeError, "key"),
    ],
)
def test_wrong_notes_are_named(notes, error, words):
    with pytest.raises(error, match=words):
        tactus.Song.from_notes(notes)
