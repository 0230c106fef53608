import CVST3
import PluginHosting

extension VST3TrialKind {
  /// For any division into blocks, and any order of the events in a block, the output is the same on the same frames,
  /// bit for bit.
  @Sendable static func cutBlocks(_ trial: VST3Trial) {
    guard let whole = trial.open(), let cut = trial.open() else { return }
    let script = VST3Script(
      trial, frames: trial.number(20_000...80_000), notes: 30, parameters: whole.parameters, changes: 20)
    let transport = trial.chance(90) ? trial.transport() : nil
    (whole.keepsSound, cut.keepsSound) = (trial.isSampler, trial.isSampler)
    script.play(on: whole, transport) { 1_024 }
    script.play(on: cut, transport, disorder: trial.chance(50) ? trial : nil) { trial.blockLength() }
    let different = zip(whole.heard, cut.heard).first { $0 != $1 }
    trial.check(
      whole.heard == cut.heard,
      "other events: \(whole.heard.count) and \(cut.heard.count), \(different.map { "\($0)" } ?? "at the end")")
    trial.check(whole.sound == cut.sound, "the sound differs")
    trial.figures.append("\(whole.heard.count) events, \(whole.sound.count / 2) frames of sound")
    trial.close(whole)
    trial.close(cut)
  }

  /// A change of a parameter takes effect on its frame: a bypassed sampler is silent exactly from there.
  @Sendable static func automate(_ trial: VST3Trial) {
    guard trial.isArpeggiator, let plugin = trial.open() else { return }
    // each key that arrives while the plug-in is bypassed passes on its own frame, each other starts an arpeggio
    guard let bypass = plugin.parameters.first(where: \.isBypass) else { return trial.check(false, "no bypass") }
    let (first, last) = (trial.number(100...3_000), trial.number(3_001...7_000))
    var script = VST3Script(trial, frames: 8_192, notes: 0)
    script.lines = [
      .init(frame: first, event: .parameter(bypass.id, 1)), .init(frame: last, event: .parameter(bypass.id, 0)),
    ]
    for frame in [first - 1, first, last - 1, last] {
      script.lines.append(.init(frame: frame, event: .pressure(key: 60, Float(frame & 127) / 127)))
      script.lines.append(.init(frame: frame, event: .noteOn(key: 20 + frame & 63)))
      script.lines.append(.init(frame: frame, event: .noteOff(key: 20 + frame & 63)))
    }
    script.sort()
    // without a transport the arpeggiator is silent
    script.play(on: plugin, nil) { trial.blockLength() }
    let played = plugin.heard.filter(\.startsNote).map(\.frame)
    trial.check(played == [first, last - 1], "bypassed from \(first) to \(last), it passes notes at \(played)")
    trial.close(plugin)
  }

  /// Blocks that no host should pass.
  @Sendable static func surviveBlocks(_ trial: VST3Trial) {
    guard let plugin = trial.open() else { return }
    for _ in 0..<60 {
      plugin.shape = HostedVST3.BlockShape()
      plugin.shape.channels = trial.chance(70) ? 2 : trial.number(0...3)
      plugin.shape.buses = trial.chance(80) ? 1 : trial.number(0...2)
      if plugin.shape.buses > 1 { plugin.shape.channels = min(plugin.shape.channels, 3) }
      plugin.shape.hasSamples = trial.chance(80)
      plugin.shape.hasEvents = trial.chance(80)
      plugin.shape.hasChanges = trial.chance(80)
      plugin.shape.hasSinks = trial.chance(80)
      plugin.shape.sampleSize = trial.chance(95) ? kSample32 : kSample64
      plugin.refusesOneOf = trial.chance(50) ? 0 : trial.number(1...4)
      let frames = trial.chance(15) ? 0 : trial.blockLength()
      let transport = trial.chance(60) ? oddTransport(trial) : nil
      plugin.process(frames, transport, (0..<trial.number(0...30)).map { _ in oddEvent(trial, plugin) })
      trial.check((plugin.result == 0) == (plugin.shape.sampleSize == kSample32), "process says \(plugin.result)")
      if trial.chance(5) { plugin.reset() }
    }
    plugin.shape = HostedVST3.BlockShape()
    trial.check(!plugin.activate(), "is set up while it is active")
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

  private static func oddTransport(_ trial: VST3Trial) -> HostTransport {
    var transport = trial.transport()
    switch trial.number(0...5) {
    case 0: transport.tempo = .nan
    case 1: transport.tempo = 0
    case 2: transport.tempo = -120
    case 3: transport.beat = trial.chance(50) ? .infinity : Double(trial.number(-2_000_000...2_000_000)) * 500
    case 4: transport.loop = transport.beat..<transport.beat + 1e-6
    default: transport.isPlaying = trial.chance(50)
    }
    return transport
  }

  private static func oddEvent(_ trial: VST3Trial, _ plugin: HostedVST3) -> (offset: Int, event: VST3HostEvent) {
    let offset = trial.chance(90) ? trial.number(-10...10_000) : trial.number(Int(Int32.min)...Int(Int32.max))
    let wide = { trial.chance(80) ? trial.number(-1...127) : trial.number(-32_768...32_767) }
    let values: [Double] = [.nan, .infinity, -.infinity, 1e300, -1, 0, 1, 0.5]
    let value = values[trial.number(0...7)]
    switch trial.number(0...8) {
    case 0:
      return (
        offset,
        .noteOn(key: wide(), velocity: trial.chance(90) ? 0.5 : Float(value), channel: wide(), number: wide())
      )
    case 1: return (offset, .noteOff(key: wide(), channel: trial.chance(50) ? 0 : wide(), number: wide()))
    case 2: return (offset, .pressure(key: wide(), channel: wide(), Float(value)))
    case 3: return (offset, .expression(type: trial.chance(50) ? 100_000 : trial.number(0...9), number: wide(), value))
    case 4: return (offset, .parameter(UInt32(trial.number(0...300)), value))
    case 5: return (offset, .parameter(UInt32(trial.number(0...Int(UInt32.max))), value))
    case 6: return (offset, .controller(trial.number(0...130), channel: trial.number(0...15), value))
    case 7: return (offset, .exclusive((0..<trial.number(0...40)).map { _ in UInt8(trial.number(0...255)) }))
    default: return (offset, .foreign(type: trial.number(0...65_535), bus: trial.number(-1...3)))
    }
  }
}
