/** The service worker: keeps the page's own files; asks the network first for all that changes. */
const VERSION = '__VERSION__';
const FILES = __FILES__;
const SHELL = `basra-${VERSION}`;
const TOLD = 'basra-told';
/** Answers that are worth keeping for when there is no network: they change only with a new version. */
const KEPT = /^\/api\/(languages|catalogue|variants|bots|rules|options|pad\/tables)\b/;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('basra-') && name !== SHELL && name !== TOLD;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// A notice of the browser leads to the page that it tells of, in the window that is there.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

async function show(path) {
  const [there] = await self.clients.matchAll({ type: 'window' });
  if (!there) return self.clients.openWindow(path);
  await there.focus();
  // A window that this worker does not look after yet cannot be led elsewhere.
  return there.navigate(path).catch(() => self.clients.openWindow(path));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate' && !url.pathname.startsWith('/api/')) event.respondWith(page(request));
  else if (KEPT.test(url.pathname)) event.respondWith(networkFirst(request));
  else if (/^\/(assets|classic|icon)/.test(url.pathname)) event.respondWith(cacheFirst(request));
});

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match('/')) ?? Response.error();
  }
}

async function networkFirst(request) {
  const cache = await caches.open(TOLD);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch {
    const found = await cache.match(request);
    if (!found) return Response.error();
    const headers = new Headers(found.headers);
    headers.set('x-basra-kept', '1');
    return new Response(found.body, { status: found.status, headers });
  }
}

async function cacheFirst(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}
