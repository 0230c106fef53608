/**
 * What a pointer does on the piano roll between its press and its release. Each function begins a drag at a place
 * (`x`, `y` in pixels) and returns what to do when it moves, ends or is cancelled.
 */

/** Pixels that a pointer may move before a click is a drag. */
const CLICK = 3

const isClick = (from, to) => Math.abs(to.x - from.x) <= CLICK && Math.abs(to.y - from.y) <= CLICK

const cancelEdit = (roll) => () => roll.editor.cancel()

/** Draws a note from the grid line before the pointer; dragging makes it longer. */
export function drawNote(roll, from) {
  const { geometry, editor } = roll
  const start = Math.max(editor.start, roll.snapped(geometry.tick(from.x), Math.floor))
  const step = roll.grid || geometry.ticksPerQuarter / 4
  const note = { start, end: start + step, key: geometry.key(from.y), velocity: 100 }
  editor.select([])
  editor.previewNew(note)
  roll.audition(note)
  roll.refresh()
  return {
    move: ({ x }) => {
      const end = Math.max(start + step, roll.snapped(geometry.tick(x), Math.ceil))
      editor.previewNew({ ...note, end })
    },
    end: () => editor.commit('draw a note'),
    cancel: cancelEdit(roll),
  }
}

/** Moves the selected notes in time and pitch; `grabbed` is the note at the pointer. */
export function dragNotes(roll, from, grabbed) {
  const { geometry, editor } = roll
  let key = grabbed.key
  return {
    move: (to) => {
      if (isClick(from, to) && !editor.preview.length) return
      const moved = grabbed.start + geometry.tick(to.x) - geometry.tick(from.x)
      const ticks = roll.snapped(moved) - grabbed.start
      const keys = geometry.key(to.y) - geometry.key(from.y)
      editor.previewSelection(movedBy(Math.abs(to.x - from.x) > CLICK ? ticks : 0, keys))
      if (grabbed.key + keys !== key) roll.audition({ ...grabbed, key: (key = grabbed.key + keys) })
    },
    end: () => editor.commit('move notes'),
    cancel: cancelEdit(roll),
  }
}

export const movedBy = (ticks, keys) => (note) => ({
  ...note, start: note.start + ticks, end: note.end + ticks, key: note.key + keys,
})

/** Changes the lengths of the selected notes. */
export function dragEdge(roll, from) {
  const { geometry, editor } = roll
  return {
    move: (to) => {
      const ticks = geometry.tick(to.x) - geometry.tick(from.x)
      editor.previewSelection((note) => {
        const end = roll.snapped(note.end + ticks)
        return { ...note, end: end > note.start ? end : note.start + (roll.grid || 1) }
      })
    },
    end: () => editor.commit('change lengths'),
    cancel: cancelEdit(roll),
  }
}

/** Sets the velocities of the notes over which the pointer moves; if notes are selected, of these only. */
export function dragVelocities(roll, from) {
  const { geometry, editor } = roll
  let last = from
  const move = (to) => {
    const [left, right] = [Math.min(last.x, to.x) - 4, Math.max(last.x, to.x) + 4]
    const velocity = geometry.velocity(to.y)
    editor.index.forEach(geometry.tick(left), geometry.tick(right), (place) => {
      const note = editor.index.items[place]
      const x = geometry.x(editor.index.starts[place])
      const isMeant = !editor.selection.size || editor.selection.has(note)
      if (isMeant && x >= left && x <= right) editor.previewVelocity(note, velocity)
    })
    last = to
    roll.refresh()
  }
  move(from)
  return { move, end: () => editor.commit('change velocities'), cancel: cancelEdit(roll) }
}

/** Selects the notes in a rectangle; a click deselects, or selects the track of another track's note. */
export function dragMarquee(roll, from) {
  const { geometry, editor } = roll
  return {
    move: (to) => {
      roll.marquee = {
        x: Math.min(from.x, to.x), y: Math.min(from.y, to.y),
        width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y),
      }
      const { x, y, width, height } = roll.marquee
      editor.selectRange(geometry.tick(x), geometry.tick(x + width), geometry.key(y + height), geometry.key(y))
      roll.refresh()
    },
    end: (to) => {
      roll.marquee = undefined
      if (isClick(from, to)) click(roll, to)
    },
    cancel: () => (roll.marquee = undefined),
  }
}

function click(roll, { x, y }) {
  const { geometry } = roll
  roll.editor.select([])
  roll.cursor = { tick: roll.snapped(geometry.tick(x), Math.floor), key: geometry.key(y) }
  roll.selectTrackAt(geometry.tick(x), geometry.key(y))
}

/** Scrolls with the pointer; on the keys up and down only. */
export function dragPan(roll, from, isVertical = false) {
  const { geometry } = roll
  let last = from
  return {
    move: (to) => {
      geometry.scrollBy(isVertical ? 0 : last.x - to.x, (last.y - to.y) / geometry.rowHeight)
      last = to
      roll.refresh()
    },
    end: (to) => {
      if (!isClick(from, to)) return
      if (isVertical) roll.audition({ key: geometry.key(to.y), velocity: 100 })
      else click(roll, to)
    },
  }
}

/** Sets the loop; a click moves the playhead. */
export function dragLoop(roll, from) {
  const { geometry, studio } = roll
  const first = roll.snapped(geometry.tick(from.x))
  return {
    move: (to) => {
      if (isClick(from, to) && !roll.loopDraft) return
      const last = roll.snapped(geometry.tick(to.x))
      roll.loopDraft = { start: Math.max(0, Math.min(first, last)), end: Math.max(first, last), isOn: true }
    },
    end: (to) => {
      const draft = roll.loopDraft
      roll.loopDraft = undefined
      if (!draft) studio.tactus.seek(Math.max(0, Math.round(roll.snapped(geometry.tick(to.x)))))
      else if (draft.end > draft.start) roll.setLoopFrom(draft.start, draft.end)
    },
    cancel: () => (roll.loopDraft = undefined),
  }
}
