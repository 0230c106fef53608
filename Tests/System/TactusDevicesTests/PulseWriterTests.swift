import TactusDevices
import Testing

/// The callbacks of a PulseAudio stream, and MIDI beside its audio.
@Suite struct PulseWriterTests {
  private static let period = NoteDevice.period
  private static let buffer = NoteDevice.buffer

  private let pulse = SimulatedPulse()
  private let watch = DeviceWatch()
  private let device: NoteDevice

  init() throws { device = try NoteDevice(step: Self.period) }

  private func makeWriter() -> PulseWriter {
    var writer = PulseWriter(
      functions: pulse.functions, stream: pulse.stream, underruns: watch.underruns, latency: watch.soundLatencyWord)
    writer.renderer = device.memory.renderer
    return writer
  }

  /// Writes cycles. Returns the times of their notes, each minus the duration of what is written before it, and the time
  /// that the writing took.
  private func write(_ cycles: Int, _ writer: inout PulseWriter) -> (starts: [Int64], time: ClosedRange<Int64>) {
    let begin = NoteDevice.now
    writer.write(8 * cycles * Self.period)
    let end = NoteDevice.now
    let times = device.takeNotes()
    #expect(times.count == cycles)
    let starts = times.enumerated().map { $1 - NoteDevice.nanoseconds($0 * Self.period) }
    return (starts, begin...end)
  }

  private func check(_ starts: [Int64], within moment: ClosedRange<Int64>) {
    for (index, start) in starts.enumerated() {
      #expect(start >= moment.lowerBound - 2 && start <= moment.upperBound + 2, "note \(index)")
    }
  }

  /// The server plays when the buffer is full, also after an underflow, and the first note is sent then.
  @Test(arguments: [1 << 20, 3 * 8 * 1_024]) func anEmptyBufferIsFilledBeforeItPlays(part: Int) {
    pulse.largestPart = part
    var writer = makeWriter()
    let first = write(8, &writer)
    check(first.starts, within: first.time)
    _ = write(1, &writer)
    writer.countUnderflow()
    #expect(watch.underrunCount == 1)
    let second = write(8, &writer)
    check(second.starts, within: second.time)
  }

  /// The parts of a long request are rendered at once, but not heard at once.
  @Test func theTimesOfPartsAreInLine() {
    var writer = makeWriter()
    _ = write(8, &writer)
    pulse.largestPart = 4 * 8 * Self.period
    let starts = write(8, &writer).starts
    for start in starts { #expect(abs(start - starts[0]) <= 2) }
  }

  /// While the stream plays, the server says when a frame is heard: after what it has not read yet, and its latency.
  @Test func theServerSaysWhenAFrameIsHeard() {
    var writer = makeWriter()
    _ = write(8, &writer)
    #expect(watch.soundLatency == 0)
    pulse.report.playing = 1
    pulse.report.sink_usec = 300_000
    pulse.report.read_index = Int64(8 * Self.period)
    // the time of the report, 0, is not plausible
    pulse.report.transport_usec = 5_000
    let begin = NoteDevice.now
    writer.takeReport()
    let delay = 295_000_000 + NoteDevice.nanoseconds(7 * Self.period)
    let moment = begin + delay...NoteDevice.now + delay
    let first = write(1, &writer).starts
    check(first, within: moment)
    // the latency is that of the last frame
    let longest = delay + NoteDevice.nanoseconds(Self.period)
    #expect(watch.soundLatency <= Int(longest) + 2)
    #expect(watch.soundLatency >= Int(longest - (NoteDevice.now - begin)) - 2)
    // the next cycle is heard right after it, whenever the server asks for it
    let second = write(1, &writer).starts
    for start in second { #expect(abs(start - NoteDevice.nanoseconds(Self.period) - first[0]) <= 1_000) }
  }

  /// A report says nothing about a stream that does not play, or whose buffer has become empty since.
  @Test func aReportEndsWithThePlaying() {
    for isStopped in [false, true] {
      var writer = makeWriter()
      _ = write(1, &writer)
      pulse.report.playing = 1
      pulse.report.sink_usec = 300_000
      writer.takeReport()
      writer.countUnderflow()
      if isStopped {
        pulse.report.playing = 0
        writer.takeReport()
      }
      let again = write(8, &writer)
      check(again.starts, within: again.time)
    }
  }
}
