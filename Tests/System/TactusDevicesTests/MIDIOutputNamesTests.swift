import TactusDevices
import Testing

/// Which outputs are wanted for a port that several words of `--midi-out` name.
@Suite struct MIDIOutputNamesTests {
  private func device(_ name: String, _ title: String) -> MIDIDevice {
    MIDIDevice(name: name, title: title, isInput: false, isOutput: true, isHardware: true)
  }

  /// Returns the outputs of each port.
  private func outputs(_ words: [String], _ devices: [MIDIDevice]) -> [[Int]] {
    let names = MIDIOutputNames(words.enumerated().map { MIDIOutputNames.Name(output: $0.offset, name: $0.element) })
    return devices.map { names.outputs(for: $0, among: devices) }
  }

  /// The only port receives the messages of both outputs: those of the other word would be lost.
  @Test func aPortThatIsNamedTwiceReceivesBoth() {
    let synth = device("24:0", "Sound Canvas: MIDI 1")
    #expect(outputs(["canvas", "24:0"], [synth]) == [[0, 1]])
    #expect(outputs(["24:0", "canvas"], [synth]) == [[0, 1]])
    #expect(outputs(["sound", "midi 1"], [synth]) == [[0, 1]])
    // equally long
    #expect(outputs(["sound", "MIDI "], [synth, device("28:0", "Other")]) == [[0, 1], []])
  }

  /// A part of a name that has a port of its own does not receive the port of a longer part.
  @Test func theLongestPartCountsMost() {
    let first = device("24:0", "Synth: MIDI"), second = device("28:0", "Synth 2: MIDI")
    #expect(outputs(["synth", "synth 2"], [first, second]) == [[0], [1]])
    #expect(outputs(["synth 2", "synth"], [first, second]) == [[1], [0]])
    #expect(outputs(["synth", "28:0"], [first, second]) == [[0], [1]])
    #expect(outputs(["synth"], [first, second]) == [[0], [0]])
    #expect(outputs(["piano"], [first, second]) == [[], []])
    #expect(outputs([], [first]) == [[]])
  }
}
