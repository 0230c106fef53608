import Tactus
import TactusEngine
import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// The complete path of tunings: from the bytes of a file through the compiler's packets into the synthesizer.
@Suite struct TuningFileTests {
  /// Three bytes for a key's pitch in cents.
  private func bytes(_ cents: Double) -> [UInt8] {
    let value = Int((cents / 100 * 16_384).rounded())
    return [UInt8(value >> 14), UInt8(value >> 7 & 127), UInt8(value & 127)]
  }

  /// A bulk dump of a tuning program, 406 bytes without its frame.
  private func dump(program: UInt8, _ cents: (Int) -> Double) -> [UInt8] {
    let body: [UInt8] =
      [0x7E, 0, 8, 1, program] + Array("nineteen equal  ".utf8) + (0..<128).flatMap { bytes(cents($0)) }
    return body + [body.reduce(0) { $0 ^ $1 }, 0xF7]
  }

  /// Cents above key 60's own pitch of each of some keys, a tenth of a second each, after messages at tick 0.
  private func heard(_ keys: [UInt8], split: Bool = false, _ make: (inout MIDIFile.Track) -> Void) throws -> [Double] {
    var track = MIDIFile.Track()
    make(&track)
    track.append(.controller(10, 0), at: 0)
    for (index, key) in keys.enumerated() {
      track.append(.noteOn(key), at: Int64(index) * 200 + 1)
      track.append(.noteOff(key), at: Int64(index) * 200 + 190)
    }
    track.endTick = Int64(keys.count) * 200
    // 1,000 ticks in half a second: 24 frames a tick.
    let song = try MIDIFile(division: .ticksPerQuarter(1_000), tracks: [track]).written()
    var settings = BounceSettings()
    settings.sampleRate = 48_000
    (settings.synth.reverb, settings.synth.chorus) = (false, false)
    let bouncer = try Bouncer(
      MIDIFile(reading: FileBytes(copying: song, name: "tuned")), bank: .sine(), settings: settings)
    let (sound, report) = try bouncer.sound()
    #expect(report.synth.systemMessages > 0 && report.synth.ignoredSystemMessages == 0)
    return keys.indices.map { cents(of: sound.channels[0][$0 * 4_800 + 700..<$0 * 4_800 + 4_500]) }
  }

  private func expect(_ heard: [Double], _ expected: [Double], _ what: Comment) {
    for (one, other) in zip(heard, expected) { #expect(abs(one - other) < 0.3, what) }
  }

  @Test func bulkDump() throws {
    let dump = dump(program: 3) { 6_000 + Double($0 - 60) * 1_200 / 19 }
    #expect(dump.count == 407)
    let keys: [UInt8] = [60, 61, 79, 55]
    let asked = try heard(keys) { track in
      track.appendSysEx(dump, at: 0)
      for message in ChannelMessage.registered(3, 3) { track.append(message, at: 0) }
    }
    expect(asked, keys.map { (Double($0) - 60) * 1_200 / 19 }, "nineteen steps an octave")
    let unasked = try heard(keys) { $0.appendSysEx(dump, at: 0) }
    expect(unasked, keys.map { (Double($0) - 60) * 100 }, "a program that nobody chose")
  }

  @Test func octavesAndSingleKeys() throws {
    let keys: [UInt8] = [60, 64, 67, 76]
    let octave = try heard(keys) { track in
      track.appendSysEx([0x7F, 0x7F, 8, 8, 3, 0x7F, 0x7F] + (0..<12).map { 64 - $0 * 2 } + [0xF7], at: 0)
    }
    expect(octave, [0, 392, 686, 1_592], "two cents less with each semitone")
    let single = try heard(keys) { track in
      track.appendSysEx([0x7F, 0x7F, 8, 2, 0, 2, 64] + bytes(6_386) + [67] + bytes(6_702) + [0xF7], at: 0)
    }
    expect(single, [0, 386, 702, 1_600], "two keys")
    let reset = try heard(keys) { track in
      track.appendSysEx([0x7F, 0x7F, 8, 8, 3, 0x7F, 0x7F] + [UInt8](repeating: 100, count: 12) + [0xF7], at: 0)
      track.appendSysEx(Exclusive.gsReset + [0xF7], at: 0)
    }
    expect(reset, [0, 400, 700, 1_600], "a reset ends a channel's tuning")
  }
}
