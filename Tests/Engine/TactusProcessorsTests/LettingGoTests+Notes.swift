import TactusMIDI
import TactusProcessors
import TactusRender
import Testing

/// Notes: each is ended where it was started, and not by the end of another one.
extension LettingGoTests {
  @Test("the arpeggiator's note-offs come before the message that ends all notes of their channel")
  func arpeggiatedNotes() throws {
    let ends = ChannelMessage.controller(123, 0, channel: 2)
    let input = [
      (0, ChannelMessage(status: 0x92, 60, 100)), (20, ChannelMessage(status: 0x90, 67, 100)), (30, ends),
    ]
    let out = try played(input, [(0, chain(.arpeggiator(Arpeggiator())))])
    #expect(Array(out.prefix(3)).map(\.status) == [0x92, 0x82, 0xB2])
    #expect(out.filter { $0.endsNote }.count == out.filter { $0.startsNote }.count)
  }

  @Test("a note that comes before the delayed end of the last one on its key is not cut by it")
  func legato() throws {
    var memory = ChordMemory([0])
    memory.chord = [ChordMemory.ChordNote(0), ChordMemory.ChordNote(4, delay: 1)]
    let input: [(Int, ChannelMessage)] = [
      (0, .noteOn(60)), (100, .noteOff(60)), (110, .noteOn(64)), (120, .noteOff(64)),
    ]
    let out = try played(input, [(0, chain(.chordMemory(memory)))])
    // 64 sounds from frame 48 to 148; played by itself at 110
    #expect(
      out == [
        .noteOn(60), .noteOn(64), .noteOff(60), .noteOff(64), .noteOn(64), .noteOff(64), .noteOn(68), .noteOff(68),
      ])
    var humanise = Humanise(seed: 3)
    humanise.length = 1_000
    let repeated = (0..<50).flatMap { number in
      [FrameEvent(number * 480, .noteOn(60)), FrameEvent(number * 480 + 470, .noteOff(60))]
    }
    let playing = ChainPlaying(frames: 80_000, input: repeated, versions: [(0, chain(.humanise(humanise)))])
    let sound = try #require(try playing.played())
    #expect(isPaired(sound))
    var sounding = 0
    for event in sound {
      sounding += event.message.startsNote ? 1 : -1
      #expect((0...1).contains(sounding), "one note after the other")
    }
  }

  @Test("a flood does not take the end of a note that passed while the effect was bypassed")
  func bypassedFlood() throws {
    var memory = ChordMemory([0])
    memory.strum = 1
    let effects: [MIDIEffect] = [
      .transpose(Transpose(12)), .chordMemory(memory), toChannel(5), toZone(isUpper: false),
    ]
    for effect in effects {
      let flood = (0..<3_000).map { FrameEvent(200, .controller(7, UInt8($0 & 127))) }
      var playing = ChainPlaying(
        frames: 400,
        input: [FrameEvent(0, .noteOn(60)), FrameEvent(150, .noteOn(61))] + flood + [FrameEvent(200, .noteOff(61))],
        versions: [(0, chain(effect)), (100, chain(effect, isBypassed: true))])
      (playing.settings.mostEvents, playing.settings.mostHeld) = (64, 16)
      let out = try #require(try playing.played(cuts: [190, 210]))
      #expect(out.count < 3_000, "60 is held, so the events are copied, and do not all find room")
      #expect(out.contains(FrameEvent(200, .noteOff(61))), "\(effect.word)")
    }
  }

  @Test("a key that sounds through an effect, and unchanged, sounds until both have ended")
  func passedAndMapped() throws {
    var mpe = MPEToChannel()
    (mpe.members, mpe.channel, mpe.sendsRange) = (10, 15, false)
    let own = [(0, ChannelMessage.noteOn(60, channel: 15)), (100, .noteOn(60, channel: 1))]
    let ends = [(200, ChannelMessage.noteOff(60, channel: 1)), (300, .noteOff(60, channel: 15))]
    let here = { (message: ChannelMessage) in message.with(channel: 15) }
    let expected = [here(.noteOn(60)), here(.noteOff(60)), here(.noteOn(60)), here(.noteOff(60))]
    #expect(try played(own + ends, [(0, chain(.mpeToChannel(mpe)))]) == expected)
    // the effect is bypassed while its note sounds
    let octave = MIDIEffect.transpose(Transpose(12))
    let steps = [(0, ChannelMessage.noteOn(60)), (150, .noteOn(72)), (200, .noteOff(60)), (300, .noteOff(72))]
    #expect(
      try played(steps, [(0, chain(octave)), (100, chain(octave, isBypassed: true))]) == [
        .noteOn(72), .noteOff(72), .noteOn(72), .noteOff(72),
      ])
  }
}
