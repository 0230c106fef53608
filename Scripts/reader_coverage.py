#!/usr/bin/env python3
"""Reads llvm-cov's summary and prints, for each reader, the share of its lines that the kept inputs reach.

The exit code is 1 if a reader is below 90 %.
"""
import json
import re
import sys

READERS = {
    "byte streams": r"TactusMIDI/Render/(MIDIStreamParser|StreamState|PacketSplitter)",
    "packets": r"TactusMIDI/Render/(UniversalPackets?|ExclusiveAssembler|UtilityMessage|JitterReduction)",
    "MIDI files": r"TactusFiles/MIDI/(MIDITrackParser|MIDIChunkReader|MIDIReading|RMIDReader|MIDIFile\+Reading)",
    "MIDI clips": r"TactusFiles/MIDI/MIDIClipReader",
    "SoundFont": r"TactusFiles/SoundFont/(SoundFontReader|ChunkReader|Hydra|OggStream)",
    "JSON": r"TactusFiles/JSON/(JSONReader|JSONDecoding|Document\.)",
    "audio files": r"TactusFiles/Audio/(AudioFileReader|SampleEncoding)",
    "sequence documents": r"TactusSequencer/Document/",
    "chain documents": r"TactusProcessors/.*\+(Codable|Reading)",
    "batch lists": r"TactusTool/Batch/Batch(List|Member)",
    "plug-in states": r"TactusPlugin/State/",
    "LV2 atoms": r"TactusLV2Atoms/Render/(AtomReader|AtomProperties|LV2Position|LV2URIDs|LV2Transport)",
}


def main():
    files = json.load(sys.stdin)["data"][0]["files"]
    poor = 0
    for reader, pattern in READERS.items():
        found = [f for f in files if re.search(r"Sources/\w+/" + pattern, f["filename"])]
        count = sum(f["summary"]["lines"]["count"] for f in found)
        covered = sum(f["summary"]["lines"]["covered"] for f in found)
        share = 100 * covered / max(1, count)
        poor += share < 90
        print(f"{reader:20} {len(found):3} files {covered:5} of {count:5} lines  {share:5.1f} %")
        if share < 90 or "-v" in sys.argv:
            for f in sorted(found, key=lambda f: f["summary"]["lines"]["percent"]):
                lines = f["summary"]["lines"]
                if lines["percent"] < 90:
                    print(f"    {lines['percent']:5.1f} %  {lines['count'] - lines['covered']:4} left  "
                          + f["filename"].split("/Sources/")[-1])
    sys.exit(1 if poor else 0)


main()
