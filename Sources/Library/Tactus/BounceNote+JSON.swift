import TactusEngine
import TactusFileAccess
import TactusFiles

extension BounceNote {
  /// Returns the note as JSON, with ports, channels and tracks counted from 1.
  ///
  /// - Parameter stems: the stems of the bounce; empty if only the mix is rendered.
  package func json(sampleRate: Double, stems: [Stem]) -> JSON {
    var members: [(String, JSON)] = [
      ("onset", JSON(onset)), ("keyUp", JSON(keyUp)), ("release", JSON(release)), ("end", JSON(end)),
      ("seconds", .number(Double(onset) / sampleRate)), ("duration", .number(Double(keyUp - onset) / sampleRate)),
      ("port", JSON(Int(port) + 1)), ("channel", JSON(Int(channel) + 1)), ("key", JSON(Int(key))),
      ("velocity", JSON(Int(velocity))),
    ]
    if let track { members.append(("track", JSON(track + 1))) }
    if let stem, stems.indices.contains(stem) { members.append(("stem", JSON(stems[stem].number))) }
    if let bank { members.append(("bank", JSON(bank))) }
    if let program { members.append(("program", JSON(program))) }
    if let preset { members.append(("preset", .string(preset))) }
    members.append(("voices", JSON(voices)))
    if isStolen { members.append(("stolen", .bool(true))) }
    if let missing { members.append(("missing", .string(missing.rawValue))) }
    return .object(members.map { JSON.Member(name: $0.0, value: $0.1) })
  }

  /// Writes a file with a JSON line for each note. The file is renamed to its final name when it is complete.
  package static func write(_ notes: [BounceNote], sampleRate: Double, to path: String) throws {
    let file = try OutputFile.open(path)
    do {
      for note in notes {
        var line = note.json(sampleRate: sampleRate, stems: []).text + "\n"
        try line.withUTF8 { try file.append(UnsafeRawBufferPointer($0)) }
      }
      try file.commit()
    } catch {
      file.cancel()
      throw error
    }
  }
}
