import CFluidSynth

/// An event on its way through a router.
struct RoutedEvent {
  var type: UInt8
  var channel: Int32
  var param1: Int32
  var param2: Int32
}

/// A MIDI router: for each rule that matches an event, passes the changed event to a function of the program.
final class FluidRouter: PointedObject {
  private let handler: handle_midi_event_func_t?
  private let handlerData: UnsafeMutableRawPointer?
  private let channelCount: Int32
  private let lock = SequencerLock()
  /// The rules by type, the latest first.
  private var rules: [[RouterRule]] = FluidRouter.unityRules

  private static var unityRules: [[RouterRule]] { (0..<FLUID_MIDI_ROUTER_RULE_COUNT).map { _ in [RouterRule()] } }

  init(channelCount: Int32, handler: handle_midi_event_func_t?, data: UnsafeMutableRawPointer?) {
    (self.channelCount, self.handler, handlerData) = (channelCount, handler, data)
  }

  /// Removes all rules; rules that hold keys remain until the keys are released.
  func clearRules() { lock.withLock { replaceRules() } }

  /// Replaces all rules by rules that change nothing.
  func setDefaultRules() {
    lock.withLock {
      replaceRules()
      for (type, rule) in Self.unityRules.enumerated() { rules[type].insert(contentsOf: rule, at: 0) }
    }
  }

  /// Returns false if there is no such type.
  func add(_ rule: RouterRule, type: Int32) -> Bool {
    lock.withLock {
      guard rules.indices.contains(Int(type)) else { return false }
      rules[Int(type)].insert(rule, at: 0)
      return true
    }
  }

  private func replaceRules() {
    for type in rules.indices {
      rules[type].forEach { $0.replace() }
      rules[type].removeAll(where: \.isFinished)
    }
  }

  /// Passes an event on. Fails if a rule produces an invalid event, or if the function fails.
  func handle(_ event: FluidMIDIEvent) -> Int32 {
    typealias Kind = FluidMIDIEvent.Kind
    if event.type == Kind.systemExclusive || event.type == Kind.systemReset {
      return handler.map { $0(handlerData, event.pointer) } ?? failed
    }
    guard let type = Self.ruleType(of: event.type) else { return ok }
    var isFine = true
    for routed in lock.withLock({ route(Self.normalized(event), type, &isFine) }) {
      let passed = FluidMIDIEvent(
        type: routed.type, channel: UInt8(truncatingIfNeeded: routed.channel), param1: routed.param1,
        param2: routed.param2)
      let result = withExtendedLifetime(passed) { handler.map { $0(handlerData, passed.pointer) } }
      if result != ok { isFine = false }
    }
    return isFine ? ok : failed
  }

  /// Applies the rules of a type to an event.
  private func route(_ event: RoutedEvent, _ type: Int, _ isFine: inout Bool) -> [RoutedEvent] {
    var passed: [RoutedEvent] = []
    for rule in rules[type] where rule.matches(event) {
      var result = rule.applied(to: event)
      guard result.limit(channelCount: channelCount) else {
        isFine = false
        continue
      }
      if rule.admits(result) { passed.append(result) }
    }
    rules[type].removeAll(where: \.isFinished)
    return passed
  }

  private static func ruleType(of type: UInt8) -> Int? {
    typealias Kind = FluidMIDIEvent.Kind
    switch type {
    case Kind.noteOn, Kind.noteOff: return FLUID_MIDI_ROUTER_RULE_NOTE
    case Kind.controlChange: return FLUID_MIDI_ROUTER_RULE_CC
    case Kind.programChange: return FLUID_MIDI_ROUTER_RULE_PROG_CHANGE
    case Kind.pitchBend: return FLUID_MIDI_ROUTER_RULE_PITCH_BEND
    case Kind.channelPressure: return FLUID_MIDI_ROUTER_RULE_CHANNEL_PRESSURE
    case Kind.keyPressure: return FLUID_MIDI_ROUTER_RULE_KEY_PRESSURE
    default: return nil
    }
  }

  /// Returns the event as rules see it: a note-on of velocity 0 is a note-off of velocity 127.
  private static func normalized(_ event: FluidMIDIEvent) -> RoutedEvent {
    typealias Kind = FluidMIDIEvent.Kind
    let isNoteOff = event.type == Kind.noteOn && event.param2 == 0
    return RoutedEvent(
      type: isNoteOff ? Kind.noteOff : event.type, channel: Int32(event.channel), param1: event.param1,
      param2: isNoteOff ? 127 : event.param2)
  }
}
