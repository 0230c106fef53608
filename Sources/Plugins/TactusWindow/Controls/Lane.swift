import TactusDSP
import TactusPictures
import TactusPlugin
import TactusProcessors
import TactusSequencer

/// A lane of the sequencer as the window shows and edits it.
struct Lane {
  let number: Int
  private let window: PluginWindow

  init(_ number: Int, _ window: PluginWindow) { (self.number, self.window) = (number, window) }

  /// The number of lanes of a plug-in.
  static func count(_ descriptor: PluginDescriptor) -> Int {
    descriptor.parameters.count { if case .lane(_, .isOn) = $0.place { true } else { false } }
  }

  /// Returns the index of the parameter with a setting.
  func index(_ setting: LaneSetting) -> Int? {
    window.unit.descriptor.parameters.firstIndex { $0.place == .lane(number, setting) }
  }

  func value(_ setting: LaneSetting) -> Int { index(setting).map { Int(window.unit.value(ofParameter: $0)) } ?? 0 }
  func set(_ setting: LaneSetting, to value: Int) { if let index = index(setting) { window.set(index, to: Double(value)) } }

  var isOn: Bool { value(.isOn) != 0 }
  var steps: Int { max(1, value(.steps)) }
  var onsets: Int { min(value(.onsets), steps) }
  var rotation: Int { value(.rotation) % steps }
  var rhythm: [Bool] { Euclid.rhythm(onsets, of: steps, rotation: rotation) }
  var ink: Ink { Palette.series(number) }

  /// The step at which the transport is; nil if it stands, or if a loaded sequence plays.
  var playing: Int? {
    let activity = window.activity
    guard activity.isMoving, activity.beat >= 0, activity.beat < 1e9, !window.playsSequence, isOn else { return nil }
    return Int(activity.beat / StepChoice.beats(value(.rate))) % steps
  }

  /// Adds everything on which the look depends.
  func describe(_ hasher: inout Hasher) {
    for setting in LaneSetting.allCases { hasher.combine(value(setting)) }
    hasher.combine(playing)
  }

  // MARK: Editing

  /// Toggles a step: adds or removes an onset, and rotates the rhythm as little as needed so that this step changes.
  func toggle(_ step: Int) {
    guard (0..<steps).contains(step) else { return }
    let (isOnset, steps) = (rhythm[step], steps)
    let onsets = onsets + (isOnset ? -1 : 1)
    let turns = (0..<steps).sorted { Self.distance($0, rotation, steps) < Self.distance($1, rotation, steps) }
    let turn = turns.first { Euclid.rhythm(onsets, of: steps, rotation: $0)[step] != isOnset } ?? rotation
    set(.onsets, to: onsets)
    if turn != rotation { set(.rotation, to: turn) }
  }

  private static func distance(_ a: Int, _ b: Int, _ count: Int) -> Int { min((a - b + count) % count, (b - a + count) % count) }

  func turn(to rotation: Int) { set(.rotation, to: (rotation % steps + steps) % steps) }

  /// Applies a key; returns whether it uses the key.
  func key(_ key: Key) -> Bool {
    switch key {
    case .left: turn(to: rotation - 1)
    case .right: turn(to: rotation + 1)
    case .up: set(.onsets, to: min(steps, onsets + 1))
    case .down: set(.onsets, to: max(0, onsets - 1))
    case .pageUp: set(.steps, to: steps + 1)
    case .pageDown: set(.steps, to: steps - 1)
    case .character(" "): set(.isOn, to: isOn ? 0 : 1)
    case .delete, .backspace:
      for setting in [LaneSetting.onsets, .steps, .rotation] {
        if let index = index(setting) { window.set(index, to: window.unit.descriptor.parameters[index].defaultValue) }
      }
    default: return false
    }
    return true
  }
}

/// A lane as a row of steps. A click toggles a step, a drag turns the rhythm; the wheel changes the number of onsets.
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
    Rect(x: frame.x + Self.nameWidth, y: frame.y + 5, width: frame.width - Self.nameWidth - 8, height: frame.height - 10)
  }

  /// The switch of the lane.
  private var lamp: Rect { Rect(x: frame.x + 10, y: frame.midY - 7, width: 26, height: 14) }

  /// The place of a step; steps are as wide as in a lane of 16 steps, if there is room.
  func place(of step: Int) -> Rect {
    let width = min(grid.width / Double(lane.steps), max(grid.width / 16, 8))
    let left = (grid.x + Double(step) * width).wholePixel
    return Rect(x: left, y: grid.y, width: (grid.x + Double(step + 1) * width).wholePixel - left, height: grid.height)
  }

  func step(at point: Point) -> Int? {
    guard grid.contains(point) else { return nil }
    return (0..<lane.steps).first { place(of: $0).contains(point) }
  }

  override func draw(_ drawing: inout Drawing) {
    if window.state.lane == lane.number { drawing.fill(frame.inset(2, 1), radius: 5, WindowInks.selection) }
    drawing.toggle(lamp, isOn: lane.isOn, ink: lane.ink)
    let ink = lane.isOn ? Palette.title : Palette.faintText
    let text = Rect(x: frame.x + 44, y: frame.midY - 16, width: Self.nameWidth - 48, height: 16)
    drawing.label(window.laneName(lane.number), in: text, ink, isBold: true)
    let numbers = Rect(x: text.x, y: frame.midY, width: text.width, height: 15)
    drawing.label("\(lane.onsets) in \(lane.steps), \(window.laneRate(lane.number))", in: numbers, size: 9.5, Palette.faintText)
    let (rhythm, playing) = (lane.rhythm, lane.playing)
    for step in 0..<lane.steps { draw(step, rhythm[step], isPlaying: step == playing, &drawing) }
  }

  private func draw(_ step: Int, _ isOnset: Bool, isPlaying: Bool, _ drawing: inout Drawing) {
    let place = place(of: step)
    let gap = place.width > 10 ? 2.0 : 1.0
    let cell = Rect(x: place.x + gap / 2, y: place.y, width: max(1, place.width - gap), height: place.height)
    let radius = min(4, cell.width / 3)
    drawing.fill(cell, radius: radius, step % 4 == 0 ? WindowInks.downbeat : WindowInks.cell)
    if isOnset {
      let ink = lane.isOn ? lane.ink : Palette.frame
      let height = max(4, cell.height * (0.35 + 0.65 * Double(lane.value(.velocity)) / 127))
      drawing.fill(
        Rect(x: cell.x, y: cell.maxY - height, width: cell.width, height: height), radius: radius, isPlaying ? Palette.title : ink)
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
    let width = place(of: 0).width
    let steps = Int(((point.x - place(of: start.step).midX) / max(1, width)).rounded())
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

  override func key(_ key: Key, _ modifiers: KeyModifiers) -> Bool {
    window.chooseLane(lane.number)
    return lane.key(key)
  }
}

/// All lanes as rings, the first outside. A click toggles a step of the nearest ring and chooses its lane; the keys are
/// those of a lane's row, and change the chosen lane.
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

  /// The place of a step.
  func position(of step: Int, lane: Int) -> Point {
    Path.position(center, radius(lane), Double(step) / Double(Lane(lane, window).steps) - 0.25)
  }

  override func draw(_ drawing: inout Drawing) {
    for number in 0..<count {
      let lane = Lane(number, window)
      let isChosen = number == window.state.lane
      drawing.stroke(
        .arc(center, radius(number), from: 0, to: 1), isChosen ? Palette.faintText : Palette.strongGrid, width: isChosen ? 2 : 1)
      let (rhythm, playing) = (lane.rhythm, lane.playing)
      let room = min(spacing * 0.42, 2 * Double.pi * radius(number) / Double(lane.steps) * 0.42)
      let onsets = (0..<lane.steps).filter { rhythm[$0] }
      if lane.isOn, isChosen, onsets.count > 2 {
        drawing.stroke(
          Path((onsets + [onsets[0]]).map { position(of: $0, lane: number) }), lane.ink.with(opacity: 45), width: 1.5)
      }
      for step in 0..<lane.steps {
        let place = position(of: step, lane: number)
        let isPlaying = step == playing
        if rhythm[step] {
          drawing.disc(place, radius: max(2, room), lane.isOn ? lane.ink : Palette.frame)
          if isPlaying { drawing.disc(place, radius: max(2, room * 0.6), Palette.title) }
        } else {
          drawing.disc(place, radius: max(1.2, room * (isPlaying ? 0.6 : 0.32)), isPlaying ? Palette.title : Palette.frame)
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
      let place = position(of: step, lane: number)
      return (place.x - point.x) * (place.x - point.x) + (place.y - point.y) * (place.y - point.y)
    }
    guard let step = (0..<lane.steps).min(by: { away($0) < away($1) }), away(step) < 200 else { return }
    lane.toggle(step)
  }

  override func scroll(_ amount: Double, at point: Point, _ modifiers: KeyModifiers) -> Bool {
    Lane(window.state.lane, window).key(amount > 0 ? .right : .left)
  }

  override func key(_ key: Key, _ modifiers: KeyModifiers) -> Bool { Lane(window.state.lane, window).key(key) }
}

extension PluginWindow {
  /// Shows the parameters of another lane.
  func chooseLane(_ lane: Int) {
    guard lane != state.lane else { return }
    state.lane = lane
    relayout()
  }

  /// Returns the name of a lane: the drum that its key plays on the drum channel, or its key.
  func laneName(_ number: Int) -> String {
    let lane = Lane(number, self)
    let key = lane.value(.key)
    if lane.value(.channel) == 10, let drum = GeneralMIDINames.drum(key) { return drum }
    return GeneralMIDINames.key(key)
  }

  func laneRate(_ number: Int) -> String {
    Lane(number, self).index(.rate).map { unit.text(ofParameter: $0, unit.value(ofParameter: $0)) } ?? ""
  }
}
