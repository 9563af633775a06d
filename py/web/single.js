// The page in one file: requests for files that would otherwise be beside it are served from its own text.
//
// From file:// nothing can be fetched and no module loaded, so modules become blobs that import one another. A
// worker from there must be a classic one (in Chromium), and creates its own blobs.
"use strict";
(() => {
  /** @type {Serve} */
  async function serve(coming, base) {
    /** @param {RequestInfo | URL} address */
    const pathOf = address => new URL(String(address), base).href.replace(base, "");

    globalThis.fetch = async address => {
      const path = pathOf(address), file = (await coming)[path];
      if (!file) return new Response(null, { status: 404 });
      dispatchEvent(new CustomEvent("py:progress", { detail: path }));
      const packed = file.type === "application/gzip";
      const body = packed ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file;
      const type = path.endsWith(".wasm") ? "application/wasm" : "text/plain";
      return new Response(body, { headers: { "Content-Type": type } });
    };

    const scripts = Object.keys(await coming).filter(path => /\.js$/.test(path));
    /** @param {string} path */
    const read = async path => [path, await (await fetch(path)).text()];
    /** @type {Record<string, string>} */
    const texts = Object.fromEntries(await Promise.all(scripts.map(read)));
    /** @type {Record<string, string>} */
    const made = {};
    /** @type {(path: string) => string} */
    function module(path) {
      const text = texts[path].replace(/"inside:(.*?)"/g, (_, path) => `"${module(path)}"`);
      return made[path] ??= URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    }
    globalThis.inside = (from, address) => {
      const path = pathOf(new URL(address, from));
      return import(path in texts ? module(path) : address);
    };
  }

  function work() {
    globalThis.importScripts = undefined;  // by which Pyodide would recognise, and refuse, a classic worker
    addEventListener("message", ({ data: [files, base] }) => {
      serve(files, base).then(() => inside(base, "py/worker.js")).catch(reportError);
    }, { once: true });
  }

  function held() {
    /** @type {Files} */
    const files = {};
    for (const part of document.querySelectorAll("script[data-path]")) {
      const characters = atob(part.textContent), bytes = new Uint8Array(characters.length);
      for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
      files[part.dataset.path] = new Blob([bytes], { type: part.type });
      part.remove();
    }
    return files;
  }

  const { base } = /** @type {SingleScript} */ (document.currentScript).dataset;
  const files = new Promise(done => addEventListener("DOMContentLoaded", () => done(held())));
  const script = URL.createObjectURL(new Blob([`${serve}\n(${work})()`], { type: "text/javascript" }));
  globalThis.Worker = class extends Worker {
    constructor() {
      super(script);
      files.then(files => this.postMessage([files, base]));
    }
  };
  serve(files, base).then(() => {
    inside(base, "py/interpreter.js");
    inside(base, "py/start.js");
  }).catch(reportError);
})();
