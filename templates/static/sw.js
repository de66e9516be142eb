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
addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.endsWith("/build.json")) return;
  event.respondWith((async () => {
    const kept = await caches.open(KEPT);
    try {
      const answer = await fetch(request);
      if (answer.ok) await kept.put(request, answer.clone());
      return answer;
    } catch (error) {
      const seen = await kept.match(request, { ignoreSearch: true });
      if (seen) return seen;
      throw error;
    }
  })());
});
