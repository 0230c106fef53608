import Foundation
import TactusFiles
import TactusProcessors
import TestSupport
import Testing

/// Documents of chains: the guide, the examples.
@Suite("Documents of functions") struct FunctionDocumentTests {
  @Test("the guide names every function and members that are read, and no others")
  func guide() {
    #expect(Set(FunctionGuide.functions.map(\.word)) == Set(MIDIFunction.words))
    for function in FunctionGuide.functions {
      // without the members that a document must have
      let needed = ["source": "\"pitchWheel\"", "target": "\"pitchWheel\"", "scale": "\"C major\""]
      for member in function.members + FunctionGuide.common {
        var members = needed.filter { name, _ in
          name != member.name && function.members.contains { $0.name == name }
            && !["pressure", "velocity"].contains(function.word)
        }
        if function.word == "transpose", member.name == "steps" || member.name == "scale" { members["steps"] = "1" }
        members[member.name] = "{\"nothing\": []}"
        let text = members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ")
        let document = "{\"functions\": [{\"function\": \"\(function.word)\", \(text)}]}"
        var unknown: [String] = []
        let path = "functions[0].\(member.name)"
        do throws(DocumentError) {
          let file = FileBytes(copying: Array(document.utf8), name: "x")
          _ = try ProcessorChain(reading: file, unknown: &unknown)
          #expect(!unknown.contains(path), "\(document)")
        } catch {
          #expect("\(error)".contains(path), "\(document): \(error)")
        }
      }
    }
  }

  @Test("the examples are chains of which everything is known")
  func examples() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Examples/Chains")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
    #expect(names.count >= 4)
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      var unknown: [String] = []
      let chain = try ProcessorChain(reading: FileBytes(copying: bytes, name: name), unknown: &unknown)
      #expect(unknown.isEmpty && !chain.links.isEmpty, "\(name)")
      _ = try ChainProcessor(chain)
    }
  }
}
