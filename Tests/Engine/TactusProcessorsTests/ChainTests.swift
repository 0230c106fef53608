import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusRender
import Testing

@Suite("Chain of effects") struct ChainTests {
  private func on(_ key: UInt8, _ channel: UInt8 = 0) -> ChannelMessage {
    ChannelMessage(status: 0x90 | channel, key, 100)
  }
  private func off(_ key: UInt8, _ channel: UInt8 = 0) -> ChannelMessage {
    ChannelMessage(status: 0x80 | channel, key, 64)
  }

  private func up(_ semitones: Int) -> ProcessorChain { ProcessorChain([.transpose(Transpose(semitones))]) }

  @Test("a note-off ends the note that its note-on became, whatever has been published between them")
  func heldNotes() throws {
    let playing = ChainPlaying(
      frames: 400, input: [FrameEvent(10, on(60)), FrameEvent(250, off(60)), FrameEvent(260, on(60))],
      versions: [(0, up(12)), (100, up(5)), (200, ProcessorChain())])
    let expected = [FrameEvent(10, on(72)), FrameEvent(250, off(72)), FrameEvent(260, on(60))]
    #expect(try playing.played() == expected)
  }

  @Test("effects run in their order, and one that enters finds what is held before it")
  func order() throws {
    var playing = ChainPlaying(
      frames: 400,
      input: [FrameEvent(0, on(60)), FrameEvent(100, on(62)), FrameEvent(200, off(60)), FrameEvent(300, off(62))],
      versions: [(0, up(12)), (50, ProcessorChain([.transpose(Transpose(12)), .transpose(Transpose(-5))]))])
    #expect(
      try playing.played() == [
        FrameEvent(0, on(72)), FrameEvent(100, on(69)), FrameEvent(200, off(72)), FrameEvent(300, off(69)),
      ])
    playing.input.removeLast(2)
    let ended = try playing.played()
    #expect(ended.map(isPaired) == true, "finish() ends what is held")
  }

  @Test("what ends all notes of a channel ends what became of them")
  func allNotesOff() throws {
    let allOff = ChannelMessage(status: 0xB0, 123, 0)
    let playing = ChainPlaying(
      frames: 100, input: [FrameEvent(0, on(60)), FrameEvent(1, on(60, 1)), FrameEvent(50, allOff)],
      versions: [(0, up(7))])
    #expect(
      try playing.played() == [
        FrameEvent(0, on(67)), FrameEvent(1, on(67, 1)), FrameEvent(50, off(67)), FrameEvent(50, allOff),
        FrameEvent(100, off(67, 1)),
      ])
  }

  @Test("documents come back as they were written")
  func documents() throws {
    var chain = ProcessorChain([.transpose(Transpose(-3)), .transpose(Transpose(steps: 2, in: Scale("F# dorian")!))])
    chain.links[0].isBypassed = true
    chain.links[1].name = "thirds"
    let file = FileBytes(copying: chain.document(), name: "chain.json")
    var unknown: [String] = []
    #expect(try ProcessorChain(reading: file, unknown: &unknown) == chain)
    #expect(unknown.isEmpty)
  }

  @Test("older documents, which say functions, are read, and written with the new names; both names are refused")
  func olderNames() throws {
    func read(_ text: String) throws(DocumentError) -> ProcessorChain {
      var unknown: [String] = []
      let chain = try ProcessorChain(reading: FileBytes(copying: Array(text.utf8), name: "old"), unknown: &unknown)
      #expect(unknown.isEmpty)
      return chain
    }
    let old = #"{"functions":[{"function":"transpose","semitones":5},{"effect":"transpose","semitones":-5}]}"#
    let chain = try read(old)
    #expect(chain == ProcessorChain([.transpose(Transpose(5)), .transpose(Transpose(-5))]))
    let written = String(decoding: chain.document(), as: UTF8.self)
    #expect(written.contains("\"effects\"") && written.contains("\"effect\"") && !written.contains("function"))
    #expect(try read(written) == chain)
    for both in [#"{"functions":[],"effects":[]}"#, #"{"effects":[{"effect":"echo","function":"echo"}]}"#] {
      #expect(throws: DocumentError.self) { try read(both) }
    }
  }

  @Test("a document that is none says what was expected, and where")
  func refusals() {
    func complaint(_ text: String) -> String {
      var unknown: [String] = []
      do throws(DocumentError) {
        _ = try ProcessorChain(reading: FileBytes(copying: Array(text.utf8), name: "chain.json"), unknown: &unknown)
        return unknown.joined()
      } catch { return "\(error)" }
    }
    #expect(
      complaint(#"{"effects":[{"effect":"flute"}]}"#).hasPrefix(
        "chain.json: line 1, column 23: effects[0].effect: expected one of \""))
    #expect(
      complaint(#"{"effects":[{"effect":"transpose","semitones":500}]}"#)
        == "chain.json: line 1, column 47: effects[0].semitones: expected a whole number -127…127")
    #expect(
      complaint(#"{"effects":[{"effect":"transpose","semitone":5}]}"#)
        == #"effects[0].semitone (did you mean "semitones"?)"#)
  }
}
