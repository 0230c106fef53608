import TactusSequencer
import TactusSimulation
import TactusTime

/// A sequence, a host's behavior, and edits in between: a test case of the exactly-once law. Its description is Swift
/// code that recreates it.
struct Scenario: Hashable {
  var sampleRate = 48_000
  /// Ticks in a quarter note; a divisor of 20,160.
  var division = 960
  var hostSeed: UInt64 = 0
  var parts: [Part]

  /// A scene of the host, and the sequence from then on.
  struct Part: Hashable {
    var host: HostScene
    /// nil: as before.
    var tracks: [Track]?
  }

  /// A track. Its index in the list may change, its number does not; the number is also its channel.
  struct Track: Hashable {
    var number: Int
    var notes: [Note]
    var start: Tick = 0
    /// 0: played once.
    var loop: Tick = 0
    var passLimit = 0
    var loopEnd = LoopEnd.cut
    var overlap = NoteOverlap.retrigger
    var beforeStart = BeforeStart.silent
    var isAudible = true
    var transpose = 0
  }

  /// A note, or with a duration of 0 a controller. Its number, 1…127, is its velocity or the controller's value, which
  /// identifies it.
  struct Note: Hashable {
    var number: Int
    var tick: Tick
    var duration: Tick
    var key: Int
    var chance = Chance.always

    var isController: Bool { duration == 0 }
  }

  enum Chance: Hashable { case always, never, first, notFirst, ratio(Int, Int) }

  /// The tracks of each part.
  var versions: [[Track]] {
    var versions: [[Track]] = []
    for part in parts { versions.append(part.tracks ?? versions.last ?? []) }
    return versions
  }

  func makeHost() -> SimulatedHost {
    SimulatedHost(sampleRate: sampleRate, scenes: parts.map(\.host), seed: hostSeed)
  }
}

extension Scenario: CustomStringConvertible {
  var description: String {
    "Scenario(sampleRate: \(sampleRate), division: \(division), hostSeed: \(hostSeed), parts: ["
      + parts.map { "\n  \($0)" }.joined(separator: ",") + "])"
  }
}

extension Scenario.Part: CustomStringConvertible {
  var description: String {
    let edit = tracks.map { "[" + $0.map { "\n    \($0)" }.joined(separator: ",") + "]" } ?? "nil"
    return "Part(host: \(host.code), tracks: \(edit))"
  }
}

extension Scenario.Track: CustomStringConvertible {
  var description: String {
    var text = "Track(number: \(number), notes: [\(notes.map(\.description).joined(separator: ", "))]"
    if start != 0 { text += ", start: \(start)" }
    if loop != 0 { text += ", loop: \(loop)" }
    if passLimit != 0 { text += ", passLimit: \(passLimit)" }
    if loopEnd != .cut { text += ", loopEnd: .\(loopEnd)" }
    if overlap != .retrigger { text += ", overlap: .\(overlap)" }
    if beforeStart != .silent { text += ", beforeStart: .\(beforeStart)" }
    if !isAudible { text += ", isAudible: false" }
    if transpose != 0 { text += ", transpose: \(transpose)" }
    return text + ")"
  }
}

extension Scenario.Note: CustomStringConvertible {
  var description: String {
    "Note(number: \(number), tick: \(tick), duration: \(duration), key: \(key)"
      + (chance == .always ? "" : ", chance: .\(chance)") + ")"
  }
}

extension HostScene {
  /// A Swift expression that creates it.
  fileprivate var code: String {
    var text = "passage("
    if let position { text += "at: (\(position.tick), \(position.division)), " }
    text += "\(cycles), tempo: \(tempo)"
    if slope != 0 { text += ", slope: \(slope)" }
    if !isMoving { text += ", isMoving: false" }
    if let region {
      text += ", region: (\(region.lowerBound.tick), \(region.upperBound.tick), \(region.lowerBound.division))"
    }
    if let sampleTime { text += ", sampleTime: \(sampleTime)" }
    if report != HostReport() { text += ", report: .init(\(report.code))" }
    return text + ")"
  }
}

extension HostReport {
  fileprivate var code: String {
    var parts: [String] = []
    switch rounding {
    case .exact: break
    case .noise(let amplitude): parts.append("rounding: .noise(\(amplitude))")
    default: parts.append("rounding: .\(rounding)")
    }
    if changes != .truly { parts.append("changes: .\(changes)") }
    if !hasTempo { parts.append("hasTempo: false") }
    if !hasBeat { parts.append("hasBeat: false") }
    if !hasTransport { parts.append("hasTransport: false") }
    if hasSlope { parts.append("hasSlope: true") }
    if let wrongTempo { parts.append("wrongTempo: \(wrongTempo)") }
    return parts.joined(separator: ", ")
  }
}

/// The text of scenario descriptions.
func scene(
  at position: (Tick, Int)? = nil, _ cycles: [Int], tempo: Int64, slope: Int64 = 0, isMoving: Bool = true,
  region: (Tick, Tick, Int)? = nil, sampleTime: Int64? = nil, report: HostReport = HostReport()
) -> HostScene {
  var scene = HostScene(
    at: position.map { .init(tick: $0.0, division: $0.1) }, cycles: cycles, tempo: tempo, report: report)
  scene.slope = slope
  scene.isMoving = isMoving
  scene.region = region.map {
    HostScene.Position(tick: $0.0, division: $0.2)..<HostScene.Position(tick: $0.1, division: $0.2)
  }
  scene.sampleTime = sampleTime
  return scene
}
