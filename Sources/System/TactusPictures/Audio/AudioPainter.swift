import TactusDSP
import TactusTime

/// Draws the measurements of a recording.
struct AudioPainter {
  let layout: AudioLayout
  let waves: [Waveform]
  /// The samples of each channel, if there are few enough to be drawn as points.
  let lines: [[Float]]
  let spectrogram: Spectrogram?
  let words: String

  var peak: Float { waves.reduce(0) { max($0, $1.peak) } }
  var clippedCount: Int { waves.reduce(0) { $0 + $1.clippedCount } }

  static func decibels(_ amplitude: Double) -> Double { ExactMath.log2(amplitude) * 6.020599913279624 }

  func drawn(title: String) -> Drawing {
    var drawing = Drawing(
      width: layout.size.width, height: layout.size.height, title: "Waveform and spectrogram: \(Text.clean(title))")
    var top = Rect(x: 20, y: 16, width: Double(layout.size.width) - 40, height: 48)
    drawing.header(title, facts: facts, in: &top)
    guard !layout.frames.isEmpty, !layout.shown.isEmpty else {
      drawing.notice(layout.shown.isEmpty ? "no such channel" : "no frames", in: layout.plot)
      return drawing
    }
    for index in waves.indices { drawWave(index, into: &drawing) }
    if let spectrogram, let panel = layout.spectrogram { draw(spectrogram, in: panel, into: &drawing) }
    drawing.timeAxis(layout.time, below: layout.plot.maxY, through: layout.panels)
    for index in waves.indices { drawTrace(index, into: &drawing) }
    for panel in layout.panels + [layout.spectrogram].compactMap({ $0 }) { drawing.outline(panel, Palette.frame) }
    return drawing
  }

  private var facts: [String] {
    let rms = waves.reduce(0.0) { $0 + $1.power } / Double(max(1, layout.frames.count * waves.count))
    let invalid = waves.reduce(0) { $0 + $1.invalidCount }
    return [
      part, "\(Int(layout.rate).grouped) Hz",
      layout.channelCount.counted("channel")
        + (layout.shown.count < layout.channelCount ? " (\(layout.shown.count) shown)" : ""),
      words, peak > 0 ? "peak \(level(Double(peak)))" : "silent",
      rms > 0 ? "RMS \(level(ExactMath.squareRoot(rms)))" : "",
      clippedCount > 0 ? "\(clippedCount.counted("sample")) clipped" : "",
      invalid > 0 ? "\(invalid.counted("sample")) not finite" : "",
    ]
  }

  /// The length of the recording, or the part that is shown.
  private var part: String {
    let clock = { (second: Double) in Ticks.clock(second, digits: layout.length < 10 ? 3 : 1) }
    let whole = clock(layout.length)
    return layout.isPart ? "\(clock(layout.time.low)) to \(clock(layout.time.high)) of \(whole)" : whole
  }

  private func level(_ amplitude: Double) -> String { Ticks.minus(Self.decibels(amplitude).fixed(1)) + " dBFS" }

  // MARK: Waveform

  /// The amplitude at a panel's edges: full scale, or a power of two that suits very quiet or overloaded recordings.
  private var edge: Double {
    var edge = 1.0
    while edge > Double(peak) * 4, edge > 1 / 4096.0, peak > 0 { edge /= 2 }
    while edge < Double(peak), edge < 1024 { edge *= 2 }
    // The edge is 1 for integers, too, although their largest sample is slightly below 1.
    return edge
  }

  private func amplitudes(_ index: Int) -> AxisScale {
    let panel = layout.panels[index]
    return AxisScale(-edge, edge, from: panel.maxY - 1, to: panel.y + 1)
  }

  private func drawWave(_ index: Int, into drawing: inout Drawing) {
    let (panel, scale) = (layout.panels[index], amplitudes(index))
    drawing.rect(panel, Palette.panel)
    var labels = Labels(in: Rect(x: 0, y: panel.y - 6, width: panel.x, height: panel.height + 12))
    for mark in [edge, -edge, edge / 2, -edge / 2, 0] where panel.height >= 64 || abs(mark) != edge / 2 {
      let y = scale.position(mark)
      let isEdge = abs(mark) == edge
      if !isEdge {
        drawing.horizontalLine(y, from: panel.x, to: panel.maxX, mark == 0 ? Palette.strongGrid : Palette.grid)
      }
      guard mark != 0 else { continue }
      let words = Ticks.minus(Self.decibels(abs(mark)).fixed(0))
      let baseline = isEdge ? (mark > 0 ? panel.y + 9 : panel.maxY - 1) : y + 4
      drawing.text(
        Text(
          words == "0" ? "0 dB" : words, at: Point(panel.x - 6, baseline), size: 10, Palette.faintText, anchor: .end),
        unlessTaken: &labels, gap: 1)
    }
  }

  /// Draws a channel's waveform over the grid, and the name of the channel.
  private func drawTrace(_ index: Int, into drawing: inout Drawing) {
    let (panel, scale) = (layout.panels[index], amplitudes(index))
    if edge > 1 {
      for mark in [1.0, -1] {
        drawing.horizontalLine(scale.position(mark), from: panel.x, to: panel.maxX, Palette.warning)
      }
    }
    if layout.isSparse {
      drawPoints(lines[index], scale, into: &drawing)
    } else {
      drawing.rects(bars(waves[index], panel, scale) { ($0.low, $0.high) }, Palette.softAccent)
      drawing.rects(bars(waves[index], panel, scale) { (-Float($0.rms), Float($0.rms)) }, Palette.accent)
    }
    drawing.rects(clipMarks(waves[index], panel), Palette.warning)
    let name = layout.channelCount == 2 ? ["L", "R"][layout.shown[index]] : "\(layout.shown[index] + 1)"
    if layout.channelCount > 1, panel.height >= 16 {
      let width = Text.width(name, size: 11, isBold: true) + 8
      drawing.rect(Rect(x: panel.x + 1, y: panel.y + 1, width: width, height: 15), Palette.panel.with(opacity: 80))
      drawing.text(Text(name, at: Point(panel.x + 5, panel.y + 12.5), Palette.text, isBold: true))
    }
  }

  /// Returns a bar for each column between the two values that `ends` returns, at least one pixel high.
  private func bars(
    _ wave: Waveform, _ panel: Rect, _ scale: AxisScale, _ ends: (Waveform.Column) -> (Float, Float)
  ) -> [Rect] {
    wave.columns.enumerated().compactMap { index, column in
      guard column.count > 0 else { return nil }
      let (low, high) = ends(column)
      let (top, bottom) = (scale.clampedPosition(Double(high)), scale.clampedPosition(Double(low)))
      let height = max(1, bottom - top)
      return Rect(x: panel.x + Double(index), y: (top + bottom - height) / 2, width: 1, height: height)
    }
  }

  private func drawPoints(_ samples: [Float], _ scale: AxisScale, into drawing: inout Drawing) {
    let step = layout.plot.width / Double(max(1, samples.count))
    let points = samples.enumerated().map { index, sample in
      Point(
        layout.plot.x + (Double(index) + 0.5) * step, scale.clampedPosition(sample.isFinite ? Double(sample) : 0))
    }
    drawing.stroke(Path(points), Palette.accent, width: 1.25)
    guard step >= 7 else { return }
    var dots = Path()
    for point in points { dots.move(to: point) }
    drawing.stroke(dots, Palette.accent, width: 4)
  }

  /// Returns marks at both edges of each clipping column, wide enough to be visible.
  private func clipMarks(_ wave: Waveform, _ panel: Rect) -> [Rect] {
    wave.columns.indices.filter { wave.columns[$0].isClipped }.flatMap { index in
      let x = min(panel.x + Double(index) - 0.5, panel.maxX - 2)
      return [Rect(x: x, y: panel.y, width: 2, height: 4), Rect(x: x, y: panel.maxY - 4, width: 2, height: 4)]
    }
  }

  // MARK: Spectrogram

  /// Returns a range of 90 dB below the strongest level, in multiples of 10 dB.
  private func levels(_ spectrogram: Spectrogram) -> ClosedRange<Double> {
    if spectrogram.peak <= Spectrogram.floor { return -90...0 }
    let top = min(max((Double(spectrogram.peak) / 10).rounded(.up) * 10, -90), 60)
    return (top - 90)...top
  }

  private func draw(_ spectrogram: Spectrogram, in panel: Rect, into drawing: inout Drawing) {
    let range = levels(spectrogram)
    var image = Bitmap(width: spectrogram.columnCount, height: spectrogram.rowCount)
    for row in 0..<image.height {
      for column in 0..<image.width {
        image[column, row] = LevelColors.color(spectrogram.level(column: column, row: row), range)
      }
    }
    drawing.add(.image(image, panel))
    let scale = layout.frequencies
    var labels = Labels(in: Rect(x: 0, y: panel.y - 2, width: panel.x, height: panel.height + 4))
    for tick in Ticks.frequencies(scale, room: 20) {
      let y = scale.position(tick.value)
      let length = tick.label.isEmpty ? 3.0 : 5.0
      drawing.horizontalLine(y, from: panel.x - length, to: panel.x, Palette.frame)
      drawing.text(
        Text(tick.label, at: Point(panel.x - 8, y + 4), size: 10, Palette.faintText, anchor: .end),
        unlessTaken: &labels, gap: 1)
    }
    if layout.size.width >= 480 { drawLegend(range, beside: panel, into: &drawing) }
  }

  private func drawLegend(_ range: ClosedRange<Double>, beside panel: Rect, into drawing: inout Drawing) {
    let bar = Rect(x: panel.maxX + 14, y: panel.y, width: 12, height: panel.height)
    var image = Bitmap(width: 1, height: LevelColors.count)
    for (index, color) in LevelColors.colors.enumerated() { image[0, LevelColors.count - 1 - index] = color }
    drawing.add(.image(image, bar))
    drawing.outline(bar, Palette.frame)
    let scale = AxisScale(range.lowerBound, range.upperBound, from: bar.maxY, to: bar.y)
    var labels = Labels(in: Rect(x: bar.maxX, y: bar.y - 8, width: 60, height: bar.height + 16))
    for tick in Ticks.linear(scale, room: 24).reversed() {
      let y = scale.position(tick.value)
      drawing.horizontalLine(min(y, bar.maxY - 1), from: bar.maxX, to: bar.maxX + 3, Palette.frame)
      drawing.text(
        Text(
          tick.label + (tick.value == range.upperBound ? " dB" : ""), at: Point(bar.maxX + 6, y + 4), size: 10,
          Palette.faintText), unlessTaken: &labels, gap: 1)
    }
  }
}
