import Foundation
import TactusFiles
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSynth
import TestSupport
import Testing

/// The insertion effects of GS and XG: which parts they change, and their parameters against the published tables.
@Suite struct InsertionEffectTests {
  /// A bank with a sine of 480 Hz as program 0 and a click of ten frames as program 1.
  static func bank() throws -> SoundBank {
    try SoundBank.made { bank in
      let wave = bank.add(.sine(amplitude: 32_000))
      let click = bank.add(.init(name: "click", frames: .init(repeating: 20_000, count: 10), sampleRate: 48_000))
      bank.addPreset([.init(target: wave, generators: [.init(.sampleModes, 1)] + SoundFont.Generator.atOnce)])
      bank.addPreset(program: 1, [.init(target: click, generators: SoundFont.Generator.atOnce)])
    }
  }

  private func stage(
    _ exclusives: [[UInt8]], _ messages: [ChannelMessage], frames: Int = 24_000, settings: SynthSettings = .dry
  ) throws -> Stage {
    let stage = Stage(try Self.bank(), settings: settings, isLoud: false)
    for bytes in exclusives { stage.send(exclusive: bytes) }
    stage.send(messages)
    stage.render(frames)
    return stage
  }

  private func amplitude(_ samples: [Float], _ hertz: Double) -> Double {
    Spectrum.amplitude(of: samples[8_000..<18_000].map { Double($0) }, at: hertz, rate: 48_000)
  }

  private func isNear(_ a: [Float], _ b: [Float], _ tolerance: Float = 1e-6) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
  }

  static let onPart1 = Exclusive.gs(0x40, 0x41, 0x22, 1)

  /// The sound of a part with an effect that changes nothing is its own; an equalizer changes only the parts that have
  /// it, and only notes that begin after the assignment.
  @Test func onlyAssignedPartsChange() throws {
    let chord: [ChannelMessage] = [.noteOn(60), .noteOn(67, channel: 1)]
    let plain = try stage([], chord)
    let thru = try stage([Self.onPart1], chord)
    #expect(isNear(plain.left, thru.left) && isNear(plain.right, thru.right))
    // both shelves of the equalizer as far down as they go, no middle
    let type = Exclusive.gs(0x40, 3, 0, 1, 0)
    let flat = [Exclusive.gs(0x40, 3, 9, 64), Exclusive.gs(0x40, 3, 12, 64), Exclusive.gs(0x40, 3, 4, 52)]
    let low = try stage([type] + flat + [Self.onPart1], chord)
    // −12 dB below 400 Hz; at 480 Hz the shelf is above its middle
    let change = 20 * log10(amplitude(low.left, 480) / amplitude(plain.left, 480))
    #expect(change < -3 && change > -6, "\(change) dB")
    let fifth = amplitude(low.left, 719.2) / amplitude(plain.left, 719.2)
    #expect(abs(fifth - 1) < 0.002)
    let late = Stage(try Self.bank(), isLoud: false)
    for bytes in [type] + flat { late.send(exclusive: bytes) }
    late.send(chord)
    late.render(4_000)
    late.send(exclusive: Self.onPart1)
    late.render(20_000)
    #expect(isNear(late.left, plain.left))
    let off = try stage([type] + flat + [Self.onPart1, Exclusive.gs(0x40, 0x41, 0x22, 0)], chord)
    #expect(isNear(off.left, plain.left))
    let reset = try stage([type] + flat + [Self.onPart1, Exclusive.gsReset], chord)
    #expect(isNear(reset.left, plain.left))
  }

  /// An overdrive adds the third harmonic; two parts with the same effect also make the tones between them.
  @Test func partsShareOneDrive() throws {
    let drive = [Exclusive.gs(0x40, 3, 0, 1, 0x10), Exclusive.gs(0x40, 3, 3, 127), Exclusive.gs(0x40, 3, 5, 0)]
    let alone = try stage(drive + [Self.onPart1], [.noteOn(60), .noteOn(67, channel: 1)])
    let both = try stage(
      drive + [Self.onPart1, Exclusive.gs(0x40, 0x42, 0x22, 1)], [.noteOn(60), .noteOn(67, channel: 1)])
    #expect(amplitude(alone.left, 1_440) > 0.05 * amplitude(alone.left, 480))
    // 2 · 719.2 − 480
    #expect(amplitude(alone.left, 958.4) < 1e-4 && amplitude(both.left, 958.4) > 0.05 * amplitude(both.left, 480))
  }

  /// Returns the echoes as frames and levels relative to the first.
  private func echoes(_ samples: [Float]) -> [(frame: Int, level: Float)] {
    var found: [(frame: Int, level: Float)] = []
    var last = -1_000
    for (frame, value) in samples.enumerated() where abs(value) > 0.001 {
      if frame - last > 30 { found.append((frame, value)) }
      last = frame
      if abs(value) > abs(found[found.count - 1].level) { found[found.count - 1].level = value }
    }
    return found.map { ($0.frame, $0.level / found[0].level) }
  }

  @Test func theStereoDelayHasItsTimes() throws {
    // 150 and 300 ms, crossed, feedback 48 %: the defaults, but no shelves
    let type = [Exclusive.gs(0x40, 3, 0, 1, 0x50), Exclusive.gs(0x40, 3, 0x13, 64)]
    let stage = try stage(type + [Self.onPart1], [.program(1), .noteOn(60)], frames: 40_000)
    let (left, right) = (echoes(stage.left), echoes(stage.right))
    #expect(left.map(\.frame).prefix(3).map { ($0 + 24) / 48 } == [0, 150, 450])
    #expect(right.map(\.frame).prefix(3).map { ($0 + 24) / 48 } == [0, 300, 450])
    #expect(abs(left[1].level - 1) < 0.01 && abs(left[2].level - 0.48) < 0.01)
    let other = try self.stage(
      type + [
        Exclusive.gs(0x40, 3, 3, 50), Exclusive.gs(0x40, 3, 4, 126), Exclusive.gs(0x40, 3, 6, 0),
        Exclusive.gs(0x40, 3, 7, 1), Exclusive.gs(0x40, 3, 5, 64), Exclusive.gs(0x40, 3, 0x12, 127), Self.onPart1,
      ], [.program(1), .noteOn(60)], frames: 40_000)
    #expect(other.left.firstIndex { $0 != 0 } == 240 && other.right.firstIndex { abs($0) > 0.001 } == 24_000)
    #expect(other.left[240] < 0 && other.right[24_000] > 0)
  }

  /// The output goes to the reverb with the effect's send, not with those of the parts.
  @Test func theEffectHasItsOwnSends() throws {
    var wet = SynthSettings.dry
    wet.reverb = true
    func tail(_ exclusives: [[UInt8]], send: UInt8) throws -> Double {
      let stage = try stage(exclusives, [.controller(91, send), .program(1), .noteOn(60)], settings: wet)
      return stage.left[2_000...].reduce(0.0) { $0 + Double($1 * $1) }
    }
    let own = try tail([], send: 40)
    #expect(abs(10 * log10(try tail([Self.onPart1], send: 127) / own)) < 0.1)
    let half = try tail([Self.onPart1, Exclusive.gs(0x40, 3, 0x17, 20)], send: 127)
    #expect(abs(10 * log10(half / own) + 6.02) < 0.1)
    #expect(try tail([Self.onPart1, Exclusive.gs(0x40, 3, 0x17, 0)], send: 127) < 1e-9 * own)
  }

  /// GS's equalizer changes the parts that have not turned it off, but not what they send to the reverb; the insertion
  /// effect's output passes through it too.
  @Test func theGSEqualizer() throws {
    let chord: [ChannelMessage] = [.noteOn(60), .noteOn(67, channel: 1)]
    let plain = try stage([], chord)
    #expect(isNear(try stage([Exclusive.gs(0x40, 2, 1, 64)], chord).left, plain.left))
    // the upper shelf from 3 kHz down by 12 dB does little; the lower one from 400 Hz does more
    let set = [Exclusive.gs(0x40, 2, 0, 1), Exclusive.gs(0x40, 2, 1, 76)]
    let louder = try stage(set, chord)
    let change = 20 * log10(amplitude(louder.left, 480) / amplitude(plain.left, 480))
    #expect(change > 3 && change < 6, "\(change) dB")
    #expect(amplitude(louder.left, 719.2) > 1.1 * amplitude(plain.left, 719.2))
    let apart = try stage(set + [Exclusive.gs(0x40, 0x42, 0x20, 0)], chord)
    #expect(abs(amplitude(apart.left, 719.2) / amplitude(plain.left, 719.2) - 1) < 0.002)
    #expect(abs(amplitude(apart.left, 480) / amplitude(louder.left, 480) - 1) < 0.002)
    let inserted = try stage(set + [Self.onPart1], chord)
    #expect(isNear(inserted.left, louder.left, 1e-5))
    let around = try stage(set + [Self.onPart1, Exclusive.gs(0x40, 3, 0x1F, 0)], chord)
    #expect(abs(amplitude(around.left, 480) / amplitude(plain.left, 480) - 1) < 0.002)
    var wet = SynthSettings.dry
    wet.reverb = true
    let click: [ChannelMessage] = [.controller(91, 127), .program(1), .noteOn(60)]
    let reverb = try stage([], click, settings: wet)
    let equalized = try stage([Exclusive.gs(0x40, 2, 3, 52)], click, settings: wet)
    #expect(equalized.left.prefix(20) != reverb.left.prefix(20))
    #expect(isNear(Array(equalized.left[2_000...]), Array(reverb.left[2_000...]), 1e-5))
    #expect(isNear(try stage(set + [Exclusive.gsReset], chord).left, plain.left))
  }

  /// A part sends as much to the delay as without the effect.
  @Test func delaySendsAreThoseOfParts() throws {
    var settings = SynthSettings.dry
    settings.delay = true
    let click: [ChannelMessage] = [.controller(94, 100), .program(1), .noteOn(60)]
    func echo(_ exclusives: [[UInt8]]) throws -> Float {
      try stage(exclusives, click, settings: settings).left[5_000...].reduce(0) { max($0, abs($1)) }
    }
    let plain = try echo([])
    let sent = try echo([Exclusive.gs(0x40, 3, 0x17, 0), Exclusive.gs(0x40, 3, 0x19, 100), Self.onPart1])
    #expect(plain > 0.01 && abs(sent / plain - 1) < 0.01)
    let variation = [Exclusive.xgOn, Exclusive.xg(2, 1, 0x40, 5, 0), Exclusive.xg(2, 1, 0x5A, 1)]
    let xg = try echo(variation)
    let thru = [Exclusive.xg(3, 0, 0, 0x40, 0), Exclusive.xg(3, 0, 0x0C, 0)]
    let inserted = try echo(variation + thru)
    #expect(xg > 0.01 && abs(inserted / xg - 1) < 0.01)
    // the variation effect is connected after the part has been inserted
    let before = try echo([variation[0]] + thru + variation[1...])
    #expect(abs(before / xg - 1) < 0.01)
  }

  /// XG ignores GS's effect, and a reset also ends the effect of sounding notes.
  @Test func systemsKeepTheirEffects() throws {
    let plain = try stage([Exclusive.xgOn], [.noteOn(60)])
    let ignored = try stage(
      [Exclusive.xgOn, Exclusive.gs(0x40, 3, 0, 1, 0x11), Self.onPart1, Exclusive.gs(0x40, 2, 1, 76)], [.noteOn(60)])
    #expect(isNear(plain.left, ignored.left))
    let held = Stage(try Self.bank(), isLoud: false)
    held.send(exclusive: Exclusive.gs(0x40, 3, 0, 1, 0x11), port: 1)
    held.send(exclusive: Self.onPart1, port: 1)
    held.send(ChannelMessage(status: 0x90, 60, 100, port: 1))
    held.render(4_000)
    held.send(exclusive: Exclusive.gsReset)
    held.render(20_000)
    #expect(amplitude(held.left, 480) > 0.01 && amplitude(held.left, 1_440) < 1e-4)
  }

  // MARK: XG

  @Test func anXGInsertionHasOnePartAndItsSends() throws {
    var wet = SynthSettings.dry
    wet.reverb = true
    let chord: [ChannelMessage] = [.noteOn(60), .noteOn(67, channel: 1)]
    let dry = try stage([Exclusive.xgOn], chord)
    // three bands on part 1: low +12 dB below 2 kHz, its highest frequency, nothing else
    let type = [
      Exclusive.xgOn, Exclusive.xg(3, 0, 0, 0x4C, 0), Exclusive.xg(3, 0, 2, 76), Exclusive.xg(3, 0, 4, 64),
      Exclusive.xg(3, 0, 6, 64), Exclusive.xg(3, 0, 7, 40),
    ]
    let off = try stage(type, chord)
    #expect(isNear(off.left, dry.left))
    let on = try stage(type + [Exclusive.xg(3, 0, 0x0C, 0)], chord)
    let change = 20 * log10(amplitude(on.left, 480) / amplitude(dry.left, 480))
    #expect(abs(change - 12) < 0.6, "\(change) dB")
    #expect(abs(amplitude(on.left, 719.2) / amplitude(dry.left, 719.2) - 1) < 0.002)
    let moved = try stage(type + [Exclusive.xg(3, 0, 0x0C, 0), Exclusive.xg(3, 0, 0x0C, 1)], chord)
    #expect(abs(amplitude(moved.left, 480) / amplitude(dry.left, 480) - 1) < 0.002)
    #expect(amplitude(moved.left, 719.2) > 3 * amplitude(dry.left, 719.2))
    for send: UInt8 in [0, 64, 127] {
      let click: [ChannelMessage] = [.controller(91, send), .program(1), .noteOn(60)]
      let plain = try stage([Exclusive.xgOn], click, settings: wet)
      let inserted = try stage(
        [Exclusive.xgOn, Exclusive.xg(3, 0, 0, 0x40, 0), Exclusive.xg(3, 0, 0x0C, 0)], click, settings: wet)
      #expect(isNear(plain.left, inserted.left, 1e-5), "send \(send)")
    }
  }

  @Test func theVariationIsInsertedOrASystemEffect() throws {
    let chord: [ChannelMessage] = [.noteOn(60), .noteOn(67, channel: 1)]
    let dry = try stage([Exclusive.xgOn], chord)
    let type = [Exclusive.xgOn, Exclusive.xg(2, 1, 0x40, 0x4A, 0), Exclusive.xg(2, 1, 0x42, 0, 100)]
    #expect(isNear(try stage(type, chord).left, dry.left))
    let inserted = try stage(type + [Exclusive.xg(2, 1, 0x5A, 0), Exclusive.xg(2, 1, 0x5B, 0)], chord)
    #expect(amplitude(inserted.left, 1_440) > 0.02 * amplitude(inserted.left, 480))
    #expect(amplitude(inserted.left, 2_157.6) < 1e-3 * amplitude(inserted.left, 719.2))
    var settings = SynthSettings.dry
    settings.delay = true
    let system = type + [Exclusive.xg(2, 1, 0x5A, 1)]
    let unsent = try stage(system, chord, settings: settings)
    #expect(isNear(unsent.left, dry.left))
    let sent = try stage(system, [.controller(94, 127)] + chord, settings: settings)
    #expect(amplitude(sent.left, 1_440) > 0.02 * amplitude(sent.left, 480))
    #expect(amplitude(sent.left, 2_157.6) < 1e-3)
    // the dry sound stays; the effect is added to it
    #expect(amplitude(sent.left, 480) > amplitude(dry.left, 480))
  }

  /// Insertion 1 and the variation effect of one part are in a row, whatever the order of the messages.
  @Test func effectsOfOnePartAreInARow() throws {
    let delay = [
      Exclusive.xg(2, 1, 0x40, 6, 0), Exclusive.xg(2, 1, 0x42, 7, 104), Exclusive.xg(2, 1, 0x44, 7, 104),
      Exclusive.xg(2, 1, 0x4A, 0, 64), Exclusive.xg(2, 1, 0x54, 0, 64), Exclusive.xg(2, 1, 0x5B, 0),
    ]
    // 12 dB down below 2 kHz
    let bands = [
      Exclusive.xg(3, 0, 0, 0x4C, 0), Exclusive.xg(3, 0, 2, 52), Exclusive.xg(3, 0, 4, 64), Exclusive.xg(3, 0, 6, 64),
      Exclusive.xg(3, 0, 7, 40), Exclusive.xg(3, 0, 0x0C, 0),
    ]
    let orders = [delay + bands, bands + delay, bands + delay + [Exclusive.xg(2, 1, 0x56, 60)]]
    let plain = try stage([Exclusive.xgOn] + delay, [.program(1), .noteOn(60)])
    let filtered = try stage([Exclusive.xgOn] + bands, [.program(1), .noteOn(60)])
    for order in orders {
      let both = try stage([Exclusive.xgOn] + order, [.program(1), .noteOn(60)])
      #expect(isNear(Array(both.left[..<4_000]), Array(filtered.left[..<4_000]), 1e-5))
      #expect(isNear(Array(both.left[4_800..<8_000]), Array(filtered.left[..<3_200]), 1e-5))
    }
    let off = try stage([Exclusive.xgOn] + bands + delay + [Exclusive.xg(2, 1, 0x5B, 127)], [.program(1), .noteOn(60)])
    #expect(isNear(off.left, filtered.left))
    #expect(plain.left[4_800] != 0)
  }

  @Test func theVariationInsertedIsADelay() throws {
    let exclusives = [
      Exclusive.xgOn, Exclusive.xg(2, 1, 0x40, 6, 0), Exclusive.xg(2, 1, 0x42, 7, 104),
      Exclusive.xg(2, 1, 0x44, 15, 80), Exclusive.xg(2, 1, 0x4A, 0, 64), Exclusive.xg(2, 1, 0x54, 0, 64),
      Exclusive.xg(2, 1, 0x71, 64), Exclusive.xg(2, 1, 0x5B, 0),
    ]
    let stage = try stage(exclusives, [.program(1), .noteOn(60)], frames: 20_000)
    #expect(echoes(stage.left).map { ($0.frame + 24) / 48 } == [0, 100])
    #expect(echoes(stage.right).map { ($0.frame + 24) / 48 } == [0, 200])
  }
}
