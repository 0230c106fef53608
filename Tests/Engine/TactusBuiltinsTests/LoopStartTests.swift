import TactusDSP
import TactusFiles
import TactusMIDI
import TactusSynth
import Testing

/// Layers that start inside their loop, so that two layers of one sample sound wide: the loop remains that of the whole
/// sample, without a click.
@Suite struct LoopStartTests {
  /// The zones of instruments that begin beyond their sample's loop start.
  private static let zones = Made.bank.instruments.flatMap { Made.bank.instrumentZones[$0.localZones] }.filter { zone in
    guard let target = zone.target, let loop = Made.bank.samples[target].loop else { return false }
    return start(of: zone) > loop.lowerBound - Made.bank.samples[target].start
  }

  private static func start(of zone: SoundFont.Zone) -> Int {
    let coarse = Made.bank.value(.startAddrsCoarseOffset, in: zone) ?? 0
    return (Made.bank.value(.startAddrsOffset, in: zone) ?? 0) + 32_768 * coarse
  }

  /// The presets that reach such a zone, at middle C or its drum's key.
  private static let presets: [(bank: Int, program: Int, keys: [UInt8])] = Made.bank.presets.compactMap { preset in
    let zones = Made.bank.instrumentZones(bank: Int(preset.bank), program: Int(preset.program))
    let starting = zones.filter { start(of: $0) > 0 }
    guard !starting.isEmpty else { return nil }
    let keys = preset.bank == 128 ? Array(Set(starting.map { $0.keyRange.low })).sorted() : [60]
    return (Int(preset.bank), Int(preset.program), keys)
  }

  /// A zone's points, one per frame, repeat with the length of its sample's loop, from the first point on.
  @Test func periodsAreThoseOfTheLoops() throws {
    #expect(Self.presets.count == 38 && Self.zones.count >= 100, "\(Self.presets.count), \(Self.zones.count)")
    for (target, start) in Set(Self.zones.compactMap { zone in zone.target.map { [$0, Self.start(of: zone)] } })
      .map({ ($0[0], $0[1]) })
    {
      let sample = Made.bank.samples[target]
      let loop = try #require(sample.loop)
      let sound = try bare(sample, start: start, frames: loop.count * 2 + 100)
      let differs = (0..<sound.count - loop.count).first { sound[$0] != sound[$0 + loop.count] }
      #expect(differs == nil, "\(Made.bank.name(of: sample)) from \(start)")
    }
  }

  /// A sample at its recorded pitch, with only its loop and its start.
  private func bare(_ sample: SoundFont.SampleHeader, start: Int, frames: Int) throws -> [Float] {
    var builder = SoundFontBuilder(name: "bare")
    let points = Array(Made.bank.frames(of: sample))
    let loop = try #require(sample.loop)
    let moved = loop.lowerBound - sample.start..<loop.upperBound - sample.start
    let index = builder.add(.init(name: "bare", frames: points, sampleRate: Player.rate, loop: moved))
    let generators: [SoundFont.Generator] = [
      .init(.sampleModes, 1), .init(.delayVolEnv, -32_768), .init(.attackVolEnv, -32_768),
      .init(.startAddrsOffset, Int16(start % 32_768)), .init(.startAddrsCoarseOffset, Int16(start / 32_768)),
    ]
    let instrument = builder.add(
      SoundFontBuilder.Instrument(name: "bare", zones: [.init(target: index, generators: generators)]))
    builder.add(SoundFontBuilder.Preset(name: "bare", bank: 0, program: 0, zones: [.init(target: instrument)]))
    let font = try SoundFont(FileBytes(copying: builder.write(), name: "bare"))
    let player = Player(capacity: frames, bank: font)
    defer { player.free() }
    return player.play([(0, ChannelMessage(status: 0x90, 60, 127))], frames: frames).left
  }

  /// Sounds that are modulated or rough by nature: bowed tremolo, a pad with decaying bells, echoes, a reverse cymbal,
  /// birds, rotor blades, clapping.
  private static let uneven: Set<Int> = [44, 88, 102, 119, 123, 125, 126]

  /// The sound-effects kit has them too, and the orchestra kit ends with applause.
  private static func isUneven(_ bank: Int, _ program: Int, _ key: UInt8) -> Bool {
    bank == 0 ? uneven.contains(program) : program == 56 || key == 88
  }

  /// For two seconds, on both channels, the residual of a linear prediction contains no bursts.
  @Test func nothingBursts() throws {
    let frames = Player.rate * 9 / 4
    let player = Player(capacity: frames)
    defer { player.free() }
    for preset in Self.presets {
      for key in preset.keys where !Self.isUneven(preset.bank, preset.program, key) {
        let channel: UInt8 = preset.bank == 128 ? 9 : 0
        let program = ChannelMessage(status: 0xC0 | channel, UInt8(preset.program))
        let sound = player.play([(0, program), (0, ChannelMessage(status: 0x90 | channel, key, 100))], frames: frames)
        for (name, side) in [("left", sound.left), ("right", sound.right)] {
          let burst = Residual.burst(Array(side[(Player.rate / 5)...]))
          #expect(burst < 4, "bank \(preset.bank), program \(preset.program), key \(key), \(name): \(burst) dB")
        }
      }
    }
  }
}

/// The part of a sound that cannot be predicted from the preceding samples.
private enum Residual {
  private static let order = 32
  private static let window = 192

  /// The maximum, in dB, by which the residual's power in 6 ms exceeds its median over the surrounding 100 ms.
  static func burst(_ sound: [Float]) -> Double {
    let residual = of(sound.map(Double.init))
    let levels = stride(from: 0, to: residual.count - window, by: window / 2).map { first in
      var power = 1e-30
      for index in first..<first + window { power += residual[index] * residual[index] }
      return 3.0103 * ExactMath.log2(power)
    }
    return levels.indices.map { index in
      let around = levels[max(0, index - 16)..<min(levels.count, index + 17)].sorted()
      return levels[index] - around[around.count / 2]
    }.max() ?? 0
  }

  /// The error of the best linear prediction (Levinson and Durbin).
  private static func of(_ sound: [Double]) -> [Double] {
    sound.withUnsafeBufferPointer { x in
      let count = x.count
      var correlation = (0...order).map { lag in
        var sum = 0.0
        var index = lag
        while index < count {
          sum += x[index] * x[index - lag]
          index += 1
        }
        return sum
      }
      correlation[0] *= 1 + 1e-9
      var taps = [1.0] + Array(repeating: 0, count: order)
      var error = correlation[0]
      for step in 1...order {
        var sum = 0.0
        for index in 0..<step { sum += taps[index] * correlation[step - index] }
        let reflection = -sum / error
        let old = taps
        for index in 1...step { taps[index] = old[index] + reflection * old[step - index] }
        error *= 1 - reflection * reflection
      }
      return (order..<count).map { at in
        var sum = 0.0
        var lag = 0
        while lag <= order {
          sum += taps[lag] * x[at - lag]
          lag += 1
        }
        return sum
      }
    }
  }
}
