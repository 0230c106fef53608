import CVST3
import TactusPlugin

// IMidiLearn: the host reports which controller the user moves.

extension VST3Tables {
  nonisolated(unsafe) static let midiLearn = constant(
    IMidiLearnVtbl(
      queryInterface: queryInterface, addRef: addReference, release: releaseReference,
      onLiveMIDIControllerInput: { object, bus, channel, number in
        guard let instance = VST3Instance.of(object), bus == 0 else { return tresult(kInvalidArgument) }
        return instance.learn(Int(number), channel: Int(channel))
      }))
}

extension VST3Instance {
  /// Assigns a controller to the parameter that waits for one. All controllers have hidden parameters already, so the
  /// host need not ask for their assignments again.
  func learn(_ number: Int, channel: Int) -> tresult {
    guard (0..<16).contains(channel) else { return tresult(kInvalidArgument) }
    let source: MIDIController.Source
    switch number {
    case 0..<128: source = .controller(UInt8(number))
    case kAfterTouch: source = .channelPressure
    case kPitchBend: source = .pitchBend
    default: return tresult(kResultFalse)
    }
    guard let controller = MIDIController(source, channel: UInt8(channel)), unit.midiLearn.learning != nil,
      unit.midiLearn.offer(controller)
    else { return tresult(kResultFalse) }
    return tresult(kResultTrue)
  }
}
