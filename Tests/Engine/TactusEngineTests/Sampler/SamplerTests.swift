import TactusEngine
import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusRender
import TactusSynth
import TestSupport
import Testing

@Suite("Sampler") struct SamplerTests {
  @Test("plays what its effects make of what comes in")
  func effects() throws {
    let bank = try SoundBank.sine(amplitude: 20_000)
    let (sampler, plain) = (try Sampler(settings: .dry), LiveSynth(settings: .dry))
    sampler.publish(bank)
    plain.publish(bank)
    try sampler.publish(ProcessorChain([.transpose(Transpose(7))]))
    let note = { (key: UInt8) in [TimedEvent(offset: 100, message: ChannelMessage.noteOn(key))] }
    let (heard, expected) = (sampler.rendered(4_800, events: note(60)), plain.rendered(4_800, events: note(67)))
    let isSame = heard.left == expected.left && heard.right == expected.right
    #expect(isSame)
    #expect(heard.left.peak > 0.01)
  }

  @Test("says who it is when it is asked")
  func identity() throws {
    let sampler = try Sampler()
    let question: [UInt8] = [0x7E, 0x7F, 0x06, 0x01]
    let packets = SystemExclusivePackets(question).map { TimedEvent(offset: 3, message: $0) }
    _ = sampler.rendered(64, events: packets + packets)
    let replies = sampler.replies()
    #expect(replies.count == 2 && replies.allSatisfy { IdentityReply($0) == Sampler.identity })
    #expect(sampler.replies().isEmpty)
  }

  @Test("its state comes back from a document, and sets another one alike")
  func state() throws {
    let sampler = try Sampler()
    #expect(
      sampler.state
        == SamplerState(bankPath: nil, programs: sampler.programs, controls: SynthControls(), chain: ProcessorChain()))
    sampler.publish(try SoundBank.sine(), path: "banks/sine.sf2")
    sampler.set(PartProgram(bank: 3, program: 40), of: 5)
    var controls = SynthControls()
    (controls.gain, controls.pan, controls.tuning) = (-3.5, 0.25, -12)
    (controls.reverb, controls.chorus, controls.polyphony, controls.interpolation) = (0.5, 0, 64, .sinc)
    sampler.set(controls)
    try sampler.publish(ProcessorChain([.transpose(Transpose(-12)), .arpeggiator(Arpeggiator(order: .upDown))]))
    _ = sampler.rendered(64)
    let state = sampler.state
    #expect(state.bankPath == "banks/sine.sf2" && state.programs[5] == PartProgram(bank: 3, program: 40))
    var unknown: [String] = []
    let read = try SamplerState(reading: FileBytes(copying: state.document(), name: "state.json"), unknown: &unknown)
    #expect(read == state)
    #expect(unknown.isEmpty)
    let other = try Sampler()
    try other.restore(read)
    _ = other.rendered(64)
    var expected = state
    expected.bankPath = nil
    #expect(other.state == expected)
  }

  @Test("a later version's state is read as far as it is known; one of another kind is refused")
  func versions() throws {
    var unknown: [String] = []
    let later = #"{"format":"tactus sampler","version":9,"controls":{"gain":-6,"width":2},"programs":[1,[128,8]]}"#
    let state = try SamplerState(reading: FileBytes(copying: Array(later.utf8), name: "s"), unknown: &unknown)
    #expect(
      state.controls.gain == -6 && state.programs == [PartProgram(program: 1), PartProgram(bank: 128, program: 8)])
    #expect(unknown == ["controls.width"])
    unknown = []
    let effects = #"{"chain":{"effects":[{"effect":"dance"},{"effect":"transpose","semitones":2}]}}"#
    let rest = try SamplerState(reading: FileBytes(copying: Array(effects.utf8), name: "s"), unknown: &unknown)
    #expect(rest.chain == ProcessorChain([.transpose(Transpose(2))]))
    #expect(unknown == [#"chain.effects[0]: "dance" is no effect of this version; it is left out"#])
    #expect(
      throws: DocumentError.value(
        file: "s", line: 1, column: 14, path: "programs[0]",
        expected: "a program 0…127, or a bank 0…65535 and a program in brackets")
    ) {
      try SamplerState(reading: FileBytes(copying: Array(#"{"programs":[200]}"#.utf8), name: "s"), unknown: &unknown)
    }
  }
}
