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
}
