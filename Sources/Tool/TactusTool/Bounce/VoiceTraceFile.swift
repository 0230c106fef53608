import Tactus
import TactusFileAccess
import TactusFiles

/// The file of `bounce --trace`: one JSON object per line for each voice event.
///
/// It is written to a temporary file, which is renamed when the bounce has succeeded.
final class VoiceTraceFile {
  /// Nil for standard output.
  private let file: OutputFile?
  private var standardOutput = StandardOutput()
  private let sampleRate: Double

  init(_ path: String, sampleRate: Int) throws(ToolError) {
    self.sampleRate = Double(sampleRate)
    do { file = path == "-" ? nil : try OutputFile.open(path) } catch { throw ToolError(nil, "\(error)") }
  }

  /// Writes a voice event.
  var receiver: Bouncer.VoiceTraceReceiver {
    { event in
      var line = event.json(sampleRate: self.sampleRate).text + "\n"
      guard let file = self.file else { return try self.standardOutput.write(line) }
      try line.withUTF8 { try file.append(UnsafeRawBufferPointer($0)) }
    }
  }

  /// Completes the temporary file and renames it.
  func commit() throws {
    if let file { try file.commit() } else { try standardOutput.flush() }
  }
}

extension VoiceEvent {
  /// Returns the event as JSON, with ports and channels counted from 1.
  func json(sampleRate: Double) -> JSON {
    var members: [(String, JSON)] = [
      ("event", .string(kind.rawValue)), ("frame", JSON(frame)), ("seconds", .number(Double(frame) / sampleRate)),
    ]
    if let reason { members.append(("reason", .string(reason.rawValue))) }
    if let voice { members.append(("voice", JSON(voice))) }
    if let note { members.append(("note", JSON(note))) }
    if let byNote { members.append(("byNote", JSON(byNote))) }
    members += [
      ("port", JSON(Int(port) + 1)), ("channel", JSON(Int(channel) + 1)), ("key", JSON(Int(key))),
      ("velocity", JSON(Int(velocity))),
    ]
    if let region {
      members += [
        ("region", JSON(region.index)), ("bank", JSON(region.bank)), ("program", JSON(region.program)),
        ("preset", .string(region.preset)), ("sample", .string(region.sample)),
      ]
    }
    return .object(members.map { JSON.Member(name: $0.0, value: $0.1) })
  }
}
