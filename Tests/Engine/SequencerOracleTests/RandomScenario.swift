import TactusSequencer
import TestSupport

extension Scenario {
  /// A scenario of one kind of host.
  static func random(_ kind: HostKind, seed: UInt64) -> Scenario {
    var source = SeededGenerator(seed: seed)
    let isEdited = [.editing, .editedCycles, .republishing].contains(kind)
    let ticks = [96, 480, 960, 20_160, 20_160][Int(source.next() % 5)]
    var music = RandomMusic(random: source, ticks: ticks)
    let sequence = music.sequence(isEdited: isEdited && music.chance(90))
    var scenario = Scenario(
      kind: kind, sequence: sequence, actions: [], lengths: music.lengths(), lengthSeed: music.random.next())
    scenario.rate = (music.oneOf([44_100, 48_000, 48_000, 88_200, 96_000, 192_000]), 1)
    if kind == .fractional { scenario.rate = (music.oneOf([44_100_000, 48_000_000, 96_000_000]), 1_001) }
    scenario.tempo = 1_000_000 * (20 + music.below(230)) + music.below(1_000_000)
    scenario.saying = music.saying(kind)
    if case .parts = scenario.saying { scenario.isRoundingDeclared = music.chance(50) }
    scenario.actions = music.actions(scenario)
    return scenario
  }
}

extension RandomMusic {
  fileprivate mutating func lengths() -> [Int] {
    switch below(5) {
    case 0: [oneOf([16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192])]
    case 1: [1 + below(2048)]
    case 2: [32, 64, 128, 256]
    case 3: (0..<8).map { _ in 1 + below(1024) }
    default: [1, 2, 7, 64, 480, 1000, 4096, 8192]
    }
  }

  fileprivate mutating func saying(_ kind: HostKind) -> Saying {
    switch kind {
    case .rounded960: .parts(960, isDown: chance(50))
    case .rounded1920: .parts(1920, isDown: chance(50))
    case .float32: .float32
    case .fineNoise: .noise(oneOf([1e-9, 1e-8, 1e-7, 1e-6, 2e-6]))
    case .coarseNoise: .noise(oneOf([1e-5, 1e-4, 1e-3]))
    default: .exact
    }
  }

  /// Plays for some seconds: as many cycles as a segment needs.
  private mutating func cycles(_ scenario: Scenario, seconds: Double) -> Int {
    let mean = Double(scenario.lengths.reduce(0, +)) / Double(scenario.lengths.count)
    let rate = Double(scenario.rate.0) / Double(scenario.rate.1)
    return min(4000, max(1, Int(seconds * rate / mean * Double(1 + below(100)) / 100)))
  }

  private mutating func place(_ scale: Scale) -> Int128 {
    // on a tick, or anywhere
    if chance(50) { return Int128(below(40 * ticks)) * scale.perTick }
    if chance(20) { return -scale.perBeat * Int128(below(4)) }
    return scale.perBeat * Int128(below(1_000_003 * 40)) / 1_000_003
  }

  private mutating func region(_ at: Int128, _ scale: Scale) -> Range<Int128> {
    let start = chance(50) ? Int128(below(8)) * scale.perBeat : scale.perBeat * Int128(below(8 * 99_991)) / 99_991
    let length =
      switch below(4) {
      case 0: scale.perBeat * Int128(1 + below(8))
      case 1: scale.perBeat / 50 + scale.perBeat * Int128(below(99_991)) / (8 * 99_991)
      default: scale.perBeat / 8 + scale.perBeat * Int128(below(6 * 99_991)) / 99_991
      }
    return start..<start + length
  }

  fileprivate mutating func actions(_ scenario: Scenario) -> [Action] {
    let scale = scenario.scale
    let start = place(scale)
    var actions: [Action] = chance(30) ? [.stop(cycles: 1 + below(3))] : []
    let isLoopy = [.cycling, .editedCycles].contains(scenario.kind) || scenario.saying != .exact && chance(40)
    func region(_ music: inout RandomMusic) -> Range<Int128>? { isLoopy ? music.region(start, scale) : nil }
    let first = region(&self)
    actions.append(.jump(to: first?.lowerBound ?? start, isTold: true, region: first))
    let jumps = [.jumping, .cycling].contains(scenario.kind) || scenario.saying != .exact && chance(50)
    for _ in 0..<(2 + below(6)) {
      actions.append(.go(cycles: cycles(scenario, seconds: 3)))
      switch scenario.kind {
      case .stepping: actions.append(.tempo(1_000_000 * (20 + below(230)) + below(1_000_000)))
      case .ramping, .blindRamping:
        let count = 1 + below(40)
        // at most from 60 to 240 over the ramp
        let frames = count * (scenario.lengths.max() ?? 1)
        actions.append(.tempo(100_000_000 + below(60_000_000)))
        actions.append(
          .ramp((below(80_000_000) - 40_000_000) / frames, cycles: count, isTold: scenario.kind == .ramping))
      case .editing, .editedCycles, .republishing: edits(scenario, &actions)
      case _ where jumps: jump(scenario, &actions, region(&self))
      case .steady where chance(30): actions.append(.falseAlarm)
      default: break
      }
    }
    actions.append(.go(cycles: cycles(scenario, seconds: 2)))
    return actions
  }

  private mutating func jump(_ scenario: Scenario, _ actions: inout [Action], _ region: Range<Int128>?) {
    let scale = scenario.scale
    func target(_ music: inout RandomMusic) -> Int128 {
      guard let region else { return music.place(scale) }
      return music.chance(50) ? region.lowerBound : region.lowerBound - Int128(music.below(3)) * scale.perBeat / 2
    }
    if chance(40) { actions.append(.stop(cycles: 1 + below(4))) }
    actions.append(.jump(to: target(&self), isTold: chance(60), region: region))
    while chance(40) {  // one after the other, told
      actions.append(.go(cycles: 1))
      actions.append(.jump(to: target(&self), isTold: true, region: region))
    }
  }

  private mutating func edits(_ scenario: Scenario, _ actions: inout [Action]) {
    var version = scenario.sequence
    for case .publish(let sequence) in actions { version = sequence }
    for _ in 0..<(1 + below(scenario.kind == .republishing ? 30 : 6)) {
      let isReal = scenario.kind != .republishing || chance(15)
      let isEditable = version.tracks.allSatisfy { $0.clip != nil }
      if isReal, isEditable { version = edit(version) }
      actions += [.publish(version), .go(cycles: 1 + below(scenario.kind == .republishing ? 2 : 40))]
    }
  }
}
