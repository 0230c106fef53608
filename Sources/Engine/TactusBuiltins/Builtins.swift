import TactusFiles

/// What Tactus brings along, made in code: a General MIDI bank and a demo song, so that everything runs with no file at
/// hand.
public enum Builtins {
  /// What messages call the built-in bank; knowing it does not make the bank.
  public static let bankName = "built-in bank"

  /// The built-in bank, made when it is first asked for and kept.
  ///
  /// - Thread: control
  public static let bank = FileBytes(copying: makeBank(), name: bankName)

  /// The built-in General MIDI bank as a SoundFont 2 file: 128 programs and nine drum kits on bank 128.
  ///
  /// The bytes are the same in every run and on every platform.
  /// - Thread: control
  public static func makeBank() -> [UInt8] {
    let maker = BankMaker(name: "Tactus")
    maker.addPianos()
    maker.addMallets()
    maker.addOrgans()
    maker.addGuitars()
    maker.addBasses()
    maker.addStrings()
    maker.addEnsembles()
    maker.addBrass()
    maker.addReeds()
    maker.addPipes()
    maker.addLeads()
    maker.addPads()
    maker.addSynthEffects()
    maker.addWorldInstruments()
    maker.addPercussiveInstruments()
    maker.addSoundEffects()
    maker.addKits()
    do { return try maker.bank.write() } catch { preconditionFailure("the built-in bank is unsound: \(error)") }
  }

  /// The demo song: about a minute that shows the bank.
  ///
  /// - Thread: control
  public static func makeDemoSong() -> MIDIFile { DemoSong.make() }

  /// The demo song as a Standard MIDI File, made when it is first asked for and kept.
  ///
  /// - Thread: control
  public static let demoSong = FileBytes(copying: makeDemoSongBytes(), name: "built-in demo song")

  /// The gain in decibels that brings the demo, played with the built-in bank, to an integrated loudness of −16 LUFS.
  ///
  /// Its true peak then stays below −1 dBTP, so nothing has to be limited.
  public static let demoGain = 9.4

  /// The bytes of the demo song as a Standard MIDI File, the same in every run and on every platform.
  ///
  /// - Thread: control
  public static func makeDemoSongBytes() -> [UInt8] {
    do { return try makeDemoSong().written() } catch { preconditionFailure("the demo song is unsound: \(error)") }
  }
}
