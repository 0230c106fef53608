import Tactus
import TactusFiles
import TactusPictures
import TactusSimulation

/// One run of `tactus sync`: the measurement, the picture and the report.
struct SyncJob {
  let command: SyncCommand

  func run() throws {
    if let output = command.shown.output, let file = command.file, file != "-" {
      try SameFile.refuse(output, over: file)
    }
    let summary = try summary()
    let table = SyncTable(summary)
    try command.shown.show(table.json, table.report(style: .standardOutput).lines) {
      SyncPicture(summary, settings: $0).drawing
    }
  }

  private func summary() throws -> SyncSummary {
    guard let name = command.file else { return SyncSummary(command.settings) }
    let file = try InputFile.bytes(named: name)
    guard file.bytes.count <= 64 << 20 else {
      throw ToolError(file.name, "\(file.bytes.count.grouped) bytes; sync recordings are limited to 64 MiB")
    }
    if let kind = Self.kind(ofBinary: file) {
      throw ToolError(
        file.name,
        "\(kind), not a recording of sync; expected lines of seconds and bytes in hexadecimal, such as 0.020833 F8")
    }
    let text = withExtendedLifetime(file) { String(decoding: file.bytes, as: UTF8.self) }
    do { return SyncSummary(try SyncRecording(text), command.settings) } catch {
      throw ToolError(file.name, "\(error)")
    }
  }

  /// Returns the type of a file that is not text, judged by its first bytes; nil for text.
  private static func kind(ofBinary file: FileBytes) -> String? {
    withExtendedLifetime(file) {
      let start = file.bytes.prefix(4_096)
      if start.starts(with: "MThd".utf8) { return "a MIDI file" }
      if FileKind(file) == .bank { return "a sound bank" }
      return start.contains { $0 < 9 } ? "binary data" : nil
    }
  }
}
