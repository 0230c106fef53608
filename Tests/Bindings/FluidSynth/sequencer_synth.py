"""Tests of a sequencer that follows a synthesizer, for sequencer.py: they check what no other library does."""
import threading

from sequencer_library import C, Sequencer


def due_frame(tick, scale, rate):
    """The frame of a tick of a whole scale."""
    return -(-tick * rate // scale)


def exact_frames(library, check, values):
    """Events arrive with the rendering of their frame, however the audio is cut."""
    for rate, scale in ((44100, 1000), (48000, 960), (44100, 96000), (22050, 7)):
        synth = library.synth(float(rate))
        library.render(synth, values.randint(1, 500))
        s = Sequencer(library)
        library.sequencer_register_fluidsynth(s.pointer, synth)
        s.scale = float(scale)
        client = s.client()
        ticks = sorted(values.randint(0, 3 * scale) for _ in range(40))
        for key, tick in enumerate(ticks):
            s.at(tick, "noteon", 1, key, 1, dest=client)
        end, arrived = 0, []
        while end < 4 * rate:
            length = values.choice([1, 7, 64, values.randint(1, 3000)])
            library.render(synth, length)
            arrived += [(heard[3], heard[0], end, end + length) for heard in s.take()]
            end += length
        check(len(arrived) == len(ticks), "all events arrive", rate, scale, len(arrived))
        for key, heard_tick, start, stop in arrived:
            due = due_frame(ticks[key], scale, rate)
            check(start <= due < stop, f"{rate} Hz, scale {scale}: frame {due}", "rendered in", start, stop)
            check(heard_tick >= ticks[key], "the time a client hears", heard_tick, ticks[key])
        check(abs(s.tick - end * scale / rate) <= 1, "the tick after rendering", s.tick, end * scale / rate)
        s.delete()
        library.delete_fluid_synth(synth)


def changed_scales(library, check, values):
    """Scale events at a synthesizer begin at exactly their tick: the frames do not drift."""
    rate, scale, tick, exact = 44100, 1000.0, 0, 0.0
    synth, s = library.synth(float(rate)), Sequencer(library)
    dest, client, expected = library.sequencer_register_fluidsynth(s.pointer, synth), s.client(), []
    for key in range(200):
        step = values.randint(1, 60)
        tick, exact = tick + step, exact + step * rate / scale
        expected.append(exact)
        s.at(tick, "timer", None, dest=client)
        scale = values.uniform(300, 3000)
        s.at(tick, "scale", scale, dest=dest)
    frame = 0
    while expected and frame < exact + 10:
        library.render(synth, 1)
        for _ in s.take():
            due = expected.pop(0)
            check(due - 0.01 <= frame < due + 1.01, "the frame after changes of scale", frame, due)
        frame += 1
    check(not expected, "all events arrive", len(expected), "left")
    check(abs(s.scale - scale) < 1e-9, "the scale of the last event", s.scale, scale)
    s.delete()
    library.delete_fluid_synth(synth)


def deletions(library, check):
    """Deleting a synthesizer first, or a sequencer with events for it, does no harm."""
    synth, s = library.synth(), Sequencer(library)
    dest, client = library.sequencer_register_fluidsynth(s.pointer, synth), s.client()
    check(library.sequencer_get_client_name(s.pointer, dest) == b"fluidsynth", "the name of a synthesizer")
    s.at(1, "noteon", 1, 60, 1, dest=dest)
    library.render(synth, 10)
    library.delete_fluid_synth(synth)
    s.now("noteon", 1, 60, 1, dest=dest)
    s.process(1000)
    check(s.tick >= 0, "the tick")
    check([heard[1] for heard in s.delete()][-1:] == [21], "the client hears the end")
    synth, s = library.synth(), Sequencer(library)
    dest = library.sequencer_register_fluidsynth(s.pointer, synth)
    s.at(1, "noteon", 1, 60, 1, dest=dest)
    s.delete()
    library.render(synth, 1000)
    library.delete_fluid_synth(synth)


def controllers(library, check):
    """Events move the controllers that their names say."""
    synth, s = library.synth(), Sequencer(library)
    dest, value = library.sequencer_register_fluidsynth(s.pointer, synth), C.c_int()
    for name, control in (("modulation", 1), ("volume", 7), ("pan", 10), ("sustain", 64), ("reverb_send", 91),
                          ("chorus_send", 93)):
        s.now(name, 2, control + 5, dest=dest)
        library.synth_get_cc(synth, 2, control, C.byref(value))
        check(value.value == control + 5, f"controller of {name}", value.value)
    s.delete()
    library.delete_fluid_synth(synth)


def notes(library, check, font):
    """Notes with durations, alone and overlapping, sound like calls of the program at their frames."""
    cases = [([(10, "note", 50)], [(10, 1), (60, 0)]),
             ([(10, "note", 50), (30, "note", 100)], [(10, 1), (30, 1), (130, 0)]),
             ([(10, "note", 100), (30, "note", 20)], [(10, 1), (30, 1), (50, 0)]),
             ([(10, "note", 50), (60, "note", 50)], [(10, 1), (60, 0), (60, 1), (110, 0)]),
             ([(10, "note", 50), (30, "noteoff"), (40, "noteon")], [(10, 1), (30, 0), (40, 1), (60, 0)])]
    for sends, calls in cases:
        synth, other, s = library.synth(48000.0, font), library.synth(48000.0, font), Sequencer(library)
        dest = library.sequencer_register_fluidsynth(s.pointer, synth)
        for tick, kind, *duration in sends:
            s.at(tick, kind, *dict(note=[1, 60, 100, *duration], noteon=[1, 60, 100], noteoff=[1, 60])[kind], dest=dest)
        sequenced, called, now = list(library.render(synth, 200 * 48)), [], 0
        for millisecond, is_on in calls + [(200, None)]:
            if millisecond > now:
                called += library.render(other, (millisecond - now) * 48)
                now = millisecond
            if is_on:
                library.synth_noteon(other, 1, 60, 100)
            elif is_on == 0:
                library.synth_noteoff(other, 1, 60)
        difference = max(abs(a - b) for a, b in zip(sequenced, called))
        check(difference < 1e-6 and max(sequenced) > 1e-3, f"notes {sends}", difference, max(sequenced))
        s.delete()
        library.delete_fluid_synth(synth)
        library.delete_fluid_synth(other)


def exact_sound(library, check, font, values):
    """A note of the sequencer sounds from the same frame as one between two calls of the program."""
    for tick in [values.randint(1, 300) for _ in range(5)]:
        frame = due_frame(tick, 1000, 44100)
        synth, other, s = library.synth(font=font), library.synth(font=font), Sequencer(library)
        s.at(tick, "noteon", 0, 60, 127, dest=library.sequencer_register_fluidsynth(s.pointer, synth))
        first = lambda samples: next((index for index, value in enumerate(samples) if abs(value) > 1e-9), None)
        sequenced = first(library.render(synth, frame + 4410))
        library.render(other, frame)
        library.synth_noteon(other, 0, 60, 127)
        called = first(library.render(other, 4410))
        check(called is not None and sequenced == frame + called, f"the onset of tick {tick}", sequenced, called)
        s.delete()
        library.delete_fluid_synth(synth)
        library.delete_fluid_synth(other)


def rendering_thread(library, check):
    """One thread renders while another one sends, reads the tick, changes the scale, and adds and removes clients."""
    synth, s = library.synth(), Sequencer(library)
    dest = library.sequencer_register_fluidsynth(s.pointer, synth)
    client = s.client(hook=lambda values: s.at(3, "timer", None, dest=client, absolute=0))
    s.at(0, "timer", None, dest=client)
    is_done = threading.Event()

    def render():
        for _ in range(2000):
            library.render(synth, 64)
        is_done.set()

    def control():
        ticks = []
        while not is_done.is_set():
            s.at(5, "note", 1, 60, 100, 20, dest=dest, absolute=0)
            s.now("control_change", 1, 7, 100, dest=dest)
            s.scale = 1000.0 + len(ticks) % 7
            ticks.append(s.tick)
            library.sequencer_unregister_client(s.pointer, s.client())
        check(ticks == sorted(ticks), "ticks go on")
    threads = [threading.Thread(target=work, daemon=True) for work in (render, control)]
    [thread.start() for thread in threads]
    [thread.join(600) for thread in threads]
    check(not any(thread.is_alive() for thread in threads), "no thread waits for ever")
    check(len(s.heard) > 500, "the events of the timer", len(s.heard))
    s.delete()
    library.delete_fluid_synth(synth)
