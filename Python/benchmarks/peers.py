"""Tactus beside the other ways to turn MIDI into audio in Python.

    python peers.py BANK.sf2 SONG.mid…        processor time, memory and what each renderer plays
    python peers.py BANK.sf2 --played          only what each renderer plays

Needs tactus, numpy, mido and, of the others, those to be compared: pyfluidsynth (with libfluidsynth), pretty_midi, muspy,
symusic (0.5.9; the wheel of 0.6.0 cannot return its audio). Each renderer has a process of its own, renders each song to
an array of numpy at 44.1 kHz, and is run three times in turn; the least time counts.
"""

import io
import os
import resource
import subprocess
import sys
import tempfile
import warnings

import numpy as np

RATE = 44100
RENDERERS = ["tactus", "tactus draft", "symusic", "pyfluidsynth", "pretty_midi", "muspy"]


def renderer(name, bank):
    """Returns a function from the path of a song to float samples of shape (channels, frames)."""
    if name.startswith("tactus"):
        import tactus

        opened = tactus.Bank(bank)
        quality = "draft" if name.endswith("draft") else "live"
        return lambda path: tactus.bounce(path, opened, rate=RATE, quality=quality)
    if name == "symusic":
        import symusic

        synthesizer = symusic.Synthesizer(bank, RATE, 0)  # 0: its fastest, linear interpolation
        return lambda path: np.asarray(synthesizer.render(symusic.Score(path), stereo=True))
    if name == "pyfluidsynth":
        return lambda path: pyfluidsynth(bank, path)
    if name == "pretty_midi":
        import pretty_midi

        return lambda path: pretty_midi.PrettyMIDI(path).fluidsynth(RATE, bank)[None]
    if name == "muspy":
        import muspy

        return lambda path: muspy.synthesize(muspy.read_midi(path), bank, RATE).T / 32768
    raise ValueError(name)


def pyfluidsynth(bank, path):
    import fluidsynth

    synth = fluidsynth.Synth(samplerate=float(RATE))
    synth.sfload(bank)
    handle, raw = tempfile.mkstemp(".raw")
    os.close(handle)
    synth.midi2audio(path, raw)
    synth.delete()
    samples = np.fromfile(raw, np.int16)
    os.remove(raw)
    return samples[: samples.size // 2 * 2].reshape(-1, 2).T.astype(np.float32) / 32768


# ---- what each renderer plays ----


def song(*before, after=(), program=19, key=57, bank=0, others=()):
    """An organ's note of one second at tempo 120, with messages before and after it."""
    import mido

    file = mido.MidiFile(ticks_per_beat=480)
    file.tracks.extend(others)
    file.tracks.append(mido.MidiTrack([
        mido.Message("control_change", control=0, value=bank), mido.Message("program_change", program=program), *before, mido.Message("note_on", note=key, velocity=100),
        mido.Message("note_off", note=key, time=960), *after]))
    out = io.BytesIO()
    file.save(file=out)
    return out.getvalue()


def played(render, bank):
    """Returns what a renderer plays: {property: True, False or a word}."""
    import mido

    def audio(data):
        handle, path = tempfile.mkstemp(".mid")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        samples = np.atleast_2d(np.asarray(render(path), np.float64))
        os.remove(path)
        return np.pad(samples, ((0, 0), (0, RATE * 4)))

    def level(samples, start=0.3, end=0.9):
        return float(np.sqrt(np.mean(samples[:, int(start * RATE) : int(end * RATE)] ** 2)))

    def pitch(samples):
        part = samples[0, RATE // 4 : RATE * 3 // 4]
        spectrum = np.abs(np.fft.rfft(part * np.hanning(part.size), 1 << 18))
        return np.argmax(spectrum[:40000]) * RATE / (1 << 18)

    def control(number, value, time=0):
        return mido.Message("control_change", control=number, value=value, time=time)

    import tactus

    variation = next(((p.bank, p.program) for p in tactus.Bank(bank) if 0 < p.bank < 128), (1, 0))
    plain = audio(song())
    loud = level(plain)
    flute = {"program": 73, "key": 69}  # whose fundamental is its loudest partial
    high = pitch(audio(song(**flute)))

    def near(value, wanted, tolerance=0.1):
        return abs(value / wanted - 1) < tolerance

    def semitones(*before):
        return 12 * np.log2(pitch(audio(song(*before, **flute))) / high)

    def quieter(*before):
        return level(audio(song(*before))) / loud

    left = audio(song(control(10, 0)))
    balance = level(left[:1]) / max(1e-9, level(left[-1:]))
    pedal = audio(song(control(64, 127), after=[control(64, 0, 960)]))
    sostenuto = audio(song(after=[control(66, 0, 960)]))  # without the pedal
    range12 = [control(101, 0), control(100, 0), control(6, 12), mido.Message("pitchwheel", pitch=8191)]
    pressed = audio(song(mido.Message("aftertouch", value=127)))
    volume = mido.Message("sysex", data=[0x7F, 0x7F, 4, 1, 0, 32])
    silent = mido.MidiTrack([mido.Message("program_change", channel=1, program=0), control(7, 0).copy(channel=1),
                             mido.Message("note_on", channel=1, note=40), mido.Message("note_off", channel=1, note=40,
                                                                                       time=960)])
    return {
        "pitch bend": abs(semitones(mido.Message("pitchwheel", pitch=8191)) - 2) < 0.1,
        "bend range": abs(semitones(*range12) - 12) < 0.1,
        "volume (CC 7)": quieter(control(7, 32)) < 0.4,
        "expression (CC 11)": quieter(control(11, 32)) < 0.4,
        "pan (CC 10)": left.shape[0] > 1 and balance > 3,
        "sustain pedal": level(pedal, 1.3, 1.7) > 0.5 * loud and level(pedal, 2.6, 3.0) < 0.2 * loud
        and level(sostenuto, 1.4, 1.7) < 0.2 * loud,
        "channel pressure": not np.array_equal(pressed, plain),
        "bank select": not np.array_equal(
            audio(song(bank=variation[0], program=variation[1]))[:, :RATE],
            audio(song(program=variation[1]))[:, :RATE]),
        "system exclusive": quieter(volume) < 0.6,
        "volume of each channel": near(level(audio(song(others=[silent]))), loud, 0.2),
        "stereo": plain.shape[0] == 2,
        "same samples again": np.array_equal(plain, audio(song())),
    }


# ---- the table ----


def measure(name, bank, songs):
    """Renders the songs, and prints processor seconds, memory in MB, seconds of audio and the peak."""
    render = renderer(name, bank)
    frames, peak, failed = 0, 0.0, 0
    for path in songs:
        try:
            samples = render(path)
        except Exception as error:
            print(f"{path}: {type(error).__name__}: {error}", file=sys.stderr)
            failed += 1
            continue
        frames += samples.shape[1]
        peak = max(peak, float(np.abs(samples).max(initial=0)))
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(each.ru_utime + each.ru_stime for each in used)
    print(seconds, max(each.ru_maxrss for each in used) // 1024, frames / RATE, peak, failed)


def child(*arguments):
    done = subprocess.run([sys.executable, __file__, *arguments], capture_output=True, text=True)
    if done.returncode:
        return None, done.stderr.strip().splitlines()[-1:] or ["failed"]
    return done.stdout.split("\n")[-2], done.stderr.strip().splitlines()


def table(bank, songs):
    times = {name: [] for name in RENDERERS}
    last = {}
    for _ in range(3):
        for name in RENDERERS:
            line, words = child("--measure", name, bank, *songs)
            if line is None:
                last.setdefault(name, words[0])
                continue
            seconds, memory, audio, peak, failed = map(float, line.split())
            times[name].append(seconds)
            last[name] = (memory, audio, peak, failed)
    best = min(times["tactus"])
    print(f"{len(songs)} songs, {os.path.basename(bank)}; processor time, the least of three\n")
    print("| renderer | CPU | audio / CPU | CPU / tactus | memory | peak | failed |\n|---|---|---|---|---|---|---|")
    for name in RENDERERS:
        if not times[name]:
            print(f"| {name} | not here: {last[name]} | | | | | |")
            continue
        seconds, (memory, audio, peak, failed) = min(times[name]), last[name]
        print(f"| {name} | {seconds:.2f} s | {audio / seconds:.0f} | {seconds / best:.2f} | {memory:.0f} MB | {peak:.2f} | "
              f"{failed:.0f} |")
    print()


def played_table(bank):
    columns = {}
    for name in RENDERERS:
        line, words = child("--played-one", name, bank)
        columns[name] = eval(line) if line else {}
    properties = next(column for column in columns.values() if column)
    print("| " + " | ".join(["", *RENDERERS]) + " |\n" + "|---" * (len(RENDERERS) + 1) + "|")
    for each in properties:
        cells = [{True: "yes", False: "**no**"}.get(columns[name].get(each), "?") for name in RENDERERS]
        print("| " + " | ".join([each, *cells]) + " |")


def main():
    warnings.simplefilter("ignore")
    arguments = sys.argv[1:]
    if arguments[:1] == ["--measure"]:
        measure(arguments[1], arguments[2], arguments[3:])
    elif arguments[:1] == ["--played-one"]:
        print({key: bool(value) for key, value in played(renderer(*arguments[1:3]), arguments[2]).items()})
    elif len(arguments) < 2:
        sys.exit(__doc__)
    else:
        if arguments[1] != "--played":
            table(arguments[0], arguments[1:])
        played_table(arguments[0])


main()
