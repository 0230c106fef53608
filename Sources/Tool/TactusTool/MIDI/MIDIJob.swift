import TactusFileAccess
import TactusFiles
import TactusSequencer
import TactusTime

/// Decodes a dump and prints it line by line.
struct MIDIJob {
  let file: String
  /// The format; nil to detect it.
  let kind: DumpKind?
  let isHex: Bool
  let isJSON: Bool

  func run() throws {
    let input = try opened()
    defer { withExtendedLifetime(input) {} }
    if isHex {
      let text = try HexText(input.bytes, name: input.name)
      try decode(FileBytes(copying: text.bytes, name: input.name), kind ?? (text.isWords ? .words : nil))
    } else {
      try decode(input, kind)
    }
  }

  /// Opens the file. With --hex, the name of a file that does not exist is itself the input, unless it contains a slash
  /// or a dot.
  private func opened() throws(ToolError) -> FileBytes {
    guard file != "-", !SameFile.exists(file) else { return try InputFile.bytes(named: file) }
    let text = Array(file.utf8)
    if isHex, !file.contains("/"), !file.contains(".") { return FileBytes(copying: text, name: "the command line") }
    if (try? HexText(text, name: file)) != nil, text.count > 1 {
      throw ToolError(file, "no such file; --hex reads hexadecimal digits")
    }
    return try InputFile.bytes(named: file)
  }

  private func decode(_ input: FileBytes, _ wanted: DumpKind?) throws {
    defer { withExtendedLifetime(input) {} }
    let bytes = input.bytes
    var output = StandardOutput()
    let style = Style.standardOutput
    func report(_ line: DecodedLine) throws(StandardOutput.Failure) {
      try output.append { isJSON ? line.appendJSON(to: &$0) : line.append(to: &$0, style: style) }
    }
    switch try wanted ?? guess(input) {
    case .bytes: try StreamDecoder.decode(bytes, report)
    case .words: try PacketDecoder.decode(bytes, isBig: true, report)
    case .littleWords: try PacketDecoder.decode(bytes, isBig: false, report)
    case .clip:
      guard bytes.starts(with: "SMF2CLIP".utf8) else {
        throw ToolError(input.name, "does not begin with SMF2CLIP; --as words reads packets without it")
      }
      try report(DecodedLine(offset: 0, tick: 0, bytes: Array(bytes.prefix(8)), words: "MIDI clip"))
      try PacketDecoder.decode(
        UnsafeRawBufferPointer(rebasing: bytes[8...]), isBig: true, from: 8, isClip: true, report)
    case .song: try list(InputFile.song(in: input), &output, style)
    }
    try output.flush()
  }

  /// Detects the format; throws if this command does not support it.
  private func guess(_ input: FileBytes) throws(ToolError) -> DumpKind {
    if input.bytes.isEmpty { throw ToolError(input.name, "the file is empty, expected MIDI") }
    if FileKind(input) == .bank { throw ToolError(input.name, "a sound bank, not MIDI; see `tactus inspect`") }
    if let kind = DumpKind(guessing: input.bytes) {
      // the first bytes of other files, such as pictures and archives, may also form a valid stream
      guard kind == .bytes || kind == .littleWords || kind == .words else { return kind }
      do { _ = try MIDIFile(reading: input) } catch {
        if case .foreign(_, let what) = error, input.bytes.first != 0xF0 {
          throw ToolError(input.name, "\(what), not MIDI; --as bytes reads it anyway")
        }
        return kind
      }
      return .song
    }
    if isHex { return .bytes }  // text that is meant as MIDI, such as data bytes without a status
    if (try? HexText(input.bytes, name: input.name)) != nil {
      throw ToolError(input.name, "text, not MIDI; --hex reads hexadecimal digits")
    }
    throw ToolError(input.name, "no known MIDI format; select one with --as")
  }

  private func list(_ song: MIDIFile, _ output: inout StandardOutput, _ style: Style) throws {
    for finding in song.diagnostics.kept {
      let line = DecodedLine(offset: finding.offset, bytes: [], words: finding.description, isFlaw: true)
      try output.append { isJSON ? line.appendJSON(to: &$0) : line.append(to: &$0, style: style) }
    }
    let map = song.tempoMap(.concatenated)
    var narrator = MessageNarrator(textHint: song.textHint)
    for element in MergedEvents(song, choice: .concatenated) {
      let line = EventLine(
        tick: element.tick, seconds: map.seconds(atTick: element.tick), frame: nil, track: element.track + 1,
        bytes: song.bytes(of: element), words: song.tracks[element.track].words(of: element.event, &narrator))
      try output.append {
        if !isJSON { return line.append(to: &$0) }
        line.appendObject(to: &$0)
        $0.append(UInt8(ascii: "\n"))
      }
    }
  }
}
