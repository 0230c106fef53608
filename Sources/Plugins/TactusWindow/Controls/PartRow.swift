import TactusPictures
import TactusPlugin

/// A part of the sampler in the list of parts: its number, its preset, whether it sounds, its level. Up and down arrows
/// move to another part, left and right to another preset.
final class PartRow: View {
  let part: Int

  init(_ part: Int, _ frame: Rect, _ window: PluginWindow) {
    self.part = part
    super.init("part \(part + 1)", frame, window)
    background = Palette.panel
  }

  override var isFocusable: Bool { part == window.state.part }

  override func describe(_ hasher: inout Hasher) {
    hasher.combine(window.presetName(ofPart: part))
    hasher.combine(window.state.part == part)
    hasher.combine(window.activity.sounds(channel: part))
    hasher.combine(Int(LevelScale.share(window.levels[part]) * 200))
  }

  override func draw(_ drawing: inout Drawing) {
    let isChosen = window.state.part == part
    if isChosen { drawing.fill(frame.inset(2, 1), radius: 4, WindowInks.selection) }
    let sounds = window.activity.sounds(channel: part)
    let ink = Palette.series(part)
    drawing.label(
      "\(part + 1)", in: Rect(x: frame.x + 4, y: frame.y, width: 22, height: frame.height), size: 10.5,
      isChosen ? Palette.title : Palette.faintText, anchor: .end, isBold: isChosen)
    drawing.disc(Point(frame.x + 38, frame.midY), radius: sounds ? 5 : 3, sounds ? ink : ink.with(opacity: 60))
    let name = Rect(x: frame.x + 50, y: frame.y, width: frame.width - 50 - 92, height: frame.height)
    drawing.label(window.presetName(ofPart: part), in: name, isChosen ? Palette.title : Palette.text)
    drawing.meter(Rect(x: frame.maxX - 84, y: frame.midY - 3, width: 74, height: 6), level: window.levels[part])
  }

  override func press(_ point: Point, clicks: Int, _ modifiers: KeyModifiers) { choose(part) }

  private func choose(_ part: Int) {
    guard (0..<16).contains(part), part != window.state.part else { return }
    window.state.part = part
    window.relayout()
    window.moveFocus(to: "part \(part + 1)")
  }

  override func key(_ key: WindowKey, _ modifiers: KeyModifiers) -> Bool {
    switch key {
    case .up: choose(part - 1)
    case .down: choose(part + 1)
    case .home: choose(0)
    case .end: choose(15)
    case .left: window.stepPreset(-1)
    case .right: window.stepPreset(1)
    default: return false
    }
    return true
  }

  override func scroll(_ amount: Double, at point: Point, _ modifiers: KeyModifiers) -> Bool { false }
}

extension PluginWindow {
  /// Plays a preset of the bank on the chosen part.
  func choosePreset(_ position: Int) {
    guard bankPresets.indices.contains(position), let bank = bankIndex(ofPart: state.part),
      let program = programIndex(ofPart: state.part)
    else { return }
    let preset = bankPresets[position]
    set(bank, to: Double(preset.bank))
    set(program, to: Double(preset.program))
  }

  /// Moves the chosen part to the next or previous preset.
  func stepPreset(_ step: Int) {
    guard !bankPresets.isEmpty else { return }
    let position = presetPosition(ofPart: state.part).map { $0 + step } ?? 0
    choosePreset(min(max(0, position), bankPresets.count - 1))
  }
}
