// After one visit everything works offline. One version of this file is one build, which is used whole or not at all.
//
// A new build is fetched beside the one in use; unchanged files are copied from that, and every file is checked
// against its sha256. Only a complete build ever takes over, when a page says so (boot.js at its start if no other
// is open, or the player); until then the one in use serves every page.
"use strict";
/** @type {Record<string, string>} */
const FILES = {};  // the build writes its files here, each with its sha256
const VERSION = "";  // and the sha256 of that list
const START = "index.html", AT_ONCE = 6;
const PREFIX = `triktrakk ${registration.scope} `;
const OWN = PREFIX + VERSION;
/** @param {string} path */
const address = path => new URL(path === START ? "./" : path, registration.scope).href;

/** @param {ArrayBuffer} bytes */
async function sum(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

// Returns the response if it has the file of this build, exactly as from the network: only then do browsers cache the
// compiled code of a script. Not for WebAssembly: writing that cache slows the second visit more than later ones gain.
/** @param {Response | undefined} response @param {string} path */
async function checked(response, path) {
  const bytes = await response?.clone().arrayBuffer();
  if (!response?.ok || !bytes || await sum(bytes) !== FILES[path]) return undefined;
  // A redirected response cannot be kept, and one that varies by the request might not be found again.
  const vary = response.headers.get("Vary") ?? "", type = response.headers.get("Content-Type");
  const wasm = type === "application/wasm";
  if (!wasm && !response.redirected && /^(accept-encoding)?$/i.test(vary)) return response;
  return new Response(bytes, { headers: { "Content-Type": type ?? "application/octet-stream" } });
}

// Returns the file if it is already in a cache, of this or of another build.
/** @param {string} path */
async function held(path) {
  for (const name of (await caches.keys()).filter(name => name.startsWith(PREFIX))) {
    const response = await checked(await (await caches.open(name)).match(address(path)), path);
    if (response) return response;
  }
}

/** @param {string} path */
async function fetched(path) {
  for (const cache of /** @type {const} */ (["default", "reload"])) {
    const response = await checked(await fetch(address(path), { cache }), path);
    if (response) return response;
  }
  throw new Error(`${path} is not the file of this build`);
}

/** @param {string} path */
const found = async path => await held(path) ?? fetched(path);

/** @param {string} path @param {Response} response */
const put = async (path, response) => (await caches.open(OWN)).put(address(path), response);

// Keeps every file. After a failure of the network the next attempt goes on from here; but where the storage is full,
// it is left to the player's matches.
async function keepAll() {
  const waiting = Object.keys(FILES);
  /** @type {unknown[]} */
  const failures = [];
  const one = async () => {
    let path;
    while (!failures.length && (path = waiting.pop())) await put(path, await found(path));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => one().catch(error => failures.push(error))));
  if (failures.some(error => error instanceof DOMException)) await caches.delete(OWN);  // fetch has TypeErrors
  if (failures.length) throw failures[0];
}

// The kept files as static routes, for browsers that can answer from the cache without starting this script.
const routes = () => Object.keys(FILES).map(path => {
  const pathname = new URL(address(path)).pathname.replace(/[\\+*?:{}()]/g, "\\$&");
  return { condition: { urlPattern: { pathname, search: "" } }, source: { cacheName: OWN } };
});

/** @param {boolean} all */
async function forget(all) {
  const names = (await caches.keys()).filter(name => name.startsWith(PREFIX));
  await Promise.all(names.filter(name => all || name !== OWN).map(name => caches.delete(name)));
}

/** @type {Promise<void> | undefined} */
let completed;

// A file is missing only if the browser, or someone, has deleted what was kept: then all of it is fetched again.
/** @param {FetchEvent} event @param {string} path */
async function answer(event, path) {
  const kept = await caches.match(address(path), { cacheName: OWN });
  if (kept) return kept;
  const response = await found(path);
  const again = put(path, response.clone()).then(() => completed ??= keepAll());
  event.waitUntil(again.catch(() => undefined));
  return response;
}

async function alone() {
  return (await clients.matchAll({ type: "window", includeUncontrolled: true })).length < 2;
}

if (VERSION) {
  addEventListener("install", event => {
    const routed = event.addRoutes?.(routes()).catch(() => undefined);  // without routes, this answers all requests
    event.waitUntil(Promise.all([keepAll(), routed]));
  });
  addEventListener("activate", event => {
    // Otherwise a newer build has begun to fill its cache, which must stay; it deletes the others when it takes over.
    if (!registration.installing && !registration.waiting) event.waitUntil(forget(false));
  });
  addEventListener("message", event => event.waitUntil((async () => {
    if (event.data === "now" || (event.data === "start" && await alone())) await skipWaiting();
    else event.ports[0]?.postMessage("later");
  })()));
  addEventListener("fetch", event => {
    const { origin, pathname } = new URL(event.request.url);
    const base = new URL(registration.scope);
    if (event.request.method !== "GET" || origin !== base.origin || !pathname.startsWith(base.pathname)) return;
    const path = pathname.slice(base.pathname.length) || START;
    if (Object.hasOwn(FILES, path)) event.respondWith(answer(event, path));
  });
} else {  // a developer's build: deletes what was kept before
  addEventListener("install", () => skipWaiting());
  addEventListener("activate", event => event.waitUntil(forget(true).then(() => registration.unregister())));
}
