import TactusProcessors
import TestSupport

// Random settings of every effect, and random chains of them.

extension SeededGenerator {
  /// One of the effects with random settings.
  mutating func effect(_ kind: Int? = nil) -> MIDIEffect {
    switch kind ?? Int.random(in: 0..<Self.effectKinds, using: &self) {
    case 0: return .transpose(transpose())
    case 1: return .filter(filter())
    case 2: return .velocity(velocityMap())
    case 3: return .bendRange(bendRange())
    case 4: return .controllerMap(controllerMap())
    case 5: return .channelMap(channelMap())
    case 6: return .zones(zones())
    case 7: return .pressure(pressureMap())
    case 8: return .chordMemory(chordMemory())
    case 9: return .echo(echo())
    case 10: return .humanise(humanise())
    case 11: return .mpeToChannel(mpeToChannel())
    case 12: return .channelToMPE(channelToMPE())
    case 13: return .arpeggiator(arpeggiator())
    case 14: return .chordDetector(ChordDetector())
    default:
      var quantise = Quantise(scale())
      quantise.direction = pick(Quantise.Direction.allCases)
      return .quantise(quantise)
    }
  }

  /// The number of kinds of effects that ``effect(_:)`` creates.
  static var effectKinds: Int { 16 }

  /// A chain of some effects.
  mutating func chain(_ count: Int? = nil) -> ProcessorChain {
    var chain = ProcessorChain()
    for _ in 0..<(count ?? Int.random(in: 0...4, using: &self)) {
      chain.links.append(ProcessorChain.Link(effect(), isBypassed: oneIn(6)))
    }
    return chain
  }

  /// The chain after a random edit.
  mutating func edited(_ chain: ProcessorChain) -> ProcessorChain {
    var chain = chain
    let index = chain.links.isEmpty ? 0 : Int.random(in: 0..<chain.links.count, using: &self)
    switch Int.random(in: 0..<6, using: &self) {
    case 0: chain.links.insert(ProcessorChain.Link(effect()), at: index)
    case 1 where !chain.links.isEmpty: chain.links.remove(at: index)
    case 2: chain.links.shuffle(using: &self)
    case 3 where !chain.links.isEmpty: chain.links[index].isBypassed.toggle()
    case 4 where !chain.links.isEmpty: chain.links[index].effect = effect()
    case 5 where !chain.links.isEmpty: chain.links[index].effect = again(chain.links[index].effect)
    default: break
    }
    return chain
  }

  /// The chain with one effect bypassed, no longer bypassed, or with other settings.
  mutating func adjusted(_ chain: ProcessorChain) -> ProcessorChain {
    var chain = chain
    guard !chain.links.isEmpty else { return chain }
    let index = Int.random(in: 0..<chain.links.count, using: &self)
    if oneIn(2) {
      chain.links[index].isBypassed.toggle()
    } else {
      chain.links[index].effect = again(chain.links[index].effect)
    }
    return chain
  }

  /// The same effect with other settings.
  private mutating func again(_ effect: MIDIEffect) -> MIDIEffect {
    for _ in 0..<200 {
      let other = self.effect()
      if other.word == effect.word { return other }
    }
    return effect
  }

  // MARK: Settings

  mutating func some(_ low: Int, _ high: Int) -> Int { Int.random(in: low...high, using: &self) }
  private mutating func fraction(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  private mutating func range(_ low: UInt8 = 0, _ high: UInt8 = 127) -> ClosedRange<UInt8> {
    let (a, b) = (UInt8.random(in: low...high, using: &self), UInt8.random(in: low...high, using: &self))
    return min(a, b)...max(a, b)
  }

  private mutating func channels() -> Set<UInt8> {
    switch some(0, 3) {
    case 0: return [UInt8(some(0, 3))]
    case 1: return Set((0..<16).filter { _ in oneIn(2) })
    default: return Set(0..<16)
    }
  }

  private mutating func curve() -> ValueCurve {
    switch some(0, 2) {
    case 0: return .linear
    case 1: return .exponent(fraction(0.05...20))
    default: return .points((0..<some(1, 5)).map { _ in ValueCurve.Point(fraction(0...1), fraction(0...1)) })
    }
  }

  private mutating func scale() -> Scale {
    oneIn(4)
      ? Scale(root: some(0, 11), intervals: (0..<some(0, 6)).map { _ in some(0, 11) })
      : Scale(root: some(0, 11), intervals: pick(Scale.named).intervals)
  }

  private mutating func transpose() -> Transpose {
    var transpose = oneIn(2) ? Transpose(some(-127, 127)) : Transpose(steps: some(-20, 20), in: scale())
    if oneIn(2) { transpose.amount = some(-12, 12) }
    transpose.outOfRange = pick(Transpose.OutOfRange.allCases)
    transpose.exemptChannels = oneIn(2) ? [9] : channels()
    return transpose
  }

  private mutating func filter() -> EventFilter {
    var filter = EventFilter(pick(EventFilter.Action.allCases))
    for _ in 0..<some(0, 3) {
      var condition = EventFilter.Condition()
      if oneIn(2) { condition.types = Set((0..<some(0, 4)).map { _ in pick(EventFilter.MessageType.allCases) }) }
      condition.channels = channels()
      if oneIn(2) { condition.keys = range() }
      if oneIn(3) { condition.velocities = range(1, 127) }
      if oneIn(4) { condition.controllers = Set((0..<some(0, 9)).map { _ in UInt8(some(0, 127)) }) }
      filter.conditions.append(condition)
    }
    return filter
  }

  private mutating func velocityMap() -> VelocityMap {
    var map = VelocityMap()
    map.curve = curve()
    if oneIn(3) { map.scale = fraction(0...4) }
    if oneIn(3) { map.offset = some(-127, 127) }
    if oneIn(3) { map.range = range(1, 127) }
    if oneIn(6) { map.fixed = UInt8(some(1, 127)) }
    if oneIn(3) { for _ in 0..<5 { map.keys[UInt8(some(0, 127))] = fraction(0...3) } }
    map.channels = channels()
    map.mapsRelease = oneIn(2)
    return map
  }

  private mutating func bendRange() -> BendRange {
    var range = BendRange(senderCents: some(1, 12_799), receiverCents: some(1, 12_799))
    if oneIn(2) { range = BendRange(senderCents: pick([200, 1_200]), receiverCents: pick([200, 4_800])) }
    (range.followsSender, range.sendsRange, range.channels) = (oneIn(2), oneIn(2), channels())
    return range
  }

  private mutating func controllerMap() -> ControllerMap {
    let sources: [ControllerMap.Source] = [
      .controller(UInt8(pick([1, 7, 11, 64]))), .controller14(UInt8(some(0, 31))), .channelPressure, .keyPressure,
      .pitchBend, .registered(UInt16(some(0, 6))), .nonRegistered(UInt16(some(0, 16_383))),
    ]
    let targets: [ControllerMap.Target] = [
      .controller(UInt8(some(0, 119))), .controller14(UInt8(some(0, 31))), .channelPressure, .pitchBend, .program,
      .registered(UInt16(some(0, 16_383))), .nonRegistered(UInt16(some(0, 16_383))), .parameter(UInt8(some(0, 127))),
    ]
    var map = ControllerMap(pick(sources), to: pick(targets))
    (map.channels, map.range, map.isInverted) = (channels(), range(), oneIn(2))
    (map.curve, map.mode) = (curve(), pick(ControllerMap.Mode.allCases))
    (map.threshold, map.keepsSource) = (UInt8(some(1, 127)), oneIn(3))
    if oneIn(2) { map.smoothing = Double(some(0, 100)) }
    return map
  }

  private mutating func channelMap() -> ChannelMap {
    var map = ChannelMap()
    for _ in 0..<some(0, 3) {
      map.routes.append(
        ChannelMap.Route(
          from: channels(), to: oneIn(3) ? nil : UInt8(some(0, 15)), port: oneIn(3) ? UInt8(some(0, 15)) : nil,
          isMuted: oneIn(6)))
    }
    map.mutesOthers = oneIn(5)
    return map
  }

  private mutating func zones() -> Zones {
    var zones = Zones()
    for _ in 0..<some(0, 4) {
      var zone = Zones.Zone()
      if oneIn(2) { zone.from = channels() }
      zone.keys = oneIn(2) ? 0...127 : range()
      zone.velocities = oneIn(2) ? 1...127 : range(1, 127)
      zone.channel = oneIn(3) ? nil : UInt8(some(0, 15))
      zone.port = oneIn(3) ? UInt8(some(0, 15)) : nil
      zone.transpose = some(-24, 24)
      zone.velocityRange = oneIn(3) ? range(1, 127) : nil
      zone.takesControllers = oneIn(2)
      zones.zones.append(zone)
    }
    return zones
  }

  private mutating func pressureMap() -> PressureMap {
    var map = PressureMap(pick(PressureMap.Source.allCases), to: pick([.controller(1), .channel, .keys]))
    map.combining = pick(PressureMap.Combining.allCases)
    (map.channels, map.range, map.curve, map.keepsSource) = (channels(), range(), curve(), oneIn(3))
    return map
  }

  private mutating func chordMemory() -> ChordMemory {
    var memory = ChordMemory([0, 4, 7])
    let notes = { (random: inout SeededGenerator) in
      (0..<random.some(0, 5)).map { _ in
        ChordMemory.ChordNote(
          random.some(-24, 24), delay: random.oneIn(2) ? 0 : random.fraction(0...20),
          velocityScale: random.fraction(0...2))
      }
    }
    memory.chord = oneIn(4) ? nil : notes(&self)
    for _ in 0..<some(0, 3) { memory.keys[UInt8(some(48, 72))] = notes(&self) }
    memory.strum = oneIn(2) ? 0 : fraction(0...15)
    memory.channels = channels()
    return memory
  }

  private mutating func echo() -> Echo {
    var echo = Echo(oneIn(2) ? .milliseconds(fraction(1...40)) : .beats(fraction(0.015625...0.1)))
    (echo.repeats, echo.feedback, echo.transpose) = (some(1, 5), fraction(0...1), some(-12, 12))
    (echo.playsOriginal, echo.channels) = (!oneIn(4), channels())
    return echo
  }

  private mutating func humanise() -> Humanise {
    var humanise = Humanise(seed: UInt64(some(0, 9)))
    (humanise.timing, humanise.looksAhead) = (fraction(0...30), oneIn(2))
    (humanise.velocity, humanise.length, humanise.channels) = (some(0, 127), fraction(0...30), channels())
    return humanise
  }

  private mutating func mpeToChannel() -> MPEToChannel {
    var mpe = MPEToChannel()
    (mpe.isUpper, mpe.members, mpe.channel) = (oneIn(3), UInt8(some(1, 15)), UInt8(some(0, 15)))
    mpe.leader = pick(MPEToChannel.Leader.allCases)
    (mpe.memberRange, mpe.managerRange, mpe.receiverRange) = (some(1, 96), some(1, 96), some(1, 96))
    (mpe.followsSender, mpe.sendsRange) = (!oneIn(4), oneIn(2))
    return mpe
  }

  private mutating func channelToMPE() -> ChannelToMPE {
    var mpe = ChannelToMPE()
    (mpe.isUpper, mpe.members, mpe.channel) = (oneIn(3), UInt8(some(1, 15)), oneIn(2) ? nil : UInt8(some(0, 3)))
    (mpe.managerRange, mpe.memberRange) = (some(0, 96), some(0, 96))
    return mpe
  }

  mutating func arpeggiator() -> Arpeggiator {
    let rates = [StepLength(1, 16), StepLength(1, 32, isTriplet: true), StepLength(1, 8, isDotted: true)]
    var arpeggiator = Arpeggiator(
      order: pick(Arpeggiator.Order.allCases), octaves: some(1, 4), rate: pick(rates), gate: fraction(1...200))
    (arpeggiator.swing, arpeggiator.isLatched, arpeggiator.channels) = (fraction(50...75), oneIn(4), channels())
    arpeggiator.restart = pick([.position, .firstKey, .everyKey, .beats(2)])
    arpeggiator.velocity = pick([.played, .latest, .fixed(80)])
    (arpeggiator.startsWithKey, arpeggiator.playsWhenStopped) = (oneIn(2), !oneIn(4))
    return arpeggiator
  }
}
