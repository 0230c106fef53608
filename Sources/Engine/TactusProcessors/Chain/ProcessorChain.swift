/// MIDI effects in a row: what one gives is what the next one gets.
///
/// A value, for editing and for documents; a ``ChainProcessor`` runs it. See `Documentation/Effects.md` for what the
/// effects do and how documents spell them.
///
/// - Thread: any
public struct ProcessorChain: Hashable, Sendable {
  /// One effect in its place.
  public struct Link: Hashable, Sendable {
    /// What it does.
    public var effect: MIDIEffect
    /// Whether it lets everything pass.
    public var isBypassed: Bool
    /// What tells it from others of its kind when the chain is edited, and names it for people; nil: its place among
    /// them.
    public var name: String?

    /// An effect in a chain.
    public init(_ effect: MIDIEffect, isBypassed: Bool = false, name: String? = nil) {
      (self.effect, self.isBypassed, self.name) = (effect, isBypassed, name)
    }
  }

  /// What the effects that keep time follow.
  public enum Sync: Hashable, Sendable {
    /// The host's transport.
    case host
    /// The MIDI clock among the events that come in.
    case midiClock
    /// The MIDI time code among them, with a tempo in quarter notes per minute, 1…1,000 (clamped).
    case timeCode(tempo: Double)
  }

  /// The effects, first to last.
  public var links: [Link]
  /// What the effects that keep time follow.
  public var sync = Sync.host

  /// A chain of effects.
  public init(_ effects: [MIDIEffect] = []) { links = effects.map { Link($0) } }
}

/// Why a chain cannot be run.
///
/// - Thread: any
public enum ChainError: Error, Hashable, Sendable {
  /// It has more effects than ``ChainSettings/mostLinks``.
  case tooManyLinks(Int, limit: Int)
}

extension ChainError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .tooManyLinks(let count, let limit): "a chain of \(count) effects; at most \(limit) run"
    }
  }
}
