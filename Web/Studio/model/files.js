import { parsed } from './chain-text.js'
import { isBank, mayClose } from './workspace-files.js'

/** Opening and saving files: songs, documents, chains of MIDI effects and banks. */

/** What the open buttons offer: banks, or everything. */
export const BANKS = '.sf2,.sf3,.sbk,.dls'
export const ACCEPTED = `.mid,.midi,.kar,.rmi,.json,${BANKS}`

/** Opens files: all banks and chains, the last of which play, and the first song. */
export async function openFiles(studio, files) {
  const kinds = await Promise.all([...files].map(kindOf))
  const ofKind = (kind) => [...files].filter((_, index) => kinds[index] === kind)
  const [banks, chains, songs] = ['bank', 'chain', 'song'].map(ofKind)
  for (const bank of banks) await studio.attempt(() => openBank(studio, bank))
  for (const chain of chains) await studio.attempt(() => openChain(studio, chain))
  if (!songs.length || !mayClose(studio)) return
  await studio.attempt(() => studio.open(songs[0], { name: songs[0].name }))
  if (songs.length > 1) studio.say(`Of ${songs.length} songs, ${songs[0].name} is open; one song at a time can be.`)
}

export async function openBank(studio, file) {
  studio.say(`Reading ${file.name}…`)
  const bank = await studio.banks.add(file, { name: file.name, onProgress: progress(studio, file) })
  studio.say(`${bank.name || file.name}: ${bank.presets.length} presets`)
}

/** Reports the progress of a large file, at most ten times. */
function progress(studio, file) {
  let tenth = 0
  return (loaded, total = file.size) => {
    const now = Math.floor((10 * loaded) / total)
    if (now > tenth && total > 10e6) studio.say(`Reading ${file.name}: ${(tenth = now) * 10} %`)
  }
}

async function openChain(studio, file) {
  await studio.setChain(parsed(await file.text()))
  studio.say(`${file.name}: the chain of MIDI effects plays.`)
}

/** The kind of a file, by its name, by the form type of a RIFF header, or by the format of a document. */
async function kindOf(file) {
  if (isBank(file.name)) return 'bank'
  const start = await file.slice(0, 200).arrayBuffer().catch(() => new ArrayBuffer(0))
  const header = new TextDecoder('latin1').decode(start)
  if (header.startsWith('RIFF') && header.slice(8, 12) === 'sfbk') return 'bank'
  return /"tactus chain"|^\s*\{\s*"(effects|functions)"/.test(header) ? 'chain' : 'song'
}

/** Lets the person choose files, of the workspace if there is one, and opens them. */
export function chooseFiles(studio, accept) {
  if (studio.workspace) document.querySelector('tactus-open').show({ banksOnly: accept === BANKS })
  else chooseDeviceFiles(studio, accept)
}

/** Lets the person choose files of the device, and opens them. */
export function chooseDeviceFiles(studio, accept = ACCEPTED) {
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', accept, multiple: true })
  input.addEventListener('change', () => openFiles(studio, input.files))
  input.click()
}

/** Opens files that are dropped anywhere on the page. */
export function acceptDrops(studio, target) {
  let depth = 0
  const mark = (change) => target.classList.toggle('dropping', (depth = Math.max(0, depth + change)) > 0)
  const holdsFiles = (event) => event.dataTransfer?.types.includes('Files')
  target.addEventListener('dragenter', (event) => holdsFiles(event) && mark(1))
  target.addEventListener('dragleave', (event) => holdsFiles(event) && mark(-1))
  target.addEventListener('dragover', (event) => holdsFiles(event) && event.preventDefault())
  target.addEventListener('drop', (event) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    mark(-depth)
    openFiles(studio, event.dataTransfer.files)
  })
}

/** Saves a file. */
export function download(blob, name) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** A name or a path without the extension of a song or a document. */
export const withoutExtension = (name) => name.replace(/\.(midi?|kar|rmi|json)$/i, '')

/** The song's name without the extension of a file, for new files. */
export function baseName(studio) {
  const name = studio.song?.name || studio.document.name || 'song'
  return withoutExtension(name).replace(/[\\/:*?"<>|]+/g, '-') || 'song'
}

/** Saves the document: in the workspace if there is one, else as a download. */
export function saveDocument(studio) {
  if (studio.workspace?.canSave) return document.querySelector('tactus-save').save()
  download(new Blob([documentText(studio)], { type: 'application/json' }), `${baseName(studio)}.json`)
}

export const documentText = (studio) => `${JSON.stringify(studio.document, null, 2)}\n`
