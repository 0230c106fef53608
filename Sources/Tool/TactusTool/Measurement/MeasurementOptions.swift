import ArgumentParser
import Tactus
import TactusFiles
import TactusPictures

/// The output options of measuring commands: a report or JSON, and optionally a picture.
struct MeasurementOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Also draw a picture, .svg or .png.", valueName: "file"),
    completion: .file())
  var output: String?
  @Option(help: ArgumentHelp("Size of the picture in pixels, such as 1600x900.", valueName: "WxH"))
  var size: PictureSettings.Size?
  @Option(help: "Light, dark, or auto for the viewer's preference (SVG only). (default: light)")
  var theme: PictureTheme?
  @Flag(help: "Print one JSON object.") var json = false

  func validate() throws {
    guard let output else {
      guard size == nil, theme == nil else { throw ValidationError("--size and --theme require a picture, -o") }
      return
    }
    guard let format = PictureFormat(path: output) else {
      throw ValidationError("'\(output)' does not end in .svg or .png")
    }
    if theme == .auto, format == .png {
      throw ValidationError("a PNG cannot follow the viewer's preference; choose --theme light or dark, or SVG")
    }
  }

  /// Writes the picture and the report.
  func show(_ json: JSON, _ lines: [String], _ drawing: (PictureSettings) -> Drawing) throws {
    if let path = output { try draw(drawing, to: path) }
    var standard = StandardOutput()
    if self.json {
      try standard.writeLine(json.prettyText)
    } else {
      for line in lines { try standard.writeLine(line) }
      if let path = output {
        try standard.writeLine("")
        try standard.writeLine("\(path): picture of these results".printable)
      }
    }
    try standard.flush()
  }

  private func draw(_ make: (PictureSettings) -> Drawing, to path: String) throws {
    var settings = PictureSettings()
    settings.size = size
    let drawing = make(settings)
    let bytes =
      PictureFormat(path: path) == .svg ? drawing.svg(theme: theme ?? .light) : drawing.png(theme: theme ?? .light)
    do {
      let file = try OutputFile.open(path)
      try file.append(bytes)
      try file.commit()
    } catch { throw ToolError(nil, "\(error)") }
  }
}
