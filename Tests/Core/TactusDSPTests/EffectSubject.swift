import TactusDSP
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Two channels of sound.
struct Stereo: Equatable {
  var left: [Float]
  var right: [Float]

  init(left: [Float], right: [Float]) {
    self.left = left
    self.right = right
  }

  init(silence count: Int) {
    self.init(left: .init(repeating: 0, count: count), right: .init(repeating: 0, count: count))
  }

  /// White noise between −level and level, independent on each side.
  init(noise count: Int, seed: UInt64, level: Float = 0.25) {
    var random = SeededGenerator(seed: seed)
    self.init(silence: count)
    for i in 0..<count {
      left[i] = Float.random(in: -level...level, using: &random)
      right[i] = Float.random(in: -level...level, using: &random)
    }
  }

  var count: Int { left.count }
  var peak: Float { (left + right).reduce(0) { max($0, abs($1)) } }

  subscript(range: Range<Int>) -> Stereo { Stereo(left: Array(left[range]), right: Array(right[range])) }

  static func + (a: Stereo, b: Stereo) -> Stereo { Stereo(left: a.left + b.left, right: a.right + b.right) }

  /// A checksum that changes if any bit changes.
  var fingerprint: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for sample in left + right { hash = (hash ^ UInt64(sample.bitPattern)) &* 0x0000_0100_0000_01B3 }
    return hash
  }
}

/// Any effect, so that common laws are tested by the same code.
final class EffectSubject {
  enum Kind: CaseIterable { case reverb, chorus, delay }

  private enum Core {
    case reverb(UnsafeMutablePointer<ReverbCore>)
    case chorus(UnsafeMutablePointer<ChorusCore>)
    case delay(UnsafeMutablePointer<DelayCore>)
  }

  private let core: Core

  init(_ kind: Kind, sampleRate: Int = 16_000) {
    switch kind {
    case .reverb:
      var settings = ReverbSettings()
      settings.decayTime = 0.4
      settings.size = 0.1
      self.core = .reverb(.allocate(capacity: 1))
      if case .reverb(let core) = self.core {
        core.initialize(to: ReverbCore(sampleRate: sampleRate, settings: settings))
      }
    case .chorus:
      self.core = .chorus(.allocate(capacity: 1))
      if case .chorus(let core) = self.core {
        core.initialize(to: ChorusCore(sampleRate: sampleRate, settings: .feedbackChorus))
      }
    case .delay:
      self.core = .delay(.allocate(capacity: 1))
      if case .delay(let core) = self.core {
        core.initialize(to: DelayCore(sampleRate: sampleRate, settings: Self.echoes(.crossed)))
      }
    }
  }

  deinit {
    switch core {
    case .reverb(let core):
      core.pointee.deallocate()
      core.deallocate()
    case .chorus(let core):
      core.pointee.deallocate()
      core.deallocate()
    case .delay(let core):
      core.pointee.deallocate()
      core.deallocate()
    }
  }

  /// Short echoes.
  static func echoes(_ routing: DelaySettings.Routing) -> DelaySettings {
    var settings = DelaySettings()
    settings.routing = routing
    settings.left = DelayTap(time: 0.03, gain: 0.8)
    settings.right = DelayTap(time: 0.04, gain: 0.7)
    settings.rightSecond = DelayTap(time: 0.011, gain: -0.5)
    settings.leftFeedback = DelayTap(time: 0.03, gain: 0.5)
    settings.rightFeedback = DelayTap(time: 0.04, gain: -0.4)
    settings.highCut = 5_000
    settings.feedbackDamping = 0.7
    return settings
  }

  func render(_ input: Stereo) -> Stereo {
    var output = Stereo(silence: input.count)
    output.left.withUnsafeMutableBufferPointer { left in
      output.right.withUnsafeMutableBufferPointer { right in
        guard let l = left.baseAddress, let r = right.baseAddress else { return }
        switch core {
        case .reverb(let core):
          core.pointee.render(
            inputLeft: input.left, inputRight: input.right, outputLeft: l, outputRight: r, count: input.count)
        case .chorus(let core):
          core.pointee.render(
            inputLeft: input.left, inputRight: input.right, outputLeft: l, outputRight: r, count: input.count)
        case .delay(let core):
          let buses = DelayCore.Buses(l, r)
          core.pointee.render(
            input.left, input.right, output: buses, reverb: buses, chorus: buses, count: input.count)
        }
      }
    }
    return output
  }

  /// The preset of a GS macro, 0 … 5.
  func setPreset(_ macro: UInt8) {
    switch core {
    case .reverb(let core): if let settings = ReverbSettings(gsMacro: macro) { core.pointee.set(settings) }
    case .chorus(let core): if let settings = ChorusSettings(gsMacro: macro) { core.pointee.set(settings) }
    case .delay(let core):
      var settings = Self.echoes([.mono, .stereo, .crossed][Int(macro) % 3])
      settings.left.time += Float(macro) * 0.01
      core.pointee.set(settings)
    }
  }

  /// Arbitrary settings, many of them out of range.
  func setAnything(_ random: inout SeededGenerator) {
    func any(_ standard: Float) -> Float {
      let wild: [Float] = [.nan, .infinity, -.infinity, 0, -1, 1e30, 1e-30, 1]
      return Bool.random(using: &random)
        ? standard * Float.random(in: 0...3, using: &random) : wild.randomElement(using: &random)!
    }
    switch core {
    case .reverb(let core):
      var settings = ReverbSettings()
      settings.decayTime = any(2)
      settings.highDecay = any(0.5)
      settings.size = any(0.5)
      settings.preDelay = any(0.05)
      settings.lowCut = any(50)
      settings.highCut = any(9_000)
      settings.width = any(0.5)
      settings.level = any(1)
      core.pointee.set(settings)
    case .chorus(let core):
      var settings = ChorusSettings()
      settings.voices = Int.random(in: -1...10, using: &random)
      settings.rate = any(2)
      settings.depth = any(0.01)
      settings.delay = any(0.01)
      settings.feedback = any(0.9)
      settings.spread = any(0.5)
      settings.level = any(1)
      settings.reverbSend = any(0.5)
      core.pointee.set(settings)
    case .delay(let core):
      var settings = DelaySettings()
      settings.routing = [.mono, .stereo, .crossed].randomElement(using: &random)!
      for tap in [
        \DelaySettings.left, \.leftSecond, \.right, \.rightSecond, \.leftFeedback, \.rightFeedback,
      ] { settings[keyPath: tap] = DelayTap(time: any(0.2), gain: any(0.5)) }
      settings.leftInput = any(1)
      settings.rightInput = any(1)
      settings.highCut = any(9_000)
      settings.feedbackDamping = any(0.8)
      settings.level = any(1)
      core.pointee.set(settings)
    }
  }

  func reset() {
    switch core {
    case .reverb(let core): core.pointee.reset()
    case .chorus(let core): core.pointee.reset()
    case .delay(let core): core.pointee.reset()
    }
  }

  var isSilent: Bool {
    switch core {
    case .reverb(let core): core.pointee.isSilent
    case .chorus(let core): core.pointee.isSilent
    case .delay(let core): core.pointee.isSilent
    }
  }

  var level: Float {
    switch core {
    case .reverb(let core): core.pointee.level
    case .chorus(let core): core.pointee.level
    case .delay(let core): core.pointee.level
    }
  }

  var contents: UnsafeBufferPointer<Float> {
    switch core {
    case .reverb(let core): core.pointee.contents
    case .chorus(let core): core.pointee.contents
    case .delay(let core): core.pointee.contents
    }
  }
}

/// The number of rounds of random tests.
let rounds = getenv("TACTUS_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 3
