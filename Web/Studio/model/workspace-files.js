import { address } from './workspace.js'

/** Opening songs and banks of the workspace, and remembering what is not saved. */

/** Opens a file of the workspace: a song or a document, or a bank. */
export async function openWorkspaceFile(studio, path) {
  const { workspace } = studio
  if (isBank(path)) return openWorkspaceBank(studio, { address: address(path), name: path.split('/').at(-1) })
  if (!mayClose(studio)) return
  const { file, version } = await workspace.read(path)
  await studio.open(file, { name: file.name })
  workspace.current = { path, version, isSaved: false }
}

/** Loads a bank of the computer, and puts it on top of the stack. */
export async function openWorkspaceBank(studio, { address, name }) {
  studio.say(`Reading ${name}…`)
  const bank = await studio.banks.add(studio.workspace.addressOf({ address }), { name })
  studio.say(`${bank.name || name}: ${bank.presets.length} presets`)
}

/** Opens what the command line names: banks, stacked if there are several, and the song. */
export async function openGivenFiles(studio) {
  const { banks, opens } = studio.workspace
  const given = []
  for (const { address, name, offset } of banks.filter(({ isGiven }) => isGiven)) {
    const bank = await studio.attempt(() => studio.tactus.openBank(studio.workspace.addressOf({ address }), { name }))
    if (bank) given.push({ bank, name, offset: offset ?? 0, key: address })
  }
  if (given.length) await studio.attempt(() => studio.banks.use(given, { isKept: false }))
  if (opens) await studio.attempt(() => openWorkspaceFile(studio, opens))
}

/** Notes whether the document has changes that are not saved; the browser then asks before it leaves the page. */
export function watchForChanges(studio) {
  const { workspace } = studio
  workspace.saved = studio.document
  studio.addEventListener('opened', () => {
    workspace.current = null
    workspace.saved = studio.document
  })
  studio.addEventListener('document', () => workspace.compare(studio.document))
  addEventListener('beforeunload', (event) => workspace.hasChanges && event.preventDefault())
}

/** Whether the open document can be closed: it is saved, or the person does not want to keep its changes. */
export const mayClose = ({ workspace, song }) => !workspace?.hasChanges
  || confirm(`${song?.name ?? 'The document'} has changes that are not saved. Open another one without saving them?`)

export const isBank = (path) => /\.(sf2|sf3|sbk|dls)$/i.test(path)
