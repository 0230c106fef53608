/** What the browser keeps between visits: document, chain and banks in IndexedDB, the view in localStorage. */

const STORE = 'state'

let opening

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('tactus studio', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opening
}

async function transaction(mode, use) {
  const store = (await database()).transaction(STORE, mode).objectStore(STORE)
  const request = use(store)
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** A value that was kept; undefined if there is none, or if the browser keeps nothing. */
export const kept = (key) => transaction('readonly', (store) => store.get(key)).catch(() => undefined)

/** Keeps a value; undefined removes it. Browsers that keep nothing, as in private windows, are no error. */
export const keep = (key, value) => transaction('readwrite', (store) => (
  value === undefined ? store.delete(key) : store.put(value, key))).catch(() => undefined)

/** Keeps the document and the chain whenever they have changed. */
export function keepChanges(studio) {
  const keepDocument = () => keep('document', {
    name: studio.song?.name, gain: studio.song?.gain, document: studio.document,
  })
  studio.addEventListener('document', later(keepDocument))
  studio.addEventListener('chain', later(() => keep('chain', studio.chain)))
}

/** Calls a function half a second after the last of several calls, or when the page is hidden or closed before. */
function later(action) {
  let timer
  const act = () => {
    clearTimeout(timer)
    if (timer) action()
    timer = undefined
  }
  document.addEventListener('visibilitychange', () => document.hidden && act())
  return () => {
    clearTimeout(timer)
    timer = setTimeout(act, 500)
  }
}

/** A setting of the page, such as the view. */
export function setting(name, otherwise) {
  try {
    return localStorage.getItem(`tactus.${name}`) ?? otherwise
  } catch {
    return otherwise
  }
}

export function keepSetting(name, value) {
  try {
    localStorage.setItem(`tactus.${name}`, value)
  } catch {
    // Private windows keep nothing.
  }
}
