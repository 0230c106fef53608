import TactusFiles
import TactusMIDI
import TactusSynth

extension MissingPreset {
  /// The sentence "the bank has no drum kit 25 (TR-808 Kit); drum kit 0 (Standard Kit) plays instead (12 notes)";
  /// numbers count from 0, as in banks.
  var sentence: String {
    let instead = substitute.map { "\(Self.name($0.bank, $0.program)) plays instead" } ?? "nothing plays instead"
    return "the bank has no \(Self.name(bank, program)); \(instead) (\(notes.counted("note")))"
  }

  /// The JSON object.
  var json: JSON {
    [
      "bank": JSON(bank), "program": JSON(program), "noteCount": JSON(notes),
      "substitute": substitute.map { ["bank": JSON($0.bank), "program": JSON($0.program)] } ?? nil,
    ]
  }

  private static func name(_ bank: Int, _ program: Int) -> String {
    switch bank {
    case 128: "drum kit \(program) (\(GeneralMIDI.kitName(program)))"
    case 126: "sound-effect kit \(program) (bank 126)"
    case 0: "program \(program) (\(GeneralMIDI.programName(program)))"
    default: "bank \(bank) program \(program) (of \(GeneralMIDI.programName(program)))"
    }
  }
}
