"""Plays songs through unmodified programs, once with the system's libfluidsynth and once with another, and compares.

clients.py FOLDER [--songs …] [--banks …] [--clients …] [--times], where FOLDER contains libfluidsynth.so.3.

Each client runs in a process of its own, without sound card and display, and writes its samples to a file. FOLDER is
the first in LD_LIBRARY_PATH of one of two runs; the dynamic linker's log proves which library the process initialized.
What is compared:

- level: RMS of the whole file in dB, the tested library's against the real one's;
- onsets: first samples of isolated percussive notes in a test song that this script writes, in frames;
- lags: in real songs, cross-correlation of the rise of the level in windows of two seconds, in frames;
- length of the file, number of files with equal samples, warnings that the client logged;
- with --times: processor time of the whole process, median of three alternating runs.

Positive differences: the tested library is louder, later or longer. Exit code 1: a limit is broken or a run failed;
2: wrong usage, or no client can run. Clients that are not installed are skipped. FOLDER may be the system's own: then
all differences must be zero.

The clients' own part of the work runs as `clients.py --inside CLIENT …`, see inside_pyfluidsynth and the next ones.
"""

import argparse
import collections
import ctypes
import glob
import hashlib
import importlib.util
import os
import re
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

LIBRARY = "libfluidsynth.so.3"
SONGS = "/usr/share/games/openttd/baseset/openmsx/*.mid"
BANKS = {
    "tim": "/usr/share/sounds/sf2/TimGM6mb.sf2",
    "fluid": "/usr/share/sounds/sf2/FluidR3_GM.sf2",
    "musescore": "/usr/share/sounds/sf3/MuseScore_General_Lite.sf3",
    "gs": "/usr/share/sounds/sf2/FluidR3_GS.sf2",
}
RATE = 44100
NOBODY = 65534
CONTROL_BUFFERS = 200  # how many buffers the client sdl-control plays
WARNING = re.compile(r"warn|error|fail|critical|panic|sanitizer|assert", re.IGNORECASE)
HERE = os.path.dirname(os.path.abspath(__file__))


# The part that runs inside a client's process.


def inside_pyfluidsynth(bank, song, output, frames):
    """Sends a song's messages to a synthesizer of pyfluidsynth; renders whole frames between them."""
    import fluidsynth
    import mido

    synth = fluidsynth.Synth(samplerate=float(RATE))
    identity = synth.sfload(bank)
    if identity < 0:
        sys.exit("sfload failed")
    for channel in range(16):
        synth.program_select(channel, identity, 128 if channel == 9 else 0, 0)
    rendered, seconds = 0, 0.0
    with open(output, "wb") as file:
        for message in mido.MidiFile(song, clip=True):
            seconds += message.time
            while rendered < round(seconds * RATE):
                count = min(frames, round(seconds * RATE) - rendered)
                file.write(synth.get_samples(count).tobytes())
                rendered += count
            send(synth, message)
        file.write(synth.get_samples(RATE).tobytes())
    synth.delete()


def send(synth, message):
    """Calls the method of pyfluidsynth that belongs to a message of mido; others are ignored."""
    kind = message.type
    if kind == "note_on" and message.velocity > 0:
        synth.noteon(message.channel, message.note, message.velocity)
    elif kind in ("note_on", "note_off"):
        synth.noteoff(message.channel, message.note)
    elif kind == "control_change":
        synth.cc(message.channel, message.control, message.value)
    elif kind == "program_change":
        synth.program_change(message.channel, message.program)
    elif kind == "pitchwheel":
        synth.pitch_bend(message.channel, message.pitch)


def inside_pretty_midi(bank, song, output, frames):
    """Renders by pretty_midi, one channel; it scales the peak to 1, so only relative levels can differ."""
    import numpy
    import pretty_midi

    pretty_midi.PrettyMIDI(song).fluidsynth(fs=RATE, sf2_path=bank).astype(numpy.float32).tofile(output)


class SDLPlayer:
    """Plays a song by SDL_mixer with SDL's disk driver, counting buffers in the callback after each mix.

    The song starts while the device is locked, so that the number of buffers before it is known; the callback marks
    those, as SDL writes others before it calls. All later calls come from the callback, at given buffers after the
    start.
    """

    MARK = 0x11

    def __init__(self, frames, sample_format, changes):
        self.sdl, self.mixer = ctypes.CDLL("libSDL2-2.0.so.0"), ctypes.CDLL("libSDL2_mixer-2.0.so.0")
        self.sdl.SDL_GetError.restype = ctypes.c_char_p
        self.mixer.Mix_LoadMUS.restype = ctypes.c_void_p
        self.mixer.Mix_PlayMusic.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self.frames, self.changes = frames, changes
        self.count, self.start, self.end, self.music = 0, None, None, None
        self.check(self.sdl.SDL_Init(0x10) == 0, "SDL_Init")
        self.check(self.mixer.Mix_Init(0x20) & 0x20, "Mix_Init")
        self.callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)(self.mixed)
        self.mixer.Mix_SetPostMix(self.callback, None)
        self.check(self.mixer.Mix_OpenAudio(RATE, sample_format, 2, frames) == 0, "Mix_OpenAudio")

    def check(self, condition, what):
        if not condition:
            sys.exit(what + " failed: " + self.sdl.SDL_GetError().decode())

    def mixed(self, _data, stream, length):
        self.count += 1
        if self.start is None:
            ctypes.memset(stream, self.MARK, length)
        if self.start is None or self.end is not None:
            return
        change = self.changes.get(self.count - self.start)
        if change:
            change(self.mixer, self.music)
        if not self.mixer.Mix_PlayingMusic():
            self.end = self.count

    def play(self, song):
        """Plays a song to its end; returns how many buffers are marked and how many it takes."""
        device = 2  # the first one that is opened
        self.check(self.sdl.SDL_GetAudioDeviceStatus(device) == 1, "SDL_GetAudioDeviceStatus")
        while self.count == 0:
            time.sleep(0.001)
        self.sdl.SDL_LockAudioDevice(device)
        self.music = self.mixer.Mix_LoadMUS(song.encode())
        self.check(self.music, "Mix_LoadMUS")
        self.check(self.mixer.Mix_PlayMusic(self.music, 1) == 0, "Mix_PlayMusic")
        self.start = self.count
        self.sdl.SDL_UnlockAudioDevice(device)
        while self.end is None:
            time.sleep(0.001)
        self.mixer.Mix_CloseAudio()
        self.sdl.SDL_Quit()
        return self.start, self.end - self.start


def inside_sdl(bank, song, output, frames, sample_format=0x8120, bytes_per_sample=4, changes=None):
    """Plays by SDL_mixer; the format is a constant of SDL: 0x8120 floats, 0x8010 16-bit integers."""
    disk = output + ".disk"
    os.environ.update(SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=disk, SDL_DISKAUDIODELAY="0")
    os.environ.update(SDL_SOUNDFONTS=bank, SDL_FORCE_SOUNDFONTS="1")  # or Debian's default bank would come first
    marked, count = SDLPlayer(frames, sample_format, changes or {}).play(song)
    size = 2 * bytes_per_sample * frames
    with open(disk, "rb") as source, open(output, "wb") as target:
        buffers = iter(lambda: source.read(size), b"")
        if not any(buffer == bytes([SDLPlayer.MARK]) * size for buffer in buffers):
            sys.exit("no marked buffer in SDL's file")
        source.seek((marked - 1) * size, os.SEEK_CUR)
        target.write(source.read(count * size))
    os.remove(disk)


def inside_sdl_control(bank, song, output, frames):
    """Changes the volume, pauses, resumes, restarts and halts the music, in buffers of 16-bit integers."""
    changes = {
        20: lambda mixer, music: mixer.Mix_VolumeMusic(48),
        50: lambda mixer, music: mixer.Mix_PauseMusic(),
        60: lambda mixer, music: mixer.Mix_ResumeMusic(),
        100: lambda mixer, music: (mixer.Mix_HaltMusic(), mixer.Mix_PlayMusic(music, 1)),
        130: lambda mixer, music: mixer.Mix_VolumeMusic(128),
        CONTROL_BUFFERS: lambda mixer, music: mixer.Mix_HaltMusic(),
    }
    inside_sdl(bank, song, output, frames, 0x8010, 2, changes)


INSIDE = {
    "pyfluidsynth": inside_pyfluidsynth,
    "pretty-midi": inside_pretty_midi,
    "sdl": inside_sdl,
    "sdl-control": inside_sdl_control,
}


def run_inside(arguments):
    client, bank, song, output, frames = arguments
    INSIDE[client](bank, song, output, int(frames))


# The clients.


class Job:
    """One run of a client: its song, bank, output and folder, and how many frames it asks for per call."""

    def __init__(self, song, bank, folder, frames):
        self.song, self.bank, self.folder, self.frames = song, bank, folder, frames
        self.output = os.path.join(folder, "samples")


class Client:
    """A program that plays songs with libfluidsynth.

    `needs` lists programs, modules ("module:NAME") and libraries ("library:NAME") that must be there; `packages` names
    Debian's packages (or PyPI's) with them. `form` is the form of the output: wav, f32, s16 or mono (f32).
    """

    def __init__(self, name, form, command, needs, packages, environment=None, as_nobody=False, compared=True):
        self.name, self.form, self.command, self.needs, self.packages = name, form, command, needs, packages
        self.environment, self.as_nobody, self.compared = environment or {}, as_nobody, compared

    def missing(self):
        """The first thing that is not installed, or None."""
        for need in self.needs:
            kind, _, name = need.rpartition(":")
            if not is_there(kind, name):
                return name
        return None


def is_there(kind, name):
    if kind == "module":
        return importlib.util.find_spec(name) is not None
    if kind == "library":
        return bool(find_library(name))
    if kind == "plugin":
        return bool(glob.glob("/usr/lib/*/" + name))
    return shutil.which(name) is not None


def find_library(name):
    """The path of a shared library that the dynamic linker's cache has, or None."""
    environment = dict(os.environ, PATH=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    listing = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, env=environment).stdout
    match = re.search(re.escape(name) + r" \(.*?\) => (\S+)", listing)
    return match.group(1) if match else None


def inside_client(name, form, needs, packages):
    def command(job):
        arguments = [name, job.bank, job.song, job.output, str(job.frames or 4096)]
        return [sys.executable, os.path.abspath(__file__), "--inside"] + arguments

    return Client(name, form, command, needs, packages)


def player_client(mode, form, compared=True):
    def command(job):
        program = os.path.join(os.path.dirname(job.folder), "player")
        return [program, mode, job.bank, job.song, job.output, str(job.frames or 512)]

    return Client("player-" + mode, form, command, ["cc"], "gcc", compared=compared)


def gstreamer_command(job):
    return ["gst-launch-1.0", "-q", "filesrc", "location=" + job.song, "!", "midiparse", "!", "fluiddec",
            "soundfont=" + job.bank, "!", "audioconvert", "!", "wavenc", "!", "filesink", "location=" + job.output]


def vlc_command(job):
    chain = "#transcode{acodec=s16l,channels=2,samplerate=%d}:std{access=file,mux=wav,dst=%s}" % (RATE, job.output)
    return ["cvlc", "--no-video", "--soundfont", job.bank, job.song, "--sout", chain, "vlc://quit"]


def fluidsynth_command(job):
    size = ["-z", str(job.frames)] if job.frames else []
    return ["fluidsynth", "-ni", "-r", str(RATE)] + size + ["-F", job.output, "-T", "wav", "-O", "float", job.bank,
                                                           job.song]


def all_clients():
    mixer = "library:libSDL2_mixer-2.0.so.0"
    registry = {"GST_REGISTRY": "FOLDER/registry", "GST_DEBUG_NO_COLOR": "1"}
    return [
        inside_client("pyfluidsynth", "s16", ["module:fluidsynth", "module:mido", "module:numpy"],
                      "pip: pyfluidsynth mido"),
        inside_client("pretty-midi", "mono", ["module:fluidsynth", "module:pretty_midi"],
                      "pip: pretty_midi pyfluidsynth"),
        inside_client("sdl", "f32", [mixer], "libsdl2-mixer-2.0-0"),
        inside_client("sdl-control", "s16", [mixer], "libsdl2-mixer-2.0-0"),
        Client("gstreamer", "wav", gstreamer_command, ["gst-launch-1.0", "plugin:gstreamer-1.0/libgstfluidsynthmidi.so",
                                                       "plugin:gstreamer-1.0/libgstwavenc.so"],
               "gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad",
               registry),
        Client("vlc", "wav", vlc_command, ["cvlc", "plugin:vlc/plugins/codec/libfluidsynth_plugin.so"],
               "vlc-bin vlc-plugin-base vlc-plugin-fluidsynth", as_nobody=True),
        player_client("write", "f32"),
        player_client("file", "s16"),
        player_client("lockstep", "f32"),
        player_client("race", "f32", compared=False),
        Client("fluidsynth", "wav", fluidsynth_command, ["fluidsynth"], "fluidsynth"),
    ]


def build_player(folder, flags):
    """Compiles player.c, linked with the system's library; the loader finds the other one by the same name."""
    source = os.path.join(HERE, "player.c")
    library = find_library(LIBRARY)
    command = ["cc", "-O1", "-pthread"] + flags + [source, library, "-lm", "-o", os.path.join(folder, "player")]
    return subprocess.run(command, capture_output=True, text=True)


# Running a client.


class Result:
    """What a run gave: exit code, samples, log lines, seconds, and why it does not count (`problem`) if so."""

    def __init__(self):
        self.problem, self.samples, self.log, self.cpu = None, None, [], 0.0


class Side:
    """One of the two libraries: the file that processes must load, and the folder for LD_LIBRARY_PATH if any."""

    def __init__(self, name, library, folder, frames):
        self.name, self.library, self.folder, self.frames = name, os.path.realpath(library), folder, frames

    def environment(self, client, work, proof):
        environment = dict(os.environ, HOME=work, TMPDIR=work, LC_ALL="C.UTF-8")
        if self.folder:
            paths = [self.folder, environment.get("LD_LIBRARY_PATH")]
            environment["LD_LIBRARY_PATH"] = ":".join(path for path in paths if path)
        for key, value in client.environment.items():
            environment[key] = value.replace("FOLDER", os.path.dirname(work) + "/" + self.name)
        if proof:
            environment.update(LD_DEBUG="libs", LD_DEBUG_OUTPUT=os.path.join(work, "linker"))
        return environment


def run(client, side, song, bank, root, limit, proof=True, kept=None):
    """Runs a client with one library and reads its samples; with `proof`, checks what the process loaded.

    Without proof, the run is only timed and the samples are not read. `kept` is a folder for the log and the samples.
    """
    work = tempfile.mkdtemp(prefix=side.name + "-", dir=root)
    os.makedirs(os.path.join(root, side.name), exist_ok=True)
    result = Result()
    try:
        job = Job(song, bank, work, side.frames)
        process_id, code = execute(client, side, job, proof, limit, result)
        if code != 0:
            result.problem = "ended by signal %d" % -code if code < 0 else "exit code %d" % code
            if code == -signal.SIGKILL:
                result.problem = "killed after the limit of %g s" % limit
        elif not os.path.isfile(job.output) or os.path.getsize(job.output) == 0:
            result.problem = "no samples written"
        if proof:
            result.problem = wrong_library(work, process_id, side.library) or result.problem
        if kept:
            keep_files(job, kept, client, side)
        if not result.problem and proof:
            result.samples = read_samples(job.output, client.form)
    except ValueError as error:
        result.problem = str(error)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return result


def closed_folder(path):
    """The first folder above a file that other users cannot enter, or None."""
    folder = os.path.dirname(path)
    while folder != "/":
        if not os.stat(folder).st_mode & 1:
            return folder
        folder = os.path.dirname(folder)
    return None


def keep_files(job, folder, client, side):
    os.makedirs(folder, exist_ok=True)
    names = [client.name, os.path.basename(job.song), os.path.basename(job.bank), side.name]
    shutil.copy(os.path.join(job.folder, "log"), os.path.join(folder, "-".join(names) + ".log"))
    if os.path.isfile(job.output):
        shutil.copy(job.output, os.path.join(folder, "-".join(names) + "." + client.form))


def execute(client, side, job, proof, limit, result):
    """Runs the process to its end; returns its id and exit code, fills in time and log."""
    identity = {}
    if client.as_nobody and os.geteuid() == 0:
        closed = closed_folder(side.library)
        if closed:
            raise ValueError("%s refuses to run as root, and other users cannot enter %s" % (client.name, closed))
        os.chown(job.folder, NOBODY, NOBODY)
        identity = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    log = os.path.join(job.folder, "log")
    with open(log, "wb") as file:
        process = subprocess.Popen(client.command(job), stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                                   cwd=job.folder, env=side.environment(client, job.folder, proof),
                                   start_new_session=True, **identity)
        timer = threading.Timer(limit, os.killpg, [process.pid, signal.SIGKILL])
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    result.cpu = usage.ru_utime + usage.ru_stime
    with open(log, encoding="utf-8", errors="replace") as file:
        result.log = [plain(line, job.folder) for line in file if line.strip()]
    return process.pid, process.returncode


def plain(line, folder):
    """A line of a log without what differs from run to run: folders, addresses and process ids."""
    line = line.strip().replace(folder, "FOLDER")
    return re.sub(r"0x[0-9a-f]+|\b[0-9a-f]{12,16}\b|\(pid=\d+\)|==\d+==", "#", line)


def wrong_library(work, process_id, expected):
    """What is wrong with the libraries that the process and its children initialized, or None."""
    logs = glob.glob(os.path.join(work, "linker.*"))
    for path in logs:
        with open(path, errors="replace") as file:
            names = re.findall(r"calling init: (\S*/libfluidsynth\.so\S*)", file.read())
        found = {os.path.realpath(name) for name in names}
        for name in sorted(found - {expected}):
            return "loaded %s instead of %s" % (name, expected)
        if path.endswith(".%d" % process_id) and not found:
            return "did not load %s" % expected
    if not any(path.endswith(".%d" % process_id) for path in logs):
        return "no log of the dynamic linker"
    return None


def read_samples(path, form):
    """The samples as floats, one row per frame."""
    import numpy

    with open(path, "rb") as file:
        data = file.read()
    if form == "wav":
        return read_wav(data)
    kind, channels = {"f32": ("<f4", 2), "s16": ("<i2", 2), "mono": ("<f4", 1)}[form]
    return as_floats(numpy.frombuffer(data[:len(data) // 4 * 4], kind), channels)


def as_floats(samples, channels):
    import numpy

    scale = 1 if samples.dtype.kind == "f" else 1 / 32768
    samples = samples[:len(samples) // channels * channels].reshape(-1, channels)
    return samples.astype(numpy.float32) * numpy.float32(scale)


def read_wav(data):
    """Samples of a WAV file of floats or 16-bit integers; a data chunk without size reaches to the end."""
    import numpy

    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise ValueError("not a WAV file")
    position, channels, bits, rate = 12, 0, 0, 0
    while position + 8 <= len(data):
        name, size = data[position:position + 4], struct.unpack_from("<I", data, position + 4)[0]
        position += 8
        if name == b"fmt ":
            _, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", data, position)
        if name == b"data":
            break
        position += size + size % 2
    if channels == 0 or rate != RATE or bits not in (16, 32):
        raise ValueError("a WAV file of %d channels, %d bits, %d Hz" % (channels, bits, rate))
    size = min(size or len(data), len(data) - position) // (channels * bits // 8) * (channels * bits // 8)
    return as_floats(numpy.frombuffer(data, "<f4" if bits == 32 else "<i2", size * 8 // bits, position), channels)


# Songs.


def write_onset_song(path):
    """A song of isolated percussive notes at irregular ticks, with changes of tempo; about 25 seconds."""
    division, tempos, keys = 480, [500000, 645161, 350877, 1000000, 431034], [75, 76, 37]
    events, tick, seed = [(0, b"\xb9\x5b\x00"), (0, b"\xb9\x5d\x00"), (0, b"\xc9\x00")], 301, 12345
    for index in range(50):
        tempo = tempos[index // 10]
        if index % 10 == 0:
            events.append((tick - 97, b"\xff\x51\x03" + tempo.to_bytes(3, "big")))
        key = keys[index % 3]
        events += [(tick, bytes([0x99, key, 127 - 7 * (index % 5)])), (tick + 60, bytes([0x89, key, 64]))]
        seed = (seed * 1103515245 + 12345) % 2**31
        seconds = 0.35 + 0.3 * seed / 2**31
        tick += round(seconds * 1e6 / tempo * division)
    events.append((tick + division, b"\xff\x2f\x00"))
    track, last = b"", 0
    for position, event in sorted(events, key=lambda item: item[0]):
        track += variable_length(position - last) + event
        last = position
    with open(path, "wb") as file:
        file.write(b"MThd" + struct.pack(">IHHH", 6, 0, 1, division) + b"MTrk" + struct.pack(">I", len(track)) + track)


def variable_length(value):
    digits = [value & 127]
    while value := value >> 7:
        digits.append(value & 127 | 128)
    return bytes(reversed(digits))


def write_excerpt(song, path, seconds):
    """The first seconds of a song, all its tracks cut at the same tick; notes that sound there get their end."""
    import mido

    source = mido.MidiFile(song, clip=True)
    end = tick_at(source, seconds)
    result = mido.MidiFile(type=source.type, ticks_per_beat=source.ticks_per_beat)
    for track in source.tracks:
        result.tracks.append(cut(track, end, mido))
    result.save(path)


def tick_at(source, seconds):
    """The tick at a time in seconds, by the song's changes of tempo."""
    import mido

    tempo, last = 500000, 0
    for message in mido.merge_tracks(source.tracks):
        length = mido.tick2second(message.time, source.ticks_per_beat, tempo)
        if length >= seconds:
            break
        seconds, last = seconds - length, last + message.time
        if message.type == "set_tempo":
            tempo = message.tempo
    else:
        return last
    return last + round(mido.second2tick(seconds, source.ticks_per_beat, tempo))


def cut(track, end, mido):
    result, tick, last, sounding = mido.MidiTrack(), 0, 0, set()
    for message in track:
        tick += message.time
        if tick >= end or message.type == "end_of_track":
            break
        result.append(message.copy(time=tick - last))
        last = tick
        if message.type == "note_on" and message.velocity > 0:
            sounding.add((message.channel, message.note))
        elif message.type in ("note_on", "note_off"):
            sounding.discard((message.channel, message.note))
    end = max(min(end, tick), last)
    for channel, note in sorted(sounding):
        result.append(mido.Message("note_off", channel=channel, note=note, time=end - last))
        last = end
    result.append(mido.MetaMessage("end_of_track", time=end - last))
    return result


# Comparing samples.


def level_difference(ours, real):
    """Difference of level in dB over the longer of both files; infinite if only one of them is silent."""
    import numpy

    energies = [float(numpy.sum(samples.astype(numpy.float64) ** 2)) for samples in (ours, real)]
    if min(energies) == 0:
        return 0.0 if max(energies) == 0 else float("inf")
    return 10 * float(numpy.log10(energies[0] / energies[1]))


def find_onsets(samples):
    """Frames where isolated notes start: the first sample over a tenth of the peak that follows, after quiet."""
    import numpy

    block, quiet, look = 32, 60, 60
    mono = numpy.max(numpy.abs(samples), axis=1)
    peaks = mono[:len(mono) // block * block].reshape(-1, block).max(axis=1)
    if len(peaks) == 0 or peaks.max() == 0:
        return []
    onsets, index, floor = [], 0, peaks.max() / 50
    while index < len(peaks):
        peak = peaks[index:index + look].max()
        before = peaks[max(0, index - quiet):index].max(initial=0)
        if peaks[index] >= max(0.1 * peak, floor) and before < 0.1 * peak:
            start = max(0, index - 1) * block
            onsets.append(start + int(numpy.argmax(mono[start:start + 3 * block] >= 0.1 * peak)))
            index += look
        else:
            index += 1
    return onsets


def onset_differences(ours, real):
    """Differences in frames of onsets that have a partner within 50 ms, and how many onsets have none."""
    first, second = find_onsets(ours), find_onsets(real)
    differences, used = [], set()
    for onset in second:
        partner = min(first, key=lambda other: abs(other - onset), default=None)
        if partner is not None and abs(partner - onset) < 0.05 * RATE and partner not in used:
            used.add(partner)
            differences.append(partner - onset)
    return differences, len(first) + len(second) - 2 * len(differences)


def rises(samples, hop=16):
    """How much the level in dB rises over 5 ms, at each sixteenth frame; levels under -50 dB of the mean are floor."""
    import numpy

    power = numpy.sum(samples.astype(numpy.float64) ** 2, axis=1)
    power = power[:len(power) // hop * hop].reshape(-1, hop).sum(axis=1)
    power = numpy.convolve(power, numpy.hanning(18), "same")
    level = 10 * numpy.log10(power + power.mean() * 1e-5 + 1e-20)
    return numpy.maximum(level[14:] - level[:-14], 0)


def lags(ours, real, hop=16, furthest=180, least=0.5):
    """Lags in frames of two-second windows whose rises correlate well, and the share of windows that do."""
    import numpy

    first, second = rises(ours, hop), rises(real, hop)
    window, result, windows = 2 * RATE // hop, [], 0
    for start in range(furthest, min(len(first), len(second)) - window - furthest, window // 2):
        reference = second[start:start + window]
        reference = reference - reference.mean()
        other = first[start - furthest:start + window + furthest]
        if numpy.sum(reference**2) < 1 or numpy.sum(other**2) < 1:
            continue
        windows += 1
        correlation = numpy.correlate(other - other.mean(), reference, "valid")
        best = int(numpy.argmax(correlation))
        part = other[best:best + window]
        norm = numpy.sqrt(numpy.sum(reference**2) * numpy.sum((part - part.mean()) ** 2))
        if norm > 0 and correlation[best] / norm >= least and 0 < best < 2 * furthest:
            left, middle, right = correlation[best - 1:best + 2]
            curve = left - 2 * middle + right
            shift = 0.5 * (left - right) / curve if curve < 0 else 0
            result.append(float((best + shift - furthest) * hop))
    return result, len(result) / windows if windows else 0


class Comparison:
    """What one song with one bank gave for one client."""

    def __init__(self, song, bank, real, ours, isolated):
        self.song, self.bank = os.path.basename(song), os.path.basename(bank)
        self.problem = None
        self.warnings = [sum(bool(WARNING.search(line)) for line in result.log) for result in (real, ours)]
        self.only_ours = list((collections.Counter(ours.log) - collections.Counter(real.log)).elements())
        for name, result in (("the real library", real), ("the tested library", ours)):
            if result.problem and not self.problem:
                self.problem = "%s: %s" % (name, result.problem)
                self.tail = result.log[-5:]
        self.level = self.identical = self.length = None
        self.isolated, self.onsets, self.missing, self.lags, self.clear = isolated, [], 0, [], 0
        if not self.problem and real.samples is not None:
            self.measure(real.samples, ours.samples, isolated)

    def measure(self, real, ours, isolated):
        import numpy

        self.length = (len(ours) - len(real)) / RATE
        if ours.shape[1] != real.shape[1]:
            self.problem = "%d channels instead of %d" % (ours.shape[1], real.shape[1])
            self.tail = []
            return
        self.level = level_difference(ours, real)
        self.balance = [level_difference(ours[:, [side]], real[:, [side]]) for side in range(real.shape[1])]
        self.identical = ours.shape == real.shape and bool(numpy.all(ours == real))
        if isolated:
            self.onsets, self.missing = onset_differences(ours, real)
        else:
            self.lags, self.clear = lags(ours, real)
            if self.identical:
                self.lags = [0.0] * len(self.lags)  # without the interpolation's error of a frame

    def broken(self, limits):
        """Limits that are broken, in words."""
        if self.problem:
            return [self.problem]
        found = []
        # some clients play notes of no length in the test song of onsets, one over the other
        if self.level is not None and not self.isolated and not abs(self.level) <= limits.level:
            found.append("level %+.2f dB" % self.level)
        if any(abs(difference) > limits.onset for difference in self.onsets):
            found.append("onset %+d frames" % max(self.onsets, key=abs))
        if self.missing:
            found.append("%d onsets without partner" % self.missing)
        if self.lags and abs(statistics.median(self.lags)) > limits.lag:
            found.append("median lag %+.0f frames" % statistics.median(self.lags))
        if self.length is not None and abs(self.length) > limits.length:
            found.append("length %+.2f s" % self.length)
        return found


# Reports.


HEADER = ("client            runs  equal   level dB       onset frames   lag frames                        length s "
          "warnings     cpu")
HEADER2 = ("                                worst  med.    worst  med.    worst*  5 %   med.  95 %  clear      worst "
           "real/ours  ratio")


def table_line(name, comparisons, times):
    """A line of the table. worst*: the song whose median lag is furthest; the others are of all windows together."""
    done = [one for one in comparisons if one.level is not None]
    onsets = [value for one in done for value in one.onsets]
    all_lags = sorted(value for one in done for value in one.lags)
    medians = [statistics.median(one.lags) for one in done if one.lags]
    warnings = "%d/%d" % tuple(sum(one.warnings[side] for one in comparisons) for side in (0, 1))
    ratio = "%.2f" % (times[0] / times[1]) if times and times[1] > 0 else "-"
    cells = [number("%+7.2f", max((one.level for one in done), key=abs, default=None)),
             number("%+6.2f", statistics.median(one.level for one in done) if done else None),
             number("%+8d", max(onsets, key=abs, default=None)),
             number("%+6.0f", statistics.median(onsets) if onsets else None),
             number("%+9.0f", max(medians, key=abs, default=None)),
             number("%+5.0f", share(all_lags, 0.05)), number("%+6.0f", share(all_lags, 0.5)),
             number("%+5.0f", share(all_lags, 0.95)),
             number("%5.0f%%", statistics.mean(100 * one.clear for one in done if one.lags) if medians else None),
             number("%+9.3f", max((one.length for one in done), key=abs, default=None))]
    equal = "%d/%d" % (sum(one.identical for one in done), len(done))
    return "%-17s %4d %6s %s  %9s %6s" % (name, len(comparisons), equal, " ".join(cells), warnings, ratio)


def number(form, value):
    """A number in a form, or a dash of the same width."""
    width = len(form % 0)
    return "-".rjust(width) if value is None else re.sub(r"-(0(\.0+)?)$", r"+\1", form % value)


def share(ordered, part):
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else None


def print_detail(client, one):
    text = "  %s: %s, %s:" % (client.name, one.song, one.bank)
    if one.level is not None:
        text += " level %+.3f dB (%s), length %+.3f s" % (
            one.level, ", ".join("%+.2f" % side for side in one.balance), one.length)
        if one.onsets:
            text += ", onsets %+.0f in %d" % (statistics.median(one.onsets), len(one.onsets))
        if one.lags:
            text += ", lag %+.0f in %d windows" % (statistics.median(one.lags), len(one.lags))
    text += ", %d/%d warnings" % tuple(one.warnings)
    print(text + (", equal" if one.identical else ""))
    for line in one.only_ours[:6]:
        print("      only ours: " + line[:160])


def draw(path, title, real, ours):
    """Spectrograms of both renderings of one song."""
    try:
        import matplotlib
    except ImportError:
        print("no plot: matplotlib is not installed")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(2, 1, figsize=(14, 9), sharex=True, sharey=True)
    for axis, name, samples in zip(axes, ("real", "ours"), (real, ours)):
        axis.specgram(samples.mean(axis=1) + 1e-9, NFFT=2048, Fs=RATE, noverlap=1024, vmin=-160, vmax=-40)
        axis.set(title="%s: %s" % (title, name), ylabel="Hz")
    axes[1].set_xlabel("s")
    figure.tight_layout()
    figure.savefig(path)
    print("plot: " + path)


# The whole comparison.


class Harness:
    def __init__(self, options, sides, songs, banks, root):
        self.options, self.sides, self.songs, self.banks, self.root = options, sides, songs, banks, root
        self.failures, self.plotted = [], False

    def pair(self, client, song, bank):
        """Runs both libraries at the same time, or the tested one alone if the other's samples are stored."""
        with ThreadPoolExecutor(2) as pool:
            real = pool.submit(self.reference, client, song, bank)
            ours = pool.submit(self.run, client, self.sides[1], song, bank)
            return real.result(), ours.result()

    def run(self, client, side, song, bank, proof=True):
        return run(client, side, song, bank, self.root, self.options.limit, proof, self.options.keep)

    def reference(self, client, song, bank):
        path = self.stored(client, song, bank)
        if path and os.path.isfile(path):
            return load_result(path)
        result = self.run(client, self.sides[0], song, bank)
        if path and not result.problem:
            save_result(path, result)
        return result

    def stored(self, client, song, bank):
        """Where the real library's samples are stored, if the option says so; the name depends on all inputs."""
        if not self.options.store or not client.compared:
            return None
        digest = hashlib.sha256()
        for path in (song, __file__, os.path.join(HERE, "player.c"), self.sides[0].library):
            with open(path, "rb") as file:
                digest.update(file.read())
        digest.update(repr((client.name, bank, os.path.getsize(bank), self.sides[0].frames)).encode())
        return os.path.join(self.options.store, digest.hexdigest()[:24] + ".npz")

    def run_client(self, client):
        comparisons = []
        for bank in self.banks:
            for song in self.songs:
                isolated = os.path.basename(song) == "onsets.mid"
                if isolated and client.name.endswith(("control", "lockstep", "race")):
                    continue
                real, ours = self.pair(client, song, bank)
                if not client.compared:
                    real.samples = ours.samples = None
                one = Comparison(song, bank, real, ours, isolated)
                comparisons.append(one)
                self.report(client, one, real, ours, isolated)
        times = self.measure_times(client) if self.options.times and client.compared else None
        return table_line(client.name, comparisons, times)

    def report(self, client, one, real, ours, isolated):
        if self.options.details:
            print_detail(client, one)
        for text in one.broken(self.options):
            self.failures.append((client.name, one.song, one.bank, text))
            print("  broken: %s: %s, %s: %s" % self.failures[-1])
        if one.problem:
            for line in one.tail:
                print("      " + line[:200])
        elif self.options.plot and not self.plotted and real.samples is not None and not isolated:
            draw(self.options.plot, "%s, %s, %s" % (client.name, one.song, one.bank), real.samples, ours.samples)
            self.plotted = True
        sys.stdout.flush()

    def measure_times(self, client):
        """Processor seconds of both libraries for all songs: sums of medians of three alternating runs."""
        sums = [0.0, 0.0]
        for bank in self.banks:
            for song in self.songs:
                if os.path.basename(song) == "onsets.mid":
                    continue
                taken = ([], [])
                for _ in range(3):
                    for index, side in enumerate(self.sides):
                        one = self.run(client, side, song, bank, proof=False)
                        if one.problem:
                            return None
                        taken[index].append(one.cpu)
                sums = [total + statistics.median(values) for total, values in zip(sums, taken)]
        print("  %s: processor seconds %.2f real, %.2f ours" % (client.name, *sums))
        return sums


def save_result(path, result):
    import numpy

    os.makedirs(os.path.dirname(path), exist_ok=True)
    partial = path + ".part.npz"
    numpy.savez(partial, samples=result.samples, log=numpy.array(result.log, dtype=str))
    os.replace(partial, path)


def load_result(path):
    import numpy

    result = Result()
    with numpy.load(path) as file:
        result.samples, result.log = file["samples"], [str(line) for line in file["log"]]
    return result


def refuse(reason):
    print("clients.py: " + reason, file=sys.stderr)
    sys.exit(2)


def chosen_songs(text, seconds, root):
    """The test song of onsets, then real songs: a number spread over the list, `all`, or names."""
    songs = sorted(glob.glob(SONGS))
    if text.isdigit():
        count = min(int(text), len(songs))
        songs = [songs[index * len(songs) // count] for index in range(count)]
    elif text != "all":
        by_name = {os.path.basename(path)[:-4]: path for path in songs}
        songs = [by_name.get(name, name) for name in text.split(",")]
    for song in songs:
        if not os.path.isfile(song):
            refuse("no such song: " + song)
    if seconds:
        excerpts = [os.path.join(root, os.path.basename(song)) for song in songs]
        for song, excerpt in zip(songs, excerpts):
            write_excerpt(song, excerpt, seconds)
        songs = excerpts
    onsets = os.path.join(root, "onsets.mid")
    write_onset_song(onsets)
    return [onsets] + songs


def chosen_banks(text):
    names = [name for name, path in BANKS.items() if os.path.isfile(path)] if text == "all" else text.split(",")
    banks = [os.path.abspath(BANKS.get(name, name)) for name in names]
    for bank in banks:
        if not os.path.isfile(bank):
            refuse("no such bank: " + bank)
    return banks


def chosen_clients(text, root, flags):
    """The clients that can run; says which cannot, and why."""
    clients = all_clients()
    names = [client.name for client in clients] if text == "all" else text.split(",")
    unknown = set(names) - {client.name for client in clients}
    if unknown:
        refuse("no such client: %s; there are %s" % (", ".join(sorted(unknown)), ", ".join(c.name for c in clients)))
    built, result = None, []
    for client in [client for client in clients if client.name in names]:
        missing = client.missing()
        if not missing and client.name.startswith("player-"):
            built = built or build_player(root, flags)
            if built.returncode != 0:
                refuse("player.c cannot be compiled:\n" + built.stderr)
        if missing:
            print("skipped: %s, as %s is not installed (%s)" % (client.name, missing, client.packages))
        else:
            result.append(client)
    return result


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="contains the %s to test" % LIBRARY)
    parser.add_argument("--songs", default="3", help="how many songs, `all`, or names or paths with commas (3)")
    parser.add_argument("--banks", default="all", help="%s or paths, with commas (all there are)" % ", ".join(BANKS))
    parser.add_argument("--clients", default="all", help="names with commas (all)")
    parser.add_argument("--seconds", type=float, default=0, help="play only the first seconds of each song")
    parser.add_argument("--times", action="store_true", help="measure processor times too, one run at a time")
    parser.add_argument("--details", action="store_true", help="a line for each song and bank")
    parser.add_argument("--plot", metavar="FILE.png", help="spectrograms of the first real song")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the logs and samples of all runs there")
    parser.add_argument("--store", metavar="FOLDER", help="store the real library's samples there and use them again")
    parser.add_argument("--frames", type=int, help="frames per call, in clients that let choose")
    parser.add_argument("--frames-ours", type=int, help="the same for the tested library only")
    parser.add_argument("--cflags", default="", help="more options for cc, for example -fsanitize=thread")
    parser.add_argument("--limit", type=float, default=1200, help="seconds that a run may last (1200)")
    parser.add_argument("--level", type=float, default=1, help="limit of the level's difference in dB (1)")
    parser.add_argument("--onset", type=float, default=64, help="limit of onsets in frames (64)")
    parser.add_argument("--lag", type=float, default=64, help="limit of the median lag of a song in frames (64)")
    parser.add_argument("--length", type=float, default=1, help="limit of the length's difference in seconds (1)")
    return parser.parse_args(arguments)


def both_sides(options):
    system, tested = find_library(LIBRARY), os.path.join(os.path.abspath(options.folder), LIBRARY)
    if not system:
        refuse("the system has no %s: install libfluidsynth3" % LIBRARY)
    if not os.path.exists(tested):
        refuse("no " + tested)
    frames = options.frames_ours or options.frames
    return [Side("real", system, None, options.frames), Side("ours", tested, os.path.dirname(tested), frames)]


def main():
    if sys.argv[1:2] == ["--inside"]:
        return run_inside(sys.argv[2:])
    options = parse(sys.argv[1:])
    if importlib.util.find_spec("numpy") is None:
        refuse("numpy is not installed for " + sys.executable)
    sides = both_sides(options)
    with tempfile.TemporaryDirectory(prefix="clients-") as root:
        os.chmod(root, 0o755)
        clients = chosen_clients(options.clients, root, options.cflags.split())
        if not clients:
            refuse("none of the clients can run")
        songs, banks = chosen_songs(options.songs, options.seconds, root), chosen_banks(options.banks)
        harness = Harness(options, sides, songs, banks, root)
        print("real: %s\nours: %s" % (sides[0].library, sides[1].library), flush=True)
        lines = []
        for client in clients:
            lines.append(harness.run_client(client))
            print(HEADER + "\n" + HEADER2 + "\n" + lines[-1] if len(lines) == 1 else lines[-1], flush=True)
    if harness.failures or options.details:
        print("\n" + "\n".join([HEADER, HEADER2] + lines))
    for failure in harness.failures:
        print("broken: %s: %s, %s: %s" % failure)
    print("%d clients, %d broken limits or failed runs" % (len(clients), len(harness.failures)))
    return 1 if harness.failures else 0


if __name__ == "__main__":
    sys.exit(main())
