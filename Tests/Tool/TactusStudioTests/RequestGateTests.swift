import FlyingFox
import TactusStudio
import Testing

@Suite struct RequestGateTests {
  private let gate = RequestGate(token: "0123456789abcdef", port: 7350)

  private func admitted(_ path: String, _ headers: [String: String] = [:]) -> [String]? {
    var all: HTTPHeaders = [.host: "127.0.0.1:7350"]
    for (name, value) in headers { all[HTTPHeader(name)] = value }
    return gate.admit(
      HTTPRequest(
        method: .GET, version: .http11, target: .init(path: path, query: ""), headers: all, body: HTTPBodySequence()))
  }

  @Test func thePageIsAdmitted() {
    #expect(admitted("/0123456789abcdef/Studio/") == ["Studio", ""])
    #expect(admitted("/0123456789abcdef/a", ["Host": "localhost:7350", "Origin": "http://localhost:7350"]) == ["a"])
    for site in ["same-origin", "none"] { #expect(admitted("/0123456789abcdef/a", ["Sec-Fetch-Site": site]) == ["a"]) }
  }

  @Test(arguments: [
    "/", "/Studio/", "/0123456789abcdeg/a", "/0123456789abcde/a", "/0123456789abcdef0/a", "//0123456789abcdef/a",
  ])
  func othersNeedTheToken(path: String) { #expect(admitted(path) == nil) }

  @Test(arguments: [
    ["Host": "evil.example"], ["Host": "evil.example:7350"], ["Host": "127.0.0.1"], ["Host": "127.0.0.1:80"],
    ["Origin": "null"], ["Origin": "http://evil.example"], ["Origin": "https://127.0.0.1:7350"],
    ["Origin": "http://localhost:7350"], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
  ]) func otherPagesAreRefused(headers: [String: String]) {
    #expect(admitted("/0123456789abcdef/a", headers) == nil)
  }

  /// The file that starts the browser leads to the studio from another origin; it opens a window, and nothing else.
  @Test func aWindowIsOpenedFromElsewhere() {
    let open = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]
    #expect(admitted("/0123456789abcdef/Studio/", open) == ["Studio", ""])
    #expect(admitted("/Studio/", open) == nil)
    #expect(admitted("/0123456789abcdef/a", open.merging(["Sec-Fetch-Dest": "iframe"]) { $1 }) == nil)
    #expect(admitted("/0123456789abcdef/a", open.merging(["Sec-Fetch-Mode": "no-cors"]) { $1 }) == nil)
  }

  @Test func tokensAreLongAndDiffer() {
    let tokens = (0..<100).map { _ in RequestGate.randomToken() }
    #expect(Set(tokens).count == 100 && tokens.allSatisfy { $0.utf8.count == 32 })
  }
}
