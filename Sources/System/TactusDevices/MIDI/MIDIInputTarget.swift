import TactusMIDI

/// An object that receives the messages of MIDI inputs.
///
/// - Thread: the inputs' thread; before it starts, the thread that opens the inputs
package protocol MIDIInputTarget: AnyObject {
  /// Whether note-ons with velocity 0 are converted to note-offs.
  var convertsZeroVelocities: Bool { get }
  /// Receives a message.
  ///
  /// - Parameters:
  ///   - message: a channel message or a system message.
  ///   - port: the number of the client's input port, counted from 0; 0 for raw devices.
  ///   - time: the arrival time on the machine's monotonic clock, in nanoseconds.
  func receive(_ message: ChannelMessage, port: Int, at time: UInt64)
  /// Receives a system-exclusive message.
  ///
  /// - Parameters:
  ///   - data: the bytes between F0 and F7; valid until the function returns.
  ///   - time: the arrival time of the last byte, in nanoseconds.
  func receive(exclusive data: UnsafeBufferPointer<UInt8>, at time: UInt64)
  /// Ends all notes and pedals, because the messages that end them may not arrive.
  func releaseNotes()
  /// Receives a report of what has happened to the inputs.
  func report(_ event: MIDIInputEvent)
}

/// What happens to MIDI inputs. Its description is one sentence without a full stop.
package enum MIDIInputEvent: CustomStringConvertible {
  /// A wanted port has been connected, or could not be.
  case connected(MIDIDevice), notConnected(MIDIDevice)
  /// A connected port or an open device has disappeared; the value is its title or path.
  case disconnected(String)
  /// The sequencer does not report ports that appear.
  case notWatched
  /// The queue was full.
  case lostMessages
  /// The sequencer can no longer be read.
  case stopped

  package var description: String {
    switch self {
    case .connected(let device): "MIDI input connected: \(device.title)"
    case .notConnected(let device): "could not connect the MIDI input \(device.title); close the program that uses it"
    case .disconnected(let name): "MIDI input disconnected: \(name)"
    case .notWatched: "MIDI inputs that appear later will not be connected; connect them before you start"
    case .lostMessages: "MIDI messages were lost, because too many arrived at once"
    case .stopped: "the MIDI sequencer has stopped; start again to receive MIDI"
    }
  }
}
