import TactusSynth
import TactusTime

/// Volume envelopes over time in decibels, for a key that is held until the envelopes have settled, but not longer than
/// 5 s, and is then released.
struct EnvelopePlot {
  /// An envelope and the first zone that has it.
  private struct Curve {
    let shape: EnvelopeShape
    let zone: PresetZone
    var zoneCount: Int
  }
  private var curves: [Curve] = []
  private var omitted = 0
  private let panel: Rect
  private let legend: Rect?
  private let time: AxisScale
  private let keyUp: Double

  /// The maximum number of different envelopes drawn; those that the most zones use have priority.
  private static let limit = 12
  private static let floor = 96.0

  init(_ zones: [PresetZone], in area: Rect) {
    var indices: [EnvelopeShape: Int] = [:]
    for zone in zones {
      if let position = indices[zone.envelope] {
        curves[position].zoneCount += 1
      } else {
        indices[zone.envelope] = curves.count
        curves.append(Curve(shape: zone.envelope, zone: zone, zoneCount: 1))
      }
    }
    var rest = area
    legend = area.width >= 640 ? rest.takeRight(210, gap: 18) : nil
    panel = rest
    let room = min(Self.limit, max(1, Int(area.height / 15) - 1))
    omitted = max(0, curves.count - room)
    curves = Self.chosen(curves, room)
    let shapes = curves.map { $0.shape }
    // The key is held until all envelopes have settled; an envelope that takes longer than four seconds counts as four
    // seconds. The time after the release is long enough for most envelopes to end.
    let settled = shapes.reduce(0.25) { max($0, min($1.settled, 4)) }
    let keyUp = Ticks.step(atLeast: settled * 1.1)
    self.keyUp = keyUp
    let ends = shapes.reduce(0.1) {
      max($0, min($1.release * (1 - $1.attenuation(at: keyUp, keyUp: keyUp) / Self.floor), keyUp))
    }
    time = AxisScale(0, keyUp + ends, from: panel.x, to: panel.maxX)
  }

  /// Selects the envelopes that the most zones use. If no two zones share an envelope, selects envelopes at
  /// regular distances across the zones.
  private static func chosen(_ curves: [Curve], _ room: Int) -> [Curve] {
    guard curves.count > room else { return curves }
    if curves.allSatisfy({ $0.zoneCount == 1 }) { return (0..<room).map { curves[$0 * curves.count / room] } }
    let ranked = curves.enumerated().sorted { (-$0.1.zoneCount, $0.0) < (-$1.1.zoneCount, $1.0) }
    return ranked.prefix(room).sorted { $0.offset < $1.offset }.map { $0.element }
  }

  func draw(into drawing: inout Drawing) {
    let level = AxisScale(-Self.floor, 0, from: panel.maxY - 1, to: panel.y + 1)
    drawing.text(
      Text("Volume envelopes", at: Point(panel.x, panel.y - 8), size: 12, Palette.title, isBold: true))
    drawing.rect(panel, Palette.panel)
    var labels = Labels(in: Rect(x: 0, y: panel.y - 8, width: panel.x, height: panel.height + 16))
    for mark in [0.0, -96, -48, -24, -72] {
      let y = level.position(mark)
      if mark < 0, mark > -96 { drawing.horizontalLine(y, from: panel.x, to: panel.maxX, Palette.grid) }
      let baseline = mark == 0 ? panel.y + 8 : mark == -96 ? panel.maxY : y + 4
      drawing.text(
        Text(
          mark == 0 ? "0 dB" : Ticks.minus(mark.fixed(0)), at: Point(panel.x - 6, baseline), size: 10,
          Palette.faintText, anchor: .end),
        unlessTaken: &labels, gap: 2)
    }
    drawing.timeAxis(time, below: panel.maxY, through: [panel])
    let up = time.position(keyUp)
    drawing.verticalLine(up, from: panel.y, to: panel.maxY, Palette.strongGrid)
    let word = Text("key up", at: Point(up, panel.y - 6), size: 10, Palette.faintText, anchor: .middle)
    if word.bounds.maxX <= panel.maxX, word.bounds.x > panel.x + 130 { drawing.text(word) }
    for (index, curve) in curves.enumerated() {
      drawing.stroke(Path(points(curve.shape, level)), Palette.series(index), width: 1.75)
    }
    drawing.outline(panel, Palette.frame)
    if let legend { draw(legend, into: &drawing) }
  }

  private func points(_ shape: EnvelopeShape, _ level: AxisScale) -> [Point] {
    // The exact breakpoints, and a point for every second pixel between them.
    let count = Int(max(0, time.end - time.start) / 2) + 1
    var times = (0..<count).map { time.value(time.start + 2 * Double($0)) }
    let attacked = shape.delay + shape.attack
    times += [shape.delay, attacked, attacked + shape.hold, shape.settled, keyUp].filter { $0 > 0 && $0 < time.high }
    return times.sorted().map { moment in
      Point(time.position(moment), level.position(-shape.attenuation(at: moment, keyUp: keyUp)))
    }
  }

  private func draw(_ legend: Rect, into drawing: inout Drawing) {
    for (index, curve) in curves.enumerated() {
      let y = legend.y + Double(index) * 15
      drawing.stroke(
        Path([Point(legend.x + 2, y + 7), Point(legend.x + 16, y + 7)]), Palette.series(index), width: 2.5)
      let more = curve.zoneCount > 1 ? ", \((curve.zoneCount - 1).counted("zone")) more" : ""
      let name = Text.fitting(curve.zone.names.first ?? "", width: legend.width - 24 - Text.width(more))
      drawing.text(Text(name + more, at: Point(legend.x + 23, y + 11)))
    }
    if omitted > 0 {
      let y = legend.y + Double(curves.count) * 15
      drawing.text(Text("+ \(omitted) more", at: Point(legend.x + 23, y + 11), Palette.faintText))
    }
  }
}
