import TactusFiles
import TactusProcessors
import TactusRender
import TactusSequencer
import TactusTool

/// The laws of JSON documents: what has been read is written and read again as the same, and plays without a hanging note.
enum DocumentFuzzing {
  static func violationReadingSequence(_ bytes: [UInt8]) -> String? {
    var unknown: [String] = []
    guard let sequence = try? MIDISequence(reading: FileBytes(copying: bytes, name: "fuzz"), unknown: &unknown) else {
      return nil
    }
    guard let again = try? MIDISequence(reading: FileBytes(copying: sequence.document(), name: "fuzz")) else {
      return "what is written cannot be read"
    }
    if again != sequence { return "what is written is another sequence" }
    return EventFuzzing.violationPlaying(sequence, input: InputBytes(bytes))
  }

  static func violationReadingChain(_ bytes: [UInt8]) -> String? {
    var unknown: [String] = []
    guard let chain = try? ProcessorChain(reading: FileBytes(copying: bytes, name: "fuzz"), unknown: &unknown) else {
      return nil
    }
    let written = FileBytes(copying: chain.document(), name: "fuzz")
    guard let again = try? ProcessorChain(reading: written, unknown: &unknown) else {
      return "what is written cannot be read"
    }
    if again != chain { return "what is written is another chain" }
    return EventFuzzing.violationProcessing(chain, input: InputBytes(EventFuzzing.gesture))
  }

  /// A list of songs: each line gives an item or one sentence.
  static func violationReadingBatch(_ bytes: [UInt8]) -> String? {
    guard let complaint = BatchList.complaint(in: FileBytes(copying: bytes, name: "fuzz")) else { return nil }
    if complaint.isEmpty || complaint.contains("\n") { return "a complaint that is not one line" }
    return complaint.hasPrefix("fuzz") ? nil : "a complaint that does not name the file: \(complaint)"
  }

  // MARK: Seeds

  static let sequenceSeeds = [
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
  ]

  static let chainSeeds = [
    """
    {"functions": [{"function": "transpose", "semitones": 3}, {"function": "arpeggiator", "rate": "1/16"},
    {"function": "echo", "milliseconds": 3, "repeats": 3, "feedback": 0.7}]}
    """,
    """
    {"sync": "midiClock", "functions": [{"function": "controllerMap", "source": "pitchWheel", "target": 7},
    {"function": "zones", "zones": [{"keys": [0, 59], "channel": 2}]}, {"function": "chordMemory", "chord": [0, 4, 7]}]}
    """,
  ]

  static let batchSeeds = [
    """
    {"song": "a.mid", "output": "a.wav", "rate": 44100, "gain": -3}
    {"song": "b.mid", "output": "b.flac", "from": "bar2", "to": "1:30", "bank": "built-in"}

    {"input": "c.mid", "output": "c.wav", "loops": 2, "fade": 8, "quality": "best"}
    """
  ]
}
