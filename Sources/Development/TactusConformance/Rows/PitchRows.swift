import TactusFiles
import TactusMIDI

/// The pitch to a hundredth of a cent, from the phase of a sine over 80 ms.
enum PitchRows {
  static let rows: [ConformanceRow] = {
    var list = RowList(.pitch, "SF2.04 §8.1.2 #56, #58", .cents(), tolerance: 0.01)
    addKeys(&list)
    addTuning(&list)
    addRecordings(&list)
    addBends(&list)
    addMIDITuning(&list)
    return list.rows
  }()

  private static func addKeys(_ list: inout RowList) {
    for key in [24, 36, 48, 60, 61, 72, 84, 96] as [UInt8] {
      list.add("key \(key), root 60", 100 * (Double(key) - 60), Trial(.pair) { $0.key = key })
    }
    list.add(
      "overridingRootKey 48, key 60", 1_200, Trial(.pair, [.overridingRootKey: 48]), of: .generator(.overridingRootKey))
    list.add(
      "overridingRootKey 72, key 65", -700, Trial(.pair, [.overridingRootKey: 72]) { $0.key = 65 },
      of: .generator(.overridingRootKey))
    for (scale, key) in [(0, 96), (50, 72), (50, 48), (99, 84), (200, 66), (1_200, 61)] as [(Int16, UInt8)] {
      list.add(
        "scaleTuning \(scale), key \(key)", Double(scale) * (Double(key) - 60),
        Trial(.pair, [.scaleTuning: scale]) { $0.key = key }, of: .generator(.scaleTuning))
    }
    list.add(
      "scaleTuning 50 turns about the root", -600,
      Trial(.pair, [.scaleTuning: 50, .overridingRootKey: 72]), of: .generator(.scaleTuning),
      .generator(.overridingRootKey))
    list.add(
      "scaleTuning 0 leaves fineTune whole", 40,
      Trial(.pair, [.scaleTuning: 0, .fineTune: 40]) { $0.key = 72 }, of: .generator(.scaleTuning),
      .generator(.fineTune))
    list.add(
      "keynum 67, key 60", 700, Trial(.pair, [.keynum: 67]), of: .generator(.keynum), from: "SF2.04 §8.1.2 #46")
  }

  private static func addTuning(_ list: inout RowList) {
    list.source = "SF2.04 §8.1.2 #51, #52"
    for amount in [-24, -12, 7, 12] as [Int16] {
      list.add(
        "coarseTune \(amount)", 100 * Double(amount), Trial(.pair, [.coarseTune: amount]), of: .generator(.coarseTune))
    }
    for amount in [-99, -1, 1, 50, 99] as [Int16] {
      list.add("fineTune \(amount)", Double(amount), Trial(.pair, [.fineTune: amount]), of: .generator(.fineTune))
    }
    list.add(
      "fineTune 150 is clamped", 99, Trial(.pair, [.fineTune: 150]), of: .generator(.fineTune),
      from: "SF2.04 §8.1.3")
    list.add(
      "coarseTune 5 and preset's -2", 300,
      Trial(.pair, [.coarseTune: 5]) { $0.presetGenerators = [.init(.coarseTune, -2)] }, of: .generator(.coarseTune),
      .presetGenerator(.coarseTune), from: "SF2.04 §9.4")
  }

  private static func addRecordings(_ list: inout RowList) {
    list.source = "SF2.04 §7.10"
    for (recorded, output) in [(8_000, 48_000), (22_050, 48_000), (44_100, 48_000), (48_000, 44_100), (96_000, 48_000)]
    {
      let trial = Trial(.pair) {
        $0.layers[0].recording.sampleRate = recorded
        $0.sampleRate = output
      }
      list.add(
        "recorded at \(recorded), heard at \(output) Hz", 1_200 * SystemMath.log2(Double(recorded) / Double(output)),
        trial)
    }
    for correction in [-50, 33] as [Int8] {
      list.add(
        "pitch correction \(correction)", Double(correction),
        Trial(.pair) { $0.layers[0].recording.correction = correction })
    }
    list.add("original key 69", -900, Trial(.pair) { $0.layers[0].recording.originalKey = 69 })
    list.add(
      "original key 255 (unpitched) is 60", 0, Trial(.pair) { $0.layers[0].recording.originalKey = 255 })
  }

  private static func addBends(_ list: inout RowList) {
    list.source = "SF2.04 §8.4.10; GM: ±2 semitones"
    let pitchBend = ConformanceRow.Subject.defaultModulator(.pitchWheelToPitch)
    for (value, part) in [(0, -1.0), (4_096, -0.5), (8_192, 0), (12_288, 0.5), (16_383, 8_191.0 / 8_192)] {
      let trial = Trial(.pair) { $0.before = [.pitchBend(value)] }
      if part == 0 {
        list.add("wheel \(value)", 0, trial)
      } else {
        list.add("wheel \(value)", 200 * part, trial, of: pitchBend, .messages)
      }
    }
    for range in [0, 1, 7, 12, 24, 48] as [UInt8] {
      let trial = Trial(.pair) { $0.before = ChannelMessage.registered(0, coarse: range) + [.pitchBend(0)] }
      let subjects: [ConformanceRow.Subject] = range == 0 ? [] : [.messages]
      list.add("bend range \(range), wheel at its bottom", -100 * Double(range), trial, of: subjects)
    }
    let fine = Trial(.pair) { $0.before = ChannelMessage.registered(0, coarse: 2, fine: 50) + [.pitchBend(16_383)] }
    list.add("bend range 2 semitones 50 cents, wheel at its top", 250 * 8_191.0 / 8_192, fine, of: pitchBend, .messages)
  }

  private static func addMIDITuning(_ list: inout RowList) {
    list.source = "MIDI 1.0, RP-018 (RPN 1, 2)"
    for (coarse, fine) in [(0, 0), (32, 0), (64, 0), (64, 1), (96, 0), (127, 127)] as [(UInt8, UInt8)] {
      let cents = (Double(coarse) * 128 + Double(fine) - 8_192) * 100 / 8_192
      let trial = Trial(.pair) { $0.before = ChannelMessage.registered(1, coarse: coarse, fine: fine) }
      if cents == 0 {
        list.add("fine tuning \(coarse), \(fine)", 0, trial)
      } else if abs(cents) < 0.1 {
        list.add("fine tuning \(coarse), \(fine)", cents, trial, of: .messages, within: 0.002)
      } else {
        list.add("fine tuning \(coarse), \(fine)", cents, trial, of: .messages)
      }
    }
    for coarse in [52, 65, 76] as [UInt8] {
      list.add(
        "coarse tuning \(coarse)", 100 * (Double(coarse) - 64),
        Trial(.pair) { $0.before = ChannelMessage.registered(2, coarse: coarse) }, of: .messages)
    }
  }
}
