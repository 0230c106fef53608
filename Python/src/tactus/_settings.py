from __future__ import annotations

import ctypes as C
import operator
import sys
import threading
from typing import TYPE_CHECKING, Any, Callable, Optional, TypedDict

import numpy as np

from ._errors import Cancelled, SettingError
from ._library import PROGRESS, Settings, checked, lib

if TYPE_CHECKING:
    from typing_extensions import Unpack as Unpack
elif sys.version_info >= (3, 11):  # for those who evaluate annotations
    from typing import Unpack
else:
    Unpack = Optional

_QUALITIES = ("draft", "live", "best")
_STEMS = {"channels": 1, "tracks": 2, "programs": 3, "groups": 4}

#: What `progress` is: a function that receives the fraction of the work that is done, 0 to 1, and cancels by returning
#: False or another false value except None.
Progress = Callable[[float], Any]


class SynthSettings(TypedDict, total=False):
    """The settings of a synthesizer. `bounce` describes them."""

    rate: int
    polyphony: int
    quality: str
    gain: float
    reverb: bool
    chorus: bool
    reverb_level: float
    chorus_level: float


class BounceSettings(SynthSettings, total=False):
    """The settings of a bounce. `bounce` describes them."""

    lead_in: float
    tail: Optional[float]
    maximum_length: float
    threads: int


def filled_in(
    stems: Optional[str] = None, notes: bool = False, kind: Any = BounceSettings, /, **settings: Unpack[BounceSettings]
) -> Settings:
    """Returns the library's settings for those of a caller, which are of a kind. `stems` has been checked."""
    filled = Settings()
    checked(lib.settings_init(C.byref(filled), C.sizeof(filled)))
    filled.sample_rate, filled.notes = 44100, 1 if notes else 0
    filled.stems = 0 if stems is None else _STEMS[stems]
    for name, value in settings.items():
        if name not in SynthSettings.__annotations__ and name not in kind.__annotations__:
            raise TypeError(f"there is no setting {name!r}")
        setattr(filled, "sample_rate" if name == "rate" else name, _number(name, value))
    return filled


def stem_kind(name: str, value: Any) -> str:
    """Returns the kind of stems that an argument requests; raises an error that names the argument."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a text, not {value!r}")
    if value not in _STEMS:
        raise SettingError(f"{name} {value!r}: expected 'channels', 'tracks', 'programs' or 'groups'")
    return value


def check_ranges(settings: Settings) -> None:
    """Raises an error if a setting is out of range. The library checks the ranges when it makes a synthesizer."""
    lib.synth_free(checked(lib.synth_new(None, C.byref(settings))))


_WHOLE = ("rate", "polyphony", "threads")
_FLAGS = ("reverb", "chorus")


def _number(name: str, value: Any) -> Any:
    """Returns a setting as the library wants it."""
    if name == "quality":
        if value not in _QUALITIES:
            raise SettingError(f"quality {value!r}: expected 'draft', 'live' or 'best'")
        return _QUALITIES.index(value)
    if name in _FLAGS:
        if isinstance(value, np.ndarray) or value not in (0, 1):  # such as "off", which is true
            raise TypeError(f"{name}: expected True or False, not {value!r}")
        return 1 if value else 0
    if name in _WHOLE:
        return whole(name, value, 0, 2**31 - 1)
    if name == "tail" and value is None:
        return -1.0
    number = real(name, value)
    if name == "tail" and not 0 <= number <= 86_400:
        raise SettingError(f"tail {value!r}: expected 0 to 86400, or None")
    return number


def real(name: str, value: Any) -> float:
    """Returns a number; raises an error that names it."""
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{name}: expected a number, not {value!r}") from None


def whole(name: str, value: Any, least: int, most: int) -> int:
    """Returns a whole number, which may be a float without a fraction; raises an error that names it."""
    try:
        number = int(value) if isinstance(value, (float, np.floating)) and value == int(value) else operator.index(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{name}: expected a whole number, not {value!r}") from None
    if not least <= number <= most:
        raise SettingError(f"{name} {value!r}: expected {least} to {most}")
    return number


def run(
    call: Callable[[], Optional[int]], free: Callable[[int], Any], settings: Settings, progress: Optional[Progress],
    stop: Optional[threading.Event] = None,
) -> int:
    """Calls a function of the library, and raises its failure. `free` discards a result that nobody gets.

    The main thread waits for another thread that makes the call. If a signal such as Ctrl-C, or `progress`, raises an
    exception meanwhile, the call is cancelled. (An exception cannot pass through the library.) `stop` cancels it too.
    """
    if progress is None and threading.current_thread() is not threading.main_thread():
        if stop is not None:
            settings.progress = PROGRESS(lambda _context, _fraction: 0 if stop.is_set() else 1)
        return checked(call())
    return _Call(call, free, settings, progress).result()


class _Call:
    """A call of the library on another thread."""

    def __init__(
        self, call: Callable[[], Optional[int]], free: Callable[[int], Any], settings: Settings,
        progress: Optional[Progress],
    ) -> None:
        self._call, self._free, self._settings, self._progress = call, free, settings, progress
        self._changed = threading.Condition()
        self._fraction: Optional[float] = None
        self._outcome: "Optional[tuple[Optional[int], Optional[BaseException]]]" = None
        self._stop = threading.Event()
        settings.progress = PROGRESS(self._report)

    def result(self) -> int:
        worker = threading.Thread(target=self._work, name="tactus", daemon=True)
        try:
            worker.start()
            self._attend()
            worker.join()
        except BaseException:
            self._stop.set()
            if worker.ident is not None:  # it has started
                worker.join()
            self._settings.progress = PROGRESS()
            self._discard()
            self._outcome = None
            raise
        # The settings refer to this object, which refers to the song by the call; without this line, only the garbage
        # collector would free both.
        self._settings.progress = PROGRESS()
        assert self._outcome is not None
        value, error = self._outcome
        if error is not None:
            self._outcome = None
            try:
                raise error
            finally:
                error = None  # its traceback refers to this frame
        assert value is not None
        if self._stop.is_set():
            self._discard()
            raise Cancelled("the progress function has cancelled the bounce")
        return value

    def _attend(self) -> None:
        """Calls the progress function with the latest fraction until the call has ended."""
        while True:
            with self._changed:
                while self._fraction is None and self._outcome is None:
                    self._changed.wait()
                fraction, self._fraction = self._fraction, None
            if fraction is not None and self._progress is not None and not self._stop.is_set():
                answer = self._progress(fraction)
                if answer is not None and not answer:
                    self._stop.set()
            elif self._outcome is not None:
                return

    def _report(self, _context: Any, fraction: float) -> int:
        if self._progress is not None:
            with self._changed:
                self._fraction = fraction
                self._changed.notify()
        return 0 if self._stop.is_set() else 1

    def _work(self) -> None:
        value: Optional[int] = None
        error: Optional[BaseException] = None
        try:
            value = checked(self._call())
        except BaseException as raised:
            error = raised
        with self._changed:
            self._outcome = (value, error)
            self._changed.notify()
        error = None  # its traceback refers to this frame

    def _discard(self) -> None:
        if self._outcome is not None and self._outcome[0] is not None:
            self._free(self._outcome[0])
