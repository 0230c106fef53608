import TactusMIDI
import TactusSequencer
import TactusTime

/// A pattern as text: a row for each key, a character for each step, a gap after each beat.
///
///     Closed Hi-Hat      x.x.x.x.  o.4.X.x.
///     chance                       ?   :
///     step 9: 60 %; step 11: 4 strokes; step 13: pass 2 of 4
package struct PatternGrid {
  private let pattern: Pattern
  private let isDrums: Bool
  /// The number of steps between gaps.
  private let group: Int
  /// The maximum number of steps per line.
  private static let width = 64
  /// The maximum number of steps shown.
  private static let limit = 256
  /// The maximum number of remarks.
  private static let remarkLimit = 24

  package init(_ pattern: Pattern, ticksPerQuarter: Int, isDrums: Bool) {
    (self.pattern, self.isDrums) = (pattern, isDrums)
    let perBeat = Tick(ticksPerQuarter).quotientAndRemainder(dividingBy: max(1, pattern.stepLength))
    group = perBeat.remainder == 0 && (2...8).contains(perBeat.quotient) ? Int(perBeat.quotient) : 4
  }

  /// The lines without indentation.
  package var lines: [String] {
    let shown = pattern.steps.prefix(Self.limit)
    let keys = Set(shown.filter(\.isOn).flatMap(keys(of:))).sorted(by: >)
    let labels = keys.map(name(of:)) + ["chance"]
    let column = (labels.map(\.count).max() ?? 0) + 2
    var lines: [String] = []
    for first in stride(from: 0, to: shown.count, by: Self.width) {
      let part = shown[first..<min(first + Self.width, shown.count)]
      func row(_ label: String, _ mark: (Step) -> Character) {
        let marks = spaced(part.map(mark))
        if marks.contains(where: { $0 != " " }) || label != "chance" { lines.append(label.padded(to: column) + marks) }
      }
      if keys.isEmpty { row("") { _ in "." } }
      for (key, label) in zip(keys, labels) { row(label) { mark($0, key) } }
      row("chance") { $0.chanceMark }
    }
    if pattern.steps.count > shown.count {
      lines.append("… and \((pattern.steps.count - shown.count).grouped) more steps")
    }
    return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) } + remarks
  }

  /// The properties that the marks do not show, with their steps.
  private var remarks: [String] {
    var all: [(remark: String, steps: [String])] = []
    var indices: [String: Int] = [:]
    for (index, step) in pattern.steps.enumerated() where step.isOn && !step.remark.isEmpty {
      if let position = indices[step.remark] {
        all[position].steps.append("\(index + 1)")
      } else {
        indices[step.remark] = all.count
        all.append((step.remark, ["\(index + 1)"]))
      }
    }
    guard !all.isEmpty else { return [] }
    let texts = all.prefix(Self.remarkLimit).map { remark, steps in
      let (shown, rest) = (steps.prefix(Self.remarkLimit), steps.count - Self.remarkLimit)
      let list = shown.joined(separator: ", ") + (rest > 0 ? " and \(rest.grouped) more" : "")
      return "step\(steps.count == 1 ? "" : "s") \(list): \(remark)"
    }
    let rest = all.count - Self.remarkLimit
    return [texts.joined(separator: "; ") + (rest > 0 ? "; and \(rest.grouped) more" : "")]
  }

  private func keys(of step: Step) -> [UInt8] { step.keys.isEmpty ? [pattern.key] : step.keys }

  private func mark(_ step: Step, _ key: UInt8) -> Character {
    guard step.isOn, keys(of: step).contains(key) else { return "." }
    if step.ratchet.count > 1 { return step.ratchet.count < 10 ? Character("\(step.ratchet.count)") : "+" }
    switch step.velocity ?? pattern.velocity {
    case ..<64: return "o"
    case 112...: return "X"
    default: return "x"
    }
  }

  private func spaced(_ marks: [Character]) -> String {
    var text = ""
    for (index, mark) in marks.enumerated() {
      if index > 0, index % group == 0 { text += " " }
      text.append(mark)
    }
    return text
  }

  private func name(of key: UInt8) -> String {
    if isDrums, let name = GeneralMIDI.drumName(Int(key)) { return name }
    return KeyName.name(key)
  }
}

extension Step {
  /// The mark of a step that depends on a probability ("?") or on the pass (":"); a space for other steps.
  fileprivate var chanceMark: Character {
    guard isOn else { return " " }
    return probability < 1 ? "?" : condition != .always ? ":" : " "
  }

  /// The properties that marks do not show, in words; empty if there are none.
  fileprivate var remark: String {
    var parts: [String] = []
    if ratchet.count > 1 { parts.append(ratchet.count.counted("stroke")) }
    if probability < 1 { parts.append("\((max(0, probability) * 100).trimmed) %") }
    if condition != .always { parts.append(condition.words) }
    if velocitySpread > 0 { parts.append("velocity ±\(velocitySpread)") }
    return parts.joined(separator: ", ")
  }
}

extension Double {
  /// A number with up to three decimals: "4", "3.5".
  var trimmed: String {
    var text = fixed(3)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
