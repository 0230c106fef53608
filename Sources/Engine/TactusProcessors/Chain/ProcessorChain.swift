/// MIDI functions in a row: what one gives is what the next one gets.
///
/// A value, for editing and for documents; a ``ChainProcessor`` runs it. See `Documentation/Functions.md` for what the
/// functions do and how documents spell them.
///
/// - Thread: any
public struct ProcessorChain: Hashable, Sendable {
  /// One function in its place.
  public struct Link: Hashable, Sendable {
    /// What it does.
    public var function: MIDIFunction
    /// Whether it lets everything pass.
    public var isBypassed: Bool
    /// What tells it from others of its kind when the chain is edited, and names it for people; nil: its place among
    /// them.
    public var name: String?

    /// A function in a chain.
    public init(_ function: MIDIFunction, isBypassed: Bool = false, name: String? = nil) {
      (self.function, self.isBypassed, self.name) = (function, isBypassed, name)
    }
  }

  /// What the functions that keep time follow.
  public enum Sync: Hashable, Sendable {
    /// The host's transport.
    case host
    /// The MIDI clock among the events that come in.
    case midiClock
    /// The MIDI time code among them, with a tempo in quarter notes per minute, 1…1,000 (clamped).
    case timeCode(tempo: Double)
  }

  /// The functions, first to last.
  public var links: [Link]
  /// What the functions that keep time follow.
  public var sync = Sync.host

  /// A chain of functions.
  public init(_ functions: [MIDIFunction] = []) { links = functions.map { Link($0) } }
}

/// Why a chain cannot be run.
///
/// - Thread: any
public enum ChainError: Error, Hashable, Sendable {
  /// It has more functions than ``ChainSettings/mostLinks``.
  case tooManyLinks(Int, limit: Int)
}

extension ChainError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .tooManyLinks(let count, let limit): "a chain of \(count) functions; at most \(limit) run"
    }
  }
}
