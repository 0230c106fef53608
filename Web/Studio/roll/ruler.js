/** Draws bars, meters and tempi above the notes. */
export function paintRuler(context, geometry, colours, { timeline }) {
  const { width, left, ruler } = geometry
  context.fillStyle = colours.surface
  context.fillRect(0, 0, width, ruler)
  context.fillStyle = colours.lineStrong
  context.fillRect(0, ruler - 1, width, 1)
  context.save()
  context.beginPath()
  context.rect(left, 0, width, ruler)
  context.clip()
  context.font = '11px system-ui, sans-serif'
  context.textBaseline = 'middle'
  paintBars(context, geometry, colours, timeline)
  paintChanges(context, geometry, colours, timeline)
  context.restore()
}

function paintBars(context, geometry, colours, timeline) {
  const stride = geometry.barStride(timeline)
  timeline.forEachBar(geometry.startTick, geometry.endTick, stride, (tick, bar) => {
    const x = Math.round(geometry.x(tick))
    context.fillStyle = colours.lineStrong
    context.fillRect(x, 20, 1, geometry.ruler - 20)
    context.fillStyle = colours.text
    context.fillText(bar, x + 5, 28)
  })
}

/** Meters and tempi where they change; those that would cover the one before are left out. */
function paintChanges(context, geometry, colours, timeline) {
  const meters = timeline.meters.map(({ tick, meter }) => ({ tick, text: meter }))
  const tempi = timeline.tempi.map(({ tick, bpm }) => ({ tick, text: `${Math.round(bpm * 10) / 10} bpm` }))
  context.fillStyle = colours.muted
  let free = geometry.left
  for (const { tick, text } of joined([...meters, ...tempi], geometry.startTick)) {
    const x = Math.max(geometry.left, geometry.x(tick)) + 5
    if (x < free || x > geometry.width) continue
    context.fillText(text, x, 10)
    free = x + context.measureText(text).width + 10
  }
}

/** Joins the texts of one tick. Of the changes before `start`, the last meter and tempo remain, at `start`. */
function joined(changes, start) {
  const texts = new Map()
  const held = {}
  for (const { tick, text } of changes.sort((a, b) => a.tick - b.tick)) {
    if (tick <= start) held[text.endsWith('bpm') ? 'tempo' : 'meter'] = text
    else texts.set(tick, [...(texts.get(tick) ?? []), text])
  }
  const first = { tick: start, text: [held.meter, held.tempo].filter(Boolean).join('  ') }
  return [first, ...[...texts].map(([tick, parts]) => ({ tick, text: parts.join('  ') }))]
}
