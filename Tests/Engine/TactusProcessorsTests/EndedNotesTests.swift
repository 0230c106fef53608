import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// After a message that ends all notes of a channel, senders may still send the note-offs of these notes, or not.
@Suite("Ended notes") struct EndedNotesTests {
  /// Effects that change notes, so that the note-offs of changed notes must not pass unchanged.
  private static let effects: [MIDIEffect] = {
    var mpe = ChannelToMPE()
    mpe.channel = 0
    var middleC = EventFilter.Condition()
    middleC.keys = 60...60
    var humanise = Humanise()
    (humanise.timing, humanise.looksAhead) = (10, true)
    return [
      .transpose(Transpose(12)), .channelMap(ChannelMap([ChannelMap.Route(from: [0], to: 5)])),
      .echo(Echo(.milliseconds(10))), .humanise(humanise), .channelToMPE(mpe), .arpeggiator(Arpeggiator()),
      .filter(EventFilter(.stop, [middleC])),
    ]
  }()

  private func output(_ effect: MIDIEffect, _ input: [(Int, ChannelMessage)]) throws -> [FrameEvent] {
    let playing = ChainPlaying(
      frames: 24_000, input: input.map { FrameEvent($0.0, $0.1) }, versions: [(0, ProcessorChain([effect]))])
    let whole = try #require(try playing.played())
    #expect(
      try playing.played(cuts: Array(stride(from: 0, to: 24_000, by: 7))) == whole, "other events in other cycles")
    return whole
  }

  @Test("a note-off is dropped if its note has been ended by a message", arguments: effects.indices)
  func lateNoteOffs(index: Int) throws {
    for ends in [[123], [120, 123], [123, 123], [126]] as [[UInt8]] {
      let input =
        [(0, ChannelMessage.noteOn(60, 100)), (6_000, .noteOn(60, 90))]
        + ends.map { (12_000, ChannelMessage.controller($0, 0)) }
        + [(13_000, .noteOff(60)), (13_100, .noteOff(60))]
      let notes = try output(Self.effects[index], input)
      #expect(isPaired(notes), "\(Self.effects[index]), \(ends): \(notes)")
      #expect(!notes.contains { $0.frame >= 13_000 && $0.message.endsNote }, "\(Self.effects[index]), \(ends)")
    }
  }

  @Test(
    "the next note of a key is ended by its own note-off, whether the late one comes or not", arguments: effects.indices
  )
  func nextNotes(index: Int) throws {
    for isLate in [false, true] {
      let input =
        [(0, ChannelMessage.noteOn(60, 100)), (2_000, .controller(123, 0))]
        + (isLate ? [(2_100, ChannelMessage.noteOff(60))] : [])
        + [(3_000, .noteOn(60, 100)), (9_000, .noteOff(60)), (10_000, .noteOn(60, 100)), (16_000, .noteOff(60))]
      let notes = try output(Self.effects[index], input)
      #expect(isPaired(notes), "\(Self.effects[index]), late: \(isLate): \(notes)")
      #expect(!notes.contains { $0.frame == 24_000 && $0.message.endsNote }, "ended by the end of the chain only")
      if case .transpose = Self.effects[index] {
        #expect(notes.filter { $0.message.endsNote }.map(\.frame) == [2_000, 9_000, 16_000])
      }
    }
  }

  @Test("a late note-off does not end another note on the same output key")
  func othersKeepSounding() throws {
    let notes = try output(
      .transpose(Transpose(12)),
      [
        (0, .noteOn(60, 100)), (100, .controller(123, 0)), (200, .noteOn(48, 100)), (300, .noteOff(60)),
        (900, .noteOff(48)),
      ])
    #expect(notes.filter { $0.message.endsNote } == [FrameEvent(100, .noteOff(72)), FrameEvent(900, .noteOff(60))])
  }

  @Test("the late note-offs of dropped notes are dropped too")
  func droppedNotes() throws {
    var settings = ChainSettings()
    settings.mostHeld = 256
    let others = (0..<256).map { FrameEvent(0, .noteOn(UInt8($0 % 128), channel: 1 + UInt8($0 / 128))) }
    let playing = ChainPlaying(
      frames: 1_000,
      input: others + [
        FrameEvent(0, .noteOn(60, 100)), FrameEvent(100, .controller(123, 0)), FrameEvent(200, .noteOff(60)),
      ],
      versions: [(0, ProcessorChain([.transpose(Transpose(12))]))], settings: settings)
    let notes = try #require(try playing.played())
    #expect(notes.filter { $0.message.channel == 0 } == [FrameEvent(100, .controller(123, 0))])
  }

  @Test("a note-off is also dropped if the effect has been bypassed since")
  func bypassed() throws {
    let input: [(Int, ChannelMessage)] = [(0, .noteOn(60)), (100, .controller(123, 0)), (300, .noteOff(60))]
    #expect(
      try bypassed(.transpose(Transpose(12)), input) == [
        FrameEvent(0, .noteOn(72)), FrameEvent(100, .noteOff(72)), FrameEvent(100, .controller(123, 0)),
      ])
  }

  @Test("a note that has passed unchanged gets its note-off, even if an earlier note of its key got none")
  func passedNotes() throws {
    let input: [(Int, ChannelMessage)] = [
      (0, .noteOn(60)), (100, .controller(123, 0)), (210, .noteOn(60)), (220, .controller(124, 0)), (300, .noteOff(60)),
    ]
    let played = try bypassed(.transpose(Transpose(12)), input)
    #expect(played.last == FrameEvent(300, .noteOff(60)), "the receiver may have ignored the message")
  }

  @Test("notes that passed before an effect was active are ended, even if it moves or drops the message that ends them")
  func notesBeforeTheEffect() throws {
    var controllers = EventFilter.Condition()
    controllers.types = [.controller]
    var zone = ChannelToMPE()
    (zone.channel, zone.isUpper) = (0, true)
    let moving: [MIDIEffect] = [
      .channelMap(ChannelMap([ChannelMap.Route(from: [0], to: 5)])), .filter(EventFilter(.stop, [controllers])),
      .channelToMPE(zone), .controllerMap(ControllerMap(.controller(123), to: .controller(1))),
    ]
    for effect in moving {
      var bypassed = ProcessorChain([effect])
      bypassed.links[0].isBypassed = true
      let playing = ChainPlaying(
        frames: 400,
        input: [FrameEvent(10, .noteOn(60)), FrameEvent(300, .controller(123, 0)), FrameEvent(310, .noteOff(60))],
        versions: [(0, bypassed), (200, ProcessorChain([effect]))])
      let played = try #require(try playing.played())
      #expect(played.filter { $0.message.endsNote } == [FrameEvent(300, .noteOff(60))], "\(effect): \(played)")
      #expect(!played.contains(FrameEvent(300, .controller(123, 0))))
    }
  }

  /// The output of an effect that is bypassed from frame 200, in cycles of 50 frames.
  private func bypassed(_ effect: MIDIEffect, _ input: [(Int, ChannelMessage)]) throws -> [FrameEvent] {
    let active = ProcessorChain([effect])
    var bypassed = active
    bypassed.links[0].isBypassed = true
    let playing = ChainPlaying(
      frames: 400, input: input.map { FrameEvent($0.0, $0.1) }, versions: [(0, active), (200, bypassed)])
    return try #require(try playing.played(cuts: Array(stride(from: 50, to: 400, by: 50))))
  }

  // MARK: MPE

  /// An upper zone of three members, played on channel 2.
  private static let upper: MIDIEffect = {
    var mpe = MPEToChannel()
    (mpe.isUpper, mpe.members, mpe.channel, mpe.sendsRange) = (true, 3, 1, false)
    return .mpeToChannel(mpe)
  }()

  @Test("a message to the manager channel ends the notes of all members, and their note-offs are dropped")
  func manager() throws {
    let played = try output(
      Self.upper,
      [
        (0, .noteOn(0, 1, channel: 13)), (10, .controller(125, 0, channel: 15)), (20, .noteOff(0, channel: 13)),
        (30, .noteOn(0, 1, channel: 13)), (40, .noteOff(0, channel: 13)),
      ])
    let notes = played.filter { $0.message.isForKey || $0.message.endsAllNotes }
    #expect(
      notes == [
        FrameEvent(0, .noteOn(0, 1, channel: 1)), FrameEvent(10, .noteOff(0, channel: 1)),
        FrameEvent(10, .controller(125, 0, channel: 1)), FrameEvent(30, .noteOn(0, 1, channel: 1)),
        FrameEvent(40, .noteOff(0, channel: 1)),
      ])
  }

  @Test("a message to the manager channel ends notes of members that passed before the effect was active")
  func managerAfterBypass() throws {
    var bypassed = ProcessorChain([Self.upper])
    bypassed.links[0].isBypassed = true
    let playing = ChainPlaying(
      frames: 400,
      input: [FrameEvent(10, .noteOn(60, channel: 13)), FrameEvent(300, .controller(123, 0, channel: 15))],
      versions: [(0, bypassed), (200, ProcessorChain([Self.upper]))])
    let played = try #require(try playing.played())
    #expect(played.filter { $0.message.endsNote } == [FrameEvent(300, .noteOff(60, channel: 13))])
  }

  @Test("also while the effect is bypassed, a message to the manager channel ends the notes that it has started")
  func managerOfBypassed() throws {
    let output = try bypassed(
      Self.upper,
      [
        (0, .noteOn(60, 1, channel: 13)), (210, .controller(123, 0, channel: 15)), (300, .noteOff(60, channel: 13)),
      ])
    let notes = output.filter { $0.message.isForKey || $0.message.endsAllNotes }
    #expect(
      notes == [
        FrameEvent(0, .noteOn(60, 1, channel: 1)), FrameEvent(210, .noteOff(60, channel: 1)),
        FrameEvent(210, .controller(123, 0, channel: 15)),
      ])
  }
}
