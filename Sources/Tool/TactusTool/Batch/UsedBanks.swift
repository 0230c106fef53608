import Tactus

/// The banks that the songs of a run were played with, for its last line.
struct UsedBanks: Sendable {
  /// The number of songs that each stack of banks has played, by its name.
  private var songs: [BytewiseString: Int] = [:]
  /// Whether songs were played with banks of their own, which are not named one by one.
  private var includesOwn = false

  /// The maximum number of banks that are named.
  private static var most: Int { 2 }

  /// Adds the banks of a song.
  mutating func add(_ banks: BankChoice) {
    switch banks.reason {
    case .embedded, .besideSong: includesOwn = true
    case .asked, .found, .builtIn: songs[BytewiseString(banks.words), default: 0] += 1
    }
  }

  /// The banks that have played the most songs: "bank piano.sf2", "banks piano.sf2, organ.sf2 and 3 others". Nil if no
  /// song was played.
  var words: String? {
    let names = songs.sorted { a, b in a.value == b.value ? a.key < b.key : a.value > b.value }.map { $0.key.text }
    guard !names.isEmpty else { return includesOwn ? "the songs' own banks" : nil }
    var parts = Array(names.prefix(Self.most))
    let rest = names.count - parts.count
    if rest > 0 { parts.append(rest == 1 ? "1 other" : "\(rest.grouped) others") }
    if includesOwn { parts.append("the songs' own") }
    guard let last = parts.popLast(), !parts.isEmpty else { return "bank \(names[0])" }
    return "banks \(parts.joined(separator: ", ")) and \(last)"
  }
}
