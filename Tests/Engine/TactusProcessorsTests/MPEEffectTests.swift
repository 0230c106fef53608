import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// Examples of MPE to one channel and back.
@Suite("MPE effects") struct MPEEffectTests {
  @Test("an MPE zone on one channel: bends of manager and member add up in the receiver's range")
  func mpeToChannel() throws {
    var mpe = MPEToChannel()
    (mpe.memberRange, mpe.managerRange, mpe.receiverRange) = (48, 2, 24)
    let out = try messages(
      .mpeToChannel(mpe),
      [
        .pitchBend(8_192 + 1_024, channel: 1), .noteOn(60, channel: 1), .keyPressure(60, 5, channel: 1),
        .pressure(90, channel: 2), .noteOn(64, channel: 2), .controller(64, 127, channel: 2), .pitchBend(16_383),
        .noteOff(64, channel: 2), .noteOff(60, channel: 1),
      ])
    #expect(
      out == [
        .pitchBend(8_192 + 2_048), .noteOn(60), .pitchBend(8_192), .pressure(90), .noteOn(64), .pitchBend(8_192 + 683),
        .noteOff(64), .pitchBend(8_192 + 2_731), .pressure(0), .noteOff(60), .pitchBend(8_192),
      ])
  }

  /// A registered parameter on a channel.
  private func parameter(_ number: UInt8, _ value: UInt8, channel: UInt8) -> [ChannelMessage] {
    [(101, 0), (100, number), (6, value)].map { .controller($0.0, $0.1, channel: channel) }
  }

  @Test("the sender's bend ranges count: of one member for all, of the manager for itself, until a new zone")
  func bendRangesSaid() throws {
    var played: [ChannelMessage] = [.noteOn(60, channel: 1), .pitchBend(9_216, channel: 1)]
    played += parameter(0, 24, channel: 5)
    played.append(.pitchBend(8_704))
    played += parameter(0, 12, channel: 0) + parameter(6, 15, channel: 0)
    played.append(.noteOff(60, channel: 1))
    var mpe = MPEToChannel()
    func bends() throws -> [Int] {
      let out = try messages(.mpeToChannel(mpe), played)
      return out.filter { $0.status & 0xF0 == 0xE0 }.map { Int($0.pitchBend) - 8_192 }
    }
    // the member's 1,024 at 48 of 48 semitones, then at 24; the manager's 512 at 2 semitones, then at 12; then as at first
    let said = try bends()
    #expect(said == [1_024, 512, 533, 640, 1_045, 0])
    mpe.followsSender = false
    let own = try bends()
    #expect(own == [1_024, 1_045, 0])
  }

  @Test("one channel as an MPE zone: told once, a channel for each note, shared when all are taken")
  func channelToMPE() throws {
    var mpe = ChannelToMPE()
    mpe.members = 2
    let out = try messages(
      .channelToMPE(mpe),
      [
        .noteOn(60), .keyPressure(60, 9), .noteOn(62), .noteOn(64), .noteOff(60), .noteOff(62), .noteOff(64),
        .pitchBend(5),
      ])
    let notes = out.filter { $0.startsNote }
    #expect(notes == [.noteOn(60, channel: 1), .noteOn(62, channel: 2), .noteOn(64, channel: 1)])
    #expect(out.prefix(3) == [.controller(101, 0), .controller(100, 6), .controller(6, 2)])
    #expect(out.contains(.pressure(9, channel: 1)) && out.contains(.pitchBend(5)))
    guard let first = out.firstIndex(of: notes[0]) else { return }
    #expect(
      out[(first - 3)..<first] == [
        .pitchBend(8_192, channel: 1), .controller(74, 64, channel: 1), .pressure(0, channel: 1),
      ])
  }

  @Test("the member that played a key last plays it again; else the one that is free for the longest")
  func memberChoice() throws {
    var mpe = ChannelToMPE()
    mpe.members = 3
    let keys: [UInt8] = [60, 62, 62, 60, 65]
    let out = try messages(.channelToMPE(mpe), keys.flatMap { [.noteOn($0), .noteOff($0)] })
    #expect(out.filter { $0.startsNote }.map(\.channel) == [1, 2, 2, 1, 3])
  }
}
