import Tactus

/// A line of a manifest: the inputs and settings of a bounce, and the digests of the files that it made.
struct ManifestLine: Sendable {
  /// A file and its contents.
  struct File: Equatable, Sendable {
    /// The path in the manifest.
    let path: String
    let digest: String
  }

  let json: JSON

  /// Returns whether bytes that are not valid JSON are the beginning of a line that was not written completely.
  ///
  /// - Parameter isFirst: whether no complete line precedes them. The file could then be one of another kind, so more
  ///   of the line is required.
  static func isBeginning(_ bytes: UnsafeRawBufferPointer, isFirst: Bool) -> Bool {
    let text = String(decoding: bytes.prefix(8_192), as: UTF8.self)
    let beginning = #"{"output": ""#
    guard isFirst else { return text.hasPrefix(beginning) || beginning.hasPrefix(text) }
    return text.hasPrefix(beginning) && text.has(#"", "sha256": ""#)
  }

  /// The path of the audio file in the manifest; it identifies the line.
  var output: String { json["output"]?.string ?? "" }

  init(_ json: JSON) { self.json = json }

  /// - Parameters:
  ///   - output: the audio file; for stems, the record of them.
  ///   - stems: the files of the stems.
  init(
    _ inputs: ManifestInputs, _ paths: ManifestPaths, output: String, stems: [String]? = nil, notes: String?,
    _ report: BounceReport
  ) throws {
    let audio = try InputFile.bytes(named: output)
    var members: [(String, JSON)] = [
      ("output", .string(paths.stored(output))), ("sha256", .string(SHA256.digest(of: audio))),
      ("bytes", JSON(audio.bytes.count)),
    ]
    if let stems { members.append(("stems", .array(try stems.map { try Self.member($0, paths) }))) }
    if let notes {
      // the file is empty if the song has no notes
      members += [
        ("notes", .string(paths.stored(notes))), ("notesSHA256", .string(try SHA256.digest(ofFile: notes))),
      ]
    }
    members += [
      ("frames", JSON(report.frameCount)), ("rate", JSON(report.sampleRate)), ("peak", .number(Double(report.peak))),
      ("noteCount", JSON(report.noteCount)),
    ]
    json = .object(members.map { JSON.Member(name: $0.0, value: $0.1) }) + inputs.json(paths)
  }

  /// Returns the JSON object that describes a stem.
  private static func member(_ stem: String, _ paths: ManifestPaths) throws(ToolError) -> JSON {
    let file = try InputFile.bytes(named: stem)
    return [
      "file": .string(paths.stored(stem)), "sha256": .string(SHA256.digest(of: file)), "bytes": JSON(file.bytes.count),
    ]
  }

  /// Whether the line describes a WebDataset shard. Such a line does not list the songs, so they cannot be bounced again.
  var isShard: Bool { json["song"] == nil && json["inputsSHA256"] != nil }

  /// The stems; empty if the line describes a bounce without stems.
  var stems: [(file: File, bytes: String?)] {
    guard case .array(let stems)? = json["stems"] else { return [] }
    return stems.compactMap { stem in
      guard let path = stem["file"]?.string, let digest = stem["sha256"]?.string else { return nil }
      return (File(path: path, digest: digest), stem["bytes"]?.text)
    }
  }

  /// Whether the line describes a bounce of these inputs into a file that still has the same number of bytes, with the
  /// same notes.
  func describes(_ inputs: ManifestInputs, _ paths: ManifestPaths, output: String, notes: String?) -> Bool {
    let expected = inputs.json(paths)
    guard ManifestInputs.names.allSatisfy({ Self.areEqual(json[$0]?.text, expected[$0]?.text) }),
      Self.areEqual(json["notes"]?.string, notes.map(paths.stored)), SameFile.isRegular(output),
      Self.length(of: output) == json["bytes"]?.text
    else { return false }
    if let notes {
      guard let digest = json["notesSHA256"]?.string else { return false }
      guard (try? SHA256.digest(ofFile: notes)) == digest else { return false }
    }
    return stems.allSatisfy { Self.length(of: paths.path($0.file.path)) == $0.bytes }
  }

  /// Returns the number of bytes of a file, written as in JSON; nil if the file cannot be read.
  private static func length(of path: String) -> String? {
    (try? InputFile.bytes(named: path)).map { "\($0.bytes.count)" }
  }

  private static func areEqual(_ a: String?, _ b: String?) -> Bool {
    a.map(BytewiseString.init) == b.map(BytewiseString.init)
  }

  /// The files of the line, each with the name of its role for messages. The built-in bank and the demos are not
  /// files.
  var files: [(role: String, file: File)] {
    var files: [(role: String, file: File)] = []
    func add(_ role: String, _ path: JSON?, _ digest: JSON?) {
      guard let path = path?.string, let digest = digest?.string else { return }
      files.append((role, File(path: path, digest: digest)))
    }
    add(json["stems"] == nil ? "audio" : "record", json["output"], json["sha256"])
    files += stems.map { ("stem", $0.file) }
    add("notes", json["notes"], json["notesSHA256"])
    if json["song"]?.string.flatMap({ Demo(named: $0) }) == nil { add("song", json["song"], json["songSHA256"]) }
    add("chain", json["chain"], json["chainSHA256"])
    if case .array(let banks)? = json["banks"] {
      for bank in banks where bank["file"]?.string != BankChoice.builtInName {
        add("bank", bank["file"], bank["sha256"])
      }
    }
    return files
  }
}

extension JSON {
  /// The text of a string; nil for other values.
  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
