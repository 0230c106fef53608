import CCLAP
import PluginHosting

extension TrialKind {
  /// For any division into blocks, and any order of the events in a block, the output is the same on the same frames,
  /// bit for bit.
  @Sendable static func cutBlocks(_ trial: Trial) {
    guard let whole = trial.open(), let cut = trial.open() else { return }
    let script = Script(
      trial, frames: trial.number(20_000...80_000), notes: 30, parameters: whole.parameters, changes: 20)
    let transport = trial.chance(90) ? trial.transport() : nil
    (whole.keepsSound, cut.keepsSound) = (trial.isSampler, trial.isSampler)
    script.play(on: whole, transport) { 1_024 }
    script.play(on: cut, transport, disorder: trial.chance(50) ? trial : nil) { trial.blockLength() }
    let (one, other) = (messages(whole), messages(cut))
    trial.check(one == other, difference(one, other))
    trial.check(
      whole.sound == cut.sound, "the sound differs from frame \(firstDifference(whole.sound, cut.sound) / 2) on")
    trial.figures.append("\(one.count) events, \(whole.sound.count / 2) frames of sound")
    trial.close(whole)
    trial.close(cut)
  }

  /// The events that have a frame of their own: all except note ends and changed parameters.
  private static func messages(_ plugin: HostedPlugin) -> [Heard] {
    plugin.heard.filter { $0.type != CLAP_EVENT_NOTE_END && $0.type != CLAP_EVENT_PARAM_VALUE }
  }

  private static func difference(_ one: [Heard], _ other: [Heard]) -> String {
    let index =
      zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(one.count, other.count)
    func text(_ list: [Heard]) -> String { list.indices.contains(index) ? "\(list[index])" : "nothing" }
    return "of \(one.count) and \(other.count) events number \(index) differs: \(text(one)), \(text(other))"
  }

  static func firstDifference(_ one: [Float], _ other: [Float]) -> Int {
    zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(one.count, other.count)
  }

  /// Blocks that no host should pass.
  @Sendable static func surviveBlocks(_ trial: Trial) {
    guard let plugin = trial.open(hasExtensions: trial.chance(50)) else { return }
    for _ in 0..<60 {
      plugin.shape = HostedPlugin.BlockShape()
      plugin.shape.channels = trial.chance(70) ? 2 : trial.number(0...4)
      plugin.shape.hasOutputs = trial.chance(80)
      plugin.shape.hasSamples = trial.chance(80)
      plugin.shape.hasEvents = trial.chance(80)
      plugin.shape.hasSink = trial.chance(80)
      plugin.manner = trial.chance(50) ? .all : .refusing(oneOf: UInt64(trial.number(1...4)))
      let frames = trial.chance(15) ? 0 : trial.blockLength()
      let transport = trial.chance(60) ? oddTransport(trial) : nil
      plugin.process(frames, transport, (0..<trial.number(0...30)).map { _ in oddEvent(trial, plugin) })
      trial.check(plugin.status >= 1 && plugin.status <= 4, "process says \(plugin.status)")
      if trial.chance(5) { plugin.reset() }
      if trial.chance(5) { plugin.flush([.parameter(0, 1), .parameter(0, 0)]) }
    }
    trial.check(!plugin.activate(), "is activated twice")
    // a malformed state changes nothing
    let before = plugin.save()
    for state in [[], [0], Array("{".utf8), Array("[1, 2]".utf8), [UInt8](repeating: 0xFF, count: 999)] {
      if plugin.load(state) { trial.check(false, "takes '\(state.prefix(9))' for a state") }
    }
    trial.check(!plugin.load([1, 2, 3], most: 0), "takes a stream that fails")
    trial.check(plugin.save(most: 0) == nil, "writes to a stream that fails")
    trial.check(before != nil && plugin.save() == before, "another state after states that are none")
    trial.close(plugin)
  }

  private static func oddTransport(_ trial: Trial) -> HostTransport {
    var transport = trial.transport()
    switch trial.number(0...6) {
    case 0: transport.tempo = .nan
    case 1: transport.tempo = 0
    case 2: transport.tempo = -120
    case 3: transport.beat = Double(trial.number(-2_000_000...2_000_000)) * 500
    case 4: transport.loop = transport.beat..<transport.beat + 1e-6
    case 5: transport.increment = .infinity
    default: transport.isPlaying = trial.chance(50)
    }
    return transport
  }

  private static func oddEvent(_ trial: Trial, _ plugin: HostedPlugin) -> (offset: Int, event: HostEvent) {
    let offset = trial.chance(90) ? trial.number(0...10_000) : trial.number(0...Int(UInt32.max))
    let byte = { UInt8(trial.number(0...255)) }
    let wide = { trial.chance(80) ? trial.number(-1...127) : trial.number(-32_768...32_767) }
    switch trial.number(0...9) {
    case 0:
      return (offset, .noteOn(key: wide(), velocity: trial.chance(90) ? 0.5 : .nan, channel: wide(), number: wide()))
    case 1: return (offset, .noteOff(key: wide(), channel: trial.chance(50) ? 0 : wide(), number: wide()))
    case 2: return (offset, .choke(key: wide(), channel: trial.chance(50) ? 0 : wide(), number: wide()))
    case 3: return (offset, .pressure(trial.chance(90) ? 0.5 : .infinity, key: wide(), channel: wide()))
    case 4:
      let values: [Double] = [.nan, .infinity, -.infinity, 1e300, -1, 0, 1, 64]
      return (offset, .parameter(UInt32(trial.number(0...300)), values[trial.number(0...7)]))
    case 5: return (offset, .midi(byte(), byte(), byte()))
    case 6:
      return (offset, .packet(UInt32(trial.number(0...Int(UInt32.max))), UInt32(trial.number(0...Int(UInt32.max)))))
    case 7: return (offset, .exclusive((0..<trial.number(0...40)).map { _ in byte() }))
    case 8: return (offset, .transport(oddTransport(trial)))
    default:
      return (
        offset,
        .foreign(
          size: UInt32(trial.number(0...15)), space: trial.chance(50) ? 0 : 3, type: UInt16(trial.number(0...20)))
      )
    }
  }
}
