import TactusMIDI
import TactusTime

extension SongLayout {
  /// Returns the upper edge and the height of a key's row.
  package func row(ofKey key: Int, in roll: Rect) -> (y: Double, height: Double) {
    let height = roll.height / Double(keys.count)
    return (roll.maxY - Double(key - keys.lowerBound + 1) * height, height)
  }

  package func row(ofDrum key: Int, in panel: Rect) -> (y: Double, height: Double) {
    let height = panel.height / Double(max(1, drumKeys.count))
    let index = drumKeys.firstIndex(of: key) ?? 0
    return (panel.maxY - Double(index + 1) * height, height)
  }

  /// Returns the rectangle of a note; nil if the picture does not show the note.
  package func rect(of note: SongContents.Note) -> Rect? { rect(of: note, .whole) }

  /// Returns the rectangles of the notes, in their order. If several channels play a key at the same time, each has its
  /// own part of the key's row.
  package func noteRects() -> [Rect?] {
    zip(notes, UnisonStripes(notes).stripes).map { rect(of: $0, $1) }
  }

  private func rect(of note: SongContents.Note, _ stripe: UnisonStripes.Stripe) -> Rect? {
    note.isDrum ? drumRect(of: note) : rollRect(of: note, stripe)
  }

  private func rollRect(of note: SongContents.Note, _ stripe: UnisonStripes.Stripe) -> Rect? {
    guard let roll = frames.roll, keys.contains(Int(note.key)) else { return nil }
    var row = row(ofKey: Int(note.key), in: roll)
    row.height /= Double(stripe.count)
    row.y += row.height * Double(stripe.index)
    let start = scale.clampedPosition(note.start)
    let end = max(scale.clampedPosition(note.end), min(start + 1.25, scale.end))
    // A small gap between notes of one key, if there is room.
    let width = end - start > 4 ? end - start - 0.75 : end - start
    let gap = row.height > 4 ? 0.75 : 0
    return Rect(
      x: start, y: row.y + gap / 2, width: width, height: max(row.height - gap, stripe.count > 1 ? 0.25 : 0.75))
  }

  /// Returns the rectangle of a drum note, which shows only its start.
  private func drumRect(of note: SongContents.Note) -> Rect? {
    guard let panel = frames.drums, note.start >= scale.low else { return nil }
    let row = row(ofDrum: Int(note.key), in: panel)
    let width = min(3, max(1.25, scale.pixelsPerUnit * 0.05))
    let start = scale.clampedPosition(note.start)
    let height = row.height > 5 ? row.height - 3 : row.height
    return Rect(
      x: start, y: row.y + (row.height - height) / 2, width: min(width, scale.end - start), height: max(0.75, height))
  }

  /// Returns the notes grouped by ink: channel by channel and, within a channel, from low to high velocity, so that
  /// loud notes are drawn over soft ones.
  package func noteShapes() -> [(rects: [Rect], ink: Ink)] {
    let levels = 8
    var groups = [[Rect]](repeating: [], count: 64 * levels)
    for (note, rect) in zip(notes, noteRects()) {
      guard let rect else { continue }
      groups[Int(note.channelIndex % 64) * levels + Int(note.velocity) * levels / 128].append(rect)
    }
    return groups.enumerated().filter { !$1.isEmpty }.map { index, rects in
      let opacity = 44 + index % levels * 56 / (levels - 1)
      return (rects, Self.ink(UInt8(index / levels)).with(opacity: UInt8(opacity)))
    }
  }

  package func drawNotes(into drawing: inout Drawing) {
    let shapes = noteShapes()
    guard notes.count > SongPicture.vectorNoteLimit else {
      for shape in shapes { drawing.rects(shape.rects, shape.ink) }
      return
    }
    for panel in [frames.roll, frames.drums].compactMap({ $0 }) {
      // One bitmap serves both themes.
      let (left, top) = (panel.x.rounded(.down), panel.y.rounded(.down))
      let area = Rect(
        x: left, y: top, width: panel.maxX.rounded(.up) - left, height: panel.maxY.rounded(.up) - top)
      var rasterizer = Rasterizer(bitmap: Bitmap(width: Int(area.width), height: Int(area.height)), isDark: false)
      for shape in shapes {
        let middle = Ink(shape.ink.light.mixed(with: shape.ink.dark, 0.4)).with(opacity: shape.ink.opacity)
        let inside = shape.rects.filter { $0.overlaps(panel) }.map {
          Rect(x: $0.x - left, y: $0.y - top, width: $0.width, height: $0.height)
        }
        if !inside.isEmpty { rasterizer.paint(.rects(inside, middle)) }
      }
      drawing.add(.image(rasterizer.bitmap, area))
    }
  }

  // MARK: Rows

  /// Draws panels, rows, keyboard and the names of keys and drums.
  package func drawRows(into drawing: inout Drawing) {
    for panel in frames.panels { drawing.rect(panel, Palette.panel) }
    if let roll = frames.roll { drawKeyRows(roll, into: &drawing) }
    if let drums = frames.drums { drawDrumRows(drums, into: &drawing) }
    drawBars(into: &drawing)
  }

  private func drawKeyRows(_ roll: Rect, into drawing: inout Drawing) {
    let board = Rect(x: roll.x - 18, y: roll.y, width: 14, height: roll.height)
    drawing.rect(board, Palette.whiteKey)
    let black = keys.filter { KeyNames.isBlack($0) }.map { row(ofKey: $0, in: roll) }
    drawing.rects(
      black.map { Rect(x: roll.x, y: $0.y, width: roll.width, height: $0.height) }, Palette.shade)
    for key in keys where [0, 5].contains(key % 12) {
      let row = row(ofKey: key, in: roll)
      drawing.horizontalLine(row.y + row.height, from: board.x, to: board.maxX, Palette.frame)
    }
    drawing.rects(
      black.map { Rect(x: board.x, y: $0.y, width: board.width * 0.64, height: $0.height) }, Palette.blackKey)
    var labels = Labels(in: Rect(x: 0, y: roll.y - 4, width: board.x, height: roll.height + 8))
    for key in keys where key % 12 == 0 {
      let row = row(ofKey: key, in: roll)
      drawing.horizontalLine(row.y + row.height, from: roll.x, to: roll.maxX, Palette.grid)
      let name = Text(
        KeyNames.name(key), at: Point(board.x - 5, row.y + row.height / 2 + 4), Palette.faintText, anchor: .end)
      drawing.text(name, unlessTaken: &labels)
    }
    drawing.outline(board, Palette.frame)
  }

  private func drawDrumRows(_ panel: Rect, into drawing: inout Drawing) {
    var labels = Labels(in: Rect(x: 0, y: panel.y - 2, width: panel.x, height: panel.height + 4))
    for (index, key) in drumKeys.enumerated() {
      let row = row(ofDrum: key, in: panel)
      if index % 2 == 1 {
        drawing.rect(Rect(x: panel.x, y: row.y, width: panel.width, height: row.height), Palette.shade)
      }
      let size = min(11, max(9, row.height - 2))
      let room = panel.x - Self.margin - 6
      let name = GeneralMIDI.drumName(key).map { room < 60 ? "\(key)" : $0 } ?? "\(key)"
      drawing.text(
        Text(
          Text.fitting(name, width: room, size: size), at: Point(panel.x - 6, row.y + row.height / 2 + size * 0.36),
          size: size, Palette.faintText, anchor: .end), unlessTaken: &labels)
    }
  }

  // MARK: Bars

  /// Draws bar lines and bar numbers as densely as they fit: at every bar, or at every second, fourth, eighth … bar.
  private func drawBars(into drawing: inout Drawing) {
    let map = contents.meterMap
    let first = map.position(atTick: contents.tick(atSecond: scale.low)).bar
    let last = map.position(atTick: contents.tick(atSecond: scale.high)).bar
    let width = (scale.end - scale.start) / Double(max(1, last - first + 1))
    func step(atLeast room: Double) -> Int {
      var step = 1
      while Double(step) * width < room { step *= 2 }
      return step
    }
    let (lineStep, numberStep) = (step(atLeast: 7), step(atLeast: 38))
    var labels = Labels(in: Rect(x: 0, y: frames.bars.y, width: scale.end + 2, height: 16))
    // Bars count from 1, so groups start at 1, 5, 9 …
    var bar = (first - 1) / lineStep * lineStep + 1
    while bar <= last {
      let second = contents.second(atTick: map.tick(ofBar: bar))
      if second >= scale.low, second <= scale.high {
        let (x, isNumbered) = (scale.position(second), (bar - 1) % numberStep == 0)
        let ink = isNumbered ? Palette.strongGrid : Palette.grid
        for panel in frames.panels { drawing.verticalLine(x, from: panel.y, to: panel.maxY, ink) }
        if isNumbered {
          drawing.verticalLine(x, from: frames.bars.maxY - 4, to: frames.bars.maxY, Palette.frame)
          drawing.text(
            Text("\(bar)", at: Point(x + 3, frames.bars.maxY - 3), Palette.faintText), unlessTaken: &labels)
        }
      }
      bar += lineStep
    }
  }
}
