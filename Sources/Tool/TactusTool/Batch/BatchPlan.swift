/// The plan for a list, made before the first song is rendered: every line is read and checked, even those of other
/// shards.
struct BatchPlan: Sendable {
  let list: BatchList
  private let options: BounceOptions
  /// The lines to bounce, 16 bytes each; they are read again when their songs are due.
  private var lines: [BatchList.Line] = []
  /// The lines whose outputs exist, if these are to be skipped.
  private var existing: [BatchList.Line] = []
  /// The number of songs in the list.
  private(set) var songCount = 0
  /// The number of this shard's songs that are skipped because their outputs exist.
  var skipped: Int { existing.count }
  /// The number of songs that play each bank.
  private(set) var bankUses: [BatchBanks.Key: Int] = [:]
  /// Whether songs play a bank that the search finds, because no option names one.
  var needsFoundBank: Bool { bankUses.keys.contains { $0.names.isEmpty } }

  /// - Parameters:
  ///   - shard: the songs to bounce.
  ///   - skipsExisting: whether to skip songs whose outputs exist and, if there is a manifest, are described by it.
  init(
    _ list: BatchList, _ options: BounceOptions, shard: Shard = .whole, skipsExisting: Bool = false,
    manifest: Manifest? = nil
  ) throws(ToolError) {
    self.list = list
    self.options = options
    var roles = FileRoles([(options.manifest, "the manifest"), (list.name, "the list")])
    try list.forEachLine { line throws(ToolError) in
      let item = try list.item(line, options)
      let exists = try roles.add(item, line: line.number, of: list.name)
      defer { songCount += 1 }
      guard shard.contains(songCount) else { return }
      guard !skipsExisting || !exists else { return existing.append(line) }
      lines.append(line)
      bankUses[item.bankKey, default: 0] += 1
    }
    if let manifest { try keepOnly(recordedIn: manifest) }
  }

  /// Adds songs whose outputs exist but must be made again, because the manifest does not describe them or says that
  /// they were made from other inputs.
  private mutating func keepOnly(recordedIn manifest: Manifest) throws(ToolError) {
    let candidates = existing
    existing = []
    var uses: [BatchBanks.Key: Int] = [:]
    for line in candidates { uses[try list.item(line, options).bankKey, default: 0] += 1 }
    let banks = BatchBanks(uses: uses, strict: options.strict)
    for line in candidates {
      let item = try list.item(line, options)
      if manifest.describes(item, banks) {
        existing.append(line)
      } else {
        lines.append(line)
        bankUses[item.bankKey, default: 0] += 1
      }
    }
    lines.sort { $0.number < $1.number }
  }

  /// The number of songs to bounce.
  var count: Int { lines.count }

  /// Returns a song to bounce.
  func item(_ index: Int) throws(ToolError) -> BatchItem { try list.item(lines[index], options) }
}
