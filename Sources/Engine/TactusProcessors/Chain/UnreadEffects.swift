import TactusFiles

/// The effects of a saved state that this version cannot read, because they come from a later version or are damaged.
///
/// They are omitted from playback, but saved again at their former positions, so that a project does not lose their
/// settings.
///
/// - Thread: any
package struct UnreadEffects: Sendable {
  private struct Effect {
    let index: Int
    let json: JSON
    let remark: String
  }

  private var effects: [Effect] = []

  /// Creates an empty list.
  package init() {}

  /// Creates a list of the unreadable effects in the `chain` of a state, and removes them from the state.
  package init(takingFrom state: inout JSON) {
    let isOld = state["chain"]?["effects"] == nil
    let key = isOld ? "functions" : "effects"
    guard case .array(let all)? = state["chain"]?[key] else { return }
    var readable: [JSON] = []
    for (index, json) in all.enumerated() {
      if let reason = Self.reason(json) {
        let remark = "chain.\(key)[\(index)]: \(reason); it is left out"
        effects.append(Effect(index: index, json: json, remark: remark))
      } else {
        readable.append(json)
      }
    }
    guard !effects.isEmpty, let chain = state["chain"] else { return }
    state = state.replacing("chain", with: chain.replacing(key, with: .array(readable)))
  }

  package var isEmpty: Bool { effects.isEmpty }

  /// One sentence for each effect.
  package var remarks: [String] { effects.map { $0.remark } }

  /// Returns the state with the effects restored; a state without a chain is unchanged.
  package func added(to state: JSON) -> JSON {
    guard !isEmpty, let chain = state["chain"], case .array(var all)? = chain["effects"] else { return state }
    for effect in effects { all.insert(effect.json, at: min(effect.index, all.count)) }
    return state.replacing("chain", with: chain.replacing("effects", with: .array(all)))
  }

  /// Returns the reason why an effect cannot be read. Returns nil if it can be read, or if the value is not an
  /// effect at all, which is an error in the document.
  private static func reason(_ json: JSON) -> String? {
    guard case .string(let word)? = json["effect"] ?? json["function"] else { return nil }
    do {
      _ = try ProcessorChain.Link(from: DocumentNode(json))
      return nil
    } catch {
      guard MIDIEffect.words.contains(word) else { return "\"\(word)\" is no effect of this version" }
      return "\"\(word)\" has values that this version does not know"
    }
  }
}

extension JSON {
  /// Returns the object with the value of an existing member replaced.
  fileprivate func replacing(_ name: String, with value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.name == name ? Member(name: name, value: value) : $0 })
  }
}
