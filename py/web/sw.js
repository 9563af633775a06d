// After one visit everything works without a network. One version of this file is one build: all of it or nothing.
//
// A new build is fetched beside the one in use, what has not changed is taken from there, and every file is held
// against its sha256. Only a whole one is ever taken over, when a page says so (boot.js at its start if no other
// is open, or the player); until then the one in use serves every page.
"use strict";
/** @type {Record<string, string>} */
const FILES = {};  // the build writes its files here, with the sha256 of each
const VERSION = "";  // and the sha256 of that
const START = "index.html", AT_ONCE = 6;
const PREFIX = `triktrakk ${registration.scope} `;
/** @param {string} path */
const address = path => new URL(path === START ? "./" : path, registration.scope).href;

/** @param {ArrayBuffer} bytes */
async function sum(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

// A response that holds the file of this build, just as the network gave it: with no other does a browser keep what it
// compiled of a script. WebAssembly is left out: to write it down slows the second visit more than later ones gain.
/** @param {Response | undefined} response @param {string} path */
async function checked(response, path) {
  const bytes = await response?.clone().arrayBuffer();
  if (!response?.ok || !bytes || await sum(bytes) !== FILES[path]) return undefined;
  // One that came from elsewhere, or that holds for some requests only, could not be kept or would not be found again.
  const vary = response.headers.get("Vary") ?? "", type = response.headers.get("Content-Type");
  const wasm = type === "application/wasm";
  if (!wasm && !response.redirected && /^(accept-encoding)?$/i.test(vary)) return response;
  return new Response(bytes, { headers: { "Content-Type": type ?? "application/octet-stream" } });
}

// What is there already, in this cache or in that of another build.
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
async function keep(path) {
  const response = await held(path) ?? await fetched(path);
  await (await caches.open(PREFIX + VERSION)).put(address(path), response.clone());
  return response;
}

async function keepAll() {
  const waiting = Object.keys(FILES);
  const one = async () => {
    let path;
    while ((path = waiting.pop())) await keep(path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

// What is kept, for a browser that can answer with it without starting this program.
const routes = () => Object.keys(FILES).map(path => {
  const pathname = new URL(address(path)).pathname.replace(/[\\+*?:{}()]/g, "\\$&");
  return { condition: { urlPattern: { pathname, search: "" } }, source: { cacheName: PREFIX + VERSION } };
});

/** @param {boolean} all */
async function forget(all) {
  const names = (await caches.keys()).filter(name => name.startsWith(PREFIX));
  await Promise.all(names.filter(name => all || name !== PREFIX + VERSION).map(name => caches.delete(name)));
}

/** @param {string} path */
async function answer(path) {
  return await (await caches.open(PREFIX + VERSION)).match(address(path)) ?? keep(path);
}

async function alone() {
  return (await clients.matchAll({ type: "window", includeUncontrolled: true })).length < 2;
}

if (VERSION) {
  addEventListener("install", event => {
    const routed = event.addRoutes?.(routes()).catch(() => undefined);  // then it is asked for everything, as elsewhere
    event.waitUntil(Promise.all([keepAll(), routed]));
  });
  addEventListener("activate", event => {
    // A newer one has begun to fill its cache, which must stay; it deletes the others when it takes over.
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
    if (Object.hasOwn(FILES, path)) event.respondWith(answer(path));
  });
} else {  // a developer's build: whatever was here before goes
  addEventListener("install", () => skipWaiting());
  addEventListener("activate", event => event.waitUntil(forget(true).then(() => registration.unregister())));
}
