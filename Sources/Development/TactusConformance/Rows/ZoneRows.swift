import TactusFiles

/// The zones that sound for a key and velocity, and the value that applies if several zones set the same generator.
enum ZoneRows {
  static let rows: [ConformanceRow] = {
    var list = RowList(.zones, "SF2.04 §8.1.2 #43, #44", .amplitude(), tolerance: 1e-4)
    addRanges(&list)
    addLevels(&list)
    return list.rows
  }()

  private static func addRanges(_ list: inout RowList) {
    for (key, sounds) in [(49, 0), (50, 1), (60, 1), (61, 0)] as [(UInt8, Double)] {
      list.add(
        "keyRange 50–60, key \(key)", sounds,
        Trial(.steady) {
          $0.layers[0].keys = .init(low: 50, high: 60)
          $0.key = key
        })
    }
    for (velocity, sounds) in [(79, 0), (80, 1), (127, 1)] as [(UInt8, Double)] {
      let level = SystemMath.power(Double(velocity) / 127, 2)
      list.add(
        "velRange 80–127, velocity \(velocity)", sounds * level,
        Trial(.steady) {
          $0.layers[0].velocities = .init(low: 80, high: 127)
          $0.velocity = velocity
        })
    }
    list.add(
      "the played key chooses the zone, keynum 80 or not", 1,
      Trial(.steady, [.keynum: 80]) { $0.layers[0].keys = .init(low: 50, high: 60) }, from: "SF2.04 §8.1.2 #46")
    list.add("two zones over one key sound both", 2, Trial(.steady) { $0.layers.append($0.layers[0]) })
  }

  private static func addLevels(_ list: inout RowList) {
    list.reading = .cents()
    list.tolerance = 0.01
    list.source = "SF2.04 §9.4"
    list.add(
      "global zone's fineTune 30", 30, Trial(.pair) { $0.globalGenerators = [.init(.fineTune, 30)] },
      of: .generator(.fineTune))
    list.add(
      "global zone's fineTune 30, zone's 50: the zone's counts", 50,
      Trial(.pair, [.fineTune: 50]) { $0.globalGenerators = [.init(.fineTune, 30)] }, of: .generator(.fineTune))
    list.add(
      "zone's fineTune 50, preset's -20: the sum", 30,
      Trial(.pair, [.fineTune: 50]) { $0.presetGenerators = [.init(.fineTune, -20)] }, of: .generator(.fineTune),
      .presetGenerator(.fineTune))
    list.add(
      "zone's fineTune 90, preset's 90: the sum is clamped", 99,
      Trial(.pair, [.fineTune: 90]) { $0.presetGenerators = [.init(.fineTune, 90)] }, of: .generator(.fineTune),
      .presetGenerator(.fineTune), from: "SF2.04 §8.1.3")
    list.add(
      "fineTune 10 and 20 in one zone: the last counts", 20, Trial(.pair, [.fineTune: 10, .fineTune: 20]),
      of: .generator(.fineTune), from: "SF2.04 §8.1.1")
  }
}
