from __future__ import annotations

import ctypes as C
import os
import threading
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Iterable, Iterator, Literal, Optional, Union, overload

import numpy as np

from ._audio import Audio, Report, Stem, Stems, of_handle
from ._banks import Bank, BankLike, bank as bank_of, forget_banks
from ._errors import Error, SettingError
from ._library import Handle, Report as ReportView, checked, lib, path_bytes, sized
from ._settings import BounceSettings, Progress, Unpack, check_ranges, filled_in, run, stem_kind, whole
from ._songs import Song, SongLike, song as song_of

SUFFIXES = (".wav", ".aiff", ".aif", ".caf", ".flac", ".ogg", ".opus", ".mp3")


def bounce(
    song: SongLike = None, bank: BankLike = None, *, notes: bool = True, progress: Optional[Progress] = None,
    **settings: Unpack[BounceSettings],
) -> Audio:
    """Renders a song: float32 of shape (2, frames), with `.rate`, `.notes` and `.report`.

    `song` is whatever `Song` accepts, None for the demo song; `bank` whatever `Bank` accepts, None for the built-in
    bank, or a list of them to be stacked, the lowest first. A bank in the song's file plays in front of `bank`.
    Settings, each with its default:

    - `rate=44100`: frames per second, 8000 to 768000.
    - `quality="live"`: cubic interpolation; `"draft"` is linear, `"best"` is windowed sinc.
    - `polyphony=256`: the maximum number of voices, 1 to 4096.
    - `gain=0.0`: the output gain in dB, -96 to 48.
    - `reverb=True`, `chorus=True`: whether the effects are on.
    - `reverb_level=0.0`, `chorus_level=0.0`: their levels in dB, -96 to 24, relative to what the song asks for.
    - `lead_in=0.0`: seconds of silence before the song.
    - `tail=None`: seconds after the last event, at most 86400; None: until the sound has ended.
    - `maximum_length=7200.0`: the longest result in seconds.
    - `threads=1`: rendering threads, which do not change the samples; 0: one per processor.

    `progress` is called with the fraction of the work that is done, 0 to 1; it cancels by returning False or another
    false value except None. Python's lock is released while the song is rendered, so that threads render in parallel.
    Ctrl-C cancels.

    Raises an `Error`, or MemoryError if the audio does not fit into memory.
    """
    return _rendered(song, bank, progress, None, notes, settings)[0]


def stems(
    song: SongLike = None, bank: BankLike = None, *, by: str = "channels", notes: bool = True,
    progress: Optional[Progress] = None, **settings: Unpack[BounceSettings],
) -> Stems:
    """Renders the stems of a song: arrays of shape (2, frames) by name, and the mix as "mix", which is their sum up
    to the rounding of floats.

    `by` is "channels", "tracks", "programs" (presets) or "groups" (the sixteen groups of General MIDI, and drums).
    `bounce` describes the rest.
    """
    audio, infos = _rendered(song, bank, progress, stem_kind("by", by), notes, settings)
    result = Stems()
    for index, info in enumerate(infos):
        result[_unused(info.name, result)] = audio[2 * index : 2 * index + 2].view(Audio)
    result["mix"] = audio[-2:].view(Audio)
    result.info = infos
    result["mix"].report = audio.report
    if audio.notes is not None:
        result["mix"].notes = audio.notes
        for index, name in enumerate(list(result)[:-1]):
            result[name].notes = audio.notes[audio.notes["stem"] == index]
    return result


def _unused(name: str, names: Any) -> str:
    candidate, number = name, 2
    while candidate in names or candidate == "mix":
        candidate, number = f"{name} {number}", number + 1
    return candidate


def _rendered(
    song: SongLike, bank: BankLike, progress: Optional[Progress], stems: Optional[str], notes: bool,
    settings: BounceSettings, stop: Optional[threading.Event] = None,
) -> "tuple[Audio, list[Stem]]":
    song = song_of(song)
    layers = _bank_for(song, bank)
    filled, report = filled_in(stems, notes, **settings), ReportView()
    size = sized(report)
    pointer = run(lambda: lib.render(song, layers, C.byref(filled), size), lib.audio_free, filled, progress, stop)
    return of_handle(pointer, report, notes)


def _bank_for(song: Song, bank: BankLike) -> Bank:
    opened = bank_of(bank)
    return opened.for_song(song) if song.has_bank else opened


def bounce_file(
    song: SongLike, path: Union[str, "os.PathLike[str]"], bank: BankLike = None, *, bits: int = 24,
    notes: Union[str, "os.PathLike[str]", None] = None, progress: Optional[Progress] = None,
    **settings: Unpack[BounceSettings],
) -> Report:
    """Renders a song to an audio file, in constant memory.

    The format follows from the extension: .wav, .aiff, .caf, and with libsndfile .flac, .ogg, .opus and .mp3. `bits` is
    16 (dithered), 24 or 32 (floats); with tail=None, a file with 16 bits ends where the sound falls below
    half a step of 16 bits, earlier than the result of bounce.
    The file has the song's title, copyright and texts, as those of `tactus bounce`.
    `notes` is the path of another file, which gets a JSON line for each note, as from `tactus bounce --notes`. Both
    appear under their names when they are complete. Neither replaces the file of the song or of a bank. `bounce`
    describes the rest.
    """
    suffix = os.path.splitext(os.fsdecode(path))[1].lower()
    if suffix not in SUFFIXES:
        raise SettingError(f"{os.fsdecode(path)!r}: expected a name that ends in {', '.join(SUFFIXES)}")
    song = song_of(song)
    layers = _bank_for(song, bank)
    filled, report = filled_in(**settings), ReportView()
    name, size, bits = path_bytes(path), sized(report), whole("bits", bits, -(2**62), 2**62)
    if bits not in (16, 24, 32):
        raise SettingError(f"bits {bits!r}: expected 16, 24 or 32")
    notes_name = None if notes is None else path_bytes(notes)
    run(lambda: lib.render_file(song, layers, C.byref(filled), name, bits, notes_name, size), int, filled, progress)
    return Report._of(report)


#: The frames that a renderer reads at a time, so that Ctrl-C ends a long call.
_PIECE = 1 << 16


class Renderer(Handle):
    """Renders a song in blocks of any size; their samples are those of `bounce`.

    Arguments are those of `bounce`, without `notes`; with `stems` ("channels", "tracks", "programs" or "groups"), two
    channels for each stem come before the mix. For any thread; a renderer with several `threads` works only in the
    process that has made it.
    """

    #: Frames per second.
    rate: int
    #: The number of channels: two for each stem, and two for the mix.
    channels: int
    #: The largest number of frames that can come; the sound may end earlier.
    maximum_frames: int

    def __init__(
        self, song: SongLike = None, bank: BankLike = None, *, stems: Optional[str] = None,
        **settings: Unpack[BounceSettings],
    ) -> None:
        song = song_of(song)
        layers = _bank_for(song, bank)
        filled = filled_in(None if stems is None else stem_kind("stems", stems), **settings)
        super().__init__(lib.renderer_new(song, layers, C.byref(filled)), lib.renderer_free)
        self._lock = threading.Lock()
        self._process = None if filled.threads == 1 else os.getpid()
        self.rate = filled.sample_rate
        self.channels = checked(lib.renderer_channels(self))
        self.maximum_frames = checked(lib.renderer_maximum_frames(self))

    def read(self, frames: int) -> Audio:
        """Renders the next frames: float32 of shape (channels, n), where n is less than `frames` only at the end.

        Frames that have been rendered when Ctrl-C interrupts the call are lost.
        """
        frames = whole("frames", frames, 0, 2**62)
        if self._process not in (None, os.getpid()):
            raise Error("a Renderer with several threads belongs to its process: make another one in this process")
        block = np.empty((self.channels, min(frames, self.maximum_frames)), np.float32)
        count, handle = 0, self._as_parameter_  # stays valid until this call ends, even if another thread closes the object
        with self._lock:
            while True:
                piece = block[:, count : count + _PIECE]
                read = checked(lib.renderer_read(handle, channel_pointers(piece), self.channels, piece.shape[1]))
                count += read
                if read < _PIECE:
                    return Audio(block[:, :count], self.rate)

    def blocks(self, frames: int = 4096) -> Iterator[Audio]:
        """Yields the rest of the song in blocks; the last one may be shorter."""
        return self._blocks(whole("frames", frames, 1, 2**62))

    def _blocks(self, frames: int) -> Iterator[Audio]:
        while True:
            block = self.read(frames)
            if block.shape[1] == 0:
                return
            yield block

    @property
    def report(self) -> Report:
        """The report, when all frames have been read."""
        view = ReportView()
        with self._lock:
            checked(lib.renderer_report(self, sized(view)))
        return Report._of(view)


def stream(
    song: SongLike = None, bank: BankLike = None, *, block: int = 4096, **settings: Unpack[BounceSettings]
) -> Iterator[Audio]:
    """Yields a song in blocks of shape (2, block), as they are rendered; the last one may be shorter."""
    return Renderer(song, bank, **settings).blocks(whole("block", block, 1, 2**62))


@overload
def bounce_many(
    songs: Iterable[SongLike], bank: BankLike = None, *, workers: Optional[int] = None,
    on_error: Literal["raise"] = "raise", notes: bool = True, **settings: Unpack[BounceSettings],
) -> Iterator[Audio]: ...


@overload
def bounce_many(
    songs: Iterable[SongLike], bank: BankLike = None, *, workers: Optional[int] = None, on_error: str,
    notes: bool = True, **settings: Unpack[BounceSettings],
) -> Iterator[Any]: ...


def bounce_many(
    songs: Iterable[SongLike], bank: BankLike = None, *, workers: Optional[int] = None, on_error: str = "raise",
    notes: bool = True, **settings: Unpack[BounceSettings],
) -> Iterator[Any]:
    """Renders songs in parallel, with one bank, and yields their audio in the order of the songs.

    `workers` is the number of threads, by default one per processor; at most twice as many results wait. A song that
    fails raises its exception; with `on_error="return"`, the exception is yielded in its place. `bounce` describes the
    rest.
    """
    if on_error not in ("raise", "return"):
        raise ValueError(f"on_error {on_error!r}: expected 'raise' or 'return'")
    if isinstance(songs, (str, bytes, bytearray, os.PathLike)):
        raise TypeError("expected several songs, such as a list of paths; bounce renders one")
    count = len(os.sched_getaffinity(0)) if workers is None else whole("workers", workers, 1, 1024)
    check_ranges(filled_in(**settings))  # raises errors at once
    return _many(songs, bank_of(bank), count, on_error, notes, settings)


def _many(
    songs: Iterable[SongLike], bank: Bank, count: int, on_error: str, notes: bool, settings: BounceSettings
) -> Iterator[Any]:
    stop = threading.Event()

    def work(song: SongLike) -> Audio:
        return _rendered(song, bank, None, None, notes, settings, stop)[0]

    pool = ThreadPoolExecutor(count, thread_name_prefix="tactus")
    waiting: "deque[Future[Audio]]" = deque()

    def result() -> Any:
        done = waiting.popleft()
        if on_error == "return" and done.exception() is not None:
            return done.exception()
        try:
            return done.result()
        finally:
            del done  # an exception's traceback refers to this frame

    try:
        for each in songs:
            waiting.append(pool.submit(work, each))
            if len(waiting) >= 2 * count:
                yield result()
        while waiting:
            yield result()
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def trim() -> None:
    """Frees the memory that the library keeps between two bounces, and the banks that stay open for later calls."""
    forget_banks()
    lib.trim()


def channel_pointers(block: "np.ndarray[Any, Any]") -> Any:
    """Returns the addresses of the channels of an array of shape (channels, frames)."""
    return (C.c_void_p * block.shape[0])(*(block.ctypes.data + i * block.strides[0] for i in range(block.shape[0])))
