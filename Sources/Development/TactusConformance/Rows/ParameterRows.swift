import TactusFiles
import TactusMIDI

/// The effect of parameters, pedals, modes and system-exclusive messages on a channel or on the whole synthesizer.
enum ParameterRows {
  static let rows: [ConformanceRow] = {
    var list = RowList(.parameters, "SF2.04 §9.6.3", .cents(), tolerance: 1)
    addSweeps(&list)
    addModulationDepth(&list)
    addHalfPedal(&list)
    addPortamento(&list)
    addMonophony(&list)
    addMaster(&list)
    return list.rows
  }()

  // MARK: Filter sweeps

  /// The frame of the measured impulse, long after the last message.
  private static let position = 1_000

  /// A trial of a filter whose cutoff is changed by messages during the note.
  private static func swept(_ cutoff: Int16, _ messages: [ChannelMessage]) -> Trial {
    FilterRows.trial(16_384, at: position, [.initialFilterFc: cutoff]) {
      $0.later = messages.map { (200, $0) }
    }
  }

  private static func addSweeps(_ list: inout RowList) {
    list.tolerance = 2
    list.reading = .cutoff(from: position)
    for hertz in [200.0, 400, 800, 1_600, 3_200, 8_000] {
      let steps = Int(((SystemMath.absoluteCents(hertz: hertz) - 4_335) / 2).rounded())
      list.add(
        "NRPN 120/8, from 100 to \(Int(hertz)) Hz under a note: cutoff", 4_335 + 2 * Double(steps),
        swept(4_335, nonRegistered(120, 8, steps + 8_192)), of: .messages)
    }
    let steps = Int(((4_335 - SystemMath.absoluteCents(hertz: 8_000)) / 2).rounded())
    list.add(
      "NRPN 120/8, from 8000 to 100 Hz under a note: cutoff", 11_922 + 2 * Double(steps),
      swept(11_922, nonRegistered(120, 8, steps + 8_192)), of: .messages)
    list.source = "AWE 32: from 100 Hz over 7646 cents"
    for value in [0, 32, 64, 96, 127] as [UInt8] {
      list.add(
        "NRPN 127/21 at \(value), under a note: cutoff", 4_335 + 7_646 * Double(value) / 127,
        swept(7_200, nonRegistered(127, 21, 8_192 + Int(value))), of: .messages)
    }
    list.source = "GS, XG; 75 cents a step, see Deviations"
    for value in [14, 40, 80, 114] as [UInt8] {
      list.add(
        "NRPN 1/32 at \(value), under a note: cutoff", 8_400 + 75 * (Double(value) - 64),
        swept(8_400, Array(nonRegistered(1, 32, Int(value) << 7).prefix(3))), of: .messages)
    }
  }

  /// Data entry of 14 bits for a non-registered parameter, MSB first.
  private static func nonRegistered(_ high: UInt8, _ low: UInt8, _ value: Int) -> [ChannelMessage] {
    [
      .controller(99, high), .controller(98, low), .controller(6, UInt8(value >> 7)),
      .controller(38, UInt8(value & 127)),
    ]
  }

  // MARK: Modulation depth

  private static func addModulationDepth(_ list: inout RowList) {
    list.source = "GM2, CA-026 (RPN 5)"
    list.tolerance = 0.05
    list.reading = .pitchTriangle(.depth, hertz: SystemMath.hertz(absoluteCents: 0))
    for (coarse, fine) in [(0, 0), (0, 32), (1, 0), (2, 64)] as [(UInt8, UInt8)] {
      let cents = 100 * (Double(coarse) + Double(fine) / 128)
      list.add(
        "modulation depth range \(coarse), \(fine), wheel at its top: vibrato depth", cents,
        Trial(.pair) {
          $0.before = ChannelMessage.registered(5, coarse: coarse, fine: fine) + [.controller(1, 127)]
          $0.length = 8_000
        }, of: cents == 0 ? [] : [.messages])
    }
  }

  // MARK: Half pedal

  private static func addHalfPedal(_ list: inout RowList) {
    list.source = "CC 64 from 33 to 63, see Deviations"
    list.tolerance = 0.1
    list.reading = .levelSlope(960..<4_320)
    for (value, factor) in [(0, 1.0), (32, 1), (40, 2), (48, 4), (63, 14.672)] as [(UInt8, Double)] {
      let trial = Trial(.steady, [.releaseVolEnv: -1_200]) {
        $0.noteLength = 480
        $0.before = [.controller(64, value)]
      }
      list.add(
        "sustain pedal at \(value): slope of a release of 0.5 s", -192 / factor, trial,
        of: factor == 1 ? [.generator(.releaseVolEnv)] : [.messages])
    }
  }

  // MARK: Portamento

  private static func addPortamento(_ list: inout RowList) {
    list.source = "2^(time/16)/320 s a semitone, see Deviations"
    list.tolerance = 1
    list.reading = .centsSlope(480..<4_320)
    for (time, from) in [(32, 48), (64, 48), (64, 72), (96, 72)] as [(UInt8, UInt8)] {
      let slope = (from < 60 ? 32_000 : -32_000) / SystemMath.exp2(Double(time) / 16)
      let trial = Trial(.pair) { $0.before = [.controller(5, time), .controller(84, from)] }
      list.add("portamento time \(time) from key \(from): slope", slope, trial, of: .messages)
      list.add(
        "portamento time \(time) from key \(from): its end", 1_200 / abs(slope) * 48_000, trial, of: .messages,
        by: .frame(ofCents: 0, 480..<4_320))
    }
    list.add(
      "portamento from the key struck last, though it has gone up: slope", 2_000,
      Trial(.pair) {
        $0.before = [.controller(5, 64), .controller(65, 127), .noteOn(48), .noteOff(48)]
      }, of: .messages, by: .centsSlope(960..<4_320))  // after the other note has ended
  }

  // MARK: Mono mode and the legato pedal

  private static func addMonophony(_ list: inout RowList) {
    list.source = "MIDI 1.0, CC 126"
    list.tolerance = 0.01
    list.reading = .cents(2_400..<4_320)
    let (high, low) = ((frame: 1_000, message: ChannelMessage.noteOn(64)), (frame: 1_500, ChannelMessage.noteOff(64)))
    func played(_ mode: ChannelMessage, _ later: (frame: Int, message: ChannelMessage)...) -> Trial {
      Trial(.pair) {
        $0.before = [mode]
        $0.later = later
      }
    }
    list.add("mono: the key struck last sounds", 400, played(.controller(126, 1), high), of: .messages)
    list.add("mono: then the key below it", 0, played(.controller(126, 1), high, low))
    list.add(
      "legato pedal: the key struck last sounds", 400, played(.controller(68, 127), high), of: .messages,
      from: "MIDI 1.0, CC 68")
    list.add("legato pedal: then the key below it", 0, played(.controller(68, 127), high, low), from: "MIDI 1.0, CC 68")
    for (name, mode, point) in [("mono", 126, 2_000), ("legato pedal", 68, 3_000)] as [(String, UInt8, Double)] {
      let trial = Trial(.ramp(points: 8_000), [.sampleModes: 0, .scaleTuning: 0]) {
        $0.before = [.controller(mode, 127)]
        $0.later = [high]
      }
      list.add(
        "\(name): the sample's point 2000 frames after the second key", point, trial, by: .point(at: 3_000),
        within: 0.5, from: "MIDI 1.0, CC \(mode): \(mode == 68 ? "no new attack" : "struck anew")")
    }
  }

  // MARK: Master

  private static func addMaster(_ list: inout RowList) {
    list.source = "GM2, CA-024: 40 log(v/max)"
    list.tolerance = 0.001
    list.reading = .level()
    func heard(_ wave: TestWave, _ bytes: [UInt8]) -> Trial {
      Trial(wave) { $0.before = Array(SystemExclusivePackets(bytes)) }
    }
    for value in [4_096, 8_192, 12_288] {
      list.add(
        "master volume \(value) of 16383", 40 * SystemMath.log10(Double(value) / 16_383),
        heard(.steady, [0x7F, 0x7F, 4, 1, UInt8(value & 127), UInt8(value >> 7)]), of: .messages)
    }
    let half = 40 * SystemMath.log10(64.0 / 127)
    list.add("GS master volume 64", half, heard(.steady, gs([0x40, 0, 4, 64])), of: .messages, from: "GS 40 00 04")
    list.add(
      "XG master volume 64", half, heard(.steady, [0x43, 0x10, 0x4C, 0, 0, 4, 64]), of: .messages, from: "XG 00 00 04")
    list.tolerance = 0.01
    list.reading = .cents()
    list.source = "GM2, CA-025"
    list.add("master fine tuning 12288", 50, heard(.pair, [0x7F, 0x7F, 4, 3, 0, 96]), of: .messages)
    list.add("master coarse tuning 59", -500, heard(.pair, [0x7F, 0x7F, 4, 4, 0, 59]), of: .messages)
    let tenths: [UInt8] = [0x40, 0, 0, 0, 5, 15, 4]
    list.add("GS master tune 05F4", 50, heard(.pair, gs(tenths)), of: .messages, from: "GS 40 00 00: 0.1 cent a step")
    list.add("GS master key shift 69", 500, heard(.pair, gs([0x40, 0, 5, 69])), of: .messages, from: "GS 40 00 05")
    list.add(
      "XG master transpose 57", -700, heard(.pair, [0x43, 0x10, 0x4C, 0, 0, 6, 57]), of: .messages, from: "XG 00 00 06")
  }

  /// A GS data set with its checksum.
  private static func gs(_ data: [UInt8]) -> [UInt8] {
    [0x41, 0x10, 0x42, 0x12] + data + [(128 - data.reduce(0) { $0 &+ $1 } & 127) & 127]
  }
}
