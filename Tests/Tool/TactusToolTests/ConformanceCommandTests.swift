import TactusTool
import Testing

/// `tactus conformance` as a shell sees it.
@Suite struct ConformanceCommandTests {
  @Test func aSectionAsText() throws {
    let run = try ToolRun("conformance", "--section", "zones")
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.contains("0 failed") == true)
    #expect(lines.contains { $0.contains("keyRange 50–60, key 61") && $0.hasSuffix("ok") })
    #expect(!run.output.contains("Pitch"))
  }

  @Test func sectionsAsJSON() throws {
    let run = try ToolRun("conformance", "--section", "zones", "--section", "pan", "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("{"))
    for word in [
      #""kind": "conformance""#, #""section": "zones""#, #""section": "pan""#, #""failed": 0"#, #""verdict": "ok""#,
    ] {
      #expect(run.output.contains(word), "\(word)")
    }
  }

  @Test func mistakes() throws {
    try ToolRun("conformance", "--section", "colour").expectComplaint("no section 'colour'", "zones", status: 2)
    try ToolRun("conformance", "--section", "filtre").expectComplaint("did you mean 'filter'?", status: 2)
    try ToolRun("conformance", "--json", "--markdown").expectComplaint("exclude each other", status: 2)
  }
}
