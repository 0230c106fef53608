import TactusDSP
import TactusPictures
import TactusPlugin

/// Shows each lane as a ring; the first lane is the outermost. A click toggles a step of the nearest ring and selects
/// its lane. The keys are those of a lane's row, and change the selected lane.
final class RingsView: View {
  private let count: Int

  init(_ frame: Rect, _ window: PluginWindow) {
    count = Lane.count(window.unit.descriptor)
    super.init("rings", frame, window)
    background = Palette.panel
  }

  override var isFocusable: Bool { true }

  override func describe(_ hasher: inout Hasher) {
    for number in 0..<count { Lane(number, window).describe(&hasher) }
    hasher.combine(window.state.lane)
  }

  private var center: Point { Point(frame.midX, frame.midY) }
  private var outer: Double { min(frame.width, frame.height) / 2 - 18 }
  private var spacing: Double { outer * 0.8 / Double(max(1, count)) }
  private func radius(_ lane: Int) -> Double { outer - Double(lane) * spacing }

  /// The center of a step.
  func position(of step: Int, lane: Int) -> Point {
    Path.position(center, radius(lane), Double(step) / Double(Lane(lane, window).steps) - 0.25)
  }

  override func draw(_ drawing: inout Drawing) {
    for number in 0..<count {
      let lane = Lane(number, window)
      let isChosen = number == window.state.lane
      drawing.stroke(
        .arc(center, radius(number), from: 0, to: 1), isChosen ? Palette.faintText : Palette.strongGrid,
        width: isChosen ? 2 : 1)
      let (rhythm, playing) = (lane.rhythm, lane.playing)
      let room = min(spacing * 0.42, 2 * Double.pi * radius(number) / Double(lane.steps) * 0.42)
      let onsets = (0..<lane.steps).filter { rhythm[$0] }
      if lane.isOn, isChosen, onsets.count > 2 {
        drawing.stroke(
          Path((onsets + [onsets[0]]).map { position(of: $0, lane: number) }), lane.ink.with(opacity: 45), width: 1.5)
      }
      for step in 0..<lane.steps {
        let dot = position(of: step, lane: number)
        let isPlaying = step == playing
        if rhythm[step] {
          drawing.disc(dot, radius: max(2, room), lane.isOn ? lane.ink : Palette.frame)
          if isPlaying { drawing.disc(dot, radius: max(2, room * 0.6), Palette.title) }
        } else {
          drawing.disc(
            dot, radius: max(1.2, room * (isPlaying ? 0.6 : 0.32)), isPlaying ? Palette.title : Palette.frame)
        }
      }
    }
    drawing.fill(
      Path([
        Point(center.x - 5, frame.midY - outer - 13), Point(center.x + 5, frame.midY - outer - 13),
        Point(center.x, frame.midY - outer - 6),
      ]), Palette.faintText)
  }

  override func press(_ point: Point, clicks: Int, _ modifiers: KeyModifiers) {
    let (dx, dy) = (point.x - center.x, point.y - center.y)
    let distance = ExactMath.squareRoot(dx * dx + dy * dy)
    let number = Int(((outer - distance) / spacing).rounded())
    guard (0..<count).contains(number) else { return }
    window.chooseLane(number)
    let lane = Lane(number, window)
    func away(_ step: Int) -> Double {
      let dot = position(of: step, lane: number)
      return (dot.x - point.x) * (dot.x - point.x) + (dot.y - point.y) * (dot.y - point.y)
    }
    guard let step = (0..<lane.steps).min(by: { away($0) < away($1) }), away(step) < 200 else { return }
    lane.toggle(step)
  }

  override func scroll(_ amount: Double, at point: Point, _ modifiers: KeyModifiers) -> Bool {
    Lane(window.state.lane, window).key(amount > 0 ? .right : .left)
  }

  override func key(_ key: WindowKey, _ modifiers: KeyModifiers) -> Bool { Lane(window.state.lane, window).key(key) }
}
