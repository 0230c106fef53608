import TactusDSP
import TactusMIDI
import TestSupport
import Testing

@Suite struct BankSoundTests {
  /// Every program is audible soon after its note begins, and none comes close to full scale.
  @Test func everyProgramIsHeard() {
    let frames = 8_000
    let player = Player(capacity: frames)
    defer { player.free() }
    for program in 0..<128 {
      let sound = player.play(
        [(0, ChannelMessage(status: 0xC0, UInt8(program))), (0, ChannelMessage(status: 0x90, 60, 127))], frames: frames)
      let peak = Player.peak(sound)
      #expect(peak < 0.5, "program \(program) peaks at \(peak)")
      #expect(peak > (program == 119 || program == 122 ? 0.0005 : 0.01), "program \(program) peaks at \(peak)")
    }
  }

  @Test func everyDrumIsHeard() {
    let frames = 3_200
    let player = Player(capacity: frames)
    defer { player.free() }
    for kit in BankContentsTests.kits {
      for key in kit == 56 ? 39...84 : 35...81 {
        let sound = player.play(
          [(0, ChannelMessage(status: 0xC9, UInt8(kit))), (0, ChannelMessage(status: 0x99, UInt8(key), 127))],
          frames: frames)
        let peak = Player.peak(sound)
        #expect(peak > 0.0002 && peak < 0.7, "kit \(kit) key \(key) peaks at \(peak)")
      }
    }
  }

  /// The same phrase at the same velocity is about as loud with every program, in its own register.
  @Test(.enabled(if: isOptimized, "takes minutes in code that is not optimized"))
  func programsAreAlikeInLoudness() {
    let frames = 2 * Player.rate
    let player = Player(capacity: frames)
    defer { player.free() }
    var levels: [Double] = []
    for program in 0..<112 {
      var messages = [(0, ChannelMessage(status: 0xC0, UInt8(program)))]
      for (index, step) in [0, 4, 7, 12].enumerated() {
        let key = UInt8(Self.register(of: program) + step)
        messages.append((index * frames / 4, ChannelMessage(status: 0x90, key, 100)))
        messages.append((index * frames / 4 + frames / 5, ChannelMessage(status: 0x80, key, 0)))
      }
      levels.append(loudness(player.play(messages, frames: frames)))
    }
    let median = levels.sorted()[levels.count / 2]
    for (program, level) in levels.enumerated() {
      // Sounds that swell slowly are still soft in a short note. The piano is 4.6 dB below the median.
      let slack = [49, 51, 89, 94, 95, 97, 101].contains(program) ? 9.0 : program == 0 ? 5.0 : 4.5
      #expect(abs(level - median) < slack, "program \(program): \(level) dB against \(median)")
    }
  }

  private static func register(of program: Int) -> Int {
    switch program {
    case 32...39, 43: 40
    case 58, 67, 70: 48
    case 42, 57, 66, 87: 52
    case 8, 9, 10, 98, 72: 76
    case 13, 64, 68, 73, 74, 75, 78, 79: 72
    case 47: 45
    default: 60
    }
  }

  /// The mean power of the loudest third of all tenth-of-a-second segments, with low frequencies weighted as in
  /// BS.1770.
  private func loudness(_ sound: (left: [Float], right: [Float])) -> Double {
    let window = Player.rate / 10
    var powers = [Double](repeating: 0, count: sound.left.count / window)
    for channel in [sound.left, sound.right] {
      var slow = 0.0
      for (i, point) in channel.enumerated() where i / window < powers.count {
        slow += (Double(point) - slow) * 0.008
        let x = Double(point) - slow
        powers[i / window] += x * x
      }
    }
    let loudest = powers.sorted(by: >).prefix(powers.count / 3)
    return 3.0103 * ExactMath.log2(loudest.reduce(0, +) / Double(loudest.count * window))
  }
}
