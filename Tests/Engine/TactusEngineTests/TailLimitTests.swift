import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// The limiter delays the sound inside the bouncer; the ends of tails do not depend on it.
@Suite struct TailLimitTests {
  /// A note that dies away over ten seconds, far below the ceiling.
  private func sound(_ tail: BounceSettings.Tail, limit: Double?) throws -> BouncedSound {
    var settings = BounceSettings()
    settings.synth = .dry
    settings.tail = tail
    settings.limit = limit
    let bank = try SoundBank.sine(amplitude: 3_000, [.init(.releaseVolEnv, 3_986)])
    return try Bouncer(MIDIFile.oneNote(ticks: 4_801), bank: bank, settings: settings).sound().sound
  }

  @Test(arguments: [-40.0, -47, -60, -73, -90]) func theEndIsTheSame(level: Double) throws {
    let plain = try sound(.automatic(threshold: level), limit: nil)
    let limited = try sound(.automatic(threshold: level), limit: 0)
    #expect(limited.count == plain.count)
    #expect(limited.bits == plain.bits)
  }

  @Test func fixedTailsKeepTheirLength() throws {
    let plain = try sound(.seconds(0.25), limit: nil)
    let limited = try sound(.seconds(0.25), limit: 0)
    #expect(limited.bits == plain.bits)
  }
}
