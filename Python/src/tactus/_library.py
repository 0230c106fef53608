"""The functions of libtactus. Their reference is tactus.h; the members of the structures have its names."""

from __future__ import annotations

import ctypes as C
import errno
import os
import weakref
from typing import Any, Callable, Optional, TypeVar

from ._errors import Cancelled, Error, FileError, FormatError, MissingFileError, SettingError
from ._path import library_path

Self = TypeVar("Self", bound="Handle")

_pointer = C.c_void_p
PROGRESS = C.CFUNCTYPE(C.c_int32, C.c_void_p, C.c_double)


class Settings(C.Structure):
    _fields_ = [
        ("size", C.c_uint32), ("sample_rate", C.c_int32), ("polyphony", C.c_int32), ("quality", C.c_int32),
        ("gain", C.c_double), ("reverb", C.c_int32), ("chorus", C.c_int32), ("lead_in", C.c_double),
        ("tail", C.c_double), ("maximum_length", C.c_double), ("stems", C.c_int32), ("notes", C.c_int32),
        ("threads", C.c_int32), ("reserved", C.c_int32), ("progress", PROGRESS), ("context", _pointer),
        ("reverb_level", C.c_double), ("chorus_level", C.c_double),
    ]


class SongInfo(C.Structure):
    _fields_ = [
        ("size", C.c_uint32), ("format", C.c_int32), ("tracks", C.c_int32), ("ticks_per_quarter", C.c_int32),
        ("notes", C.c_int64), ("end_tick", C.c_int64), ("duration", C.c_double), ("tempo", C.c_double),
        ("has_bank", C.c_int32), ("defects", C.c_int32),
    ]


class Report(C.Structure):
    _fields_ = [
        ("size", C.c_uint32), ("sample_rate", C.c_int32), ("frames", C.c_int64), ("notes", C.c_int64),
        ("peak", C.c_float), ("missing_presets", C.c_int32), ("tail_is_cut", C.c_int32),
        ("unreadable_samples", C.c_int32),
    ]


class AudioView(C.Structure):
    _fields_ = [
        ("size", C.c_uint32), ("channels", C.c_int32), ("samples", _pointer), ("stride", C.c_int64),
        ("frames", C.c_int64), ("sample_rate", C.c_int32), ("stems", C.c_int32),
    ]


class Stem(C.Structure):
    _fields_ = [("size", C.c_uint32), ("number", C.c_int32), ("notes", C.c_int64), ("name", C.c_char_p)]


class Layer(C.Structure):
    _fields_ = [("bank", _pointer), ("bank_offset", C.c_int32), ("keeps_drums", C.c_int32)]


class Preset(C.Structure):
    _fields_ = [
        ("size", C.c_uint32), ("bank", C.c_int32), ("program", C.c_int32), ("layer", C.c_int32), ("name", C.c_char * 64),
    ]


_P = C.POINTER
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "library_version": (C.c_int32, []),
    "error": (C.c_char_p, []),
    "error_status": (C.c_int32, []),
    "trim": (None, []),
    "song_open": (_pointer, [C.c_char_p]),
    "song_open_bytes": (_pointer, [C.c_char_p, C.c_size_t]),
    "song_demo": (_pointer, []),
    "song_get": (C.c_int32, [_pointer, _P(SongInfo)]),
    "song_track_name": (C.c_char_p, [_pointer, C.c_int32]),
    "song_defect": (C.c_char_p, [_pointer, C.c_int32]),
    "song_free": (None, [_pointer]),
    "bank_open": (_pointer, [C.c_char_p]),
    "bank_open_bytes": (_pointer, [C.c_char_p, C.c_size_t, _pointer, _pointer]),
    "bank_builtin": (_pointer, []),
    "bank_builtin_sha256": (C.c_char_p, []),
    "bank_stack": (_pointer, [_P(Layer), C.c_size_t]),
    "bank_for_song": (_pointer, [_pointer, _pointer]),
    "bank_prepare": (C.c_int32, [_pointer, C.c_int32, C.c_int32]),
    "bank_preset_count": (C.c_int32, [_pointer]),
    "bank_preset": (C.c_int32, [_pointer, C.c_int32, _P(Preset)]),
    "bank_free": (None, [_pointer]),
    "settings_init": (C.c_int32, [_P(Settings), C.c_uint32]),
    "render": (_pointer, [_pointer, _pointer, _P(Settings), _P(Report)]),
    "audio_get": (C.c_int32, [_pointer, _P(AudioView)]),
    "audio_stem": (C.c_int32, [_pointer, C.c_int32, _P(Stem)]),
    "audio_notes": (C.c_int64, [_pointer, C.c_int64, _pointer, C.c_size_t, C.c_int64]),
    "audio_free": (None, [_pointer]),
    "render_file": (
        C.c_int32, [_pointer, _pointer, _P(Settings), C.c_char_p, C.c_int32, C.c_char_p, _P(Report)]),
    "renderer_new": (_pointer, [_pointer, _pointer, _P(Settings)]),
    "renderer_channels": (C.c_int32, [_pointer]),
    "renderer_maximum_frames": (C.c_int64, [_pointer]),
    "renderer_read": (C.c_int64, [_pointer, _P(_pointer), C.c_int32, C.c_int64]),
    "renderer_report": (C.c_int32, [_pointer, _P(Report)]),
    "renderer_free": (None, [_pointer]),
    "synth_new": (_pointer, [_pointer, _P(Settings)]),
    "synth_set_bank": (C.c_int32, [_pointer, _pointer]),
    "synth_set_program": (C.c_int32, [_pointer, C.c_int32, C.c_int32, C.c_int32]),
    "synth_set_gain": (C.c_int32, [_pointer, C.c_double]),
    "synth_send_sysex": (C.c_int32, [_pointer, C.c_char_p, C.c_size_t, C.c_int32]),
    "synth_prepare": (C.c_int32, [_pointer]),
    "synth_render": (C.c_int32, [_pointer, _pointer, C.c_size_t, _P(_pointer), C.c_int32, C.c_int32]),
    "synth_reset": (C.c_int32, [_pointer]),
    "synth_voices": (C.c_int32, [_pointer]),
    "synth_free": (None, [_pointer]),
    "sequencer_new": (_pointer, [C.c_char_p, C.c_size_t, _pointer, _P(Settings)]),
    "sequencer_edit": (C.c_int32, [_pointer, C.c_char_p, C.c_size_t]),
    "sequencer_unknown_count": (C.c_int32, [_pointer]),
    "sequencer_unknown": (C.c_char_p, [_pointer, C.c_int32]),
    "sequencer_prepare": (C.c_int32, [_pointer]),
    "sequencer_set_bank": (C.c_int32, [_pointer, _pointer]),
    "sequencer_play": (C.c_int32, [_pointer, C.c_int64]),
    "sequencer_stop": (C.c_int32, [_pointer]),
    "sequencer_locate": (C.c_int32, [_pointer, C.c_int64]),
    "sequencer_loop": (C.c_int32, [_pointer, C.c_int64, C.c_int64]),
    "sequencer_render": (C.c_int32, [_pointer, _P(_pointer), C.c_int32, C.c_int32]),
    "sequencer_free": (None, [_pointer]),
}


class _Library:
    """The functions of libtactus without their prefix. They release Python's lock while they run."""

    def __init__(self) -> None:
        try:
            library = C.CDLL(library_path())
        except OSError as error:
            raise ImportError(f"cannot load libtactus: {error}") from None
        for name, (result, arguments) in _FUNCTIONS.items():
            try:
                function = getattr(library, "tactus_" + name)
            except AttributeError:
                raise ImportError(f"{library_path()} is not the libtactus of this version: no tactus_{name}") from None
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Callable[..., Any]:  # for type checkers; the functions are attributes
        raise AttributeError(name)


lib = _Library()

_ERRORS: dict[int, type[Error]] = {-3: FileError, -4: FormatError, -5: SettingError, -1: SettingError, -6: Cancelled}


def failure() -> Exception:
    """Returns the last failure of this thread as an exception."""
    status, text = lib.error_status(), lib.error().decode()
    if status == -2:  # no other object has an invalid handle
        text = "an object that this call needs has been closed"
    return MemoryError(text) if status == -8 else _ERRORS.get(status, Error)(text)


def opening_failure(path: Any) -> Exception:
    """Returns the last failure of this thread, which was to open a file for reading."""
    error = failure()
    if type(error) is not FileError:
        return error
    try:
        os.stat(path)
    except FileNotFoundError as missing:
        return MissingFileError(str(error))._add(path, missing)
    except OSError as reason:
        return error._add(path, reason)
    except ValueError:
        pass
    if not os.access(path, os.R_OK):
        return error._add(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
    return error._add(path, None)


def path_bytes(path: Any) -> bytes:
    """Returns a path for the library, which takes UTF-8."""
    name = os.fsencode(path)
    if b"\0" in name:
        raise FileError(f"{path!r}: not a file name")
    try:
        name.decode()
    except UnicodeDecodeError:
        raise FileError(f"{os.fsdecode(name)!r}: the library takes names in UTF-8 only; rename the file") from None
    return name


def checked(result: Optional[int]) -> int:
    """Returns the result of a function; raises its failure."""
    if result is None or result < 0:
        raise failure()
    return result


def sized(structure: C.Structure) -> Any:
    """Sets the size of a structure, and returns a reference for calls."""
    structure.size = C.sizeof(structure)
    return C.byref(structure)


class _Address(_pointer):
    """The address of an object of the library, which is freed with it. A call keeps its arguments until it returns."""


def free_with(owner: Any, free: Callable[[int], None], address: int) -> None:
    """Frees an object of the library together with its owner in Python."""
    end = weakref.finalize(owner, _free, free, address, os.getpid())
    end.atexit = False  # the process frees its memory itself; threads may still use it


def _free(free: Callable[[int], None], address: int, process: int) -> None:
    # A forked process has neither the threads of its parent nor the locks that they have held.
    if os.getpid() == process:
        free(address)


class Handle:
    """An object of the library. It is freed by `close`, at the end of a `with` block, or with its last reference."""

    def __init__(self, pointer: Optional[int], free: Callable[[int], None]) -> None:
        address = checked(pointer)
        self._as_parameter_: Optional[_Address] = _Address(address)
        free_with(self._as_parameter_, free, address)

    @property
    def closed(self) -> bool:
        """Whether the object has been closed."""
        return self._as_parameter_ is None

    def close(self) -> None:
        """Frees the object. Later calls raise an Error; a call that is running on another thread ends first."""
        self._as_parameter_ = None

    def __enter__(self: Self) -> Self:
        self._require_open()
        return self

    def __exit__(self, *_exception: Any) -> None:
        self.close()

    def _require_open(self) -> None:
        """Raises an error if the object has been closed."""
        if self.closed:
            raise Error(f"the {type(self).__name__} has been closed")

    def __reduce__(self) -> Any:
        raise TypeError(
            f"a {type(self).__name__} belongs to its process: give the path or the bytes to the other process instead")


class ImmutableHandle(Handle):
    """An object that does not change: copies are the same object."""

    def __copy__(self: Self) -> Self:
        return self

    def __deepcopy__(self: Self, _memo: Any) -> Self:
        return self
