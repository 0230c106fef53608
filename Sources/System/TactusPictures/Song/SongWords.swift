import TactusTime

/// Draws the tempo, markers, meters and lyrics along the time axis of a song.
struct SongWords {
  private let layout: SongLayout
  private var scale: AxisScale { layout.scale }

  init(_ layout: SongLayout) { self.layout = layout }

  /// Whether the lyrics fit, or nearly fit, side by side.
  static func areFew(_ lyrics: [SongContents.Mark], _ scale: AxisScale) -> Bool {
    let shown = lyrics.filter { $0.second >= scale.low && $0.second <= scale.high }
    let room = shown.reduce(0) { $0 + Text.width($1.text, size: 10) + 4 }
    return !shown.isEmpty && room <= (scale.end - scale.start) * 0.9
  }

  func draw(into drawing: inout Drawing) {
    if let tempo = layout.frames.tempo { drawTempo(in: tempo, into: &drawing) }
    if let strip = layout.frames.marks { drawMarks(in: strip, into: &drawing) }
    if let strip = layout.frames.lyrics { drawLyrics(in: strip, into: &drawing) }
  }

  private func drawTempo(in panel: Rect, into drawing: inout Drawing) {
    // One value per pixel, so the cost does not depend on the number of tempo changes.
    let columns = Int(scale.end - scale.start)
    let values = (0...columns).map {
      layout.contents.tempo(atSecond: scale.low + (scale.high - scale.low) * Double($0) / Double(columns))
    }
    let (slow, fast) = (values.min() ?? 120, values.max() ?? 120)
    let pad = max((fast - slow) * 0.15, fast * 0.02)
    let height = AxisScale(slow - pad, fast + pad, from: panel.maxY - 3, to: panel.y + 3)
    let points = Self.corners(
      values.enumerated().map { Point(scale.start + Double($0), height.position($1)) })
    drawing.fill(
      Path(points + [Point(scale.end, panel.maxY), Point(scale.start, panel.maxY)]),
      Palette.accent.with(opacity: 14))
    drawing.stroke(Path(points), Palette.accent, width: 1.5)
    let x = panel.x - 6
    if fast.fixed(0) == slow.fixed(0) {
      drawing.text(
        Text(
          fast.fixed(0) + (panel.x >= 70 ? " bpm" : ""), at: Point(x, height.position(fast) + 4), Palette.faintText,
          anchor: .end))
    } else {
      drawing.text(Text(fast.fixed(0), at: Point(x, panel.y + 10), Palette.faintText, anchor: .end))
      drawing.text(Text(slow.fixed(0), at: Point(x, panel.maxY - 2), Palette.faintText, anchor: .end))
      if panel.height >= 40 {
        drawing.text(Text("bpm", at: Point(x, panel.midY + 4), size: 10, Palette.faintText, anchor: .end))
      }
    }
  }

  /// Returns the line without the points that have the same height as both neighbors.
  private static func corners(_ points: [Point]) -> [Point] {
    points.enumerated().filter { index, point in
      index == 0 || index == points.count - 1 || points[index - 1].y != point.y || points[index + 1].y != point.y
    }.map { $0.element }
  }

  private func drawMarks(in strip: Rect, into drawing: inout Drawing) {
    var labels = Labels(in: Rect(x: strip.x, y: strip.y, width: strip.width, height: strip.height))
    let meters = layout.contents.meters.count > 1 ? layout.contents.meters : []
    for (marks, isMarker) in [(layout.contents.markers, true), (meters, false)] {
      var last = -Double.infinity
      for mark in marks where mark.second >= scale.low && mark.second <= scale.high {
        let x = scale.position(mark.second)
        guard x - last > 4 else { continue }
        let text = Text(
          Text.fitting(mark.text, width: 160), at: Point(x + 6, strip.y + 11),
          isMarker ? Palette.text : Palette.faintText, isBold: !isMarker)
        guard labels.add(text, gap: 6) else { continue }
        last = x
        drawing.text(text)
        guard isMarker else { continue }
        drawing.fill(
          Path([Point(x, strip.y + 3), Point(x + 5, strip.y + 7), Point(x, strip.y + 11)]), Palette.accent)
        for panel in layout.frames.panels {
          drawing.verticalLine(x, from: panel.y, to: panel.maxY, Palette.accent.with(opacity: 45))
        }
      }
    }
  }

  private func drawLyrics(in strip: Rect, into drawing: inout Drawing) {
    var labels = Labels(in: Rect(x: 0, y: strip.y, width: Double(drawing.width), height: strip.height))
    for mark in layout.contents.lyrics where mark.second >= scale.low && mark.second <= scale.high {
      drawing.text(
        Text(mark.text, at: Point(scale.position(mark.second), strip.y + 11), size: 10), unlessTaken: &labels, gap: 1)
    }
  }
}
