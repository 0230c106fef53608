/// Records the objects of a document that have been read, and the names of the members that were requested.
///
/// - Thread: control
package final class DocumentRecord {
  private var objects: [DocumentMembers] = []

  /// Creates an empty record.
  package init() {}

  /// Returns the paths of the members that were not requested, in the order of the document, up to a maximum. If the
  /// name of a requested member of the same object is similar, it is appended as a suggestion:
  /// `tracks[0].stesp (did you mean "steps"?)`.
  package func unknownMembers(most limit: Int) -> [String] {
    // an object can be read in several passes
    var asked: [String: Set<String>] = [:]
    for object in objects where !object.isAllAsked { asked[object.path.text] = [] }
    for object in objects where !asked.isEmpty {
      let path = object.path.text
      if asked[path] != nil { asked[path]?.formUnion(object.asked) }
    }
    let known = asked
    var paths: [String] = []
    for object in objects where !object.isAllAsked {
      let path = object.path.text
      for member in object.members where asked[path]?.contains(member.name) == false {
        if paths.count == limit { return paths }
        let meant = Suggestion.nearest(to: member.name, among: known[path]?.sorted() ?? [])
        asked[path]?.insert(member.name)
        let hint = meant.map { " (did you mean \"\($0)\"?)" } ?? ""
        paths.append(DocumentPath.member(member.name, of: object.path).text + hint)
      }
    }
    return paths
  }

  func members(_ members: [JSON.Member], _ path: DocumentPath) -> DocumentMembers {
    let object = DocumentMembers(members, path)
    objects.append(object)
    return object
  }
}

/// The members of an object of a document, and the names of those that were requested.
final class DocumentMembers {
  let members: [JSON.Member]
  let path: DocumentPath
  private(set) var asked: Set<String> = []
  /// The position of the last member with each name; nil if there are so few members that they are searched one by one.
  private lazy var positions: [String: Int]? = members.count > 16 ? Self.positions(members) : nil
  /// Whether all members were requested.
  var isAllAsked: Bool { members.allSatisfy { asked.contains($0.name) } }

  init(_ members: [JSON.Member], _ path: DocumentPath) { (self.members, self.path) = (members, path) }

  /// Returns a member's value, or nil if it is missing or null. If several members have the name, the last one counts.
  func value(_ name: String) -> JSON? {
    asked.insert(name)
    let position = positions.map { $0[name] } ?? members.lastIndex { $0.name == name }
    guard let position, members[position].value != .null else { return nil }
    return members[position].value
  }

  private static func positions(_ members: [JSON.Member]) -> [String: Int] {
    var positions: [String: Int] = [:]
    for (index, member) in members.enumerated() { positions[member.name] = index }
    return positions
  }
}
