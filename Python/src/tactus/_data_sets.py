"""Data sets: which files are made of which songs, and how each is made. `tactus.ray` decides where."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import json
import os
import tarfile
import tempfile
from dataclasses import asdict, dataclass
from typing import Any, BinaryIO, Iterable, Iterator, Optional, Sequence, Union

from ._banks import Bank
from ._bounce import Renderer, bounce_file
from ._errors import Error, FileError, FormatError, SettingError
from ._files import complete_file, digest, temporary_folder, temporary_name, whole_path
from ._manifest import Line, Manifest
from ._settings import filled_in, whole
from ._songs import Song, read_file
from ._version import version

#: A bank as a data set describes it: layers, the lowest first, each with a path (None: the built-in bank) and an offset.
Layers = tuple[tuple[Optional[str], int], ...]
#: A song as the caller describes it: a path, or a dictionary with "song" and what differs from the other songs.
ItemLike = Union[str, "os.PathLike[str]", dict[str, Any]]


@dataclass(frozen=True)
class Kind:
    """What is made of each song."""

    #: The ending of the audio files, such as ".wav".
    audio: str
    #: The ending of the files of notes; None if none are written.
    notes: Optional[str]


@dataclass(frozen=True)
class Item:
    """A song of a data set."""

    #: The path of the song.
    song: str
    #: The path relative to the folder of the songs, without its ending, or what the caller wants instead.
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
            "rate": filled.sample_rate, "depth": {16: "16", 24: "24", 32: "f32"}[self.bits], "metadata": False,
            "interpolation": ("linear", "cubic", "sinc")[filled.quality], "velocityFilter": "off", "bankSelect": "gs",
            "reverb": filled.reverb == 1, "chorus": filled.chorus == 1,
        }
        if filled.gain:
            found["gain"] = filled.gain
        found.update(
            polyphony=filled.polyphony, leadIn=filled.lead_in, tail="auto" if filled.tail < 0 else f"{filled.tail}",
            maxLength=filled.maximum_length)
        return found

    def inputs(self, manifest: Manifest, song_digest: str, has_own_bank: bool) -> Line:
        """Returns the members of a manifest's line that say what the audio depends on."""
        banks: list[Line] = [
            {"file": "built-in", "offset": offset}
            if path is None
            else {"file": manifest.stored(path), "sha256": _digest_of_bank(path, *state), "offset": offset}
            for (path, offset), state in zip(self.bank, _states(self.bank))
        ]
        song = manifest.stored(self.song)
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


#: Endings of songs, which names of outputs do not contain.
_SONG_ENDINGS = (".mid", ".midi", ".kar", ".rmi", ".rmid", ".smf", ".midi2")


def _name(row: dict[str, Any], path: str, root: Optional[str]) -> str:
    """Returns the name of a song's outputs, without an ending."""
    if "output" in row:
        if not isinstance(row["output"], (str, os.PathLike)):
            raise TypeError(f"{path}: output: expected a name, not {row['output']!r}")
        wanted = os.fsdecode(row["output"])
        name = os.path.normpath(wanted)
        if not wanted or wanted.endswith(os.sep) or name in (os.curdir, os.pardir):
            raise ValueError(f"{path}: output {wanted!r}: expected a name, such as 'piano/0001'")
    else:
        name = os.path.relpath(path, root)
        head, ending = os.path.splitext(name)
        name = head if ending.lower() in _SONG_ENDINGS else name
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


def check_outputs(tasks: Iterable[Task], items: Sequence[Item], manifest: str) -> None:
    """Raises an error if an output would replace a song, a bank, the manifest or another output."""
    taken = {whole_path(item.song): "the song " + item.song for item in items}
    taken.update((whole_path(path), "the bank " + path) for item in items for path, _ in item.bank if path is not None)
    if manifest in taken:
        raise ValueError(f"{manifest}: the manifest would replace {taken[manifest]}; choose another name")
    taken[manifest] = "the manifest"
    for task in tasks:
        for path in task.outputs:
            whole = whole_path(path)
            if whole in taken:
                raise ValueError(f"{path} would replace {taken[whole]}; choose another folder")
            taken[whole] = "another output"


@dataclass(frozen=True)
class Failure:
    """A song that could not be rendered."""

    song: str
    #: One sentence: the file, and why.
    error: str


@dataclass
class Made:
    """A complete file of a data set."""

    #: The manifest's line.
    line: Line
    #: The number of audio files in it.
    count: int
    #: The frames of its audio.
    frames: int
    failed: list[Failure]


@dataclass(frozen=True)
class AudioTask:
    """An audio file, with its notes beside it."""

    item: Item
    kind: Kind
    folder: str
    manifest: str

    @property
    def songs(self) -> int:
        return 1

    @property
    def output(self) -> str:
        return os.path.join(self.folder, self.item.name + self.kind.audio)

    @property
    def outputs(self) -> list[str]:
        """All files that are written."""
        return [self.output] if self.notes is None else [self.output, self.notes]

    @property
    def notes(self) -> Optional[str]:
        return None if self.kind.notes is None else os.path.join(self.folder, self.item.name + self.kind.notes)

    def is_made(self, manifest: Manifest) -> bool:
        """Whether the manifest describes the files that would be made, and they are there."""
        line = manifest.line(self.output)
        if line is None:
            return False
        try:
            banks = line["banks"]
            expected = self.item.inputs(
                manifest, digest(self.item.song), bool(banks) and banks[-1]["file"] == line["song"])
            expected["notes"] = None if self.notes is None else manifest.stored(self.notes)
            return (
                all(line.get(name) == value for name, value in expected.items())
                and os.path.getsize(self.output) == line["bytes"]
                and (self.notes is None or digest(self.notes) == line["notesSHA256"]))
        except (OSError, KeyError, TypeError):
            return False

    def make(self) -> Made:
        """Renders the song."""
        manifest = Manifest(self.manifest)
        os.makedirs(os.path.dirname(self.output), exist_ok=True)
        rendered = _render(self.item, self.output, self.notes)
        line: Line = {
            "output": manifest.stored(self.output), "sha256": digest(self.output),
            "bytes": os.path.getsize(self.output),
        }
        if self.notes is not None:
            line.update(notes=manifest.stored(self.notes), notesSHA256=digest(self.notes))
        line.update(rendered.facts)
        line.update(self.item.inputs(manifest, rendered.digest, rendered.has_own_bank))
        return Made(line, 1, rendered.facts["frames"], [])


@dataclass(frozen=True)
class _Rendered:
    """A song that has been rendered to files."""

    data: bytes
    digest: str
    has_own_bank: bool
    #: The members of a manifest's line that describe the audio.
    facts: Line


def _render(item: Item, output: str, notes: Optional[str]) -> _Rendered:
    """Renders a song to an audio file, and its notes to another file, of the kind that its ending says."""
    data = read_file(item.song)
    bank = item.open_bank()
    with _naming(item.song):
        song = Song(data)
        lines = notes if notes is None or notes.endswith(".jsonl") else temporary_name(os.path.dirname(notes))
        try:
            report = bounce_file(song, output, bank.bank, bits=item.bits, notes=lines, **item.settings)
        except FormatError as error:  # of the bank, such as a missing decoder
            raise Error(str(error)) from None
    bank.check()
    if notes is not None and lines != notes:
        _write_parquet(lines, notes)
    facts = {"frames": report.frames, "rate": report.rate, "peak": report.peak, "noteCount": report.notes}
    return _Rendered(data, hashlib.sha256(data).hexdigest(), song.has_bank, facts)


@contextlib.contextmanager
def _naming(song: str) -> Iterator[None]:
    """Makes errors name the song."""
    try:
        yield
    except Error as error:
        words = str(error)
        if words.startswith("song in memory"):
            words = song + words[len("song in memory") :]
        raise type(error)(words if song in words else f"{song}: {words}") from None


_INTEGERS = ("onset", "keyUp", "release", "end")
_NUMBERS = ("port", "channel", "key", "velocity", "track", "bank", "program", "voices")


def _write_parquet(lines: Any, path: str) -> None:
    """Writes the notes of a file of JSON lines, which it removes, as a Parquet file with the same names."""
    import pyarrow as arrow
    from pyarrow import parquet

    schema = arrow.schema(
        [(name, arrow.int64()) for name in _INTEGERS]
        + [("seconds", arrow.float64()), ("duration", arrow.float64())]
        + [(name, arrow.int32()) for name in _NUMBERS]
        + [("preset", arrow.string()), ("stolen", arrow.bool_()), ("missing", arrow.string())])
    try:
        with open(lines, "rb") as file:
            rows = [json.loads(line) for line in file]
        with complete_file(path) as out:
            parquet.write_table(arrow.Table.from_pylist(rows, schema), out)
    finally:
        os.unlink(lines)


@dataclass(frozen=True)
class ShardTask:
    """A tar file of songs for WebDataset: `key.mid`, `key.wav` and `key.json` of each."""

    items: Sequence[Item]
    #: The number of the first song.
    first: int
    kind: Kind
    output: str
    manifest: str

    @property
    def songs(self) -> int:
        return len(self.items)

    @property
    def outputs(self) -> list[str]:
        return [self.output]

    def is_made(self, manifest: Manifest) -> bool:
        line = manifest.line(self.output)
        try:
            return (
                line is not None and os.path.getsize(self.output) == line["bytes"]
                and line["inputsSHA256"] == self._inputs([digest(item.song) for item in self.items]))
        except (OSError, KeyError):
            return False

    def _inputs(self, song_digests: Sequence[str]) -> str:
        """The digest of everything that the file's bytes depend on."""
        described = []
        for item, song in zip(self.items, song_digests):
            banks = [
                [None if path is None else _digest_of_bank(path, *state), offset]
                for (path, offset), state in zip(item.bank, _states(item.bank))
            ]
            described.append([item.name, song, banks, item.described_settings])
        return hashlib.sha256(json.dumps([self.first, asdict(self.kind), version, described]).encode()).hexdigest()

    def make(self) -> Made:
        """Renders the songs. Those that cannot be read, or not with their settings, are left out; another failure, such
        as a full disk, is one of the whole shard."""
        folder = os.path.dirname(self.output)
        os.makedirs(folder, exist_ok=True)
        failed: list[Failure] = []
        digests: list[str] = []
        frames = 0
        with complete_file(self.output) as file, temporary_folder(folder) as work:
            with tarfile.open(fileobj=file, mode="w", format=tarfile.USTAR_FORMAT) as tar:
                for number, item in enumerate(self.items, self.first):
                    audio = os.path.join(work, "audio" + self.kind.audio)
                    notes = None if self.kind.notes is None else os.path.join(work, "notes.jsonl")
                    try:
                        rendered = _render(item, audio, notes)
                    except (FormatError, SettingError) as error:
                        failed.append(Failure(item.song, str(error)))
                        digests.append(digest(item.song))
                        continue
                    except FileError as error:
                        if os.access(item.song, os.R_OK):
                            raise
                        failed.append(Failure(item.song, str(error)))
                        digests.append("")
                        continue
                    digests.append(rendered.digest)
                    frames += rendered.facts["frames"]
                    key = f"{number:08d}"
                    _add(tar, key + ".json", io.BytesIO(_facts(item, rendered, notes)))
                    _add(tar, key + ".mid", io.BytesIO(rendered.data))
                    with open(audio, "rb") as samples:
                        _add(tar, key + self.kind.audio, samples)
            inputs = self._inputs(digests)
        line: Line = {
            "output": Manifest(self.manifest).stored(self.output), "sha256": digest(self.output),
            "bytes": os.path.getsize(self.output), "songs": len(self.items) - len(failed),
            "failed": [asdict(failure) for failure in failed], "inputsSHA256": inputs, "version": version,
        }
        return Made(line, len(self.items) - len(failed), frames, failed)


def _facts(item: Item, rendered: _Rendered, notes: Optional[str]) -> bytes:
    """Returns the JSON object of a song in a shard."""
    text = json.dumps({"song": item.name, "songSHA256": rendered.digest, **rendered.facts})
    if notes is not None:
        with open(notes, "rb") as file:
            text = text[:-1] + ', "notes": [' + ", ".join(line.strip().decode() for line in file) + "]}"
    return text.encode()


def _add(tar: tarfile.TarFile, name: str, content: BinaryIO) -> None:
    """Adds a file, whose bytes in the tar file depend on nothing but its name and content."""
    info = tarfile.TarInfo(name)
    info.size = content.seek(0, io.SEEK_END)
    content.seek(0)
    tar.addfile(info, content)


Task = Union[AudioTask, ShardTask]


def tasks_of(
    items: Sequence[Item], kind: Kind, folder: str, manifest: str, songs_per_shard: Optional[int]
) -> Iterator[Task]:
    """Yields the files of a data set."""
    if songs_per_shard is None:
        for item in items:
            yield AudioTask(item, kind, folder, manifest)
        return
    for first in range(0, len(items), songs_per_shard):
        name = f"{first // songs_per_shard:05d}.tar"
        yield ShardTask(
            items[first : first + songs_per_shard], first, kind, os.path.join(folder, name), manifest)
