/** Keys of the whole page: Space plays and pauses, R records, Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo, Ctrl+S saves. */
import { saveDocument } from '../model/files.js'

/** Whether a key belongs to what has the focus: text, numbers and choices take letters, buttons take Space. */
export function isTyping(target) {
  return target.matches?.('textarea, select, input:not([type=range], [type=checkbox], [type=radio])')
    || Boolean(target.closest?.('dialog'))
}

/** Whether the focus came by the keyboard. Space presses a button that was reached so; after a click, it plays. */
let isFocusedByKeys = false

const takesSpace = (target) => isFocusedByKeys && target.matches?.('button, input[type=checkbox], [role=listbox]')

export function listenToShortcuts(studio) {
  addEventListener('pointerdown', () => (isFocusedByKeys = false), true)
  addEventListener('keydown', ({ key }) => (isFocusedByKeys ||= key === 'Tab' || key.startsWith('Arrow')), true)
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isTyping(event.target)) return
    const action = actionFor(event, studio)
    if (!action) return
    event.preventDefault()
    if (event.key === ' ' && event.target.matches?.('button')) event.target.blur()
    action()
  })
}

function actionFor(event, studio) {
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return () => (event.shiftKey ? studio.redo() : studio.undo())
    return { y: () => studio.redo(), s: () => saveDocument(studio) }[key]
  }
  if (key === ' ' && !takesSpace(event.target)) return () => studio.togglePlaying()
  if (key === 'r' && !event.altKey) return () => event.repeat || studio.recorder.toggle()
  return undefined
}
