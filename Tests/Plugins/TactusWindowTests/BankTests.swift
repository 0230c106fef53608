import Synchronization
import TactusPlugin
import TactusSynth
import TactusWindow
import TestSupport
import Testing

/// What a window shows of a bank whose file has gone and comes back.
@Suite struct BankTests {
  /// A bank file that is missing at first.
  private final class LateBanks: PluginBanks {
    let builtIn: SoundBank
    let file: SoundBank
    let isThere = Atomic<Bool>(false)

    init() throws {
      builtIn = try SoundBank.click(sampleRate: 48_000)
      file = try SoundBank.compressed(programs: [3, 14])
    }

    func bank(atPath path: String) throws(PluginStateError) -> PluginBank {
      guard isThere.load(ordering: .relaxed) else { throw .missingBank("\(path): no such file") }
      return PluginBank(path: path, bank: file)
    }
  }

  @Test func aBankThatComesBackShowsItsPresets() throws {
    let banks = try LateBanks()
    let unit = PluginUnit(Plugins.sampler, banks: banks)
    let window = PluginWindow(unit, host: RecordingHost(unit), state: WindowState(Plugins.sampler))
    _ = window.update()
    #expect(window.bankTitle == "Bank: built-in" && window.bankPresets.map(\.program) == [0])
    let state = #"{"plugin": "tactus.sampler", "bank": "/songs/waves.sf3"}"#
    try unit.restore(Array(state.utf8))
    _ = window.update()
    #expect(window.bankTitle == "Missing: waves.sf3" && window.bankPresets.map(\.program) == [0])
    // the user puts the file back and chooses it in the list of banks: the path is the same as before
    banks.isThere.store(true, ordering: .relaxed)
    try unit.loadBank(path: "/songs/waves.sf3")
    _ = window.update()
    #expect(window.bankTitle == "Bank: waves.sf3" && window.bankPresets.map(\.program) == [3, 14])
  }
}
