import CJACK

/// The ports of a process callback; nil for those that do not exist.
///
/// - Thread: audio
package struct JACKPorts {
  package var left: OpaquePointer?
  package var right: OpaquePointer?
  package var midiInput: OpaquePointer?
  package var clockOutput: OpaquePointer?
  /// One output for each of the sixteen message ports.
  package let midiOutputs: UnsafeMutablePointer<OpaquePointer?>
}
