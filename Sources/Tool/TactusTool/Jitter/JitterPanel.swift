import TactusDSP
import TactusPictures
import TactusSimulation
import TactusTime

/// The panel of one host in a ``JitterPicture``: errors above, missed and doubled onsets below.
struct JitterPanel {
  private let summary: JitterSummary
  private let host: HostKind
  private let isFirst: Bool
  private let head: Rect
  private let errors: Rect
  private let counts: Rect
  private let lengths: AxisScale
  private let share: AxisScale

  static func ink(_ method: JitterMethod) -> Ink {
    switch method {
    case .start: Ink(light: Color(0xB26A00), dark: Color(0xF0B04A))
    case .fmod: Palette.warning
    case .tactus: Palette.accent
    }
  }

  init(_ summary: JitterSummary, _ host: HostKind, in area: Rect, isFirst: Bool) {
    (self.summary, self.host, self.isFirst) = (summary, host, isFirst)
    var rest = area
    head = rest.takeTop(32, gap: 6)
    _ = rest.takeBottom(34)
    counts = rest.takeBottom((rest.height * 0.26).rounded(), gap: 26)
    errors = rest
    let all = summary.settings.cycleLengths
    let (low, high) = (Double(all.first ?? 1), Double(all.last ?? 1))
    lengths = AxisScale(
      low / 1.5, max(high, low * 2) * 1.5, from: errors.x, to: errors.maxX, isLogarithmic: true)
    share = AxisScale(0, Self.mostCounted(summary), from: counts.maxY - 1, to: counts.y + 4)
  }

  /// Returns the upper end of the scale of missed and doubled onsets, which all panels share: the largest fraction in
  /// any of them, but at least 0.1 and at most 0.25. Longer bars are cut off.
  private static func mostCounted(_ summary: JitterSummary) -> Double {
    summary.results.reduce(0.1) { most, result in
      min(0.25, max(most, Double(result.measurement.wrong) / Double(max(1, result.measurement.due))))
    }
  }

  // MARK: The axis of errors: 0, then logarithmic from 1

  private static let zeroRoom = 22.0
  private static let most = 16_384.0

  private func position(ofError frames: Int64) -> Double {
    guard frames > 0 else { return errors.maxY - 8 }
    return AxisScale(1, Self.most, from: errors.maxY - Self.zeroRoom, to: errors.y + 6, isLogarithmic: true)
      .clampedPosition(Double(frames))
  }

  func draw(into drawing: inout Drawing) {
    drawing.text(Text(host.rawValue, at: Point(head.x, head.y + 13), size: 13, Palette.title, isBold: true))
    let words = Text.fitting(host.summary, width: head.width, size: 10)
    drawing.text(Text(words, at: Point(head.x, head.y + 28), size: 10, Palette.faintText))
    drawGrid(into: &drawing)
    for method in JitterMethod.allCases { drawErrors(method, into: &drawing) }
    drawCounts(into: &drawing)
    for panel in [errors, counts] { drawing.outline(panel, Palette.frame) }
  }

  private func drawGrid(into drawing: inout Drawing) {
    for panel in [errors, counts] { drawing.rect(panel, Palette.panel) }
    for mark in [0, 1, 10, 100, 1_000, 10_000] as [Int64] {
      let y = position(ofError: mark)
      drawing.horizontalLine(y, from: errors.x, to: errors.maxX, mark == 0 ? Palette.strongGrid : Palette.grid)
      if isFirst { label(Int(mark).grouped, at: y, beside: errors, into: &drawing) }
    }
    for mark in Ticks.linear(share, room: 24) {
      let y = share.position(mark.value)
      if mark.value > 0 { drawing.horizontalLine(y, from: counts.x, to: counts.maxX, Palette.grid) }
      if isFirst { label((mark.value * 100).fixed(0) + " %", at: y, beside: counts, into: &drawing) }
    }
    if isFirst {
      caption("error in frames", beside: errors, into: &drawing)
      caption("missed, doubled", beside: counts, into: &drawing)
    }
    var labels = Labels(in: Rect(x: errors.x - 20, y: counts.maxY, width: errors.width + 40, height: 22))
    for length in [1, 8_192, 64, 512, 8, 4_096, 16, 128, 1_024] where Double(length) >= lengths.low {
      guard Double(length) <= lengths.high else { continue }
      let x = lengths.position(Double(length))
      for panel in [errors, counts] { drawing.verticalLine(x, from: panel.y, to: panel.maxY, Palette.grid) }
      drawing.verticalLine(x, from: counts.maxY, to: counts.maxY + 4, Palette.frame)
      drawing.text(
        Text(length.grouped, at: Point(x, counts.maxY + 15), size: 10, Palette.faintText, anchor: .middle),
        unlessTaken: &labels)
    }
    drawing.text(
      Text("buffer in frames", at: Point(counts.midX, counts.maxY + 30), size: 10, Palette.faintText, anchor: .middle))
  }

  private func label(_ words: String, at y: Double, beside panel: Rect, into drawing: inout Drawing) {
    drawing.text(Text(words, at: Point(panel.x - 6, y + 4), size: 10, Palette.faintText, anchor: .end))
  }

  private func caption(_ words: String, beside panel: Rect, into drawing: inout Drawing) {
    var text = Text(words, at: Point(panel.x - 50, panel.midY), size: 11, Palette.text, anchor: .middle)
    text.isUpright = true
    drawing.text(text)
  }

  private func drawErrors(_ method: JitterMethod, into drawing: inout Drawing) {
    let ink = Self.ink(method)
    var (worst, median): ([Point], [Point]) = ([], [])
    for length in summary.settings.cycleLengths {
      guard let measurement = summary.measurement(host, length, method),
        let high = measurement.error(ofThousand: 1000), let middle = measurement.error(ofThousand: 500)
      else { continue }
      let x = lengths.position(Double(length))
      worst.append(Point(x, position(ofError: high)))
      median.append(Point(x, position(ofError: middle)))
    }
    if worst.count > 1 { drawing.fill(Path(worst + median.reversed()), ink.with(opacity: 18)) }
    drawing.stroke(Path(worst), ink, width: 1)
    drawing.stroke(Path(median), ink, width: 2)
    for point in worst { drawing.stroke(Path([point]), ink, width: 4.5) }
  }

  /// Draws bars for the methods side by side: missed onsets, with doubled onsets above them in a paler color.
  private func drawCounts(into drawing: inout Drawing) {
    let step = abs(lengths.position(2) - lengths.position(1))
    let width = max(1, min(6, step / 3 - 1))
    let floor = counts.maxY - 1
    for length in summary.settings.cycleLengths {
      for (index, method) in JitterMethod.allCases.enumerated() {
        guard let measurement = summary.measurement(host, length, method), measurement.due > 0 else { continue }
        let x = lengths.position(Double(length)) + (Double(index) - 1) * (width + 0.5) - width / 2
        func height(_ count: Int) -> Double {
          count == 0 ? 0 : max(2, floor - share.clampedPosition(Double(count) / Double(measurement.due)))
        }
        let all = height(measurement.wrong)
        let missed = min(all, height(measurement.missed))
        let ink = Self.ink(method)
        drawing.rect(Rect(x: x, y: floor - all, width: width, height: all - missed), ink.with(opacity: 45))
        drawing.rect(Rect(x: x, y: floor - missed, width: width, height: missed), ink)
      }
    }
  }
}
