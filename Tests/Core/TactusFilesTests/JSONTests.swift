import TactusFiles
import TestSupport
import Testing

/// Reading of JSON.
@Suite struct JSONTests {
  private func read(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSON {
    let file = FileBytes(copying: bytes, name: "")
    defer { withExtendedLifetime(file) {} }
    return try JSON(reading: file.bytes)
  }

  private func read(_ text: String) throws(JSONSyntaxError) -> JSON { try read(Array(text.utf8)) }

  private func error(_ text: String) -> JSONSyntaxError? {
    do {
      _ = try read(text)
      return nil
    } catch { return error }
  }

  @Test func values() throws {
    #expect(try read(" null ") == .null && read("true") == true && read("false") == false)
    #expect(try read("-12") == .integer(-12) && read("9223372036854775807") == .integer(.max))
    #expect(try read("9223372036854775808") == .digits("9223372036854775808"))
    #expect(try read("1.5e3") == .number(1500) && read("-0.0") == .number(-0.0) && read("0") == 0)
    #expect(try read(#""a\"\\\/\b\f\n\r\tä\u00e4\ud83d\ude00\ud800""#) == "a\"\\/\u{8}\u{C}\n\r\tää😀\u{FFFD}")
    // a lone high surrogate does not swallow the escape after it
    #expect(try read(#""\ud800\u0041\ud800\ud83d\ude00\ud800\n""#) == "\u{FFFD}A\u{FFFD}😀\u{FFFD}\n")
    #expect(try read("[]") == [] && read(" [ 1 , [ ] , {} ] ") == [1, [], [:]])
    #expect(try read(#"{"a":1,"b":{"a":2}}"#) == ["a": 1, "b": ["a": 2]])
    #expect(try read("\u{FEFF}[1]") == [1])
  }

  @Test(arguments: [
    ("", 1, 1, "a value"), ("[1,\n  2", 2, 4, "\",\" or \"]\""), ("{\"a\" 1}", 1, 6, "\":\" after a name"),
    ("{a:1}", 1, 2, "a name in quotes"), ("[1,]", 1, 4, "a value"), ("[01]", 1, 3, "\",\" or \"]\""),
    ("\"a", 1, 3, "the end of a text: \""), ("\"\u{1}\"", 1, 2, "no control characters in a text"),
    ("-", 1, 2, "a digit"),
    ("1.", 1, 3, "a digit"), ("tru", 1, 1, "true"), ("[1] 2", 1, 5, "the end of the document"),
    ("\"\\x\"", 1, 2, "one of \" \\ / b f n r t u after a backslash"),
    ("1e999", 1, 1, "a number that a Double can hold"),
    ("\"\\u12g4\"", 1, 6, "four hexadecimal digits"), ("+1", 1, 1, "a value"), ("NaN", 1, 1, "a value"),
  ])
  func defects(text: String, line: Int, column: Int, expected: String) throws {
    let found = error(text)
    let error = try #require(found)
    #expect(error.line == line && error.column == column && error.expected == expected, "\(error)")
  }

  /// Comments are allowed wherever white space is, and only there.
  @Test func comments() throws {
    #expect(try read("// a line\r\n[1, /* two\nlines ** / */ 2] // the end") == [1, 2])
    #expect(try read("/**/{/* a */\"a\"/* b */:/* c */1/* d */,// e\n\"b\"://f\n2/***/}/* g */") == ["a": 1, "b": 2])
    #expect(
      try read(#"["// no comment", "/* nor this */", "http://x"]"#) == ["// no comment", "/* nor this */", "http://x"])
    #expect(try read("[1]//") == [1] && read("\u{FEFF}//\n[]") == [])
  }

  @Test(arguments: [
    ("[1] /* x", 1, 5, "the end of a comment: */"), ("\n /*/", 2, 2, "the end of a comment: */"),
    ("[1 / 2]", 1, 4, "\",\" or \"]\""), ("/", 1, 1, "a value"), ("tr/**/ue", 1, 1, "true"), ("// x", 1, 5, "a value"),
    ("1/", 1, 2, "the end of the document"), ("# x\n1", 1, 1, "a value"),
  ])
  func defectiveComments(text: String, line: Int, column: Int, expected: String) throws {
    let found = error(text)
    let error = try #require(found)
    #expect(error.line == line && error.column == column && error.expected == expected, "\(error)")
  }

  /// The depth is limited for any kind of nesting.
  @Test func depth() throws {
    for pair in [("[", "]"), ("{\"a\":", "}")] {
      let limit = JSON.depthLimit
      let deep = { String(repeating: pair.0, count: $0) + "1" + String(repeating: pair.1, count: $0) }
      #expect(error(deep(limit)) == nil)
      #expect(error(deep(limit + 1))?.expected.hasPrefix("at most \(limit)") == true)
      #expect(error(String(repeating: pair.0, count: 1_000_000)) != nil)
    }
  }

  /// Any bytes give a value, or an error with a position in them; and a value that was read, written and read again is
  /// the same.
  @Test func anyBytes() {
    let start = Array(#"{"a":[1,-2.5e3,"x\u00e4\n",null,true,{"b":[]}],"c":0.1}"#.utf8)
    for seed: UInt64 in 0..<UInt64(rounds(3000)) {
      var random = SeededGenerator(seed: seed)
      var bytes = start
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let position = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[position] = Array(#"{}[]",:\0-.eu"#.utf8).randomElement(using: &random)!
        case 1: bytes[position] = UInt8.random(in: 0...255, using: &random)
        default: bytes.remove(at: position)
        }
      }
      do {
        let json = try read(bytes)
        for text in [json.text, json.prettyText] {
          #expect(try read(text) == json, "seed \(seed)")
        }
      } catch {
        #expect((0...bytes.count).contains(error.offset) && error.line >= 1 && error.column >= 1, "seed \(seed)")
      }
    }
  }
}
