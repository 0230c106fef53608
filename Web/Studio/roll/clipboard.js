import { ticksPerQuarter } from '../model/document.js'
import { isTyping } from '../parts/shortcuts.js'
import { reveal } from './keys.js'

/**
 * Copying, pasting, duplicating and quantizing the selected notes. What is copied is kept in `studio.clipboard`: keys and
 * times in quarter notes, so that it can be pasted into other tracks and songs.
 */

/** Copies the selected notes. Returns whether there were any. */
export function copy(roll) {
  const { editor, studio } = roll
  const notes = [...editor.selection].map((form) => editor.sounding(form))
  if (!notes.length) return false
  const quarter = ticksPerQuarter(studio.document)
  const from = roll.snapped(Math.min(...notes.map(({ start }) => start)), Math.floor)
  studio.clipboard = notes.map(({ start, end, key, velocity }) => (
    { start: (start - from) / quarter, end: (end - from) / quarter, key, velocity }))
  studio.announce(`${counted(notes)} copied`)
  return true
}

/** Copies and deletes the selected notes. */
export function cut(roll) {
  if (copy(roll)) roll.editor.remove(roll.editor.selection, 'cut notes')
}

/** Pastes into the selected track: at the cursor while it is shown, otherwise at the playhead. */
export function paste(roll) {
  const { studio } = roll
  if (!studio.clipboard || !roll.canEdit()) return
  const quarter = ticksPerQuarter(studio.document)
  const { cursor, hasFocus, tick } = roll.scene
  const at = roll.snapped(hasFocus && cursor ? cursor.tick : tick)
  add(roll, 'paste notes', studio.clipboard.map(({ start, end, ...note }) => (
    { ...note, start: at + start * quarter, end: at + end * quarter })))
}

/** Repeats the selected notes behind themselves; the length of what is repeated is whole steps of the grid. */
export function duplicate(roll) {
  const { editor } = roll
  const notes = [...editor.selection].map((form) => editor.sounding(form))
  if (!notes.length) return
  const start = roll.snapped(Math.min(...notes.map((note) => note.start)), Math.floor)
  const end = roll.snapped(Math.max(...notes.map((note) => note.end)), Math.ceil)
  const length = end - start
  add(roll, 'duplicate notes', notes.map((note) => ({ ...note, start: note.start + length, end: note.end + length })))
}

function add(roll, label, notes) {
  const { editor } = roll
  editor.previewNotes(notes)
  editor.commit(label)
  const first = notes.reduce((least, note) => (note.start < least.start ? note : least))
  roll.cursor = { tick: first.start, key: first.key }
  reveal(roll, first.start, first.key)
  roll.studio.announce(`${label}: ${counted(notes)}`)
  roll.refresh()
}

/** Moves the starts of the selected notes to the grid of the piano roll, as far as the strength says. */
export async function quantize(roll) {
  const { editor, studio } = roll
  const selected = [...editor.selection]
  if (!roll.canEdit()) return
  if (!selected.length) return studio.say('Select the notes to quantize; Ctrl+A in the piano roll selects all.')
  if (!roll.grid) return studio.say('Choose a grid to quantize to.')
  const starts = selected.map((form) => editor.sounding(form).start)
  const moved = await studio.tactus.quantize(starts, Math.round(roll.grid), studio.takeSettings.strength)
  const places = new Map(selected.map((form, index) => [form, moved[index]]))
  const present = new Set(editor.index.items)
  editor.select(selected.filter((form) => present.has(form)))
  editor.previewSelection((note, form) => (
    { ...note, start: places.get(form), end: note.end + places.get(form) - note.start }))
  editor.commit('quantize notes')
  studio.announce(`${counted(selected)} quantized`)
  roll.refresh()
}

const counted = ({ length }) => (length === 1 ? 'one note' : `${length} notes`)

/** Listens to the keys of these edits on the whole page, while the piano roll is shown. */
export function listenToClipboardKeys(roll) {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || !roll.offsetParent || isTyping(event.target)) return
    const action = actionFor(event)
    if (!action) return
    event.preventDefault()
    roll.studio.attempt(() => action(roll))
  })
}

function actionFor(event) {
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    const isText = key === 'c' && String(getSelection()) !== ''
    return isText || event.shiftKey ? undefined : { c: copy, x: cut, v: paste, d: duplicate }[key]
  }
  return key === 'q' && !event.altKey ? quantize : undefined
}
