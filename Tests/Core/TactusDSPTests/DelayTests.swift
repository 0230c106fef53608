import TactusDSP
import TestSupport
import Testing

/// The echoes of an impulse, and the frequency response of the filters.
@Suite struct DelayTests {
  /// The response to an impulse on one side, or on both.
  func response(
    _ settings: DelaySettings, left: Float = 1, right: Float = 1, sampleRate: Int = 48_000, seconds: Float = 1.5
  )
    -> Stereo
  {
    var input = Stereo(silence: Int(Float(sampleRate) * seconds))
    (input.left[0], input.right[0]) = (left, right)
    return withDelay(settings, sampleRate: sampleRate) { rendered($0, input) }
  }

  /// Runs a body with a new delay.
  private func withDelay<Result>(
    _ settings: DelaySettings, sampleRate: Int = 48_000, _ body: (UnsafeMutablePointer<DelayCore>) -> Result
  ) -> Result {
    let core = UnsafeMutablePointer<DelayCore>.allocate(capacity: 1)
    core.initialize(to: DelayCore(sampleRate: sampleRate, settings: settings))
    defer {
      core.pointee.deallocate()
      core.deallocate()
    }
    return body(core)
  }

  /// The frames and values that are not zero.
  func echoes(_ samples: [Float]) -> [Int: Float] {
    Dictionary(uniqueKeysWithValues: samples.enumerated().filter { $0.element != 0 }.map { ($0.offset, $0.element) })
  }

  @Test func aMonoDelayRepeatsAtItsFeedbackTime() {
    var settings = DelaySettings()
    settings.left = DelayTap(time: 0.1, gain: 0.5)
    settings.right = DelayTap(time: 0.2, gain: 0.25)
    settings.leftFeedback = DelayTap(time: 0.5, gain: -0.5)
    let both = response(settings, seconds: 1.4)
    #expect(echoes(both.left) == [4_800: 0.5, 28_800: -0.25, 52_800: 0.125])
    #expect(echoes(both.right) == [9_600: 0.25, 33_600: -0.125, 57_600: 0.0625])
    let one = response(settings, right: 0, seconds: 0.3)
    #expect(echoes(one.left) == [4_800: 0.25])
  }

  @Test func aStereoDelayKeepsItsSides() {
    var settings = DelaySettings()
    settings.routing = .stereo
    settings.left = DelayTap(time: 0.1, gain: 1)
    settings.right = DelayTap(time: 0.2, gain: 1)
    settings.rightSecond = DelayTap(time: 0.01, gain: 0.5)
    settings.leftFeedback = DelayTap(time: 0.1, gain: 0.5)
    let left = response(settings, right: 0, seconds: 0.25)
    #expect(echoes(left.left) == [4_800: 1, 9_600: 0.5])
    #expect(echoes(left.right).isEmpty)
    let right = response(settings, left: 0, seconds: 0.25)
    #expect(echoes(right.right) == [480: 0.5, 9_600: 1])
    #expect(echoes(right.left).isEmpty)
  }

  @Test func aCrossedDelayAlternatesBetweenTheSides() {
    var settings = DelaySettings()
    settings.routing = .crossed
    // from left to right after 0.2 s, and back after 0.1 s
    settings.left = DelayTap(time: 0.1, gain: 1)
    settings.right = DelayTap(time: 0.2, gain: 1)
    settings.leftFeedback = DelayTap(time: 0.1, gain: 0.5)
    settings.rightFeedback = DelayTap(time: 0.2, gain: 0.5)
    let found = response(settings, right: 0, seconds: 0.55)
    #expect(echoes(found.right) == [9_600: 1, 24_000: 0.25])
    #expect(echoes(found.left) == [14_400: 0.5])
  }

  @Test func theFiltersLoseHighFrequenciesOnly() {
    var settings = DelaySettings()
    settings.left = DelayTap(time: 0.001, gain: 1)
    settings.highCut = 1_000
    let filtered = response(settings, seconds: 0.5).left
    // A one-pole low-pass: unity at 0 Hz, and its impulse response falls by e every 1/(2π·cutoff) seconds.
    #expect(abs(filtered.reduce(0, +) - 1) < 1e-4)
    let (first, later) = (filtered[48], filtered[48 + 48])
    #expect(abs(later / first - 0.001867) < 2e-5)  // e^(−2π) after a millisecond
    settings.highCut = 20_000
    settings.leftFeedback = DelayTap(time: 0.1, gain: 0.5)
    settings.feedbackDamping = 0.5
    for sampleRate in [44_100, 88_200] {
      let damped = response(settings, sampleRate: sampleRate, seconds: 0.15).left
      let start = sampleRate / 10 + sampleRate / 1_000
      let sum = damped[(start - 5)...].reduce(0, +)
      #expect(abs(sum - 0.5) < 1e-4)
      // At 44.1 kHz, half of what is left arrives in each frame; at twice the rate, in every two frames.
      let ratio = damped[start + sampleRate / 22_050] / damped[start]
      #expect(abs(ratio - 0.25) < 1e-4, "\(sampleRate)")
    }
  }

  @Test func delaysStayInsideTheLine() {
    var settings = DelaySettings()
    settings.left = DelayTap(time: 1, gain: 1)
    settings.right = DelayTap(time: 0, gain: 1)
    let found = response(settings)
    #expect(echoes(found.left) == [48_000: 1])
    #expect(echoes(found.right) == [1: 1])
  }

  /// What `level` promises is the most that can still come out.
  @Test func theLevelBoundsTheEchoes() {
    var settings = DelaySettings()
    settings.left = DelayTap(time: 0.5, gain: 1)
    settings.leftSecond = DelayTap(time: 0.5, gain: 1)
    settings.level = 2
    withDelay(settings) { core in
      let output = rendered(core, [0.25] + [Float](repeating: 0, count: 9_999))
      #expect(output.allSatisfy { $0 == 0 })
      #expect(core.pointee.level >= 1 && core.pointee.level < 1.1)
      #expect(rendered(core, [Float](repeating: 0, count: 20_000)).max() == 1)
    }
  }

  /// A change of routing, inputs and filters is as smooth as the sound.
  @Test(arguments: [DelaySettings.Routing.stereo, .crossed])
  func changesDoNotClick(_ routing: DelaySettings.Routing) {
    var settings = EffectSubject.echoes(.mono)
    settings.leftFeedback.gain = 0
    withDelay(settings) { core in
      let tone = (0..<24_000).map { frame in Float(0.25 * ExactMath.sin2Pi(Double(frame % 480) / 480)) }
      let before = rendered(core, Array(tone[..<12_000]))
      settings.routing = routing
      settings.rightInput = 0
      settings.highCut = 20_000
      core.pointee.set(settings)
      let after = rendered(core, Array(tone[12_000...]))
      func steepest(_ samples: [Float]) -> Float { zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0 }
      #expect(steepest(before + after) < 2 * steepest(Array(before[6_000...])))
    }
  }

  /// The left output for the same sound on both sides.
  private func rendered(_ core: UnsafeMutablePointer<DelayCore>, _ input: [Float]) -> [Float] {
    rendered(core, Stereo(left: input, right: input)).left
  }

  private func rendered(_ core: UnsafeMutablePointer<DelayCore>, _ input: Stereo) -> Stereo {
    var output = Stereo(silence: input.count)
    output.left.withUnsafeMutableBufferPointer { l in
      output.right.withUnsafeMutableBufferPointer { r in
        let buses = DelayCore.Buses(l.baseAddress!, r.baseAddress!)
        core.pointee.render(input.left, input.right, output: buses, reverb: buses, chorus: buses, count: input.count)
      }
    }
    return output
  }
}
