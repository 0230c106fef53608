import TactusMIDI
import TactusSequencer

/// The legend of channels and their programs, in rows under the title.
package struct SongLegend {
  private var items: [(channelIndex: UInt8?, text: String, x: Double, row: Int)] = []
  package private(set) var height = 0.0

  private static let rowHeight = 17.0
  private static let size = 11.0

  package init(_ contents: SongContents, _ channelIndices: [UInt8], width: Double, rowLimit: Int) {
    let hasPorts = channelIndices.contains { $0 >= 16 }
    var (x, row) = (0.0, 0)
    for (index, channelIndex) in channelIndices.enumerated() {
      let number = (hasPorts ? "\(channelIndex >> 4 + 1):" : "") + "\(channelIndex & 15 + 1)"
      let text = Text.fitting("\(number)\u{2002}\(Self.programs(contents, channelIndex))", width: 230, size: Self.size)
      let itemWidth = 15 + Text.widthInAnyFont(text, size: Self.size)
      // The last row reserves room for the number of omitted entries.
      let isLastRow = row == rowLimit - 1
      let reserve = isLastRow && index < channelIndices.count - 1 ? 70.0 : 0
      if x + itemWidth > width - reserve, x > 0 {
        if isLastRow {
          items.append((nil, "+ \(channelIndices.count - index) more", x, row))
          break
        }
        (x, row) = (0, row + 1)
      }
      items.append((channelIndex, text, x, row))
      x += itemWidth + 18
    }
    height = channelIndices.isEmpty ? 0 : Double(row + 1) * Self.rowHeight
  }

  package func draw(into drawing: inout Drawing, in frame: Rect) {
    for item in items {
      let y = frame.y + Double(item.row) * Self.rowHeight
      if let channelIndex = item.channelIndex {
        drawing.rect(Rect(x: frame.x + item.x, y: y + 3, width: 10, height: 10), SongLayout.ink(channelIndex))
      }
      let x = frame.x + item.x + (item.channelIndex == nil ? 0 : 15)
      let ink = item.channelIndex == nil ? Palette.faintText : Palette.text
      var text = Text(item.text, at: Point(x, y + 12), size: Self.size, ink)
      text.holdsWidth = true
      drawing.text(text)
    }
  }

  /// Returns the programs of a channel in order of first use.
  private static func programs(_ contents: SongContents, _ channelIndex: UInt8) -> String {
    let uses = contents.timeline.programs.filter { $0.port << 4 | $0.channel == channelIndex && $0.notes > 0 }
    var names: [String] = []
    for use in uses {
      let program = Int(use.program)
      let name = channelIndex & 15 == 9 ? GeneralMIDI.kitName(program) : GeneralMIDI.programName(program)
      if !names.contains(name) { names.append(name) }
    }
    let shown = names.prefix(2).joined(separator: " → ")
    return names.count > 2 ? "\(shown) +\(names.count - 2)" : shown
  }
}

extension SongLayout {
  /// Returns the color of a channel, the same in every picture.
  package static func ink(_ channelIndex: UInt8) -> Ink { Palette.series(Int(channelIndex)) }
}
