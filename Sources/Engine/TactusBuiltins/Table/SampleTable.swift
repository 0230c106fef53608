/// The properties of all samples of the bank, by the name of their set and in the order of their keys.
///
/// `Scripts/make-sample-table` writes the parts; a test compares the table with the samples.
enum SampleTable {
  static let facts: [String: [SampleFacts]] = [part1, part2, part3].reduce(into: [:]) { table, part in
    for (name, facts) in part { table[name] = facts }
  }
}
