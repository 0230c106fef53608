import TactusPictures
import TactusPlugin

/// A part of the sampler in the list of parts: its number, its preset, whether it sounds, its level and its volume. Up and
/// down arrows move to another part, left and right to another preset, plus and minus change the volume. A drag on the
/// meter changes the volume too, and a double click there returns it to the default.
final class PartRow: View {
  let part: Int
  private let volume: Int?
  private var dragged: (value: Double, x: Double)?

  init(_ part: Int, _ frame: Rect, _ window: PluginWindow) {
    self.part = part
    volume = window.unit.descriptor.index(ofParameter: "volume\(part + 1)")
    super.init("part \(part + 1)", frame, window)
    background = Palette.panel
  }

  override var isFocusable: Bool { part == window.state.part }

  override func describe(_ hasher: inout Hasher) {
    hasher.combine(window.presetName(ofPart: part))
    hasher.combine(window.state.part == part)
    if let volume { hasher.combine(window.unit.value(ofParameter: volume)) }
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
    drawing.meter(meter, level: window.levels[part])
    if let volume { draw(VolumeFader.share(window.unit.value(ofParameter: volume)), in: &drawing) }
  }

  private var meter: Rect { Rect(x: frame.maxX - 84, y: frame.midY - 3, width: 74, height: 6) }

  /// Draws the volume as a handle on the meter.
  private func draw(_ share: Double, in drawing: inout Drawing) {
    let x = meter.x + meter.width * share
    drawing.fill(
      Rect(x: x - 2, y: meter.y - 3, width: 4, height: meter.height + 6), radius: 1.5, Palette.faintText)
  }

  override func press(_ point: Point, clicks: Int, _ modifiers: KeyModifiers) {
    choose(part)
    guard let volume, point.x >= meter.x - 4 else { return }
    if clicks == 2 { return window.set(volume, to: window.unit.descriptor.parameters[volume].defaultValue) }
    dragged = (window.unit.value(ofParameter: volume), point.x)
    window.beginEdit(volume)
  }

  override func drag(_ point: Point, _ modifiers: KeyModifiers) {
    guard let volume, let dragged else { return }
    let distance = (point.x - dragged.x) / meter.width * (modifiers.contains(.shift) ? 0.1 : 1)
    window.edit(volume, to: VolumeFader.decibels(VolumeFader.share(dragged.value) + distance))
  }

  override func release(_ point: Point) {
    guard let volume, dragged != nil else { return }
    dragged = nil
    window.endEdit(volume)
  }

  override func lostFocus() { release(Point(0, 0)) }

  override func openMenu() { if let volume { window.openMenu(ofParameter: volume, below: frame) } }

  private func changeVolume(by decibels: Double) {
    guard let volume else { return }
    window.set(volume, to: max(VolumeFader.lowest, window.unit.value(ofParameter: volume)) + decibels)
  }

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
    case .character("+"): changeVolume(by: 1)
    case .character("-"): changeVolume(by: -1)
    case .character("m"): openMenu()
    default: return false
    }
    return true
  }

  override func scroll(_ amount: Double, at point: Point, _ modifiers: KeyModifiers) -> Bool { false }
}

/// The scale of a volume's handle: −60 dB and less at the left, +12 dB at the right.
enum VolumeFader {
  static let lowest = -60.0
  private static let highest = 12.0

  /// Returns the position of a volume in decibels, 0…1.
  static func share(_ decibels: Double) -> Double { min(max((decibels - lowest) / (highest - lowest), 0), 1) }

  /// Returns the volume at a position; −96 dB, which is silence, at the left end.
  static func decibels(_ share: Double) -> Double {
    share <= 0 ? -96 : lowest + min(share, 1) * (highest - lowest)
  }
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
