import ArgumentParser
import Tactus

/// One run of `tactus sequence`: a sequence is edited, and then printed, played, or written in another form.
struct SequenceJob {
  let command: SequenceCommand
  private let file: FileBytes
  let sequence: MIDISequence
  /// The tick at which playback ends.
  let end: Tick

  init(_ command: SequenceCommand) throws {
    self.command = command
    file = try InputFile.bytes(named: command.file)
    var remarks: [String] = []
    var sequence = try InputFile.sequence(in: file, strict: command.options.strict, remarks: &remarks)
    try command.edits.apply(to: &sequence, named: file.name)
    self.sequence = sequence
    end = try command.length.end(of: sequence, named: file.name)
    try checkLength()
    for remark in remarks { report(remark) }
  }

  /// The file's name in messages.
  var name: String { file.name }

  func run() throws {
    guard command.options.output != nil else { return try report() }
    switch command.target {
    case .document: try write(sequence.document())
    case .midiFile: try write(midiFile)
    case .audio: try bounce()
    }
  }

  /// Refuses lists of events and MIDI files that would last longer than the maximum. The bouncer itself checks the
  /// length of audio, and the other outputs do not grow with the duration.
  private func checkLength() throws(ToolError) {
    guard command.events || command.options.output != nil && command.target == .midiFile else { return }
    let (seconds, maximum) = (sequence.tempoMap.seconds(atTick: end).approximate, command.options.part.maxLength)
    guard seconds <= maximum else {
      throw ToolError(
        file.name,
        "the output would last \(seconds.asClock), longer than the maximum of \(maximum.asClock); "
          + "shorten it with --bars, or raise --max-length")
    }
  }

  // MARK: Printing

  private func report() throws {
    var output = StandardOutput()
    if command.events {
      let played = try played()
      let listing = SequenceListing(name: file.name, played: played)
      if command.options.json { try listing.writeJSON(to: &output) } else { try listing.write(to: &output) }
      remark(played.counters)
    } else {
      let inspection = SequenceInspection(name: file.name, sequence: sequence, end: end)
      if command.options.json {
        try output.writeLine(inspection.json.prettyText)
      } else {
        for line in inspection.report(style: .standardOutput).lines { try output.writeLine(line) }
      }
    }
    try output.flush()
  }

  private func played() throws(ToolError) -> PlayedSequence {
    do {
      return try PlayedSequence(
        sequence, until: end, sampleRate: command.options.fileSound.rate, isFilling: command.edits.fill)
    } catch { throw ToolError(file.name, "\(error)") }
  }

  /// Reports the number of events that the sequencer could not play.
  private func remark(_ counters: SequencerCounters) {
    let lost = counters.droppedNotes + counters.droppedMessages
    if lost > 0 { report("\(file.name): \(lost.counted("event")) left out: too many at once") }
  }

  private func report(_ remark: String) {
    guard !command.options.quiet else { return }
    StandardError.remark(remark)
  }

  // MARK: Writing files

  /// The bytes of a MIDI file with the played events. A sequence that is played completely is converted directly.
  private var midiFile: [UInt8] {
    get throws(ToolError) {
      guard sequence.ticksPerQuarter <= 0x7FFF else {
        throw ToolError(
          file.name,
          "ticksPerQuarter is \(sequence.ticksPerQuarter.grouped); a MIDI file can have "
            + "at most 32,767 ticks per quarter note, so lower it")
      }
      do {
        if !command.length.isAsked, !command.edits.fill, end == sequence.length {
          return try sequence.midiFile().written()
        }
        return try song(inPlayedOrder: false).namingPorts().written()
      } catch let error as ToolError { throw error } catch { throw ToolError(file.name, "\(error)") }
    }
  }

  /// Returns the played events as a song.
  private func song(inPlayedOrder: Bool) throws(ToolError) -> MIDIFile {
    let played = try played()
    remark(played.counters)
    do { return try played.song(inPlayedOrder: inPlayedOrder) } catch { throw ToolError(file.name, "\(error)") }
  }

  private func bounce() throws {
    let song = try song(inPlayedOrder: true)
    var source = BounceSource(song, sequence.tempoMap, from: command.file, name: file.name, original: try original())
    source.hasGivenLength = command.length.isAsked
    try BounceJob(options: command.options, source: source).run()
  }

  /// Returns the song of a MIDI file from which the sequence was read; nil for a document.
  func original() throws(ToolError) -> BounceSource? {
    file.isDocument ? nil : try BounceSource(file, path: command.file, strict: command.options.strict)
  }

  /// Writes the output file, and reports its contents.
  private func write(_ bytes: [UInt8]) throws {
    guard let wanted = command.options.output else { return }
    let pathExtension = command.target == .document ? "json" : "mid"
    let path = try OutputPath.path(
      wanted, named: OutputPath.name(from: command.file, or: "sequence", pathExtension: pathExtension))
    if command.file != "-", path != "-", SameFile.check(path, command.file) {
      throw ToolError(path, "the output would overwrite the sequence; choose another name")
    }
    try WholeFile.write(bytes, to: path)
    guard command.options.json || !command.options.quiet, path != "-" else { return }
    var output = StandardOutput()
    if command.options.json {
      let object: JSON = [
        "kind": "sequence", "song": .string(file.name), "file": .string(path), "bytes": JSON(bytes.count),
      ]
      try output.writeLine(object.prettyText)
    } else {
      try output.writeLine("\(path): \(sequence.tracks.count.counted("track")), \(bytes.count.asBytes)".printable)
    }
    try output.flush()
  }
}
