import TactusMIDI
import TactusRender
import Testing

struct SentNotesTests {
  @Test func whatIsDownIsReleasedOnce() {
    var sent = SentNotes()
    let pedals: [UInt8] = [64, 66, 69]
    for pedal in pedals { sent.send(ChannelMessage(status: 0xB2, pedal, 127, port: 3), at: 10) }
    sent.send(ChannelMessage(status: 0x92, 60, 100, port: 3), at: 11)
    var expected = pedals.map { ChannelMessage(status: 0xB2, $0, 0, port: 3) }
    expected.append(ChannelMessage(status: 0x82, 60, 64, port: 3))
    let releases = sent.releases(after: 20)
    #expect(releases == expected)
    let more = sent.releases(after: 20)
    #expect(more.isEmpty)
  }

  @Test func controller121ReleasesThePedals() {
    var sent = SentNotes()
    for pedal in [64, 66, 69] as [UInt8] { sent.send(ChannelMessage(status: 0xB0, pedal, 127), at: 10) }
    sent.send(ChannelMessage(status: 0xB0, 121, 0), at: 12)
    let releases = sent.releases(after: 12)
    #expect(releases.isEmpty)
  }
}
