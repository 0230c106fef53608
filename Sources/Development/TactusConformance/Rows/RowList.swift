/// A list of rows under construction, with common properties set once.
struct RowList {
  let section: ConformanceSection
  /// The default source of the rows added next.
  var source: String
  /// The default measurement of the rows added next.
  var reading: MeasuredValue
  /// The default tolerance of the rows added next.
  var tolerance: Double
  private(set) var rows: [ConformanceRow] = []

  init(_ section: ConformanceSection, _ source: String, _ reading: MeasuredValue, tolerance: Double) {
    self.section = section
    self.source = source
    self.reading = reading
    self.tolerance = tolerance
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - expected: the number that the source defines.
  ///   - subjects: the parts of the trial on which the row depends; see `ConformanceRow.Subject`.
  ///   - instead: the deliberate deviation and its reason; nil if there is none.
  mutating func add(
    _ name: String, _ expected: Double, _ trial: Trial, of subjects: ConformanceRow.Subject...,
    by reading: MeasuredValue? = nil, within tolerance: Double? = nil, from source: String? = nil,
    against reference: Trial? = nil, instead: (value: Double, reason: String)? = nil
  ) {
    add(
      name, expected, trial, of: subjects, by: reading, within: tolerance, from: source, against: reference,
      instead: instead)
  }

  /// Adds a row with a list of subjects.
  mutating func add(
    _ name: String, _ expected: Double, _ trial: Trial, of subjects: [ConformanceRow.Subject],
    by reading: MeasuredValue? = nil, within tolerance: Double? = nil, from source: String? = nil,
    against reference: Trial? = nil, instead: (value: Double, reason: String)? = nil
  ) {
    rows.append(
      ConformanceRow(
        section: section, name: name, source: source ?? self.source, expected: expected,
        tolerance: tolerance ?? self.tolerance,
        deviation: instead.map { ConformanceRow.Deviation(value: $0.value, reason: $0.reason) }, subjects: subjects,
        trial: trial, reference: reference, reading: reading ?? self.reading))
  }
}
