import TactusMIDI
import TactusTime

/// Compiles the steps of a pattern to notes and chances.
struct PatternCompiler {
  private let pattern: Pattern
  private let placement: EventPlacement
  private let stepLength: Tick
  private(set) var notes: [CompiledNote] = []
  private(set) var chances: [StepChance] = []
  /// The number of notes whose steps are within the loop. If passes differ, these are the first of the ``notes``, which
  /// then keep the order of the steps.
  private(set) var inside = 0

  init(_ pattern: Pattern, _ placement: EventPlacement) {
    (self.pattern, self.placement) = (pattern, placement)
    stepLength = pattern.clampedStepLength
    let sources = Self.sources(pattern.steps, count: Self.loopedCount(pattern, placement.loop))
    for (index, step) in pattern.steps.prefix(SequencerSettings.stepLimit).enumerated() where step.isOn {
      add(step, index, source: sources[index])
      if Tick(index) * stepLength < placement.loop ?? .max { inside = notes.count }
    }
    link()
    guard !placement.hasSeveralPasses else { return }
    let sorted = notes.indices.sorted { (notes[$0].tick, $0) < (notes[$1].tick, $1) }
    notes = sorted.map { notes[$0] }
  }

  private mutating func add(_ step: Step, _ index: Int, source: Int?) {
    let chance = addChance(step, index, source: source)
    let position = Tick(index) * stepLength
    let (start, accent) = placement.position(position, shift: step.shift)
    let strokes = min(max(1, step.ratchet.count), SequencerSettings.ratchetLimit)
    let gate = max(1, stepLength * Tick(min(max(1, step.gate ?? pattern.gate), 1 << 24)) / 100)
    let room = strokes == 1 ? stepLength : placement.distance(from: position, to: position + stepLength)
    let keys = step.keys.isEmpty ? [pattern.key] : step.keys
    let velocity = Int(step.velocity ?? pattern.velocity) + accent
    // where the loop ends within a step, the strokes beyond its end are left out, as the steps there are
    let end = placement.loop.flatMap { position < $0 ? $0 : nil } ?? .max
    for stroke in 0..<strokes where position + stepLength * Tick(stroke) / Tick(strokes) < end {
      let onset = room * Tick(stroke) / Tick(strokes)
      let next = room * Tick(stroke + 1) / Tick(strokes)
      let duration = strokes == 1 ? gate : max(1, min(gate, next - onset - 1))
      for (index, key) in keys.enumerated() {
        notes.append(
          CompiledNote(
            tick: placement.wrap(start + onset, from: start), duration: duration,
            message: .noteOn(key, velocity: velocity + step.ratchet.ramp(stroke, of: strokes), channel: 0, port: 0),
            chance: chance, velocitySpread: min(step.velocitySpread, 127),
            position: UInt16(truncatingIfNeeded: stroke * keys.count + index)))
      }
    }
  }

  /// Adds the chance of a step if it needs one, and returns its ``CompiledNote/chance`` value; 0 if it needs none.
  ///
  /// The chance's source is the index of a step until ``link()`` converts it.
  private mutating func addChance(_ step: Step, _ index: Int, source: Int?) -> UInt32 {
    guard step.isUncertain || step.velocitySpread > 0 else { return 0 }
    var chance = StepChance()
    chance.step = UInt32(index)
    let share = step.probability.isNaN ? 1 : min(max(0, step.probability), 1)
    chance.threshold = UInt64((share * 0x1p32).rounded())
    chance.isInverted = step.condition.isInverted
    chance.source = source.map { UInt32($0) }
    chance.sourceIsInPassBefore = source.map { $0 > index } ?? false
    switch step.condition.kind {
    case .always: chance.condition = .always
    case .first: chance.condition = .first
    case .previous: chance.condition = .previous
    case .fill: chance.condition = .fill
    case .ratio(let number, let count):
      chance.condition = .ratio
      chance.a = UInt16(clamping: number)
      chance.b = UInt16(clamping: max(1, count))
    }
    chances.append(chance)
    return UInt32(chances.count)
  }

  /// Converts the sources from step indices to chance indices.
  private mutating func link() {
    let indices = Dictionary(uniqueKeysWithValues: chances.enumerated().map { ($1.step, UInt32($0)) })
    for index in chances.indices { chances[index].source = chances[index].source.flatMap { indices[$0] } }
  }

  /// The number of steps that start within the loop.
  private static func loopedCount(_ pattern: Pattern, _ loop: Tick?) -> Int {
    guard let loop else { return pattern.steps.count }
    return Int(min((loop - 1) / pattern.clampedStepLength + 1, Tick(pattern.steps.count)))
  }

  /// Returns, for each step with a `previous` condition, the step whose outcome the condition uses: the last step
  /// before it that has a probability or another condition, or else the last such step of the first `count`, which the
  /// loop plays.
  private static func sources(_ steps: [Step], count: Int) -> [Int?] {
    let isSource = steps.prefix(SequencerSettings.stepLimit).map { step in
      step.isOn && step.isUncertain && step.condition.kind != .previous
    }
    var latest = isSource.prefix(count).lastIndex(of: true)
    return isSource.indices.map { index in
      defer { if isSource[index] { latest = index } }
      return steps[index].condition.kind == .previous ? latest : nil
    }
  }
}

extension Step {
  /// Whether the step plays only with a probability below 1 or under a condition.
  fileprivate var isUncertain: Bool { probability < 1 || condition != .always }
}

extension Ratchet {
  /// Returns the difference between the velocities of a stroke and of the first stroke, rounded half up.
  fileprivate func ramp(_ stroke: Int, of strokes: Int) -> Int {
    guard strokes > 1 else { return 0 }
    let ramp = min(max(velocityRamp, -127), 127)
    let (doubled, parts) = (2 * ramp * stroke + strokes - 1, 2 * (strokes - 1))
    return doubled >= 0 ? doubled / parts : (doubled - parts + 1) / parts
  }
}
