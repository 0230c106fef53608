import Tactus

/// What is bounced.
struct BounceSource {
  /// The file that it came from, - for standard input; nil for the demo.
  let path: String?
  /// Its name in sentences.
  let name: String
  /// What is played.
  let song: MIDIFile
  /// Its tempi, if they are not just those that it has.
  var tempoMap: TempoMap?
  /// The file with the song's own bank, and where that lies in it.
  var ownBank: (file: FileBytes, range: Range<Int>)?
  /// How much louder it is played with banks, the names of `--bank`, unless the user says something else; in decibels.
  func gain(with banks: [String]) -> Double {
    path == nil && (banks.isEmpty || banks == [BankChoice.builtInName]) ? Builtins.demoGain : 0
  }

  /// A song that was made of a file.
  init(_ song: MIDIFile, _ tempoMap: TempoMap, from path: String, name: String) {
    (self.song, self.tempoMap, self.path, self.name) = (song, tempoMap, path, name)
  }

  /// The song in a file; without one, the demo.
  init(path: String?, strict: Bool) throws(ToolError) {
    let file: FileBytes
    if let path { file = try InputFile.bytes(named: path) } else { file = Builtins.demoSong }
    song = try InputFile.song(in: file, strict: strict)
    (self.path, name) = (path, file.name)
    if case .rmid(let range?, _) = song.container { ownBank = (file, range) }
  }
}
