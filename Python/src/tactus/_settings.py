from __future__ import annotations

import ctypes as C
import queue
import threading
from typing import TYPE_CHECKING, Any, Callable, Optional, TypedDict, TypeVar

from ._errors import SettingError
from ._library import PROGRESS, Settings, checked, failure, lib

if TYPE_CHECKING:
    from typing_extensions import Unpack

_QUALITIES = ("draft", "live", "best")
_STEMS = {None: 0, "channels": 1, "tracks": 2, "programs": 3, "groups": 4}

#: What `progress` is: a function that receives the fraction of the work that is done, 0 to 1, and may return False to
#: cancel.
Progress = Callable[[float], Any]

Result = TypeVar("Result")


class SynthSettings(TypedDict, total=False):
    """The settings of a synthesizer. `bounce` describes them."""

    rate: int
    polyphony: int
    quality: str
    gain: float
    reverb: bool
    chorus: bool


class BounceSettings(SynthSettings, total=False):
    """The settings of a bounce. `bounce` describes them."""

    lead_in: float
    tail: Optional[float]
    maximum_length: float
    threads: int


def filled_in(stems: Optional[str] = None, notes: bool = False, **settings: Unpack[BounceSettings]) -> Settings:
    """Returns the library's settings for those of a caller."""
    filled = Settings()
    checked(lib.settings_init(C.byref(filled), C.sizeof(filled)))
    filled.sample_rate, filled.notes = 44100, notes
    if stems not in _STEMS:
        raise SettingError(f"stems {stems!r}: expected 'channels', 'tracks', 'programs' or 'groups'")
    filled.stems = _STEMS[stems]
    for name, value in settings.items():
        if name not in BounceSettings.__annotations__ and name not in SynthSettings.__annotations__:
            raise TypeError(f"there is no setting {name!r}")
        if name == "quality":
            if value not in _QUALITIES:
                raise SettingError(f"quality {value!r}: expected 'draft', 'live' or 'best'")
            value = _QUALITIES.index(str(value))
        if name == "tail" and value is None:
            value = -1.0
        setattr(filled, "sample_rate" if name == "rate" else name, value)
    return filled


def run(
    call: Callable[[], Result], has_failed: Callable[[Result], bool], settings: Settings, progress: Optional[Progress]
) -> Result:
    """Calls a function of the library, and raises its failure.

    The main thread waits for another thread that makes the call. If a signal such as Ctrl-C, or `progress`, raises an
    exception meanwhile, the call is cancelled. (An exception cannot pass through the library.)
    """
    if progress is None and threading.current_thread() is not threading.main_thread():
        result = call()
        if has_failed(result):
            raise failure()
        return result
    news: "queue.SimpleQueue[Any]" = queue.SimpleQueue()
    stop = threading.Event()

    def report(_context: Any, fraction: float) -> int:
        if progress is not None:
            news.put(fraction)
        return 0 if stop.is_set() else 1

    def work() -> None:
        result = call()
        news.put((result, failure() if has_failed(result) else None))

    settings.progress = PROGRESS(report)
    worker = threading.Thread(target=work, name="tactus", daemon=True)
    worker.start()
    try:
        while not isinstance(message := news.get(), tuple):
            if progress is not None and progress(message) is False:
                stop.set()
    finally:
        stop.set()
        worker.join()
    if message[1] is not None:
        raise message[1]
    done: Result = message[0]
    return done
