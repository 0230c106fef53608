import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusSynth
import TestSupport
import Testing

/// Messages without an effect are counted by function, and only those.
@Suite struct UnfollowedMessagesTests {
  private func entries(_ exclusives: [[UInt8]], _ messages: [ChannelMessage] = []) -> [String] {
    var track = MIDIFile.Track()
    for bytes in exclusives { track.appendSysEx(bytes + [0xF7], at: 0) }
    for message in messages { track.append(message, at: 0) }
    let song = MIDIFile(division: .ticksPerQuarter(96), tracks: [track])
    let timeline = SequenceCompiler(sampleRate: 48_000).compile(song)
    return UnfollowedMessages(timeline).entries.map { "\($0.function): \($0.count)" }
  }

  private func controllers(_ pairs: (UInt8, UInt8)...) -> [ChannelMessage] {
    pairs.map { ChannelMessage(status: 0xB3, $0.0, $0.1) }
  }

  @Test func exclusives() {
    let efx = Exclusive.gs(0x40, 0x03, 0x00, 0x01, 0x21)
    var wrong = Exclusive.gsReset
    wrong[wrong.count - 1] ^= 1
    #expect(
      entries([
        Exclusive.gsReset, efx, efx, Exclusive.gs(0x40, 0x01, 0x50, 10), Exclusive.xg(0x03, 0, 0, 1, 2), wrong,
        Exclusive.gs(0x40, 0x11, 0x19, 90), [0x41, 0x10, 0x45, 0x12, 0x10, 0, 0, 65, 66, 1], [0x7D, 1, 2, 3],
        Exclusive.gs(0x40, 0x41, 0x22, 2), Exclusive.gs(0x40, 0x11, 0x19, 90, device: 0x11),
        Exclusive.xg(0x02, 0x01, 0x40, 66, 0), Exclusive.xg(0x02, 0x01, 0x5B, 3), [0x7F, 0x7F, 0x06, 0x02],
        Exclusive.gs(0x41, 0x1C, 36, 0),
      ]) == [
        "GS insertion effect Auto Wah: 2", "GS delay: 1", "XG insertion effect: 1",
        "GS address 40 00 with a wrong checksum: 1",
        "Sound Canvas display: 1", "non-commercial message: 1", "GS insertion effect of a part: 1",
        "GS message for another device: 1", "XG variation effect: 2", "machine control play: 1", "GS drum setup 0C: 1",
      ])
    let drive = [Exclusive.gs(0x40, 3, 0, 1, 0x10), Exclusive.gs(0x40, 3, 3, 9), Exclusive.gs(0x40, 0x41, 0x22, 1)]
    #expect(entries(drive).isEmpty)
    #expect(entries([Exclusive.gmOn, Exclusive.xgOn, Exclusive.gs(0x41, 0x12, 36, 100)]).isEmpty)
    #expect(entries([Exclusive.gs(0x40, 0x01, 0x50, 4), Exclusive.gs(0x40, 0x01, 0x5A, 9)]).isEmpty)
    let delay = [Exclusive.xg(0x02, 0x01, 0x40, 5, 0), Exclusive.xg(0x02, 0x01, 0x42, 10, 0)]
    #expect(entries([Exclusive.xgOn] + delay + [Exclusive.xg(0x02, 0x01, 0x5A, 1)], controllers((94, 9))).isEmpty)
  }

  @Test func controllersAndParameters() {
    let found = entries(
      [Exclusive.gmOn],
      controllers(
        (7, 100), (94, 40), (94, 0), (94, 20), (95, 1), (79, 64), (99, 31), (98, 36), (6, 5), (99, 20), (98, 36),
        (6, 5), (99, 1), (98, 8), (6, 70), (98, 0x50), (6, 70), (101, 0), (100, 0), (6, 12), (101, 0), (100, 9),
        (6, 12), (101, 127), (100, 127), (6, 1)))
    #expect(
      found == [
        "controller 95 (phaser depth): 1", "NRPN 1 80: 1", "RPN 0 9: 1", "controller 94 (celeste depth): 2",
      ])
    #expect(entries([], controllers((94, 40))).isEmpty)
    #expect(entries([Exclusive.xgOn], controllers((94, 40))) == ["controller 94 (celeste depth): 1"])
  }

  /// The messages of a loop count once, in any number of passes; so do those with which the passes of a range start.
  @Test func loops() throws {
    var track = MIDIFile.Track()
    for tick in [0, 30_000] as [Int64] { track.append(.controller(12, 1), at: tick) }
    track.endTick = 48_000
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    for range in [nil, SongRange(from: .tick(24_000), to: .tick(48_000))] {
      for loops in [LoopPlay.asWritten, .times(3), .seamless()] {
        var settings = BounceSettings()
        settings.sampleRate = 8_000
        (settings.range, settings.loops) = (range, loops)
        let bouncer = try Bouncer(song, bank: .sine(), settings: settings)
        #expect(UnfollowedMessages(bouncer).entries.map(\.count) == [2], "\(loops)")
      }
    }
  }

  @Test func manyFunctionsAreOthers() {
    let all = entries((0..<100).map { Exclusive.gs(0x20, UInt8($0), 0, 1) })
    #expect(all.count == 64 && all.last == "others: 37")
  }
}
