import Tactus
import Workloads

/// Measures the time for reading and compiling a MIDI file, and the peak memory.
enum ReadLimit {
  static func measure(_ path: String) throws {
    let clock = ContinuousClock()
    let memory = ProcessorTime.peakMemory
    let start = (ProcessorTime.now, clock.now)
    let file = try MIDIFile(reading: FileBytes.open(path))
    let read = (ProcessorTime.now, clock.now)
    let timeline = SequenceCompiler(sampleRate: 48_000).compile(file)
    let end = (ProcessorTime.now, clock.now)
    let peak = ProcessorTime.peakMemory - memory
    let events = file.tracks.reduce(0) { $0 + $1.events.count }
    print(
      [
        "\(events)", "\(timeline.count)", "\(read.0 - start.0)", "\(end.0 - read.0)",
        "\(Int((end.1 - start.1) / .nanoseconds(1)))", "\(peak)",
      ].joined(separator: "\t"))
  }
}
