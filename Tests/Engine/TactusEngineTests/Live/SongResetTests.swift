import TactusEngine
import TactusMIDI
import TestSupport
import Testing

/// Seeks back and songs that follow others: the MIDI output gets the defaults of what was set before.
@Suite struct SongResetTests {
  /// A song that changes everything on its third beat.
  private let changes: [ChannelMessage] = [
    .controller(0, 8), .program(48), .controller(7, 0), .controller(10, 0), .controller(11, 20), .controller(101, 0),
    .controller(100, 0), .controller(6, 12), .pitchBend(12_000),
  ]
  /// The defaults in the order of the sequencer's chase.
  private let defaults: [ChannelMessage] = [
    .controller(0, 0), .program(0), .controller(7, 100), .controller(10, 64), .controller(11, 127),
    .controller(101, 0), .controller(100, 0), .controller(6, 2), .controller(38, 0), .controller(101, 127),
    .controller(100, 127), .pitchBend(8_192),
  ]

  private func changing(_ receivers: ReceiverSettings = ReceiverSettings()) throws -> PlayedOutput {
    var events: [(Int64, ChannelMessage)] = [(0, .noteOn(60)), (1_000, .noteOff(60))]
    for message in changes { events.append((48_000, message)) }
    let output = try PlayedOutput(events, endTick: 96_000, receivers: receivers)
    output.player.play()
    for _ in 0..<12 { output.render(5_000) }
    return output
  }

  /// Seeks, and returns what is sent on that frame, except "all sound off" and "reset all controllers".
  private func seek(_ output: PlayedOutput, to frame: Int64) -> [ChannelMessage] {
    let now = output.now
    output.player.seek(toFrame: frame)
    output.render(1)
    let resets: [ChannelMessage] = (0..<16 as Range<UInt8>).flatMap { channel -> [ChannelMessage] in
      [.controller(120, 0, channel: channel), .controller(121, 0, channel: channel)]
    }
    return output.messages(from: now).filter { !resets.contains($0) }
  }

  @Test func theStartHasTheDefaultsOfWhatComesLater() throws {
    let output = try changing()
    #expect(seek(output, to: 0) == defaults + [.noteOn(60)])
    // the receiver has the defaults now
    #expect(seek(output, to: 0) == [.noteOn(60)])
  }

  /// What the song has set is only set again.
  @Test func whatTheSongHasSetIsNotReset() throws {
    let output = try changing()
    #expect(seek(output, to: 50_000) == changes)
    #expect(seek(output, to: 0) == defaults + [.noteOn(60)])
  }

  /// A program that the song has set without a bank must not get the bank that the song selects later.
  @Test func anEarlierProgramHasItsBank() throws {
    let output = try PlayedOutput(
      [(0, .program(5)), (24_000, .controller(0, 8)), (24_000, .program(6)), (36_000, .controller(7, 100))],
      endTick: 48_000)
    output.player.play()
    for _ in 0..<8 { output.render(5_000) }
    #expect(seek(output, to: 12_000) == [.controller(0, 0), .program(5)])
  }

  @Test func theNextSongBeginsWithTheDefaults() throws {
    let receivers = ReceiverSettings()
    _ = try changing(receivers)
    let next = try PlayedOutput([(0, .program(5)), (0, .noteOn(60))], endTick: 96_000, receivers: receivers)
    next.render(64)
    #expect(next.events.isEmpty, "its ports may not be connected yet")
    next.player.play()
    next.render(1)
    #expect(next.messages(from: 64) == defaults + [.program(5), .noteOn(60)])
    let last = try PlayedOutput([(0, .noteOn(60))], endTick: 96_000, receivers: receivers)
    last.player.play()
    last.render(1)
    #expect(last.messages(from: 0) == [.program(0), .noteOn(60)])
  }

  /// A song with two ports follows on two outputs that one port has played on: both get the defaults.
  @Test func settingsMoveToThePortsThatReachTheirReceivers() throws {
    let receivers = ReceiverSettings()
    _ = try changing(receivers)
    let moved = receivers.moved { $0 < 2 ? [0] : [] }
    let next = try PlayedOutput(
      [(0, .noteOn(60)), (0, .noteOn(60, port: 1))], endTick: 96_000, receivers: moved)
    next.player.play()
    next.render(1)
    let messages = next.messages(from: 0)
    #expect(messages.filter { $0.port == 0 } == defaults + [.noteOn(60)])
    #expect(messages.filter { $0.port == 1 }.count == defaults.count + 1)
    #expect(messages.contains(.program(0, port: 1)) && messages.contains(.controller(7, 100, port: 1)))
  }

  /// A chosen volume scales the song's volume at the new position.
  @Test func aChosenVolumeScalesTheDefault() throws {
    let output = try changing()
    output.player.set(volume: 50, of: SongPlayer.Part(channel: 0))
    output.render(1)
    #expect(output.frames(of: .controller(7, 0)) == [48_000, 60_000])
    let volumes = seek(output, to: 0).filter { $0.kind == .controller && $0.data1 == 7 }
    #expect(volumes.last == .controller(7, 50))
  }
}
