"""Reads shards of `tactus.ray.render`, and plots the piano roll of one song over its spectrogram.

    python piano_roll.py 'shards/*.tar' [NUMBER] [PICTURE.png]

The shards must contain WAV files of 16 bits. Needs numpy, matplotlib and webdataset.
"""

import glob
import io
import itertools
import json
import sys
import wave

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np
import webdataset


def samples_of(data):
    """The samples of a WAV file as the mean of its channels, and their rate."""
    with wave.open(io.BytesIO(data)) as file:
        frames = np.frombuffer(file.readframes(file.getnframes()), "<i2").reshape(-1, file.getnchannels())
        return frames.mean(axis=1) / 32768, file.getframerate()


def main():
    pattern, number, picture = (sys.argv[1:] + ["shards/*.tar", "0", "piano_roll.png"][len(sys.argv) - 1 :])[:3]
    shards = sorted(glob.glob(pattern))
    if not shards:
        sys.exit(f"{pattern}: no such file")
    songs = webdataset.WebDataset(shards, shardshuffle=False)
    song = next(itertools.islice(songs, int(number), None), None)
    if song is None:
        sys.exit(f"there is no song {number} in {pattern}")
    facts = json.loads(song["json"])
    audio, rate = samples_of(song["wav"])

    figure, axes = plt.subplots(figsize=(14, 6), layout="constrained")
    axes.specgram(audio, NFFT=4096, Fs=rate, noverlap=3072, cmap="magma", vmin=-160, vmax=-40)
    for note in facts["notes"]:
        if note["channel"] == 10:
            continue  # drums have no pitch
        frequency = 440 * 2 ** ((note["key"] - 69) / 12)
        times = note["onset"] / rate, note["keyUp"] / rate
        axes.plot(times, [frequency, frequency], color="cyan", linewidth=1.5, alpha=note["velocity"] / 127)
    axes.set(
        title=f"{facts['song']}: {len(facts['notes'])} notes", xlabel="seconds", ylabel="Hz", yscale="log",
        ylim=(30, min(8000, rate / 2)), xlim=(0, min(15, len(audio) / rate)))
    figure.savefig(picture)
    print(f"{picture}: {facts['song']}")


if __name__ == "__main__":
    main()
