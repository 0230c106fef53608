/// The groups of channels that a program has set. Each group begins with its basic channel. A channel that belongs to
/// no group is disabled: it receives no messages.
struct BasicChannels {
  struct Group {
    /// The basic channel.
    let first: Int
    /// A constant of FluidSynth: 0 omni on, poly; 1 omni on, mono; 2 omni off, poly; 3 omni off, mono.
    let mode: Int32
    let count: Int

    var channels: Range<Int> { first..<first + count }
    var isMono: Bool { mode & 1 != 0 }
  }

  /// The group of each channel; nil for a disabled channel.
  private var groups: [Group?]

  /// Creates the groups of a new synthesizer: one group of all channels, omni on, poly.
  init(channelCount: Int) {
    groups = Array(repeating: Group(first: 0, mode: 0, count: channelCount), count: channelCount)
  }

  subscript(channel: Int) -> Group? { groups[channel] }

  /// Adds a group of channels that belong to no group yet. Returns nil if the mode does not exist, if there are not
  /// that many channels, or if one of them belongs to another group.
  ///
  /// - Parameter count: the number of channels, or 0 for all up to the next group. A group with omni off and poly has
  ///   one channel, whatever this is.
  mutating func add(first: Int, mode: Int32, count: Int) -> Group? {
    guard (0..<4).contains(mode), count >= 0, count <= groups.count - first else { return nil }
    let free = groups[first...].prefix { $0 == nil }.count
    let size = mode == 2 ? 1 : count == 0 ? max(1, free) : count
    guard size <= free else { return nil }
    let group = Group(first: first, mode: mode, count: size)
    for channel in group.channels { groups[channel] = group }
    return group
  }

  /// Removes the group of a basic channel. Returns false if the channel is not a basic channel.
  mutating func remove(basic channel: Int) -> Bool {
    guard let group = groups[channel], group.first == channel else { return false }
    for channel in group.channels { groups[channel] = nil }
    return true
  }

  mutating func removeAll() { groups = Array(repeating: nil, count: groups.count) }
}
