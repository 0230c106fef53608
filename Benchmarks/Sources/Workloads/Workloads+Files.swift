import Tactus

extension WorkloadKind {
  /// Reading and compilation of songs and banks.
  static let files: [WorkloadKind] = [
    WorkloadKind("a MIDI file read") { name in
      let bytes = FileBytes(copying: try Song.make(events: 100_000, tracks: 16).written(), name: "song")
      return Workload(name, 100_000, "events") { _ = try? MIDIFile(reading: bytes) }
    },
    WorkloadKind("a MIDI file compiled") { name in
      let song = Song.make(events: 100_000, tracks: 16)
      return Workload(name, 100_000, "events") { _ = SequenceCompiler(sampleRate: 48_000).compile(song) }
    },
    WorkloadKind("a SoundFont opened") { name in
      Workload(name, 1, "bank") { _ = try? SoundFont(Builtins.bank) }
    },
    WorkloadKind("regions compiled") { name in
      let font = try SoundFont(Builtins.bank)
      return Workload(name, SoundBank(font).regionCount, "regions") { _ = SoundBank(font) }
    },
  ]

  /// Cycles of the sequencer, which plays sixteen loops of a thousand sixteenth notes at the host's constant tempo.
  static let sequencer = WorkloadKind("cycles of the sequencer") { name in
    let (frames, cycles) = (64, 1_000)
    let sequencer = Sequencer(sampleRate: 48_000)
    try sequencer.publish(Song.loops(tracks: 16, notes: 1_000))
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: sequencer.settings.mostEvents)
    var frame: Int64 = 0
    return Workload(name, cycles, "cycles") {
      for _ in 0..<cycles {
        let context = MusicalContext(tempo: 120, beat: 100 + Double(frame) / 24_000)
        _ = sequencer.render(RenderCycle(firstFrame: frame, frameCount: frames, context: context), into: buffer)
        frame += Int64(frames)
      }
      _ = sequencer.report()
    }
  }
}
