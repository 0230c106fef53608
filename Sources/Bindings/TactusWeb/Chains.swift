import TactusFiles
import TactusProcessors

/// A chain of MIDI effects as JavaScript holds it.
final class WebChain {
  let chain: ProcessorChain

  init(_ chain: ProcessorChain) { self.chain = chain }
}

/// Reads a chain document from bytes, which it takes over; null if it cannot be read.
@_cdecl("web_chain_open")
package func openChain(_ bytes: UnsafeMutableRawPointer, _ count: Int32) -> UnsafeMutableRawPointer? {
  var unknown: [String] = []
  do throws(DocumentError) {
    return hold(WebChain(try ProcessorChain(reading: FileBytes(taking: bytes, count), unknown: &unknown)))
  } catch { return fail(error.description) }
}
