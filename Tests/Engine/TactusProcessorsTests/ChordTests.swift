import TactusMIDI
import TactusProcessors
import TactusRender
import Testing

@Suite("Chords") struct ChordTests {
  private func names(_ keys: [UInt8]) -> [String] { Chord.candidates(for: HeldPitches(keys: keys)).map(\.description) }

  @Test(
    "are named by root, kind and bass",
    arguments: [
      ([60, 64, 67], "C"), ([57, 60, 64], "Am"), ([64, 67, 72], "C/E"), ([67, 72, 76], "C/G"), ([59, 62, 65], "Bdim"),
      ([60, 64, 68], "Caug"), ([64, 68, 72], "Eaug"), ([60, 65, 67], "Csus4"), ([60, 62, 67], "Csus2"),
      ([67, 71, 74, 77], "G7"), ([67, 71, 77], "G7"), ([71, 74, 77, 79], "G7/B"), ([60, 64, 67, 71], "Cmaj7"),
      ([60, 64, 67, 69], "C6"), ([57, 60, 64, 67], "Am7"), ([59, 62, 65, 69], "Bm7b5"), ([59, 62, 65, 68], "Bdim7"),
      ([62, 65, 68, 71], "Ddim7"), ([60, 67], "C5"), ([43, 71, 74, 77, 81], "G9"), ([62, 65, 69, 72, 76], "Dm9"),
      ([60, 64, 67, 62], "Cadd9"), ([42, 60, 64, 67], "C/F#"), ([38, 60, 64, 67], "Cadd9/D"),
      ([43, 65, 69, 74, 72], "G9sus4"),
      ([36, 64, 70, 75], "C7#9"), ([48, 52, 58, 61], "C7b9"), ([60, 64, 67, 72, 76, 79], "C"), ([61, 65, 68], "C#"),
    ] as [([UInt8], String)])
  func naming(keys: [UInt8], name: String) { #expect(names(keys).first == name) }

  @Test("every kind on every root is found, in root position first")
  func allKinds() {
    for quality in ChordQuality.all {
      for root in 0..<12 {
        let keys = quality.intervals.map { UInt8(48 + root + $0) }
        let chords = Chord.candidates(for: HeldPitches(keys: keys))
        #expect(
          chords.first?.root == root && chords.first?.quality == quality, "\(quality.symbol) on \(root): \(chords)")
        #expect(chords.first?.inversion == 0)
      }
    }
  }

  @Test("other readings follow")
  func ambiguity() {
    #expect(names([60, 64, 67, 69]).prefix(2) == ["C6", "Am7/C"])
    #expect(Chord.candidates(for: HeldPitches(keys: [64, 67, 72])).first?.inversion == 1)
    #expect(names([60]).isEmpty && names([60, 61, 62, 63]).isEmpty && names([]).isEmpty)
    #expect(Chord.candidates(for: HeldPitches(keys: [61, 65, 68])).first?.text(flats: true) == "Db")
  }

  @Test("the detector tells what is held once it has settled, with what the pedal holds")
  func detector() throws {
    let processor = try ChainProcessor(ProcessorChain([.chordDetector(ChordDetector(settling: 20))]))
    func render(_ messages: [ChannelMessage], frames: Int) -> HeldPitches? {
      let events = messages.map { TimedEvent(offset: 0, message: $0) }
      events.withUnsafeBufferPointer { events in
        let passed = processor.render(RenderCycle(firstFrame: 0, frameCount: frames), events: events)
        #expect(Array(passed) == Array(events))
      }
      return processor.heldPitches()
    }
    func on(_ key: UInt8) -> ChannelMessage { ChannelMessage(status: 0x90, key, 100) }
    func off(_ key: UInt8) -> ChannelMessage { ChannelMessage(status: 0x80, key, 64) }
    #expect(render([on(60)], frames: 480)?.lowestKey == nil, "10 ms have passed, 20 are asked")
    #expect(render([on(64), on(67)], frames: 480)?.lowestKey == nil)
    #expect(render([], frames: 480) == HeldPitches(keys: [60, 64, 67]))
    let pedal = { (value: UInt8) in ChannelMessage(status: 0xB0, 64, value) }
    #expect(render([pedal(127), off(60), off(64)], frames: 960) == HeldPitches(keys: [60, 64, 67]))
    #expect(render([pedal(0)], frames: 960) == HeldPitches(keys: [67]))
    #expect(render([ChannelMessage(status: 0xB0, 123, 0)], frames: 960) == HeldPitches(keys: []))
    #expect(processor.heldPitches(of: "other") == nil)
  }

  @Test("the detector keeps ports apart, and the pedal holds what \"all notes off\" ends")
  func portsAndPedals() throws {
    let processor = try ChainProcessor(ProcessorChain([.chordDetector(ChordDetector(settling: 0))]))
    func after(_ messages: ChannelMessage...) -> HeldPitches? {
      let events = messages.map { TimedEvent(offset: 0, message: $0) }
      events.withUnsafeBufferPointer { _ = processor.render(RenderCycle(firstFrame: 0, frameCount: 480), events: $0) }
      return processor.heldPitches()
    }
    let (chord, other) = (HeldPitches(keys: [60, 64]), HeldPitches(keys: [60, 64, 67]))
    #expect(after(.noteOn(60), .noteOn(64), .noteOn(67).with(port: 2), .noteOn(60).with(port: 2)) == other)
    #expect(after(ChannelMessage.controller(123, 0).with(port: 2)) == chord)
    #expect(after(.controller(64, 127), .noteOff(60), ChannelMessage.controller(64, 0).with(port: 2)) == chord)
    #expect(after(.controller(123, 0)) == chord, "the pedal is down")
    #expect(after(.controller(64, 0)) == HeldPitches(keys: []))
    #expect(after(.noteOn(60), .controller(64, 127), .controller(120, 0)) == HeldPitches(keys: []))
  }
}
