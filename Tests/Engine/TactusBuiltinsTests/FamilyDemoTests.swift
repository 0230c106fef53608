import TactusBuiltins
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// The short demos of the families of instruments.
@Suite struct FamilyDemoTests {
  @Test(arguments: DemoFamily.allCases) func everyProgramPlaysAndEveryNoteEnds(family: DemoFamily) throws {
    let file = Builtins.demoSong(of: family)
    let song = try MIDIFile(reading: file)
    #expect(song.diagnostics.isEmpty, "\(song.diagnostics)")
    let again = Builtins.demoSong(of: family)
    #expect(withExtendedLifetime((file, again)) { file.bytes.elementsEqual(again.bytes) })
    var programs: Set<UInt8> = []
    for track in song.tracks {
      var program: UInt8 = 0
      var sounding: [UInt8: Int] = [:]
      for case let message? in track.events.map(\.channelMessage) {
        if message.status & 0xF0 == 0xC0 { program = message.data1 }
        if message.startsNote {
          if family == .drums || message.channel < 8 { programs.insert(program) }
          sounding[message.data1, default: 0] += 1
        } else if message.endsNote {
          sounding[message.data1, default: 0] -= 1
        }
      }
      #expect(sounding.values.allSatisfy { $0 == 0 })
    }
    #expect(programs.count == 8)
    if family != .drums {
      let first = UInt8((DemoFamily.allCases.firstIndex(of: family) ?? 0) * 8)
      #expect(programs == Set(first..<first + 8))
    }
  }

  /// With its gain, a demo has −16 LUFS, or a true peak of −1 dB that keeps it softer.
  @Test(
    .enabled(if: isOptimized, "renders eleven minutes of music, in optimized code only"),
    arguments: DemoFamily.allCases) func isAsLoudAsTheDemoSong(family: DemoFamily) throws
  {
    var settings = BounceSettings()
    settings.synth.gain = Builtins.demoGain(of: family)
    settings.measuresLoudness = true
    let bouncer = try Bouncer(
      MIDIFile(reading: Builtins.demoSong(of: family)), bank: SoundBank(Builtins.onDemandFont), settings: settings)
    let report = try #require(try bouncer.render { _ in }.loudness)
    #expect(try #require(report.truePeakDecibels) <= -1, "\(report)")
    #expect((-20.5 ... -15.9).contains(try #require(report.integrated)), "\(report)")
  }
}
