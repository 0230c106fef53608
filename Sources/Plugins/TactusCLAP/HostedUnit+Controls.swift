import CCLAP
import TactusPlugin

// Pages of eight knobs for hardware controllers, and the number of voices.

extension HostedUnit {
  /// A page of at most eight parameters of one group.
  struct RemotePage {
    var group: String
    /// The number of the page in its group, from 1.
    var number: Int
    var parameters: [UInt32]
  }

  /// The pages: those of each group, in the order of the parameters.
  var remotePages: [RemotePage] {
    var pages: [RemotePage] = []
    for parameter in unit.descriptor.parameters {
      let isSame = pages.last?.group == parameter.group
      if isSame, let last = pages.last, last.parameters.count < Int(CLAP_REMOTE_CONTROLS_COUNT) {
        pages[pages.count - 1].parameters.append(parameter.id)
      } else {
        let number = 1 + pages.count { $0.group == parameter.group }
        pages.append(RemotePage(group: parameter.group, number: number, parameters: [parameter.id]))
      }
    }
    return pages
  }

  func describeRemotePage(_ index: UInt32, _ page: UnsafeMutablePointer<clap_remote_controls_page>?) -> Bool {
    expectMainThread("remote_controls.get")
    let pages = remotePages
    guard Int(index) < pages.count, let page else { return false }
    let source = pages[Int(index)]
    let name = source.group.isEmpty ? unit.descriptor.name : source.group
    CText.write(unit.descriptor.name, toField: &page.pointee.section_name)
    CText.write(source.number == 1 ? name : "\(name) \(source.number)", toField: &page.pointee.page_name)
    page.pointee.page_id = index
    withUnsafeMutableBytes(of: &page.pointee.param_ids) { bytes in
      let ids = bytes.bindMemory(to: UInt32.self)
      for slot in ids.indices { ids[slot] = slot < source.parameters.count ? source.parameters[slot] : .max }
    }
    page.pointee.is_for_preset = false
    return true
  }

  private var voiceIndex: Int? { unit.descriptor.index(ofParameter: "voices") }

  /// The number of voices of an instrument; nil for other plug-ins.
  var voiceCount: UInt32? { voiceIndex.map { UInt32(unit.value(ofParameter: $0)) } }

  /// Writes the number of voices of an instrument, and how many there can be.
  func describeVoices(_ info: UnsafeMutablePointer<clap_voice_info>?) -> Bool {
    guard let info, let voiceIndex, let voiceCount else { return false }
    info.pointee.voice_count = voiceCount
    info.pointee.voice_capacity = UInt32(unit.descriptor.parameters[voiceIndex].range.upperBound)
    info.pointee.flags = UInt64(CLAP_VOICE_INFO_SUPPORTS_OVERLAPPING_NOTES)
    return true
  }
}
