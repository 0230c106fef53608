import TactusFiles
import TactusSynth
import TactusTime

/// A preset as a map of its zones by key and velocity, with samples, root keys and volume envelopes.
///
/// If zones overlap, the map has several layers, stacked vertically.
/// - Thread: control
public struct PresetPicture: Sendable {
  /// The drawing.
  public let drawing: Drawing
  /// The number of the preset's regions.
  public let regionCount: Int

  /// Draws a preset.
  ///
  /// - Parameters:
  ///   - preset: a preset of the font.
  ///   - font: the bank.
  ///   - settings: the size and the title; other settings are ignored.
  public init(_ preset: SoundFont.Preset, of font: SoundFont, settings: PictureSettings = PictureSettings()) {
    let zones = PresetZones(preset, of: font)
    regionCount = zones.regionCount
    let name = Text.clean(font.name(of: preset))
    let map = PresetMap(zones, settings: settings)
    drawing = map.drawn(
      title: settings.title ?? (name.isEmpty ? "\(preset.bank):\(preset.program)" : name),
      facts: [
        "bank \(preset.bank), program \(preset.program)", regionCount.counted("region"),
        zones.zones.count.counted("zone") + (zones.omittedCount > 0 ? " shown" : ""),
        zones.layerCount > 1 ? zones.layerCount.counted("layer") : "",
        zones.sharedName.isEmpty ? "" : "samples \(zones.sharedName)…",
        zones.unusableCount > 0 ? "\(zones.unusableCount.counted("zone")) cannot be played" : "",
        Text.clean(font.info.name, limit: 60),
      ])
  }
}

/// The layout of a preset's picture: the map of zones, a keyboard below it, and the envelopes at the bottom.
package struct PresetMap {
  package let zones: PresetZones
  package let size: (width: Int, height: Int)
  /// The scale from keys to pixels; a key's left edge is at its number.
  package let keys: AxisScale
  /// One panel for each layer, the first at the bottom.
  package let layers: [Rect]
  package let keyboard: Rect
  package let envelopes: Rect?

  private static let margin = 20.0

  package init(_ zones: PresetZones, settings: PictureSettings) {
    self.zones = zones
    let layerCount = max(1, zones.layerCount)
    size = settings.size(naturalHeight: 64 + Double(layerCount) * (layerCount > 1 ? 150 : 290) + 30 + 60 + 220)
    var area = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)).inset(Self.margin, 16)
    _ = area.takeTop(40, gap: 10)
    _ = area.takeLeft(34)
    var bottom = area.takeBottom(size.height >= 420 ? (area.height * 0.34).rounded() : 0)
    _ = bottom.takeTop(26)
    _ = bottom.takeBottom(20)
    envelopes = bottom.height >= 60 && !zones.zones.isEmpty ? bottom : nil
    _ = area.takeBottom(18)
    keyboard = area.takeBottom(min(34, area.height * 0.2).rounded(), gap: 3)
    let range = Self.keyRange(zones.zones)
    keys = AxisScale(Double(range.lowerBound), Double(range.upperBound + 1), from: area.x, to: area.maxX)
    let gap = 6.0
    let each = ((area.height + gap) / Double(layerCount) - gap).rounded(.down)
    layers = (0..<layerCount).map { _ in area.takeBottom(max(8, each), gap: gap) }
  }

  /// Returns the range of the used keys, extended by one key on each side, and at least three octaves.
  private static func keyRange(_ zones: [PresetZone]) -> ClosedRange<Int> {
    guard !zones.isEmpty else { return 21...108 }
    var low = zones.reduce(127) { min($0, Int($1.keys.low)) } - 1
    var high = zones.reduce(0) { max($0, Int($1.keys.high)) } + 1
    let missing = max(0, 36 - (high - low + 1))
    (low, high) = (low - missing / 2, high + (missing + 1) / 2)
    if low < 0 { (low, high) = (0, high - low) }
    if high > 127 { (low, high) = (low - (high - 127), 127) }
    return max(0, low)...min(127, high)
  }

  /// Returns the rectangle of a zone.
  package func rect(of zone: PresetZone) -> Rect {
    let panel = layers[zone.layer]
    let scale = AxisScale(0, 128, from: panel.maxY, to: panel.y)
    return Rect(
      x: keys.position(Double(zone.keys.low))...keys.position(Double(zone.keys.high) + 1),
      y: scale.position(Double(min(zone.velocities.high, 127)) + 1)...scale.position(Double(zone.velocities.low)))
  }

  package func drawn(title: String, facts: [String]) -> Drawing {
    var drawing = Drawing(width: size.width, height: size.height, title: "Zones of \(Text.clean(title))")
    var top = drawing.bounds.inset(Self.margin, 16)
    drawing.header(title, facts: facts, in: &top)
    guard !zones.zones.isEmpty else {
      drawing.notice(zones.unusableCount > 0 ? "no zone can be played" : "no zones", in: layers[0])
      return drawing
    }
    for panel in layers { drawGrid(panel, into: &drawing) }
    drawZones(into: &drawing)
    for panel in layers { drawing.outline(panel, Palette.frame) }
    drawKeyboard(into: &drawing)
    if let envelopes { EnvelopePlot(zones.zones, in: envelopes).draw(into: &drawing) }
    return drawing
  }

  private func drawGrid(_ panel: Rect, into drawing: inout Drawing) {
    drawing.rect(panel, Palette.panel)
    let scale = AxisScale(0, 128, from: panel.maxY, to: panel.y)
    var labels = Labels(in: Rect(x: 0, y: panel.y - 8, width: panel.x, height: panel.height + 16))
    for velocity in [0, 127, 64, 32, 96] {
      let y = velocity == 0 ? panel.maxY : velocity == 127 ? panel.y : scale.position(Double(velocity))
      if velocity % 127 != 0 { drawing.horizontalLine(y, from: panel.x, to: panel.maxX, Palette.grid) }
      let baseline = velocity == 127 ? y + 8 : velocity == 0 ? y : y + 4
      drawing.text(
        Text("\(velocity)", at: Point(panel.x - 6, baseline), size: 10, Palette.faintText, anchor: .end),
        unlessTaken: &labels, gap: 2)
    }
    for key in Int(keys.low)..<Int(keys.high) where key % 12 == 0 {
      drawing.verticalLine(keys.position(Double(key)), from: panel.y, to: panel.maxY, Palette.grid)
    }
  }

  private func drawZones(into drawing: inout Drawing) {
    for zone in zones.zones {
      let (rect, ink) = (rect(of: zone), Palette.series(zone.series))
      let inside = rect.inset(rect.width > 4 ? 0.5 : 0, rect.height > 4 ? 0.5 : 0)
      drawing.rect(inside, ink.with(opacity: 24))
      drawing.outline(inside, ink.with(opacity: 90))
    }
    var labels = layers.map { Labels(in: $0) }
    for zone in zones.zones { draw(wordsOf: zone, labels: &labels[zone.layer], into: &drawing) }
  }

  /// Draws the sample's name horizontally, or upwards in a narrow zone, and a dot at the root key.
  private func draw(wordsOf zone: PresetZone, labels: inout Labels, into drawing: inout Drawing) {
    let (rect, ink) = (rect(of: zone), Palette.series(zone.series))
    let isNarrow = rect.width < 70 && rect.height > rect.width
    if !isNarrow, rect.height >= 13 {
      let room = rect.width - 8
      let name = Self.shortened(zone.words(without: zones.sharedName), width: room)
      // The name goes just below the upper edge, or further down if another zone's label is already there.
      for step in 0..<4 where Double(step + 1) * 13 <= rect.height {
        let text = Text(name, at: Point(rect.x + 5, rect.y + 12 + 13 * Double(step)), Palette.text)
        if !name.isEmpty, labels.add(text, gap: 1) {
          drawing.text(text)
          let root = Text(
            "root \(KeyNames.name(zone.rootKey))", at: Point(text.position.x, text.position.y + 13), size: 10,
            Palette.faintText)
          if root.width <= room, root.position.y + 3 <= rect.maxY { drawing.text(root, unlessTaken: &labels, gap: 1) }
          break
        }
      }
    } else if isNarrow, rect.width >= 10 {
      let size = min(11, rect.width - 1)
      let name = Self.shortened(zone.words(without: zones.sharedName), width: rect.height - 16, size: size)
      var text = Text(name, at: Point(rect.midX + size * 0.36, rect.maxY - 10), size: size, Palette.text)
      text.isUpright = true
      drawing.text(text, unlessTaken: &labels, gap: 0)
    }
    let root = Double(zone.rootKey) + 0.5
    if root > Double(zone.keys.low), root < Double(zone.keys.high) + 1, rect.height >= 8 {
      drawing.stroke(Path([Point(keys.position(root), rect.maxY - 4.5)]), ink, width: 5)
    }
  }

  /// Returns a shortened name that fits; empty if too little of the name would remain.
  private static func shortened(_ name: String, width: Double, size: Double = 11) -> String {
    let text = Text.fitting(name, width: width, size: size)
    return text == name || text.count > 7 ? text : ""
  }

  private func drawKeyboard(into drawing: inout Drawing) {
    drawing.rect(keyboard, Palette.whiteKey)
    let all = Int(keys.low)..<Int(keys.high)
    func edge(_ key: Double) -> Double { keys.position(key) }
    var labels = Labels(in: Rect(x: 0, y: keyboard.maxY, width: Double(drawing.width), height: 18))
    let black = all.filter(KeyNames.isBlack)
    // White keys meet below the middle of the black key between them. E and F, and B and C, have no black key between
    // them and meet at the edge between their key positions.
    let seams =
      all.filter { [0, 5].contains($0 % 12) }.map { edge(Double($0)) } + black.map { edge(Double($0) + 0.5) - 0.5 }
    for x in seams { drawing.verticalLine(x, from: keyboard.y, to: keyboard.maxY, Palette.frame) }
    drawing.rects(
      black.map {
        Rect(
          x: edge(Double($0)), y: keyboard.y, width: edge(Double($0) + 1) - edge(Double($0)),
          height: (keyboard.height * 0.62).rounded())
      }, Palette.blackKey)
    drawing.outline(keyboard, Palette.frame)
    for key in all where key % 12 == 0 {
      drawing.text(
        Text(
          KeyNames.name(key), at: Point(edge(Double(key) + 0.5), keyboard.maxY + 13), Palette.faintText, anchor: .middle
        ),
        unlessTaken: &labels)
    }
  }
}
