import Tactus
import Workloads

/// The cost of a cycle of the sequencer: 64 frames at 48 kHz, at the host's constant tempo.
enum SequencerCycles {
  private static let frames = 64
  private static let rate = 48_000

  private static func processorTime() -> Double { Double(ProcessorTime.now) }

  private static let start = ContinuousClock.now
  /// Returns the wall-clock time in nanoseconds. Reading it is faster than reading the processor time, but it includes
  /// the time of other programs.
  private static func wallTime() -> Double { (ContinuousClock.now - start) / .nanoseconds(1) }

  /// Returns the durations of `count` cycles in nanoseconds, ascending. The cycles start in the middle of the loops.
  /// The durations include the reading of the clock.
  static func measure(_ sequence: MIDISequence, cycles count: Int, _ time: () -> Double) throws -> [Double] {
    let sequencer = Sequencer(sampleRate: rate)
    try sequencer.publish(sequence)
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: sequencer.settings.mostEvents)
    defer { buffer.deallocate() }
    var times: [Double] = []
    times.reserveCapacity(count)
    for index in -1_000..<count {
      let frame = Int64(index + 1_000) * Int64(frames)
      let context = MusicalContext(tempo: 120, beat: 100 + Double(frame) / 24_000)
      let cycle = RenderCycle(firstFrame: frame, frameCount: frames, context: context)
      let start = time()
      _ = sequencer.render(cycle, into: buffer)
      let end = time()
      if index >= 0 { times.append(end - start) }
      if index % 256 == 0 { _ = sequencer.report() }
    }
    return times.sorted()
  }

  /// Returns the processor times in nanoseconds of `count` edits, ascending. Each edit inserts one note into a clip and
  /// publishes the new version.
  static func measureEdits(notes: Int, count: Int) throws -> [Double] {
    let sequencer = Sequencer(sampleRate: rate)
    var sequence = Song.loops(tracks: 1, notes: notes)
    try sequencer.publish(sequence)
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: sequencer.settings.mostEvents)
    defer { buffer.deallocate() }
    var times: [Double] = []
    for index in 0..<count {
      let start = processorTime()
      let note = Note(onset: Int64(index * 7_919 % notes) * 5_040 + 11, duration: 300, key: 20)
      sequence.tracks[0].clip?.notes.insert(note)
      try sequencer.publish(sequence)
      times.append(processorTime() - start)
      let cycle = RenderCycle(firstFrame: Int64(index * frames), frameCount: frames)
      _ = sequencer.render(cycle, into: buffer)
    }
    return times.sorted()
  }

  /// Returns the rows of the table.
  static func rows() throws -> [String] {
    let deadline = Double(frames) / Double(rate) * 1e9
    var rows = [
      "| sequencer | median | 99.9 % | worst, of processor time | of the deadline |", "|---|---|---|---|---|",
    ]
    for (tracks, notes) in [(16, 63), (16, 1_000), (16, 62_500), (1, 1_000), (1, 1_000_000)] {
      let sequence = Song.loops(tracks: tracks, notes: notes)
      let times = try measure(sequence, cycles: 200_000, wallTime)
      let worst = try measure(sequence, cycles: 200_000, processorTime)[199_999]
      let share = Int((worst / deadline * 1_000).rounded())
      rows.append(
        "| cycle of 64 frames, \(tracks) × \(notes) notes | \(text(times[100_000])) | \(text(times[199_800])) | "
          + "\(text(worst)) | \(share / 10).\(share % 10) % |")
    }
    for notes in [1_000, 100_000, 1_000_000] {
      let times = try measureEdits(notes: notes, count: 1_000)
      rows.append(
        "| edit of one of \(notes) notes, published | \(text(times[500])) | \(text(times[998])) | "
          + "\(text(times[999])) | |")
    }
    return rows
  }

  private static func text(_ nanoseconds: Double) -> String {
    let hundredths = Int((nanoseconds / 10).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) µs"
  }
}
