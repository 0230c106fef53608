import TactusPictures
import TactusPlugin

/// A lane as a row of steps. A click toggles a step, a drag turns the rhythm; scrolling changes the number of onsets.
final class LaneGrid: View {
  let lane: Lane
  private var start: (step: Int, rotation: Int)?
  private var hasTurned = false
  private static let nameWidth = 158.0

  init(_ number: Int, _ frame: Rect, _ window: PluginWindow) {
    lane = Lane(number, window)
    super.init("lane \(number + 1)", frame, window)
    background = Palette.panel
  }

  override var isFocusable: Bool { true }

  override func describe(_ hasher: inout Hasher) {
    lane.describe(&hasher)
    hasher.combine(window.state.lane == lane.number)
  }

  private var grid: Rect {
    Rect(
      x: frame.x + Self.nameWidth, y: frame.y + 5, width: frame.width - Self.nameWidth - 8, height: frame.height - 10)
  }

  /// The switch of the lane.
  private var lamp: Rect { Rect(x: frame.x + 10, y: frame.midY - 7, width: 26, height: 14) }

  /// The area of a step; steps are as wide as in a lane of 16 steps, if there is room.
  func area(of step: Int) -> Rect {
    let width = min(grid.width / Double(lane.steps), max(grid.width / 16, 8))
    let left = (grid.x + Double(step) * width).wholePixel
    return Rect(x: left, y: grid.y, width: (grid.x + Double(step + 1) * width).wholePixel - left, height: grid.height)
  }

  func step(at point: Point) -> Int? {
    guard grid.contains(point) else { return nil }
    return (0..<lane.steps).first { area(of: $0).contains(point) }
  }

  override func draw(_ drawing: inout Drawing) {
    if window.state.lane == lane.number { drawing.fill(frame.inset(2, 1), radius: 5, WindowInks.selection) }
    drawing.toggle(lamp, isOn: lane.isOn, ink: lane.ink)
    let ink = lane.isOn ? Palette.title : Palette.faintText
    let text = Rect(x: frame.x + 44, y: frame.midY - 16, width: Self.nameWidth - 48, height: 16)
    drawing.label(window.laneName(lane.number), in: text, ink, isBold: true)
    let numbers = Rect(x: text.x, y: frame.midY, width: text.width, height: 15)
    drawing.label(
      "\(lane.onsets) in \(lane.steps), \(window.laneRate(lane.number))", in: numbers, size: 9.5, Palette.faintText)
    let (rhythm, playing) = (lane.rhythm, lane.playing)
    for step in 0..<lane.steps { draw(step, rhythm[step], isPlaying: step == playing, &drawing) }
  }

  private func draw(_ step: Int, _ isOnset: Bool, isPlaying: Bool, _ drawing: inout Drawing) {
    let area = area(of: step)
    let gap = area.width > 10 ? 2.0 : 1.0
    let cell = Rect(x: area.x + gap / 2, y: area.y, width: max(1, area.width - gap), height: area.height)
    let radius = min(4, cell.width / 3)
    drawing.fill(cell, radius: radius, step % 4 == 0 ? WindowInks.downbeat : WindowInks.cell)
    if isOnset {
      let ink = lane.isOn ? lane.ink : Palette.frame
      let height = max(4, cell.height * (0.35 + 0.65 * Double(lane.value(.velocity)) / 127))
      drawing.fill(
        Rect(x: cell.x, y: cell.maxY - height, width: cell.width, height: height), radius: radius,
        isPlaying ? Palette.title : ink)
    } else if isPlaying {
      drawing.fill(cell, radius: radius, lane.ink.with(opacity: 45))
    }
  }

  override func press(_ point: Point, clicks: Int, _ modifiers: KeyModifiers) {
    window.chooseLane(lane.number)
    start = nil
    if lamp.inset(-6, -8).contains(point) { return lane.set(.isOn, to: lane.isOn ? 0 : 1) }
    if let step = step(at: point) { start = (step, lane.rotation) }
    hasTurned = false
  }

  override func drag(_ point: Point, _ modifiers: KeyModifiers) {
    guard let start, let index = lane.index(.rotation) else { return }
    let width = area(of: 0).width
    let steps = Int(((point.x - area(of: start.step).midX) / max(1, width)).rounded())
    guard steps != 0 || hasTurned else { return }
    if !hasTurned { window.beginEdit(index) }
    hasTurned = true
    let count = lane.steps
    let turn = ((start.rotation + steps) % count + count) % count
    if turn != lane.value(.rotation) { window.edit(index, to: Double(turn)) }
  }

  override func release(_ point: Point) {
    guard let start else { return }
    self.start = nil
    if hasTurned {
      if let index = lane.index(.rotation) { window.endEdit(index) }
    } else if step(at: point) == start.step {
      lane.toggle(start.step)
    }
    hasTurned = false
  }

  override func lostFocus() { release(Point(-1, -1)) }

  override func scroll(_ amount: Double, at point: Point, _ modifiers: KeyModifiers) -> Bool {
    let step = amount > 0 ? 1 : -1
    if modifiers.contains(.shift) {
      lane.set(.steps, to: lane.steps + step)
    } else {
      lane.set(.onsets, to: min(max(0, lane.onsets + step), lane.steps))
    }
    return true
  }

  override func key(_ key: WindowKey, _ modifiers: KeyModifiers) -> Bool {
    window.chooseLane(lane.number)
    return lane.key(key)
  }
}
