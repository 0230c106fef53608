import Synchronization
import Tactus

/// The banks of a batch. Each file is mapped once. Each stack of banks is prepared once, when the first song needs it,
/// and released when the last song that uses it is done.
///
/// - Thread: any
final class BatchBanks: Sendable {
  /// The identity of a stack of banks.
  struct Key: Hashable, Sendable {
    /// The names given by options; empty for the bank that the search finds.
    var names: [String] { exactNames.map(\.text) }
    private let exactNames: [BytewiseString]
    let velocityFilter: VelocityFilter

    init(names: [String], velocityFilter: VelocityFilter) {
      exactNames = names.map(BytewiseString.init)
      self.velocityFilter = velocityFilter
    }

    /// The paths of the files.
    var paths: [BytewiseString] { names.map { BytewiseString(BankChoice.path(in: $0)) } }
  }

  /// A prepared bank.
  struct Bank: Sendable {
    let choice: BankChoice
    let bank: SoundBank
  }

  private struct State {
    var uses: [Key: Int]
    var banks: [Key: Result<Bank, ToolError>] = [:]
    /// The mapped files, by path.
    var fonts: [BytewiseString: SoundFont] = [:]
    /// The number of stacks that still use each file, by path.
    var wants: [BytewiseString: Int] = [:]
    var opened: [(name: String, times: Int)] = []
    var remarks: [String] = []
  }

  private let state: Mutex<State>
  private let strict: Bool

  /// - Parameter uses: the number of songs that play each bank.
  init(uses: [Key: Int], strict: Bool) {
    var state = State(uses: uses)
    for path in uses.keys.flatMap(\.paths) { state.wants[path, default: 0] += 1 }
    self.state = Mutex(state)
    self.strict = strict
  }

  /// Returns the bank of a song; other callers wait while it is being opened.
  func bank(_ key: Key) throws(ToolError) -> Bank {
    try state.withLock { state -> Result<Bank, ToolError> in
      if let known = state.banks[key] { return known }
      let bank = Result { () throws(ToolError) in try open(key, &state) }
      state.banks[key] = bank
      return bank
    }.get()
  }

  /// Marks a song as done; banks that no other song needs are released.
  func leave(_ key: Key) {
    state.withLock { state in
      state.uses[key, default: 1] -= 1
      guard state.uses[key] == 0 else { return }
      state.banks[key] = nil
      for path in key.paths {
        state.wants[path, default: 1] -= 1
        if state.wants[path] == 0 { state.fonts[path] = nil }
      }
    }
  }

  /// How often each file was opened, in the order of first use.
  var opened: [(name: String, times: Int)] { state.withLock { $0.opened } }
  /// The remarks for the user.
  var remarks: [String] { state.withLock { $0.remarks } }

  private func open(_ key: Key, _ state: inout State) throws(ToolError) -> Bank {
    let choice: BankChoice
    if key.names.isEmpty {
      choice = try .found()
      state.remarks += choice.remarks
      choice.layers.forEach { Self.count($0.font.file.name, &state) }
    } else {
      choice = try .asked(key.names) { path throws(ToolError) in
        let key = BytewiseString(path)
        if let font = state.fonts[key] { return font }
        let font = try BankChoice.font(at: path, strict: strict)
        Self.count(font.file.name, &state)
        state.fonts[key] = font
        return font
      }
    }
    return Bank(choice: choice, bank: choice.soundBank(velocityFilter: key.velocityFilter))
  }

  private static func count(_ name: String, _ state: inout State) {
    if let index = state.opened.firstIndex(where: { $0.name == name }) {
      state.opened[index].times += 1
    } else {
      state.opened.append((name, 1))
    }
  }
}
