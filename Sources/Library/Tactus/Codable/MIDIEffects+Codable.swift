import TactusProcessors

// MIDI effects and their settings for any coder.

extension ProcessorChain: Codable {}
extension ProcessorChain.Link: Codable {}

extension Arpeggiator: Codable {}
extension Arpeggiator.Order: Codable {}
extension BendRange: Codable {}
extension ChannelMap: Codable {}
extension ChannelMap.Route: Codable {}
extension ChannelToMPE: Codable {}
extension ChordDetector: Codable {}
extension ChordMemory: Codable {}
extension ChordMemory.ChordNote: Codable {}
extension ControllerMap: Codable {}
extension ControllerMap.Mode: Codable {}
extension Echo: Codable {}
extension EventFilter: Codable {}
extension EventFilter.Action: Codable {}
extension EventFilter.Condition: Codable {}
extension EventFilter.MessageType: Codable {}
extension Humanise: Codable {}
extension MPEToChannel: Codable {}
extension MPEToChannel.Leader: Codable {}
extension PressureMap: Codable {}
extension PressureMap.Combining: Codable {}
extension PressureMap.Source: Codable {}
extension Quantise: Codable {}
extension Quantise.Direction: Codable {}
extension Transpose: Codable {}
extension Transpose.OutOfRange: Codable {}
extension VelocityMap: Codable {}
extension Zones: Codable {}
extension Zones.Zone: Codable {}

extension Scale: Codable {}
extension StepLength: Codable {}
extension ValueCurve: Codable {}
