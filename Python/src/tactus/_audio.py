from __future__ import annotations

import base64
import ctypes as C
import io
import os
import struct
from dataclasses import dataclass
from typing import Any, BinaryIO, Dict, Optional, Union

import numpy as np

from . import _library
from ._library import AudioView, Stem as StemView, checked, free_with, lib, sized
from ._settings import whole

#: A note as it sounds, in frames of the audio: the frame of its onset, of the release of its key, of the release of its
#: sound, which a pedal can delay, and the frame after the last one that sounds. `track` counts from 0 (-1: unknown),
#: `stem` is the index of its stem (-1: none), `bank` and `program` are those of its preset (-1: silent).
NOTE = np.dtype(
    {
        "names": [
            "onset", "key_up", "release", "end", "track", "stem", "bank", "program", "port", "channel", "key",
            "velocity", "is_stolen"],
        "formats": ["<i8"] * 4 + ["<i4"] * 4 + ["u1"] * 4 + ["?"],
        "offsets": [0, 8, 16, 24, 32, 36, 40, 44, 48, 49, 50, 51, 52],
        "itemsize": 56,
    }
)


@dataclass(frozen=True)
class Report:
    """The report of a bounce."""

    #: Frames per second.
    rate: int
    #: The length in frames, lead-in and tail included.
    frames: int
    #: The number of audible notes.
    notes: int
    #: The greatest magnitude of any sample of the mix.
    peak: float
    #: The number of presets that notes requested and that the bank does not have.
    missing_presets: int
    #: Whether the sound had not ended when the maximum length was reached.
    tail_is_cut: bool
    #: The number of compressed samples that could not be decoded and are silent.
    unreadable_samples: int

    @classmethod
    def _of(cls, view: _library.Report) -> "Report":
        return cls(
            view.sample_rate, view.frames, view.notes, view.peak, view.missing_presets, view.tail_is_cut != 0,
            view.unreadable_samples)


@dataclass(frozen=True)
class Stem:
    """What is known of a stem."""

    name: str
    #: The number of its channel, track, program or group, counted from 1.
    number: int
    #: The number of audible notes.
    notes: int


class Audio(np.ndarray):
    """Audio: float32 of shape (channels, frames), full scale is -1 to 1.

    It is an array of numpy with further attributes. In a notebook, it is displayed as a player.
    """

    #: Frames per second.
    rate: int
    #: The notes, an array of `tactus.NOTE`; None if they were not requested, and for arrays made from this one.
    notes: "Optional[np.ndarray[Any, Any]]"
    #: The report; None for stems, blocks and arrays made from this one.
    report: Optional[Report]

    def __new__(cls, samples: Any, rate: int) -> "Audio":
        """Gives samples of shape (channels, frames) or (frames,) a rate, for saving and playing them."""
        self = np.asarray(samples, np.float32).view(cls)
        if self.ndim not in (1, 2):
            raise ValueError(f"expected samples of shape (channels, frames) or (frames,), not {self.shape}")
        self.rate = whole("rate", rate, 1, 768_000)
        return self

    def __array_finalize__(self, other: Any) -> None:
        self.rate = getattr(other, "rate", 0)
        self.notes = self.report = None

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        if array.ndim == 0:
            return array[()]
        if array.shape[-1] != self.shape[-1] or array.dtype != np.float32:
            return np.asarray(array)  # such as the peaks of the channels, or comparisons
        return super().__array_wrap__(array, context)

    def __reduce__(self) -> Any:
        function, arguments, state = tuple(super().__reduce__())
        return function, arguments, (state, self.rate, self.notes, self.report)

    def __setstate__(self, state: Any) -> None:
        super().__setstate__(state[0])
        self.rate, self.notes, self.report = state[1:]

    @property
    def seconds(self) -> float:
        """The length in seconds."""
        return float(self.shape[-1] / self.rate)

    def save(self, path: Union[str, "os.PathLike[str]", BinaryIO], bits: int = 32) -> None:
        """Writes a WAV file: of 32-bit floats, or of 16-bit integers without dither, where full scale is clipped.

        `path` may also be a file that is open for writing bytes, such as an `io.BytesIO`. `bounce_file` writes other
        formats, and dithers.
        """
        if not isinstance(path, (str, bytes, os.PathLike)):
            if not hasattr(path, "write"):
                raise TypeError(f"expected a path or a file that is open for writing bytes, not {path!r}")
            path.write(self.wav_bytes(bits))
            return
        suffix = os.path.splitext(os.fsdecode(path))[1]
        if suffix.lower() not in ("", ".wav", ".wave"):
            raise ValueError(f"{suffix!r}: save writes WAV files; bounce_file writes other formats")
        data = self.wav_bytes(bits)
        with open(path, "wb") as file:
            file.write(data)

    def wav_bytes(self, bits: int = 32) -> bytes:
        """Returns the bytes that `save` writes."""
        if self.dtype != np.float32 or self.ndim not in (1, 2) or self.rate < 1:
            raise ValueError("expected float32 samples of shape (channels, frames) or (frames,) with a rate")
        samples = np.atleast_2d(np.asarray(self)).T
        bits = whole("bits", bits, 0, 64)
        if bits == 16:
            data = np.clip(np.rint(samples * 32768), -32768, 32767).astype("<i2").tobytes()
        elif bits == 32:
            data = np.ascontiguousarray(samples, "<f4").tobytes()
        else:
            raise ValueError(f"expected 16 or 32 bits, not {bits}; bounce_file writes 24")
        channels, bytes_per_frame = samples.shape[1], samples.shape[1] * bits // 8
        if not 1 <= channels <= 1024:
            raise ValueError(f"expected samples of shape (channels, frames), not {self.shape}")
        if len(data) > 0xFFFFFF00:
            raise ValueError("WAV files end at 4 GiB: use bounce_file, which writes RF64")
        kind = struct.pack("<HHIIHH", 1 if bits == 16 else 3, channels, self.rate, self.rate * bytes_per_frame,
                           bytes_per_frame, bits)
        out = io.BytesIO()
        out.write(b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + struct.pack("<I", len(kind)) + kind)
        out.write(b"data" + struct.pack("<I", len(data)) + data)
        return out.getvalue()

    def _repr_html_(self) -> Optional[str]:
        if self.dtype != np.float32 or self.ndim not in (1, 2) or self.rate < 1 or self.size == 0:
            return None
        if self.ndim == 2 and self.shape[0] > 2:
            return None
        data = base64.b64encode(self.wav_bytes(16)).decode()
        return f'<audio controls preload="auto" src="data:audio/wav;base64,{data}"></audio>'


class Stems(Dict[str, Audio]):
    """Stems by name, in their order, and at last the mix, "mix", which is their sum. If several stems have the same
    name, all but the first have a number behind it."""

    #: What is known of each stem, in the same order, without the mix.
    info: "list[Stem]"

    @property
    def mix(self) -> Audio:
        return self["mix"]


def of_handle(pointer: int, report: _library.Report, with_notes: bool) -> "tuple[Audio, list[Stem]]":
    """Returns the samples of an audio handle without copying them, and its stems. The handle lives as long as an array
    that shows its memory."""
    view = AudioView()
    checked(lib.audio_get(pointer, sized(view)))
    memory = (C.c_float * (view.stride * view.channels)).from_address(view.samples or 0) if view.samples else None
    if memory is None:
        lib.audio_free(pointer)
        return Audio(np.zeros((view.channels, 0), np.float32), view.sample_rate), []
    free_with(memory, lib.audio_free, pointer)
    audio = np.frombuffer(memory, np.float32).reshape(view.channels, view.stride)[:, : view.frames].view(Audio)
    audio.rate = view.sample_rate
    audio.notes = notes_of(pointer) if with_notes else None
    audio.report = Report._of(report)
    stems = []
    for index in range(view.stems):
        stem = StemView()
        checked(lib.audio_stem(pointer, index, sized(stem)))
        stems.append(Stem(stem.name.decode(), stem.number, stem.notes))
    return audio, stems


def notes_of(pointer: int) -> "np.ndarray[Any, Any]":
    """Returns the notes of an audio handle."""
    count = checked(lib.audio_notes(pointer, 0, None, NOTE.itemsize, 0))
    notes = np.zeros(count, NOTE)
    if count:
        checked(lib.audio_notes(pointer, 0, notes.ctypes.data, NOTE.itemsize, count))
    return notes
