"""The songs of a data set: their names, banks and settings, as `tactus.ray` receives them."""

from __future__ import annotations

import functools
import os
import tempfile
from dataclasses import dataclass
from typing import Any, Iterable, Optional, Sequence, Union

from ._banks import Bank
from ._bounce import Renderer, bounce_file
from ._errors import FileError
from ._files import digest
from ._library import lib
from ._manifest import Line, ManifestPaths
from ._settings import filled_in, whole
from ._version import version

#: A bank as a data set describes it: layers, the lowest first, each with a path (None: the built-in bank) and an offset.
Layers = tuple[tuple[Optional[str], int], ...]
#: A song as the caller describes it: a path, or a dictionary with "song" and what differs from the other songs.
ItemLike = Union[str, "os.PathLike[str]", dict[str, Any]]


@dataclass(frozen=True)
class Kind:
    """What is made of each song."""

    #: The suffix of the audio files, such as ".wav".
    audio: str
    #: The suffix of the files of notes; None if none are written.
    notes: Optional[str]


@dataclass(frozen=True)
class Item:
    """A song of a data set."""

    #: The path of the song.
    song: str
    #: The path relative to the folder of the songs, without its suffix, or what the caller wants instead.
    name: str
    bank: Layers
    bits: int
    settings: dict[str, Any]

    def open_bank(self) -> "OpenBank":
        return _open_bank(self.bank, _states(self.bank))

    @property
    def described_settings(self) -> dict[str, Any]:
        """The settings as a manifest contains them."""
        filled = filled_in(**self.settings)
        found: dict[str, Any] = {
            "rate": filled.sample_rate, "depth": {16: "16", 24: "24", 32: "f32"}[self.bits], "metadata": True,
            "interpolation": ("linear", "cubic", "sinc")[filled.quality], "velocityFilter": "off", "bankSelect": "gs",
            "reverb": filled.reverb == 1, "chorus": filled.chorus == 1,
        }
        if not filled.reverb and not filled.chorus:
            found["delay"] = False
        if filled.reverb and filled.reverb_level:
            found["reverbLevel"] = filled.reverb_level
        if filled.chorus and filled.chorus_level:
            found["chorusLevel"] = filled.chorus_level
        if filled.gain:
            found["gain"] = filled.gain
        found.update(
            polyphony=filled.polyphony, leadIn=filled.lead_in, tail="auto" if filled.tail < 0 else f"{filled.tail}",
            maxLength=filled.maximum_length)
        return found

    @property
    def bank_digests(self) -> list[str]:
        """The digests of the bank's layers."""
        return [
            lib.bank_builtin_sha256().decode() if path is None else _digest_of_bank(path, *state)
            for (path, _), state in zip(self.bank, _states(self.bank))
        ]

    def inputs(self, paths: ManifestPaths, song_digest: str, has_own_bank: bool) -> Line:
        """Returns the members of a manifest's line that say what the audio depends on."""
        banks: list[Line] = [
            {"file": "built-in" if path is None else paths.stored(path), "sha256": found, "offset": offset}
            for (path, offset), found in zip(self.bank, self.bank_digests)
        ]
        song = paths.stored(self.song)
        if has_own_bank:
            banks.append({"file": song, "sha256": song_digest, "offset": 0})
        return {
            "song": song, "songSHA256": song_digest, "banks": banks, "settings": self.described_settings,
            "version": version,
        }


#: What changes with the content of a file, or if another file gets its name.
State = tuple[int, ...]


def _states(layers: Layers) -> tuple[State, ...]:
    """Returns the states of the files of a bank."""
    states: list[State] = []
    for path, _ in layers:
        try:
            state = None if path is None else os.stat(path)
        except OSError as error:
            raise FileError(f"{path}: {error.strerror}; check the path of the bank") from None
        states.append(() if state is None else (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns))
    return tuple(states)


@functools.lru_cache(maxsize=64)
def _digest_of_bank(path: str, *_state: int) -> str:
    return digest(path)


@dataclass(frozen=True)
class OpenBank:
    """A bank, and what its files were when it was opened."""

    bank: Bank
    layers: Layers
    states: tuple[State, ...]

    def check(self) -> None:
        """Raises an error if a file of the bank has been replaced meanwhile."""
        for (path, _), before, now in zip(self.layers, self.states, _states(self.layers)):
            if before != now:
                raise FileError(f"{path}: the bank has changed while songs were rendered with it; start again")


@functools.lru_cache(maxsize=4)
def _open_bank(layers: Layers, states: tuple[State, ...]) -> OpenBank:
    """Each process keeps its last banks open, and with them the samples that it has decoded."""
    if len(layers) == 1 and layers[0][1] == 0:
        bank = Bank(layers[0][0])
    else:
        bank = Bank.stack(*(path for path, _ in layers), offsets=[offset for _, offset in layers])
    return OpenBank(bank, layers, states)


def layers_of(bank: Any) -> Layers:
    """Returns the layers of a bank: None, a path, or a list of layers, each of which may be (layer, offset)."""
    if isinstance(bank, (str, os.PathLike)) or bank is None:
        bank = [bank]
    if not isinstance(bank, list) or not bank:
        raise TypeError(
            f"bank: expected a path, None, or a list of layers, each a path or (path, offset), not {bank!r}")
    layers = []
    for layer in bank:
        path, offset = layer if isinstance(layer, tuple) and len(layer) == 2 else (layer, 0)
        if path is not None and not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"bank: expected a path or (path, offset), because workers open banks, not {layer!r}")
        layers.append(
            (None if path is None else os.path.abspath(os.fsdecode(path)), whole("offset", offset, -128, 65535)))
    return tuple(layers)


#: Suffixes of songs, which names of outputs do not contain.
_SONG_SUFFIXES = (".mid", ".midi", ".kar", ".rmi", ".rmid", ".smf", ".midi2")


def _name(row: dict[str, Any], path: str, root: Optional[str]) -> str:
    """Returns the name of a song's outputs, without a suffix."""
    if "output" in row:
        if not isinstance(row["output"], (str, os.PathLike)):
            raise TypeError(f"{path}: output: expected a name, not {row['output']!r}")
        wanted = os.fsdecode(row["output"])
        name = os.path.normpath(wanted)
        if not wanted or wanted.endswith(os.sep) or name in (os.curdir, os.pardir):
            raise ValueError(f"{path}: output {wanted!r}: expected a name, such as 'piano/0001'")
    else:
        name = os.path.relpath(path, root)
        head, suffix = os.path.splitext(name)
        name = head if suffix.lower() in _SONG_SUFFIXES else name
    if os.path.isabs(name) or name.split(os.sep)[0] == os.pardir:
        raise ValueError(f"{path}: {name}: outside of the folder of the outputs")
    return name


def items_of(
    songs: Iterable[ItemLike], bank: Any, bits: int, settings: dict[str, Any], root: Optional[str] = None
) -> list[Item]:
    """Returns the songs of a data set. Each gets a name of its own, relative to `root`, by default the folder that
    contains all songs."""
    if isinstance(songs, (str, bytes, dict, os.PathLike)):
        raise TypeError("songs: expected several songs, such as a list of paths")
    rows: list[dict[str, Any]] = [
        # empty cells of a table are not given
        {name: value for name, value in row.items() if value is not None} if isinstance(row, dict) else {"song": row}
        for row in songs
    ]
    for row in rows:
        if not isinstance(row.get("song"), (str, os.PathLike)):
            raise TypeError(f"song: expected a path, because workers read songs from files, not {row.get('song')!r}")
    paths = [os.path.abspath(os.fsdecode(row["song"])) for row in rows]
    if root is None and paths:
        root = os.path.commonpath([os.path.dirname(path) for path in paths])
    shared = layers_of(bank)
    items = []
    names: dict[str, str] = {}
    for row, path in zip(rows, paths):
        more = {name: value for name, value in row.items() if name not in ("song", "bank", "bits", "output")}
        name = _name(row, path, root)
        if name in names:
            raise ValueError(f'{path} and {names[name]} would both become {name}; give one of them another "output"')
        names[name] = path
        wanted = whole("bits", row.get("bits", bits), 16, 32)
        item = Item(path, name, layers_of(row["bank"]) if "bank" in row else shared, wanted, {**settings, **more})
        filled_in(**item.settings)
        if item.bits not in (16, 24, 32):
            raise ValueError(f"bits {item.bits!r}: expected 16, 24 or 32")
        items.append(item)
    return items


#: A song without events.
_EMPTY_SONG = b"MThd\0\0\0\6\0\0\0\1\1\xe0MTrk\0\0\0\4\0\xff\x2f\0"


def check(items: Sequence[Item], kind: Kind) -> None:
    """Raises an error for a bank, a setting or a format that would fail with every song."""
    seen: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        for item in items:
            case = repr((item.bank, item.bits, sorted(item.settings.items())))
            if case in seen:
                continue
            seen.add(case)
            bank = item.open_bank().bank
            Renderer(_EMPTY_SONG, bank, **item.settings)
            bounce_file(
                _EMPTY_SONG, os.path.join(folder, "empty" + kind.audio), bank, bits=item.bits,
                rate=item.settings.get("rate", 44100), tail=0)
