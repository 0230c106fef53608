#!/usr/bin/env python3
"""Writes a session of qtractor in which a MIDI track plays notes through a CLAP plug-in.

    session.py FOLDER PLUGIN.clap STATE      FOLDER/notes.mid and FOLDER/clicks.qtr; prints the notes' frames

STATE is a file with the plug-in's state. At 960 ticks to the beat and 120 beats a minute a tick is 25 frames of 48 kHz.
"""

import base64
import pathlib
import struct
import sys
import zlib
from xml.sax.saxutils import escape

TICK = 25
STARTS = [100 + 331 * number for number in range(40)]
LENGTH = 90


def variable(number):
    parts = [number & 127]
    while number := number >> 7:
        parts.append(number & 127 | 128)
    return bytes(reversed(parts))


def track(events):
    data, last = b"", 0
    for tick, message in sorted(events):
        data += variable(tick - last) + message
        last = tick
    data += b"\0\xff\x2f\0"
    return b"MTrk" + struct.pack(">I", len(data)) + data


def midi_file():
    notes = []
    for number, tick in enumerate(STARTS):
        key = 48 + number % 24
        notes += [(tick, bytes([0x90, key, 100])), (tick + LENGTH, bytes([0x80, key, 64]))]
    tempo = [(0, b"\xff\x51\x03" + (500_000).to_bytes(3, "big"))]
    return b"MThd" + struct.pack(">IHHH", 6, 1, 2, 960) + track(tempo) + track(notes)


def qt_compressed(data):
    """As Qt's qCompress has it: the length, and a stream of zlib."""
    return base64.b64encode(struct.pack(">I", len(data)) + zlib.compress(data)).decode()


def session(folder, plugin, state):
    notes = escape(str(folder / "notes.mid"))
    return f"""<!DOCTYPE qtractorSession>
<session name="clicks" version="Qtractor 0.9.31">
 <properties>
  <directory>{escape(str(folder))}</directory><sample-rate>48000</sample-rate><tempo>120</tempo>
  <ticks-per-beat>960</ticks-per-beat><beats-per-bar>4</beats-per-bar><beat-divisor>2</beat-divisor>
 </properties>
 <files><audio-list/><midi-list><file name="notes">{notes}</file></midi-list></files>
 <devices>
  <audio-engine>
   <audio-control><transport-mode>duplex</transport-mode><timebase>1</timebase></audio-control>
   <audio-bus name="Master" mode="duplex"><channels>2</channels><auto-connect>1</auto-connect></audio-bus>
  </audio-engine>
  <midi-engine><midi-bus name="Master" mode="duplex"/></midi-engine>
 </devices>
 <tracks>
  <track name="Clicks" type="midi">
   <properties><input-bus>Master</input-bus><output-bus>Master</output-bus><midi-channel>0</midi-channel></properties>
   <state><mute>0</mute><solo>0</solo><record>0</record><monitor>0</monitor><gain>1</gain><panning>0</panning></state>
   <clips>
    <clip name="notes">
     <properties><name>notes</name><start>0</start><offset>0</offset>
      <length>{(STARTS[-1] + 2 * LENGTH) * TICK}</length></properties>
     <midi-clip><filename>{notes}</filename><track-channel>1</track-channel><revision>0</revision></midi-clip>
    </clip>
   </clips>
   <plugins>
    <plugin type="CLAP">
     <filename>{escape(str(plugin))}</filename><index>0</index><activated>1</activated>
     <configs><config key="state">{qt_compressed(state)}</config></configs>
    </plugin>
    <audio-output-bus>0</audio-output-bus><audio-output-auto-connect>1</audio-output-auto-connect>
   </plugins>
  </track>
 </tracks>
</session>
"""


def main():
    folder, plugin, state = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
    (folder / "notes.mid").write_bytes(midi_file())
    (folder / "clicks.qtr").write_text(session(folder, plugin, state.read_bytes()))
    for tick in STARTS:
        print(tick * TICK)


main()
