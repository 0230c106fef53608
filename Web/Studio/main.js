import { Tactus } from '../Engine/tactus.js'
import { followChords } from './model/chords.js'
import { acceptDrops } from './model/files.js'
import { keepChanges, kept } from './model/saved-state.js'
import { forgetLink, linked } from './model/share.js'
import { Studio } from './model/studio.js'
import { openGivenFiles, watchForChanges } from './model/workspace-files.js'
import { Workspace } from './model/workspace.js'
import { listenToShortcuts } from './parts/shortcuts.js'
import './parts/bounce-dialog.js'
import './parts/chord.js'
import './parts/keyboard.js'
import './parts/messages.js'
import './parts/open-dialog.js'
import './parts/save-dialog.js'
import './parts/tabs.js'
import './parts/transport.js'
import './views/banks.js'
import './views/effects.js'
import './views/pattern.js'
import './views/song.js'

/** Shows failures that nobody has handled, so that the page never stops without a word. */
function showFailures(messages) {
  addEventListener('error', ({ message }) => messages.show(message, true))
  addEventListener('unhandledrejection', ({ reason }) => {
    if (reason?.name !== 'AbortError') messages.show(reason?.message ?? String(reason), true)
  })
}

/** Browsers let a page sound only after a click, a touch or a key. */
function startAudioOnFirstGesture(context) {
  const start = () => {
    if (context.state === 'suspended') context.resume()
  }
  for (const gesture of ['pointerdown', 'pointerup', 'keydown']) addEventListener(gesture, start, true)
}

/** Opens the song of the link, the one of the last visit, or the demo. */
async function openFirstSong(studio) {
  if (await openLinkedSong(studio)) return
  const [last, chain] = [await kept('document'), await kept('chain')]
  const song = last && (await studio.attempt(() => studio.tactus.open(last.document, { name: last.name, gain: last.gain })))
  await (song ? studio.show(song) : studio.openDemo())
  if (chain?.effects?.length) await studio.attempt(() => studio.setChain(chain))
}

/** Opens the song in the address; whether there is one. */
async function openLinkedSong(studio) {
  return studio.attempt(async () => {
    const shared = await linked()
    if (!shared) return false
    await studio.open(shared.document)
    await studio.setChain(shared.chain ?? { ...studio.chain, effects: [] })
    return true
  })
}

/** Follows links that are opened in this page; the link leaves the address with the first edit. */
function followLinks(studio) {
  addEventListener('hashchange', () => openLinkedSong(studio))
  studio.addEventListener('document', () => studio.history.past.length && forgetLink())
}

/** Gives the model to all parts of the page. */
function connectParts(studio) {
  for (const part of document.querySelectorAll('header > *, main > *, footer > *, .dialogs > *')) part.connect(studio)
}

async function start() {
  const messages = document.querySelector('tactus-messages')
  showFailures(messages)
  const tactus = await Tactus.load()
  tactus.connect(tactus.context.destination)
  tactus.addEventListener('error', ({ detail }) => messages.show(
    `The engine has failed: ${detail.message}. Reload the page to go on.`, true))
  const studio = new Studio(tactus)
  studio.workspace = await Workspace.connect()
  studio.addEventListener('message', ({ detail }) => messages.receive(detail))
  startAudioOnFirstGesture(tactus.context)
  followChords(studio)
  connectParts(studio)
  acceptDrops(studio, document.body)
  listenToShortcuts(studio)
  await studio.attempt(() => openFirstSong(studio))
  if (!studio.workspace?.banks.some(({ isGiven }) => isGiven)) await studio.banks.restore()
  if (studio.workspace) await studio.attempt(() => openWorkspace(studio))
  keepChanges(studio)
  followLinks(studio)
  document.body.classList.add('ready')
  if (!studio.workspace) await keepForOffline().catch(() => undefined)
}

/** Opens what `tactus studio` was given; of a folder, it shows the files. */
async function openWorkspace(studio) {
  watchForChanges(studio)
  await openGivenFiles(studio)
  const { folder, opens } = studio.workspace
  if (folder && !opens) document.querySelector('tactus-open').show()
}

/** Keeps all that was loaded for use without a network. */
async function keepForOffline() {
  if (!navigator.serviceWorker) return
  await navigator.serviceWorker.register('../service-worker.js')
  const { active } = await navigator.serviceWorker.ready
  active.postMessage({ keep: performance.getEntriesByType('resource').map(({ name }) => name) })
}

start().catch((error) => document.querySelector('tactus-messages').show(
  `Tactus cannot start in this browser: ${error.message}`, true))
