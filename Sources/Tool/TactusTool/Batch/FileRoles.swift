/// Records which lines of a list read and write which files, so that no file is written twice or replaces an input.
struct FileRoles {
  /// The line that writes each file.
  private var makers: [FileIdentity: Int32] = [:]
  /// The first line that reads each file.
  private var readers: [FileIdentity: Int32] = [:]
  private var finder = FileIdentity.Finder()
  private var lastBanks: [String] = []
  /// Files that no line may write, each with a description for error messages.
  private var others: [FileIdentity: String] = [:]

  /// - Parameter others: files that no line may write, each with a description for error messages.
  init(_ others: [(path: String?, what: String)] = []) {
    for (path, what) in others where path != nil && path != "-" {
      self.others[finder.identity(of: path ?? "").identity] = what
    }
  }

  /// Records the files of a line; returns whether all files that the line writes exist.
  mutating func add(_ item: BatchItem, line: Int32, of list: String) throws(ToolError) -> Bool {
    let subject = "\(list): line \(line)"
    try read(item.song, line, subject)
    for path in item.options.chain.map({ [$0] }) ?? [] { try read(path, line, subject) }
    if item.options.bank != lastBanks {
      lastBanks = item.options.bank
      for name in lastBanks { try read(BankChoice.path(in: name), line, subject) }
    }
    var exist = true
    for path in item.writtenFiles {
      exist = try write(path, line, subject) && exist
    }
    return exist
  }

  /// Records a file that a line writes; returns whether it exists.
  private mutating func write(_ path: String, _ line: Int32, _ subject: String) throws(ToolError) -> Bool {
    let (identity, exists) = finder.identity(of: path)
    if let what = others[identity] { throw ToolError(subject, "\(path) would overwrite \(what); choose another name") }
    if let other = makers.updateValue(line, forKey: identity) {
      throw ToolError(
        subject,
        other == line
          ? "the audio file and the file of notes are the same, \(path); give each a name of its own"
          : "line \(other) also writes \(path); give each song its own output")
    }
    if let other = readers[identity] { throw Self.conflict(path, read: other, line, subject) }
    return exists
  }

  private mutating func read(_ path: String, _ line: Int32, _ subject: String) throws(ToolError) {
    let identity = finder.identity(of: path).identity
    if let other = makers[identity] { throw Self.conflict(path, made: other, subject) }
    if readers[identity] == nil { readers[identity] = line }
  }

  private static func conflict(_ path: String, read other: Int32, _ line: Int32, _ subject: String) -> ToolError {
    other == line
      ? ToolError(subject, "the output \(path) would overwrite an input of the same line; choose another output")
      : ToolError(subject, "\(path) would replace a file that line \(other) reads; choose another output")
  }

  private static func conflict(_ path: String, made other: Int32, _ subject: String) -> ToolError {
    ToolError(subject, "line \(other) would replace \(path), which is read here; choose another output there")
  }
}
