import TactusFiles
import TactusTool
import Testing

@Suite struct ConsoleTests {
  @Test func printableText() {
    #expect("plain – ü 漢字".printable == "plain – ü 漢字")
    #expect("a\nb\u{1B}[0m\u{7F}\u{202E}".printable == "a\\nb\\u{1b}[0m\\u{7f}\\u{202e}")
    #expect("  a b \n".trimmed == "a b")
    #expect("".trimmed == "" && " ".trimmed == "")
    #expect("ab".padded(to: 4) == "ab  " && "ab".aligned(to: 4) == "  ab" && "abcde".padded(to: 4) == "abcde")
  }

  @Test func numbers() {
    #expect(0.grouped == "0" && 999.grouped == "999" && 1000.grouped == "1,000" && (-1_234_567).grouped == "-1,234,567")
    #expect(1.counted("note") == "1 note" && 0.counted("note") == "0 notes" && 2.counted("key", "keys") == "2 keys")
    #expect(999.asBytes == "999 bytes" && 1000.asBytes == "1.0 kB" && 148_398_306.asBytes == "148.4 MB")
    #expect(999_999.asBytes == "1.0 MB" && Int.max.asBytes.hasSuffix(" GB"))
  }

  @Test func decimals() {
    #expect(1.25.fixed(1) == "1.3" && (-0.04).fixed(1) == "0.0" && 2.0.fixed(0) == "2" && 0.001.fixed(3) == "0.001")
    #expect(Double.nan.fixed(2) == "–" && Double.infinity.fixed(2) == "–" && 1e300.fixed(2) == "–")
  }

  @Test func clocks() {
    #expect(0.0.asClock == "0:00.0" && 59.96.asClock == "1:00.0" && 185.24.asClock == "3:05.2")
    #expect(3723.4.asClock == "1:02:03.4" && (-1.5).asClock == "-0:01.5")
    #expect(Double.nan.asClock == "–" && 1e300.asClock == "–")
  }

  @Test func json() {
    let value: JSON = [
      "a": 1, "b": [true, nil, "x\"\\\n\u{1}\u{2028}"], "c": .number(0.1), "d": .number(.nan), "e": [:],
    ]
    #expect(
      value.text == #"{"a": 1, "b": [true, null, "x\"\\\n\u0001\u2028"], "c": 0.1, "d": null, "e": {}}"#)
    #expect(value["a"] == 1 && value["z"] == nil)
    #expect(
      (["a": [["b": 1], ["c": 2]]] as JSON).prettyText == "{\n  \"a\": [\n    {\"b\": 1},\n    {\"c\": 2}\n  ]\n}")
  }

  @Test func suggestions() {
    let words = ["bounce", "inspect", "events", "help"]
    #expect(Suggestion.nearest(to: "bonce", among: words) == "bounce")
    #expect(Suggestion.nearest(to: "ispnect", among: words) == "inspect")
    #expect(Suggestion.nearest(to: "ev", among: words) == "events")
    #expect(Suggestion.nearest(to: "xylophone", among: words) == nil)
    #expect(Suggestion.distance("", "abc") == 3 && Suggestion.distance("abc", "acb") == 1)
  }

  @Test func tables() {
    var table = TextTable(("n", .right), ("name", .left))
    table.add("1", "one")
    table.add("10", "ten\n")
    table.add("100", "hundred")
    #expect(table.lines() == ["    n  name", "    1  one", "   10  ten\\n", "  100  hundred"])
    #expect(table.lines(limit: 1) == ["  n  name", "  1  one", "  … and 2 more; --json lists all"])
  }
}
