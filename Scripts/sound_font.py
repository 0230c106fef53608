"""Writes small SoundFonts for the scripts beside it."""

import struct
from collections import namedtuple

GENERATORS = {
    "vibLfoToPitch": 6, "modEnvToPitch": 7, "initialFilterFc": 8, "initialFilterQ": 9, "modEnvToFilterFc": 11,
    "modLfoToVolume": 13, "pan": 17, "freqModLFO": 22, "decayModEnv": 28, "sustainModEnv": 29, "delayVolEnv": 33,
    "attackVolEnv": 34, "decayVolEnv": 36, "sustainVolEnv": 37, "releaseVolEnv": 38, "initialAttenuation": 48,
    "fineTune": 52, "sampleModes": 54, "scaleTuning": 56,
}
# Points of 16 bits as bytes, the bytes below them (empty: none), and the loop's first and last point or None.
Wave = namedtuple("Wave", "points low loop", defaults=(b"", None))
GUARD = 46  # zeros after each wave


def chunk(name, data):
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def samples(waves, rate):
    """The points, the bytes below them, the headers, and each wave's place among them."""
    points, low, headers, indices = [], [], b"", {}
    start = 0
    for name, wave in waves.items():
        count = len(wave.points) // 2
        loop = [start + point for point in wave.loop or (0, 0)]
        headers += struct.pack("<20sIIIIIBbHH", name.encode(), start, start + count, *loop, rate, 60, 0, 0, 1)
        points += [wave.points, bytes(2 * GUARD)]
        low += [wave.low or bytes(count), bytes(GUARD)]
        indices[name] = len(indices)
        start += count + GUARD
    return b"".join(points), b"".join(low), headers + struct.pack("<20s26x", b"EOS"), indices


def write(path, title, waves, presets, rate):
    """Writes a bank: program n is presets[n], the name of a wave and its zone's generators, or a list of such zones."""
    points, low, shdr, indices = samples(waves, rate)
    phdr = pbag = pgen = inst = ibag = igen = b""
    for number, zones in enumerate(presets):
        phdr += struct.pack("<20sHHH12x", f"{title} {number}".encode(), number, 0, number)
        pbag += struct.pack("<HH", number, 0)
        pgen += struct.pack("<HH", 41, number)
        inst += struct.pack("<20sH", f"{title} {number}".encode(), len(ibag) // 4)
        for wave, said in zones if isinstance(zones, list) else [zones]:
            ibag += struct.pack("<HH", len(igen) // 4, 0)
            for name, amount in {**said, "sampleModes": 1 if waves[wave].loop else 0}.items():
                igen += struct.pack("<Hh", GENERATORS[name], amount)
            igen += struct.pack("<HH", 53, indices[wave])
    count = len(presets)
    tables = [
        (b"phdr", phdr + struct.pack("<20sHHH12x", b"EOP", 0, 0, count)), (b"pbag", pbag + struct.pack("<HH", count, 0)),
        (b"pmod", bytes(10)), (b"pgen", pgen + bytes(4)), (b"inst", inst + struct.pack("<20sH", b"EOI", len(ibag) // 4)),
        (b"ibag", ibag + struct.pack("<HH", len(igen) // 4, 0)), (b"imod", bytes(10)), (b"igen", igen + bytes(4)),
        (b"shdr", shdr),
    ]
    fine = any(wave.low for wave in waves.values())
    info = (chunk(b"ifil", struct.pack("<HH", 2, 4 if fine else 1)) + chunk(b"isng", b"EMU8000\0")
            + chunk(b"INAM", title.encode() + bytes(2 - len(title) % 2)))
    sdta = chunk(b"smpl", points) + (chunk(b"sm24", low) if fine else b"")
    body = (b"sfbk" + chunk(b"LIST", b"INFO" + info) + chunk(b"LIST", b"sdta" + sdta)
            + chunk(b"LIST", b"pdta" + b"".join(chunk(*table) for table in tables)))
    with open(path, "wb") as file:
        file.write(chunk(b"RIFF", body))
