import TactusPictures
import TactusPlugin
import TactusProcessors
import TactusSequencer

/// A lane of the sequencer as the window shows and edits it.
struct Lane {
  let number: Int
  private unowned let window: PluginWindow

  init(_ number: Int, _ window: PluginWindow) { (self.number, self.window) = (number, window) }

  /// The number of lanes of a plug-in.
  static func count(_ descriptor: PluginDescriptor) -> Int {
    descriptor.parameters.count { if case .lane(_, .isOn) = $0.windowSection { true } else { false } }
  }

  /// Returns the index of the parameter with a setting.
  func index(_ setting: LaneSetting) -> Int? { window.laneParameters[.lane(number, setting)] }

  func value(_ setting: LaneSetting) -> Int { index(setting).map { Int(window.unit.value(ofParameter: $0)) } ?? 0 }
  func set(_ setting: LaneSetting, to value: Int) {
    if let index = index(setting) { window.set(index, to: Double(value)) }
  }

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

  private static func distance(_ a: Int, _ b: Int, _ count: Int) -> Int {
    min((a - b + count) % count, (b - a + count) % count)
  }

  func turn(to rotation: Int) { set(.rotation, to: (rotation % steps + steps) % steps) }

  /// Applies a key; returns whether it uses the key.
  func key(_ key: WindowKey) -> Bool {
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
