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
