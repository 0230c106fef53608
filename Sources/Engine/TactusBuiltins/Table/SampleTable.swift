/// The properties of all samples of the bank, by the name of their set and in the order of their keys.
///
/// `Scripts/make-sample-table` writes the parts; a test compares the table with the samples.
enum SampleTable {
  static let facts = [part1, part2, part3].reduce(into: [:]) { $0.merge($1) { first, _ in first } }
}
