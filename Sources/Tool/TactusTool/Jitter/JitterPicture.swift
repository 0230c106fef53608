import TactusPictures
import TactusSimulation
import TactusTime

/// Onset errors by cycle length, with a panel for each host: a band from the median to the maximum error, and below it
/// the percentages of missed and doubled onsets.
struct JitterPicture: Sendable {
  /// The drawing.
  let drawing: Drawing

  /// Draws a summary.
  ///
  /// - Parameters:
  ///   - summary: the measurements.
  ///   - settings: title and size; other settings are ignored.
  init(_ summary: JitterSummary, settings: PictureSettings = PictureSettings()) {
    let size = settings.size(naturalHeight: 560)
    let title = settings.title ?? "How far from their frames onsets are"
    var drawing = Drawing(width: size.width, height: size.height, title: Text.clean(title))
    var area = drawing.bounds.inset(20, 16)
    drawing.header(title, facts: Self.facts(summary), in: &area)
    let legend = area.takeTop(20, gap: 14)
    Self.draw(legend: legend, into: &drawing)
    _ = area.takeLeft(62)
    let count = Double(summary.settings.hosts.count)
    let gap = 16.0
    let width = (area.width + gap) / max(1, count) - gap
    for (index, host) in summary.settings.hosts.enumerated() {
      let panel = area.takeLeft(width, gap: gap)
      JitterPanel(summary, host, in: panel, isFirst: index == 0).draw(into: &drawing)
    }
    self.drawing = drawing
  }

  private static func facts(_ summary: JitterSummary) -> [String] {
    let settings = summary.settings
    let due = JitterMethod.allCases.first.map { method in
      settings.hosts.reduce(0) { $0 + summary.total($1, method).due }
    }
    return [
      "\(Tempo(bpm: settings.tempo).words) bpm",
      "\(settings.sampleRate.grouped) Hz", "\((due ?? 0).grouped) sixteenth notes for each method",
    ]
  }

  private static func draw(legend: Rect, into drawing: inout Drawing) {
    let long = JitterMethod.allCases.map { "\($0.rawValue): \($0.summary)" }
    let needed = long.reduce(-26) { $0 + 25 + Text.width($1, size: 12) + 26 }
    var x = legend.x
    for (index, method) in JitterMethod.allCases.enumerated() {
      let ink = JitterPanel.ink(method)
      drawing.rect(Rect(x: x, y: legend.y + 3, width: 18, height: 10), ink.with(opacity: 30))
      drawing.stroke(Path([Point(x, legend.y + 8), Point(x + 18, legend.y + 8)]), ink, width: 2)
      let words = Text(
        needed <= legend.width ? long[index] : method.rawValue, at: Point(x + 25, legend.y + 12), size: 12)
      drawing.text(words)
      x = words.bounds.maxX + 26
    }
  }
}
