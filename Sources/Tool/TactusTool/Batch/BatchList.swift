import ArgumentParser
import Tactus

/// A list of songs to bounce: UTF-8, with a JSON object per line, and blank lines and comments anywhere. Paths are
/// relative to the list's folder.
package struct BatchList: Sendable {
  /// The list's name in messages.
  package let name: String
  private let file: FileBytes
  private let folder: String

  /// The position of a line in the file.
  package struct Line: Sendable {
    let start: Int
    let length: Int32
    /// The number of the line, from 1.
    package let number: Int32
  }

  /// The maximum length of a line.
  private static var longestLine: Int { 1 << 20 }

  /// Opens a list; "-" reads it from standard input, with paths relative to the working folder.
  package init(named path: String) throws(ToolError) {
    self.init(try InputFile.bytes(named: path), folder: FilePath.folder(of: path))
  }

  private init(_ file: FileBytes, folder: String) {
    (self.file, self.folder) = (file, folder)
    name = file.name
  }

  /// Returns a sentence about the first invalid line; nil if all are valid.
  package static func complaint(in file: FileBytes) -> String? {
    let list = BatchList(file, folder: "")
    do {
      let options = try BounceOptions.defaults()
      try list.forEachLine { line throws(ToolError) in _ = try list.item(line, options) }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Calls `body` with each line that contains more than white space and comments.
  package func forEachLine(_ body: (Line) throws(ToolError) -> Void) throws(ToolError) {
    try file.forEachJSONLine { number, range throws(ToolError) in
      guard range.count <= Self.longestLine, let number = Int32(exactly: number) else {
        throw ToolError("\(name): line \(number)", "the line is longer than the maximum of 1 MiB")
      }
      try body(Line(start: range.lowerBound, length: Int32(range.count), number: number))
    }
  }

  /// Returns the song of a line, whose options override those of the command line.
  func item(_ line: Line, _ options: BounceOptions) throws(ToolError) -> BatchItem {
    let subject = "\(name): line \(line.number)"
    var item = BatchItem(song: "", output: "", options: options, line: Int(line.number))
    let members = try members(of: line)
    for (index, member) in members.enumerated() {
      if members[..<index].contains(where: { $0.name == member.name }) {
        throw ToolError(subject, "duplicate member \"\(member.name)\"; give it once")
      }
      guard member.value != .null else { continue }
      try take(member, into: &item, subject)
    }
    if item.song.isEmpty { throw ToolError(subject, "expected a member \"song\", the path of a MIDI file") }
    if item.output.isEmpty { throw ToolError(subject, "expected a member \"output\", the path of the file to make") }
    try checkOutput(of: item, subject)
    item.options.output = item.output
    if let notes = item.options.notes {
      guard notes != "-", !notes.hasSuffix("/") else { throw ToolError(subject, "notes: expected the path of a file") }
      item.options.notes = BounceOptions.notesPath(notes, beside: item.completedFile)
    }
    try checkLevels(in: members, item.options.sound, subject)
    try check(item.options, subject)
    return item
  }

  /// Throws an error if the line sets the level of an effect that is off.
  private func checkLevels(
    in members: [JSON.Member], _ sound: SoundOptions, _ subject: String
  ) throws(ToolError) {
    for member in members where member.value != .null {
      if member.name == "reverbLevel", sound.isDry {
        throw ToolError(subject, "reverbLevel: the reverb is off; leave it out")
      }
      if member.name == "chorusLevel", sound.isWithoutChorus {
        throw ToolError(subject, "chorusLevel: the chorus is off; leave it out")
      }
    }
  }

  private func checkOutput(of item: BatchItem, _ subject: String) throws(ToolError) {
    let isFolder = item.output.hasSuffix("/")
    if item.options.part.stems == nil, isFolder { throw ToolError(subject, "output: expected the path of a file") }
    if item.options.part.stems != nil, !isFolder {
      throw ToolError(subject, "output: stems need a folder of their own; write \(JSON.quoted(item.output + "/"))")
    }
  }

  private func members(of line: Line) throws(ToolError) -> [JSON.Member] {
    let json: JSON
    do throws(JSONSyntaxError) { json = try self.json(line) } catch {
      throw ToolError("\(name): line \(line.number), column \(error.column)", "expected \(error.expected)")
    }
    guard case .object(let members) = json else {
      throw ToolError("\(name): line \(line.number)", "expected an object, {\"song\": …, \"output\": …}")
    }
    return members
  }

  /// Returns a line as JSON. Bytes that are not valid UTF-8 are converted as in file names.
  private func json(_ line: Line) throws(JSONSyntaxError) -> JSON {
    defer { withExtendedLifetime(file) {} }
    let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[line.start..<line.start + Int(line.length)])
    if String(validating: bytes, as: UTF8.self) != nil { return try JSON(reading: bytes) }
    let text = FileBytes(copying: Array(FileName.text(of: bytes).utf8), name: name)
    defer { withExtendedLifetime(text) {} }
    return try JSON(reading: text.bytes)
  }

  private func take(_ member: JSON.Member, into item: inout BatchItem, _ subject: String) throws(ToolError) {
    switch member.name {
    case "song", "input":
      guard item.song.isEmpty else { throw ToolError(subject, "\"song\" and \"input\" mean the same; give one") }
      item.song = try path(member, subject)
    case "output": item.output = try path(member, subject, mayBeFolder: true)
    default:
      guard let known = BatchMember.named(member.name) else { throw unknown(member.name, subject) }
      guard known.set(member.value, &item.options) else {
        throw ToolError(subject, "\(member.name): expected \(known.expected)")
      }
      if member.name == "bank" { item.options.bank = item.options.bank.map { BankChoice.name($0, from: folder) } }
      if member.name == "notes" {
        item.options.notes = item.options.notes.map { BounceOptions.isSuffix($0) ? $0 : absolutePath($0) }
      }
      if member.name == "chain" { item.options.chain = item.options.chain.map(absolutePath) }
    }
  }

  private func unknown(_ name: String, _ subject: String) -> ToolError {
    let meant = Suggestion.nearest(to: name, among: ["song", "output"] + BatchMember.names)
    return ToolError(
      subject,
      "unknown: a member \(JSON.quoted(name))" + Suggestion.question(meant))
  }

  private func path(
    _ member: JSON.Member, _ subject: String, mayBeFolder: Bool = false
  ) throws(ToolError) -> String {
    guard case .string(let path) = member.value, !path.isEmpty, path != "-", mayBeFolder || !path.hasSuffix("/") else {
      throw ToolError(subject, "\(member.name): expected the path of a file")
    }
    return absolutePath(path)
  }

  /// Converts a path relative to the list's folder to one relative to the working folder.
  private func absolutePath(_ path: String) -> String { path.hasPrefix("/") ? path : folder + path }

  /// Throws an error for options that the command line would refuse.
  private func check(_ options: BounceOptions, _ subject: String) throws(ToolError) {
    if let suffix = options.unknownPathExtension {
      throw ToolError(subject, "output: unsupported output format '.\(suffix)'")
    }
    do {
      try options.validate()
      try options.validateFormat()
      try options.plain.validate()
      try options.part.validate()
      try options.level.validate()
      try options.settings.check()
    } catch {
      throw ToolError(subject, "\(error)")
    }
  }
}
