import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// MPE to one channel and back, by example.
@Suite("MPE functions") struct MPEFunctionTests {
  @Test("an MPE zone on one channel: bends of manager and member add up in the receiver's range")
  func mpeToChannel() throws {
    var mpe = MPEToChannel()
    (mpe.memberRange, mpe.managerRange, mpe.receiverRange) = (48, 2, 24)
    let out = try messages(
      .mpeToChannel(mpe),
      [
        .wheel(8_192 + 1_024, channel: 1), .noteOn(60, channel: 1), .keyPressure(60, 5, channel: 1),
        .pressure(90, channel: 2), .noteOn(64, channel: 2), .controller(64, 127, channel: 2), .wheel(16_383),
        .noteOff(64, channel: 2), .noteOff(60, channel: 1),
      ])
    #expect(
      out == [
        .wheel(8_192 + 2_048), .noteOn(60), .wheel(8_192), .pressure(90), .noteOn(64), .wheel(8_192 + 683),
        .noteOff(64), .wheel(8_192 + 2_731), .pressure(0), .noteOff(60), .wheel(8_192),
      ])
  }

  @Test("one channel as an MPE zone: told once, a channel for each note, shared when all are taken")
  func channelToMPE() throws {
    var mpe = ChannelToMPE()
    mpe.members = 2
    let out = try messages(
      .channelToMPE(mpe),
      [.noteOn(60), .keyPressure(60, 9), .noteOn(62), .noteOn(64), .noteOff(60), .noteOff(62), .noteOff(64), .wheel(5)])
    let notes = out.filter { $0.startsNote }
    #expect(notes == [.noteOn(60, channel: 1), .noteOn(62, channel: 2), .noteOn(64, channel: 1)])
    #expect(out.prefix(3) == [.controller(101, 0), .controller(100, 6), .controller(6, 2)])
    #expect(out.contains(.pressure(9, channel: 1)) && out.contains(.wheel(5)))
    guard let first = out.firstIndex(of: notes[0]) else { return }
    #expect(
      out[(first - 3)..<first] == [
        .wheel(8_192, channel: 1), .controller(74, 64, channel: 1), .pressure(0, channel: 1),
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
