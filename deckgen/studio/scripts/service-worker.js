/*
 * Keeps the page for when there is no network, and answers `made/…` with files that were made here.
 *
 * The builder writes LISTED before this: {version, page: names, engine: [{name}]}. Files of the page are kept at once,
 * those of the engine as they are loaded; a new version drops what an older one kept.
 */
const KEPT = `deckgen-${LISTED.version}`;
const ROOT = self.registration.scope;
const PAGE = [...LISTED.page.filter((name) => name !== "service-worker.js"), "engine.json"];
const NAMES = new Set([...PAGE, ...LISTED.engine.map(({ name }) => name)]);

/** Return a file from its server, and keep it; not one that the browser has of an older version. */
async function load(name) {
  const response = await fetch(new Request(ROOT + name, { cache: "no-cache" }));
  if (response.ok && NAMES.has(name)) {
    const copy = response.clone();
    caches.open(KEPT).then((kept) => kept.put(ROOT + name, copy)).catch(() => {}); // no room, or cut off
  }
  return response;
}

async function answer(name) {
  const cache = await caches.open(name.startsWith("made/") ? "made" : KEPT);
  const kept = await cache.match(ROOT + name);
  return kept ?? (name.startsWith("made/") ? new Response("This file is not here any more: make it again.", { status: 404 }) : load(name));
}

async function dropOlder() {
  const older = (await caches.keys()).filter((name) => name.startsWith("deckgen-") && name !== KEPT);
  await Promise.all(older.map((name) => caches.delete(name)));
}

self.addEventListener("install", (event) => event.waitUntil(Promise.all(PAGE.map(load)).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(dropOlder().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(ROOT)) event.respondWith(answer(url.slice(ROOT.length).replace(/[?#].*/s, "") || "index.html"));
});
