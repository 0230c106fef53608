/// Documents that use all features of documents, as starting points for fuzzing and tests. All of them are valid.
package enum DocumentSeeds {
  package static let sequences = [
    """
    {"tempo": 120, "tracks": [{"name": "k", "channel": 10, "swing": 60, "pattern": {"step": "1/16", "key": "kick",
    "steps": ["x", {}, {"key": 38, "ratchet": 3, "probability": 0.5}, {"key": "hat", "if": "fill", "velocity": "mf"}]}}]}
    """,
    """
    // comments, tempi, clips
    {"ticksPerQuarter": 480, "tempo": [{"at": 0, "bpm": 90, "curve": "linearInBeats"}, {"at": "4", "bpm": 140}],
    "tracks": [{"clip": {"notes": [{"at": 0, "key": 60, "for": "1.5"}], "messages": [{"at": 1, "controller": 7,
    "value": 3}]}, "loop": 2, "loopEnd": "wrap"}, /* euclid */ {"pattern": {"steps": {"euclid": [3, 8]}, "key": "C2",
    "step": "1/8t"}, "swing": {"percent": 60, "step": "1/8"}, "bank": [1, 2], "program": "Marimba", "volume": 100,
    "pan": "left", "reverb": 40, "chorus": 9}]}
    """,
    """
    {"form": "A A*2 fill", "tracks": [{"pattern": {"sections": {"A": "x..o", "fill": {"euclid": [3, 4, 1]}}}},
    {"pattern": {"step": "1/8", "sections": {"A": {"rows": ["kick  x.", "Snare  .X", "step 1: 60 %, 3 strokes"]}}}},
    {"pattern": {"form": "v w", "sections": {"v": "x2|..", "w": [60, "."]}}}]}
    """,
    """
    {"format": "tactus sequence", "version": 1, "name": "all", "ticksPerQuarter": 960, "seed": 18446744073709551615,
    "tempo": [{"at": 0, "bpm": 90, "curve": "linearInBeats"}, {"at": "4", "bpm": 140, "curve": "linearInTime"},
    {"at": "8+1/3", "bpm": 61.5}], "meter": [{"at": 0, "meter": "4/4"}, {"at": "8", "meter": "7/8"}], "tracks": [
    {"id": 7, "name": "k", "channel": 10, "port": 2, "program": 5, "start": "1", "loop": "3", "passes": 4,
    "loopEnd": "wrap", "overlap": "layer", "beforeStart": "wrap", "loopChange": "atNextPass", "muted": false,
    "solo": false, "countIn": true, "transpose": -3, "swing": {"percent": 62, "step": "1/8"},
    "groove": {"step": "1/4", "slots": [{"shift": 3, "accent": 12, "strength": 50}, {}]},
    "pattern": {"step": "1/4", "key": "C2", "velocity": 90, "gate": 75, "steps": [36, ["C2", 38], "X",
    {"keys": [42, "F#2"], "velocity": 20, "gate": 30, "probability": 0.5, "if": "!2:3", "ratchet": {"count": 3,
    "ramp": -5}, "spread": 4, "shift": -2, "on": true}, {"key": 38, "ratchet": 2, "if": "fill"}, {"if": "!first"},
    {"if": "previous"}], "messages": [{"at": 0, "program": 3}]}}]}
    """,
    """
    {"tempo": 120, "meter": "3/4", "tracks": [{"clip": {"length": "8", "notes": [["0", "1/2", "C4", 100],
    {"at": "1", "for": "1.5", "key": 62, "velocity": 3, "release": 9, "channel": 2, "port": 3}], "messages": [
    {"at": 0, "controller": 7, "value": 3, "channel": 2}, {"at": 5, "program": 9}, {"at": "1", "wheel": -8192},
    {"at": "2", "pressure": 5}, {"at": "2", "pressure": 5, "key": 62}, {"at": "3", "systemExclusive": "7E 7F 09 01"},
    {"at": "4", "packet": [1085277952, 5], "port": 2}]}, "loop": true, "loopEnd": "ringOver", "loopChange": "restart"},
    {"notes": [[0, 480, 60, 100]], "loop": "2", "loopEnd": "cut"}, {"pattern": {"steps": {"euclid": [5, 13, 2],
    "hit": "X"}, "key": 56}, "swing": 66}, {"pattern": {"steps": "x.X- |x"}, "loop": false, "loopLength": "2"}],
    "portNumbers": [0, 1], "colour": 7}
    """,
  ]

  package static let chains = [
    """
    {"format": "tactus chain", "version": 1, "sync": "timeCode", "tempo": 90, "effects": [
    {"effect": "chordDetector"}, {"effect": "transpose", "steps": 2, "scale": "F# dorian", "outOfRange": "fold",
    "exemptChannels": [10], "name": "up"}, {"effect": "transpose", "semitones": 3, "bypassed": true},
    {"effect": "filter"}, {"effect": "velocity"}, {"effect": "bendRange", "sender": 2.5, "receiver": 12,
    "follow": false, "tell": false, "channels": [1, 2]}, {"effect": "mpeToChannel", "zone": "upper", "members": 3,
    "channel": 2, "leader": "oldest", "memberRange": 24, "managerRange": 12, "receiverRange": 2, "follow": false},
    {"effect": "channelToMPE", "zone": "upper", "members": 4, "channel": 3, "managerRange": 3, "memberRange": 4},
    {"effect": "quantise", "scale": "C major", "direction": "down"}, {"effect": "humanise"},
    {"effect": "echo", "beats": 0.75, "repeats": 4, "feedback": 0.6, "transpose": 12, "original": false},
    {"effect": "chordMemory", "chord": [0, 4, {"interval": 12, "delay": 5, "velocity": 0.8}], "strum": 4,
    "keys": [{"key": 60, "chord": [0, 4, 7]}]}]}
    """,
    """
    {"sync": "midiClock", "effects": [{"effect": "controllerMap", "source": {"controller": 1},
    "target": {"controller14": 7}, "range": [3, 90], "inverted": true, "curve": [[0, 0], [0.5, 0.9], [1, 1]],
    "mode": "toggle", "threshold": 50, "keepSource": true, "smoothing": 20, "channels": [1]},
    {"effect": "controllerMap", "source": {"controller14": 1}, "target": "pitchWheel", "curve": 2},
    {"effect": "controllerMap", "source": "channelPressure", "target": {"registered": 5}},
    {"effect": "controllerMap", "source": "keyPressure", "target": {"nonRegistered": 160}, "mode": "momentary"},
    {"effect": "controllerMap", "source": "pitchWheel", "target": "channelPressure"},
    {"effect": "controllerMap", "source": {"registered": 0}, "target": "program"},
    {"effect": "controllerMap", "source": {"nonRegistered": 3}, "target": {"parameter": 3}},
    {"effect": "channelMap", "routes": [{"from": [1], "to": 5, "port": 1}, {"from": [10], "muted": true}],
    "muteOthers": true}, {"effect": "zones", "zones": [{"from": [1], "keys": [0, 59], "velocities": [1, 90],
    "channel": 2, "port": 3, "transpose": -12, "velocityRange": [20, 100], "controllers": false}]},
    {"effect": "pressure", "source": "keys", "target": "channel", "combine": "latest", "range": [0, 90],
    "curve": 0.5, "keepSource": true, "channels": [1]}, {"effect": "arpeggiator", "order": "upDownInclusive",
    "octaves": 2, "rate": "1/8t", "gate": 120, "swing": 60, "latch": true, "pedalHolds": false, "restart": "position",
    "startsWithKey": true, "playsWhenStopped": false, "velocity": "latest", "accents": [100, 0, 80]},
    {"effect": "arpeggiator", "order": "random", "restart": 4, "velocity": 90}]}
    """,
  ]

  package static let batches = [
    """
    {"song": "a.mid", "output": "a.wav", "rate": 44100, "gain": -3, "depth": 16, "format": "wav", "metadata": false}
    {"song": "b.mid", "output": "b.flac", "from": "bar2", "to": "1:30", "bank": "built-in", "compression": 0.5}

    {"song": "c.mid", "output": "c.wav", "loops": 2, "fade": 8, "quality": "best", "chain": "up.json"}
    {"song": "d.mid", "output": "d.wav", "bank": ["a.sf2", "b.sf2@1"], "interpolation": "sinc", "bankSelect": "gs"}
    {"song": "e.mid", "output": "e.wav", "reverb": false, "chorus": false, "polyphony": 64, "leadIn": 0.5, "tail": 2, "from": 1, "held": "strike"}
    {"song": "f.mid", "output": "f.wav", "tail": "-60dB", "maxLength": 60, "seamless": true, "intro": true}
    {"song": "g.mid", "output": "g.wav", "normalize": "-1dBTP", "limit": -1, "measure": true, "velocityFilter": "off"}
    """,
    "{\"song\": \"h.mid\", \"output\": \"h.wav\", \"loudness\": \"-14LUFS\", \"tail\": \"auto\", \"gain\": null}",
    "{\"song\": \"h.mid\"}", "{\"output\": \"h.wav\"}", "{\"song\": 5, \"output\": \"h.wav\"}", "[]", "{\"song\": ",
    "{\"song\": \"h.mid\", \"output\": \"h.wav\", \"lodness\": 3}",
    "{\"song\": \"h\", \"output\": \"h\", \"rate\": \"x\"}",
  ]

  package static let states = [
    """
    {"format": "tactus plugin", "version": 1, "plugin": "tactus.sampler", "parameters": {"gain": -6, "pan": null},
    "bank": "x.sf2", "chain": {"effects": [{"effect": "dance", "deep": {"x": 1}}, {"effect": "transpose",
    "semitones": 3}, {"effect": "echo", "repeats": "forever"}]}}
    """,
    """
    {"plugin": "tactus.sequencer", "parameters": {"bypass": 1}, "sequence": {"tracks": [{"pattern": {"steps": "x."}}]}}
    """,
    "{\"plugin\": \"tactus.arpeggiator\", \"parameters\": {}, \"chain\": {\"effects\": [{\"effect\": \"arpeggiator\"}]}}",
    "{\"effects\": [{\"effect\": \"transpose\", \"semitones\": 1}]}",
    "{\"tracks\": [{\"pattern\": {\"steps\": \"x\"}}]}",
    "RIFF\u{4}\u{0}\u{0}\u{0}sfbk", "MThd", "{\"plugin\": \"tactus.harp\"}",
  ]
}
