import TactusFiles
import TactusProcessors

/// The list of effects and their members.
enum EffectListing {
  /// One line for each effect, followed by one line for each of its members.
  static var lines: [String] {
    var lines: [String] = []
    for effect in EffectGuide.effects {
      lines.append("\(effect.word.padded(to: 16)) \(effect.purpose)")
      for member in effect.members { lines.append("  \(member.name.padded(to: 16)) \(member.meaning)") }
    }
    return lines + ["every effect"] + EffectGuide.common.map { "  \($0.name.padded(to: 16)) \($0.meaning)" }
  }

  /// The same as JSON: the effects, and the members that every effect has.
  static var json: JSON {
    let effects = EffectGuide.effects.map { effect -> JSON in
      ["effect": .string(effect.word), "purpose": .string(effect.purpose), "members": members(effect.members)]
    }
    return ["kind": "effects", "effects": .array(effects), "commonMembers": members(EffectGuide.common)]
  }

  private static func members(_ members: [EffectGuide.Member]) -> JSON {
    .array(members.map { ["name": .string($0.name), "meaning": .string($0.meaning)] })
  }
}
