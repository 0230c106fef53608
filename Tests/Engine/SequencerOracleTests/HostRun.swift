import TactusRender
import TactusSequencer
import TactusTime
import TestSupport

/// Plays a scenario: the host's exact truth on one side, the sequencer in the host's cycles on the other.
final class HostRun {
  private let scenario: Scenario
  private let scale: Scale
  private let sequencer: Sequencer
  private let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 4_096)
  private var random: SeededGenerator
  private var (rolls, segments): ([Roll], [Segment]) = ([], [])
  private var versions: [(frame: Int, tracks: [OracleTrack?])] = []
  private var (notes, controllers) = (
    [Heard](repeating: Heard(), count: 2048), [Heard](repeating: Heard(), count: 2048)
  )
  private var frame = 0
  /// The position in the roll, not in the song.
  private var position: Int128 = 0
  private var ahead: Int128 = 0
  private var (tempo, slope, isSlopeTold) = (0, 0, true)
  private var region: Range<Int128>?
  private var (isMoving, isTold) = (false, false)
  /// The number of consecutive cycles in which the host has reported a change.
  private var tellings = 0
  /// The position that the host has reported in the last cycle.
  private var reported: Int128?
  private var fault: String?
  /// The maximum number of frames per beat, and the maximum error in frames that an unreported slope causes in a cycle
  /// and the one before it.
  private var (framesPerBeat, drift) = (0.0, 0.0)
  private(set) var onsets = 0

  init(_ scenario: Scenario) {
    self.scenario = scenario
    scale = scenario.scale
    tempo = scenario.tempo
    random = SeededGenerator(seed: scenario.lengthSeed)
    var settings = SequencerSettings()
    (settings.mostSounding, settings.mostTracks, settings.mostEvents) = (512, 16, 4_096)
    (settings.chases, settings.reports) = (false, false)
    if scenario.isRoundingDeclared, case .parts(let parts, _) = scenario.saying {
      settings.beatRounding = 1 / Double(parts)
    }
    sequencer = Sequencer(sampleRate: SampleRate(scenario.rate.0, over: scenario.rate.1), settings: settings)
  }

  deinit { buffer.deallocate() }

  /// The fault; nil if there is none.
  func verdict() -> String? {
    publish(scenario.sequence)
    for action in scenario.actions { perform(action) }
    if isMoving { leave() }
    keep(sequencer.finish(into: buffer), frames: 1)
    if let fault { return fault }
    var expectation = Expectation(scale: scale, rolls: rolls, allowance: allowance, versions: versions)
    for segment in segments { expectation.add(segment) }
    onsets = expectation.notes.values.reduce(0) { $0 + $1.count }
    return Judgement.verdict(filled(notes), expectation.notes, areNotes: true)
      ?? Judgement.verdict(filled(controllers), expectation.controllers, areNotes: false)
  }

  private func filled(_ all: [Heard]) -> [Int: Heard] {
    Dictionary(uniqueKeysWithValues: all.enumerated().filter { !$1.on.isEmpty || !$1.off.isEmpty }.map { ($0, $1) })
  }

  /// Beats off by e: the line begins e off at most, and stays while a beat that is e off is half a frame + 2·10⁻⁶ beats
  /// from it at most (Timing.md): 2e + half a frame + 2·10⁻⁶ beats. A slope that is not told adds what it makes of a
  /// cycle, twice: a correction comes a cycle later. After a told one, too, the line stays while it is half a frame +
  /// 2·10⁻⁶ beats off at most. Up to 2·10⁻⁶ beats, and up to the rounding that is declared, nothing may be lost at a
  /// border; noise beyond may lose or double what lies within it of one, and rounding that is not declared may lose what
  /// lies where playing starts or jumps to.
  private var allowance: Allowance {
    var error = 0.0
    var (border, start, declared) = (0.0, 0.0, 0.0)
    switch scenario.saying {
    case .exact: break
    case .parts(let parts, let isDown):
      error = (isDown ? 1 : 0.5) / Double(parts)
      if scenario.isRoundingDeclared { declared = 1 / Double(parts) } else if !isDown { start = error }
    case .float32: error = 0x1p-18
    case .noise(let beats):
      error = beats
      if beats > 2e-6 { border = beats }
    }
    let isRamping = scenario.actions.contains { if case .ramp = $0 { true } else { false } }
    guard error > 0 || isRamping else { return .exact }
    var result = Allowance(frames: 0.5 + (2e-6 + error + max(error, declared)) * framesPerBeat + drift)
    if start > 0 { result.start = start * framesPerBeat + 1 }
    if border > 0 { result.border = border * framesPerBeat + 1 }
    return result
  }

  private func publish(_ version: MIDISequence) {
    try! sequencer.publish(version)
    if versions.last?.frame == frame { versions.removeLast() }  // the latest wins
    versions.append((frame, version.tracks.map { OracleTrack($0, in: version) }))
  }

  private func perform(_ action: Action) {
    switch action {
    case .go(let cycles): for _ in 0..<cycles { cycle() }
    case .stop(let cycles):
      if isMoving { leave() }
      isTold = random.next() & 1 == 0
      for _ in 0..<cycles { cycle() }
    case .jump(let place, let isTold, let region):
      var isTold = isTold || !isMoving && random.next() & 1 == 0
      if tellings >= 4 { cycle() }  // who says it five times in a row says it always
      for _ in 0..<64 where isMoving && isWithinRounding(place) { cycle() }
      if isMoving {
        leave()
        isTold = isTold || mayBeMistaken(place, region)
      }
      (ahead, position, self.region, isMoving, self.isTold) = (0, place, region, true, isTold)
      rolls.append(Roll(pieces: []))
      turn()
      segments.append(Segment(roll: rolls.count - 1, start: place, ahead: 0, firstFrame: frame))
    case .tempo(let tempo):
      self.tempo = tempo
      turn()
    case .ramp(let slope, let cycles, let isTold):
      (self.slope, isSlopeTold) = (slope, isTold)
      turn()
      for _ in 0..<cycles { cycle() }
      self.slope = 0
      turn()
    case .publish(let version): publish(version)
    case .falseAlarm: isTold = true
    }
  }

  /// Leaves the position at which it plays. If rounding decides on which side of a wrap that position is, it first
  /// continues a little.
  private func leave() {
    for _ in 0..<64 where isNearWrap { cycle() }
    segments[segments.count - 1].endFrame = frame
    isMoving = false
    position -= ahead
    ahead = 0
  }

  /// Whether a jump to that position is so small that it counts as rounding.
  private func isWithinRounding(_ place: Int128) -> Bool {
    abs(place - (position - ahead)) < Int128((allowance.frames + 2) * Double(tempo)) * scale.perFrame + scale.perBeat
      / 250_000
  }

  private var isNearWrap: Bool {
    guard scenario.saying != .exact, let region else { return false }
    let near = Int128((allowance.frames + 1) * Double(tempo)) * scale.perFrame
    let segment = segments[segments.count - 1]
    return position - ahead > region.upperBound - near || segment.firstFrame == nil && position < segment.start + near
  }

  /// Whether an unreported jump looks like a tempo change or a wrap, up to 1/128 beat, or like a stop: a host that reports
  /// the same beat in two cycles counts as stopped (Timing.md).
  private func mayBeMistaken(_ place: Int128, _ region: Range<Int128>?) -> Bool {
    let near = scale.perBeat / 60
    guard abs(place - position) > near else { return true }
    if let reported, abs(place - reported) < near { return true }
    return region.map { abs(position - $0.upperBound) < near || abs(position - $0.lowerBound) < near } ?? false
  }

  /// Starts another piece of the roll at this frame.
  private func turn() {
    framesPerBeat = max(framesPerBeat, Double(scale.perBeat) / Double(Int128(tempo) * scale.perFrame))
    guard isMoving else { return }
    rolls[rolls.count - 1].pieces.append(
      Piece(
        frame: frame, start: position, rate: Int128(tempo) * scale.perFrame, slope: Int128(slope) * scale.perFrame))
  }

  private func cycle() {
    let lengths = scenario.lengths
    let count = lengths[Int(random.next() % UInt64(lengths.count))]
    var context = MusicalContext(tempo: Double(tempo) / 1e6, beat: said(position - ahead))
    (context.isMoving, context.isChanged) = (isMoving, isTold)
    reported = position - ahead
    context.tempoSlope = isSlopeTold ? Double(slope) / 1e6 : 0
    if let region {
      context.isCycling = true
      (context.cycleStart, context.cycleEnd) = (scale.beats(region.lowerBound), scale.beats(region.upperBound))
    }
    tellings = isTold ? tellings + 1 : 0
    isTold = false
    keep(
      sequencer.render(
        RenderCycle(firstFrame: Int64(frame), frameCount: count, context: context), into: buffer), frames: count)
    frame += count
    guard isMoving else { return }
    position = rolls[rolls.count - 1].position(frame: frame)
    tempo += slope * count
    if slope != 0 {
      let frames = Double(abs(slope)) * Double(count * count) / Double(tempo)
      if !isSlopeTold { drift = max(drift, frames) }
      framesPerBeat = max(framesPerBeat, Double(scale.perBeat) / Double(Int128(tempo) * scale.perFrame))
    }
    guard let region, segments.last!.start - ahead < region.upperBound else { return }
    while position - ahead >= region.upperBound {
      segments[segments.count - 1].end = region.upperBound + ahead
      let wrap = region.upperBound + ahead
      ahead += region.upperBound - region.lowerBound
      segments.append(Segment(roll: rolls.count - 1, start: wrap, ahead: ahead))
    }
  }

  private func said(_ units: Int128) -> Double {
    switch scenario.saying {
    case .exact: return scale.beats(units)
    case .parts(let parts, let isDown):
      let half = isDown ? 0 : scale.perBeat / 2
      return Double(floorDivision(units * Int128(parts) + half, scale.perBeat).0) / Double(parts)
    case .float32: return Double(Float(scale.beats(units)))
    case .noise(let most):
      let unit = Double(random.next() >> 11) * 0x1p-52 - 1
      return scale.beats(units) + unit * most
    }
  }

  private func keep(_ count: Int, frames: Int) {
    var last: Int32 = 0
    for event in buffer[..<count] {
      if event.offset < last || Int(event.offset) >= frames {
        fault = "frame \(frame): offset \(event.offset) after \(last)"
      }
      last = event.offset
      let (at, message) = (frame + Int(event.offset), event.message)
      let key = Int(message.channel) << 7 | Int(message.data1)
      switch message.status & 0xF0 {
      case 0x80: notes[key].off.append(at)
      case 0x90 where message.data2 == 0: notes[key].off.append(at)
      case 0x90: notes[key].on.append((at, message.data2))
      case 0xB0 where [64, 66, 67, 69].contains(message.data1): break  // lifted where playing stops
      case 0xB0: controllers[key].on.append((at, message.data2))
      default: break
      }
      if notes[key].off.count > notes[key].on.count {
        fault = fault ?? "frame \(at): off without on, channel \(message.channel) key \(message.data1)"
      }
    }
  }
}
