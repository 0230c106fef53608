"""A small SoundFont in which each program shows one feature, for compare-sound --features."""

import math
import random
import struct

RATE = 44100
GENERATORS = {
    "vibLfoToPitch": 6, "modEnvToPitch": 7, "initialFilterFc": 8, "initialFilterQ": 9, "modEnvToFilterFc": 11,
    "modLfoToVolume": 13, "pan": 17, "freqModLFO": 22, "decayModEnv": 28, "sustainModEnv": 29, "delayVolEnv": 33,
    "attackVolEnv": 34, "decayVolEnv": 36, "sustainVolEnv": 37, "releaseVolEnv": 38, "initialAttenuation": 48,
    "fineTune": 52, "sampleModes": 54,
}
# A wave and the generators of its zone.
FEATURES = [
    ("sine", {}), ("sine", {"fineTune": 20}), ("sine", {"vibLfoToPitch": 50}),
    ("sine", {"modEnvToPitch": 1200, "decayModEnv": -1200, "sustainModEnv": 1000}), ("sine", {"pan": 250}),
    ("sine", {"pan": -500}), ("sine", {"initialAttenuation": 27}), ("sine", {"initialAttenuation": 50}),
    ("sine", {"modLfoToVolume": 60}), ("sine", {"modLfoToVolume": 60, "initialAttenuation": 200}),
    ("sine", {"attackVolEnv": -2400}), ("sine", {"sustainVolEnv": 20}), ("sine", {"sustainVolEnv": 300}),
    ("sine", {"decayVolEnv": 0, "sustainVolEnv": 300}), ("sine", {"releaseVolEnv": 0}), ("sine", {"releaseVolEnv": -2400}),
    ("fading", {}), ("fading", {"delayVolEnv": -4309}), ("click", {}),
    ("click", {"initialFilterFc": 9377, "modEnvToFilterFc": 3375}), ("noise", {}), ("noise", {"initialFilterFc": 12000}),
    ("noise", {"initialFilterFc": 9000}), ("noise", {"initialFilterFc": 6000}),
] + [("noise", {"initialFilterFc": 9000, "initialFilterQ": q}) for q in (10, 30, 60, 100, 200)]


def names():
    return [" ".join([wave] + [f"{name} {amount}" for name, amount in said.items()]) for wave, said in FEATURES]


def waves():
    """Points by name; the first two are looped."""
    chance = random.Random(1)
    tone = [math.sin(2 * math.pi * 441 * n / RATE) for n in range(RATE)]
    return {
        "sine": [int(20000 * x) for x in tone],
        "noise": [int(max(-32767, min(32767, chance.gauss(0, 5000)))) for _ in range(2 * RATE)],
        "fading": [int(20000 * x * math.exp(-n / 4410)) for n, x in enumerate(tone)],
        "click": [20000] * 20 + [-20000] * 20 + [0] * 60,
    }


def chunk(name, data):
    data += b"\0" * (len(data) % 2)
    return name + struct.pack("<I", len(data)) + data


def samples():
    points, headers, indices = b"", b"", {}
    for name, wave in waves().items():
        start = len(points) // 2
        points += struct.pack(f"<{len(wave)}h", *wave) + bytes(92)
        loop = (start + 8, start + len(wave) - 92) if name in ("sine", "noise") else (start, start)
        indices[name] = len(indices)
        headers += struct.pack("<20sIIIIIBbHH", name.encode(), start, start + len(wave), *loop, RATE, 60, 0, 0, 1)
    return points, headers + struct.pack("<20s26x", b"EOS"), indices


def write(path):
    """Writes the bank: program n is FEATURES[n]."""
    points, shdr, indices = samples()
    phdr = pbag = pgen = inst = ibag = igen = b""
    for number, (wave, said) in enumerate(FEATURES):
        phdr += struct.pack("<20sHHH12x", f"feature {number}".encode(), number, 0, number)
        pbag += struct.pack("<HH", number, 0)
        pgen += struct.pack("<HH", 41, number)
        inst += struct.pack("<20sH", f"feature {number}".encode(), number)
        ibag += struct.pack("<HH", len(igen) // 4, 0)
        for name, amount in {**said, "sampleModes": 1 if wave in ("sine", "noise") else 0}.items():
            igen += struct.pack("<Hh", GENERATORS[name], amount)
        igen += struct.pack("<HH", 53, indices[wave])
    count = len(FEATURES)
    tables = [
        (b"phdr", phdr + struct.pack("<20sHHH12x", b"EOP", 0, 0, count)), (b"pbag", pbag + struct.pack("<HH", count, 0)),
        (b"pmod", bytes(10)), (b"pgen", pgen + bytes(4)), (b"inst", inst + struct.pack("<20sH", b"EOI", count)),
        (b"ibag", ibag + struct.pack("<HH", len(igen) // 4, 0)), (b"imod", bytes(10)), (b"igen", igen + bytes(4)),
        (b"shdr", shdr),
    ]
    info = chunk(b"ifil", struct.pack("<HH", 2, 1)) + chunk(b"isng", b"EMU8000\0") + chunk(b"INAM", b"features\0\0")
    body = (b"sfbk" + chunk(b"LIST", b"INFO" + info) + chunk(b"LIST", b"sdta" + chunk(b"smpl", points))
            + chunk(b"LIST", b"pdta" + b"".join(chunk(*table) for table in tables)))
    with open(path, "wb") as file:
        file.write(chunk(b"RIFF", body))
