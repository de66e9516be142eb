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
    for (const [, file] of (await page.text()).matchAll(/="([^"]*static\/[^"]+)"/g)) await kept.add(new URL(file, url));
  }
}
addEventListener("activate", (event) => event.waitUntil(Promise.all([clients.claim(), keepOpen().catch(() => {})])));
// Pages and what they are made of; a stream, or what another program on this host answers, goes its own way.
const ours = ({ method, url }) => method === "GET" && url.startsWith(registration.scope)
  && /(\/|\.(html|css|js|svg|json))$/.test(new URL(url).pathname) && !/\/build\.json$/.test(new URL(url).pathname);
addEventListener("fetch", (event) => {
  const { request } = event;
  if (!ours(request)) return;
  event.respondWith((async () => {
    const kept = await caches.open(KEPT);
    try {
      const answer = await fetch(request);
      if (answer.ok) event.waitUntil(kept.put(request, answer.clone()).catch(() => {}));   // nobody waits for it
      return answer;
    } catch (error) {
      const seen = await kept.match(request, { ignoreSearch: true });
      if (seen) return seen;
      throw error;
    }
  })());
});
