import Tactus

/// The song to bounce.
struct BounceSource {
  /// The path of its file, - for standard input; nil for a demo.
  let path: String?
  /// The name in messages.
  let name: String
  /// The song.
  let song: MIDIFile
  /// The demo, if there is no path.
  private(set) var demo = Demo()
  /// The tempo map, if it is not that of the song.
  var tempoMap: TempoMap?
  /// Whether options such as `--bars` have set the length of the song, so that a loop of all of it is intended.
  var hasGivenLength = false
  /// Whether a sequence has played the song, so that End of Track is its exact end.
  private(set) var hasExactEnd = false
  /// The file of the song; nil if the song does not come from a file.
  private var file: FileBytes?
  /// The file with the song's own bank, the bank's range in it, and the song of the file.
  private(set) var ownBank: (file: FileBytes, range: Range<Int>, song: MIDIFile)?

  /// The path of a bank beside the song's file that has its name: for `song.mid`, `song.sf2`, `song.sf3`, `song.sbk` or
  /// `song.dls`, also in capitals. Nil if there is none.
  var bankBeside: String? {
    guard let path, path != "-", file != nil else { return nil }
    let stem = FilePath.folder(of: path) + OutputFolder.stem(of: path)
    return ["sf2", "sf3", "sbk", "dls", "SF2", "SF3", "SBK", "DLS"].lazy.map { "\(stem).\($0)" }.first(
      where: SameFile.isRegular)
  }

  /// Whether the song has a bank of its own, embedded or beside it.
  var hasOwnBank: Bool { ownBank != nil || bankBeside != nil }

  /// Returns the default gain in decibels with the banks given by `--bank`.
  func gain(with banks: [String]) -> Double {
    path == nil && (banks.isEmpty || banks == [BankChoice.builtInName]) ? demo.gain : 0
  }

  /// The SHA-256 of the song's file, or of an empty sequence of bytes if the song does not come from a file.
  var digest: String { fileDigest ?? SHA256.digest(of: .init(start: nil, count: 0)) }
  /// The SHA-256 of the song's file; nil if the song does not come from a file.
  var fileDigest: String? { file.map { SHA256.digest(of: $0) } }

  /// Creates a source from a song that a sequence has played.
  ///
  /// - Parameter original: the song of the MIDI file from which the sequence was read, whose own bank plays the song;
  ///   nil if the sequence was read from a document.
  init(_ song: MIDIFile, _ tempoMap: TempoMap, from path: String, name: String, original: BounceSource? = nil) {
    (self.song, self.tempoMap, self.path, self.name) = (song, tempoMap, path, name)
    (file, ownBank) = (original?.file, original?.ownBank)
    hasExactEnd = true
  }

  /// Reads the song in a file, or creates a demo.
  init(path: String?, strict: Bool, demo: Demo = Demo()) throws(ToolError) {
    let file = try path.map { (path) throws(ToolError) in try InputFile.bytes(named: path) } ?? demo.file
    try self.init(file, path: path, strict: strict, demo: demo)
  }

  /// Reads the song in a file that was read already.
  init(_ file: FileBytes, path: String?, strict: Bool, demo: Demo = Demo()) throws(ToolError) {
    self.demo = demo
    song = try InputFile.song(in: file, strict: strict, takesBank: true)
    // what remains of a download that was cut off, for example
    guard !song.tracks.isEmpty else {
      throw ToolError(file.name, "the file contains no track, only a header; it is incomplete, so fetch it again")
    }
    (self.path, name, self.file) = (path, file.name, file)
    if case .rmid(let range?, _) = song.container { ownBank = (file, range, song) }
  }
}
