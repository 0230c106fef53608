/// MIDI effects in series: the output of each is the input of the next.
///
/// This is a value for editing and for documents; a ``ChainProcessor`` runs it. `Documentation/Effects.md` describes
/// the effects and their documents.
///
/// - Thread: any
public struct ProcessorChain: Hashable, Sendable {
  /// An effect in the chain.
  public struct Link: Hashable, Sendable {
    /// The effect.
    public var effect: MIDIEffect
    /// Whether it is bypassed.
    public var isBypassed: Bool
    /// The name, which is displayed, and which identifies the effect among others of its kind when the chain is edited.
    /// If it is nil, the effect is identified by its position among the unnamed effects of its kind.
    public var name: String?

    /// Creates a link.
    public init(_ effect: MIDIEffect, isBypassed: Bool = false, name: String? = nil) {
      (self.effect, self.isBypassed, self.name) = (effect, isBypassed, name)
    }
  }

  /// The time base of effects that depend on time.
  public enum Sync: Hashable, Sendable {
    /// The host's transport.
    case host
    /// MIDI clock in the input events.
    case midiClock
    /// MIDI time code in the input events, with a tempo in quarter notes per minute, 1…1,000 (clamped).
    case timeCode(tempo: Double)
  }

  /// The effects, first to last.
  public var links: [Link]
  /// The time base of effects that depend on time.
  public var sync = Sync.host

  /// Creates a chain.
  public init(_ effects: [MIDIEffect] = []) { links = effects.map { Link($0) } }
}

/// The reason why a chain cannot run.
///
/// - Thread: any
public enum ChainError: Error, Hashable, Sendable {
  /// The chain has more effects than ``ChainSettings/mostLinks``.
  case tooManyLinks(Int, limit: Int)
}

extension ChainError: CustomStringConvertible {
  /// The error in one sentence.
  public var description: String {
    switch self {
    case .tooManyLinks(let count, let limit): "a chain of \(count) effects; at most \(limit) run"
    }
  }
}
