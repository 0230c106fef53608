import TactusFiles
import TactusMIDI

/// Banks of Downloadable Sounds: units, transforms and defaults.
enum DownloadableRows {
  static let rows: [ConformanceRow] = {
    var list = RowList(.downloadable, "DLS 2: wsmp, gain in 1/655360 dB", .level(), tolerance: 0.01)
    addLevels(&list)
    addPitches(&list)
    addVolumeEnvelope(&list)
    addMovement(&list)
    addNotes(&list)
    return list.rows
  }()

  /// Converts a number to 16.16 fixed point.
  private static func fixed(_ value: Double) -> Int32 { Int32((value * 65_536).rounded()) }

  /// A trial of a wave with constants and connections.
  private static func trial(
    _ wave: TestWave, _ connections: [DLSConnection] = [], edit: (inout Trial) -> Void = { _ in }
  ) -> Trial {
    Trial(wave) {
      $0.downloadable = Trial.Downloadable(connections)
      edit(&$0)
    }
  }

  private static func addLevels(_ list: inout RowList) {
    list.add("no gain: full level", 0, trial(.steady))
    for gain in [-0.05, -6, -12.34, 6] {
      list.add(
        "wsmp gain \(gain) dB", gain, trial(.steady) { $0.downloadable?.gain = fixed(10 * gain) }, of: .downloadable)
    }
    list.add("gain -10 dB", -10, trial(.steady, [.init(to: .gain, fixed(-100))]), of: .downloadable)
    list.add(
      "gain -10 dB, wsmp gain -3 dB", -13,
      trial(.steady, [.init(to: .gain, fixed(-100))]) { $0.downloadable?.gain = fixed(-30) }, of: .downloadable)
    list.add(
      "the region's gain -4 dB replaces the instrument's -10 dB", -4,
      trial(.steady, [.init(to: .gain, fixed(-100))]) {
        $0.downloadable?.ownConnections = [.init(to: .gain, fixed(-40))]
      }, of: .downloadable)
    list.add("8-bit wave: full level", 0, trial(.steady) { $0.downloadable?.bits = 8 })
    list.add("24-bit wave: full level", 0, trial(.steady) { $0.downloadable?.bits = 24 })
    list.source = "DLS 2: default articulation"
    let square = 40 * SystemMath.log10(64.0 / 127)
    list.add("velocity 64", square, trial(.steady) { $0.velocity = 64 })
    for (number, name) in [(7, "volume"), (11, "expression")] as [(UInt8, String)] {
      list.add("\(name) 64", square, trial(.steady) { $0.before = [.controller(number, 64)] }, of: .messages)
    }
    list.add(
      "velocity to gain of 0 dB: velocity 64 at full level", 0,
      trial(
        .steady,
        [.init(.velocity, to: .gain, 0, .init(rawValue: 0x8400))]
      ) { $0.velocity = 64 }, of: .downloadable, from: "DLS 2: transforms")
    list.add(
      "velocity to gain of -48 dB, concave and inverted: velocity 64", square / 2,
      trial(.steady, [.init(.velocity, to: .gain, fixed(-480), .init(rawValue: 0x8400))]) { $0.velocity = 64 },
      of: .downloadable, from: "DLS 2: transforms")
    let linear = DLSConnection(.velocity, to: .gain, fixed(-960), .init(rawValue: 0x8000))
    let concave = DLSConnection(.velocity, to: .gain, fixed(-480), .init(rawValue: 0x8400))
    list.add(
      "the region's velocity to gain of -48 dB, concave, replaces the instrument's, linear: velocity 64", square / 2,
      trial(.steady, [linear]) {
        $0.velocity = 64
        $0.downloadable?.ownConnections = [concave]
      }, of: .downloadable, from: "DLS 2: connections")
    list.add(
      "the region's velocity to gain of 0 dB replaces the instrument's, linear: velocity 64", 0,
      trial(.steady, [linear]) {
        $0.velocity = 64
        $0.downloadable?.ownConnections = [.init(.velocity, to: .gain, 0, .init(rawValue: 0x8400))]
      }, of: .downloadable, from: "DLS 2: connections")
    list.add(
      "velocity to gain, linear, then of -48 dB, concave, in one list: velocity 64", square / 2,
      trial(.steady, [linear, concave]) { $0.velocity = 64 }, of: .downloadable, from: "DLS 2: connections")
    list.add(
      "level 1: velocity to attenuation of 48 dB, concave: velocity 64", square / 2,
      trial(.steady, [.init(.velocity, to: .gain, fixed(480), .init(rawValue: 1))]) {
        $0.velocity = 64
        $0.downloadable?.level = 1
      }, of: .downloadable, from: "DLS 1: transforms")
  }

  private static func addPitches(_ list: inout RowList) {
    (list.source, list.reading) = ("DLS 2: wsmp, key number and tuning", .cents())
    list.add("key 72, unity note 60", 1_200, trial(.pair) { $0.key = 72 })
    list.add("unity note 48", 1_200, trial(.pair) { $0.downloadable?.unityNote = 48 }, of: .downloadable)
    list.add("wsmp fine tune 150", 150, trial(.pair) { $0.downloadable?.fineTune = 150 }, of: .downloadable)
    list.add("pitch 12.25 cents", 12.25, trial(.pair, [.init(to: .pitch, fixed(12.25))]), of: .downloadable)
    list.add(
      "pitch -0.5 cents, wsmp fine tune -20", -20.5,
      trial(.pair, [.init(to: .pitch, fixed(-0.5))]) { $0.downloadable?.fineTune = -20 }, of: .downloadable)
    list.add(
      "key number to pitch 6400: key 72", 600,
      trial(.pair, [.init(.key, to: .pitch, fixed(6_400))]) { $0.key = 72 }, of: .downloadable)
    list.add(
      "pitch bend 12,288 of two semitones", 100, trial(.pair) { $0.before = [.pitchBend(12_288)] }, of: .messages,
      from: "DLS 2: default articulation")
    list.add(
      "pitch bend times RPN 0 to no pitch", 0,
      trial(.pair, [.init(.pitchWheel, by: .bendRange, to: .pitch, 0, .init(rawValue: 0x4000))]) {
        $0.before = [.pitchBend(12_288)]
      }, of: .downloadable, from: "DLS 2: transforms")
    list.add(
      "velocity to pitch 128 cents, linear: velocity 64", 64,
      trial(.pair, [.init(.velocity, to: .pitch, fixed(128))]) { $0.velocity = 64 }, of: .downloadable,
      from: "DLS 2: transforms")
  }

  private static func addVolumeEnvelope(_ list: inout RowList) {
    list.source = "DLS 2: EG1"
    let frames = VolumeEnvelopeRows.frames
    list.add(
      "EG1 attack -3600.5: at full level", frames(-3_600.5),
      trial(.steady, [.init(to: .volumeAttack, fixed(-3_600.5))]) { $0.length = 7_000 }, of: .downloadable,
      by: .frame(ofAmplitude: 1, 1_000..<5_000), within: 0.1)
    list.add(
      "EG1 delay -6000: first frame", frames(-6_000).rounded(.up),
      trial(.steady, [.init(to: .volumeDelay, fixed(-6_000))]), of: .downloadable, by: .firstFrame, within: 0.5)
    list.add(
      "EG1 decay 0: slope", -96, trial(.steady, [.init(to: .volumeDecay, 0), .init(to: .volumeSustain, 0)]),
      of: .downloadable, by: .levelSlope(100..<4_700), within: 0.1)
    list.add(
      "EG1 sustain 75 %", -24,
      trial(.steady, [.init(to: .volumeDecay, fixed(-8_000)), .init(to: .volumeSustain, fixed(750))]),
      of: .downloadable, by: .level(2_400..<4_800))
    list.add(
      "EG1 release -1200: slope", -192,
      trial(.steady, [.init(to: .volumeRelease, fixed(-1_200))]) { $0.noteLength = 480 }, of: .downloadable,
      by: .levelSlope(600..<4_700), within: 0.1)
    list.add(
      "key number to EG1 decay -9600 timecents: key 64", -192,
      trial(
        .steady,
        [
          .init(to: .volumeDecay, fixed(3_600)), .init(to: .volumeSustain, 0),
          .init(.key, to: .volumeDecay, fixed(-9_600)),
        ]
      ) { $0.key = 64 }, of: .downloadable, by: .levelSlope(100..<4_700), within: 0.1)
    list.add(
      "velocity to EG1 attack 2400 timecents: velocity 64", frames(-3_600),
      trial(
        .steady,
        [.init(to: .volumeAttack, fixed(-4_800)), .init(.velocity, to: .volumeAttack, fixed(2_400))]
      ) {
        $0.velocity = 64
        $0.length = 7_000
        $0.before = [.controller(7, 127)]
      }, of: .downloadable, by: .frame(ofAmplitude: SystemMath.power(64.0 / 127, 2), 1_000..<5_000), within: 0.5)
    list.add(
      "EG1 shutdown -4800 of a choked note: slope", -1_536,
      trial(.steady, [.init(to: .volumeShutdown, fixed(-4_800))]) { choke(&$0) }, of: .downloadable,
      by: .levelSlope(1_210..<1_390), within: 5)
    list.add(
      "EG1 shutdown, by default 15 ms: slope", -6_400, trial(.steady) { choke(&$0) },
      by: .levelSlope(1_210..<1_390), within: 20, from: "DLS 2: default articulation")
  }

  /// Chokes the note by a soft one of its key group.
  private static func choke(_ trial: inout Trial) {
    trial.downloadable?.keyGroup = 1
    trial.later = [(1_200, .noteOn(61, 1))]
  }

  private static func addMovement(_ list: inout RowList) {
    list.source = "DLS 2: LFOs, EG2"
    // Five hertz after ten milliseconds: the first peak is a quarter of 9,600 frames after frame 480.
    list.add(
      "LFO to pitch 50, by default 5 Hz after 10 ms: first peak", 50,
      trial(.pair, [.init(.modLFO, to: .pitch, fixed(50))]),
      of: .downloadable, by: .cents(at: 2_880), within: 0.1, from: "DLS 2: default articulation")
    list.add(
      "LFO by CC 1 to pitch 64: CC 1 at 64", 32,
      trial(.pair, [.init(.modLFO, by: .controller(1), to: .pitch, fixed(64))]) { $0.before = [.controller(1, 64)] },
      of: .downloadable, .messages, by: .cents(at: 2_880), within: 0.1)
    list.add(
      "vibrato to pitch 30: first peak", 30, trial(.pair, [.init(.vibLFO, to: .pitch, fixed(30))]), of: .downloadable,
      by: .cents(at: 2_880), within: 0.1)
    list.add(
      "CC 1, by default without effect", 0, trial(.pair) { $0.before = [.controller(1, 127)] },
      by: .cents(at: 2_880), within: 0.1, from: "DLS 2: default articulation")
    list.add(
      "EG2 to pitch 200, sustain 25 %", 50,
      trial(.pair, [.init(.modEnvelope, to: .pitch, fixed(200)), .init(to: .modSustain, fixed(250))]),
      of: .downloadable, by: .cents())
  }

  private static func addNotes(_ list: inout RowList) {
    list.source = "DLS 2: pan, wlnk"
    list.add(
      "pan at the left end of CC 10: right channel", 0, trial(.steady) { $0.before = [.controller(10, 0)] },
      by: .rightAmplitude, within: 1e-5, from: "DLS 2: default articulation")
    list.add(
      "pan at the right end of CC 10: left channel", 0, trial(.steady) { $0.before = [.controller(10, 127)] },
      of: .messages, by: .leftAmplitude(), within: 1e-5, from: "DLS 2: default articulation")
    list.add("linked waves, left and right: no drift of the phase", 0, trial(.pair), by: .cents(), within: 0.001)
  }
}
