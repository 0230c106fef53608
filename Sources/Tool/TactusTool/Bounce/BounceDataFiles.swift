import Tactus

/// The files of `bounce --trace` and `bounce --notes`, which are written along with the audio.
final class BounceDataFiles {
  private let trace: JSONLinesFile?
  private let notes: JSONLinesFile?
  private let stems: [Stem]
  private let sampleRate: Double
  private let collector: NoteCollector

  /// Opens the files that the options name.
  ///
  /// - Parameters:
  ///   - bouncer: the bounce whose notes are written.
  ///   - stems: the stems of the bounce; empty if only the mix is rendered.
  init(_ options: BounceOptions, _ bouncer: Bouncer, stems: [Stem]) throws(ToolError) {
    collector = NoteCollector(for: bouncer)
    trace = try options.trace.map { path throws(ToolError) in try JSONLinesFile(path) }
    notes = try options.notes.map { path throws(ToolError) in try JSONLinesFile(path) }
    self.stems = stems
    sampleRate = Double(options.fileSound.rate)
  }

  /// Receives the voice events of the bounce; nil if neither file is written.
  var receiver: Bouncer.VoiceTraceReceiver? {
    guard trace != nil || notes != nil else { return nil }
    return { event in
      try self.trace?.write(event.json(sampleRate: self.sampleRate))
      if self.notes != nil { self.collector.take(event) }
    }
  }

  /// Writes the notes and all buffered data; called before any file gets its final name.
  func complete() throws {
    if let notes {
      for note in collector.finish() {
        if Interruption.signalNumber != nil { throw BounceError.cancelled }
        try notes.write(note.json(sampleRate: sampleRate, stems: stems))
      }
      try notes.complete()
    }
    try trace?.complete()
  }

  /// Renames the temporary files to their final names.
  func commit() throws {
    try notes?.commit()
    try trace?.commit()
  }
}
