import Foundation

/// The path of a request.
package enum RequestPath {
  /// Returns the decoded names of a path; nil if one of them could lead out of its folder, or is not a name.
  ///
  /// A path that ends in "/" has an empty last name.
  package static func names(in path: String) -> [String]? {
    guard path.hasPrefix("/") else { return nil }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    var names: [String] = []
    for (index, part) in parts.enumerated() {
      guard let name = String(part).removingPercentEncoding else { return nil }
      let isEnd = name.isEmpty && index == parts.count - 1
      guard isEnd || isName(name) else { return nil }
      names.append(name)
    }
    return names
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }
}
