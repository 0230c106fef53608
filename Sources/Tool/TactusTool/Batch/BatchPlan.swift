/// The plan for a list, made before the first song is rendered: every line is read and checked, even those of other
/// shards.
struct BatchPlan: Sendable {
  let list: BatchList
  private let options: BounceOptions
  /// The lines to bounce, 16 bytes each; they are read again when their songs are due.
  private var lines: [BatchList.Line] = []
  /// The number of songs in the list.
  private(set) var songCount = 0
  /// The number of this shard's songs that are skipped because their outputs exist.
  private(set) var skipped = 0
  /// The number of songs that play each bank.
  private(set) var bankUses: [BatchBanks.Key: Int] = [:]

  init(
    _ list: BatchList, _ options: BounceOptions, shard: Shard = .whole, skipsExisting: Bool = false
  ) throws(ToolError) {
    self.list = list
    self.options = options
    var roles = FileRoles()
    try list.forEachLine { line throws(ToolError) in
      let item = try list.item(line, options)
      let exists = try roles.add(item, line: line.number, of: list.name)
      defer { songCount += 1 }
      guard shard.contains(songCount) else { return }
      guard !skipsExisting || !exists else { return skipped += 1 }
      lines.append(line)
      bankUses[item.bankKey, default: 0] += 1
    }
  }

  /// The number of songs to bounce.
  var count: Int { lines.count }

  /// Returns a song to bounce.
  func item(_ index: Int) throws(ToolError) -> BatchItem { try list.item(lines[index], options) }
}
