import TactusBuiltins
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import Testing

@Suite struct DemoSongTests {
  /// The song's checksum, like ``BankBytesTests/golden`` for the bank.
  static let golden: UInt64 = 0x2344_2DD1_43EB_5C06

  @Test func bytesAreTheSameEverywhere() {
    let found = fingerprint(Made.songBytes)
    #expect(found == Self.golden, "the song's fingerprint is \(String(found, radix: 16))")
    #expect(Builtins.demoSong.bytes.elementsEqual(Made.songBytes))
  }

  @Test func isReadAsItWasWritten() throws {
    let read = try MIDIFile(reading: FileBytes(copying: Made.songBytes, name: "demo"))
    #expect(read == Builtins.makeDemoSong())
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
  }

  @Test func takesAboutAMinute() {
    let song = Builtins.makeDemoSong()
    var seconds = 0.0
    var last = (tick: Int64(0), perTick: 0.5 / 480)
    for change in song.tempoChanges() {
      seconds += Double(change.tick - last.tick) * last.perTick
      last = (change.tick, Double(change.tenNanoseconds) * 1e-8 / 480)
    }
    seconds += Double(song.endTick - last.tick) * last.perTick
    #expect((55...75).contains(seconds), "\(seconds) s")
  }

  @Test func showsManyProgramsAndEndsEveryNote() {
    var programs: Set<UInt8> = []
    for track in Builtins.makeDemoSong().tracks {
      var sounding: [UInt8: Int] = [:]
      for case let message? in track.events.map(\.channelMessage) {
        switch message.kind {
        case .program: programs.insert(message.data1)
        case .noteOn: sounding[message.data1, default: 0] += 1
        case .noteOff: sounding[message.data1, default: 0] -= 1
        default: break
        }
      }
      #expect(sounding.values.allSatisfy { $0 == 0 }, "notes left: \(sounding)")
    }
    #expect(programs.count >= 10)
  }

  #if !DEBUG
    /// Played with the built-in bank at the default gain it does not clip, and fades by itself.
    @Test func doesNotClipAndEndsByItself() throws {
      let bouncer = try Bouncer(Builtins.makeDemoSong(), bank: SoundBank(Made.bank))
      var lastBlock: Float = 0
      let report = try bouncer.render { block in
        lastBlock = 0
        for channel in 0..<block.channelCount {
          for frame in 0..<block.frameCount { lastBlock = max(lastBlock, abs(block.channels[channel][frame])) }
        }
      }
      #expect(report.peak > 0.1 && report.peak < 0.9, "peak \(report.peak)")
      #expect(!report.isTailCut)
      #expect(lastBlock < 0.001, "the last block peaks at \(lastBlock)")
      #expect(report.synth.missingPresets == 0 && report.synth.silentNotes == 0)
    }

    /// Played with the program's settings, it is as loud as other music, and nothing needs limiting.
    @Test func isAsLoudAsOtherMusic() throws {
      var settings = BounceSettings()
      settings.synth.gain = Builtins.demoGain
      settings.measuresLoudness = true
      let bouncer = try Bouncer(Builtins.makeDemoSong(), bank: SoundBank(Made.bank), settings: settings)
      let loudness = try #require(try bouncer.render { _ in }.loudness)
      let integrated = try #require(loudness.integrated)
      let peak = try #require(loudness.truePeakDecibels)
      #expect((integrated + 16).magnitude < 0.1, "\(integrated) LUFS")
      #expect(peak < -1, "\(peak) dBTP")
    }
  #endif
}
