"""The sampler and the sequencer in Ardour without its window, on a JACK server of its own."""

import os
import pathlib
import subprocess

import exact_frames
import jack_host
from jack_host import Failure

HERE = pathlib.Path(__file__).resolve().parent


def write_preset(folder, plugin, label, values, bank=None):
    """A bundle with one preset of a user's."""
    jack_host.write_state(folder, plugin, values, bank)
    uri = f"urn:tactus-check:{plugin}"
    state = (folder / "state.ttl").read_text().replace("<>\n", f"<{uri}>\n")
    (folder / "state.ttl").write_text(
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n" + state
        + f"\n<{uri}> rdfs:label {jack_host.literal(label)} .\n")
    (folder / "manifest.ttl").write_text(
        "@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n\n"
        f"<{uri}>\n\ta pset:Preset ;\n\tlv2:appliesTo <urn:tactus:{plugin}> ;\n\trdfs:seeAlso <state.ttl> .\n")


def check(folder, bank):
    """Notes through the sampler, and steps of the sequencer while Ardour's transport rolls at 120 beats a minute."""
    work = folder / "ardour"
    bundles = work / "bundles"
    write_preset(bundles / "sampler.lv2", "sampler", "Check", exact_frames.DRY, bank)
    write_preset(bundles / "sequencer.lv2", "sequencer", "Check", exact_frames.LANES)
    environment = {**os.environ, "HOME": str(work), "DISPLAY": "", "LV2_PATH": f"{bundles}:{os.environ['LV2_PATH']}"}
    probe, log = folder / "jack_probe", work / "ardour.log"
    subprocess.run(["cc", "-O2", HERE / "jack_probe.c", "-o", probe, "-ldl", "-lm"], check=True)
    with jack_host.server(work), open(log, "wb") as output:
        process = subprocess.Popen(
            ["ardour7-lua", HERE / "ardour.lua", work / "session"], stdout=output, stderr=output,
            stdin=subprocess.DEVNULL, env=environment | {"JACK_DEFAULT_SERVER": os.environ["JACK_DEFAULT_SERVER"]})
        try:
            def is_there():
                if process.poll() is not None:
                    raise Failure(f"Ardour has ended with {process.returncode}:\n" + jack_host.tail(log))
                return "rolling" in jack_host.tail(log)
            jack_host.wait_for(is_there, "Ardour", 300)
            yield sampler(probe)
            yield sequencer(probe)
        finally:
            jack_host.end(process)


def sampler(probe):
    lines = jack_host.probe(
        probe, 5, "ardour:Sampler/midi_in 1", "-", "ardour:Sampler/audio_out 1", "notes")
    sent = [line[1] for line in lines if line[0] == "sent"]
    heard = [line[1] for line in lines if line[0] == "onset"]
    if not heard:
        raise Failure("Ardour: the sampler is not heard")
    # Ardour's ports are late by a constant
    late = heard[0] - sent[0]
    count = exact_frames.compare([frame - late for frame in heard], sent, "the sampler in Ardour")
    return f"Ardour: {count} notes of the sampler, all {late} frames after they were sent"


def sequencer(probe):
    lines = jack_host.probe(probe, 10, "-", "ardour:Sequencer/midi_out 1", "-", "none")
    found = [line[1] for line in lines if line[0] == "note" and line[2] & 0xF0 == 0x90]
    if len(found) < 500:
        raise Failure(f"Ardour: the sequencer has played {len(found)} notes")
    # sixteenths at 120 beats a minute are 6,000 frames; eight lanes on each, the first of which may be cut
    first = found.index(next(frame for frame in found if frame != found[0]))
    found = found[first:]
    steps = sorted(set(found))
    expected = [steps[0] + 6000 * index for index in range(len(steps)) for _ in range(8)]
    count = exact_frames.compare(found, expected, "the sequencer in Ardour")
    return f"Ardour: {count} notes of the sequencer on the exact frames of the transport's grid"
