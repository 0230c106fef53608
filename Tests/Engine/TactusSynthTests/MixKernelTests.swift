import CTactusKernels
import TestSupport
import Testing

extension KernelTests {
  /// Every version of the mixer gives the same bits as the formulas, computed for one lane and frame at a time.
  @Test func mixesGiveTheBitsOfTheFormulas() {
    for seed in 0..<UInt64(rounds(200, unoptimized: 40)) {
      var random = SeededGenerator(seed: 9_800 + seed)
      var block = MixBlock(&random)
      let expected = block.expected()
      withEachVersion { version in
        #expect(block.mixed() == expected, "version \(version), seed \(9_800 + seed)")
      }
    }
  }
}

/// The input of the mixer: the frames and gains of a group, and the contents of the buses to which it is added.
private struct MixBlock {
  private var gains = TactusGains()
  private var curves = TactusCurves()
  private var work = TactusLaneBlocks()
  private let frames: [Float]
  private let levels: [Float]
  private let before: [Float]
  private let count: Int

  private static let stride = Int(TACTUS_BLOCK_FRAMES)
  private static let busCount = 6

  init(_ random: inout SeededGenerator) {
    let size = 8 * Self.stride
    count = Int.random(in: 1...Self.stride, using: &random)
    let end = count
    frames = (0..<size).map { $0 % Self.stride < end ? Float.random(in: -1...1, using: &random) : 0 }
    levels = (0..<size).map { _ in Float.random(in: 0...1, using: &random) }
    before = (0..<Self.busCount * Self.stride).map { _ in Float.random(in: -1...1, using: &random) }
    work.block = UInt32.random(in: 0..<1_000, using: &random)
    work.lanes = UInt32.random(in: 0..<256, using: &random)
    work.curved = UInt32.random(in: 0..<256, using: &random)
    work.levelled = UInt32.random(in: 0..<256, using: &random) & ~work.curved
    work.ramping = Bool.random(using: &random) ? UInt32.random(in: 0..<256, using: &random) : 0
    (work.reverb, work.chorus) = (Bool.random(using: &random), Bool.random(using: &random))
    for lane in 0..<8 {
      let ramps = work.ramping >> UInt32(lane) & 1 != 0
      for (value, steps) in [
        (\TactusGains.left, \TactusGains.left_step), (\.right, \.right_step), (\.reverb, \.reverb_step),
        (\.chorus, \.chorus_step),
      ] {
        set(value, lane, Float.random(in: 0...1, using: &random))
        set(steps, lane, ramps ? Float.random(in: -1e-3...1e-3, using: &random) : 0)
      }
      withUnsafeMutableBytes(of: &gains.age) {
        $0.storeBytes(of: Int32.random(in: 0..<500, using: &random), toByteOffset: 4 * lane, as: Int32.self)
      }
      ctactus_set_curve(
        &curves, Int32(lane), Float.random(in: 0...1, using: &random), Float.random(in: -8...0, using: &random),
        Float.random(in: -0.01...0, using: &random), Int64(work.block) * 16)
    }
  }

  /// Returns the bits of the buses after the kernel has added the lanes.
  mutating func mixed() -> [UInt32] {
    var buses = before
    frames.withUnsafeBufferPointer { frames in
      levels.withUnsafeBufferPointer { levels in
        withUnsafePointer(to: curves) { curves in
          buses.withUnsafeMutableBufferPointer { buses in
            func bus(_ number: Int) -> UnsafeMutablePointer<Float> { buses.baseAddress! + number * Self.stride }
            (work.frames, work.levels, work.curves) = (frames.baseAddress, levels.baseAddress, curves)
            var to = TactusBuses(
              left: bus(0), right: bus(1), reverb_left: bus(2), reverb_right: bus(3), chorus_left: bus(4),
              chorus_right: bus(5), delay_left: nil, delay_right: nil)
            ctactus_mix(&gains, &work, Int32(Self.stride), Int32(count), &to)
          }
        }
      }
    }
    return bits(buses)
  }

  /// Returns the bits of the buses according to the formulas.
  func expected() -> [UInt32] {
    var buses = before
    for lane in 0..<8 where work.lanes >> UInt32(lane) & 1 != 0 {
      let level = gains(of: lane)
      for frame in 0..<count {
        let x = frames[lane * Self.stride + frame] * level[frame]
        let since = Float(age(lane) + frame)
        func gain(_ value: KeyPath<TactusGains, Eight>, _ step: KeyPath<TactusGains, Eight>) -> Float {
          self[value, lane] + self[step, lane] * since
        }
        let (left, right) = (gain(\.left, \.left_step), gain(\.right, \.right_step))
        buses[frame] += x * left
        buses[Self.stride + frame] += x * right
        let sends = [
          (2, work.reverb, gain(\.reverb, \.reverb_step)), (4, work.chorus, gain(\.chorus, \.chorus_step)),
        ]
        for (bus, isFed, send) in sends where isFed {
          buses[bus * Self.stride + frame] += x * (left * send)
          buses[(bus + 1) * Self.stride + frame] += x * (right * send)
        }
      }
    }
    return bits(buses)
  }

  private func bits(_ buses: [Float]) -> [UInt32] {
    (0..<Self.busCount).flatMap { buses[$0 * Self.stride..<$0 * Self.stride + count].map(\.bitPattern) }
  }

  /// Returns a lane's gains: those of its curve or buffer; without either, all are 1.
  private func gains(of lane: Int) -> [Float] {
    var gains = [Float](repeating: 1, count: Self.stride + 16)
    if work.curved >> UInt32(lane) & 1 != 0 {
      withUnsafePointer(to: curves) { ctactus_curve($0, Int32(lane), Int64(work.block) * 16, Int32(count), &gains) }
    } else if work.levelled >> UInt32(lane) & 1 != 0 {
      gains = Array(levels[lane * Self.stride..<(lane + 1) * Self.stride])
    }
    return gains
  }

  // MARK: The values of a lane

  private typealias Eight = (Float, Float, Float, Float, Float, Float, Float, Float)

  private mutating func set(_ field: WritableKeyPath<TactusGains, Eight>, _ lane: Int, _ value: Float) {
    withUnsafeMutableBytes(of: &gains[keyPath: field]) {
      $0.storeBytes(of: value, toByteOffset: 4 * lane, as: Float.self)
    }
  }

  private subscript(field: KeyPath<TactusGains, Eight>, lane: Int) -> Float {
    withUnsafeBytes(of: gains[keyPath: field]) { $0.load(fromByteOffset: 4 * lane, as: Float.self) }
  }

  private func age(_ lane: Int) -> Int {
    withUnsafeBytes(of: gains.age) { Int($0.load(fromByteOffset: 4 * lane, as: Int32.self)) }
  }
}
