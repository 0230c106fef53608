/**
 * Keeps the studio and the engine for use without a network: newest files from the server, kept ones otherwise. It lies
 * above both folders, because a service worker serves the scripts of workers only from its own folder downwards.
 */

const CACHE = 'tactus-studio'

/** What is kept at first; the page sends the addresses of all else that it has loaded. */
const FIRST = ['Studio/', 'Engine/tactus.js', 'Engine/worker.js', 'Engine/worklet.js', 'Engine/tactus.wasm']

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.allSettled(FIRST.map((path) => cache.add(path)))))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const isOurs = new URL(event.request.url).origin === self.location.origin
  if (event.request.method === 'GET' && isOurs) event.respondWith(newest(event.request))
})

self.addEventListener('message', ({ data }) => keepAll(data.keep ?? []))

async function keepAll(addresses) {
  const cache = await caches.open(CACHE)
  const ours = addresses.filter((address) => new URL(address).origin === self.location.origin)
  await Promise.allSettled(ours.map((address) => cache.add(address)))
}

async function newest(request) {
  const cache = await caches.open(CACHE)
  try {
    const response = await fetch(request)
    if (response.status === 200) await cache.put(request, response.clone())
    return response
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true })
    if (kept) return kept
    throw error
  }
}
