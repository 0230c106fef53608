import Foundation
import Testing

/// `tactus jitter` as a shell sees it.
@Suite struct JitterTests {
  @Test func table() throws {
    let run = try ToolRun("jitter", "--buffer", "64,2048", "--events", "8")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.hasPrefix("Onset errors in frames: 120 bpm, 48,000 Hz, buffers of 64…2048 frames\n"))
    for host in ["steady: ", "ramping: ", "jittery: ", "cycling: ", "broken: "] { #expect(run.output.contains(host)) }
    #expect(run.output.split(separator: "\n").count { $0.contains("  tactus  ") } == 6)
  }

  /// One host alone is shown buffer by buffer.
  @Test func oneHost() throws {
    let run = try ToolRun("jitter", "--host", "steady", "--buffer", "1000,64", "--events", "8")
    #expect(run.output.contains("    64  start   ") && run.output.contains(" 1,000  start   "))
    #expect(!run.output.contains("ramping: "))
  }

  @Test func json() throws {
    let run = try ToolRun("jitter", "--json", "--host", "steady", "--buffer", "512", "--events", "8", "--seed", "9")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let results = try #require(object["results"] as? [[String: Any]])
    #expect(results.map { $0["method"] as? String } == ["start", "fmod", "tactus"])
    #expect(results[2]["worstFrames"] as? Int == 0 && results[2]["missed"] as? Int == 0)
    #expect(object["rate"] as? Int == 48_000 && object["sampleRate"] == nil)
    #expect((results[0]["worstFrames"] as? Int ?? 0) > 100 && object["seed"] as? Int == 9)
  }

  @Test func picture() throws {
    let folder = try TemporaryFolder()
    let arguments = ["--buffer", "1,64", "--events", "4"]
    for name in ["a.svg", "b.svg", "c.png"] {
      let run = try ToolRun(["jitter", "-o", folder[name], "--size", "800x400"] + arguments)
      #expect(run.status == 0 && run.output.hasSuffix("\(name): picture of these results\n"), "\(run.errors)")
    }
    #expect(folder.bytes("a.svg") == folder.bytes("b.svg") && folder.text("a.svg").contains(">cycling</text>"))
    #expect(folder.bytes("c.png").prefix(4) == [0x89, 0x50, 0x4E, 0x47])
  }

  @Test func wrongCommandLines() throws {
    try ToolRun("jitter", "--host", "stedy").expectComplaint("no host 'stedy'", "did you mean 'steady'?", status: 2)
    try ToolRun("jitter", "--buffer", "0").expectComplaint("'0'", "--buffer", status: 2)
    try ToolRun("jitter", "--buffer", "64,x").expectComplaint("--buffer", status: 2)
    try ToolRun("jitter", "--tempo", "0").expectComplaint("--tempo 0 is outside 20 to 999 quarter notes", status: 2)
    try ToolRun("jitter", "--rate", "1").expectComplaint("--rate 1 is outside 8000 to 768000 frames", status: 2)
    try ToolRun("jitter", "--events", "1").expectComplaint("--events 1 is outside 4 to 4096", status: 2)
    try ToolRun("jitter", "-o", "x.gif").expectComplaint("does not end in .svg or .png", status: 2)
    try ToolRun("jitter", "-o", "x.png", "--theme", "auto").expectComplaint("a PNG cannot follow", status: 2)
    try ToolRun("jitter", "--events", "4", "-o", "/nowhere/x.svg").expectComplaint("/nowhere/x.svg")
  }
}
