import CVST3
import TactusMIDI
import TactusPlugin

// Note expressions of notes with an ID, and the pressure of keys.

extension VST3Core {
  /// The type of the pressure of a key, which VST 3 does not define.
  static var pressureID: Int { kCustomStart }

  /// Processes a note expression. The sampler has all of them; from the other plug-ins only pressure is passed on.
  mutating func receive(_ event: NoteExpressionValueEvent, at offset: Int) {
    guard event.noteId >= 0, event.value.isFinite else { return }
    if Int(event.typeId) == Self.pressureID { return press(event.noteId, event.value, at: offset) }
    guard channelCount > 0, let kind = NoteExpressionType(id: event.typeId) else { return }
    expressions.set(
      kind.message, kind.plain(event.value), of: HostNotes.Address(number: event.noteId), in: notes, core, at: offset)
  }

  func press(_ key: Int16, _ channel: Int16, _ value: Double, at offset: Int) {
    guard value.isFinite else { return }
    let pressure = UInt8(truncatingIfNeeded: Int(max(0, min(value, 1)) * 127 + 0.5))
    let status = 0xA0 | UInt8(truncatingIfNeeded: channel)
    core.pointee.receive(ChannelMessage(status: status, UInt8(truncatingIfNeeded: key), pressure), at: offset)
  }

  /// Presses the key of a note, which has an ID.
  private func press(_ number: Int32, _ value: Double, at offset: Int) {
    guard let index = notes.first(HostNotes.Address(number: number)) else { return }
    press(notes.note(index).key, notes.note(index).channel, value, at: offset)
  }
}

/// The types of note expressions that VST 3 defines, except texts. Values are numbers from 0 to 1.
///
/// Law: `normalized(plain(x))` is x.
/// - Thread: any
enum NoteExpressionType: Int, CaseIterable {
  case volume, pan, tuning, vibrato, expression, brightness

  /// Returns the type with an identifier; nil if there is none.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  init?(id: UInt32) {
    switch Int(id) {
    case kVolumeTypeID: self = .volume
    case kPanTypeID: self = .pan
    case kTuningTypeID: self = .tuning
    case kVibratoTypeID: self = .vibrato
    case kExpressionTypeID: self = .expression
    case kBrightnessTypeID: self = .brightness
    default: return nil
    }
  }

  var message: NoteExpressionMessage.Kind {
    switch self {
    case .volume: .volume
    case .pan: .pan
    case .tuning: .tuning
    case .vibrato: .vibrato
    case .expression: .expression
    case .brightness: .brightness
    }
  }

  /// Returns the factor of a volume, or the semitones of a tuning; other values are unchanged.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func plain(_ value: Double) -> Double {
    let value = value > 0 ? value < 1 ? value : 1 : 0
    switch self {
    case .volume: return value * 4
    case .tuning: return (value - 0.5) * 240
    default: return value
    }
  }

  /// The inverse of ``plain(_:)``.
  func normalized(_ value: Double) -> Double {
    switch self {
    case .volume: max(0, min(value / 4, 1))
    case .tuning: max(0, min(value / 240 + 0.5, 1))
    default: max(0, min(value, 1))
    }
  }
}
