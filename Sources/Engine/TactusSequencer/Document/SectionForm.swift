import TactusFiles
import TactusTime

/// The order in which sections are played, such as "A A B fill", and their lengths.
///
/// The form of a sequence applies to all patterns that have sections but no form of their own. Sections with the same
/// name last equally long in all patterns: as long as the longest of them. The shorter ones repeat until the longest
/// ends; patterns without such a section are silent meanwhile.
struct SectionForm: Sendable {
  /// The names of the sections in playing order.
  let names: [String]
  /// The names of the sections, without order.
  let nameSet: Set<String>
  /// The lengths of the sections in ticks; empty for the form of a single pattern.
  private(set) var lengths: [String: Tick] = [:]

  /// Reads the member `form`, a string of names separated by spaces, in which "A*3" means "A A A". Returns nil if the
  /// member is missing.
  init?(_ object: DocumentObject) throws(DocumentProblem) {
    guard object.contains("form") else { return nil }
    let limit = SequencerSettings.stepLimit
    let expected = "the names of sections, such as \"A A B fill\" or \"A*3 fill\", at most \(limit)"
    let text = try object.read(String.self, "form")
    var names: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "|" || $0 == "," }) {
      let parts = word.split(separator: "*", omittingEmptySubsequences: false)
      guard parts.count <= 2, !parts[0].isEmpty, let count = parts.count == 2 ? Int(parts[1]) : 1,
        (1...limit).contains(count), names.count + count <= limit
      else { throw object.expected(expected, "form") }
      names += repeatElement(String(parts[0]), count: count)
    }
    guard !names.isEmpty else { throw object.expected(expected, "form") }
    (self.names, nameSet) = (names, Set(names))
  }

  /// Reads the form of a sequence and determines the length of its sections in all tracks; returns nil if the form is
  /// missing.
  init?(ofSequence object: DocumentObject, ticksPerQuarter: Int, version: Int) throws(DocumentProblem) {
    guard let form = try SectionForm(object) else { return nil }
    self = form
    let context = SequenceContext(ticksPerQuarter: ticksPerQuarter, version: version, form: form)
    let tracks = try object.with(context).value("tracks", default: [Measured]())
    for (name, length) in tracks.flatMap({ $0.lengths }) { lengths[name] = max(lengths[name] ?? 0, length) }
    if let missing = names.first(where: { lengths[$0] == nil }) {
      let meant = Suggestion.nearest(to: missing, among: Set(tracks.flatMap { $0.names }).sorted())
      throw object.expected("sections that a pattern has, not \"\(missing)\"" + Suggestion.question(meant), "form")
    }
  }

  /// The lengths of the sections of a track.
  private struct Measured: DocumentReadable {
    var names: [String] = []
    var lengths: [(String, Tick)] = []

    init(from node: DocumentNode) throws(DocumentProblem) {
      let track = try node.object()
      guard track.contains("pattern") else { return }
      let pattern = try track.node("pattern").object()
      guard pattern.contains("sections"), !pattern.contains("form") else { return }
      let step = try Pattern.stepLength(pattern)
      let sections = try pattern.node("sections").object()
      names = sections.names
      for name in Set(names).sorted() where node.sequence?.form?.nameSet.contains(name) == true {
        let count = min(try Pattern.stepCount(sections, name), SequencerSettings.stepLimit)
        guard count > 0 else { throw sections.expected("at least one step", name) }
        lengths.append((name, Tick(count) * step))
      }
    }
  }
}

extension Pattern {
  /// Returns the steps of a pattern's `sections`, in the order of its own form or that of the sequence.
  static func sectionSteps(_ object: DocumentObject, _ stepLength: Tick, _ key: UInt8) throws(DocumentProblem) -> [Step]
  {
    guard let form = try SectionForm(object) ?? object.sequence?.form else {
      throw object.expected("the order of the sections, here or for all tracks, such as \"A A B fill\"", "form")
    }
    let sections = try object.node("sections").object()
    var bases: [String: [Step]] = [:]
    for name in form.nameSet.sorted() where sections.contains(name) {
      let steps = try steps(sections, name, key)
      guard !steps.isEmpty else { throw sections.expected("at least one step", name) }
      bases[name] = steps
    }
    if !form.lengths.isEmpty { try checkFit(form, stepLength, object) }
    let count = { (name: String) in form.lengths[name].map { Int(clamping: $0 / stepLength) } ?? bases[name]?.count }
    var total = 0
    for name in form.names {
      guard let count = count(name) else {
        let meant = Suggestion.nearest(to: name, among: sections.names.sorted())
        throw object.expected("sections that the pattern has, not \"\(name)\"" + Suggestion.question(meant), "form")
      }
      total = total > SequencerSettings.stepLimit ? total : total + min(count, SequencerSettings.stepLimit + 1)
    }
    try charge(total, object, "sections")
    return form.names.flatMap { name in
      let (base, length) = (bases[name] ?? [.rest], count(name) ?? 0)
      return (0..<length).map { base[$0 % base.count] }
    }
  }

  /// Throws if the length of a section is not a whole number of steps.
  private static func checkFit(_ form: SectionForm, _ stepLength: Tick, _ object: DocumentObject)
    throws(DocumentProblem)
  {
    for name in form.nameSet.sorted() {
      guard let length = form.lengths[name], !length.isMultiple(of: stepLength) else { continue }
      throw object.expected(
        "steps of which section \"\(name)\", as the longest track has it, holds a whole number "
          + "(\(length) ticks, a step \(stepLength))", object.contains("step") ? "step" : "sections")
    }
  }
}
