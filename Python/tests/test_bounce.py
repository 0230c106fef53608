import concurrent.futures
import gc
import hashlib
import os
import pickle
import signal
import threading
import time
import wave

import numpy as np
import pytest

import tactus
from conftest import midi


def wav_floats(path):
    """The samples of a WAV file of 32-bit floats, of shape (channels, frames)."""
    data = path.read_bytes()
    position, channels = 12, 0
    while position < len(data):
        name, size = data[position : position + 4], int.from_bytes(data[position + 4 : position + 8], "little")
        if name == b"fmt ":
            channels = int.from_bytes(data[position + 10 : position + 12], "little")
        if name == b"data":
            return np.frombuffer(data, "<f4", size // 4, position + 8).reshape(-1, channels).T
        position += 8 + size + size % 2
    raise AssertionError("no samples")


def test_shape_rate_and_report(scale):
    audio = tactus.bounce(scale, rate=48000)
    assert audio.dtype == np.float32 and audio.shape[0] == 2
    assert audio.rate == 48000 and audio.report.rate == 48000
    assert audio.report.frames == audio.shape[1] > 4 * 48000
    assert audio.report.peak == np.abs(audio).max() > 0.01
    assert audio.seconds == audio.shape[1] / 48000


@pytest.mark.parametrize("quality", ["draft", "live", "best"])
def test_samples_are_those_of_the_program(songs, bank_path, tool, tmp_path, quality):
    for song in songs[:: 6 if quality == "live" else 16]:
        out = tmp_path / (song.stem + ".wav")
        tool("bounce", song, "-o", out, "--bank", bank_path, "--depth", "f32", "--rate", 44100, "--quality", quality)
        assert np.array_equal(tactus.bounce(song, bank_path, quality=quality), wav_floats(out)), song


def test_stream_and_renderer_give_the_same_samples(songs, bank_path):
    whole = tactus.bounce(songs[0], bank_path)
    assert np.array_equal(np.concatenate(list(tactus.stream(songs[0], bank_path, block=777)), axis=1), whole)
    renderer = tactus.Renderer(songs[0], bank_path)
    assert renderer.channels == 2 and renderer.maximum_frames >= whole.shape[1]
    parts = [renderer.read(1), renderer.read(100_000), *renderer.blocks()]
    assert np.array_equal(np.concatenate(parts, axis=1), whole)
    assert renderer.report == whole.report


def test_notes_lie_on_their_frames(scale):
    notes = tactus.bounce(scale).notes
    assert list(notes["key"]) == list(range(60, 68))
    assert list(notes["onset"]) == [22050 * i for i in range(8)]
    assert list(notes["key_up"]) == [22050 * (i + 1) for i in range(8)]
    assert (notes["release"] <= notes["end"]).all() and not notes["is_stolen"].any()
    assert tactus.bounce(scale, notes=False).notes is None


def test_stems_sum_to_the_mix():
    stems = tactus.stems(by="tracks")
    assert list(stems)[0] == "Piano" and list(stems)[-1] == "mix" and len(stems) == len(stems.info) + 1
    total = sum(np.asarray(stems[name], np.float64) for name in list(stems)[:-1])
    assert np.abs(total - stems.mix).max() < 1e-6
    assert np.abs(stems.mix - tactus.bounce()).max() < 1e-6
    assert sum(len(stem.notes) for name, stem in stems.items() if name != "mix") == len(stems.mix.notes)
    assert {int(n["stem"]) for n in stems["Bass"].notes} == {list(stems).index("Bass")}


def test_stems_of_one_name_are_numbered():
    from tactus._bounce import _unused

    assert [_unused("Piano", ["Piano", "Piano 2"]), _unused("mix", []), _unused("Oboe", [])] == ["Piano 3", "mix 2", "Oboe"]


def test_memory_lives_as_long_as_any_view(scale):
    view = tactus.bounce(scale)[1, 1000::2]
    digest = hashlib.sha256(view.tobytes()).digest()
    for _ in range(5):
        gc.collect()
        tactus.bounce(scale, gain=-6)
    assert hashlib.sha256(view.tobytes()).digest() == digest


def test_audio_is_an_array_with_a_rate(scale, tmp_path):
    audio = tactus.bounce(scale)
    part = audio[:, :1000]
    assert part.rate == 44100 and part.notes is None and part.report is None
    assert (audio * 0.5).rate == 44100 and (audio * 0.5).notes is None
    again = pickle.loads(pickle.dumps(audio))
    assert np.array_equal(again, audio) and again.rate == 44100 and again.report == audio.report
    assert np.array_equal(again.notes, audio.notes)
    assert "data:audio/wav;base64," in audio._repr_html_() and audio[:, :0]._repr_html_() is None
    audio.save(tmp_path / "float.wav")
    assert np.array_equal(wav_floats(tmp_path / "float.wav"), audio)
    audio.save(tmp_path / "int.wav", bits=16)
    with wave.open(str(tmp_path / "int.wav")) as file:
        assert (file.getnchannels(), file.getframerate(), file.getnframes()) == (2, 44100, audio.shape[1])
        ints = np.frombuffer(file.readframes(file.getnframes()), "<i2").reshape(-1, 2).T
    assert np.abs(ints / 32768 - audio).max() <= 0.5 / 32768 + 1e-7
    assert tactus.Audio([0.0, 0.5], 8000).wav_bytes(16).endswith(b"\x00\x00\x00\x40")


def test_what_is_made_from_audio_is_what_it_seems(scale, tmp_path):
    audio = tactus.bounce(scale)
    assert type(audio * 2) is tactus.Audio and type(audio[0]) is tactus.Audio and (audio[0]).rate == 44100
    assert type(audio.max(axis=1)) is np.ndarray and isinstance(audio.max(), np.floating)
    assert {audio.max(): 1} and round(audio.max(), 2) > 0
    assert audio[:, ::-1].notes is None and (audio * 0).report is None
    ints = (audio * 32767).astype("i2")
    assert ints._repr_html_() is None
    kept = tmp_path / "kept.wav"
    kept.write_bytes(b"precious")
    for wrong in [lambda: audio.save(kept, bits=24), lambda: ints.save(kept), lambda: audio.save(tmp_path / "x.flac"),
                  lambda: tactus.Audio(np.zeros((2, 2, 2)), 44100), lambda: tactus.Audio([0.0], 0)]:
        with pytest.raises(ValueError):
            wrong()
    assert kept.read_bytes() == b"precious" and list(tmp_path.iterdir()) == [kept]


def test_file_and_memory_are_equal(scale, tmp_path):
    report = tactus.bounce_file(scale, tmp_path / "song.wav", bits=32)
    audio = tactus.bounce(scale, notes=False)
    assert report == audio.report and np.array_equal(wav_floats(tmp_path / "song.wav"), audio)


def test_threads_and_settings_do_not_change_what_they_should_not(songs, bank_path):
    one = tactus.bounce(songs[1], bank_path)
    assert np.array_equal(one, tactus.bounce(songs[1], bank_path, threads=0))
    assert not np.array_equal(one, tactus.bounce(songs[1], bank_path, reverb=False))
    quiet = tactus.bounce(songs[1], bank_path, gain=-20)
    shorter = min(quiet.shape[1], one.shape[1])  # the tail ends earlier if everything is quieter
    assert np.allclose(np.asarray(quiet[:, :shorter]) * 10, one[:, :shorter], atol=1e-5)
    dry = np.asarray(tactus.bounce(songs[1], bank_path, reverb=False, tail=1))
    wet, softer = (
        np.asarray(tactus.bounce(songs[1], bank_path, tail=1, reverb_level=level)) - dry for level in (0, -20))
    assert wet.any() and np.allclose(softer * 10, wet, atol=1e-5)
    late = tactus.bounce(songs[1], bank_path, lead_in=1.0)
    assert not late[:, :44100].any() and np.array_equal(late[:, 44100 : 44100 + 999], one[:, :999])
    with pytest.raises(tactus.SettingError, match="2 min"):
        tactus.bounce(songs[1], bank_path, maximum_length=2.0)


def test_many_songs_keep_their_order(songs, bank_path):
    expected = [tactus.bounce(song, bank_path, notes=False).report for song in songs[:6]]
    assert [audio.report for audio in tactus.bounce_many(songs[:6], bank_path, notes=False, workers=2)] == expected


def test_many_songs_report_failures(scale):
    results = list(tactus.bounce_many([scale, b"no song", scale], on_error="return"))
    assert isinstance(results[1], tactus.FormatError) and np.array_equal(results[0], results[2])
    with pytest.raises(tactus.FormatError):
        list(tactus.bounce_many([scale, b"no song"]))
    started = tactus.bounce_many(iter([scale] * 100))
    next(started)
    started.close()  # does not render the other 99


def test_progress_and_cancelling(scale):
    seen = []
    tactus.bounce(scale, progress=seen.append)
    assert seen == sorted(seen) and seen[-1] == 1.0  # the fractions between depend on how soon this thread wakes
    with pytest.raises(tactus.Cancelled):
        tactus.bounce(scale, progress=lambda fraction: False)
    with pytest.raises(ZeroDivisionError):
        tactus.bounce(scale, progress=lambda fraction: 1 / 0)


def test_progress_always_decides(scale):
    for answer in [False, np.False_, 0]:
        for _ in range(20):
            with pytest.raises(tactus.Cancelled):
                tactus.bounce(scale, progress=lambda fraction: answer)
    assert tactus.bounce(scale, progress=lambda fraction: None).seconds > 4
    calls = []

    def slow(fraction):
        calls.append(fraction)
        for thread in threading.enumerate():
            if thread.name == "tactus":  # the one that renders
                thread.join()

    tactus.bounce(scale, progress=slow)
    assert len(calls) <= 2 and calls[-1] == 1.0  # of what is reported during a call, only the last counts


def test_nothing_is_left_when_progress_raises(scale):
    import resource

    def fails(fraction):
        time.sleep(0.02)
        raise KeyError

    for round in range(80):
        with pytest.raises(KeyError):
            tactus.bounce(scale, rate=192000, progress=fails)
        if round == 20:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + 60_000


def test_leaving_many_songs_cancels_those_that_run(scale, monkeypatch):
    from tactus import _bounce

    rendered, ends = _bounce._rendered, []

    def noted(*arguments):
        try:
            result = rendered(*arguments)
        except tactus.Cancelled:
            ends.append("cancelled")
            raise
        ends.append("whole")
        return result

    monkeypatch.setattr(_bounce, "_rendered", noted)
    # the demo, which the other worker renders meanwhile, takes much longer
    for _ in tactus.bounce_many([scale, *[None] * 6], workers=2, rate=384000, quality="best"):
        break
    assert ends.count("whole") == 1 and "cancelled" in ends


def test_ctrl_c_ends_a_long_bounce(tmp_path):
    # a shell's background jobs ignore it, and so would Python
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        interrupt_long_bounces(tmp_path)
    finally:
        signal.signal(signal.SIGINT, former)


def interrupt_long_bounces(tmp_path):
    # sixty notes of an organ that last for an hour and a half: silence would be rendered before the signal comes
    keys = range(40, 100)
    end = [(480 * 2 * 5400 if key == keys[0] else 0, (0x80, key, 64)) for key in keys]
    song = midi((0, (0xC0, 19)), *[(0, (0x90, key, 100)) for key in keys], *end)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        tactus.bounce(song)
    timer.join()
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        tactus.bounce_file(song, tmp_path / "long.wav")
    timer.join()
    assert list(tmp_path.iterdir()) == []


def test_python_threads_render_in_parallel(songs, bank_path):
    expected = [hashlib.sha256(tactus.bounce(song, bank_path).tobytes()).digest() for song in songs[:4]]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        again = list(pool.map(lambda song: hashlib.sha256(tactus.bounce(song, bank_path).tobytes()).digest(), songs[:4]))
    assert again == expected


def test_a_child_process_renders_too(scale):
    expected = tactus.bounce(scale)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, hashlib.sha256(tactus.bounce(scale).tobytes()).digest())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 32) == hashlib.sha256(expected.tobytes()).digest()
    os.close(read)
    os.close(write)


@pytest.mark.parametrize(
    "arguments, error, words",
    [
        ({"song": "missing.mid"}, tactus.FileError, "missing.mid"),
        ({"song": b"no song"}, tactus.FormatError, "song in memory"),
        ({"song": 12}, TypeError, "int"),
        ({"bank": "missing.sf2"}, tactus.FileError, "missing.sf2"),
        ({"bank": b"no bank"}, tactus.FormatError, "bank in memory"),
        ({"bank": 12}, TypeError, "int"),
        ({"rate": 1}, tactus.SettingError, "rate"),
        ({"quality": "good"}, tactus.SettingError, "'draft', 'live' or 'best'"),
        ({"stems": "instruments"}, TypeError, "stems"),
        ({"polyphony": 0}, tactus.SettingError, "polyphony"),
        ({"sample_rate": 48000}, TypeError, "sample_rate"),
        ({"rate": 2**32 + 44100}, tactus.SettingError, "rate"),
        ({"rate": 44100.5}, TypeError, "rate"),
        ({"gain": "loud"}, TypeError, "gain"),
        ({"reverb_level": -96.5}, tactus.SettingError, "the level of the reverb must be between -96 and 24 dB"),
        ({"chorus_level": 25}, tactus.SettingError, "the level of the chorus"),
        ({"tail": -5}, tactus.SettingError, "tail"),
        ({"song": "a.mid\0junk"}, tactus.FileError, "not a file name"),
    ],
)
def test_mistakes_are_named(arguments, error, words):
    with pytest.raises(error, match=words):
        tactus.bounce(**arguments)


def test_errors_are_pythons_too():
    with pytest.raises(OSError):
        tactus.bounce("missing.mid")
    with pytest.raises(ValueError):
        tactus.bounce(b"no song")
    with pytest.raises(tactus.FileError):
        tactus.bounce_file(None, "/missing/folder/x.wav")
    for bits in ["16", None, 24.5]:
        with pytest.raises(TypeError, match="bits"):
            tactus.bounce_file(None, "x.wav", bits=bits)
    with pytest.raises(tactus.SettingError, match="m4a"):
        tactus.bounce_file(None, "x.m4a")
    with pytest.raises(TypeError, match="several songs"):
        tactus.bounce_many("x.mid")
    with pytest.raises(tactus.SettingError, match="workers"):
        tactus.bounce_many([], workers=0)


def test_numbers_of_numpy_are_numbers(scale):
    audio = tactus.bounce(scale, rate=np.float64(22050), polyphony=np.int16(64), reverb=np.False_, gain=np.float32(-6))
    assert audio.rate == 22050 and np.array_equal(
        audio, tactus.bounce(scale, rate=22050, polyphony=64, reverb=False, gain=-6.0))
