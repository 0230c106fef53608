import CFluidSynth

/// An event of a sequencer of FluidSynth's interface.
final class FluidEvent: PointedObject {
  /// The fields of an event. Setting the fields of one kind of event does not change those of other kinds.
  struct Contents {
    var type: Int32 = -1
    var source: Int16 = -1
    var destination: Int16 = -1
    var channel: Int32 = 0
    var key: Int16 = 0
    var velocity: Int16 = 0
    /// The controller, or the bank.
    var control: Int16 = 0
    /// The value, or the program.
    var value: Int32 = 0
    /// The duration in ticks, or the number of a font.
    var duration: UInt32 = 0
    var pitch: Int32 = 0
    var scale: Double = 0
    var data: UnsafeMutableRawPointer?
  }

  var contents: Contents

  init(_ contents: Contents = Contents()) { self.contents = contents }

  /// Makes this an event of a type.
  func set(_ type: FluidSequencerEvent, channel: Int32? = nil) {
    contents.type = type.rawValue
    if let channel { contents.channel = channel }
  }
}

/// The types of the events.
enum FluidSequencerEvent: Int32 {
  case note, noteOn, noteOff, allSoundsOff, allNotesOff, bankSelect, programChange, programSelect, pitchBend
  case pitchWheelSensitivity, modulation, sustain, controlChange, pan, volume, reverbSend, chorusSend, timer
  case channelPressure, keyPressure, systemReset, unregistering, scale

  /// The rank of an event among those of the same tick; events of the same rank are sent in the order of their
  /// insertion. A reset comes first; notes come last, so that all other changes apply to them.
  static func rank(of event: FluidEvent.Contents) -> UInt8 {
    switch FluidSequencerEvent(rawValue: event.type) {
    case .systemReset: 0
    case .unregistering: 1
    case .bankSelect: 2
    case .programChange: 3
    case .note, .noteOn: 5
    default: 4
    }
  }
}
