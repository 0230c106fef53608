"""Compares a bank's features with those of real banks: the figures of the gate, and the table of the document."""

import os
import re

import numpy as np
from bank_features import FLOORS

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCUMENT = os.path.join(HERE, "Documentation/BuiltInBank.md")
NAMES = os.path.join(HERE, "Sources/Engine/TactusBuiltins/Bank/ProgramMap.swift")
EFFECTS = {str(program) for program in range(120, 128)}  # no two banks agree about a helicopter

# What the bank has reached and must not lose, and what is wanted: (figure, least, most, wanted).
GATES = [
    ("features with a z-score of at most 1.5, %", 93, None, "at least 93"),
    ("features with a z-score above 4", None, 0, "none"),
    ("programs whose attack is as noisy as real ones", 120, None, "at least 110 of 128"),
    ("drums whose attack is as noisy as real ones", 55, None, "at least 50 of 61"),
    ("motion, dB", 1.6, None, "at least 1.3"),
    ("brightness fall of 25, octaves from a real one", None, 0.5, "at most 0.5"),
    ("brightness fall of 6, octaves from a real one", None, 0.5, "at most 0.5"),
    ("brightness fall of 15, octaves from a real one", None, 0.5, "at most 0.5"),
    ("releases in the real range, %", 98, None, "all"),
    ("bursts of loops, dB", None, 4, "at most 4"),
    ("programs more than 4 dB from the median loudness", None, 0, "none"),
]


def values_of(real, kind, name, feature):
    """The feature in those real banks that have it."""
    found = [bank[kind].get(name, {}).get(feature) for bank in real]
    return [value for value in found if value is not None]


def z_scores(item, real, kind, name):
    """The distance of each feature from the real banks' mean, in units of their spread."""
    scores = {}
    for feature, floor in FLOORS.items():
        values = values_of(real, kind, name, feature)
        if feature in item and len(values) >= 2:
            scores[feature] = (item[feature] - np.mean(values)) / max(np.std(values, ddof=1), floor)
    return scores


def outside(value, values):
    """How far a value lies outside the range of others."""
    return max(0.0, min(values) - value, value - max(values))


def all_scores(ours, real):
    return {(kind, name): z_scores(item, real, kind, name) for kind in ours for name, item in ours[kind].items()}


def noisy_attacks(ours, real, kind):
    """How many have an attack whose flatness lies within 6 dB of the real banks' range."""
    found = [(item["flatness"], values_of(real, kind, name, "flatness"))
             for name, item in ours[kind].items() if "flatness" in item]
    return sum(bool(values) and outside(value, values) <= 6 for value, values in found)


def figures(ours, real):
    scores = all_scores(ours, real)
    z = np.array([abs(value) for found in scores.values() for value in found.values()])
    far = [key for key, found in scores.items() if key[1] not in EFFECTS or key[0] == "drums"
           for value in found.values() if abs(value) > 4]
    programs = ours["programs"]
    releases = [outside(item["release"], values) <= 0.3 for name, item in programs.items() if "release" in item
                for values in [values_of(real, "programs", name, "release")] if len(values) >= 2]
    found = {
        "features with a z-score of at most 1.5, %": 100 * np.mean(z <= 1.5),
        "features with a z-score above 4": len(far),
        "programs whose attack is as noisy as real ones": noisy_attacks(ours, real, "programs"),
        "drums whose attack is as noisy as real ones": noisy_attacks(ours, real, "drums"),
        "motion, dB": np.mean([item["motion"] for item in programs.values() if "motion" in item]),
        "releases in the real range, %": 100 * np.mean(releases),
        "bursts of loops, dB": max(item.get("bursts", 0) for item in programs.values()),
        "programs more than 4 dB from the median loudness": sum(
            abs(item.get("loudness", 0)) > 4 for item in programs.values()),
    }
    for name in ("25", "6", "15"):
        if "fall" in programs.get(name, {}):
            distances = [abs(programs[name]["fall"] - value) for value in values_of(real, "programs", name, "fall")]
            found[f"brightness fall of {name}, octaves from a real one"] = min(distances)
    return found


def report(ours, real, lists):
    """Prints the figures, and with `lists` what stands out; returns whether the bank is as good as it was."""
    found, good = figures(ours, real), True
    for name, least, most, wanted in GATES:
        if name not in found:
            continue
        missed = (least is not None and found[name] < least) or (most is not None and found[name] > most)
        limit = f"at least {least}" if least is not None else f"at most {most}"
        print(f"{'MISSED' if missed else 'ok':6} {name}: {found[name]:.4g} (gate: {limit}; wanted: {wanted})")
        good = good and not missed
    if lists:
        scores = all_scores(ours, real)
        for feature in FLOORS:
            signed = np.array([found[feature] for found in scores.values() if feature in found])
            if len(signed):
                print(f"{feature:10}{100 * np.mean(np.abs(signed) <= 1.5):6.1f} % within, mean {signed.mean():+.2f}")
        for (kind, name), found in sorted(scores.items(), key=lambda item: -sum(z * z for z in item[1].values())):
            far = sorted((item for item in found.items() if abs(item[1]) > 1.5), key=lambda item: -abs(item[1]))
            if far:
                print(f"{kind[:-1]:8}{name:>4}  " + "  ".join(f"{feature} {z:+.1f}" for feature, z in far))
    return good


def write_table(ours, real):
    """Replaces the tables in the document."""
    with open(NAMES) as file:
        names = re.findall(r'Entry\(name: "([^"]+)"', file.read())
    with open(DOCUMENT) as file:
        text = file.read()
    gate = ["| figure | here | gate | wanted |", "|---|---|---|---|"]
    found = figures(ours, real)
    for name, least, most, wanted in GATES:
        gate.append(f"| {name} | {found[name]:.4g} | {'≥ %g' % least if least is not None else '≤ %g' % most} | {wanted} |")
    text = replaced(text, "gate", gate)
    text = replaced(text, "programs", rows(ours, real, "programs", lambda name: f"{name} {names[int(name)]}"))
    text = replaced(text, "drums", rows(ours, real, "drums", lambda name: f"key {name}"))
    with open(DOCUMENT, "w") as file:
        file.write(text)


def replaced(text, mark, lines):
    start, end = f"<!-- {mark} -->\n", f"<!-- end of {mark} -->"
    first, last = text.index(start) + len(start), text.index(end)
    return text[:first] + "\n" + "\n".join(lines) + "\n\n" + text[last:]


COLUMNS = [("flatness", "attack flatness, dB", "{:.0f}"), ("top", "above 9 kHz, dB", "{:.0f}"),
           ("fall", "brightness fall, octaves", "{:.1f}"), ("motion", "motion, dB", "{:.1f}")]


def rows(ours, real, kind, title):
    columns = [column for column in COLUMNS if any(column[0] in item for item in ours[kind].values())]
    lines = ["| | " + " | ".join(name for _, name, _ in columns) + " | within |",
             "|---|" + "---|" * (len(columns) + 1)]
    for name, item in ours[kind].items():
        cells = []
        for feature, _, form in columns:
            values = values_of(real, kind, name, feature)
            known = f" ({form.format(min(values))} to {form.format(max(values))})" if values else ""
            cells.append(form.format(item[feature]) + known if feature in item else "")
        scores = z_scores(item, real, kind, name).values()
        lines.append(f"| {title(name)} | " + " | ".join(cells)
                     + f" | {sum(abs(z) <= 1.5 for z in scores)} of {len(scores)} |")
    return lines
