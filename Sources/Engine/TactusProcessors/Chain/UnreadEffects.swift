import TactusFiles

/// The effects of a saved state that this version cannot read: of later versions, or damaged.
///
/// A project must not lose its settings by one of them. They are left out of what is played, and saved again where they were.
///
/// - Thread: any
package struct UnreadEffects: Sendable {
  private struct Effect {
    let index: Int
    let json: JSON
    let remark: String
  }

  private var effects: [Effect] = []

  /// None.
  package init() {}

  /// Takes the effects that cannot be read out of a state, an object with a `chain`.
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

  /// A sentence for each.
  package var remarks: [String] { effects.map(\.remark) }

  /// The state with the effects where they were; a state without a chain stays as it is.
  package func added(to state: JSON) -> JSON {
    guard !isEmpty, let chain = state["chain"], case .array(var all)? = chain["effects"] else { return state }
    for effect in effects { all.insert(effect.json, at: min(effect.index, all.count)) }
    return state.replacing("chain", with: chain.replacing("effects", with: .array(all)))
  }

  /// Why an effect cannot be read; nil if it can, and where it is no effect at all, which is a defect of the document.
  private static func reason(_ json: JSON) -> String? {
    guard case .string(let word)? = json["effect"] ?? json["function"] else { return nil }
    do {
      _ = try JSONDecoding().decode(ProcessorChain.Link.self, from: json)
      return nil
    } catch {
      guard MIDIEffect.words.contains(word) else { return "\"\(word)\" is no effect of this version" }
      return "\"\(word)\" has values that this version does not know"
    }
  }
}

extension JSON {
  /// The object with another value of a member that it has.
  fileprivate func replacing(_ name: String, with value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.name == name ? Member(name: name, value: value) : $0 })
  }
}
