// Before Python runs, this puts on the colours that were chosen, and says how far loading is and what failed; it
// falls silent once <html data-ready> is set. And it sees to it that a page is of one version.
"use strict";
(() => {
  // A board inside another page has a page of its own, which fetches the program only when it is wanted.
  const { frame, single } = document.documentElement.dataset;
  const framed = Boolean(frame);
  if (new URLSearchParams(location.search).has("embed") && !framed && single === undefined) {
    stop();
    location.replace(`./frame.html${location.search}${location.hash}`);
    return;
  }
  // The board is painted before anything else is begun, without its shading and any words (first.css): these and all
  // that Python needs would take their time. A page that nobody sees paints nothing.
  const painted = new Promise(done => {
    new PerformanceObserver(done).observe({ type: "paint", buffered: true });
    setTimeout(done, document.hidden ? 0 : 500);
  });
  painted.then(() => document.documentElement.dataset.painted = "");
  // What has come (part of a file's address, or of a word of PyScript's) and its share of the way, in percent.
  /** @type {Record<string, number>} */
  const SHARES = {
    "pyscript/core-": 5, "pyodide.asm.mjs": 5, "python_stdlib.zip": 5, "pyodide.asm.wasm": 35, "snapshot.bin": 30,
    "Loaded Pyodide": 15,
  };
  const SPARE = ["snapshot.bin", "memory.js", "/locales/"];  // there are slower ways without them, and English
  const PATIENCE = 60000, TAKING_OVER = 3000;
  const begun = painted.then(settled).catch(() => undefined);
  // The program, and first of it the whole style sheet. Not by links in the page, which a frame's address would follow
  // too. The sheet takes the place of what the first picture is painted by when Python draws (browser/page.py): to work
  // out all styles anew for a still board would take time from that.
  const { content } = document.getElementById("program");
  const sheet = /** @type {HTMLLinkElement} */ (content.firstElementChild);
  const styled = new Promise(done => sheet.addEventListener("load", done));
  globalThis.applyWholeSheet = () => {
    sheet.media = "all";
    document.querySelector("style")?.remove();  // a frame has the whole from the start
  };
  begun.then(() => document.head.append(content));
  // Unpacked while the page's own thread has all else to do; one file has no thread at hand.
  if (single === undefined) globalThis.memory = begun.then(() => new Promise(done => {
    const worker = new Worker("./py/memory.js");
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = () => done(undefined);
  }));
  // What is kept is read while Python is on its way; browser/database.py takes it when it can be shown, and opens the
  // database anew by this once it was closed. Nothing is read for a board inside another page.
  let factory;  // the real one: policy.js gives PyScript another
  globalThis.openKept = () => new Promise(done => {
    /** @param {unknown} error */
    const fail = error => done({ error: String(error) });
    try {
      const opening = (factory ??= indexedDB).open("triktrakk", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
      opening.onerror = () => fail(opening.error);
      opening.onsuccess = () => {
        const base = opening.result, reading = base.transaction("kept"), kept = reading.objectStore("kept");
        const names = kept.getAllKeys(), texts = kept.getAll();
        reading.oncomplete = () => done({ base, names: names.result, texts: texts.result });
        reading.onabort = () => fail(reading.error);
      };
    } catch (error) {
      fail(error);
    }
  });
  if (!framed) globalThis.kept = Promise.all([begun.then(openKept), styled]).then(([kept]) => kept);
  // Parts of the page's Python that come late (browser/parts.py): of this build, or not at all.
  /** @type {Record<string, string>} */
  const PARTS = {};  // the build writes here the sum of each
  globalThis.fetchPart = async name => {
    const { ok, status, url, body } = await fetch(`./py/${name}.bin`, { integrity: PARTS[name] });
    if (!ok) throw new Error(`${status} ${url}`);
    return new Response(body?.pipeThrough(new DecompressionStream("gzip"))).text();
  };
  /** @type {LoadingPart} */
  const part = name => document.getElementById(`loading-${name}`);
  const ready = () => document.documentElement.dataset.ready;
  const come = new Set();
  let failure = "", timer = 0;

  if (!framed) try {
    const { appearance, theme } = JSON.parse(localStorage.getItem("triktrakk.settings")).settings;
    Object.assign(document.documentElement.dataset, { appearance, theme });
  } catch { /* a first visit, or a browser that keeps nothing */ }

  function show() {
    if (!part("bar")) return;
    part("bar").value = [...come].reduce((sum, mark) => sum + SHARES[mark], 0);
    part("failed").hidden = !failure;
    part("reason").textContent = failure;
    part("bar").hidden = part("text").hidden = Boolean(failure);
  }

  /** @param {string} what */
  function progress(what) {
    const mark = Object.keys(SHARES).find(mark => what.includes(mark));
    if (ready() || !mark || come.has(mark)) return;
    come.add(mark);
    wait();
    show();
  }

  /** @param {unknown} reason */
  function fail(reason) {
    if (ready() || failure || SPARE.some(part => String(reason).includes(part))) return;
    clearTimeout(timer);
    failure = String(reason).trim().replace(/^.*\n/s, "").slice(0, 300);
    show();
  }

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => fail(words.say("No response for a minute.")), PATIENCE);
  }

  /** @param {PerformanceEntry} entry */
  function fetched({ name, responseStatus }) {
    if (responseStatus && responseStatus >= 400) fail(`${responseStatus} ${name}`);
    else progress(name);
  }

  new PerformanceObserver(list => list.getEntries().forEach(fetched)).observe({ type: "resource", buffered: true });
  globalThis.memory?.then(() => progress("snapshot.bin"));
  addEventListener("py:progress", event => progress(event.detail));
  addEventListener("error", event => fail(event.message ?? event.target.src ?? event.target.href), true);
  addEventListener("unhandledrejection", event => fail(event.reason?.message ?? event.reason));
  addEventListener("py:done", () => fail("py/main.py did not run"));

  function begin() {
    part("retry").addEventListener("click", () => location.reload());
    show();
  }

  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else begin();
  wait();

  // A newer version that lies ready is taken over at the start, unless another page is open with a game: then the
  // service worker says so.  Nothing is begun before, for it would be cut off.
  async function settled() {
    const workers = navigator.serviceWorker;
    if (!workers?.controller) return;
    workers.addEventListener("controllerchange", () => location.reload(), { once: true });
    const { waiting } = await workers.getRegistration() ?? {};
    if (!waiting) return;
    await new Promise(done => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      waiting.postMessage("start", [port2]);
      setTimeout(done, TAKING_OVER);
    });
  }
})();
