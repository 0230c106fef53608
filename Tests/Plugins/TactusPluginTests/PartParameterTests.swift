import TactusMIDI
import TactusPlugin
import TactusRender
import TestSupport
import Testing

@Suite("Parameters of the parts' sounds")
struct PartParameterTests {
  private static let symbols = [
    "volume", "pan", "attack", "decay", "sustain", "release", "cutoff", "resonance", "vibratoRate", "vibratoDepth",
    "vibratoDelay", "coarseTuning", "fineTuning", "reverbSend", "chorusSend", "portamento", "portamentoTime", "mono",
    "legato",
  ]

  /// Hosts store automation by id.
  @Test("ids stay for ever: 2,000, 32 for each part, in this order")
  func identities() throws {
    for part in 0..<16 {
      for (setting, symbol) in Self.symbols.enumerated() {
        let index = try #require(Plugins.sampler.index(ofParameter: "\(symbol)\(part + 1)"))
        let parameter = Plugins.sampler.parameters[index]
        #expect(parameter.id == UInt32(2_000 + part * 32 + setting))
        #expect(parameter.group == "Part \(part + 1)" && parameter.isAutomatable)
      }
    }
    // those that controller maps of chains can address keep their indices
    #expect(Plugins.sampler.parameters.prefix(128).filter { $0.id >= 2_000 }.count == 128 - 67)
  }

  /// Compares sounds. In a variable, they are not printed.
  func isEqual(_ first: [Float], _ second: [Float]) -> Bool { first == second }

  /// Plays two notes, the second legato, with a setting of the first part.
  func play(
    _ settings: [String: Double] = [:], cycle: Int = 480, cycles: Int = 60,
    _ bring: (Int, inout PluginCore) -> Void = { _, _ in }
  ) -> PluginHost {
    let host = PluginHost(Plugins.sampler)
    for (symbol, value) in settings { host.set(symbol, value) }
    host.render(0)
    for number in 0..<cycles {
      host.render(cycle) { core in
        bring(number, &core)
        if number == 0 {
          core.receive(ChannelMessage(status: 0xC0, 48), at: 0)
          core.receive(.on(60), at: 0)
        }
        if number == 20 { core.receive(.on(67), at: 0) }
        if number == 40 { core.receive(.off(67), at: 0) }
        if number == 45 { core.receive(.off(60), at: 0) }
      }
    }
    return host
  }

  @Test("a default changes no bit, and another value changes the sound", arguments: symbols)
  func effect(symbol: String) throws {
    let index = try #require(Plugins.sampler.index(ofParameter: "\(symbol)1"))
    let parameter = Plugins.sampler.parameters[index]
    let before = play()
    #expect(isEqual(play(["\(symbol)1": parameter.defaultValue]).left, before.left))
    #expect(isEqual(play(["\(symbol)2": parameter.range.upperBound]).left, before.left), "another part")
    if symbol == "portamentoTime" {
      #expect(!isEqual(play(["portamento1": 1]).left, play(["portamento1": 1, "portamentoTime1": 900]).left))
    } else {
      let value = symbol == "release" || symbol == "sustain" ? parameter.range.lowerBound : parameter.range.upperBound
      #expect(!isEqual(play(["\(symbol)1": value]).left, before.left))
    }
  }

  @Test("a level of −6 dB is a gain of −6 dB, and −96 dB is silence")
  func level() {
    let (full, soft) = (play(), play(["volume1": -6.0206, "reverbSend1": 0]))
    let most = full.left.map(abs).max() ?? 0
    #expect(most > 0.001)
    // the effects are linear, too
    let off = zip(full.left, soft.left).map { abs($0 * 0.5 - $1) }.max() ?? 1
    #expect(off < most * 1e-4)
    #expect(play(["volume1": -96]).left.allSatisfy { $0 == 0 })
  }

  /// The frequency by zero crossings of the low-passed sound of a single note.
  func frequency(_ settings: [String: Double]) -> Double {
    let host = PluginHost(Plugins.sampler)
    for (symbol, value) in settings { host.set(symbol, value) }
    for (symbol, value) in ["reverb": 0.0, "chorus": 0, "program1": 80] { host.set(symbol, value) }
    host.render(4_800) { $0.receive(.on(60), at: 0) }
    host.render(48_000)
    let sound = host.left[9_600...]
    var (sum, crossings, last) = (Float(0), [Int](), Float(0))
    for (frame, sample) in sound.enumerated() {
      sum += (sample - sum) * 0.02
      if last <= 0, sum > 0 { crossings.append(frame) }
      last = sum
    }
    guard let first = crossings.first, let end = crossings.last, crossings.count > 2 else { return 0 }
    return 48_000 * Double(crossings.count - 1) / Double(end - first)
  }

  @Test("tunings add up, in semitones and cents")
  func tuning() {
    let usual = frequency([:])
    #expect(abs(usual - 261.63) < 10)
    #expect(abs(frequency(["coarseTuning1": 12]) / usual - 2) < 0.03)
    #expect(abs(frequency(["coarseTuning1": -1, "fineTuning1": 100]) / usual - 1) < 0.001)
  }

  @Test("neither resets nor controllers change parameters, and both add up")
  func resets() {
    let settings = ["cutoff1": -3.0, "mono1": 1.0, "attack1": 2.0]
    let gmReset: [UInt8] = [0xF0, 0x7E, 0x7F, 0x09, 0x01, 0xF7]
    func run(_ settings: [String: Double], resets: Bool, brightness: UInt8 = 64) -> [Float] {
      let host = PluginHost(Plugins.sampler)
      for (symbol, value) in settings { host.set(symbol, value) }
      host.render(64) { core in
        if resets {
          gmReset.withUnsafeBufferPointer { core.receive($0.baseAddress!, count: 6, at: 0) }
          core.receive(ChannelMessage(status: 0xB0, 121, 0), at: 1)
        }
        core.receive(ChannelMessage(status: 0xB0, 74, brightness), at: 2)
        core.receive(.on(60), at: 3)
        core.receive(.on(64), at: 3)
      }
      for (symbol, value) in settings { #expect(host.value(symbol) == value) }
      host.render(9_600)
      return host.left
    }
    #expect(isEqual(run(settings, resets: true), run(settings, resets: false)))
    #expect(isEqual(run([:], resets: true), run([:], resets: false)))
    #expect(!isEqual(run(settings, resets: true), run([:], resets: true)))
    let both = run(["cutoff1": -1], resets: false, brightness: 48)
    let (parameter, controller) = (run(["cutoff1": -1], resets: false), run([:], resets: false, brightness: 48))
    #expect(isEqual(both, parameter) == false && isEqual(both, controller) == false)
  }

  @Test("mono, legato and portamento are those of MIDI")
  func modes() {
    let mono = play { number, core in
      if number == 0 { core.receive(ChannelMessage(status: 0xB0, 126, 1), at: 0) }
    }
    #expect(isEqual(play(["mono1": 1]).left, mono.left))
    let legato = play { number, core in
      if number == 0 { core.receive(ChannelMessage(status: 0xB0, 68, 127), at: 0) }
    }
    #expect(isEqual(play(["legato1": 1]).left, legato.left))
    // at 64, controller 5 is 50 ms for each semitone
    let glide = play { number, core in
      if number == 0 {
        core.receive(ChannelMessage(status: 0xB0, 5, 64), at: 0)
        core.receive(ChannelMessage(status: 0xB0, 65, 127), at: 0)
      }
    }
    let set = play(["portamento1": 1, "portamentoTime1": 600])
    #expect((zip(set.left, glide.left).map { abs($0 - $1) }.max() ?? 1) < 1e-5)
    #expect(!isEqual(set.left, play().left))
  }

  @Test("changes take effect on their frames, in cycles of any length")
  func partition() {
    let seed = seed(of: "parts in cycles of any length")
    var random = SeededGenerator(seed: seed)
    let parts = Plugins.sampler.parameters.indices.filter { Plugins.sampler.parameters[$0].id >= 2_000 }
    for round in 0..<rounds(4) {
      let length = 24_000
      let changes = (0..<60).map { _ in
        let index = parts[Int.random(in: 0..<38, using: &random)]
        return (
          frame: Int.random(in: 0..<length, using: &random), index: index,
          value: Double.random(in: Plugins.sampler.parameters[index].range, using: &random)
        )
      }.sorted { $0.frame < $1.frame }
      let notes = (0..<40).map { _ in
        (
          frame: Int.random(in: 0..<length, using: &random), key: UInt8.random(in: 40..<80, using: &random),
          channel: UInt8.random(in: 0..<2, using: &random), isOn: Bool.random(using: &random)
        )
      }.sorted { $0.frame < $1.frame }
      func run(_ sizes: () -> Int) -> PluginHost {
        let host = PluginHost(Plugins.sampler)
        while host.frame < length {
          let (start, count) = (Int(host.frame), min(sizes(), length - Int(host.frame)))
          host.render(count) { core in
            for change in changes where change.frame >= start && change.frame < start + count {
              core.change(parameter: change.index, to: change.value, at: change.frame - start)
            }
            for note in notes where note.frame >= start && note.frame < start + count {
              core.receive(
                note.isOn ? .on(note.key, channel: note.channel) : .off(note.key, channel: note.channel),
                at: note.frame - start)
            }
          }
        }
        return host
      }
      let whole = run { 8_192 }
      var sizes = SeededGenerator(seed: seed &+ UInt64(round))
      let divided = run { Int.random(in: 1...777, using: &sizes) }
      #expect(isEqual(whole.left, divided.left) && isEqual(whole.right, divided.right), "seed \(seed), round \(round)")
      #expect(whole.left.contains { $0 != 0 })
    }
  }
}
