import TactusPictures
import TactusSimulation
import TactusTime

/// A panel of a ``SyncPicture``: a line for each method.
struct SyncPanel {
  enum Quantity { case tempo, phase }

  private let summary: SyncSummary
  private let quantity: Quantity
  private let area: Rect
  private let beats: AxisScale
  private let values: AxisScale

  init(_ summary: SyncSummary, _ quantity: Quantity, in area: Rect, along beats: AxisScale) {
    (self.summary, self.quantity, self.area, self.beats) = (summary, quantity, area, beats)
    let (low, high) = Self.range(summary, quantity)
    values = AxisScale(low, high, from: area.maxY - 3, to: area.y + 3)
  }

  private static func value(_ sample: SyncMeasurement.Sample, _ quantity: Quantity, _ summary: SyncSummary) -> Double? {
    switch quantity {
    case .tempo: summary.shown(tempo: sample.found)
    case .phase: sample.phase
    }
  }

  /// Returns the range of the vertical axis. It includes the values of Tactus except the first ones, and a margin. In
  /// the tempo panel, it also includes the master's tempo. All lines are clipped to it.
  private static func range(_ summary: SyncSummary, _ quantity: Quantity) -> (low: Double, high: Double) {
    let samples = summary.measurement(.tactus)?.samples ?? summary.results.first?.measurement.samples ?? []
    let late = samples.dropFirst(min(24, samples.count / 4))
    var list = late.compactMap { value($0, quantity, summary) }
    if quantity == .tempo { list += samples.compactMap { $0.tempo.map(summary.shown) } }
    guard let least = list.min(), let most = list.max() else { return (-1, 1) }
    let room = max(0.35 * (most - least), quantity == .tempo ? 0.4 : 0.8)
    return (least - room, most + room)
  }

  func draw(into drawing: inout Drawing) {
    drawing.rect(area, Palette.panel)
    for mark in Ticks.linear(beats, room: 60) {
      drawing.verticalLine(beats.position(mark.value), from: area.y, to: area.maxY, Palette.grid)
    }
    for mark in Ticks.linear(values, room: 30) {
      let y = values.position(mark.value)
      drawing.horizontalLine(
        y, from: area.x, to: area.maxX, mark.value == 0 && quantity == .phase ? Palette.strongGrid : Palette.grid)
      drawing.text(Text(mark.label, at: Point(area.x - 6, y + 4), size: 10, Palette.faintText, anchor: .end))
    }
    if quantity == .tempo { drawTruth(into: &drawing) }
    for result in summary.results { draw(result, into: &drawing) }
    drawing.outline(area, Palette.frame)
    var caption = Text(words, at: Point(area.x - 54, area.midY), size: 11, Palette.text, anchor: .middle)
    caption.isUpright = true
    drawing.text(caption)
  }

  private var words: String {
    switch quantity {
    case .tempo: summary.isTimeCode ? "speed in %" : "tempo in bpm"
    case .phase: summary.isRecorded ? "ahead of messages, ms" : "ahead of the master, ms"
    }
  }

  private func drawTruth(into drawing: inout Drawing) {
    guard let samples = summary.results.first?.measurement.samples else { return }
    let points = samples.compactMap { sample in
      sample.tempo.map { Point(beats.position(summary.position(sample)), values.position(summary.shown(tempo: $0))) }
    }
    if points.count > 1 { drawing.stroke(Path(points), Palette.strongGrid, width: 5) }
  }

  /// Draws the line of a method, with gaps where the line leaves the panel. Samples without a value are skipped.
  private func draw(_ result: SyncSummary.Result, into drawing: inout Drawing) {
    let isOurs = result.method == .tactus
    let ink = SyncPicture.ink(result.method).with(opacity: isOurs ? 100 : 70)
    var run: [Point] = []
    var wasOutside = false
    for sample in result.measurement.samples {
      guard let value = Self.value(sample, quantity, summary) else { continue }
      let isOutside = value < values.low || value > values.high
      if !isOutside || !wasOutside {
        run.append(Point(beats.position(summary.position(sample)), values.clampedPosition(value)))
      }
      if isOutside, !wasOutside || run.count < 2 {
        if run.count > 1 { drawing.stroke(Path(run), ink, width: isOurs ? 1.8 : 1) }
        run = []
      }
      wasOutside = isOutside
    }
    if run.count > 1 { drawing.stroke(Path(run), ink, width: isOurs ? 1.8 : 1) }
  }
}
