import TactusMIDI
import TactusRender
import TactusSimulation

/// Something that plays scenarios.
protocol ScenarioPlayer {
  /// Creates a player for a scenario, without a sequence.
  init(_ scenario: Scenario)
  /// Sets the sequence to play from the next cycle onwards.
  mutating func publish(_ tracks: [Scenario.Track], of scenario: Scenario)
  mutating func render(_ cycle: RenderCycle, into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int
}

/// The faults in the playback of a scenario, one sentence each; empty if the law holds.
struct ScenarioCheck {
  private(set) var faults: [Fault] = []

  struct Fault: CustomStringConvertible {
    enum Kind: String { case lost, doubled, order, offset, hanging, stray, off }
    var kind: Kind
    var words: String
    var description: String { "\(kind.rawValue): \(words)" }
  }

  private struct Played {
    var frame: Int64
    var message: ChannelMessage
    /// Its index among the due events; −1 if it cannot be determined.
    var position = -1
  }
  private var played: [Played] = []

  /// - Parameter isLenient: whether an error of one frame is allowed, and note-offs may come at any time.
  init<Player: ScenarioPlayer>(_ scenario: Scenario, _ type: Player.Type, isLenient: Bool = false) {
    play(scenario, type)
    checkPairs()
    var dues = scenario.dues
    if isLenient {
      for index in dues.indices {
        dues[index].frames = dues[index].frames.lowerBound - 1...dues[index].frames.upperBound + 1
      }
    }
    matchOnsets(dues)
    checkOrder(dues)
    if !isLenient, faults.isEmpty { checkOffs(dues) }
  }

  private mutating func play<Player: ScenarioPlayer>(_ scenario: Scenario, _ type: Player.Type) {
    var (player, host) = (Player(scenario), scenario.makeHost())
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 1 << 14)
    defer { buffer.deallocate() }
    while let cycle = host.next() {
      if cycle.opensScene, let tracks = scenario.parts[cycle.scene].tracks { player.publish(tracks, of: scenario) }
      let count = player.render(cycle.cycle, into: buffer)
      var last: Int32 = 0
      for event in buffer.prefix(count) {
        if event.offset < last || Int(event.offset) >= cycle.cycle.frameCount {
          add(.offset, "\(event.offset) after \(last) in a cycle of \(cycle.cycle.frameCount) frames")
        }
        last = event.offset
        played.append(Played(frame: cycle.firstFrame + Int64(event.offset), message: event.message))
      }
    }
  }

  private mutating func add(_ kind: Fault.Kind, _ words: @autoclosure () -> String) {
    faults.append(Fault(kind: kind, words: faults.count < 5 ? words() : "…"))
  }

  /// Each note-on has its note-off and each note-off its note-on; nothing sounds in the end.
  private mutating func checkPairs() {
    var sounding: [Int: Int] = [:]
    for event in played {
      let position = Int(event.message.channel) * 128 + Int(event.message.data1)
      if event.message.isStart { sounding[position, default: 0] += 1 }
      guard event.message.isEnd else { continue }
      if sounding[position, default: 0] > 0 {
        sounding[position, default: 0] -= 1
      } else {
        add(.stray, "\(event.message) at frame \(event.frame)")
      }
    }
    for (position, count) in sounding.sorted(by: { $0.key < $1.key }) where count > 0 {
      add(.hanging, "channel \(position / 128 + 1) key \(position % 128), \(count) times")
    }
  }

  /// Each onset that must come has come once, and no other one.
  private mutating func matchOnsets(_ dues: [ScenarioDue]) {
    var wanted: [Int: [Int]] = [:]
    for (index, due) in dues.enumerated() { wanted[due.identity, default: []].append(index) }
    var came: [Int: [Int]] = [:]
    for (index, event) in played.enumerated() where event.message.identity != nil {
      came[event.message.identity.unsafelyUnwrapped, default: []].append(index)
    }
    for (identity, events) in came.sorted(by: { $0.key < $1.key }) {
      let places = wanted.removeValue(forKey: identity) ?? []
      // each event that must come matches a played one, and each played one matches an event that may come; then there
      // is an assignment that does both
      var left = events
      for position in places where dues[position].isCertain { match(dues[position], position, &left) }
      var free = places
      for event in events.map({ played[$0] }) {
        let found = free.firstIndex {
          dues[$0].frames.contains(event.frame) && dues[$0].key == Int(event.message.data1)
        }
        if let found {
          free.remove(at: found)
        } else {
          add(.doubled, "\(event.message) at frame \(event.frame) is not due, or has come before")
        }
      }
    }
    for places in wanted.sorted(by: { $0.key < $1.key }).map(\.value) {
      for position in places where dues[position].isCertain { addLost(dues[position]) }
    }
  }

  private mutating func match(_ due: ScenarioDue, _ position: Int, _ left: inout [Int]) {
    let found = left.firstIndex { due.frames.contains(played[$0].frame) && played[$0].message.data1 == due.key }
    guard let found else { return addLost(due) }
    played[left.remove(at: found)].position = position
  }

  private mutating func addLost(_ due: ScenarioDue) {
    add(
      .lost,
      "track \(due.track), \(due.note), due at frame \(due.frames.lowerBound)"
        + (due.frames.count > 1 ? "…\(due.frames.upperBound)" : ""))
  }

  /// The played events are in order. Events that may have been confused with similar ones, where the host's report is
  /// uncertain, are ignored.
  private mutating func checkOrder(_ dues: [ScenarioDue]) {
    let unclear = Set(dues.lazy.filter { !$0.isCertain || $0.frames.count > 1 }.map(\.identity))
    var last = -1
    for event in played where event.position >= 0 && !unclear.contains(dues[event.position].identity) {
      if event.position < last { add(.order, "\(event.message) at frame \(event.frame) after \(dues[last].note)") }
      last = max(last, event.position)
    }
  }

  /// Note-offs come when they are due, if that can be determined for all notes of a key.
  private mutating func checkOffs(_ dues: [ScenarioDue]) {
    var expected: [Int: [ClosedRange<Int64>]] = [:]
    var unknown: Set<Int> = []
    for due in dues where !due.note.isController {
      let position = due.track * 128 + due.key
      if due.isCertain, let off = due.off {
        expected[position, default: []].append(off)
      } else {
        unknown.insert(position)
      }
    }
    var came: [Int: [Int64]] = [:]
    for event in played where event.message.isEnd {
      came[Int(event.message.channel) * 128 + Int(event.message.data1), default: []].append(event.frame)
    }
    for (position, offs) in expected.sorted(by: { $0.key < $1.key }) where !unknown.contains(position) {
      let frames = came[position] ?? []
      let sorted = offs.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
      guard frames.count == sorted.count else {
        add(.off, "\(frames.count) for \(sorted.count) notes of channel \(position / 128 + 1) key \(position % 128)")
        continue
      }
      for (off, frame) in zip(sorted, frames) where !off.contains(frame) {
        add(.off, "channel \(position / 128 + 1) key \(position % 128) at frame \(frame) instead of \(off)")
      }
    }
  }
}

extension ChannelMessage {
  fileprivate var isStart: Bool { kind == .noteOn && data2 > 0 }
  fileprivate var isEnd: Bool { kind == .noteOff || kind == .noteOn && data2 == 0 }
  /// The number that identifies a note-on or a controller; see ``ScenarioDue/identity``.
  fileprivate var identity: Int? {
    isStart || kind == .controller && data1 >= 16 && data1 < 32 ? Int(channel) * 128 + Int(data2) : nil
  }
}
