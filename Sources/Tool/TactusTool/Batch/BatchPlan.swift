/// What is to be done of a list, found out before anything is: every line is read and checked, whichever shard it
/// belongs to.
struct BatchPlan: Sendable {
  let list: BatchList
  private let options: BounceOptions
  /// The lines that are bounced here, 16 bytes each; they are read again when their turn comes.
  private var lines: [BatchList.Line] = []
  /// How many songs the list has, and how many of this shard's were left out because their files are there.
  private(set) var songCount = 0
  private(set) var skipped = 0
  /// How many songs play each bank.
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

  /// How many songs are bounced.
  var count: Int { lines.count }

  /// A song that is bounced.
  func item(_ index: Int) throws(ToolError) -> BatchItem { try list.item(lines[index], options) }
}
