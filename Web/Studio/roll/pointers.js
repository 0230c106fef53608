import { dragEdge, dragLoop, dragMarquee, dragNotes, dragPan, dragVelocities, drawNote } from './drags.js'

/** The width in pixels of the end of a note that changes its length. */
const EDGE = 7

/**
 * Mouse, pen and touch on the piano roll. One pointer drags, see drags.js; two zoom and scroll; the wheel scrolls, with
 * Shift sideways, with Ctrl it zooms the time and with Alt the keys.
 */
export function listenToPointers(roll) {
  const { canvas } = roll
  const pointers = new Map()
  let drag
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, place(event))
    if (pointers.size === 2) drag?.cancel?.()
    roll.isPointerDown = true
    drag = pointers.size === 1 ? begin(roll, event) : undefined
  })
  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId)
    if (!before) return showCursor(roll, event)
    const now = place(event)
    if (pointers.size === 2) pinch(roll, pointers, event.pointerId, now)
    else drag?.move(now)
    pointers.set(event.pointerId, now)
    roll.redraw()
  })
  const end = (event, isCancelled) => {
    if (!pointers.delete(event.pointerId)) return
    if (isCancelled) drag?.cancel?.()
    else drag?.end?.(place(event))
    drag = undefined
    roll.isPointerDown = pointers.size > 0
    roll.refresh()
  }
  canvas.addEventListener('pointerup', (event) => end(event, false))
  canvas.addEventListener('pointercancel', (event) => end(event, true))
  canvas.addEventListener('dblclick', (event) => doubleClick(roll, place(event)))
  canvas.addEventListener('wheel', (event) => wheel(roll, event), { passive: false })
}

function place(event) {
  return { x: event.offsetX, y: event.offsetY }
}

/** What lies at a place: 'ruler', 'keys', 'velocity', 'edge', 'note' or 'empty'. */
function hit(roll, { x, y }) {
  const { geometry, editor } = roll
  if (y < geometry.ruler) return { part: 'ruler' }
  if (y >= geometry.bottom) return { part: 'velocity' }
  if (x < geometry.left) return { part: 'keys' }
  const note = editor.noteAt(geometry.tick(x), geometry.key(y))
  if (!note) return { part: 'empty' }
  const { start, end } = editor.sounding(note)
  const width = geometry.x(end) - geometry.x(start)
  return { part: geometry.x(end) - x < Math.min(EDGE, width / 3) ? 'edge' : 'note', note }
}

/** Begins the drag that belongs to what lies at the pointer. */
function begin(roll, event) {
  const from = place(event)
  const { part, note } = hit(roll, from)
  const isPan = event.button === 1 || part === 'keys'
  if (part === 'ruler') return dragLoop(roll, from)
  if (isPan) return dragPan(roll, from, part === 'keys')
  if (part === 'velocity') return roll.canEdit() ? dragVelocities(roll, from) : undefined
  if (note) return beginOnNote(roll, event, part, note, from)
  return beginOnGround(roll, event, from)
}

function beginOnNote(roll, event, part, note, from) {
  const { editor } = roll
  if (event.shiftKey) editor.select(toggled(editor.selection, note))
  else if (!editor.selection.has(note)) editor.select([note])
  roll.audition(editor.sounding(note))
  roll.refresh()
  return part === 'edge' ? dragEdge(roll, from) : dragNotes(roll, from, editor.sounding(note))
}

function beginOnGround(roll, event, from) {
  if (roll.mode === 'draw') return roll.canEdit() ? drawNote(roll, from) : undefined
  return event.pointerType === 'touch' ? dragPan(roll, from) : dragMarquee(roll, from)
}

function toggled(selection, note) {
  const changed = new Set(selection)
  if (!changed.delete(note)) changed.add(note)
  return changed
}

/** A double click deletes a note, or draws one. */
function doubleClick(roll, at) {
  const { part, note } = hit(roll, at)
  if (note) roll.editor.remove([note])
  else if (part === 'empty' && roll.mode === 'select' && roll.canEdit()) drawNote(roll, at).end()
  roll.refresh()
}

const CURSORS = { edge: 'ew-resize', note: 'grab', ruler: 'col-resize', velocity: 'ns-resize', keys: 'ns-resize' }

function showCursor(roll, event) {
  const { part } = hit(roll, place(event))
  roll.canvas.style.cursor = CURSORS[part] ?? (roll.mode === 'draw' ? 'crosshair' : 'default')
}

/** Zooms and scrolls by two fingers. */
function pinch(roll, pointers, moved, now) {
  const [other] = [...pointers].filter(([id]) => id !== moved).map(([, at]) => at)
  const before = pointers.get(moved)
  const distance = (at) => Math.max(24, Math.hypot(at.x - other.x, at.y - other.y))
  roll.geometry.zoomTime(distance(now) / distance(before), (now.x + other.x) / 2)
  roll.geometry.scrollBy((before.x - now.x) / 2, (before.y - now.y) / 2 / roll.geometry.rowHeight)
  roll.refresh()
}

function wheel(roll, event) {
  event.preventDefault()
  const { geometry } = roll
  const unit = event.deltaMode === 1 ? 16 : 1
  const [dx, dy] = [event.deltaX * unit, event.deltaY * unit]
  if (event.ctrlKey || event.metaKey) geometry.zoomTime(Math.exp(-dy / 200), event.offsetX)
  else if (event.altKey) geometry.zoomKeys(Math.exp(-dy / 300), event.offsetY)
  else if (event.shiftKey || event.offsetY < geometry.ruler) geometry.scrollBy(dx + dy, 0)
  else geometry.scrollBy(dx, dy / geometry.rowHeight)
  if (roll.isFollowing && (dx || event.shiftKey) && !event.ctrlKey) roll.setFollowing(false)
  roll.refresh()
}
