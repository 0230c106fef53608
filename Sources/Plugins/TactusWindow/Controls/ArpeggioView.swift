import TactusPictures
import TactusPlugin

/// The keys that the steps of an arpeggio play, for display.
struct ArpeggioSteps: Equatable {
  /// For each step, its keys.
  var keys: [[Int]]

  /// Computes one round of an arpeggio.
  ///
  /// - Parameters:
  ///   - held: the held keys, in the order in which they were struck, or ascending.
  ///   - order: the index of the parameter's choice.
  ///   - most: the maximum number of steps.
  init(_ held: [Int], order: Int, octaves: Int, most: Int = 64) {
    let sorted = order == 5 ? held : held.sorted()
    guard !sorted.isEmpty, octaves > 0 else {
      keys = []
      return
    }
    let all = (0..<octaves).flatMap { octave in sorted.map { $0 + 12 * octave } }
    let inner = all.count > 2 ? all[1..<all.count - 1].reversed() : []
    let steps: [[Int]]
    switch order {
    case 1: steps = all.reversed().map { [$0] }
    case 2: steps = (all + inner).map { [$0] }
    case 3: steps = (all + all.reversed()).map { [$0] }
    case 4: steps = (all.reversed() + inner.reversed()).map { [$0] }
    case 7: steps = (0..<octaves).map { octave in sorted.map { $0 + 12 * octave } }
    default: steps = all.map { [$0] }
    }
    keys = Array(steps.prefix(most)).map { $0.filter { $0 < 128 } }
  }
}

/// The steps of the arpeggiator, one round of them: those of the held keys, or of an example. The notes that sound are
/// bright.
final class ArpeggioView: View {
  init(_ frame: Rect, _ window: PluginWindow) {
    super.init("arpeggio", frame, window)
    background = Palette.panel
  }

  private func value(_ symbol: String) -> Double {
    window.unit.descriptor.index(ofParameter: symbol).map { window.unit.value(ofParameter: $0) } ?? 0
  }

  private func text(_ symbol: String) -> String {
    window.unit.descriptor.index(ofParameter: symbol).map {
      window.unit.text(ofParameter: $0, window.unit.value(ofParameter: $0))
    } ?? ""
  }

  private var held: [Int] { (0..<128).filter { key in (0..<16).contains { window.activity.isHeld(key, channel: $0) } } }

  private func sounds(_ key: Int) -> Bool { (0..<16).contains { window.activity.sounds(key, channel: $0) } }

  override func describe(_ hasher: inout Hasher) {
    for symbol in ["arpOn", "arpOrder", "arpOctaves", "arpGate", "arpSwing", "arpRate"] {
      hasher.combine(value(symbol))
    }
    hasher.combine(window.activity.held)
    hasher.combine(window.activity.sounding)
  }

  override func draw(_ drawing: inout Drawing) {
    let held = held
    let isExample = held.isEmpty
    let isOn = value("arpOn") >= 0.5
    var area = frame.inset(14, 10)
    let title = area.takeTop(16, gap: 6)
    let words =
      isExample
      ? "Steps of C E G, until keys are held" : "Steps of " + held.map(GeneralMIDINames.key).joined(separator: " ")
    drawing.label(isOn ? words : "The arpeggiator is off: chords pass", in: title, size: 10.5, Palette.faintText)
    drawing.label("\(text("arpOrder")), \(text("arpRate"))", in: title, size: 10.5, Palette.text, anchor: .end)
    let steps = ArpeggioSteps(
      isExample ? [60, 64, 67] : held, order: Int(value("arpOrder")), octaves: Int(value("arpOctaves")))
    let all = steps.keys.joined()
    guard let lowest = all.min(), let highest = all.max() else { return }
    drawGrid(steps, in: area, lowest, highest, &drawing)
    let width = area.width / Double(max(steps.keys.count, 8))
    let height = 11.0
    let semitone = min(12, (area.height - height) / Double(max(1, highest - lowest)))
    let bottom = area.midY + semitone * Double(highest - lowest) / 2
    for (step, keys) in steps.keys.enumerated() {
      for key in keys {
        let x = area.x + Double(step) * width + (step % 2 == 1 ? (value("arpSwing") - 50) / 50 * width : 0)
        let gate = min(value("arpGate") / 100, 1.5)
        let bar = Rect(
          x: x + 1, y: bottom - Double(key - lowest) * semitone - height / 2, width: max(3, width * gate - 2),
          height: height)
        let isLit = !isExample && sounds(key)
        let ink = !isOn ? Palette.frame : isLit ? Palette.accent : Palette.softAccent
        drawing.fill(bar, radius: 3, ink)
      }
    }
  }

  private func drawGrid(_ steps: ArpeggioSteps, in area: Rect, _ lowest: Int, _ highest: Int, _ drawing: inout Drawing)
  {
    let count = max(steps.keys.count, 8)
    let width = area.width / Double(count)
    for step in 0...count {
      drawing.verticalLine(
        area.x + Double(step) * width, from: area.y, to: area.maxY, step % 4 == 0 ? Palette.strongGrid : Palette.grid)
    }
  }
}
