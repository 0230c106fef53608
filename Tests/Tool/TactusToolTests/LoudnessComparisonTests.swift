import Foundation
import Tactus
import TactusDSP
import TactusFiles
import TestSupport
import Testing

/// The loudness meter against an independent one, ffmpeg's `ebur128`.
@Suite(.enabled(if: IndependentMeter.isThere, "ffmpeg is not installed (Debian: ffmpeg)"))
struct LoudnessComparisonTests {
  private let folder: TemporaryFolder
  private static let rate = 48_000

  init() throws { folder = try TemporaryFolder() }

  /// Both meters on the same samples; the file holds them as they are, in 32-bit floating point.
  private func compare(_ left: [Float], _ right: [Float], _ what: String) throws {
    let meter = LoudnessMeter(sampleRate: Self.rate)
    meter.measure(left, right, count: left.count)
    let heard = meter.integrated()
    let own = try #require(heard)
    let sink = MemorySink()
    let description = AudioFileDescription(format: .wav, sampleFormat: .float32, sampleRate: Self.rate, channelCount: 2)
    let writer = try AudioFileWriter(description, to: sink)
    try writer.write([left, right])
    _ = try writer.finish()
    let other = try IndependentMeter.integrated(of: folder.make("sound.wav", sink.bytes), in: folder)
    #expect(abs(own - other) < 0.1, "\(what): \(own) LUFS, ffmpeg \(other) LUFS")
  }

  private func sine(hertz: Double, level: Double, seconds: Double) -> [Float] {
    let gain = pow(10, level / 20)
    return (0..<Int(seconds * Double(Self.rate))).map { frame in
      Float(gain * sin(2 * .pi * hertz * Double(frame) / Double(Self.rate)))
    }
  }

  /// A sine at one side's level and another's: what the weighting makes of 1 kHz and of 60 Hz.
  @Test func sines() throws {
    try compare(
      sine(hertz: 997, level: -20, seconds: 3), sine(hertz: 997, level: -26, seconds: 3), "997 Hz")
    try compare(sine(hertz: 60, level: -12, seconds: 3), sine(hertz: 60, level: -12, seconds: 3), "60 Hz")
  }

  /// Bursts of noise, softer ones below the relative gate, and silence below the absolute one.
  @Test func noiseBursts() throws {
    var random = SeededGenerator(seed: 4_100)
    var sides: [[Float]] = [[], []]
    for (seconds, level) in [(0.7, -18.0), (0.9, -200), (1.1, -40), (0.65, -15), (1.3, -200), (0.5, -22), (0.8, -45)] {
      let gain = Float(pow(10, level / 20))
      for _ in 0..<Int(seconds * Double(Self.rate)) {
        for side in 0..<2 { sides[side].append(gain * Float.random(in: -1...1, using: &random)) }
      }
    }
    try compare(sides[0], sides[1], "noise bursts")
  }

  /// The beginning of the demo song, as it is bounced.
  @Test func demoSong() throws {
    var settings = BounceSettings()
    settings.sampleRate = Self.rate
    settings.range = SongRange(from: .seconds(0), to: .seconds(3))
    settings.tail = .seconds(0.5)
    let bank = try SoundBank(SoundFont(Builtins.bank))
    let sound = try Bouncer(Builtins.makeDemoSong(), bank: bank, settings: settings).sound().sound
    try compare(sound.channels[0], sound.channels[1], "demo song")
  }
}

/// ffmpeg's meter.
private enum IndependentMeter {
  struct NoAnswer: Error {
    let output: String
  }

  static let isThere = run(["-version"], in: try? TemporaryFolder())?.status == 0

  /// The integrated loudness after the last tenth of a second, in LUFS with three decimals.
  static func integrated(of path: String, in folder: TemporaryFolder) throws -> Double {
    let filter = "ebur128=metadata=1,ametadata=mode=print:key=lavfi.r128.I:file=-"
    let answer = run(
      ["-nostdin", "-loglevel", "error", "-i", path, "-af", filter, "-f", "null", "/dev/null"], in: folder)
    let output = answer?.output ?? ""
    guard let last = output.split(separator: "\n").last(where: { $0.hasPrefix("lavfi.r128.I=") }),
      let value = Double(last.dropFirst("lavfi.r128.I=".count))
    else { throw NoAnswer(output: output) }
    return value
  }

  private static func run(_ arguments: [String], in folder: TemporaryFolder?) -> (status: Int32, output: String)? {
    guard let folder else { return nil }
    folder.make("answer", [])
    guard let child = try? ChildProcess("ffmpeg", arguments, output: folder["answer"]) else { return nil }
    return (child.wait(), folder.text("answer"))
  }
}
