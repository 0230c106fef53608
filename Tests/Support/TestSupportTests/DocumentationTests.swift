import Foundation
import Testing

/// What documents say of the repository: the types of the three walks exist, and links lead to files.
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

  /// All files below a folder whose names end in `suffix`.
  private static func files(under folder: String, _ suffix: String) throws -> [URL] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
    return paths.filter { $0.hasSuffix(suffix) }.map { root.appending(path: "\(folder)/\($0)") }
  }

  @Test func theTypesOfTheThreeWalksExist() throws {
    let text = try String(contentsOf: Self.root.appending(path: "Documentation/Architecture.md"), encoding: .utf8)
    let parts = text.components(separatedBy: "\n## Three walks\n")
    try #require(parts.count == 2, "Architecture.md has no section \"Three walks\"")
    let section = parts[1].components(separatedBy: "\n## ")[0]
    let named = Set(section.matches(of: /`([A-Z][A-Za-z0-9]*)`/).map { String($0.1) })
    #expect(named.count >= 15, "the walks name few types: \(named.sorted())")
    var declared: Set<String> = []
    for file in try Self.files(under: "Sources", ".swift") {
      let source = try String(contentsOf: file, encoding: .utf8)
      declared.formUnion(Self.typesDeclared(in: source))
    }
    #expect(named.subtracting(declared).sorted() == [])
  }

  /// Names of the types that a source declares.
  private static func typesDeclared(in source: String) -> [String] {
    source.split(separator: "\n").compactMap { line in
      guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return nil }
      return line.firstMatch(of: /\b(?:struct|class|enum|protocol|actor) ([A-Z][A-Za-z0-9]*)/).map { String($0.1) }
    }
  }

  @Test func declarationsAreFoundAndCommentsAreNot() {
    let source = "public final class First: Base {\n  package struct Second {\n/// a struct Third\nextension Fourth {"
    #expect(Self.typesDeclared(in: source) == ["First", "Second"])
  }

  @Test func linksBetweenDocumentsLeadToFiles() throws {
    let documents =
      try ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map { Self.root.appending(path: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) } + Self.files(under: "Documentation", ".md")
    #expect(documents.count > 15)
    for document in documents {
      let text = try String(contentsOf: document, encoding: .utf8)
      for match in text.matches(of: /\]\(([^)#\s]+)(?:#[^)]*)?\)/) {
        let link = String(match.1)
        guard !link.contains("://"), !link.hasPrefix("mailto:") else { continue }
        let target = document.deletingLastPathComponent().appending(path: link)
        #expect(FileManager.default.fileExists(atPath: target.path), "\(document.lastPathComponent): \(link)")
      }
    }
  }
}
