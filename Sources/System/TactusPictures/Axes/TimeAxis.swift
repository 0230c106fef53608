extension Drawing {
  /// Draws marks and labels under a panel, and grid lines through the panels above.
  package mutating func timeAxis(_ scale: AxisScale, below y: Double, through panels: [Rect]) {
    let ticks = Ticks.time(scale, room: 72)
    var labels = Labels(in: Rect(x: 0, y: y, width: Double(width), height: 20))
    for tick in ticks {
      let x = scale.position(tick.value)
      for panel in panels { verticalLine(x, from: panel.y, to: panel.maxY, Palette.grid) }
      verticalLine(x, from: y, to: y + 4, Palette.frame)
      text(Text(tick.label, at: Point(x, y + 15), Palette.faintText, anchor: .middle), unlessTaken: &labels)
    }
  }
}
