"""Failures leave nothing to the garbage collector, and a call that is running keeps an object that is closed."""

import gc
import weakref

import numpy as np
import pytest

import tactus
from tactus import _library


@pytest.mark.parametrize(
    "call",
    [
        lambda song: tactus.bounce(song, maximum_length=1.0),
        lambda song: tactus.bounce(song, progress=lambda fraction: 1 / 0),
        lambda song: tactus.bounce(song, progress=lambda fraction: False),
        lambda song: list(tactus.bounce_many([song], maximum_length=1.0)),
        lambda song: list(tactus.bounce_many([song], maximum_length=1.0, on_error="return")),
    ],
)
def test_a_failure_leaves_nothing_to_the_garbage_collector(scale, call):
    def fail():
        try:
            call(scale)
        except (tactus.Error, ZeroDivisionError):
            pass

    fail()
    gc.collect()
    gc.disable()
    try:
        fail()
        assert gc.collect() == 0
    finally:
        gc.enable()


def closing(monkeypatch, name, owner):
    """Lets a function of the library close an object before each call, as another thread could."""
    function = getattr(_library.lib, name)

    def close(*arguments):
        owner.close()
        return function(*arguments)

    monkeypatch.setattr(_library.lib, name, close)


def test_a_call_outlives_close_of_a_renderer(scale, monkeypatch):
    expected = tactus.Renderer(scale).read(2**40)
    renderer = tactus.Renderer(scale)
    closing(monkeypatch, "renderer_read", renderer)
    assert np.array_equal(renderer.read(2**40), expected)
    with pytest.raises(tactus.Error, match="closed"):
        renderer.read(1)


def test_a_call_outlives_close_of_a_synthesizer(bank_path, monkeypatch):
    def played():
        synth = tactus.Synth(bank_path)
        synth.note_on(0, 60)
        synth.select(0, 0, 40, offset=100)
        synth.note_on(0, 64, offset=100)
        synth.sysex(b"\xf0\x7e\x7f\x09\x01\xf7", offset=300)
        return synth

    expected, synth = played().render(512), played()
    closing(monkeypatch, "synth_render", synth)
    assert np.array_equal(synth.render(512), expected)
    with pytest.raises(tactus.Error, match="closed"):
        synth.render(512)


def test_a_refused_message_does_not_keep_the_synthesizer(bank_path):
    def refuse(handle):
        raise tactus.Error("no")

    def fail():
        synth = tactus.Synth(bank_path)
        synth._add(1, refuse)
        try:
            synth.render(8)
        except tactus.Error:
            pass
        return weakref.ref(synth)

    gc.disable()
    try:
        assert fail()() is None
    finally:
        gc.enable()
