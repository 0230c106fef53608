import CTactusKernels
import TestSupport
import Testing

extension KernelTests {
  /// Every version of the filter kernel gives the same bits as the formulas, computed for one lane and frame at a time.
  @Test func filtersGiveTheBitsOfTheFormulas() {
    for seed in 0..<UInt64(rounds(400, unoptimized: 60)) {
      var random = SeededGenerator(seed: 9_700 + seed)
      let block = FilterBlock(&random)
      var expected = block
      for lane in 0..<block.laneCount { expected.renderLane(lane) }
      withEachVersion { version in
        var filtered = block
        filtered.render()
        #expect(filtered.soundingBits == expected.soundingBits, "version \(version), seed \(9_700 + seed)")
        #expect(filtered.stateBits == expected.stateBits, "state, version \(version), seed \(9_700 + seed)")
      }
    }
  }
}

/// The input of the filter kernel: the filters and frames of one or two groups, and the changes within the block.
private struct FilterBlock {
  var filters = (TactusFilters(), TactusFilters())
  var changes: [TactusFilterChange] = []
  var frames: [Float]
  /// One bit for each lane that sounds.
  let sounding: UInt32
  let laneCount: Int
  let count: Int

  static var stride: Int { Int(TACTUS_BLOCK_FRAMES) }

  /// Creates random filters: some ramp, and some are not in the signal path. Half of the blocks also contain changes.
  init(_ random: inout SeededGenerator) {
    laneCount = Bool.random(using: &random) ? 8 : 16
    count = Int.random(in: 1...Self.stride, using: &random)
    sounding = UInt32.random(in: 0..<1 << UInt32(laneCount), using: &random)
    frames = (0..<Self.stride * laneCount).map { _ in Float.random(in: -1...1, using: &random) }
    for lane in 0..<laneCount {
      for frame in count..<Self.stride { frames[lane * Self.stride + frame] = 0 }
    }
    let moving = (0..<2).map { _ in UInt32.random(in: 0..<4, using: &random) }
    for lane in 0..<laneCount {
      set(Self.change(lane, at: 0, moving: moving[lane / 8], &random))
      self[lane, \.memory1] = Float.random(in: -1...1, using: &random)
      self[lane, \.memory2] = Float.random(in: -1...1, using: &random)
    }
    guard Bool.random(using: &random) else { return }
    for lane in 0..<laneCount {
      let places = (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 0..<count, using: &random) }
      for frame in Set(places).sorted() { changes.append(Self.change(lane, at: frame, moving: 3, &random)) }
    }
  }

  /// Returns random values for a filter. If bit 0 of `moving` is set, its coefficients may ramp; if bit 1 is, its gain.
  private static func change(
    _ lane: Int, at frame: Int, moving: UInt32, _ random: inout SeededGenerator
  ) -> TactusFilterChange {
    func value() -> Float { Float.random(in: 0.001...0.1, using: &random) }
    func step(_ bit: UInt32) -> Float {
      moving & bit != 0 && Int.random(in: 0..<4, using: &random) == 0
        ? Float.random(in: -1e-5...1e-5, using: &random) : 0
    }
    return TactusFilterChange(
      frame: Int32(frame), lane: Int32(lane), b: value(), b_step: step(1), c: value(), c_step: step(1), h: value(),
      h_step: step(1), gain: value() * 10, gain_step: step(2),
      through: Int.random(in: 0..<5, using: &random) == 0 ? 0 : .max)
  }

  /// Filters all lanes with the kernel.
  mutating func render() {
    let isPair = laneCount == 16
    withUnsafeMutablePointer(to: &filters) { both in
      both.withMemoryRebound(to: TactusFilters.self, capacity: 2) { first in
        ctactus_filter(
          first, isPair ? first + 1 : nil, changes, Int32(changes.count), sounding, &frames, Int32(Self.stride),
          Int32(count))
      }
    }
  }

  /// Filters one lane, frame by frame.
  mutating func renderLane(_ lane: Int) {
    for frame in 0..<count {
      for change in changes where change.lane == lane && change.frame == frame { set(change) }
      let x = frames[lane * Self.stride + frame]
      let (s1, s2, b) = (self[lane, \.memory1], self[lane, \.memory2], self[lane, \.b])
      let d = x * self[lane, \.gain] - s2
      self[lane, \.memory2] = (s2 + b * s1) + self[lane, \.c] * d
      self[lane, \.memory1] = (s1 - self[lane, \.h] * s1) + b * d
      if isInPath(lane) { frames[lane * Self.stride + frame] = self[lane, \.memory2] }
      self[lane, \.b] += self[lane, \.b_step]
      self[lane, \.c] += self[lane, \.c_step]
      self[lane, \.h] += self[lane, \.h_step]
      self[lane, \.gain] += self[lane, \.gain_step]
    }
  }

  /// The bits of the frames of all lanes that sound.
  var soundingBits: [UInt32] {
    var bits: [UInt32] = []
    for lane in 0..<laneCount where sounding >> UInt32(lane) & 1 != 0 {
      let first = lane * Self.stride
      bits += frames[first..<first + Self.stride].map { $0.bitPattern }
    }
    return bits
  }

  /// The bits of the coefficients and states of all lanes.
  var stateBits: [UInt32] {
    (0..<laneCount).flatMap { lane in
      [
        self[lane, \.b], self[lane, \.c], self[lane, \.h], self[lane, \.gain], self[lane, \.memory1],
        self[lane, \.memory2],
      ]
      .map(\.bitPattern)
    }
  }

  // MARK: The values of a lane

  typealias Eight = (Float, Float, Float, Float, Float, Float, Float, Float)

  private func group(_ lane: Int) -> WritableKeyPath<Self, TactusFilters> {
    lane < 8 ? \.filters.0 : \.filters.1
  }

  private subscript(lane: Int, field: WritableKeyPath<TactusFilters, Eight>) -> Float {
    get {
      withUnsafeBytes(of: self[keyPath: group(lane)][keyPath: field]) {
        $0.load(fromByteOffset: lane % 8 * 4, as: Float.self)
      }
    }
    set {
      withUnsafeMutableBytes(of: &self[keyPath: group(lane)][keyPath: field]) {
        $0.storeBytes(of: newValue, toByteOffset: lane % 8 * 4, as: Float.self)
      }
    }
  }

  private func isInPath(_ lane: Int) -> Bool {
    withUnsafeBytes(of: self[keyPath: group(lane)].through) {
      $0.load(fromByteOffset: lane % 8 * 4, as: UInt32.self) != 0
    }
  }

  private mutating func set(_ change: TactusFilterChange) {
    let lane = Int(change.lane)
    (self[lane, \.b], self[lane, \.b_step]) = (change.b, change.b_step)
    (self[lane, \.c], self[lane, \.c_step]) = (change.c, change.c_step)
    (self[lane, \.h], self[lane, \.h_step]) = (change.h, change.h_step)
    (self[lane, \.gain], self[lane, \.gain_step]) = (change.gain, change.gain_step)
    withUnsafeMutableBytes(of: &self[keyPath: group(lane)].through) {
      $0.storeBytes(of: change.through, toByteOffset: lane % 8 * 4, as: UInt32.self)
    }
  }
}
