import Tactus
import TactusPictures
import TactusSimulation

/// One run of `tactus jitter`: the survey, the picture, and what is told.
struct JitterJob {
  let command: JitterCommand

  func run() throws {
    let survey = JitterSurvey(command.settings)
    if let path = command.output { try draw(survey, to: path) }
    var output = StandardOutput()
    if command.json {
      try output.writeLine(JitterTable(survey).json.prettyText)
    } else {
      for line in JitterTable(survey).report(style: .standardOutput).lines { try output.writeLine(line) }
      if let path = command.output {
        try output.writeLine("")
        try output.writeLine("\(path): the same as a picture".printable)
      }
    }
    try output.flush()
  }

  private func draw(_ survey: JitterSurvey, to path: String) throws {
    var settings = PictureSettings()
    settings.size = command.size
    let drawing = JitterPicture(survey, settings: settings).drawing
    let bytes =
      PictureFormat(path: path) == .svg ? drawing.svg(theme: command.theme) : drawing.png(theme: command.theme)
    do {
      let file = try OutputFile.open(path)
      try file.append(bytes)
      try file.commit()
    } catch { throw ToolError(nil, "\(error)") }
  }
}
