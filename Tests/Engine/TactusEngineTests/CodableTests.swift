import Foundation
import Tactus
import Testing

/// The model through coders other than that of documents.
@Suite struct CodableTests {
  private func copies<Value: Codable>(of value: Value) throws -> [Value] {
    let list = PropertyListEncoder()
    list.outputFormat = .binary
    return [
      try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)),
      try PropertyListDecoder().decode(Value.self, from: list.encode(value)),
    ]
  }

  private var chain: ProcessorChain {
    var controllers = ControllerMap(.controller14(1), to: .registered(5))
    controllers.curve = .points([ValueCurve.Point(0, 0.25), ValueCurve.Point(1, 1)])
    var filter = EventFilter(.pass, [EventFilter.Condition()])
    filter.conditions[0].types = [.note, .pitchBend]
    var chords = ChordMemory([0, 4, 7])
    chords.keys = [60: [ChordMemory.ChordNote(3, delay: 1.5)]]
    return ProcessorChain([
      .arpeggiator(Arpeggiator(order: .random, rate: StepLength(1, 8, isTriplet: true))), .controllerMap(controllers),
      .filter(filter), .chordMemory(chords), .humanise(Humanise(seed: .max)), .echo(Echo(.beats(0.5), repeats: 3)),
      .transpose(Transpose(steps: -2, in: Scale(root: 2, intervals: [0, 1, 5]))), .zones(Zones([Zones.Zone()])),
    ])
  }

  @Test func chainsComeBack() throws {
    for copy in try copies(of: chain) { #expect(copy == chain) }
    #expect(try JSONDecoder().decode(ProcessorChain.self, from: Data(chain.document())) == chain)
  }

  @Test func samplersComeBack() throws {
    var state = SamplerState()
    state.programs = [PartProgram(program: 3), PartProgram(bank: 128, program: 7)]
    (state.bankPath, state.controls.gain, state.chain) = ("banks/a.sf2", -3.5, chain)
    for copy in try copies(of: state) { #expect(copy == state) }
    #expect(try JSONDecoder().decode(SamplerState.self, from: Data(state.document())) == state)
  }

  @Test func sequencesComeBack() throws {
    let pattern = Pattern([.hit, Step(velocity: 127), Step([60, 64])], stepLength: 5_040)
    let clip = Clip(notes: [Note(onset: 0, duration: 10, key: 60, velocity: 1)], messages: [.program(5, at: 9)])
    let sequence = MIDISequence([Track(pattern, channel: 2), Track(clip)], name: "Größe", seed: .max)
    for copy in try copies(of: sequence) { #expect(copy == sequence) }
    #expect(try JSONDecoder().decode(MIDISequence.self, from: Data(sequence.document())) == sequence)
  }

  @Test func valuesComeBack() throws {
    let waltz = try #require(Meter(3, 4))
    let tempi = [
      TempoMap.Entry(tick: 5, tempo: Tempo(bpm: 97.3), curve: .linearInTime), .init(tick: 9, tempo: .standard),
    ]
    for copy in try copies(of: tempi) { #expect(copy == tempi) }
    for copy in try copies(of: [MeterMap.Entry(tick: 7, meter: waltz)]) {
      #expect(copy == [.init(tick: 7, meter: waltz)])
    }
    for copy in try copies(of: [waltz, .common]) { #expect(copy == [waltz, .common]) }
    let plain = [
      Tempo(tensOfNanoseconds: 0), Tempo(tensOfNanoseconds: 1), Tempo(bpm: 96), Tempo(tensOfNanoseconds: .max),
    ]
    for copy in try copies(of: plain) { #expect(copy == plain) }
    let rates = [SampleRate(44_100), SampleRate(48_000_000, over: 1_001), SampleRate(.max)]
    for copy in try copies(of: rates) { #expect(copy == rates) }
    let messages = [ChannelMessage.pitchBend(3, channel: 9, port: 4), ChannelMessage(word0: 0x4091_3C00, word1: .max)]
    for copy in try copies(of: messages) { #expect(copy == messages) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Meter.self, from: Data("\"4/5\"".utf8)) }
  }

  @Test func durationsAreTimes() {
    #expect(ExactSeconds(Duration.milliseconds(1_250)) == ExactSeconds(1.25))
    #expect(Duration(ExactSeconds(-1.25)) == .milliseconds(-1_250))
    #expect(
      Duration(ExactSeconds(numerator: 2, denominator: 3))
        == Duration(
          secondsComponent: 0, attosecondsComponent: 666_666_666_666_666_666))
    for seconds in [Int64.min, -1, 0, 1, .max] {
      #expect(Duration(ExactSeconds(Duration.seconds(seconds))) == .seconds(seconds))
    }
    #expect(Duration(ExactSeconds(numerator: .max, denominator: 1)) == .seconds(Int64.max))
    #expect(Duration(ExactSeconds(numerator: .min, denominator: .max)) == .seconds(-1))
  }

  @Test func wordsAreStrings() throws {
    let words = try JSONEncoder().encode([Arpeggiator.Order.asPlayed, .up])
    #expect(String(decoding: words, as: UTF8.self) == "[\"asPlayed\",\"up\"]")
    #expect(
      try JSONDecoder().decode([EventFilter.MessageType].self, from: Data("[\"pitchWheel\"]".utf8)) == [.pitchBend])
  }

  @Test func errorsHaveTheirPath() {
    let document =
      "[{\"effects\": [{\"effect\": \"transpose\"}, {\"effect\": \"zones\", \"zones\": [{\"port\": 17}]}]}]"
    do {
      _ = try JSONDecoder().decode([ProcessorChain].self, from: Data(document.utf8))
      Issue.record("no error")
    } catch DecodingError.dataCorrupted(let context) {
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      #expect(path == ["0", "effects", "1", "zones", "0", "port"])
      #expect(context.debugDescription == "a whole number 1…16")
    } catch { Issue.record("\(error)") }
  }
}
