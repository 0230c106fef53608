import TactusFiles

/// The functions of a saved state that this version cannot read: of later versions, or damaged.
///
/// A project must not lose its settings by one of them. They are left out of what is played, and saved again where they were.
///
/// - Thread: any
package struct UnreadFunctions: Sendable {
  private struct Function {
    let index: Int
    let json: JSON
    let remark: String
  }

  private var functions: [Function] = []

  /// None.
  package init() {}

  /// Takes the functions that cannot be read out of a state, an object with a `chain`.
  package init(takingFrom state: inout JSON) {
    guard case .array(let all)? = state["chain"]?["functions"] else { return }
    var readable: [JSON] = []
    for (index, json) in all.enumerated() {
      if let reason = Self.reason(json) {
        let remark = "chain.functions[\(index)]: \(reason); it is left out"
        functions.append(Function(index: index, json: json, remark: remark))
      } else {
        readable.append(json)
      }
    }
    guard !functions.isEmpty, let chain = state["chain"] else { return }
    state = state.replacing("chain", with: chain.replacing("functions", with: .array(readable)))
  }

  package var isEmpty: Bool { functions.isEmpty }

  /// A sentence for each.
  package var remarks: [String] { functions.map(\.remark) }

  /// The state with the functions where they were; a state without a chain stays as it is.
  package func added(to state: JSON) -> JSON {
    guard !isEmpty, let chain = state["chain"], case .array(var all)? = chain["functions"] else { return state }
    for function in functions { all.insert(function.json, at: min(function.index, all.count)) }
    return state.replacing("chain", with: chain.replacing("functions", with: .array(all)))
  }

  /// Why a function cannot be read; nil if it can, and where it is no function at all, which is a defect of the document.
  private static func reason(_ json: JSON) -> String? {
    guard case .string(let word)? = json["function"] else { return nil }
    do {
      _ = try JSONDecoding().decode(ProcessorChain.Link.self, from: json)
      return nil
    } catch {
      guard MIDIFunction.words.contains(word) else { return "\"\(word)\" is no function of this version" }
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
