import Foundation
import TactusFiles
import TactusMIDI
import TactusRender
import TactusSynth
import TestSupport
import Testing

/// Expressions of single notes, as per-note messages of MIDI 2.0.
@Suite("Note expressions") struct NoteExpressionTests {
  private func expression(
    _ kind: NoteExpressionMessage.Kind, _ value: Double, key: UInt8 = 60, channel: UInt8 = 0
  ) -> ChannelMessage {
    NoteExpressionMessage.message(kind, value, channel: channel, key: key)
  }

  /// Plays messages on the first frame and renders a tenth of a second, of which the first part is left out.
  private func sound(_ bank: SoundBank, _ messages: [ChannelMessage], later: [ChannelMessage] = []) -> Stage {
    let stage = Stage(bank, isLoud: false)
    stage.render(2_400, events: messages.map { TimedEvent(offset: 0, message: $0) })
    stage.render(4_800, events: later.map { TimedEvent(offset: 0, message: $0) })
    return stage
  }

  private func level(_ samples: [Float]) -> Double {
    sqrt(samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count))
  }

  private func levels(_ stage: Stage) -> (left: Double, right: Double) {
    (level(Array(stage.left.dropFirst(2_600))), level(Array(stage.right.dropFirst(2_600))))
  }

  @Test("the tuning moves one of two notes of a chord, before, on and after its note-on")
  func tuning() throws {
    let bank = try SoundBank.sine(amplitude: 8_000)
    let chord = [ChannelMessage.noteOn(60), .noteOn(67)]
    let higher = expression(.tuning, 0.5)
    let single = sound(bank, [.noteOn(67)])
    let base = frequency(Array(sound(bank, [.noteOn(60)]).left.dropFirst(3_000)))
    for (name, stage) in [
      ("before", sound(bank, [higher] + chord)), ("after", sound(bank, chord + [higher])),
      ("later", sound(bank, chord, later: [higher])),
    ] {
      // without the other note, the rest is the tuned one
      let rest = zip(stage.left, single.left).map { $0 - $1 }.dropFirst(3_000)
      let expected = base * exp2(0.5 / 12)
      let measured = frequency(Array(rest))
      #expect(abs(1_200 * log2(measured / expected)) < 1, "\(name): \(measured) Hz")
    }
  }

  /// The frequency of a tone from its rising zero crossings.
  private func frequency(_ samples: [Float]) -> Double {
    var crossings: [Double] = []
    for index in 1..<samples.count where samples[index - 1] < 0 && samples[index] >= 0 {
      crossings.append(Double(index) - Double(samples[index]) / Double(samples[index] - samples[index - 1]))
    }
    guard let first = crossings.first, let last = crossings.last, crossings.count > 1 else { return 0 }
    return 48_000 * Double(crossings.count - 1) / (last - first)
  }

  @Test("volume and expression change the level of the note", arguments: [false, true])
  func gain(isLater: Bool) throws {
    let bank = try SoundBank.sine(amplitude: 8_000)
    let plain = levels(sound(bank, [.noteOn(60)]))
    for (kind, value, expected) in [
      (.volume, 0.5, -6.0206), (.volume, 4, 12.0412), (.volume, 1, 0), (.expression, 0.5, -12.0412),
      (.expression, 1, 0),
    ] as [(NoteExpressionMessage.Kind, Double, Double)] {
      let message = expression(kind, value)
      let stage = sound(bank, [.noteOn(60)] + (isLater ? [] : [message]), later: isLater ? [message] : [])
      let change = 20 * log10(levels(stage).left / plain.left)
      #expect(abs(change - expected) < 0.02, "\(kind) \(value): \(change) dB")
    }
    let silent = sound(bank, [.noteOn(60), expression(.volume, 0)])
    #expect(silent.left.dropFirst(2_600).allSatisfy { $0 == 0 })
    silent.render(4_800, events: [TimedEvent(offset: 0, message: expression(.volume, 1))])
    #expect(abs(20 * log10(level(Array(silent.left.dropFirst(7_600))) / plain.left)) < 0.02, "it returns")
  }

  @Test("pan moves the note to a side; brightness closes the filter; vibrato moves the pitch")
  func others() throws {
    let bank = try SoundBank.sine(amplitude: 8_000)
    let (left, right) = (
      levels(sound(bank, [.noteOn(60), expression(.pan, 0)])), levels(sound(bank, [.noteOn(60), expression(.pan, 1)]))
    )
    #expect(left.right < left.left * 1e-4 && right.left < right.right * 1e-4)
    let plain = levels(sound(bank, [.noteOn(96)])).left
    let dark = levels(sound(bank, [.noteOn(96), expression(.brightness, 0, key: 96)])).left
    #expect(dark < plain * 0.9)
    let usual = levels(sound(bank, [.noteOn(96), expression(.brightness, 0.5, key: 96)])).left
    #expect(usual == plain)
    let still = sound(bank, [.noteOn(60)])
    let moving = sound(bank, [.noteOn(60), expression(.vibrato, 1)])
    #expect(still.left != moving.left)
  }

  @Test("other notes do not change by a bit")
  func others60() throws {
    let bank = try SoundBank.sine(amplitude: 8_000)
    let plain = sound(bank, [.noteOn(67), .noteOn(48, channel: 1)])
    for kind in [NoteExpressionMessage.Kind.volume, .pan, .tuning, .vibrato, .expression, .brightness] {
      let messages = [ChannelMessage.noteOn(67), .noteOn(48, channel: 1)]
      let stage = sound(bank, messages + [expression(kind, 0.3)], later: [expression(kind, 0.1, channel: 1)])
      #expect(stage.left.map(\.bitPattern) == plain.left.map(\.bitPattern), "\(kind)")
    }
  }

  @Test("pitch 7.25, the key's pitch bend, and per-note controllers 7, 10, 11, 74")
  func midi2() throws {
    let bank = try SoundBank.sine(amplitude: 8_000)
    func perNote(_ status: UInt32, _ number: UInt32, _ value: UInt32) -> ChannelMessage {
      ChannelMessage(word0: 0x4000_0000 | status << 16 | 60 << 8 | number, word1: value)
    }
    let pitch = sound(bank, [.noteOn(60), perNote(0x00, 3, 61 << 25)]).left
    let bend = sound(bank, [.noteOn(60), perNote(0x60, 0, 0x8000_0000 + UInt32(0x8000_0000 / 48))]).left
    let higher = frequency(Array(sound(bank, [.noteOn(60)]).left.dropFirst(3_000))) * exp2(1.0 / 12)
    #expect(abs(1_200 * log2(frequency(Array(pitch.dropFirst(3_000))) / higher)) < 1)
    #expect(abs(1_200 * log2(frequency(Array(bend.dropFirst(3_000))) / higher)) < 1)
    let plain = levels(sound(bank, [.noteOn(60)])).left
    let soft = levels(sound(bank, [.noteOn(60), perNote(0x00, 7, 0x8000_0000)])).left
    #expect(abs(20 * log10(soft / plain) + 12.0412) < 0.02)
  }

  @Test("a detached note keeps its expression; the next note of the key starts anew")
  func detaching() throws {
    let bank = try SoundBank.sine(amplitude: 8_000)
    let plain = levels(sound(bank, [.noteOn(60)])).left
    let reset = NoteExpressionMessage.resetMessage(channel: 0, key: 60)
    let kept = levels(sound(bank, [.noteOn(60), expression(.volume, 0.5)], later: [reset])).left
    #expect(abs(20 * log10(kept / plain) + 6.0206) < 0.02)
    let next = levels(sound(bank, [expression(.volume, 0.5), reset, .noteOn(60)])).left
    #expect(next == plain)
    let remembered = levels(sound(bank, [expression(.volume, 0.5), .noteOn(60)])).left
    #expect(abs(20 * log10(remembered / plain) + 6.0206) < 0.02)
    for message in [ChannelMessage.controller(121, 0)] {
      let again = levels(sound(bank, [.noteOn(60), expression(.volume, 0.5)], later: [message])).left
      #expect(abs(20 * log10(again / plain)) < 0.02)
    }
  }

  @Test("a choke cuts a key in 12 ms, also a note that a pedal holds, and no other key")
  func choke() throws {
    let bank = try SoundBank.sine(amplitude: 8_000, [.init(.releaseVolEnv, 1_200)])
    let choke = NoteExpressionMessage.chokeMessage(channel: 0, key: 60)
    let stage = sound(bank, [.noteOn(60), .noteOn(64, channel: 1)], later: [choke])
    let other = sound(bank, [.noteOn(64, channel: 1)])
    #expect(stage.left.dropFirst(2_400 + 577) == other.left.dropFirst(2_400 + 577))
    #expect(stage.left.steepest < 0.05)
    let pedal = sound(bank, [.controller(64, 127), .noteOn(60), .noteOff(60)], later: [choke])
    #expect(pedal.left.dropFirst(2_400 + 577).allSatisfy { $0 == 0 })
    let off = sound(bank, [.noteOn(60)], later: [.noteOff(60)])
    #expect(Array(off.left.dropFirst(2_400 + 577)).peak > 0.01, "a note-off releases slowly")
  }

  @Test("cycles do not matter") func partition() throws {
    for round in 0..<UInt64(rounds(4)) {
      let seed = 5_500 + round
      var random = SeededGenerator(seed: seed)
      let bank = try SoundBank(random.font(isWild: false))
      var score = random.score(length: 6_000, density: 12, isWild: false)
      for _ in 0..<60 {
        let kinds: [NoteExpressionMessage.Kind] = [
          .volume, .pan, .tuning, .vibrato, .expression, .brightness, .pressure,
        ]
        let (key, channel) = (UInt8.random(in: 36...84, using: &random), [0, 1, 9].randomElement(using: &random)!)
        let message: ChannelMessage =
          switch Int.random(in: 0..<10, using: &random) {
          case 0: NoteExpressionMessage.chokeMessage(channel: UInt8(channel), key: key)
          case 1: NoteExpressionMessage.resetMessage(channel: UInt8(channel), key: key)
          default:
            expression(
              kinds.randomElement(using: &random)!, Double.random(in: -1...2, using: &random), key: key,
              channel: UInt8(channel))
          }
        score.events.append((Int.random(in: 0..<6_000, using: &random), message))
      }
      score.events.sort { $0.frame < $1.frame }
      let (whole, cut) = (Stage(bank), Stage(bank))
      whole.perform(score)
      cut.perform(score, cycles: random.cycles(of: score.length))
      #expect(whole.left.map(\.bitPattern) == cut.left.map(\.bitPattern), "left, seed \(seed)")
      #expect(whole.right.map(\.bitPattern) == cut.right.map(\.bitPattern), "right, seed \(seed)")
      #expect(whole.left.allSatisfy { $0.isFinite }, "seed \(seed)")
    }
  }

  @Test("more keys than there is room for are counted") func room() throws {
    let stage = Stage(try .sine(amplitude: 8_000))
    for channel in UInt8(0)..<8 {
      for key in UInt8(0)..<128 { stage.send(expression(.volume, 2, key: key, channel: channel)) }
    }
    stage.render(64)
    #expect(stage.left.allSatisfy { $0 == 0 })
  }
}
