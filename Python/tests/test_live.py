import threading

import numpy as np
import pytest

import tactus


@pytest.fixture
def synth(bank_path):
    return tactus.Synth(bank_path, rate=44100)


def test_a_note_starts_on_its_frame(synth):
    synth.note_on(0, 60, 100, offset=300)
    block = synth.render(512)
    assert block.shape == (2, 512) and block.rate == 44100
    assert not block[:, :300].any() and block[:, 300:310].any()
    assert synth.voices > 0


def test_offsets_beyond_a_block_refer_to_later_ones(bank_path):
    def play(sizes):
        synth = tactus.Synth(bank_path)
        for key, offset in [(60, 10), (64, 700), (67, 1499)]:
            synth.note_on(0, key, offset=offset)
        synth.note_off(0, 60, offset=1200)
        return np.concatenate([synth.render(size) for size in sizes], axis=1)

    whole = play([3000])
    assert np.array_equal(whole, play([1] * 20 + [100] * 29 + [80]))
    assert np.array_equal(whole, play([0, 1499, 0, 1501]))


def test_a_live_song_equals_the_bounce(scale, bank_path):
    synth = tactus.Synth(bank_path)
    synth.program_change(0, 0)
    for index in range(8):
        synth.note_on(0, 60 + index, 100, offset=22050 * index)
        synth.note_off(0, 60 + index, 64, offset=22050 * (index + 1))
    expected = tactus.bounce(scale, bank_path)
    assert np.array_equal(synth.render(100_000), expected[:, :100_000])


def test_all_messages(synth):
    synth.select(0, 0, 48)
    synth.select(9, 128, 0)
    synth.note_on(0, 60)
    synth.note_on(9, 38)
    plain = synth.render(4096).copy()
    assert plain.any()
    for message in [
        lambda: synth.pitch_bend(0, -8192), lambda: synth.pitch_bend(0, 8191), lambda: synth.control_change(0, 7, 20),
        lambda: synth.channel_pressure(0, 90), lambda: synth.key_pressure(0, 60, 90), lambda: synth.send(0xE0, 0, 64),
        lambda: synth.sysex(bytes([0xF0, 0x7E, 0x7F, 9, 1, 0xF7])), lambda: synth.program_change(0, 5),
        synth.all_notes_off,
    ]:
        message()
        synth.render(512)
    synth.render(44100 * 5)
    assert synth.voices == 0
    synth.note_on(0, 60, offset=100_000)
    synth.reset()
    assert not synth.render(200_000).any()


def test_gain_and_bank(synth, bank_path):
    synth.gain = -200 / 10
    assert synth.gain == -20
    synth.bank = None
    synth.note_on(0, 60)
    assert synth.render(4096).any() and synth.bank is not None
    synth.prepare()
    with pytest.raises(tactus.SettingError):
        synth.gain = 1e9


def test_out(synth):
    out = np.zeros((2, 1000), np.float32)
    synth.note_on(0, 60)
    block = synth.render(500, out=out[:, :500])
    assert np.shares_memory(block, out) and out[:, :500].any() and not out[:, 500:].any()
    mono = np.zeros((1, 64), np.float32)
    assert synth.render(64, out=mono).any()
    for wrong in [np.zeros((2, 500)), np.zeros((500, 2), np.float32).T, np.zeros(500, np.float32),
                  np.zeros((2, 499), np.float32)]:
        with pytest.raises(ValueError, match="out"):
            synth.render(500, out=wrong)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        synth.render(1000, out=out)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda s: s.note_on(16, 60), "channel 16"), (lambda s: s.note_on(0, 128), "key 128"),
        (lambda s: s.note_on(0, 60, -1), "velocity -1"), (lambda s: s.note_on(0, 60, offset=-1), "offset -1"),
        (lambda s: s.pitch_bend(0, 8192), "8192"), (lambda s: s.send(0xF0, 1), "status"),
        (lambda s: s.render(-1), "frames"), (lambda s: s.note_on(0, 60, port=16), "port 16"),
    ],
)
def test_wrong_numbers_are_named(synth, call, words):
    with pytest.raises(ValueError, match=words):
        call(synth)


def test_messages_may_come_from_any_thread(synth):
    def play():
        for _ in range(2000):
            synth.note_on(0, 60)
            synth.note_off(0, 60)

    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        synth.render(64)
    for thread in threads:
        thread.join()
    synth.render(44100 * 3)
    assert synth.voices == 0


def test_blocks_and_resets_may_come_from_any_thread(synth):
    def play():
        for index in range(500):
            synth.note_on(0, 30 + index % 60)
            synth.render(64)

    def reset():
        for _ in range(500):
            synth.reset()

    threads = [threading.Thread(target=f) for f in (play, play, reset)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_presets_and_exclusive_messages_come_in_order(bank_path):
    def play(sizes):
        synth = tactus.Synth(bank_path)
        synth.program_change(0, 19)
        synth.note_on(0, 60, offset=10)
        synth.select(0, 0, 48, offset=700)
        synth.note_on(0, 64, offset=700)
        synth.sysex(bytes([0xF0, 0x7F, 0x7F, 4, 1, 0, 10, 0xF7]), offset=2000)
        return np.concatenate([synth.render(size) for size in sizes], axis=1)

    whole = play([4000])
    assert np.array_equal(whole, play([1] * 800 + [100] * 32))
    assert np.abs(whole[:, 3000:]).max() < 0.5 * np.abs(whole[:, :2000]).max()
    synth = tactus.Synth(bank_path)
    synth.select(0, 0, 48)
    synth.sysex(bytes([0xF0, 0x7F, 0x7F, 4, 1, 0, 0, 0xF7]))
    synth.reset()  # forgets both
    synth.note_on(0, 60)
    other = tactus.Synth(bank_path)
    other.note_on(0, 60)
    assert np.array_equal(synth.render(4000), other.render(4000))


GS_RESET = bytes([0xF0, 0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0x41, 0xF7])
GM_RESET = bytes([0xF0, 0x7E, 0x7F, 9, 1, 0xF7])
XG_RESET = bytes([0xF0, 0x43, 0x10, 0x4C, 0, 0, 0x7E, 0, 0xF7])


@pytest.mark.parametrize("reset", [GS_RESET, GM_RESET, XG_RESET])
@pytest.mark.parametrize("frame", [0, 100])
def test_messages_of_a_frame_keep_their_order(bank_path, reset, frame):
    def play(*messages):
        synth = tactus.Synth(bank_path)
        for message in messages:
            message(synth)
        synth.note_on(0, 60, offset=frame)
        return synth.render(4000)

    def select(synth):
        synth.select(0, 0, 48, offset=frame)

    def program(synth):
        synth.program_change(0, 48, offset=frame)

    def sysex(synth):
        synth.sysex(reset, offset=frame)

    first, other = play(sysex), play(sysex, program)
    assert not np.array_equal(first, other)
    assert np.array_equal(play(sysex, select), other)
    assert np.array_equal(play(select, sysex), first)
    assert np.array_equal(play(program, sysex), first)
    assert np.array_equal(play(sysex, select, sysex, sysex, select), other)


def test_each_note_has_the_preset_selected_before_it(bank_path):
    def play(choose):
        synth = tactus.Synth(bank_path)
        for key, program in [(60, 48), (64, 19), (67, 48)]:
            choose(synth, program)
            synth.note_on(0, key)
        return synth.render(4000)

    selected = play(lambda synth, program: synth.select(0, 0, program))
    assert np.array_equal(selected, play(lambda synth, program: synth.program_change(0, program)))
    assert not np.array_equal(selected, play(lambda synth, program: synth.select(0, 0, 48)))


def test_long_exclusive_messages_of_a_frame_all_arrive(bank_path):
    volume = bytes([0xF0, 0x7F, 0x7F, 4, 1, 0, 0, 0xF7])
    synth = tactus.Synth(bank_path)
    for _ in range(3):  # together more than can wait
        synth.sysex(b"\xf0\x7d" + bytes(4093) + b"\xf7", offset=50)
    synth.sysex(volume, offset=50)
    synth.note_on(0, 60, offset=50)
    expected = tactus.Synth(bank_path)
    expected.sysex(volume, offset=50)
    expected.note_on(0, 60, offset=50)
    assert np.array_equal(synth.render(4000), expected.render(4000))


def test_messages_are_whole_numbers(synth):
    for call in [lambda: synth.note_on(0, 60, 0.9), lambda: synth.note_on(0, 60.5), lambda: synth.note_on(0.5, 60),
                 lambda: synth.note_on(0, np.array([60, 61])), lambda: synth.note_on(0, 60, offset=1.5)]:
        with pytest.raises(TypeError, match="whole number"):
            call()
    synth.control_change(np.int8(3), np.int64(7), np.uint8(100))
    synth.pitch_bend(0, np.int16(100))
    with pytest.raises(TypeError, match="threads"):
        tactus.Synth(threads=2)


def test_too_many_messages_are_refused(synth):
    with pytest.raises(tactus.Error, match="65536"):
        for _ in range(70_000):
            synth.control_change(0, 1, 2)
    synth.render(64)
    synth.control_change(0, 1, 2)


DOCUMENT = {
    "tempo": 120, "ticksPerQuarter": 480,
    "tracks": [{"channel": 10, "pattern": {"key": "kick", "steps": "x..."}}],
}


def onsets(audio, threshold=1e-4):
    loud = np.abs(np.asarray(audio)).max(axis=0) > threshold
    return np.flatnonzero(loud)[:1]


def test_a_sequence_plays_edits_loops_and_stops(bank_path, tmp_path):
    sequence = tactus.Sequence(DOCUMENT, bank_path, rate=48000)
    assert not sequence.render(4800).any()
    sequence.play()
    assert sequence.render(4800).any()
    sequence.edit({**DOCUMENT, "tempo": 240})
    sequence.loop(0, 480)
    sequence.locate(0)
    assert sequence.render(48000).any()
    sequence.loop()
    sequence.stop()
    sequence.render(48000 * 5)
    assert not sequence.render(4800).any()
    sequence.set_bank(None)
    sequence.prepare()
    with pytest.raises(tactus.SettingError, match="tracks"):
        sequence.edit({**DOCUMENT, "tracks": DOCUMENT["tracks"] * 5})


def test_documents_are_dictionaries_texts_or_paths(bank_path, tmp_path):
    import json

    path = tmp_path / "beat.json"
    path.write_text("// a comment\n" + json.dumps(DOCUMENT))
    blocks = []
    for document in [DOCUMENT, json.dumps(DOCUMENT), path.read_text(), path.read_bytes(), path, str(path)]:
        sequence = tactus.Sequence(document, bank_path)
        sequence.play()
        blocks.append(sequence.render(20_000))
    assert blocks[0].any() and all(np.array_equal(block, blocks[0]) for block in blocks)
    with pytest.raises(tactus.FormatError, match="line 1"):
        tactus.Sequence('{"tracks": 5}', bank_path)
    for missing in ["missing.json", "//missing/x.json"]:
        with pytest.raises(tactus.FileError, match="missing"):
            tactus.Sequence(missing, bank_path)
    for wrong in ["", "[]", "\ufeff{}x"]:
        with pytest.raises(tactus.FormatError):
            tactus.Sequence(wrong, bank_path)
    with pytest.raises(TypeError, match="int"):
        tactus.Sequence(0, bank_path)
    tactus.Sequence({**DOCUMENT, "tempo": np.int64(120)}, bank_path)


def test_a_message_sent_during_a_block_keeps_its_offset(bank_path):
    synth = tactus.Synth(bank_path)
    render = synth._render

    def interrupted(*arguments):
        synth._render = render
        synth.note_on(0, 60, offset=100)
        render(*arguments)

    synth._render = interrupted
    synth.render(512)
    assert not synth.render(101).any()
    assert synth.render(411).any()


def test_a_refused_message_takes_no_others_with_it(bank_path):
    synth = tactus.Synth(bank_path)
    for message in [b"\xf0\x41\x90\xf7", b"\xf0" + bytes(6145) + b"\xf7", b"\xf0\x41", b""]:
        with pytest.raises(ValueError):
            synth.sysex(message)
    synth.note_on(0, 60)
    def refuse(handle):
        raise tactus.Error("no")

    synth._add(100, refuse)
    synth.note_on(0, 64, offset=200)
    block = np.zeros((2, 512), np.float32)
    with pytest.raises(tactus.Error, match="no"):
        synth.render(512, out=block)
    assert block.any()
    expected = tactus.Synth(bank_path)
    expected.note_on(0, 60)
    expected.note_on(0, 64, offset=200)
    assert np.array_equal(block, expected.render(512))
    assert np.array_equal(synth.render(512), expected.render(512))
