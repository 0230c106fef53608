import TactusTool

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The law for the program: with any small song, however damaged, every command ends with a documented exit code, and
/// uses no more processor time than its events, those of its effects and two seconds of sound need.
///
/// An input is a byte that chooses the command, and the song.
package enum CommandFuzzing {
  /// The command lines, without the song and the output file.
  private static let commands: [[String]] = [
    ["inspect"], ["inspect", "--json"], ["events"], ["events", "--json"], ["midi"], ["chords"], ["sequence"],
    ["sequence", "--events", "--bars", "2"], ["bounce", "--to", "2", "--tail", "0"],
    ["bounce", "--from", "1", "--to", "2", "--rate", "8000", "--tail", "0"],
    ["bounce", "--to", "1", "--tail", "0", "--rate", "8000", "--stems", "tracks"],
    ["bounce", "--to", "1", "--tail", "0", "--rate", "8000", "--chain", "CHAIN"],
    ["process", "--chain", "CHAIN"], ["picture"],
  ]

  /// Effects that keep time.
  private static let chain = """
    {"effects": [{"effect": "arpeggiator", "rate": "1/16"}, {"effect": "echo", "milliseconds": 20, "repeats": 2}]}
    """

  /// Writes the song of an input, a bank and a chain into a folder, and returns the command line.
  package static func prepare(_ bytes: [UInt8], in folder: String) -> [String] {
    let (song, bank, chain) = (folder + "/song.mid", folder + "/bank.sf2", folder + "/chain.json")
    write(Array(bytes.dropFirst()), to: song)
    write(FileFuzzing.bankSeeds.first ?? [], to: bank)
    write(Array(Self.chain.utf8), to: chain)
    let command = commands[Int(bytes.first ?? 0) % commands.count].map { $0 == "CHAIN" ? chain : $0 }
    let ending: String? =
      switch command[0] {
      case "bounce": command.contains("--stems") ? "/" : ".wav"
      case "process": ".mid"
      case "picture": ".svg"
      default: nil
      }
    return [command[0], song] + command.dropFirst() + (ending.map { ["-o", folder + "/out" + $0] } ?? [])
      + (command[0] == "bounce" ? ["--bank", bank, "--quiet", "--threads", "1"] : [])
  }

  /// Returns the processor time in seconds that a command may take with AddressSanitizer on a slow machine. `process` may
  /// take longer, because it processes the whole song, and a chain may generate a million events (``ChainWork``).
  private static func budget(_ command: String) -> Double { command == "process" ? 30 : 8 }

  /// Runs the command in this process, whose standard output the fuzzer has closed.
  static func violation(_ bytes: [UInt8]) -> String? {
    let arguments = prepare(bytes, in: scratch)
    let start = processorSeconds
    let status = CommandRunner.run(arguments).code
    let seconds = processorSeconds - start
    if status > 2 { return "\(arguments.joined(separator: " ")): exit code \(status)" }
    return seconds <= budget(arguments[0]) ? nil : "\(arguments.joined(separator: " ")): \(seconds) s"
  }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static let scratch: String = {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((parent + "/tactus-fuzz-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { fatalError("cannot make a folder in \(parent)") }
    return String(cString: made)
  }()

  private static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "wb") else { fatalError("cannot write \(path)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  /// Each command with a song.
  static var seeds: [[UInt8]] {
    commands.indices.flatMap { index in FileFuzzing.songSeeds.map { [UInt8(index)] + $0 } }
  }
}
