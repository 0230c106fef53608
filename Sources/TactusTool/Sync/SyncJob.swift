import Tactus
import TactusPictures
import TactusSimulation

/// One run of `tactus sync`: the survey, the picture, and what is told.
struct SyncJob {
  let command: SyncCommand

  func run() throws {
    let survey = try survey()
    if let path = command.output { try draw(survey, to: path) }
    var output = StandardOutput()
    if command.json {
      try output.writeLine(SyncTable(survey).json.prettyText)
    } else {
      for line in SyncTable(survey).report(style: .standardOutput).lines { try output.writeLine(line) }
      if let path = command.output {
        try output.writeLine("")
        try output.writeLine("\(path): the same as a picture".printable)
      }
    }
    try output.flush()
  }

  private func survey() throws -> SyncSurvey {
    guard let name = command.file else { return SyncSurvey(command.settings) }
    let file = try InputFile.bytes(named: name)
    guard file.bytes.count <= 64 << 20 else {
      throw ToolError(file.name, "\(file.bytes.count.grouped) bytes; a recording of sync has 64 MiB at most")
    }
    let text = withExtendedLifetime(file) { String(decoding: file.bytes, as: UTF8.self) }
    do { return SyncSurvey(try SyncRecording(text), command.settings) } catch {
      throw ToolError(file.name, "\(error)")
    }
  }

  private func draw(_ survey: SyncSurvey, to path: String) throws {
    var settings = PictureSettings()
    settings.size = command.size
    let drawing = SyncPicture(survey, settings: settings).drawing
    let bytes =
      PictureFormat(path: path) == .svg ? drawing.svg(theme: command.theme) : drawing.png(theme: command.theme)
    do {
      let file = try OutputFile.open(path)
      try file.append(bytes)
      try file.commit()
    } catch { throw ToolError(nil, "\(error)") }
  }
}
