import TactusFiles
import TactusProcessors

/// The list of effects and their members.
enum EffectListing {
  /// Returns the effect with a name, or all effects without a name; nil if there is no such effect.
  static func effects(named name: String?) -> [EffectGuide.Effect]? {
    guard let name else { return EffectGuide.effects }
    return EffectGuide.effects.first { $0.word == name }.map { [$0] }
  }

  /// Returns one line for each effect, followed by one line for each of its members.
  static func lines(of effects: [EffectGuide.Effect]) -> [String] {
    var lines: [String] = []
    for effect in effects {
      lines.append("\(effect.word.padded(to: 16)) \(effect.purpose)")
      for member in effect.members { lines.append("  \(member.name.padded(to: 16)) \(member.meaning)") }
    }
    return lines + ["every effect"] + EffectGuide.common.map { "  \($0.name.padded(to: 16)) \($0.meaning)" }
  }

  /// Returns the same as JSON: the effects, and the members that every effect has.
  static func json(of effects: [EffectGuide.Effect]) -> JSON {
    let effects = effects.map { effect -> JSON in
      ["effect": .string(effect.word), "purpose": .string(effect.purpose), "members": members(effect.members)]
    }
    return ["kind": "effects", "effects": .array(effects), "commonMembers": members(EffectGuide.common)]
  }

  private static func members(_ members: [EffectGuide.Member]) -> JSON {
    .array(members.map { ["name": .string($0.name), "meaning": .string($0.meaning)] })
  }
}
