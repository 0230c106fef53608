import TactusPictures
import TactusPlugin

// The header: the name, presets, the bank, levels, bypass and theme.

extension PluginWindow {
  func layoutHeader(_ area: Rect) {
    backdrop.rect(area, WindowInks.header)
    backdrop.horizontalLine(area.maxY - 1, from: area.x, to: area.maxX, Palette.grid)
    var row = area.inset(Self.margin, 9)
    let name = unit.descriptor.name
    let title = row.takeLeft(Text.width(name, size: 15, isBold: true) + 4, gap: 18)
    backdrop.label(name, in: title, size: 15, Palette.title, isBold: true)
    if !unit.descriptor.presets.isEmpty {
      let frame = row.takeLeft(104, gap: 8)
      add(
        Button("presets", frame, self, opensList: true, title: { "Presets" }) { [unowned self] in
          openPresets(below: frame)
        },
        on: WindowInks.header)
    }
    if unit.descriptor.kind == .instrument {
      let frame = row.takeLeft(min(240, max(120, row.width - 260)), gap: 8)
      add(
        Button("bank", frame, self, opensList: true, title: { [unowned self] in bankTitle }) { [unowned self] in
          openBanks(below: frame)
        }, on: WindowInks.header)
    }
    let theme = row.takeRight(58, gap: 8)
    add(
      Button("theme", theme, self, title: { [unowned self] in state.isDark ? "Light" : "Dark" }) { [unowned self] in
        state.isDark.toggle()
        invalidate()
      }, on: WindowInks.header)
    if let index = unit.descriptor.parameters.firstIndex(where: \.isBypass) {
      add(
        Button(
          "bypass", row.takeRight(74, gap: 8), self, isOn: { [unowned self] in unit.value(ofParameter: index) >= 0.5 },
          title: { [unowned self] in unit.value(ofParameter: index) >= 0.5 ? "Bypassed" : "Bypass" }
        ) { [unowned self] in set(index, to: unit.value(ofParameter: index) >= 0.5 ? 0 : 1) }, on: WindowInks.header)
    }
    if unit.descriptor.audioOutputs > 0, row.width > 100 {
      add(OutputMeter("output", row.takeRight(min(150, row.width), gap: 8), self), on: WindowInks.header)
    }
    if let message { backdrop.label(message, in: row, size: 10, Palette.warning) }
  }

  /// What the button for the bank shows.
  package var bankTitle: String {
    guard let bankPath else { return "Bank: built-in" }
    let name = Text.clean(bankPath.split(separator: "/").last.map(String.init) ?? bankPath)
    return "\(isBankMissing ? "Missing" : "Bank"): \(name)"
  }

  private func openPresets(below frame: Rect) {
    let items = unit.descriptor.presets.enumerated().map { ListItem(title: $1.name, number: $0) }
    openList(items, below: frame, marked: nil, width: 200) { [unowned self] number in
      unit.loadPreset(number)
      host.contentsChanged()
    }
  }

  private func openBanks(below frame: Rect) {
    let files = BankPreset.files()
    let items =
      [ListItem(title: "Built-in bank", number: -1)]
      + files.enumerated().map { number, path in
        let parts = path.split(separator: "/")
        return ListItem(
          title: Text.clean(parts.last.map(String.init) ?? path),
          detail: Text.clean(parts.dropLast().last.map(String.init) ?? ""),
          number: number)
      }
    let marked = bankPath.map { files.firstIndex(of: $0) ?? -2 } ?? -1
    openList(items, below: frame, marked: marked, width: 300) { [unowned self] number in
      do throws(PluginStateError) {
        try unit.loadBank(path: files.indices.contains(number) ? files[number] : nil)
        message = nil
        host.contentsChanged()
      } catch {
        message = "\(error)"
      }
      relayout()
    }
  }
}
