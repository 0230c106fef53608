import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// Settings that a plug-in's parameters change on the audio thread, beside those of the chain's document.
@Suite("Adjusted effects") struct AdjustedEffectTests {
  /// The output of an effect one of whose settings has been adjusted.
  private func messages(
    _ effect: MIDIEffect, _ setting: StageSetting, _ value: Double, _ input: [ChannelMessage]
  ) throws -> [ChannelMessage] {
    let processor = try ChainProcessor(ProcessorChain([effect]))
    processor.core.pointee.adjust(setting, to: value)
    let events = input.map { TimedEvent(offset: 0, message: $0) }
    return events.withUnsafeBufferPointer { events in
      processor.render(RenderCycle(firstFrame: 0, frameCount: 64), events: events).map(\.message)
    }
  }

  @Test("the transposition of the document and that of the parameter add up before the range of keys is applied")
  func transpositionsAddUp() throws {
    let note: [ChannelMessage] = [.noteOn(100), .noteOff(100)]
    for rule in Transpose.OutOfRange.allCases {
      var transpose = Transpose(60)
      transpose.outOfRange = rule
      #expect(try messages(.transpose(transpose), .transposeSemitones, -60, note) == note, "\(rule)")
    }
  }

  @Test(
    "notes that the parameter moves out of the range of keys follow the document's rule",
    arguments: [(Transpose.OutOfRange.drop, nil), (.clamp, 127), (.fold, 116)] as [(Transpose.OutOfRange, UInt8?)])
  func outOfRange(rule: Transpose.OutOfRange, key: UInt8?) throws {
    var transpose = Transpose(0)
    transpose.outOfRange = rule
    let out = try messages(.transpose(transpose), .transposeSemitones, 20, [.noteOn(120), .noteOff(120)])
    #expect(out == (key.map { [.noteOn($0), .noteOff($0)] } ?? []))
  }

  @Test("the velocity factor applies to the channels of the effect only")
  func velocityFactor() throws {
    var map = VelocityMap()
    map.channels = [0]
    let out = try messages(
      .velocity(map), .velocityScale, 50, [.noteOn(60, 100), .noteOn(60, 100, channel: 1)])
    #expect(out == [.noteOn(60, 50), .noteOn(60, 100, channel: 1)])
  }
}
