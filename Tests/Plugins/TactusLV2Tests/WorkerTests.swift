import CLV2
import TactusLV2
import TactusPlugin
import Testing

/// JUCE's hosts run queued work after they have freed its instance.
@Suite("LV2: work")
struct WorkerTests {
  private static let plugins = Plugins.all.map(\.identifier)

  private func host(_ identifier: String) throws -> SimulatedHost {
    let plugin = try #require(Plugins.all.first { $0.identifier == identifier })
    let host = try #require(SimulatedHost(plugin))
    host.worksAfterCycles = false
    return host
  }

  @Test("the first cycles request no work, nor does a restored state", arguments: plugins)
  func firstCycles(_ identifier: String) throws {
    let host = try host(identifier)
    for cycle in 0..<3 {
      host.run(512)
      #expect(host.features.requests.take().isEmpty, "cycle \(cycle)")
    }
    let state = HostState()
    #expect(state.save(host) == 0)
    let second = try self.host(identifier)
    #expect(state.restore(second) == 0)
    for cycle in 0..<3 {
      second.run(512)
      #expect(second.features.requests.take().isEmpty, "cycle \(cycle) after a restore")
    }
  }

  @Test("work for an instance that has been freed is refused", arguments: plugins)
  func late(_ identifier: String) throws {
    for _ in 0..<50 {
      var requests: [[UInt8]] = []
      let (worker, handle): (LV2_Worker_Interface?, UnsafeMutableRawPointer)
      do {
        let host = try host(identifier)
        host.input.addSet(LV2Names.document, path: "/no/such.json")
        host.input.addSet(LV2Names.bank, path: "/no/such.sf2")
        host.run(64)
        requests = host.features.requests.take()
        (worker, handle) = (host.descriptor.worker, host.handle)
      }
      #expect(!requests.isEmpty)
      // another instance may get the same memory
      let second = try host(identifier)
      for request in requests {
        for handle in [handle, second.handle] {
          let status = worker?.work?(
            handle,
            { _, _, _ in
              Issue.record("a reply of an instance that has been freed")
              return 0
            }, nil, UInt32(request.count), request)
          #expect(status != 0)
        }
      }
    }
  }

  @Test("requests that no instance has made are refused")
  func foreign() throws {
    let host = try host("tactus.sampler")
    let worker = try #require(host.descriptor.worker)
    for count in [0, 1, 7, 8, 15, 16, 40, 5_000] {
      for value in [UInt8(0), 1, 2, 255] {
        let request = [UInt8](repeating: value, count: count)
        #expect(worker.work?(host.handle, { _, _, _ in 0 }, nil, UInt32(count), request) != 0)
      }
    }
  }
}
