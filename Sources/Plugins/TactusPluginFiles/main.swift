import TactusFileAccess
import TactusLV2
import TactusPlugin
import TactusVST3

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

// Writes the files that plug-in hosts read in addition to the library: `tactus-plugin-files lv2 FOLDER`, or
// `tactus-plugin-files vst3 FOLDER`; or prints the parameter tables for the documentation: `tactus-plugin-files table`.

/// Ends the program with an error message.
func fail(_ sentence: String) -> Never {
  let line = "tactus-plugin-files: \(sentence)\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
  exit(1)
}

func write(_ text: String, to path: String) throws {
  let output = try OutputFile.open(path)
  defer { output.cancel() }
  try Array(text.utf8).withUnsafeBytes { try output.append($0) }
  try output.commit()
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("lv2", 2):
  do {
    for file in LV2Bundle.files() { try write(file.text, to: "\(arguments[1])/\(file.name)") }
  } catch {
    fail("\(error)")
  }
case ("vst3", 2):
  do { try write(ModuleInfo.json(), to: "\(arguments[1])/moduleinfo.json") } catch { fail("\(error)") }
case ("table", 1): print(ParameterMarkdown.markdown(), terminator: "")
default: fail("lv2 FOLDER, vst3 FOLDER, or table")
}
