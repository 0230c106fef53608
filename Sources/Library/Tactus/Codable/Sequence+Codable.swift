import TactusSequencer
import TactusTime

// Sequences and their parts for any coder.

extension MIDISequence: Codable {}
extension TempoMap.Entry: Codable {}
extension MeterMap.Entry: Codable {}
extension Meter: Codable {}
extension Track: Codable {}
extension Swing: Codable {}
extension Groove: Codable {}
extension Groove.Slot: Codable {}
extension FileEvent: Codable {}

extension Clip: Codable {}
extension ClipMessage: Codable {}
extension Note: Codable {}
extension NoteList: Codable {}

extension Pattern: Codable {}
extension Step: Codable {}
extension StepCondition: Codable {}
extension Ratchet: Codable {}
