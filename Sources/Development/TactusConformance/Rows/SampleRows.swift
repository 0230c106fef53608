import TactusFiles
import TactusMIDI

/// The point of a sample that sounds at each frame, measured with a sample whose points contain their own index.
enum SampleRows {
  static let rows: [ConformanceRow] = {
    var list = RowList(.samples, "SF2.04 §8.1.2 #54", .point(at: 0), tolerance: 0.01)
    addModes(&list)
    addOffsets(&list)
    addLoopOffsets(&list)
    addReading(&list)
    return list.rows
  }()

  /// A trial of `TestWave.ramp`, looped from point 100 to point 200 by default.
  private static func ramp(
    points: Int = 1_000, _ generators: KeyValuePairs<GeneratorKind, Int16>, _ modulators: [SoundFont.Modulator] = [],
    loop: Range<Int>? = nil, edit: (inout Trial) -> Void = { _ in }
  ) -> Trial {
    var trial = Trial(.ramp(points: points), generators, modulators)
    trial.layers[0].recording.loop = loop
    trial.length = points + 400
    edit(&trial)
    return trial
  }

  private static func addModes(_ list: inout RowList) {
    let mode = ConformanceRow.Subject.generator(.sampleModes)
    list.add("sampleModes 0: frame 250", 250, ramp([.sampleModes: 0]), of: mode, by: .point(at: 250))
    list.add("sampleModes 0: last frame", 999, ramp([.sampleModes: 0]), of: mode, by: .lastFrame)
    list.add("sampleModes 1: frame 199, the loop's last point", 199, ramp([.sampleModes: 1]), by: .point(at: 199))
    list.add("sampleModes 1: frame 200, its first again", 100, ramp([.sampleModes: 1]), by: .point(at: 200))
    list.add("sampleModes 1: frame 1250", 150, ramp([.sampleModes: 1]), by: .point(at: 1_250))
    list.add(
      "sampleModes 1: loops on in the release", 150,
      ramp([.sampleModes: 1, .releaseVolEnv: 8_000]) { $0.noteLength = 350 },
      by: .point(at: 1_250), within: 0.5)
    list.add("sampleModes 2 is 0: frame 250", 250, ramp([.sampleModes: 2]), of: mode, by: .point(at: 250))
    let ending = ramp([.sampleModes: 3, .releaseVolEnv: 8_000]) { $0.noteLength = 350 }
    list.add("sampleModes 3: loops while the key is down: frame 340", 140, ending, by: .point(at: 340))
    list.add("sampleModes 3, key up at 350: frame 450", 250, ending, of: mode, by: .point(at: 450), within: 0.1)
    list.add("sampleModes 3, key up at 350: last frame", 1_199, ending, of: mode, by: .lastFrame)
    list.add(
      "sampleModes 3, key up at 350, pedal down: frame 450", 150,
      ramp([.sampleModes: 3]) {
        $0.noteLength = 350
        $0.before = [.controller(64, 127)]
      }, of: .messages, by: .point(at: 450), from: "MIDI 1.0: the pedal holds the key")
  }

  private static func addOffsets(_ list: inout RowList) {
    list.source = "SF2.04 §8.1.2 #0, #1, #4, #12"
    for amount in [1, 10, 333] as [Int16] {
      list.add(
        "startAddrsOffset \(amount): first point", Double(amount),
        ramp([.sampleModes: 0, .startAddrsOffset: amount]), of: .generator(.startAddrsOffset))
    }
    list.add(
      "startAddrsCoarseOffset 1, startAddrsOffset 5: first point", Double((32_768 + 5) % TestWave.rampPeriod),
      ramp(points: 40_000, [.sampleModes: 0, .startAddrsCoarseOffset: 1, .startAddrsOffset: 5]) { $0.length = 64 },
      of: .generator(.startAddrsCoarseOffset), .generator(.startAddrsOffset))
    for amount in [-1, -100] as [Int16] {
      list.add(
        "endAddrsOffset \(amount): last frame", 999 + Double(amount), ramp([.sampleModes: 0, .endAddrsOffset: amount]),
        of: .generator(.endAddrsOffset), by: .lastFrame)
    }
    list.add(
      "endAddrsCoarseOffset -1: last frame", 40_000 - 32_768 - 1,
      ramp(points: 40_000, [.sampleModes: 0, .endAddrsCoarseOffset: -1]),
      of: .generator(.endAddrsCoarseOffset), by: .lastFrame)
    list.add(
      "a modulator of startAddrsOffset, 60 from key 60: first point", 0,
      ramp([.sampleModes: 0], [.init(.init(.key), to: .startAddrsOffset, 127)]), of: .modulators,
      from: "SF2.04 §8.1.2: not real-time", instead: (60, "banks use it"))
  }

  private static func addLoopOffsets(_ list: inout RowList) {
    list.source = "SF2.04 §8.1.2 #2, #3, #45, #50"
    for amount in [-50, 20] as [Int16] {
      list.add(
        "startloopAddrsOffset \(amount): frame 200", 100 + Double(amount), ramp([.startloopAddrsOffset: amount]),
        of: .generator(.startloopAddrsOffset), by: .point(at: 200))
    }
    for amount in [-30, 40] as [Int16] {
      list.add(
        "endloopAddrsOffset \(amount): frame \(200 + Int(amount))", 100, ramp([.endloopAddrsOffset: amount]),
        of: .generator(.endloopAddrsOffset), by: .point(at: 200 + Int(amount)))
    }
    let loop = 100..<39_000
    list.add(
      "startloopAddrsCoarseOffset 1: frame 39000", Double((100 + 32_768) % TestWave.rampPeriod),
      ramp(points: 40_000, [.startloopAddrsCoarseOffset: 1], loop: loop), of: .generator(.startloopAddrsCoarseOffset),
      by: .point(at: 39_000))
    list.add(
      "endloopAddrsCoarseOffset -1: frame 6232", 100, ramp(points: 40_000, [.endloopAddrsCoarseOffset: -1], loop: loop),
      of: .generator(.endloopAddrsCoarseOffset), by: .point(at: 39_000 - 32_768))
  }

  private static func addReading(_ list: inout RowList) {
    list.source = "SF2.04 §7.10"
    list.add(
      "an octave below: frame 301", 150.5, ramp([.coarseTune: -12]), of: .generator(.coarseTune), by: .point(at: 301))
    list.add(
      "an octave above: frame 125", 150, ramp([.coarseTune: 12]), of: .generator(.coarseTune), by: .point(at: 125))
    for key in [53, 67, 79] as [UInt8] {
      list.add(
        "a loop of ten periods, key \(key): departure from a sine's phase", 0,
        Trial(.pair) {
          $0.key = key
          $0.length = 9_600
        }, by: .phaseDeviation(100..<9_500), within: 0.02)
    }
    list.add(
      "a loop of one period, key 67: departure from a sine's phase", 0,
      Trial(.pair) {
        $0.key = 67
        $0.layers[0].recording.loop = 50..<150
        $0.length = 9_600
      }, by: .phaseDeviation(100..<9_500), within: 0.02)
    list.add(
      "24-bit points: half a 16-bit step more", 1 + 0.5 / TestWave.amplitude,
      Trial(.steady) { $0.layers[0].recording.lowByte = 128 }, by: .amplitude(), within: 2e-6, from: "SF2.04 §7.4")
  }
}
