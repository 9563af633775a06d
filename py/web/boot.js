// Before Python runs, this applies the chosen colours, and shows the progress of loading and what failed; it stops
// once <html data-ready> is set. It also ensures that all files of a page are of one version.
"use strict";
(() => {
  // A board inside another page has its own page, frame.html, which fetches the program only on demand.
  const { frame, single } = document.documentElement.dataset;
  const framed = Boolean(frame);
  if (new URLSearchParams(location.search).has("embed") && !framed && single === undefined) {
    stop();
    location.replace(`./frame.html${location.search}${location.hash}`);
    return;
  }
  // The board is painted before anything else begins, without its shading and any words (first.css): these, and all
  // that Python needs, would delay it. A hidden page paints nothing.
  const painted = new Promise(done => {
    new PerformanceObserver(done).observe({ type: "paint", buffered: true });
    setTimeout(done, document.hidden ? 0 : 500);
  });
  painted.then(() => document.documentElement.dataset.painted = "");
  // What is loaded (part of a file's address, or of a message of PyScript) and its share of the progress, in percent.
  /** @type {Record<string, number>} */
  const SHARES = {
    "pyscript/core-": 5, "pyodide.asm.js": 5, "python_stdlib.zip": 5, "pyodide.asm.wasm": 35, "snapshot.bin": 30,
    "Loaded Pyodide": 15,
  };
  const SPARE = ["snapshot.bin", "memory.js", "/locales/"];  // not essential: there are slower ways, and English
  const PATIENCE = 60000, TAKING_OVER = 3000;
  const begun = painted.then(settled).catch(() => undefined);
  // The program, starting with the whole style sheet. It is not linked in the page, since a frame's address would load
  // it too. The sheet replaces the styles of the first paint only when Python draws (browser/page.py): recomputing all
  // styles for a still board would delay that.
  const { content } = document.getElementById("program");
  const sheet = /** @type {HTMLLinkElement} */ (content.firstElementChild);
  const styled = new Promise(done => sheet.addEventListener("load", done));
  globalThis.applyWholeSheet = () => {
    sheet.media = "all";
    document.querySelector("style")?.remove();  // a frame has the whole sheet from the start
  };
  begun.then(() => document.head.append(content));
  // The memory is unpacked in a thread of its own while the page's is busy; the game in one file has no such thread.
  if (single === undefined) globalThis.memory = begun.then(() => new Promise(done => {
    const worker = new Worker("./py/memory.js");
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = () => done(undefined);
  }));
  // The stored texts are read while Python is loading; browser/database.py takes them once they can be shown, and
  // reopens a closed database by this function. Nothing is read for a board inside another page.
  let factory;  // the real one: policy.js gives PyScript a substitute
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
  // Parts of the page's Python that are loaded late (browser/parts.py): those of this build, or none.
  /** @type {Record<string, string>} */
  const PARTS = {};  // the build writes the sum of each here
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

  // A newer version that is waiting takes over at the start, unless another page is open with a game: then the
  // service worker says so. Nothing begins before that, since the reload would cut it off.
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
