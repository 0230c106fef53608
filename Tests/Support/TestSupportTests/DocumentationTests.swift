import Foundation
import Testing

/// The documents' statements about the repository: the types in the three walks exist, and links lead to files.
@Suite struct DocumentationTests {
  /// The folder of Package.swift.
  private static let root: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      precondition(folder.path != "/", "no Package.swift above \(#filePath)")
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  /// All files below a folder whose names end in `suffix`, as paths from the root.
  private static func paths(under folder: String, _ suffix: String) throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
    return paths.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  @Test func theTypesOfTheThreeWalksExist() throws {
    let parts = try Self.text("Documentation/Architecture.md").components(separatedBy: "\n## Three walks\n")
    try #require(parts.count == 2, "Architecture.md has no section \"Three walks\"")
    let section = parts[1].components(separatedBy: "\n## ")[0]
    let named = Set(section.matches(of: /`([A-Z][A-Za-z0-9]*)`/).map { String($0.1) })
    #expect(named.count >= 15, "the walks name few types: \(named.sorted())")
    // a file is named after its type, so only those files need to be read
    let sources = try Self.paths(under: "Sources", ".swift")
    for name in named.sorted() {
      let files = try sources.filter { $0.hasSuffix("/\(name).swift") }.map(Self.text)
      #expect(files.contains { Self.declares(name, in: $0) }, "Sources/ declares no \(name)")
    }
  }

  /// A file that an event passes, and the functions it passes there.
  private struct Stop {
    var file: String
    var functions: [String]
    var source: String
    /// The names of all functions that it calls.
    var called: Set<String>

    init(row: String, sources: [String]) throws {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let name = cells[1].trimmingCharacters(in: ["`"])
      file = name
      functions = cells[2].matches(of: /`(\w+)`/).map { String($0.1) }
      let paths = sources.filter { $0.hasSuffix("/\(name)") }
      try #require(paths.count == 1 && !functions.isEmpty, "\(row): \(paths)")
      // comments would count as calls
      source = try DocumentationTests.text(paths[0]).replacing(/\/\/.*/, with: "")
      let withoutDeclarations = source.replacing(/func \w+/, with: "")
      called = Set(withoutDeclarations.matches(of: /(\w+)\(/).map { String($0.1) })
    }

    func declares(_ function: String) -> Bool { source.contains("func \(function)(") }
    func calls(_ function: String) -> Bool { called.contains(function) }
  }

  /// The path from a CLAP host's note to a voice is as short as Architecture.md says.
  @Test func aHostsNotePassesTenFiles() throws {
    let parts = try Self.text("Documentation/Architecture.md").components(
      separatedBy: "**A host's note reaches a voice.**")
    try #require(parts.count == 2, "Architecture.md has no third walk")
    let sources = try Self.paths(under: "Sources", ".swift")
    let stops = try parts[1].matches(of: /\n(\| \d+ \|.*)/).map { try Stop(row: String($0.1), sources: sources) }
    #expect((5...10).contains(stops.count), "\(stops.map(\.file))")
    #expect(Set(stops.map(\.file)).count == stops.count)
    for (index, stop) in stops.enumerated() {
      for function in stop.functions {
        #expect(stop.declares(function), "\(stop.file) has no \(function)")
        if index > 0 {
          let callers = stops.filter { $0.calls(function) }
          #expect(!callers.isEmpty, "no stop calls \(function) of \(stop.file)")
        }
      }
      if index > 0 {
        let isCalled = stops[..<index].contains { $0.calls(stop.functions[0]) }
        #expect(isCalled, "no stop before \(stop.file) calls its \(stop.functions[0])")
      }
    }
    let copying = stops.filter { $0.source.contains("TimedEvent(") }.map(\.file)
    #expect(copying == ["HostEventPort.swift"])
  }

  /// Whether a source declares the type.
  private static func declares(_ name: String, in source: String) -> Bool {
    source.split(separator: "\n").contains { line in
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "/" }
      guard let position = words.firstIndex(of: name[...]), position > 0, !words[0].hasPrefix("//") else {
        return false
      }
      return ["struct", "class", "enum", "protocol", "actor"].contains(words[position - 1])
    }
  }

  @Test func declarationsAreFoundAndCommentsAreNot() {
    let source =
      "public final class First: Base {\n  package struct Second<T> {\n/// a struct Third\nextension Fourth {"
    #expect(["First", "Second", "Third", "Fourth"].filter { Self.declares($0, in: source) } == ["First", "Second"])
  }

  @Test func theFilesThatContributingNamesExist() throws {
    let tracked = try Self.paths(under: "Sources", ".swift") + Self.paths(under: "Tests", ".swift")
    let named = try Self.text("CONTRIBUTING.md").matches(of: /`([A-Za-z+][^`\s]*)/).map { String($0.1) }
    var count = 0
    for name in named {
      if name.wholeMatch(of: /(?:Sources|Tests|Scripts|Documentation)\/\S+/) != nil {
        #expect(Self.exists(name), "CONTRIBUTING.md: there is no \(name)")
      } else if name.hasPrefix("+"), name.hasSuffix(".swift") {
        let found = tracked.filter { $0.hasPrefix("Sources/Engine/TactusSynth/Render/") && $0.hasSuffix(name) }
        #expect(found.count == 1, "CONTRIBUTING.md: \(name) is \(found)")
      } else if name.hasSuffix(".swift"), !name.contains("/") {
        let found = tracked.filter { $0.hasSuffix("/" + name) }
        #expect(found.count == 1, "CONTRIBUTING.md: \(name) is \(found)")
      } else {
        continue
      }
      count += 1
    }
    #expect(count > 80)
  }

  @Test func linksBetweenDocumentsLeadToFiles() throws {
    let documents = try ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"] + Self.paths(under: "Documentation", ".md")
    #expect(documents.count > 15)
    for document in documents {
      let folder = document.split(separator: "/").dropLast().joined(separator: "/")
      for match in try Self.text(document).matches(of: /\]\(([^)#\s]+)(?:#[^)]*)?\)/) {
        let link = String(match.1)
        guard !link.contains("://"), !link.hasPrefix("mailto:") else { continue }
        #expect(Self.exists(folder.isEmpty ? link : "\(folder)/\(link)"), "\(document): \(link)")
      }
    }
  }
}
