/// The test whether a song need not be bounced again.
extension Manifest {
  /// Whether a line describes the bounce of a song from its present inputs, and the song's files exist with the expected
  /// sizes. False for a song from standard input, which can be read only once.
  func describes(_ item: BatchItem, _ banks: BatchBanks) -> Bool {
    guard item.song != "-", let inputs = try? inputs(of: item, banks) else { return false }
    return has(inputs, output: item.completedFile, notes: item.options.notes)
  }

  private func inputs(of item: BatchItem, _ banks: BatchBanks) throws(ToolError) -> ManifestInputs {
    let source = try BounceSource(path: item.song, strict: item.options.strict)
    var choice = try banks.bank(item.bankKey).choice
    if item.options.bank.isEmpty { choice.addBank(of: source) }
    return try ManifestInputs(song: (item.song, false, source.digest), choice, item.options, digests)
  }
}
