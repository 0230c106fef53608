/** Documents in links: deflated JSON in the fragment of the address, which browsers send to no server. */

/** The longest link that programs for mail and chat keep whole. */
const LONGEST = 8000

const PREFIX = '#song='

/** The address of the page with a document, a chain of MIDI effects and a gain. Throws a sentence if it would be too long. */
export async function link(document, chain, gain = 0) {
  const shared = { document, ...(chain?.effects?.length && { chain }), ...(gain && { gain }) }
  const packed = await transformed(new Blob([JSON.stringify(shared)]), new CompressionStream('deflate-raw'))
  const address = location.href.split('#')[0] + PREFIX + base64url(new Uint8Array(await packed.arrayBuffer()))
  if (address.length > LONGEST) {
    throw new Error(`The song is too large for a link (${address.length} of at most ${LONGEST} characters); `
      + 'save it as a file instead.')
  }
  return address
}

/** The document, the chain and the gain in the address, or undefined if it has none. */
export async function linked() {
  if (!location.hash.startsWith(PREFIX)) return undefined
  try {
    const packed = new Blob([bytes(location.hash.slice(PREFIX.length))])
    return JSON.parse(await (await transformed(packed, new DecompressionStream('deflate-raw'))).text())
  } catch {
    throw new Error('The link is damaged: its song cannot be read.')
  }
}

/** Takes the song out of the address, so that a reload opens what has been edited since. */
export function forgetLink() {
  if (location.hash.startsWith(PREFIX)) history.replaceState(null, '', location.href.split('#')[0])
}

/** Copies a link to the song to the clipboard, or, where a page may not do that, puts it into the address bar. */
export async function share(studio) {
  if (studio.workspace) {
    throw new Error('This page is for this computer only, and its address is a key to your files; '
      + 'save the song as a file to share it.')
  }
  const address = await link(studio.document, studio.chain, studio.song?.gain)
  const isCopied = await navigator.clipboard?.writeText(address).then(() => true, () => false)
  if (!isCopied) history.replaceState(null, '', address)
  studio.say(isCopied ? 'A link to this song is on the clipboard.'
    : 'The address of this page is now a link to this song.')
}

const transformed = (blob, transform) => new Response(blob.stream().pipeThrough(transform)).blob()

function base64url(bytes) {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function bytes(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
