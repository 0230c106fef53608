import TactusBuiltins
import TactusFileAccess
import TactusFiles

/// Opens the input files of commands, given as a path or as "-" for standard input, and converts errors to one line.
enum InputFile {
  /// Returns the bytes of a file.
  static func bytes(named name: String) throws(ToolError) -> FileBytes {
    do { return try FileBytes.open(name) } catch { throw ToolError(nil, "\(error)") }
  }

  /// Returns the name of an input in messages and in JSON.
  static func displayName(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// Returns the bytes of a file or of a bank, which is looked up by its name as for `--bank`. The data of the built-in
  /// bank's samples is zero: to generate it would take a second, and inspections and pictures of banks do not use it.
  static func bytesOrBank(named name: String) throws(ToolError) -> FileBytes {
    if name == BankChoice.builtInName { return Builtins.onDemandFont.file }
    if let path = BankChoice.location(of: name) { return try bytes(named: path) }
    if BankChoice.hasBankExtension(name), !name.contains("/") { throw BankChoice.nowhere(name) }
    return try bytes(named: name)
  }

  /// Reads the song in a file.
  static func song(named name: String, strict: Bool = false) throws(ToolError) -> MIDIFile {
    try song(in: bytes(named: name), strict: strict)
  }

  /// Reads the song in the bytes of a file.
  ///
  /// - Parameter takesBank: whether the command has the option `--bank`.
  static func song(in file: FileBytes, strict: Bool = false, takesBank: Bool = false) throws(ToolError) -> MIDIFile {
    if FileKind(file) == .bank {
      let advice = takesBank ? "give a MIDI file here and the bank with --bank" : "give a MIDI file"
      throw ToolError(file.name, "a sound bank, not a song; \(advice)")
    }
    do { return try MIDIFile(reading: file, options: .init(strict: strict)) } catch {
      throw ToolError(error, of: file, expected: "a MIDI file")
    }
  }

  /// Returns the remark that a song has defects; nil if it has none.
  static func remark(onDefectsOf song: MIDIFile, named name: String) -> String? {
    remark(onDefects: song.diagnostics.count(atLeast: .warning), of: name)
  }

  /// Returns the remark that a song has a number of defects; nil if it has none.
  static func remark(onDefects count: Int, of name: String) -> String? {
    count > 0 ? "\(name): \(count.counted("defect")); `tactus inspect` lists them" : nil
  }

  /// Reads the bank in a file. If the file is a song, the error says that a bank is expected here.
  static func bank(in file: FileBytes, strict: Bool = false) throws(ToolError) -> SoundFont {
    do { return try SoundFont(file, strictness: strict ? .strict : .lenient) } catch {
      if case .notSoundFont = error, (try? MIDIFile(reading: file)) != nil {
        throw ToolError(file.name, "a MIDI file, not a sound bank; give a SoundFont (.sf2) or DLS bank as the bank")
      }
      throw ToolError(nil, "\(error)")
    }
  }
}

extension ToolError {
  /// Converts an error of the reader of MIDI files to the form "file: problem".
  init(_ error: MIDIFileError, of file: FileBytes, expected: String) {
    switch error {
    case .empty: self.init(file.name, "the file is empty, expected \(expected)")
    case .foreign where file.isDocument:
      self.init(file.name, "a JSON document, not \(expected); `tactus sequence` plays it if it is a sequence")
    case .foreign(_, let what): self.init(file.name, "\(what), not \(expected)")
    case .noHeader: self.init(file.name, "not \(expected), and no other type that tactus recognizes")
    default:
      // the other messages start with the file's name, with or without a colon
      let text = "\(error)"
      let rest = text.hasPrefix(file.name) ? text.dropFirst(file.name.count).drop { $0 == ":" || $0 == " " } : text[...]
      // the reader knows nothing of options
      let advice = " (read without strict to accept it)"
      let isStrict = rest.hasSuffix(advice)
      let problem = String(isStrict ? rest.dropLast(advice.count) : rest)
      self.init(file.name, problem + (isStrict ? "; leave out --strict to accept it" : ""))
    }
  }
}
