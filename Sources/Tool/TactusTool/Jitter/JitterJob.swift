import TactusPictures
import TactusSimulation

/// One run of `tactus jitter`: the survey, the picture, and what is told.
struct JitterJob {
  let command: JitterCommand

  func run() throws {
    let survey = JitterSurvey(command.settings)
    let table = JitterTable(survey)
    try command.shown.show(table.json, table.report(style: .standardOutput).lines) {
      JitterPicture(survey, settings: $0).drawing
    }
  }
}
