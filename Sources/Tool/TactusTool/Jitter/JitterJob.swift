import TactusPictures
import TactusSimulation

/// One run of `tactus jitter`: the measurement, the picture and the report.
struct JitterJob {
  let command: JitterCommand

  func run() throws {
    let summary = JitterSummary(command.settings)
    let table = JitterTable(summary)
    try command.shown.show(table.json, table.report(style: .standardOutput).lines) {
      JitterPicture(summary, settings: $0).drawing
    }
  }
}
