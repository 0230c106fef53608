import TactusPictures
import TactusSimulation
import TactusTime

/// The tempo and the phase error of methods that follow MIDI clock or time code, one above the other.
struct SyncPicture: Sendable {
  /// The drawing.
  let drawing: Drawing

  /// Draws a summary.
  ///
  /// - Parameters:
  ///   - summary: the measurements.
  ///   - settings: title and size; other settings are ignored.
  init(_ summary: SyncSummary, settings: PictureSettings = PictureSettings()) {
    let size = settings.size(naturalHeight: 560)
    let title = settings.title ?? (summary.isTimeCode ? "Following time code" : "Following MIDI clock")
    var drawing = Drawing(width: size.width, height: size.height, title: Text.clean(title))
    var area = drawing.bounds.inset(20, 16)
    drawing.header(title, facts: summary.facts, in: &area)
    let legend = area.takeTop(20, gap: 14)
    Self.draw(legend: legend, summary, into: &drawing)
    _ = area.takeLeft(66)
    _ = area.takeBottom(34)
    let phases = area.takeBottom((area.height * 0.42).rounded(), gap: 18)
    let beats = AxisScale(summary.extent.lowerBound, summary.extent.upperBound, from: area.x, to: area.maxX)
    SyncPanel(summary, .tempo, in: area, along: beats).draw(into: &drawing)
    SyncPanel(summary, .phase, in: phases, along: beats).draw(into: &drawing)
    for mark in Ticks.linear(beats, room: 60) {
      let x = beats.position(mark.value)
      drawing.verticalLine(x, from: phases.maxY, to: phases.maxY + 4, Palette.frame)
      drawing.text(
        Text(mark.label, at: Point(x, phases.maxY + 15), size: 10, Palette.faintText, anchor: .middle))
    }
    drawing.text(
      Text(
        summary.isTimeCode ? "seconds" : "beats", at: Point(phases.midX, phases.maxY + 30), size: 10,
        Palette.faintText, anchor: .middle))
    self.drawing = drawing
  }

  static func ink(_ method: ClockMethodKind) -> Ink {
    switch method {
    case .average: Ink(light: Color(0xB26A00), dark: Color(0xF0B04A))
    case .wide: Palette.warning
    case .narrow: Ink(light: Color(0x2E7D4F), dark: Color(0x6CC795))
    case .tactus: Palette.accent
    }
  }

  private static func draw(legend: Rect, _ summary: SyncSummary, into drawing: inout Drawing) {
    let long = summary.results.map { "\($0.method.rawValue): \($0.method.summary)" }
    let needed = long.reduce(0) { $0 + 25 + Text.width($1, size: 12) + 22 }
    var x = legend.x
    for (result, words) in zip(summary.results, long) {
      drawing.stroke(
        Path([Point(x, legend.y + 8), Point(x + 18, legend.y + 8)]), ink(result.method), width: 2.5)
      let words = Text(
        needed <= legend.width ? words : result.method.rawValue, at: Point(x + 25, legend.y + 12), size: 12)
      drawing.text(words)
      x = words.bounds.maxX + 22
    }
  }
}

extension SyncSummary {
  /// Whether time code is followed instead of clocks.
  var isTimeCode: Bool { settings.clock.timeCode != nil }

  /// Returns the position of a sample on the axis: beats, or seconds of time code.
  func position(_ sample: SyncMeasurement.Sample) -> Double { position(ofBeat: sample.beat) }

  /// Returns the position of a beat on the axis.
  func position(ofBeat beat: Double) -> Double {
    isTimeCode ? beat * 60 / settings.clock.nominalTempo : beat
  }

  /// Returns a tempo for display: beats per minute, or the speed of time code in percent.
  func shown(tempo: Double) -> Double { isTimeCode ? 100 * tempo / settings.clock.nominalTempo : tempo }

  /// The positions of the first and the last sample.
  var extent: ClosedRange<Double> {
    let positions = results.flatMap { result in
      [result.measurement.samples.first, result.measurement.samples.last].compactMap { $0.map(position) }
    }
    let low = positions.min() ?? 0
    return low...max(low, positions.max() ?? 1)
  }

  /// The settings of the simulation, or the kind of recording, in a few words.
  var facts: [String] {
    let clock = settings.clock
    guard !isRecorded else {
      return [clock.timeCode.map { "recorded time code, \($0) frames a second" } ?? "recorded MIDI clock"]
    }
    var facts: [String] = []
    if let rate = clock.timeCode {
      facts.append("\(rate) frames a second")
    } else {
      facts.append("\(Tempo(bpm: clock.tempo).words) bpm")
    }
    if let ramp = clock.ramp, clock.timeCode == nil {
      facts.append("to \(Tempo(bpm: ramp.tempo).words) bpm from beat \(ramp.from.fixed(0)) to \(ramp.to.fixed(0))")
    }
    if clock.jitterMilliseconds > 0 {
      let shape = clock.jitter == .uniform ? "±" : "σ "
      facts.append("jitter \(shape)\(clock.jitterMilliseconds.fixed(2)) ms")
    }
    if clock.block > 0 { facts.append("arrivals rounded up to \(clock.block.grouped) frames") }
    if clock.drift != 0 { facts.append("drift \(clock.drift.fixed(1)) ppm") }
    if clock.lostOfThousand > 0 { facts.append("\(clock.lostOfThousand.fixed(1)) ‰ lost") }
    if let dropout = clock.dropout {
      facts.append("no messages for \(dropout.beats.fixed(1)) beats from beat \(dropout.beat.fixed(1))")
    }
    facts.append("\(clock.sampleRate.grouped) Hz")
    return facts
  }
}
