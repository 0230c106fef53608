from __future__ import annotations

import os
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, BinaryIO, Iterable, Iterator, Optional, Sequence, Union

from ._errors import SettingError
from ._library import (
    Handle, ImmutableHandle, Layer, Preset as PresetView, checked, lib, opening_failure, path_bytes, sized)
from ._settings import whole
from ._songs import contents


@dataclass(frozen=True)
class Preset:
    """A preset of a bank."""

    #: 0 to 65535; 128 for drum kits.
    bank: int
    #: 0 to 127.
    program: int
    name: str
    #: The index of the bank in the stack that contains it; 0 without a stack.
    layer: int


class Bank(ImmutableHandle):
    """A SoundFont (SF2 or SF3).

    `source` is a path; bytes; a file that is open for reading bytes; or None for the built-in General MIDI bank. The
    file of a path is mapped into memory, and only the samples that are played are read or, in an SF3, decoded; it must
    not be changed while the bank exists. Immutable, for any thread.

    Raises FileError, FormatError, or TypeError for another object.
    """

    def __init__(self, source: Union[str, os.PathLike[str], bytes, BinaryIO, None] = None) -> None:
        if source is None:
            pointer = lib.bank_builtin()
        elif isinstance(source, (str, os.PathLike)):
            pointer = lib.bank_open(path_bytes(source))
            if not pointer:
                raise opening_failure(source)
        else:
            data = contents(source)
            if data is None:
                raise TypeError(
                    f"expected the path, the bytes or the file of a bank, or None, not {type(source).__name__}")
            pointer = lib.bank_open_bytes(data, len(data), None, None)
        super().__init__(pointer, lib.bank_free)

    @classmethod
    def stack(cls, *layers: "BankLike", offsets: Optional[Iterable[int]] = None, keep_drums: bool = False) -> "Bank":
        """Stacks banks, the lowest first. If several have a preset of the same number, the highest one's is used.

        `offsets`, one for each bank, are added to the bank numbers of its presets; with `keep_drums`, not to those of
        drum kits.
        """
        if not 1 <= len(layers) <= 256:
            raise SettingError(f"expected 1 to 256 banks, not {len(layers)}")
        banks = [bank(layer) for layer in layers]
        addresses = [each._as_parameter_ for each in banks]  # another thread may close a bank meanwhile
        numbers = [0] * len(banks) if offsets is None else list(offsets)
        if len(numbers) != len(banks):
            raise ValueError(f"expected one offset for each of {len(banks)} banks, not {len(numbers)}")
        array = (Layer * len(banks))(
            *(
                Layer(address, whole("offset", number, -128, 65535), 1 if keep_drums else 0)
                for address, number in zip(addresses, numbers)))
        return cls._of(lib.bank_stack(array, len(banks)))

    @classmethod
    def _of(cls, pointer: Optional[int]) -> "Bank":
        self = cls.__new__(cls)
        Handle.__init__(self, pointer, lib.bank_free)
        return self

    def for_song(self, song: Handle) -> "Bank":
        """Returns this bank under the bank that the song's file contains (RMID), if it does."""
        return self._of(lib.bank_for_song(self, song))

    def prepare(self, bank: int, program: int) -> None:
        """Reads and decodes the samples of a preset, so that it can be played live at once."""
        checked(lib.bank_prepare(self, whole("bank", bank, 0, 65535), whole("program", program, 0, 127)))

    def __len__(self) -> int:
        return checked(lib.bank_preset_count(self))

    def __iter__(self) -> Iterator[Preset]:
        """The presets in ascending order of bank and program."""
        for index in range(len(self)):
            view = PresetView()
            checked(lib.bank_preset(self, index, sized(view)))
            yield Preset(view.bank, view.program, view.name.decode(errors="replace"), view.layer)

    @property
    def presets(self) -> list[Preset]:
        """The presets in ascending order of bank and program."""
        return list(self)

    def __repr__(self) -> str:
        return "<tactus.Bank: closed>" if self.closed else f"<tactus.Bank: {len(self)} presets>"

    def __bool__(self) -> bool:
        return True


_OneBank = Union[Bank, str, os.PathLike[str], bytes, BinaryIO, None]
#: A bank, or a list of banks to be stacked, the lowest first.
BankLike = Union[_OneBank, Sequence[_OneBank]]


_recent: "OrderedDict[tuple[Any, ...], Bank]" = OrderedDict()
_recent_lock = threading.Lock()


def _renew_lock() -> None:
    """Lets a forked process open banks: another thread of its parent may have held the lock."""
    global _recent_lock
    _recent_lock = threading.Lock()


os.register_at_fork(after_in_child=_renew_lock)


def forget_banks() -> None:
    """Closes the banks that stay open, unless they are still in use."""
    with _recent_lock:
        _recent.clear()


def bank(source: Any) -> Bank:
    """Returns a bank, the bank of a path or of bytes, or a stack of the banks in a list. The last four paths stay open,
    so that many calls with the same path read it once."""
    if isinstance(source, Bank):
        source._require_open()
        return source
    if isinstance(source, (list, tuple)):
        return Bank.stack(*source)
    if not isinstance(source, (str, os.PathLike)):
        return Bank(source)
    try:
        state = os.stat(source)
    except OSError:
        return Bank(source)  # the library says what is wrong
    key = (os.path.abspath(source), state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns)
    with _recent_lock:
        opened = _recent.get(key)
        if opened is None or opened.closed:
            opened = Bank(source)
        _recent[key] = opened
        _recent.move_to_end(key)
        while len(_recent) > 4:
            _recent.popitem(last=False)
    return opened
