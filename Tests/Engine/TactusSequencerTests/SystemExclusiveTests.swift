import TactusFiles
import TactusMIDI
import TactusSequencer
import TestSupport
import Testing

/// System-exclusive messages of a file, on a timeline.
@Suite struct SystemExclusiveTests {
  private func compile(_ make: (inout MIDIFile.Track) -> Void) -> [TimelineEvent] {
    var track = MIDIFile.Track()
    make(&track)
    return Array(SequenceCompiler(sampleRate: 48_000).compile(.init(division: .ticksPerQuarter(480), tracks: [track])))
  }

  /// They keep their positions: on the frame of their tick, after the preceding and before the following events.
  @Test func placeAndOrder() {
    let events = compile { track in
      track.append(.program(3), at: 480)
      track.appendSysEx(Exclusive.gsReset + [0xF7], at: 480)
      track.append(.program(4), at: 480)
    }
    #expect(events.map(\.frame) == [24_000, 24_000, 24_000, 24_000])
    #expect(events[0].message == .program(3) && events[3].message == .program(4))
    #expect(events[1...2].map(\.message) == Array(SystemExclusivePackets(Exclusive.gsReset)))
  }

  @Test func wholeMessagesInEscapes() {
    let events = compile { track in
      track.appendEscape([0xF0] + Exclusive.gmOn + [0xF7], at: 0)
      track.appendEscape([0xF8], at: 0)
      track.appendEscape([0x90, 60, 100], at: 0)
    }
    #expect(events.map(\.message) == Array(SystemExclusivePackets(Exclusive.gmOn)))
  }

  @Test func damagedAndEndlessOnes() {
    let events = compile { track in
      track.appendSysEx(Exclusive.gmOn, at: 0)  // no F7
      track.appendSysEx([0x7E, 0x90, 9, 1, 0xF7], at: 0)
      track.appendSysEx([0xF7], at: 0)
      track.appendSysEx([UInt8](), at: 0)
      track.appendEscape([0xF0], at: 0)
      track.appendEscape([0xF7], at: 0)
      track.appendSysEx([UInt8](repeating: 1, count: 1 << 16) + [0xF7], at: 0)
      track.appendSysEx([UInt8](repeating: 1, count: 5_000) + [0xF7], at: 0)
    }
    #expect(events.count == 834)
  }

  /// F0 with the beginning, F7 with the rest, in a file's bytes: one message, at the tick of the last packet.
  @Test func splitInTheFile() throws {
    var bytes = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0]
    let body: [UInt8] = [
      0, 0xF0, 3, 0x7E, 0x7F, 9,  //
      10, 0xF7, 2, 1, 0xF7,  //
      10, 0x90, 60, 100, 10, 0x80, 60, 0, 0, 0xFF, 0x2F, 0,
    ]
    bytes += Array("MTrk".utf8) + [0, 0, 0, UInt8(body.count)] + body
    let file = try MIDIFile(reading: FileBytes(copying: bytes, name: "split"))
    let events = Array(SequenceCompiler(sampleRate: 48_000).compile(file))
    #expect(
      events.map(\.message) == Array(SystemExclusivePackets(Exclusive.gmOn)) + [.noteOn(60, 100), .noteOff(60, 0)])
    #expect(events.map(\.frame) == [500, 1_000, 1_500])
  }
}
