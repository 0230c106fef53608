#if DEBUG
  // Release builds hide the bank's internals.
  import Foundation
  import TactusFiles
  import Testing

  @testable import TactusBuiltins

  @Suite struct SampleTableTests {
    /// The table agrees with the samples. After a deliberate change of a sound, run `Scripts/make-sample-table`.
    @Test func tableDescribesTheSamples() throws {
      let maker = BankMaker(name: "Tactus", table: [:])
      maker.addAll()
      var found: [String: [SampleFacts]] = [:]
      for recipe in maker.recipes { found[recipe.set, default: []].append(recipe.facts) }
      if let folder = ProcessInfo.processInfo.environment["TACTUS_SAMPLE_TABLE"] {
        return try SampleTableWriter(sets: found, order: maker.recipes.map(\.set)).write(to: folder)
      }
      #expect(Set(found.keys) == Set(SampleTable.facts.keys))
      for (name, facts) in found {
        #expect(SampleTable.facts[name] == facts, "\(name): run Scripts/make-sample-table after changing a sound")
      }
    }
  }

  /// Writes the table as Swift files.
  struct SampleTableWriter {
    let sets: [String: [SampleFacts]]
    let order: [String]

    func write(to folder: String) throws {
      var names: [String] = []
      for name in order where name != names.last { names.append(name) }  // a set's samples follow one another
      var parts: [[String]] = [[]]
      var lineCount = 0
      for name in names {
        let text = lines(of: name)
        if lineCount + text.count > 250 {
          parts.append([])
          lineCount = 0
        }
        parts[parts.count - 1] += text
        lineCount += text.count
      }
      for (index, part) in parts.enumerated() {
        let text = """
          // Written by Scripts/make-sample-table.
          extension SampleTable {
            static let part\(index + 1): [String: [SampleFacts]] = [
          \(part.joined(separator: "\n"))
            ]
          }

          """
        try text.write(toFile: "\(folder)/SampleTable+Part\(index + 1).swift", atomically: true, encoding: .utf8)
      }
    }

    private func lines(of name: String) -> [String] {
      ["    \"\(name)\": ["] + (sets[name] ?? []).map { "      \(text(of: $0))," } + ["    ],"]
    }

    private func text(of facts: SampleFacts) -> String {
      var text = ".init(\(facts.key), rate: \(facts.rate), frames: \(facts.frames)"
      if let loop = facts.loop { text += ", loop: \(loop.lowerBound)..<\(loop.upperBound)" }
      if facts.fall != 0 { text += ", fall: \(facts.fall)" }
      return text + ", loudness: \(facts.loudness))"
    }
  }
#endif
