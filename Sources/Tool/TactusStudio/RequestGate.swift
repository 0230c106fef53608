import FlyingFox

/// Decides which requests are answered: those that carry the token in their address, and come from the studio's own
/// page, or from the address bar of a browser.
///
/// Other pages in the same browser can send requests to this computer too. They do not know the token, and even if they
/// did, the browser would name them in `Origin` and `Sec-Fetch-Site`; they can then open the studio in a window, but read
/// nothing of it. A page whose host name is made to point to this
/// computer (DNS rebinding) has another `Host`.
package struct RequestGate: Sendable {
  package let token: String
  package let port: UInt16

  package init(token: String, port: UInt16) { (self.token, self.port) = (token, port) }

  /// Returns 128 random bits in hexadecimal digits.
  package static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<16).map { _ in
      let byte = UInt8.random(in: .min ... .max, using: &generator)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Returns the names in the path after the token; nil if the request is not answered.
  package func admit(_ request: HTTPRequest) -> [String]? {
    guard let host = request.headers[.host], hosts.contains(host) else { return nil }
    if let origin = request.headers[HTTPHeader("Origin")], origin != "http://" + host { return nil }
    if let site = request.headers[HTTPHeader("Sec-Fetch-Site")], site != "same-origin", site != "none",
      !opensWindow(request)
    {
      return nil
    }
    guard let names = RequestPath.names(in: request.target.path()), let first = names.first, isToken(first) else {
      return nil
    }
    return Array(names.dropFirst())
  }

  /// Whether the browser opens the address in a window, as it does for a ``LaunchPage``.
  private func opensWindow(_ request: HTTPRequest) -> Bool {
    request.method == .GET && request.headers[HTTPHeader("Sec-Fetch-Mode")] == "navigate"
      && request.headers[HTTPHeader("Sec-Fetch-Dest")] == "document"
  }

  private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

  /// Compares in a time that does not depend on the number of equal characters.
  private func isToken(_ text: String) -> Bool {
    guard text.utf8.count == token.utf8.count else { return false }
    return zip(text.utf8, token.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
