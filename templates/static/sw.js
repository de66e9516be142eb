// What was seen can be seen again without a connection. With one, the network always comes first; build.json, which
// says how old a page is, is never kept, so that nothing old pretends to be current.
const KEPT = "tourgen-pages";
addEventListener("install", () => skipWaiting());
// The page that brought this script along was loaded without it: it is kept too, with its styles and scripts.
async function keepOpen() {
  const kept = await caches.open(KEPT);
  for (const { url } of await clients.matchAll({ includeUncontrolled: true, type: "window" })) {
    const page = await fetch(url);
    await kept.put(url, page.clone());
    const files = (await page.text()).matchAll(/="([^"]*static\/[^"]+)"/g);
    await Promise.allSettled([...files].map(([, file]) => kept.add(new URL(file, url))));   // a slow picture keeps nothing waiting
  }
}
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
// The page asks for it once this script is active: keeping during "activate" would hold up every page until it is done.
addEventListener("message", (event) => event.waitUntil(keepOpen().catch(() => {})));
// Pages and what they are made of; a stream, or what another program on this host answers, goes its own way.
const ours = ({ method, url }) => method === "GET" && url.startsWith(registration.scope)
  && /(\/|\.(html|css|js|svg|json))$/.test(new URL(url).pathname) && !/\/build\.json$/.test(new URL(url).pathname);
// A hall's network may take a request and never answer: then what was seen before is shown after a moment, and what
// belongs to it at once, until something answers again.
const PATIENCE = 2500, SILENT = 15000;
let silentUntil = 0;
addEventListener("fetch", (event) => {
  const { request } = event;
  if (!ours(request)) return;
  event.respondWith((async () => {
    const kept = await caches.open(KEPT);
    let copy, over = false;
    const fresh = fetch(request).then((answer) => {
      silentUntil = 0;
      if (answer.ok) copy = answer.clone();
      return answer;
    }).finally(() => { over = true; });
    event.waitUntil(fresh.then(() => copy && kept.put(request, copy)).catch(() => {}));   // nobody waits for it
    const seen = await kept.match(request, { ignoreSearch: true });
    if (!seen) return fresh;
    const late = new Promise((resolve) => {
      setTimeout(() => { if (!over) silentUntil = Date.now() + SILENT; resolve(seen); }, Date.now() < silentUntil ? 0 : PATIENCE);
    });
    return Promise.race([fresh.catch(() => seen), late]);
  })());
});
