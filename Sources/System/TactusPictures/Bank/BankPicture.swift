import TactusFiles
import TactusTime

/// An overview of a bank: its presets by bank and program, each with its range of keys.
///
/// - Thread: control
public struct BankPicture: Sendable {
  /// The drawing.
  public let drawing: Drawing

  private static let rowHeight = 17.0
  private static let margin = 20.0
  private static let keyWidth = 64.0

  /// A row of a column.
  private enum Line {
    case bank(UInt16)
    case preset(Int)
  }

  /// Draws a bank.
  ///
  /// - Parameters:
  ///   - font: the bank.
  ///   - name: the title if neither the settings nor the bank has one, such as the file's name.
  ///   - settings: the size and the title; other settings are ignored.
  public init(_ font: SoundFont, name: String, settings: PictureSettings = PictureSettings()) {
    let lines = Self.lines(font)
    let width = settings.size?.width ?? 1200
    let columnCount = max(1, Int((Double(width) - 2 * Self.margin + 24) / 250))
    let rows = (lines.count + columnCount - 1) / columnCount
    let size = settings.size(naturalHeight: 64 + Double(rows) * Self.rowHeight + 24)
    let title = settings.title ?? (font.info.name.isEmpty ? name : font.info.name)
    var drawing = Drawing(width: size.width, height: size.height, title: "Presets of \(Text.clean(title))")
    var area = drawing.bounds.inset(Self.margin, 16)
    drawing.header(title, facts: Self.facts(font), in: &area)
    if lines.isEmpty {
      drawing.notice("no presets", in: area)
    } else {
      Self.draw(lines, of: font, columnCount, in: area, into: &drawing)
    }
    self.drawing = drawing
  }

  private static func facts(_ font: SoundFont) -> [String] {
    [
      font.formatName, font.selectablePresets.count.counted("preset"),
      font.instrumentCount.counted("instrument"), font.samples.count.counted("sample"),
      font.info.engineers.isEmpty ? "" : "by \(Text.clean(font.info.engineers, limit: 60))",
    ]
  }

  private static func lines(_ font: SoundFont) -> [Line] {
    var lines: [Line] = []
    var last: UInt16?
    for index in font.selectablePresets {
      let bank = font.presets[index].bank
      if bank != last { lines.append(.bank(bank)) }
      last = bank
      lines.append(.preset(index))
    }
    return lines
  }

  private static func draw(
    _ lines: [Line], of font: SoundFont, _ columnCount: Int, in area: Rect, into drawing: inout Drawing
  ) {
    let rows = max(1, Int(area.height / rowHeight))
    // balanced columns; full columns if there are too many rows
    let perColumn = min(rows, (lines.count + columnCount - 1) / columnCount)
    let isCut = lines.count > perColumn * columnCount
    let shown = lines.prefix(isCut ? perColumn * columnCount - 1 : lines.count)
    let keys = PresetKeys(font)
    let width = (area.width + 24) / Double(columnCount)
    func position(_ index: Int) -> Point {
      Point(area.x + Double(index / perColumn) * width, area.y + Double(index % perColumn) * rowHeight)
    }
    for (index, line) in shown.enumerated() {
      let position = position(index)
      switch line {
      case .bank(let number):
        let words = number == 128 ? "Bank 128: drums" : "Bank \(number)"
        drawing.text(Text(words, at: Point(position.x, position.y + 12), Palette.title, isBold: true))
        drawing.horizontalLine(position.y + 15, from: position.x, to: position.x + width - 24, Palette.grid)
      case .preset(let preset):
        draw(font.presets[preset], of: font, keys, at: position, width: width - 24, into: &drawing)
      }
    }
    if isCut {
      let words = "+ \((lines.count - shown.count).counted("line")) more"
      let position = position(shown.count)
      drawing.text(Text(words, at: Point(position.x, position.y + 12), Palette.faintText))
    }
  }

  private static func draw(
    _ preset: SoundFont.Preset, of font: SoundFont, _ keys: PresetKeys, at position: Point, width: Double,
    into drawing: inout Drawing
  ) {
    let baseline = position.y + 12
    drawing.text(
      Text("\(preset.program)", at: Point(position.x + 22, baseline), Palette.faintText, anchor: .end))
    let name = Text.fitting(Text.clean(font.name(of: preset)), width: width - keyWidth - 38)
    drawing.text(Text(name, at: Point(position.x + 30, baseline)))
    let bar = Rect(x: position.x + width - keyWidth, y: position.y + 6, width: keyWidth, height: 6)
    drawing.rect(bar, Palette.shade)
    guard let range = keys.keys(of: preset) else { return }
    let low = Double(range.low) / 128 * keyWidth
    let high = (Double(range.high) + 1) / 128 * keyWidth
    drawing.rect(
      Rect(x: bar.x + low, y: bar.y, width: max(1, high - low), height: bar.height), Palette.accent)
  }
}
