import CLV2
import Foundation
import TactusLV2
import TactusPlugin
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The names that hosts read from a MIDNAM document.
@Suite("LV2: names of keys and presets")
struct LV2NoteNameTests {
  private func names(_ host: SimulatedHost) -> LV2_Midnam_Interface? {
    host.descriptor.extension_data?("http://ardour.org/lv2/midnam#interface")?.load(as: LV2_Midnam_Interface.self)
  }

  private func text(
    _ host: SimulatedHost, _ function: (@convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutablePointer<CChar>?)?
  ) throws -> String? {
    let table = try #require(names(host))
    guard let text = function?(host.handle) else { return nil }
    defer { table.free?(text) }
    return String(cString: text)
  }

  @Test("the document is well formed, and has the kit's keys and the bank's presets")
  func document() throws {
    let host = try #require(SimulatedHost(Plugins.sampler))
    let table = try #require(names(host))
    let document = try #require(try text(host, table.midnam))
    let model = try #require(try text(host, table.model))
    let parser = XMLParser(data: Data(document.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(document.contains("<Model>\(model)</Model>"))
    #expect(document.contains("<Note Number=\"36\" Name=\"Bass Drum 1\"/>"))
    #expect(document.contains("<ChannelNameSetAssign Channel=\"10\" NameSet=\"Part 10\"/>"))
    #expect(document.contains("<ChannelNameSetAssign Channel=\"1\" NameSet=\"Instruments\"/>"))
    #expect(document.contains("<Patch Number=\"0\" Name=") && document.contains("<PatchBank Name=\"Drum kits\">"))
    #expect(document.split(separator: "<AvailableChannel ").count - 1 == 32)
    let other = try #require(SimulatedHost(Plugins.sampler))
    #expect(try text(other, table.model) != model, "each instance has a model of its own")
  }

  @Test("plug-ins without sound have no names, and calls without an instance do nothing") func none() throws {
    for plugin in [Plugins.sequencer, Plugins.arpeggiator] {
      let host = try #require(SimulatedHost(plugin))
      let table = try #require(names(host))
      let (document, model) = (try text(host, table.midnam), try text(host, table.model))
      #expect(document == nil && model == nil)
      #expect(table.midnam?(nil) == nil)
      table.free?(nil)
    }
  }
}
