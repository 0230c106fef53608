import { keyLabel } from '../model/names.js'
import { movedBy } from './drags.js'

/** The piano roll by keys alone; its label in roll.js lists them. */
export function listenToKeys(roll) {
  roll.canvas.addEventListener('keydown', (event) => {
    const action = actionFor(roll, event)
    if (!action) return
    event.preventDefault()
    action()
    roll.refresh()
  })
  roll.canvas.addEventListener('focus', () => (roll.cursor ??= firstCursor(roll)))
}

function firstCursor({ geometry }) {
  const { startTick, topKey, rows } = geometry
  return { tick: Math.max(0, startTick), key: Math.round(topKey - rows / 2) }
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }

function actionFor(roll, event) {
  const arrow = ARROWS[event.key]
  if (arrow) return arrowAction(roll, event, arrow)
  const { editor } = roll
  if (event.ctrlKey || event.metaKey) {
    return { a: () => editor.select(editor.index.items), l: () => loopSelection(roll) }[event.key.toLowerCase()]
  }
  return {
    Enter: () => drawOrSelect(roll),
    Delete: () => editor.remove(editor.selection),
    Backspace: () => editor.remove(editor.selection),
    Escape: () => editor.select([]),
    Home: () => roll.studio.tactus.seek(0),
    '+': () => roll.zoom(1.4),
    '=': () => roll.zoom(1.4),
    '-': () => roll.zoom(1 / 1.4),
    0: () => roll.fit(),
  }[event.key]
}

function arrowAction(roll, event, [time, key]) {
  const step = roll.grid || roll.geometry.ticksPerQuarter / 16
  if (event.ctrlKey || event.metaKey) return time ? () => selectNeighbour(roll, time) : undefined
  if (!roll.editor.selection.size) return () => moveCursor(roll, time * step, key)
  if (event.altKey) return () => change(roll, 'change velocities', louder(5 * (time + key)))
  if (event.shiftKey && time) return () => change(roll, 'change lengths', longer(time * step))
  return () => change(roll, 'move notes', movedBy(time * step, event.shiftKey ? 12 * key : key))
}

const louder = (amount) => (note) => ({ ...note, velocity: note.velocity + amount })

const longer = (ticks) => (note) => ({ ...note, end: Math.max(note.start + 1, note.end + ticks) })

function change(roll, label, edit) {
  const { editor } = roll
  editor.previewSelection(edit)
  editor.commit(label)
  report(roll)
}

function moveCursor(roll, ticks, keys) {
  const { tick, key } = roll.cursor
  const moved = Math.max(0, roll.snapped(tick + ticks))
  roll.cursor = { tick: moved, key: Math.max(0, Math.min(127, key + keys)) }
  reveal(roll, moved, roll.cursor.key)
  roll.studio.announce(described(roll, { start: moved, ...roll.cursor }))
}

/** Selects the note at the cursor, or draws one there. */
function drawOrSelect(roll) {
  const { editor, cursor, geometry } = roll
  if (!roll.canEdit()) return
  const found = editor.noteAt(cursor.tick, cursor.key)
  if (found) {
    editor.select([found])
  } else {
    const length = roll.grid || geometry.ticksPerQuarter / 4
    editor.previewNew({ start: cursor.tick, end: cursor.tick + length, key: cursor.key, velocity: 100 })
    editor.commit('draw a note')
  }
  report(roll)
}

/** Selects the note after the selected one, or before it; without one, the first at the cursor. */
function selectNeighbour(roll, step) {
  const { editor } = roll
  const { index } = editor
  if (!index.count) return
  const [selected] = editor.selection
  const place = selected ? index.items.indexOf(selected) + step : index.firstAt(roll.cursor?.tick ?? 0)
  editor.select([index.items[Math.max(0, Math.min(index.count - 1, place))]])
  report(roll)
}

/** Says what is selected, shows it, and sounds a single note. */
function report(roll) {
  const { editor } = roll
  const notes = editor.edited
  if (!notes.length) return
  const [note] = notes
  reveal(roll, note.start, note.key)
  roll.cursor = { tick: note.start, key: note.key }
  if (notes.length > 1) return roll.studio.announce(`${notes.length} notes`)
  roll.audition(note)
  roll.studio.announce(`${described(roll, note)}, velocity ${note.velocity}`)
}

function described(roll, { start, key }) {
  const { bar, beat } = roll.studio.timeline.position(start)
  return `${keyLabel(key, roll.channel)}, bar ${bar}, beat ${beat}`
}

/** Scrolls until a place is visible. */
export function reveal({ geometry }, tick, key) {
  const x = geometry.x(tick)
  if (x < geometry.left || x > geometry.width - 20) geometry.startTick = tick - 100 / geometry.pixelsPerTick
  if (key >= geometry.topKey) geometry.topKey = key + 2
  if (key < geometry.topKey - geometry.rows + 1) geometry.topKey = key + geometry.rows - 2
  geometry.clamp()
}

function loopSelection(roll) {
  const notes = roll.editor.edited
  if (!notes.length) return
  const start = notes.reduce((least, note) => Math.min(least, note.start), Infinity)
  const end = notes.reduce((most, note) => Math.max(most, note.end), 0)
  roll.setLoopFrom(roll.snapped(start, Math.floor), roll.snapped(end, Math.ceil))
}
