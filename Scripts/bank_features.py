"""What an instrument maker measures of a note: attack, colour, motion, decay and release, as numbers.

`note_features` and `drum_features` take the two channels of one note and return a dictionary; a feature that the note
cannot show (the release of a note that has died away) is missing. `FLOORS` holds the smallest spread of each feature
that is held against a bank: real banks that happen to agree closer than that are no measure.
"""

import numpy as np

RATE = 48000
WINDOW = 2048
HOP = 512

# In the unit of the feature: dB, octaves, or powers of two of seconds.
FLOORS = {
    "flatness": 6.0, "top": 8.0, "bright": 0.4, "fall": 0.35, "velocity": 0.3, "attack": 1.0, "decay": 6.0,
    "release": 0.8, "tonality": 6.0, "motion": 0.5, "width": 0.3, "loudness": 3.0, "length": 0.8,
}


def spectra(sound):
    """The power spectra of overlapping windows, both channels added; row i is centred at i * HOP."""
    padded = np.pad(sound, ((0, 0), (WINDOW // 2, WINDOW)))
    count = sound.shape[1] // HOP
    window = np.hanning(WINDOW).astype(np.float32)
    rows = np.arange(count)[:, None] * HOP + np.arange(WINDOW)[None, :]
    power = np.zeros((count, WINDOW // 2 + 1), np.float64)
    for channel in padded:
        power += np.abs(np.fft.rfft(channel[rows] * window, axis=1)) ** 2
    return power


FREQUENCIES = np.fft.rfftfreq(WINDOW, 1 / RATE)
AUDIBLE = (FREQUENCIES >= 100) & (FREQUENCIES <= 12000)
COLOUR = (FREQUENCIES >= 50) & (FREQUENCIES <= 16000)
CENTRES = 1000 * 2 ** (np.arange(-10, 11) / 3)
BANDS = [(FREQUENCIES >= c * 2 ** (-1 / 6)) & (FREQUENCIES < c * 2 ** (1 / 6)) for c in CENTRES]
WEIGHTS = np.array([band / max(1, band.sum()) for band in BANDS if band.sum() > 0]).T
# K-weighting (BS.1770), as a curve: a shelf of 4 dB above 1.5 kHz and no lows.
LOUD = (FREQUENCIES**2 / (FREQUENCIES**2 + 60**2)) * (1 + 1.5 * FREQUENCIES**2 / (FREQUENCIES**2 + 1700**2))


def rows_between(power, first, last):
    return power[int(first * RATE / HOP + 0.999): int(last * RATE / HOP)]


def decibels(x):
    return 10 * np.log10(np.maximum(x, 1e-30))


def flatness(power):
    """The geometric mean of the power spectrum over its arithmetic mean, in dB; the mean over the rows that sound."""
    rows = power[:, AUDIBLE]
    total = rows.sum(axis=1)
    rows = rows[total > 1e-7 * max(1e-30, power.sum(axis=1).max())]
    if not len(rows):
        return None
    top = rows.max(axis=1, keepdims=True)
    rows = np.maximum(rows, 1e-9 * np.maximum(top, 1e-30))
    return float(np.mean(np.mean(decibels(rows), axis=1) - decibels(np.mean(rows, axis=1))))


def brightness(power):
    """The centre of the magnitude spectrum, in octaves above 1 Hz."""
    magnitude = np.sqrt(power.sum(axis=0))[COLOUR]
    return float(np.log2(max(20, np.sum(magnitude * FREQUENCIES[COLOUR]) / max(1e-20, magnitude.sum()))))


def width(power):
    """How far the spectrum spreads around its centre, in octaves."""
    magnitude = np.sqrt(power.sum(axis=0))[COLOUR]
    octaves = np.log2(FREQUENCIES[COLOUR])
    weight = magnitude / FREQUENCIES[COLOUR]
    weight = weight / max(1e-20, weight.sum())
    mean = np.sum(weight * octaves)
    return float(np.sqrt(np.sum(weight * (octaves - mean) ** 2)))


def top(power):
    """The level above 9 kHz relative to the whole, in dB."""
    total = power.sum(axis=0)
    return float(max(-90, decibels(total[FREQUENCIES >= 9000].sum() / max(1e-30, total.sum()))))


def motion(power):
    """How much the levels of third octaves move around a smooth course, in dB: the mean over the audible ones."""
    levels = decibels(power @ WEIGHTS)
    mean = levels.mean(axis=0)
    heard = mean > mean.max() - 40
    x = np.linspace(-1, 1, len(levels))
    basis = np.stack([np.ones_like(x), x, x * x], axis=1)
    residue = levels[:, heard] - basis @ np.linalg.lstsq(basis, levels[:, heard], rcond=None)[0]
    return float(np.mean(np.sqrt(np.mean(np.minimum(residue**2, 100), axis=0))))


def envelope(sound, step):
    """The root mean square in steps of so many points."""
    count = sound.shape[1] // step
    return np.sqrt(np.mean(sound[:, : count * step].reshape(2, count, step) ** 2, axis=(0, 2)))


def attack(sound):
    """The time until nine tenths of the peak of the first 0.6 s, as a power of two of seconds."""
    levels = np.convolve(envelope(sound[:, : int(0.6 * RATE)], 96), np.ones(5) / 5, "same")
    return float(np.log2(max(0.002, np.argmax(levels >= 0.9 * levels.max()) * 96 / RATE)))


def fall_time(levels, step, decibels_down):
    """The time until the level stays so far below its first value; None if it does not come to that."""
    limit = levels[0] * 10 ** (-decibels_down / 20)
    above = np.nonzero(levels > limit)[0]
    if not len(above) or above[-1] + 1 >= len(levels):
        return None
    return (above[-1] + 1) * step / RATE


def bursts(sound, first, last):
    """How far the treble of the shortest moments stands out from those around it, in dB."""
    part = np.diff(sound[:, int(first * RATE): int(last * RATE)], n=2, axis=1)
    levels = decibels(envelope(part, 240) ** 2)
    near = np.lib.stride_tricks.sliding_window_view(levels, 41)
    return float(np.max(levels[20:-20] - np.percentile(near, 95, axis=1))) if levels.max() > -110 else 0.0


def colours(power, sound):
    found = {"bright": brightness(rows_between(power, 0.04, 0.25)), "top": top(rows_between(power, 0, 1)),
             "width": width(rows_between(power, 0.04, 0.25)), "attack": attack(sound),
             "flatness": flatness(rows_between(power, 0.03, 0.25))}
    energy = power @ LOUD
    loudest = np.sort(energy[: int(1.0 * RATE / HOP)])[::-1][: int(0.2 * RATE / HOP)]
    found["loudness"] = float(decibels(loudest.mean()))
    return {name: value for name, value in found.items() if value is not None}


def note_features(sound, off):
    """The features of a note whose key is let go `off` seconds after its start."""
    if np.abs(sound).max() < 1e-5:
        return {}
    power = spectra(sound)
    found = colours(power, sound)
    early = rows_between(power, 0.04, 0.25).sum(axis=1).mean()
    late = rows_between(power, off - 0.6, off - 0.1).sum(axis=1).mean()
    if late > 1e-6 * early:
        found["fall"] = found["bright"] - brightness(rows_between(power, off - 0.6, off - 0.1))
        found["motion"] = motion(rows_between(power, 0.5, off - 0.05))
        found["tonality"] = flatness(rows_between(power, 0.5, off - 0.05))
        found["bursts"] = bursts(sound, 0.6, off - 0.05)
        levels = decibels(rows_between(power, 0.25, off - 0.05).sum(axis=1))
        heard = levels > levels.max() - 70
        slope = np.polyfit(np.nonzero(heard)[0] * HOP / RATE, levels[heard], 1)[0]
        found["decay"] = float(np.clip(slope, -60, 10))
    if late > 1e-5 * early:
        after = envelope(sound[:, int((off - 0.03) * RATE):], 480)
        time = fall_time(np.convolve(after, np.ones(3) / 3, "valid"), 480, 20)
        found["release"] = float(np.log2(min(1.3, max(0.02, time or 1.3))))
    return found


def drum_features(sound):
    if np.abs(sound).max() < 1e-5:
        return {}
    power = spectra(sound)
    found = colours(power, sound)
    levels = envelope(sound, 480)
    peak = int(np.argmax(levels))
    found["length"] = float(np.log2(max(0.02, fall_time(levels[peak:], 480, 30) or 2.4)))
    tail = flatness(rows_between(power, 0.1, 0.6))
    if tail is not None:
        found["tonality"] = tail
    late, early = rows_between(power, 0.2, 0.4), rows_between(power, 0, 0.06)
    if late.sum() / max(1, len(late)) > 1e-5 * early.sum() / max(1, len(early)):
        found["fall"] = brightness(early) - brightness(late)
    return found
