"""The lives of objects: closing, threads, forked processes, interruptions; and what annotations say."""

import errno
import gc
import inspect
import io
import os
import signal
import subprocess
import sys
import threading
import time
import typing
import weakref

import numpy as np
import pytest

import tactus

DOCUMENT = {"tracks": [{"channel": 10, "pattern": {"key": "kick", "steps": "x..."}}]}


def test_blocks_of_with_close_what_they_name(scale, bank_path):
    with tactus.Bank(bank_path) as bank, tactus.Song(scale) as song:
        beat = tactus.Sequence(DOCUMENT, bank)
        with tactus.Renderer(song, bank) as renderer, tactus.Synth(bank) as synth, beat:
            assert renderer.read(64).shape == synth.render(64).shape == beat.render(64).shape == (2, 64)
    for each in [bank, song, renderer, synth, beat]:
        assert each.closed and repr(each)
        each.close()
        with pytest.raises(tactus.Error, match=f"{type(each).__name__} has been closed"), each:
            pass
    for call in [
        lambda: renderer.read(64), lambda: renderer.report, lambda: synth.render(64), lambda: synth.note_on(0, 60),
        lambda: synth.voices, lambda: beat.render(64), lambda: beat.play(), lambda: bank.presets,
        lambda: tactus.bounce(song), lambda: tactus.bounce(scale, bank), lambda: tactus.Bank.stack(bank),
    ]:
        with pytest.raises(tactus.Error, match="closed"):
            call()


def test_a_bank_outlives_its_handle(scale, bank_path):
    bank = tactus.Bank(bank_path)
    expected = tactus.bounce(scale, bank, notes=False)
    renderer = tactus.Renderer(scale, bank)
    bank.close()
    assert np.array_equal(renderer.read(2**40), expected)


def test_a_closed_bank_of_a_path_is_opened_again(scale, bank_path):
    synth = tactus.Synth(bank_path)
    synth.bank.close()
    assert tactus.bounce(scale, bank_path).any()
    tactus.trim()
    assert tactus.bounce(scale, bank_path).any()


def test_an_object_may_be_closed_while_another_thread_uses_it(bank_path):
    for _ in range(20):
        synth = tactus.Synth(bank_path)
        ended = []

        def play(synth=synth, ended=ended):
            try:
                while True:
                    synth.render(4096)
            except tactus.Error as error:
                ended.append(str(error))

        thread = threading.Thread(target=play)
        thread.start()
        time.sleep(0.005)
        synth.close()
        thread.join()
        assert "closed" in ended[0]


@pytest.mark.parametrize("progress", [None, lambda fraction: None])
def test_a_song_is_freed_with_its_last_reference(scale, progress):
    class Named(tactus.Song):
        pass

    gc.collect()
    gc.disable()
    try:
        song = Named(scale)
        is_alive = weakref.ref(song)
        tactus.bounce(song, progress=progress)
        del song
        assert is_alive() is None
    finally:
        gc.enable()


def test_an_interruption_at_the_end_frees_the_result(monkeypatch):
    from tactus import _settings

    freed, join = [], threading.Thread.join

    def interrupted(self, *arguments):
        join(self, *arguments)
        monkeypatch.setattr(threading.Thread, "join", join)
        raise KeyboardInterrupt

    call = _settings._Call(lambda: 5, freed.append, _settings.filled_in(), None)
    monkeypatch.setattr(threading.Thread, "join", interrupted)
    with pytest.raises(KeyboardInterrupt):
        call.result()
    assert freed == [5]


def test_ctrl_c_ends_a_long_read(scale, monkeypatch):
    from tactus import _bounce

    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    read, calls = _bounce.lib.renderer_read, []

    def interrupted(*arguments):
        calls.append(arguments)
        if len(calls) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return read(*arguments)

    monkeypatch.setattr(_bounce.lib, "renderer_read", interrupted)
    try:
        renderer = tactus.Renderer(scale)
        with pytest.raises(KeyboardInterrupt):
            renderer.read(2**40)
        assert len(calls) == 2 and renderer.read(10).shape == (2, 10)
    finally:
        signal.signal(signal.SIGINT, former)


def test_long_and_short_reads_give_the_same_samples(scale):
    whole = tactus.Renderer(scale).read(2**40)
    assert whole.shape[1] > 3 * 65536
    for size in [65536, 65537, 131072]:
        renderer = tactus.Renderer(scale)
        assert np.array_equal(np.concatenate(list(renderer.blocks(size)), axis=1), whole)
        assert renderer.report.frames == whole.shape[1]


def in_a_child(body):
    """The text that a function returns in a forked process, which has two minutes."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(write, str(body()).encode())
        finally:
            os._exit(0)
    os.close(write)
    for _ in range(12_000):
        if os.waitpid(child, os.WNOHANG)[0]:
            break
        time.sleep(0.01)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    with os.fdopen(read, "rb") as file:
        return file.read().decode()


def test_a_forked_process_frees_nothing_of_its_parent(scale):
    parents = tactus.Renderer(scale, threads=4)
    parents.read(1000)
    objects = [parents, tactus.Song(scale), tactus.bounce(scale)]

    def body():
        try:
            objects[0].read(1000)
        except tactus.Error as error:
            words = str(error)
        objects.clear()
        gc.collect()
        return f"{words}; {tactus.Renderer(scale, threads=4).read(1000).shape}"

    text = in_a_child(body)
    assert "belongs to its process" in text and text.endswith("(2, 1000)")
    assert parents.read(1000).shape == (2, 1000)


def test_a_forked_process_does_not_wait_for_locks_of_its_parent(bank_path):
    from tactus import _banks

    with _banks._recent_lock:
        assert in_a_child(lambda: len(tactus.Synth(bank_path).bank) > 100) == "True"


def test_banks_and_documents_are_files_too(bank_path):
    with open(bank_path, "rb") as file:
        assert tactus.Bank(file).presets == tactus.Bank(bank_path).presets
    with open(bank_path, encoding="latin-1") as file, pytest.raises(TypeError, match="'rb'"):
        tactus.Bank(file)
    sequence = tactus.Sequence(io.BytesIO(b'{"tracks": []}'))
    assert sequence.render(64).shape == (2, 64)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda s: tactus.bounce(reverb="off"), "reverb: expected True or False, not 'off'"),
        (lambda s: tactus.bounce(chorus=None), "chorus"), (lambda s: tactus.Synth(notes=True), "notes"),
        (lambda s: tactus.Synth(stems="tracks"), "stems"), (lambda s: tactus.Synth(kind=5), "kind"),
        (lambda s: tactus.bounce_file(None, "x.wav", stems="tracks"), "stems"),
        (lambda s: setattr(s, "gain", "loud"), "gain: expected a number"), (lambda s: s.sysex("F0 F7"), "bytes"),
        (lambda s: s.sysex(5), "bytes"),
    ],
)
def test_arguments_of_wrong_types_are_named(bank_path, call, words):
    with pytest.raises(TypeError, match=words):
        call(tactus.Synth(bank_path))


def test_missing_files_are_pythons_missing_files(tmp_path):
    for call in [lambda: tactus.bounce("missing.mid"), lambda: tactus.Bank("missing.sf2"),
                 lambda: tactus.Synth(tmp_path / "missing.sf2"), lambda: tactus.Sequence("missing.json")]:
        with pytest.raises(FileNotFoundError, match="missing") as caught:
            call()
        assert isinstance(caught.value, tactus.FileError)
    with pytest.raises(tactus.Error) as caught:
        tactus.bounce(tmp_path)  # a folder
    assert not isinstance(caught.value, FileNotFoundError)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_files_that_may_not_be_read_are_not_missing(scale, tmp_path):
    (tmp_path / "locked").mkdir()
    for path in [tmp_path / "secret.mid", tmp_path / "locked" / "hidden.mid"]:
        path.write_bytes(scale)
    (tmp_path / "secret.mid").chmod(0)
    (tmp_path / "locked").chmod(0)
    try:
        for name in ["secret.mid", "locked/hidden.mid", "locked/missing.mid"]:
            for call in [tactus.bounce, tactus.Bank, tactus.Sequence]:
                with pytest.raises(tactus.FileError, match=os.path.basename(name)) as caught:
                    call(tmp_path / name)
                assert not isinstance(caught.value, FileNotFoundError)
    finally:
        (tmp_path / "locked").chmod(0o700)


def test_a_file_whose_folder_may_not_be_searched_is_not_missing(monkeypatch, tmp_path):
    def refuse(path, *arguments, **options):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    with monkeypatch.context() as patch:
        patch.setattr(tactus._library.os, "stat", refuse)
        with pytest.raises(tactus.FileError, match="hidden.mid") as caught:
            tactus.Song(tmp_path / "hidden.mid")
    assert not isinstance(caught.value, FileNotFoundError)


def test_names_that_are_too_long_are_not_missing_files(tmp_path):
    for path in [tmp_path / ("a" * 300 + ".mid"), str(tmp_path) + "/a" * 3_000]:
        for call in [tactus.bounce, tactus.Bank, tactus.Sequence]:
            with pytest.raises(tactus.FileError, match="too long") as caught:
                call(path)
            assert not isinstance(caught.value, FileNotFoundError)


def test_audio_is_saved_in_open_files(scale, tmp_path):
    audio, memory = tactus.bounce(scale), io.BytesIO()
    audio.save(memory, bits=16)
    assert memory.getvalue() == audio.wav_bytes(16)
    with open(tmp_path / "open.wav", "wb") as file:
        audio.save(file)
    assert (tmp_path / "open.wav").read_bytes() == audio.wav_bytes()
    with pytest.raises(TypeError, match="a path or a file"):
        audio.save(5)


def test_a_gain_may_be_a_number_of_numpy(bank_path):
    synth = tactus.Synth(bank_path)
    synth.gain = np.float32(-6)
    assert synth.gain == -6.0 and type(synth.gain) is float


def test_memory_for_samples_must_be_aligned(bank_path):
    synth = tactus.Synth(bank_path)
    memory = np.zeros(2 * 64 * 4 + 4, np.uint8)
    first = -memory.ctypes.data % 4
    out = memory[first + 1 : first + 1 + 2 * 64 * 4].view(np.float32).reshape(2, 64)
    with pytest.raises(ValueError, match="aligned"):
        synth.render(64, out=out)
    upside_down = np.zeros((2, 64), np.float32)[::-1]
    assert synth.render(64, out=upside_down).shape == (2, 64)


def test_annotations_can_be_evaluated():
    for name in tactus.__all__:
        value = getattr(tactus, name)
        if inspect.isclass(value):
            for method in filter(inspect.isfunction, vars(value).values()):
                typing.get_type_hints(method)
        if callable(value):
            typing.get_type_hints(value)


def test_nothing_warns(scale_path):
    code = (
        "import sys, tactus; audio = tactus.bounce(sys.argv[1]); audio * 2; audio.max(axis=1); audio.wav_bytes(16); "
        "tactus.Sequence({'tracks': []}).render(64); list(tactus.stream(sys.argv[1])); del audio")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-X", "dev", "-c", code, str(scale_path)], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == ""
