"""The files of a data set, and how each is made. `tactus.ray` decides where."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import tarfile
from dataclasses import asdict, dataclass
from typing import Any, BinaryIO, Iterable, Iterator, Optional, Sequence, Union

from ._bounce import bounce_file
from ._errors import Error, FileError, FormatError, SettingError
from ._files import complete_file, digest, temporary_folder, temporary_name, whole_path
from ._items import Item, Kind
from ._manifest import Line, Manifest, ManifestPaths
from ._songs import Song, read_file
from ._version import version


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
    paths: ManifestPaths

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
                self.paths, digest(self.item.song), bool(banks) and banks[-1]["file"] == line["song"])
            expected["notes"] = None if self.notes is None else self.paths.stored(self.notes)
            return (
                all(line.get(name) == value for name, value in expected.items())
                and os.path.getsize(self.output) == line["bytes"]
                and (self.notes is None or digest(self.notes) == line["notesSHA256"]))
        except (OSError, KeyError, TypeError):
            return False

    def make(self) -> Made:
        """Renders the song."""
        rendered = _render(self.item, self.output, self.notes)
        line: Line = {
            "output": self.paths.stored(self.output), "sha256": digest(self.output),
            "bytes": os.path.getsize(self.output),
        }
        if self.notes is not None:
            line.update(notes=self.paths.stored(self.notes), notesSHA256=digest(self.notes))
        line.update(rendered.facts)
        line.update(self.item.inputs(self.paths, rendered.digest, rendered.has_own_bank))
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
    """Renders a song to an audio file, and its notes to another file, whose suffix selects the format."""
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
    paths: ManifestPaths

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
        described = [
            [
                item.name, song, [[found, offset] for found, (_, offset) in zip(item.bank_digests, item.bank)],
                item.described_settings,
            ]
            for item, song in zip(self.items, song_digests)
        ]
        return hashlib.sha256(json.dumps([self.first, asdict(self.kind), version, described]).encode()).hexdigest()

    def make(self) -> Made:
        """Renders the songs. Those that cannot be read, or not with their settings, are left out; another failure, such
        as a full disk, is one of the whole shard."""
        failed: list[Failure] = []
        digests: list[str] = []
        frames = 0
        with complete_file(self.output) as file, temporary_folder(os.path.dirname(self.output)) as work:
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
            "output": self.paths.stored(self.output), "sha256": digest(self.output),
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
    items: Sequence[Item], kind: Kind, folder: str, paths: ManifestPaths, songs_per_shard: Optional[int]
) -> Iterator[Task]:
    """Yields the files of a data set."""
    if songs_per_shard is None:
        for item in items:
            yield AudioTask(item, kind, folder, paths)
        return
    for first in range(0, len(items), songs_per_shard):
        name = f"{first // songs_per_shard:05d}.tar"
        yield ShardTask(items[first : first + songs_per_shard], first, kind, os.path.join(folder, name), paths)


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
