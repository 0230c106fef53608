import CLV2

/// The ports of an instance, and the buffers that its host has connected.
///
///     0 control   atoms in: MIDI, the transport's position, messages about properties
///     1 notify    atoms out: MIDI, and the new values of properties
///     2 latency   in frames
///     3 …         audio channels, then one port for each parameter
///     last        of instruments only: whether the host renders offline
///
/// - Thread: audio; the host connects buffers while the plug-in does not run
package struct LV2Ports {
  package static let control = 0
  package static let notify = 1
  package static let latency = 2
  package static let audio = 3

  package var input: UnsafePointer<LV2_Atom_Sequence>?
  package var output: UnsafeMutablePointer<LV2_Atom_Sequence>?
  package var latencyPort: UnsafeMutablePointer<Float>?
  /// The buffers of the audio channels; nil for unconnected ports.
  package let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  package let channelCount: Int
  /// The buffers of the parameter ports; nil for unconnected ports.
  package let parameters: UnsafeMutablePointer<UnsafePointer<Float>?>
  package let parameterCount: Int
  /// Greater than 0 while the host renders offline.
  package var freeWheeling: UnsafePointer<Float>?

  /// Connects a port to a buffer (or disconnects it with nil); out-of-range indices are ignored.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func connect(_ port: Int, to pointer: UnsafeMutableRawPointer?) {
    switch port {
    case Self.control: input = UnsafePointer(pointer?.assumingMemoryBound(to: LV2_Atom_Sequence.self))
    case Self.notify: output = pointer?.assumingMemoryBound(to: LV2_Atom_Sequence.self)
    case Self.latency: latencyPort = pointer?.assumingMemoryBound(to: Float.self)
    case Self.audio..<Self.audio + channelCount:
      channels[port - Self.audio] = pointer?.assumingMemoryBound(to: Float.self)
    case Self.audio + channelCount..<Self.audio + channelCount + parameterCount:
      parameters[port - Self.audio - channelCount] = UnsafePointer(pointer?.assumingMemoryBound(to: Float.self))
    case Self.audio + channelCount + parameterCount:
      freeWheeling = UnsafePointer(pointer?.assumingMemoryBound(to: Float.self))
    default: break
    }
  }
}
