"""Data sets on the computers of a Ray cluster. Needs `ray`; for `dataset` also `pyarrow`.

    result = tactus.ray.render(paths, "piano.sf2", out="audio")                        # audio/….wav, ….notes.jsonl
    result = tactus.ray.render(paths, "piano.sf2", out="shards", songs_per_shard=100)  # tar files for WebDataset
    rows = tactus.ray.dataset(paths, "piano.sf2")                                      # a Ray Data set of arrays

Songs, banks and `out` are paths that all computers of the cluster can open. `ray.init` chooses the cluster; otherwise one
is started on this computer.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Iterator, Optional, Union

try:
    import ray
except ImportError as error:
    raise ImportError(f"tactus.ray needs Ray, pip install 'ray[data]': {error}") from None

from ._bounce import SUFFIXES, bounce
from ._data_sets import AudioTask, Failure, Made, Task, check_outputs, tasks_of
from ._errors import Error
from ._files import forget_folders, remove_incomplete
from ._items import ItemLike, Kind, Layers, check, items_of, layers_of
from ._manifest import Manifest, ManifestPaths
from ._settings import BounceSettings, SynthSettings, Unpack, whole
from ._songs import Song

__all__ = ["Failure", "Result", "dataset", "render"]

#: How often Ray repeats a task whose worker has died before the song is given up.
_RETRIES = 5
_NOTES = {None: None, "jsonl": ".notes.jsonl", "parquet": ".notes.parquet"}


@dataclass
class Result:
    """What `render` has made."""

    #: The path of the manifest.
    manifest: str
    #: The number of songs that have been rendered.
    made: int = 0
    #: The number of songs that earlier runs had rendered.
    kept: int = 0
    #: The frames of the audio that has been rendered.
    frames: int = 0
    #: The songs that could not be rendered.
    failed: list[Failure] = field(default_factory=list)


def render(
    songs: Union[Iterable[ItemLike], "ray.data.Dataset"], bank: Any = None, *, out: "Union[str, os.PathLike[str]]",
    format: str = "wav", bits: int = 16, notes: Optional[str] = "jsonl", songs_per_shard: Optional[int] = None,
    manifest: "Union[str, os.PathLike[str], None]" = None, root: "Union[str, os.PathLike[str], None]" = None,
    resume: bool = True, workers: Optional[int] = None, progress: Optional[Callable[[int, int], Any]] = None,
    **settings: Unpack[BounceSettings],
) -> Result:
    """Renders songs to files in the folder `out`, on all computers of the cluster. Existing files with the same names are
    replaced, but never songs and banks.

    `songs` are paths, or dictionaries with "song" and what differs from the other songs: "bank", "output" (a name in
    `out`, without a suffix), "bits" and settings; also a Ray Data set with these columns. `bank` is a path, None for the
    built-in bank, or a list of layers, the lowest first, each a path or (path, offset). `tactus.bounce` describes the
    settings.

    - `format`: the suffix of the audio files: wav, aiff, caf, and with libsndfile flac, ogg, opus and mp3.
    - `bits`: 16 (dithered), 24 or 32 (floats).
    - `notes`: "jsonl" or "parquet" (needs pyarrow) for a file of notes beside each audio file, or None.
    - `songs_per_shard`: writes tar files for WebDataset instead, each with so many songs: `00000012.wav`,
      `00000012.json` (name, frames, notes) and `00000012.mid`, the song's file. Shards that the manifest contains, and
      that this run does not have, are removed.
    - `manifest`: by default `manifest.jsonl` in `out`. `tactus verify` compares files with it; `tactus verify --render`
      bounces audio files again, but not shards.
    - `root`: the folder that names in `out` are relative to; by default the one that contains all songs.
    - `resume`: whether to keep files of earlier runs that the manifest describes, with the same song, bank, settings and
      version. Of audio files, only the length is compared.
    - `workers`: how many songs are rendered at a time; by default as many as the cluster has processors.
    - `progress`: called with the number of songs that are done and the number of all songs.

    A file appears under its name when it is complete. If a worker or a computer fails, Ray starts its songs again
    elsewhere. A song, or a shard, with which six workers have died has failed. The bytes of all files, also of the
    manifest, depend neither on the number of workers nor on failures nor on interruptions. Only one `render` at a time
    may use a folder. When it has ended, also by Ctrl-C, no worker writes there any more.

    Raises an Error, ValueError or TypeError for what would fail with every song, such as a wrong setting or a missing
    bank, before a file is replaced. What fails with one song is in the result's `failed`.
    """
    if f".{format}" not in SUFFIXES:
        raise ValueError(f"format {format!r}: expected one of {', '.join(suffix[1:] for suffix in SUFFIXES)}")
    if not isinstance(notes, (str, type(None))) or notes not in _NOTES:
        raise ValueError(f"notes {notes!r}: expected 'jsonl', 'parquet' or None")
    if songs_per_shard is not None:
        songs_per_shard = whole("songs_per_shard", songs_per_shard, 1, 10**6)
        if notes == "parquet":
            raise ValueError("notes 'parquet': the JSON files of shards contain the notes; expected 'jsonl' or None")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: expected a function of two numbers, not {progress!r}")
    room = _Room(workers)
    forget_folders()
    folder = os.path.abspath(os.fsdecode(out))
    path = os.path.realpath(os.path.join(folder, "manifest.jsonl") if manifest is None else os.fsdecode(manifest))
    items = items_of(_rows(songs), bank, bits, dict(settings), None if root is None else os.path.abspath(root))
    kind = Kind(f".{format}", _NOTES[notes])
    tasks = list(tasks_of(items, kind, folder, ManifestPaths(path), songs_per_shard))
    check_outputs(tasks, items, path)
    check(items, kind)
    folders = {folder, *(os.path.dirname(task.output) for task in tasks)}
    for each in folders:
        os.makedirs(each, exist_ok=True)
        remove_incomplete(each)
    run = _Run(Manifest(ManifestPaths(path)), Result(path), len(items), progress)
    try:
        run.run(tasks, resume, room)
        if songs_per_shard is not None:
            run.remove_other_shards(folder, tasks)
    finally:
        run.end()
        for each in folders:
            remove_incomplete(each)
    return run.result


def _rows(songs: Any) -> Iterable[ItemLike]:
    rows: Iterable[ItemLike] = songs
    if hasattr(songs, "iter_rows"):
        rows = [_known(row) for row in songs.iter_rows()]
    return rows


_COLUMNS = {"song", "bank", "output", "bits", *SynthSettings.__annotations__, *BounceSettings.__annotations__}


def _make(tasks: list[Task]) -> "list[Union[Made, list[Failure]]]":
    """Runs on a worker. What is wrong with a song is a result, so that exceptions are only those of Ray."""
    results: "list[Union[Made, list[Failure]]]" = []
    for task in tasks:
        try:
            results.append(task.make())
        except (Error, MemoryError) as error:
            results.append(_failures(task, str(error)))
        except Exception as error:
            results.append(_failures(task, f"{task.output}: {type(error).__name__}: {error}"))
    return results


def _failures(task: Task, error: str) -> list[Failure]:
    items = [task.item] if isinstance(task, AudioTask) else task.items
    return [Failure(item.song, error) for item in items]


class _Run:
    """A run of `render`."""

    def __init__(
        self, manifest: Manifest, result: Result, count: int, progress: Optional[Callable[[int, int], Any]]
    ) -> None:
        self.result = result
        self._manifest, self._count, self._progress = manifest, count, progress
        self._running: dict[Any, list[Task]] = {}
        self._done = 0
        #: Tasks that are tried alone, since workers have failed with several.
        self._again: list[Task] = []

    def run(self, tasks: list[Task], resume: bool, room: _Room) -> None:
        """Makes all files."""
        if not ray.is_initialized():
            ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        make = ray.remote(num_cpus=1, max_retries=_RETRIES, retry_exceptions=False)(_make)
        running = self._running
        rest = self._unmade(tasks) if resume else iter(tasks)
        # Several songs to a task, which costs some milliseconds, as long as all processors get enough tasks.
        count = max(1, min(16, len(tasks) // (8 * room.tasks))) if tasks and isinstance(tasks[0], AudioTask) else 1
        while True:
            while len(running) < room.tasks:
                some = [self._again.pop()] if self._again else list(itertools.islice(rest, count))
                if not some:
                    break
                for task in some:
                    self._manifest.withdraw(task.output)
                running[make.remote(some)] = some
            if not running:
                break
            for each in ray.wait(list(running), num_returns=1)[0]:
                self._take(running.pop(each), each)
        self.result.failed.sort(key=lambda failure: failure.song)

    def end(self) -> None:
        """Ends what still runs, if an exception has ended the run, and completes the manifest."""
        running = list(self._running)
        try:
            for by_force, seconds in ((False, 20), (True, 20)):
                for each in running:
                    ray.cancel(each, force=by_force)
                if running:
                    _, running = ray.wait(running, num_returns=len(running), timeout=seconds)
        finally:
            self._manifest.finish()

    def remove_other_shards(self, folder: str, tasks: list[Task]) -> None:
        """Removes shards of earlier runs that this one does not have, so that no song is there twice."""
        stored = self._manifest.paths.stored
        mine = {stored(task.output) for task in tasks}
        first = stored(os.path.join(folder, "00000.tar"))[: -len("00000.tar")]
        for output in self._manifest.outputs:
            is_shard = output.startswith(first) and re.fullmatch(r"\d{5,}\.tar", output[len(first) :])
            if is_shard and output not in mine:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(os.path.join(folder, output[len(first) :]))
                self._manifest.remove(output)

    def _unmade(self, tasks: list[Task]) -> Iterator[Task]:
        """Yields the tasks whose files have not been made by an earlier run. Songs are read by several threads, ahead."""
        with ThreadPoolExecutor(8, thread_name_prefix="tactus") as pool:
            for first in range(0, len(tasks), 256):
                some = tasks[first : first + 256]
                for task, is_made in zip(some, pool.map(lambda task: task.is_made(self._manifest), some)):
                    if not is_made:
                        yield task
                        continue
                    line = self._manifest.line(task.output) or {}
                    failed = [Failure(**failure) for failure in line.get("failed", [])]
                    self.result.kept += task.songs - len(failed)
                    self._advance(task, failed)

    def _take(self, tasks: list[Task], reference: Any) -> None:
        try:
            results = ray.get(reference)
        except ray.exceptions.RayError as error:
            if len(tasks) > 1:
                self._again += tasks
                return
            words = f"{tasks[0].output}: {_RETRIES + 1} workers have died with it: {type(error).__name__}"
            results = [_failures(tasks[0], words)]
        for task, made in zip(tasks, results):
            if isinstance(made, list):
                self._advance(task, made)
                continue
            self._manifest.add(made.line)
            self.result.made += made.count
            self.result.frames += made.frames
            self._advance(task, made.failed)

    def _advance(self, task: Task, failed: list[Failure]) -> None:
        self.result.failed += failed
        self._done += task.songs
        if self._progress is not None:
            self._progress(self._done, self._count)


def _processors() -> int:
    """Returns the number of processors of the cluster."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


class _Room:
    """How many tasks are given to Ray at a time: two for each processor, so that none waits for the next one."""

    def __init__(self, workers: Optional[int]) -> None:
        self._fixed = None if workers is None else whole("workers", workers, 1, 10**6)
        self._found, self._until = 0, 0.0

    @property
    def tasks(self) -> int:
        if self._fixed is not None:
            return self._fixed
        if time.monotonic() >= self._until:  # computers come and go
            self._found, self._until = 2 * _processors(), time.monotonic() + 2
        return self._found


def dataset(
    songs: Union[Iterable[ItemLike], "ray.data.Dataset"], bank: Any = None, *, workers: Optional[int] = None,
    on_error: str = "raise", **settings: Unpack[BounceSettings],
) -> "ray.data.Dataset":
    """Returns a Ray Data set with the audio of songs, which is rendered when it is read.

    Columns: "song" (the path), "audio" (float32 of shape (2, frames)), "rate", "notes" (a list of dictionaries with the
    members of `tactus.NOTE`), and those of a Ray Data set that is given. `on_error` is "raise", or "skip" for songs that
    cannot be rendered. `render` describes the other arguments; `workers` is the largest number of processes.
    """
    from ray import data

    if on_error not in ("raise", "skip"):
        raise ValueError(f"on_error {on_error!r}: expected 'raise' or 'skip'")
    rows: Any = songs
    if not hasattr(songs, "iter_rows"):
        described = [dict(row) if isinstance(row, dict) else {"song": row} for row in songs]
        items = items_of([_known(row) for row in described], bank, 16, dict(settings))
        check(items, Kind(".wav", None))
        rows = data.from_items([{**row, "song": item.song} for row, item in zip(described, items)])
    most = _processors() if workers is None else whole("workers", workers, 1, 10**6)
    return rows.flat_map(
        _Columns, fn_constructor_args=(layers_of(bank), dict(settings), on_error, os.getcwd()), num_cpus=1,
        compute=data.ActorPoolStrategy(min_size=1, max_size=most))


def _known(row: dict[str, Any]) -> dict[str, Any]:
    """Returns the cells of a row that describe a song; others are the caller's."""
    return {name: value for name, value in row.items() if name in _COLUMNS}


class _Columns:
    """An actor of `dataset`."""

    def __init__(self, bank: Layers, settings: dict[str, Any], on_error: str, folder: str) -> None:
        self._bank, self._settings, self._on_error, self._folder = bank, settings, on_error, folder

    def __call__(self, row: dict[str, Any]) -> list[dict[str, Any]]:
        os.chdir(self._folder)  # that of the caller, for relative paths
        try:
            item = items_of([_known(row)], list(self._bank), 16, self._settings)[0]
            audio = bounce(Song(item.song), item.open_bank().bank, **item.settings)
        except (Error, MemoryError):
            if self._on_error == "skip":
                return []
            raise
        import numpy as np

        notes = audio.notes
        names = [] if notes is None else list(notes.dtype.names or ())
        return [
            {
                **row, "audio": np.array(audio), "rate": audio.rate,
                "notes": [] if notes is None else [dict(zip(names, note)) for note in notes[names].tolist()],
            }
        ]
